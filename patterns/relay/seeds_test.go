package relay

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A seedBlock is one program of the documents with its expected result.
type seedBlock struct {
	name, needs string
	wrong, left string
	types       []string
}

// seedBlocks are the programs of the documents. Each has the blocks that declare its names, the codes of its errors,
// the codes that remain after all certain fixes, and the types after these fixes.
var seedBlocks = []seedBlock{
	{"A1", "", "P0214 P0214 P0214", "", []string{"@sum : fn (Numbers[]) -> int32", "__main__ : int32", "__main__ : int32", "__main__ : int32"}},
	{"A2", "", "", "", nil},
	{"A3", "", "", "", nil},
	{"A4", "A3", "P0213 P0213", "", []string{"@inc_scalar : fn (Optional[int32]) -> int32", "@main : fn () -> ()"}},
	{"A5", "", "", "", nil},
	{"A6", "A5", "", "", []string{"@list_sum : fn (List[int32]) -> int32"}},
	{"A7", "A3 A5", "", "", []string{"@first : fn [a](List[a]) -> Optional[a]"}},
	{"A8", "A3 A5", "", "", []string{"@second_opt : fn [a](Optional[List[a]]) -> Optional[a]"}},
	{"A9", "A5", "P0509 P0509", "P0509 P0509", []string{"@match_order_beware : fn [a](List[a]) -> List[a]"}},
	{"A10", "A5", "P0102", "", []string{
		"@map : fn [a, b](fn (a) -> b, List[a]) -> List[b]",
		"@foldl : fn [a, b](fn (b, a) -> b, b, List[a]) -> b",
		"@foldr : fn [a, b](fn (a, b) -> b, b, List[a]) -> b",
	}},
	{"A11", "A5 A10", "P0211", "P0211", []string{"@double : fn (List[int32]) -> List[int32]", "__main__ : List[_]"}},
	{"A12", "A5 A10", "P0102 P0211 P0211", "P0211 P0211", []string{"@concat : fn [a](List[a], List[a]) -> List[a]", "__main__ : List[_]"}},
	{"A13", "A5 A10 A12", "P0102 P0211", "P0211", []string{"@flatten : fn [a](List[List[a]]) -> List[a]", "__main__ : List[_]"}},
	{"A14", "", "", "", []string{"@cell : fn [state_type, in_type, out_type](state_type, in_type) -> (state_type, out_type)"}},
	// Without --generalize, undecided types are errors.
	{"A15", "A5", "P0320", "P0320", nil},
	{"A16", "A5 A10", "P0320", "P0320", nil},
	{"A17", "A3 A5 A14", "P0101", "P0212 P0315 P0314", []string{"@unfoldr : fn [a, b](fn (b) -> Optional[(a, b)], b) -> List[a]"}},
	{"A18", "A5 A10", "P0103 P0320 P0320", "P0320", []string{
		"@map_accumr : fn [a, b, c](fn (a, b) -> (a, c), a, List[b]) -> (a, List[c])",
		"@general_rnn : fn [state_type, in_type, out_type](fn (state_type, in_type) -> (state_type, out_type), state_type, List[in_type]) -> (state_type, List[out_type])",
	}},
	{"A19", "A5 A10 A18", "P0320 P0320 P0212", "P0320 P0320 P0212", []string{"@zip : fn [a, b](List[a], List[b]) -> List[(a, b)]"}},
	{"B1", "", "", "", nil},
	{"B2", "", "", "", []string{"__main__ : Tensor[(10, 10), float32]"}},
	{"B3", "", "P0213 P0211 P0211", "P0211 P0211", []string{"@plus : fn [s: Shape](Tensor[s, float32], Tensor[s, float32]) -> Tensor[s, float32]"}},
	{"B4", "", "", "", nil},
	{"B5", "", "P0316", "", nil},
	{"B6", "", "", "", nil},
	{"B7", "", "", "", nil},
	{"B8", "B7", "", "", []string{"__main__ : List[int32]", "__main__ : List[(int32, int32)]"}},
	{"B9", "B7", "P0313 P0313", "P0313 P0313", nil},
}

// openSeeds are the blocks with undecided parts, and their types with --generalize after all certain fixes.
var openSeeds = []struct {
	name  string
	types []string
}{
	{"A15", []string{
		"@linear : fn [a, b, c, d, e](a, b, c) -> d where Broadcast(b, a, e), Broadcast(e, c, d)",
		"@relu_cell : fn [a, b, c, d, e, f, g, h, i, j, k, l, m](a, b, c, d) -> (c, e) where " + nine,
		"@trained_cell : fn [a, b, c, d, e, f, g, h, i, j, k, l, m](a, b) -> fn (c, d) -> (c, e) where " + nine,
	}},
	{"A16", []string{"@encode : fn [state_type, in_type, out_type, a](fn (state_type, in_type) -> a, List[in_type], state_type) -> state_type where TupleGetItem(a, 0, state_type)"}},
	{"A18", []string{"@map_accumr_fold : fn [a, b, c, d](fn (a, b) -> c, a, List[b]) -> (a, List[d]) where TupleGetItem(c, 0, a), TupleGetItem(c, 1, d)"}},
	{"A19", []string{"@map_accmul : fn [a, b, c, d](fn (a, b) -> c, a, List[b]) -> (a, List[d]) where TupleGetItem(c, 0, a), TupleGetItem(c, 1, d)"}},
}

