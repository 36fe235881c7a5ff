package relay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// annotations returns the annotations that errors about undecided types offer, and the number of such errors.
func annotations(r *patterns.Result) (list []lang.Fix, all int) {
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Code == lang.Underdetermined {
			all++
			for _, f := range d.Fixes {
				if f.Grade == "has-holes" {
					list = append(list, f)
				}
			}
		}
	}
	return list, all
}

// applied applies a fix to a text.
func applied(source string, edits []lang.Edit) string {
	return string(lang.AppendEdited(nil, []byte(source), lang.Span{End: int32(len(source))}, edits))
}

// holdsTrue checks that each offered set of annotations removes an error and adds none, and that no annotation of the
// set is superfluous.
func holdsTrue(t *testing.T, name, source, dialect string) (offered, all, several int) {
	t.Helper()
	r := check(source, dialect)
	list, all := annotations(r)
	for _, f := range list {
		with := check(applied(source, f.Edits), dialect)
		_, left := annotations(with)
		if left >= all || with.Errors() >= r.Errors() || f.Clean && with.Errors() > 0 {
			t.Errorf("%s: %s\nleaves %d of %d: %v\n%s", name, f.Title, left, all, with.Diagnostics, applied(source, f.Edits))
		}
		if len(f.Edits) > 1 {
			several++
		}
		for i := range f.Edits {
			fewer := slices.Delete(slices.Clone(f.Edits), i, i+1)
			if _, fewerLeft := annotations(check(applied(source, fewer), dialect)); fewerLeft <= left {
				t.Errorf("%s: %s\nis enough without the edit %d\n%s", name, f.Title, i, applied(source, fewer))
			}
		}
	}
	return len(list), all, several
}

// TestDecides checks that each undecided component has one error, with the smallest set of annotations that decides it.
func TestDecides(t *testing.T) {
	const head = "#[version = \"0.0.5\"]\ntype Either[A, B] { Lft(A), Rgt(B) }\ntype List[A] { Cons(A, List[A]), Nil }\n" +
		"def @length[A](%l: List[A]) -> int32 { match (%l) { Nil => 0, Cons(_, %t) => 1 + @length(%t) } }\n"
	for _, c := range []struct{ source, want string }{
		{"def @f() { Lft(1) }", "@f(…) -> Either[int32, float32]"},
		{"def @f() -> _ { Lft(1) }", "@f(…) -> Either[int32, float32]"},
		{"def @f(%x: int32) { match? (%x) { } }", "@f(…) -> float32"},
		{"def @f(%x, %y: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] { add(%x, %y) }", "%x: Tensor[(2, 3), float32]"},
		{"def @f(%x: Tensor[(2, 3), float32], %w) { nn.dense(%x, %w, units=None) }", "%w: Tensor[(2, 3), float32]"},
		{"def @f(%f, %x: int32) { %f(%x) }", "%f: fn (int32) -> float32"},
		{"def @f() { negative }", "@f(…) -> fn (Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32]"},
		{"def @f(%t) { %t.1 }", "%t: (int32, float32)"},
		{"def @f(%w, %x) { nn.dense(%x, %w, units=10) }", "%x: Tensor[(2, 3), float32]"},
		{"def @f(%a, %b) { %a + %b }", "%a: Tensor[(2, 3), float32] and %b: Tensor[(2, 3), float32]"},
		{"def @f(%a: Tensor[_, int8], %b) { %a + %b }", "%a: Tensor[(2, 3), int8] and %b: Tensor[(2, 3), int8]"},
		{"def @f(%a: (_, int8), %b) { %a.0 + %b }", "%a: (Tensor[(2, 3), float32], int8) and %b: Tensor[(2, 3), float32]"},
		{"def @f(%a, %b) { (%a + 1f, %b * 2f) }", "%a: Tensor[(2, 3), float32]; %b: Tensor[(2, 3), float32]"},
		{"def @f(%x, %v, %w) { nn.dense(nn.dense(%x, %v, units=10), %w, units=None) }", "%x: Tensor[(2, 3), float32] and %w: Tensor[(2, 10), float32]"},
		{"def @f(%n) { if (%n == 0) { 1 } else { @f(%n - 1) * %n } }", "%n: int32"},
		{"def @f() { let %c = fn (%x) { %x + 1 }; 3 }", "%c: fn (Tensor[(2, 3), int32]) -> Tensor[(2, 3), int32]"},
		{"def @f(%r) { ref_read(%r) + 1f }", "{ let %t0: Tensor[(2, 3), float32] = ref_read(%r); %t0 }"},
		{"def @f(%x: Tensor[(2, 3), float32]) { meta[relay.Constant][0] + %x }", "{ let %t0: Tensor[(2, 3), float32] = meta[relay.Constant][0]; %t0 }"},
		// The argument types of uses are guessed first, and the uses have no error of their own.
		{"def @f(%x) { nn.relu(%x) }\ndef @g(%y: Tensor[(7, 5), int8]) { @f(%y) }", "%x: Tensor[(7, 5), int8]"},
		{"def @f(%x) { %x + %x }\ndef @g(%y) { @f(%y) }\ndef @h() { @g(3) }", "%x: int32"},
		// No annotation fits uses at two types.
		{"def @f(%x) { nn.relu(%x) }\ndef @g() { @f(3f) }\ndef @h() { @f(3) }", ""},
	} {
		source := head + c.source
		r := check(source, "")
		list, _ := annotations(r)
		var got []string
		for _, f := range list {
			text := f.Title.String()
			_, text, _ = strings.Cut(text, "such as ")
			text, _, _ = strings.Cut(text, "; fewer")
			got = append(got, strings.ReplaceAll(text, "`", ""))
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s\n%v", c.source, got, c.want, r.Diagnostics)
		}
		holdsTrue(t, c.source, source, "")
	}
}

// TestDecidedByUsers checks that a definition used at several types refers to --generalize.
func TestDecidedByUsers(t *testing.T) {
	const source = "#[version = \"0.0.5\"]\ndef @f(%x) { nn.relu(%x) }\ndef @g() { @f(3f) }\ndef @h() { @f(3) }"
	r := check(source, "")
	if len(r.Diagnostics) != 1 || len(r.Diagnostics[0].Help) != 1 || r.Diagnostics[0].Help[0].String() != "with --generalize, each use of `@f` decides it" {
		t.Errorf("%+v", r.Diagnostics)
	}
	if r := generalized(source, ""); r.Errors() > 0 {
		t.Errorf("%+v", r.Diagnostics)
	}
}

// TestDecidesAll checks the offered annotations of all stored programs and of random ones.
func TestDecidesAll(t *testing.T) {
	t.Parallel()
	offered, all, several := 0, 0, 0
	count := func(name, source string) {
		a, b, c := holdsTrue(t, name, source, "")
		offered, all, several = offered+a, all+b, several+c
	}
	for _, p := range somePrograms(t) {
		count(p.name, p.source)
	}
	r := rand.New(rand.NewPCG(11, 12))
	for i := range sample.Size(150, 20) {
		count(fmt.Sprint("random ", i), randomOpen(r))
	}
	t.Logf("%d errors, %d with types that decide them, %d of them with several", all, offered, several)
	if all < sample.Size(400, 60) || offered < all*17/20 || several < sample.Size(10, 2) {
		t.Errorf("%d errors, %d with types that decide them, %d of them with several", all, offered, several)
	}
}
