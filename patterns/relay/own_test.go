package relay

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// TestOwnRelations checks relations and operators that a program declares, or that relation files before it declare.
// They take precedence over built-in ones.
func TestOwnRelations(t *testing.T) {
	const double = `relation Double(Tensor(s, b), O) :- 1 <= len(s) else "needs an axis" | O = Tensor([2 * s[0]] ++ s[1:], b).` + "\n"
	for _, c := range []struct{ before, dialect, source, want string }{
		{"", "doc", double + "op twice : fn<a, r>(a) -> r where Double\ndef @f(%x : Tensor[(3, 4), float32]) { twice(%x) }", "@f : fn (Tensor[(3, 4), float32]) -> Tensor[(6, 4), float32]"},
		{"", "doc", double + "op twice : fn<a, r>(a) -> r where Double(a, r)\ndef @f(%x : Tensor[(), float32]) { twice(%x) }", "P0318 `twice`: needs an axis"},
		{double + "op my.double(data): Double.", "v005", "def @f(%x: Tensor[(3), int8]) { my.double(%x) }", "@f : fn (Tensor[(3), int8]) -> Tensor[(6), int8]"},
		{double + "op my.double(data): Double.", "v005", "def @f(%x: int8) { my.double(%x) }", "P0318 `my.double`: needs an axis"},
		{double + "op nn.relu(data): Double.", "v005", "def @f(%x: Tensor[(3), int8]) { nn.relu(%x) }", "@f : fn (Tensor[(3), int8]) -> Tensor[(6), int8]"},
		{"op plus(a, b): Broadcast.", "v005", "def @f(%x: Tensor[(3), int8], %y: Tensor[(2, 1), int8]) { plus(%x, %y) }", "@f : fn (Tensor[(3), int8], Tensor[(2, 1), int8]) -> Tensor[(2, 3), int8]"},
		{"relation Bad(Tensor(s, b), O) :- O = Tensor(s, q).", "v005", "def @f(%x: int8) { %x }", "P0211 there is no `q` here"},
		{"relation Bad(", "v005", "def @f(%x: int8) { %x }", "P0101 an expression is expected, not the end"},
		{"", "doc", "Flatten(Tensor(sh, bt), O) :- O = Tensor(sh[0], prod(sh[1:]))", "P0316 `Tensor` takes a shape and an element type, and here are 2 sizes"},
	} {
		file := lang.NewFile("in.rly", []byte(c.source))
		if c.before != "" {
			f := lang.NewFile("own.rel", []byte(c.before))
			f.Position(0)
			file = lang.Join([]*lang.File{f}, file)
		}
		r := analyze(context.Background(), file, language.Options{Settings: language.Settings{Dialect: c.dialect}})
		if got := cameOf(r); got != c.want {
			t.Errorf("%s\n%s\ngot  %s\nwant %s", c.before, c.source, got, c.want)
		}
	}
}

// cameOf returns the first error of a program, or the type of its last definition.
func cameOf(r *patterns.Result) string {
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			return string(d.Code) + " " + d.Message.String()
		}
	}
	d := len(r.Definitions) - 1
	if d < 0 {
		return ""
	}
	v := r.Solver.View(int32(d))
	return r.Definitions[d].Name + " : " + r.Front.Signature(v.Scheme, v.In, v.Out)
}
