package repair

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

func trialsOf(source string) (*tiny, *Trials) {
	t := deriveTiny(lang.NewFile("in.tiny", []byte(source)))
	return t, NewTrials(t.repairProgram(), nil)
}

// clashOf returns the first contradiction of a definition.
func clashOf(t *testing.T, p *tiny, d int32) *explain.Contradiction {
	t.Helper()
	all, _ := p.Explainer().Contradictions(d, 1, func(*explain.Contradiction) func(explain.Source) bool {
		return func(explain.Source) bool { return false }
	})
	if len(all) == 0 {
		t.Fatalf("nothing is wrong with %s of\n%s", p.DefName(d), p.File.Src)
	}
	return all[0]
}

// placesOf returns the places of the sides.
func placesOf(p *tiny, c *explain.Contradiction) (list []Place) {
	for i := range c.Facts {
		list = append(list, Place{Site: p.FactSite(&c.Facts[i])})
	}
	return list
}

func edited(src string, edits []lang.Edit) string {
	return string(lang.AppendEdited(nil, []byte(src), lang.Span{End: int32(len(src))}, edits))
}

// A language with little more than a syntax and rules gets changes, and each of them was tried.
func TestRepairs(t *testing.T) {
	const box = "box = {x: .a, y: .b, z: .c, w: .b}\n"
	for _, c := range []struct{ name, source, title, grade, want string }{
		{"a misspelt field", "g = .width\nf = {width: 1, height: 2} .widht",
			"use `.width`", "machine", "g = .width\nf = {width: 1, height: 2} .width"},
		{"misspelt in the product", "g = .width\nf = {widht: 1, height: 2} .width",
			"rename the field to `width`", "machine", "g = .width\nf = {width: 1, height: 2} .width"},
		{"a misspelt function", "area = {w: .wide}\nareas = {w: .first}\nf = {wide: 1} areas",
			"use `area` in place of `areas`", "maybe", "area = {w: .wide}\nareas = {w: .first}\nf = {wide: 1} area"},
		{"the other order", "g = .wide .box .wide\nf = {box: {wide: 1}} .wide .box",
			"swap `.wide` and `.box`", "maybe", "g = .wide .box .wide\nf = {box: {wide: 1}} .box .wide"},
		{"a field that can be read is missing", box + "f = {a: .a, c: .b} box",
			"add the field `b`: `b: .b`", "maybe", box + "f = {a: .a, c: .b, b: .b} box"},
		{"a field is missing", box + "f = {a: 1, c: 2} box",
			"add the field `b`, with its value in place of the `0`", "has-holes", box + "f = {a: 1, c: 2, b: 0} box"},
		{"a step is missing", "g = {p: 1} .p\nf = {p: {q: 1, r: 2}} .q",
			"read the field `.p` here", "maybe", "g = {p: 1} .p\nf = {p: {q: 1, r: 2}} .p .q"},
	} {
		p, w := trialsOf(c.source)
		d := int32(slices.IndexFunc(p.Defs, func(d message.Definition) bool { return d.Name == "f" }))
		clash := clashOf(t, p, d)
		fixes, _ := w.Repairs(clash, lang.Span{}, placesOf(p, clash), nil, false, NewBudget(), nil)
		var list []string
		for _, f := range fixes {
			text := edited(c.source, f.Edits)
			list = append(list, f.Title.String()+" ("+f.Grade+")\n"+text)
			q := deriveTiny(lang.NewFile("in.tiny", []byte(text)))
			if q.errors > 0 || len(q.Solver.Conflicts(d)) > 0 || !f.Checked {
				t.Errorf("%s: %s leaves an error", c.name, f.Title)
			}
		}
		if !slices.Contains(list, c.title+" ("+c.grade+")\n"+c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s (%s)\n%s", c.name, strings.Join(list, "\n"), c.title, c.grade, c.want)
		}
	}
}

const mistake = "g = .width\nf = {width: 1, height: 2} .widht"

// Changes outside of the contradiction's core are not tried, and without a budget no change is.
func TestTrials(t *testing.T) {
	p, w := trialsOf(mistake)
	clash := clashOf(t, p, 1)
	try := func(stays func(x, y int32) bool, budget *Budget) (fixes, mends int) {
		w.outcomes = nil
		f, m := w.Repairs(clash, lang.Span{}, placesOf(p, clash), stays, false, budget, nil)
		return len(f), len(m)
	}
	if fixes, mends := try(func(x, y int32) bool { return true }, NewBudget()); fixes+mends > 0 {
		t.Errorf("%d and %d changes of what has no part in it", fixes, mends)
	}
	for left := range 20 * w.Size {
		b := &Budget{Left: left, Each: left}
		if fixes, mends := try(nil, b); b.Left < 0 || b.Left == left && fixes+mends > 0 || left < 2 && b.Left < left {
			t.Errorf("%d sites: %d and %d changes, %d sites left", left, fixes, mends, b.Left)
		}
	}
	b := NewBudget()
	if fixes, mends := try(nil, b); fixes == 0 || mends == 0 || b.Left == PerFile {
		t.Errorf("%d and %d changes, %d sites left", fixes, mends, b.Left)
	}
}