// nine are the conditions of a cell with weights, offsets, a state and an input.
const nine = "TupleGetItem(a, 0, f), TupleGetItem(a, 1, g), TupleGetItem(b, 0, h), TupleGetItem(b, 1, i), " +
	"Broadcast(f, d, j), Broadcast(g, c, k), Broadcast(j, h, l), Broadcast(k, i, m), Broadcast(l, m, e)"

// seedUses are examples from the documents' text: a program after some blocks, and the type of its last definition or
// its first error.
var seedUses = []struct{ before, source, want string }{
	{"A1 A2", "def @main() { @sum(Empty2()) }", "P0313 expected `Numbers[]`, found `Numbers2[]`"},
	{"A3 A4", "def @big(%big : Optional[Tensor[(10, 10), float32]]) { let %bigger = @inc_scalar(%big); () }", "P0311 expected `Optional[int32]`, found `Optional[Tensor[(10, 10), float32]]`"},
	{"A3 A5 A8", "def @one() { @second_opt(Some(Cons(1, Nil()))) }", "@one : fn () -> Optional[int32]"},
	{"A3 A5 A8", "def @two() { @second_opt(Some(Cons(1, Cons(2, Nil())))) }", "@two : fn () -> Optional[int32]"},
	{"A3 A5 A8", "@second_opt(Some(Nil()))", "P0320 nothing decides the whole type of `Nil()`: it is `List[_]`"},
	{"A3 A5 A8", "@second_opt(None())", "P0320 nothing decides the whole type of `None()`: it is `Optional[List[_]]`"},
	{"A5 A10", "def @in(%l : List[int32]) { @map(fn(%i) { %i * 2 }, %l) }", "@in : fn (List[int32]) -> List[int32]"},
	{"A5 A10", "def @in(%l1 : List[int32], %l2 : List[int32]) { @foldr(fn(%h, %z) { Cons(%h, %z) }, %l2, %l1) }", "@in : fn (List[int32], List[int32]) -> List[int32]"},
	{"A5 A10 A12", "def @in(%ll : List[List[int32]]) { @foldl(@concat, Nil(), %ll) }", "@in : fn (List[List[int32]]) -> List[int32]"},
	{"A5 A10", "def @encode<st, it, out>(%cell : fn(st, it) -> (st, out), %input : List[it], %init : st) -> st {\n  @foldl(fn(%state, %in) { %cell(%state, %in).0 }, %init, %input)\n}", "@encode : fn [st, it, out](fn (st, it) -> (st, out), List[it], st) -> st"},
	{"A3 A5", "def @gen<st, it, out>(%cell : fn(st, it) -> (st, out), %input : fn(st) -> Optional[it], %state : st) -> Optional[(out, st)] {\n" +
		"  match(%input(%state)) {\n    case Some(%n) { let %o = %cell(%state, %n); Some((%o.1, %o.0)) }\n    case None() { None() }\n  }\n}",
		"@gen : fn [st, it, out](fn (st, it) -> (st, out), fn (st) -> Optional[it], st) -> Optional[(out, st)]"},
	{"A5", "@zip : fn<a, b>(List[a], List[b]) -> List[(a, b)]\n" +
		"@map_accumr : fn<a, b, c>(fn(a, b) -> (a, c), a, List[b]) -> (a, List[c])\n@map_accuml : fn<a, b, c>(fn(a, b) -> (a, c), a, List[b]) -> (a, List[c])\n" +
		"def @both<s, t, i, o, p>(%c, %d, %s : s, %t : t, %input : List[i]) -> List[(o, p)] {\n  @zip(@map_accumr(%c, %s, %input).1, @map_accuml(%d, %t, %input).1)\n}",
		"@both : fn [s, t, i, o, p](fn (s, i) -> (s, o), fn (t, i) -> (t, p), s, t, List[i]) -> List[(o, p)]"},
	{"B3", "def @in(%a : Tensor[(10, 10), float32], %b : Tensor[(10, 10), float32]) { @plus<(10, 10)>(%a, %b) }", "@in : fn (Tensor[(10, 10), float32], Tensor[(10, 10), float32]) -> Tensor[(10, 10), float32]"},
	{"B3", "def @in(%a : Tensor[(10, 10), float32], %b : Tensor[(10, 10), float32]) { @plus<(10, 11)>(%a, %b) }", "P0310 expected `Tensor[(10, 11), float32]`, found `Tensor[(10, 10), float32]`"},
	{"B4", "op same : fn<t>(t) -> t where Identity\ndef @in(%a : int32) { same(%a) }", "@in : fn (int32) -> int32"},
	{"B5", "op flat : fn<t, o>(t) -> o where Flatten\ndef @in(%a : Tensor[(4, 2, 3), int8]) { flat(%a) }", "@in : fn (Tensor[(4, 2, 3), int8]) -> Tensor[(4, 6), int8]"},
	{"B6", "def @in(%a : Tensor[(4, 1), int8], %b : Tensor[(3), int8]) { add(%a, %b) }", "@in : fn (Tensor[(4, 1), int8], Tensor[(3), int8]) -> Tensor[(4, 3), int8]"},
	{"", "def @in<t : Type>(%a : Tensor[t, float32]) { %a }", "P0316 the type parameter `t` has the kind Type, but a Shape is needed here"},
}

