package repair

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

const chain = "a = .x\nb = a .y\nc = .z\nd = b c"

func TestReach(t *testing.T) {
	_, w := trialsOf(chain)
	if got := w.Above(0); !slices.Equal(got, []int32{0, 1, 3}) {
		t.Errorf("above a: %v", got)
	}
	if got := w.Below(1, 2); !slices.Equal(got, []int32{1, 2, 0}) {
		t.Errorf("below b and c: %v", got)
	}
}

// A region contains the dependencies of its definitions and nothing else, and can be derived.
func TestRegion(t *testing.T) {
	p, w := trialsOf(chain)
	g := w.Region([]int32{1}, nil)
	if !slices.Equal(g.Defs, []int32{0, 1}) || g.Size != 4 {
		t.Errorf("b and what it refers to: %v of %d sites", g.Defs, g.Size)
	}
	at := p.Defs[1].Span.End
	edits := []lang.Edit{{Span: lang.Span{Start: at, End: at}, Text: " .w"}}
	text, moved := w.Changed(g, edits)
	if string(text.Src) != "a = .x\nb = a .y .w" {
		t.Errorf("got %q", text.Src)
	}
	if x := w.Try(text, moved); !g.Same(x) || x.DefName(1) != "b" {
		t.Errorf("%d definitions", x.Definitions())
	}
	if other := []lang.Edit{{Span: p.Defs[2].Span}}; g.has(other) || !w.all.has(other) || !g.has(edits) {
		t.Error("which edits lie in a region")
	}
}

// Offsets are mapped into the text of a region with edits.
func TestMoved(t *testing.T) {
	p, w := trialsOf(chain)
	name := p.Defs[1].NameSpan
	edits := []lang.Edit{{Span: name, Text: "long"}}
	for _, g := range []*Region{w.all, w.Region([]int32{1, 2}, nil)} {
		text, at := w.Changed(g, edits)
		for e := range p.Nodes {
			s := p.Nodes[e].Span
			if d := p.Owner(int32(e)); !slices.Contains(g.Defs, d) {
				continue
			}
			if got := text.Text(lang.Span{Start: at(s.Start), End: at(s.End)}); got != p.File.Text(s) {
				t.Errorf("%q is at %q", p.File.Text(s), got)
			}
		}
	}
}

// The whole region of a program of several files has the same files.
func TestParts(t *testing.T) {
	first, last := lang.NewFile("1.tiny", []byte("a = .x")), lang.NewFile("2.tiny", []byte("b = a"))
	p := deriveTiny(lang.Join([]*lang.File{first}, last))
	w := NewTrials(p.repairProgram(), nil)
	text, _ := w.Changed(w.all, []lang.Edit{{Span: lang.Span{Start: 4, End: 6}, Text: ".long"}})
	parts := text.Parts()
	if len(parts) != 2 || string(parts[0].File.Src) != "a = .long" || string(parts[1].File.Src) != "b = a" {
		t.Errorf("%d parts of %q", len(parts), text.Src)
	}
}

// New text is separated from its neighbours where they would form one word.
func TestEdit(t *testing.T) {
	_, w := trialsOf("f = .a.b g")
	for _, c := range []struct {
		start, end int32
		text, want string
	}{
		{6, 8, "h", "f = .a h g"}, {4, 6, "h", "f = h.b g"}, {9, 10, ".c", "f = .a.b .c"},
		{6, 9, "", "f = .a g"}, {4, 8, "", "f =  g"},
		{6, 8, "-1", "f = .a -1 g"},
	} {
		got := edited("f = .a.b g", []lang.Edit{w.Edit(lang.Span{Start: c.start, End: c.end}, c.text)})
		if got != c.want {
			t.Errorf("%q for %d…%d: %q, want %q", c.text, c.start, c.end, got, c.want)
		}
	}
	for _, c := range []struct {
		at     int32
		text   string
		before bool
		want   string
	}{
		{6, ".c", false, "f = .a.c.b g"}, {6, "h", false, "f = .a h.b g"}, {4, ".c", true, "f = .c.a.b g"},
		{9, ".c", true, "f = .a.b .c g"}, {10, ".c", false, "f = .a.b g .c"},
	} {
		if got := edited("f = .a.b g", []lang.Edit{w.Insert(c.at, c.text, c.before)}); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.at, got, c.want)
		}
	}
}

// The labels that are similar to a misspelled label, and the spelling that the words of a text prefer.
func TestSpelling(t *testing.T) {
	p, w := trialsOf("f = .width .widht .with .height\ng = .width")
	l, _ := p.Labels.Lookup("widht")
	var near []string
	for _, m := range w.nearLabels(l) {
		near = append(near, p.Labels.Text(m))
	}
	if !slices.Equal(near, []string{"width"}) {
		t.Errorf("near to widht: %q", near)
	}
	if w.word("width") != 2 || w.word("f") != 1 || w.word("idth") != 0 || w.Count(l) != 1 {
		t.Error("wrong numbers of occurrences")
	}
	w.letters = 10
	if w.affordLetters("width", "widht") || w.affordLetters("a", "b") {
		t.Error("without a bound")
	}
}