// A change is derived once and gives the same outcome each time.
func TestTrialsAreKnown(t *testing.T) {
	p, w := trialsOf(mistake)
	clash := clashOf(t, p, 1)
	repairs := func(b *Budget) string {
		fixes, _ := w.Repairs(clash, lang.Span{}, placesOf(p, clash), nil, false, b, nil)
		return fmt.Sprint(fixes)
	}
	first, again := NewBudget(), NewBudget()
	if x, y := repairs(first), repairs(again); x != y || first.Left == PerFile || again.Left != PerFile {
		t.Errorf("%s for %d sites, then %s for %d", x, PerFile-first.Left, y, PerFile-again.Left)
	}
	// An outcome for a part holds for a smaller part, not for a larger one.
	_, w = trialsOf(chain)
	below, both := w.Region([]int32{1}, nil), w.Region([]int32{1, 2}, nil)
	at := w.Definition(1).Span.End
	edits := []lang.Edit{{Span: lang.Span{Start: at, End: at}, Text: " .w"}}
	w.Outcome(below, edits, -1)
	other := []lang.Edit{{Span: edits[0].Span, Text: " .v"}}
	if w.Known(below, edits) == nil || w.Known(both, edits) != nil || w.Known(below, other) != nil {
		t.Error("what is known of a part")
	}
	o := w.Outcome(both, edits, -1)
	if w.Known(both, edits) != o || w.Known(w.Region([]int32{2}, nil), edits) != o {
		t.Error("what is known of a larger part")
	}
}

func TestAllowance(t *testing.T) {
	debt := 30
	b := &Budget{Left: 500, Each: 200}
	p := b.allowed(&debt)
	if p.each != 166 {
		t.Errorf("of 500 and 200 one contradiction takes %d", p.each)
	}
	if !p.afford(50, 1) || b.Left != 420 || debt != 0 {
		t.Errorf("%d left, debt %d", b.Left, debt)
	}
	if !p.afford(100, 1) {
		t.Error("too few trials")
	}
	p.trials = trialsLeast
	if p.afford(1, 1) || b.Left != 320 {
		t.Errorf("more than its part: %d left", b.Left)
	}
}

// If several changes make the same text, the cheapest one remains.
func TestDistinct(t *testing.T) {
	_, w := trialsOf("f = .a  .b")
	r := newRepairer(w, nil, 0)
	insert := func(at int32, text string) []lang.Edit {
		return []lang.Edit{{Span: lang.Span{Start: at, End: at}, Text: text}}
	}
	r.list = []Proposal{
		{title: lang.Text("first"), edits: insert(6, " .c"), sites: []int32{1}},
		{title: lang.Text("same"), edits: insert(8, ".c "), sites: []int32{2}, free: true, plainCost: 5},
		{title: lang.Text("none"), sites: []int32{1}},
		{title: lang.Text("other"), edits: insert(10, " .c"), sites: []int32{1}},
	}
	list := r.distinct(r.list)
	if len(list) != 2 || list[0].title.String() != "first" || list[1].title.String() != "other" {
		t.Fatalf("got %+v", list)
	}
	if p := list[0]; !slices.Equal(p.sites, []int32{1, 2}) || !p.free || p.plainCost != 5 {
		t.Errorf("the first is %+v", p)
	}
}

// Places that state a side come first, followed by their neighbours in a composition.
func TestSpots(t *testing.T) {
	p, w := trialsOf("f = {a: 1, b: 2} .c .d")
	r := newRepairer(w, clashOf(t, p, 0), 0)
	var list []string
	for _, s := range r.spots(nil) {
		list = append(list, fmt.Sprint(w.sourceOf(s.Site), " ", s.Side))
	}
	want := []string{"{a: 1, b: 2} 0", ".c 1", ".d -1"}
	if list[0][0] == '.' {
		want[0], want[1] = ".c 0", "{a: 1, b: 2} 1"
	}
	if !slices.Equal(list, want) {
		t.Errorf("got %q, want %q", list, want)
	}
}

// A field that only one side has is removed with its comma.
func TestRemoveField(t *testing.T) {
	for _, c := range []struct{ keep, want string }{
		{"a", "{a: 1}"}, {"b", "{b: 2}"},
	} {
		const source = "{a: 1, b: 2}"
		p, w := trialsOf("f = " + source)
		r := newRepairer(w, nil, 0)
		l, _ := p.Labels.Lookup(c.keep)
		r.Sides = []Side{{}, {View: View{Labels: []unify.Label{l}}}}
		slots := p.Slots(p.Defs[0].Root)
		r.removeField(Spot{Site: p.Defs[0].Root}, slots)
		if len(r.list) != 1 || edited("f = "+source, r.list[0].edits) != "f = "+c.want {
			t.Errorf("without all but %s: %+v", c.keep, r.list)
		}
	}
}

func TestKinds(t *testing.T) {
	names := make(map[string]bool)
	for _, k := range Kinds {
		if k.Side > k.Else || names[k.Name] {
			t.Errorf("%+v", *k)
		}
		names[k.Name] = true
	}
}

// When a change is accepted, only those that cost more are limited to further sites.
func TestFurtherTrials(t *testing.T) {
	extra := 0
	p := NewBudget().allowed(&extra)
	p.best = 5
	if !p.afford(further, 6) || p.afford(1000, 6) || !p.afford(1000, 5) {
		t.Errorf("%d sites are spent", p.spent)
	}
}
