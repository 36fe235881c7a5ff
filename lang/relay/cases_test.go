package relay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// A testCase is a program with its expected results.
type testCase struct {
	ID, Category, Dialect, Source string
	Prelude                       bool
	Expect                        struct {
		Verdict string
		Errors  []struct {
			Kind    string
			Primary struct {
				Text       string
				Start, End int32
			}
			Related []struct{ Start, End int32 }
		}
	}
}

func testCases(t testing.TB) []testCase {
	return syntaxtest.Cases[testCase](t, "testdata/cases.json", 147)
}

// Each program without syntax errors parses without diagnostics, in its stated dialect; the others have a diagnostic at
// the place of the error.
func TestCasesAreRead(t *testing.T) {
	for _, c := range testCases(t) {
		asked, _ := DialectOf(c.Dialect)
		_, ds := ParseAs(lang.NewFile(c.ID, []byte(c.Source)), asked)
		want := lang.Span{}
		for _, e := range c.Expect.Errors {
			if e.Kind == "syntax" {
				want = lang.Span{Start: e.Primary.Start, End: e.Primary.End}
			}
		}
		switch {
		case want.Empty() && len(ds) > 0:
			t.Errorf("%s: %v at %v\n%s", c.ID, ds, ds[0].Span, c.Source)
		case !want.Empty() && (len(ds) != 1 || ds[0].Span != want):
			t.Errorf("%s: want an error at %v alone, got %v\n%s", c.ID, want, ds, c.Source)
		}
	}
}

// standard are the names that the cases assume to be known.
var standard = &Known{
	Operators: set(`abs add arange batch_flatten broadcast_to cast concatenate exp maximum negative repeat reshape split sum take tanh
		tile transpose zeros nn.batch_flatten nn.batch_matmul nn.batch_norm nn.conv2d nn.dense nn.dropout nn.layer_norm nn.max_pool2d
		nn.pad nn.relu nn.softmax`),
	Relations: set("Broadcast Identity"),
}

func set(names string) map[string]bool {
	m := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		m[name] = true
	}
	return m
}

// prelude is the text that some cases assume before them.
const prelude = `type List[A] { Cons(A, List[A]), Nil }
type Option[A] { Some(A), None }
type Tree[A] { Rose(A, List[Tree[A]]) }
@map : fn[A, B](fn(A) -> B, List[A]) -> List[B]
@foldl : fn[A, B](fn(A, B) -> A, A, List[B]) -> A
@foldr : fn[A, B](fn(A, B) -> B, B, List[A]) -> B
@unfoldr : fn[A, B](fn(A) -> Option[(A, B)], A) -> List[B]
@zip : fn[A, B](List[A], List[B]) -> List[(A, B)]
@map_accuml : fn[A, B, C](fn(A, B) -> (A, C), A, List[B]) -> (A, List[C])
@map_accumr : fn[A, B, C](fn(A, B) -> (A, C), A, List[B]) -> (A, List[C])
@size : fn[A](Tree[A]) -> int32
@tmap : fn[A, B](fn(A) -> B, Tree[A]) -> Tree[B]
@hd : fn[A](List[A]) -> A
`

// Each error in names is reported at its place, with its code and its related places; nothing else is reported.
func TestCasesHaveNames(t *testing.T) {
	codes := map[string]lang.Code{
		"unbound-local": lang.UnknownLocal, "unbound-global": lang.UnknownGlobal, "unknown-op": lang.UnknownOperator,
		"unknown-constructor": lang.UnknownConstructor, "unknown-type": lang.UnknownType, "unknown-relation": lang.UnknownRelation,
		"duplicate": lang.DuplicateVariable,
	}
	mistakes := 0
	for _, c := range testCases(t) {
		file := lang.NewFile(c.ID, []byte(c.Source))
		if c.Prelude {
			library := lang.NewFile("prelude.rly", []byte(prelude))
			library.Position(0)
			file = lang.Join([]*lang.File{library}, file)
		}
		tree, _ := Parse(file)
		checkTree(t, tree)
		_, ds := Resolve(tree, standard)
		syntaxtest.CheckDiagnostics(t, file, ds)
		var want []string
		for _, e := range c.Expect.Errors {
			if code := codes[e.Kind]; code != "" {
				mistakes++
				want = append(want, fmt.Sprint(code, lang.Span{Start: e.Primary.Start, End: e.Primary.End}, e.Related))
			}
		}
		var got []string
		for _, d := range ds {
			related := []struct{ Start, End int32 }(nil)
			for _, r := range d.Related {
				related = append(related, struct{ Start, End int32 }(r.Span))
			}
			got = append(got, fmt.Sprint(d.Code, d.Span, related))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: want %v, got %v\n%s\n%v", c.ID, want, got, c.Source, ds)
		}
	}
	if mistakes != 12 {
		t.Errorf("there are %d mistakes in names", mistakes)
	}
}