// TestSeeds checks that each block is accepted with its types or rejected as specified, and applies the certain fixes
// of its slips one after another.
func TestSeeds(t *testing.T) {
	fixed := make(map[string][]byte)
	before := func(needs string) (files []*lang.File) {
		for _, name := range strings.Fields(needs) {
			f := lang.NewFile(name+".rly", fixed[name])
			f.Position(0)
			files = append(files, f)
		}
		return files
	}
	for _, b := range seedBlocks {
		text, err := os.ReadFile("../../examples/relay/seed/" + b.name + ".rly")
		if err != nil {
			t.Fatal(err)
		}
		var r *patterns.Result
		var codes []string
		for round := 0; ; round++ {
			r = analyze(context.Background(), lang.Join(before(b.needs), lang.NewFile(b.name+".rly", text)), language.Options{Settings: language.Settings{Dialect: "doc"}})
			codes = nil
			var certain []lang.Edit
			for _, d := range r.Diagnostics {
				if !r.File.InMain(d.Span) || d.Secondary {
					continue
				}
				codes = append(codes, string(d.Code))
				for _, f := range d.Fixes {
					if f.Grade == "machine" && !f.Checked && b.name != "A17" { // A17 has more mistakes, which show after this fix
						t.Errorf("%s: %s is not checked\n%s", b.name, f.Title, text)
					}
					if f.Grade == "machine" && certain == nil {
						certain = slices.Clone(f.Edits)
					}
				}
			}
			if round == 0 && strings.Join(codes, " ") != b.wrong {
				t.Errorf("%s has %v, want %s", b.name, codes, b.wrong)
			}
			if certain == nil || round > 20 {
				break
			}
			for i := range certain {
				certain[i].Span.Start -= r.File.Home().Start
				certain[i].Span.End -= r.File.Home().Start
			}
			text = lang.AppendEdited(nil, text, lang.Span{End: int32(len(text))}, certain)
		}
		fixed[b.name] = text
		if got := strings.Join(codes, " "); got != b.left {
			t.Errorf("%s is left with %s, want %s\n%s", b.name, got, b.left, text)
		}
		hasTypes(t, b.name, r, b.types)
	}
	for _, c := range seedUses {
		file := lang.Join(before(c.before), lang.NewFile("use.rly", []byte(c.source)))
		r := analyze(context.Background(), file, language.Options{Settings: language.Settings{Dialect: "doc"}})
		if got := cameOf(r); got != c.want {
			t.Errorf("%s after %s\ngot  %s\nwant %s", c.source, c.before, got, c.want)
		}
	}
	for _, o := range openSeeds {
		i := slices.IndexFunc(seedBlocks, func(b seedBlock) bool { return b.name == o.name })
		file := lang.Join(before(seedBlocks[i].needs), lang.NewFile(o.name+".rly", fixed[o.name]))
		r := analyze(context.Background(), file, language.Options{Settings: language.Settings{Dialect: "doc", Generalize: true}})
		for _, d := range r.Diagnostics {
			if d.Code == lang.Underdetermined {
				t.Errorf("%s: %s", o.name, d.Message)
			}
		}
		hasTypes(t, o.name, r, append(slices.Clone(seedBlocks[i].types), o.types...))
	}
}

// hasTypes checks that a program has definitions with some types, counting duplicates.
func hasTypes(t *testing.T, name string, r *patterns.Result, want []string) {
	t.Helper()
	var types []string
	for d, def := range r.Definitions {
		if r.File.InMain(def.Span) {
			v := r.Solver.View(int32(d))
			types = append(types, def.Name+" : "+r.Front.Signature(v.Scheme, v.In, v.Out))
		}
	}
	for _, w := range want {
		i := slices.Index(types, w)
		if i < 0 {
			t.Errorf("%s: no %s among %q", name, w, types)
			continue
		}
		types = slices.Delete(types, i, i+1)
	}
}
