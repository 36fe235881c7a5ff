package relay

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
)

// sources returns seed programs.
func sources(t testing.TB) []string {
	all := []string{
		"\xff", "\x00", `"`, "/*", "#[", "#[version", "#[metadata]{", "%", "@", "-", "--", "- >", "def", "def @f(", "a<b>(c)", "R(a) :-",
		"\ufeff// x", "1.", "1e", "1.f", "%0 = 1; %0", "match?", "data T {", "op x : fn", "extern type", "relation R",
	}
	for _, c := range testCases(t) {
		all = append(all, c.Source)
	}
	for _, f := range seeds(t) {
		all = append(all, string(f.Data))
	}
	for _, p := range Pages {
		all = append(all, p.Bad, p.Good)
	}
	return all
}

// checkAll checks the invariants that hold for any bytes.
func checkAll(t syntaxtest.T, src []byte) {
	t.Helper()
	for d := range Dialects {
		tree, ds := ParseAs(lang.NewFile("fuzz.rly", src), Dialect(d))
		if tree.Dialect == Auto {
			t.Fatalf("the dialect is not decided")
		}
		checkTree(t, tree)
		syntaxtest.CheckDiagnostics(t, tree.File, ds)
		errors := len(lang.Errors(ds))
		for _, d := range tree.Decls {
			if d.Bad && errors == 0 {
				t.Fatalf("`%s` is bad without an error", tree.NameOf(&d))
			}
		}
		syntaxtest.CheckComments(t, &tree.Tree)
		if _, ds := Format(lang.NewFile("fuzz.rly", src), Dialect(d),
			lang.Layout{Width: 40}); len(ds) > 0 && errors == 0 {
			t.Fatalf("%v", ds)
		}
		for _, known := range []*Known{nil, standard} {
			names, more := Resolve(tree, known)
			syntaxtest.CheckDiagnostics(t, tree.File, more)
			for id, m := range names.Meaning {
				if at := names.At[id]; m == MeansVariable && (at < 0 || int(at) >= len(tree.Nodes)) {
					t.Fatalf("node %d means %d", id, at)
				}
			}
		}
	}
}

func TestSources(t *testing.T) {
	for _, src := range sources(t) {
		checkAll(t, []byte(src))
	}
}

// TestDamaged checks the same for programs with a few changed bytes.
func TestDamaged(t *testing.T) {
	all := sources(t)
	rapid.Check(t, func(t *rapid.T) {
		checkAll(t, gen.Damaged(t, rapid.SampledFrom(all).Draw(t, "program"), 1,
			"", "", "{", "}", "]", ")", "<", ">", "(", "[", ";", ",", ":", "=", "\"", "/*", "x", "%", "@", "->", "=>", ":-", "\n", "case ", "def ", "let ", "é", "/", "-", "?", ".", "0", "#", "where "))
	})
}

func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkAll(t, src) })
}
