package blame

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// {() width, () height} () .widht, together with a definition with the right label.
func misspelt() []site {
	return []site{
		0: {kind: message.Passes}, 1: {kind: message.Passes},
		2: {kind: message.Product, kids: []int32{0, 1}, labels: "width height"},
		3: {kind: message.Passes},
		4: {kind: message.Reads, labels: "widht"},
		5: {kind: message.Composes, kids: []int32{2, 3, 4}},
	}
}

func TestSuspects(t *testing.T) {
	p := derived(misspelt(), []site{{kind: message.Reads, labels: "width"}})
	b := New(p, nil, nil)
	c := contradiction(t, p, 0)
	list := b.Suspects(c)
	byPlace := make(map[Place]*Suspect)
	for i := range list {
		byPlace[list[i].Place] = &list[i]
	}
	for place, has := range map[Place]string{
		{Site: 4}:             "hole, all fine, share fine, witness, rare, near, misspelt, rare here, dot, side: dot",
		{Site: 3}:             "hole, all fine, share fine, identity",
		{Site: 3, Seam: true}: "hole, all fine, share fine, seam",
	} {
		s := byPlace[place]
		if s == nil {
			t.Errorf("%v is not a suspect", place)
			continue
		}
		got := strings.Split(names(&s.Features), ", ")
		for _, name := range strings.Split(has, ", ") {
			if !slices.Contains(got, name) {
				t.Errorf("%v lacks %q: %v", place, name, got)
			}
		}
	}
	for i := range list[1:] {
		if list[i].Score < list[i+1].Score {
			t.Errorf("%v is before %v, which is likelier", list[i].Place, list[i+1].Place)
		}
	}
	reported := b.Reported(c, b.Listed(0, list), nil)
	if reported[0].Span != list[0].Shown() || reported[0].Out == "" {
		t.Errorf("reported first: %v", reported[0])
	}
}

// A change that fixes the error makes its place the likeliest.
func TestRepairable(t *testing.T) {
	p := derived(misspelt(), []site{{kind: message.Reads, labels: "width"}})
	b := New(p, nil, nil)
	list := b.Suspects(contradiction(t, p, 0))
	label := p.Slots(2)[0].Span
	repairs := []repair.Repair{
		{Kind: repair.Typo, Sites: []int32{2}, Edits: []lang.Edit{{Span: label, Text: "widht"}}, Near: true, Cleared: 1},
		{Kind: repair.Drop, Sites: []int32{2, 4}, Cleared: 1},
	}
	if !b.Repairable(list, repairs, nil) {
		t.Fatal("no place is mendable")
	}
	b.Rank(0, list)
	for i := range list {
		s := &list[i]
		got := names(&s.Features)
		switch s.Place {
		case Place{Site: 2}:
			if i != 0 || s.Shown() != label || !strings.Contains(got, "fixed, sure, renamed, by label") {
				t.Errorf("%d: %v: %s", i, s.Shown(), got)
			}
		case Place{Site: 4}:
			if !strings.Contains(got, "fixed again, by drop") {
				t.Errorf("the reader has %s", got)
			}
		default:
			if strings.Contains(got, "fixed") {
				t.Errorf("%v has %s", s.Place, got)
			}
		}
	}
	// If a label may be wrong, the whole is listed as well, as less likely.
	list = b.Listed(0, list)
	whole := func(s Suspect) bool { return s.Shown() == p.Span(2) }
	if list[0].Shown() != label || !slices.ContainsFunc(list[1:], whole) {
		t.Errorf("listed first: %v", list[0].Shown())
	}
}

// If one of several labels may be wrong, each is listed, after the whole.
func TestSeveralLabels(t *testing.T) {
	p := derived([]site{
		{kind: message.Passes}, {kind: message.Passes},
		{kind: message.Product, kids: []int32{0, 1}, labels: "width height"},
		{kind: message.Reads, labels: "colour"}, {kind: message.Composes, kids: []int32{2, 3}},
	})
	b := New(p, nil, nil)
	list := b.Listed(0, b.Suspects(contradiction(t, p, 0)))
	at := func(span lang.Span) int {
		return slices.IndexFunc(list, func(s Suspect) bool { return !s.Seam && s.Shown() == span })
	}
	whole := at(p.Span(2))
	for _, slot := range p.Slots(2) {
		if i := at(slot.Span); whole < 0 || i < whole || list[i].Features[featOneLabel] != 1 {
			t.Errorf("the whole is listed at %d, a label of it at %d", whole, i)
		}
	}
}

// After the first suspects, another suspect replaces the whole of a listed label.
func TestListed(t *testing.T) {
	span := func(i int32) lang.Span { return lang.Span{Start: i, End: i + 1} }
	one := func(site int32) Suspect { return Suspect{Place: Place{Site: site}, Span: span(site)} }
	label, whole := one(10), one(10)
	label.Label = span(100)
	whole.Features[featWhole] = 1
	for _, test := range []struct {
		list []Suspect
		want []int
	}{
		{[]Suspect{label, one(1), one(2), whole, one(3), one(4)}, []int{0, 1, 2, 4, 5}},
		{[]Suspect{label, one(1), one(2), whole, one(3)}, []int{0, 1, 2, 3, 4}}, // a place is left
		{[]Suspect{label, one(1), whole, one(2), one(3), one(4)}, []int{0, 1, 2, 3, 4}},
		{[]Suspect{one(1), one(2), one(3), whole, label, one(4)}, []int{0, 1, 2, 3, 4}}, // the whole is listed before its label
		{[]Suspect{one(1), one(1), one(2), one(3), one(4), one(5), one(6)}, []int{0, 2, 3, 4, 5}},
		{nil, nil},
	} {
		if got := toList(test.list); !slices.Equal(got, test.want) {
			t.Errorf("%v are reported, not %v", got, test.want)
		}
	}
}

// Among equally likely suspects, projections come after others, and the last projection first.
func TestOrder(t *testing.T) {
	p := derived([]site{
		{kind: message.Passes}, {kind: message.Reads, labels: "width"}, {kind: message.Passes}, {kind: message.Reads, labels: "width"},
		{kind: message.Composes, kids: []int32{0, 1, 2, 3}},
	})
	list := []Suspect{
		{Place: Place{Site: 0}}, {Place: Place{Site: 1}}, {Place: Place{Site: 2}}, {Place: Place{Site: 3}},
	}
	New(p, nil, nil).Rank(0, list)
	var got []int32
	for i := range list {
		got = append(got, list[i].Site)
	}
	if want := []int32{0, 2, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, not %v", got, want)
	}
}

// fakeDeriver is a Deriver in which some edits clear some definitions.
type fakeDeriver struct {
	size, owed int
	repairs    map[int32]int // by the start of an edit: the definitions that it clears
	tried      []int32
}

func (w *fakeDeriver) Trial(_, def int32, edits []lang.Edit) Trial {
	return Trial{Size: w.size, Try: func() (cleared []int32) {
		w.tried = append(w.tried, edits[0].Span.Start)
		for i := range int32(w.repairs[edits[0].Span.Start]) {
			cleared = append(cleared, def+i)
		}
		return cleared
	}}
}

func (w *fakeDeriver) InErrorWith(int32) int { return 1 }

func (w *fakeDeriver) Debt() int {
	owed := w.owed
	w.owed = 0
	return owed
}

// A place in a callee is tried with a hole, as far as the budget allows.
func TestHolesInCallees(t *testing.T) {
	callee := []site{{kind: message.Passes}, {kind: message.Product, kids: []int32{0}, labels: "a"}}
	caller := []site{
		{kind: message.Calls, callee: 0}, {kind: message.Reads, labels: "b"}, {kind: message.Composes, kids: []int32{2, 3}},
	}
	for _, test := range []struct {
		name      string
		size      int
		want      string
		exhausted bool
	}{
		{name: "affordable", size: 10, want: "callee"},
		{name: "too large", size: SitesPerFile + 1, exhausted: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := derived(callee, caller)
			w := &fakeDeriver{size: test.size, owed: 7, repairs: map[int32]int{p.Span(1).Start: 1}}
			b := New(p, underscore, w)
			list := b.Suspects(contradiction(t, p, 1))
			if test.exhausted {
				if len(w.tried) > 0 || *b.Budget != SitesPerFile-7 {
					t.Errorf("tried %v, left %d", w.tried, *b.Budget)
				}
				return
			}
			i := slices.IndexFunc(list, func(s Suspect) bool { return s.Place == Place{Site: 1} })
			if i < 0 {
				t.Fatal("the callee is not suspected")
			}
			if got := names(&list[i].Features); !strings.Contains(got, "hole, all fine, share fine, witness, callee") {
				t.Error(got)
			}
			if *b.Budget != SitesPerFile-7-test.size*len(w.tried) {
				t.Errorf("%d trials, left %d", len(w.tried), *b.Budget)
			}
		})
	}
}

func TestKindFeatures(t *testing.T) {
	sites := []site{
		{kind: message.Passes}, {kind: message.Passes}, {kind: message.Composes, kids: []int32{0, 1}},
		{kind: message.Passes}, {kind: message.Product, kids: []int32{2, 3}, labels: "x y"},
	}
	b := New(derived(sites), nil, nil)
	for place, want := range map[Place]string{
		{Site: 0}: "identity", {Site: 1, Seam: true}: "seam", {Site: 2}: "vector", {Site: 3}: "idle identity", {Site: 4}: "product",
	} {
		if got := FeatureNames[b.kindFeature(place)]; got != want {
			t.Errorf("%v: %s", place, got)
		}
	}
	for kind, want := range map[message.Kind]string{
		message.Reads: "dot", message.Injects: "variant", message.Variant: "variant", message.Declares: "type", message.Filters: "filter",
		message.Literal: "literal", message.Joins: "merge", message.Collects: "vector", message.Opens: "vector", message.Other: "type definition",
	} {
		one := New(derived([]site{{kind: kind, labels: "x"}}), nil, nil)
		if got := FeatureNames[one.kindFeature(Place{})]; got != want {
			t.Errorf("%v: %s", kind, got)
		}
	}
}

// Among equally likely suspects, those of the definition come first, by their position in it.
func TestRankOfEquals(t *testing.T) {
	b := New(derived(misspelt(), misspelt()[:1]), nil, nil)
	list := []Suspect{
		{Place: Place{Site: 6}, Def: 1}, {Place: Place{Site: 4}}, {Place: Place{Site: 2}},
		{Place: Place{Site: 5}, Features: Features{featClear: 1}},
	}
	b.Rank(0, list)
	var got []int32
	for _, s := range list {
		got = append(got, s.Site)
	}
	if want := []int32{5, 2, 4, 6}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// A constraint that is cited twice gets the least depth and the least distance from the ends.
func TestCited(t *testing.T) {
	steps := []unify.ProofStep{
		{Rule: unify.ByEquation, C: 0},
		{Rule: unify.ByEquation, C: 1},
		{Rule: unify.ByEquation, C: 2},
		{Rule: unify.ByChain, Premises: []int32{0, 1, 2}},
		{Rule: unify.ByLabel, C: 3, C2: 4, Premises: []int32{3}},
		{Rule: unify.ByEquation, C: 5},
		{Rule: unify.ByClash, Premises: []int32{4, 0}},
	}
	got := cited(steps, []int{0, 1, 1, 2, -1, 3}, 4)
	want := []position{{0, 0}, {1, 0}, {0, 0}, {unreached, unreached}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	if got := cited(steps[:4], []int{0, 1, 0}, 2); got[1] != (position{0, 1}) {
		t.Errorf("in the middle of the chain: %v", got[1])
	}
}

// typed is a language with types; it knows the sites that name them.
type typed struct {
	repair.Language
	names map[int32]int32
	types []message.Definition
}

func (t typed) TypeDefinitions() int { return len(t.types) }

func (t typed) TypeDefinition(i int32) message.Definition { return t.types[i] }

func (t typed) TypeNamed(site int32) int32 {
	if t, ok := t.names[site]; ok {
		return t
	}
	return -1
}

func underscore(int32) string { return "_" }

// A type definition may be used through others, and all its uses are left out at once.
func TestTypes(t *testing.T) {
	p := derived([]site{
		{kind: message.Declares}, {kind: message.Declares}, {kind: message.Composes, kids: []int32{0, 1}},
	})
	p.Size = 6
	names, types := map[int32]int32{0: 0, 1: 1, 3: 1}, []message.Definition{{First: 3, Root: 4}, {First: 5, Root: 5}}
	p.Language = typed{p.Language, names, types}
	toy := p.Syntax.(*toy)
	toy.Nodes = append(toy.Nodes, message.Node{}, message.Node{Kids: []int32{3}}, message.Node{})
	b := New(p, underscore, nil)
	if got := len(b.useOf(0).holes); got != 1 {
		t.Errorf("%d sites speak of the first type", got)
	}
	if got := len(b.useOf(1).holes); got != 2 {
		t.Errorf("%d sites speak of the second type", got)
	}
	list := []Suspect{
		{Place: Place{Site: 0}}, {Place: Place{Site: 1}},
		{Place: Place{Site: 4}, Def: -1}, {Place: Place{Site: 5}, Def: -1},
	}
	for j, want := range []bool{false, false, true, false} {
		if got := b.changes(list, j, 3); got != want {
			t.Errorf("a change of the first type changes %v: %v", list[j].Place, got)
		}
	}
}

// A place with much information is left out only if no other place can be.
func TestToLeaveOut(t *testing.T) {
	b := New(derived([]site{
		{kind: message.Declares}, {kind: message.Calls, callee: -1}, {kind: message.Reads, labels: "x"}, {kind: message.Passes},
		{kind: message.Product, kids: []int32{0, 1, 2, 3}, labels: "a b c d"},
	}), nil, nil)
	suspects := func(sites ...int32) (list []Suspect) {
		for _, site := range sites {
			list = append(list, Suspect{Place: Place{Site: site}})
		}
		return list
	}
	all := func(*Suspect) bool { return true }
	for _, test := range []struct {
		list []Suspect
		of   func(*Suspect) bool
		want int32
	}{
		{suspects(0, 4, 1, 2, 3), nil, 2},
		{suspects(0, 4, 1), nil, 4},
		{suspects(0, 4, 1), all, 1},
		{suspects(0, 4, 1), func(s *Suspect) bool { return s.Site == 0 }, 0},
	} {
		if s := b.ToLeaveOut(test.list, test.of); s == nil || s.Site != test.want {
			t.Errorf("%v: %v, not %d", test.list, s, test.want)
		}
	}
	if s := b.ToLeaveOut(nil, nil); s != nil {
		t.Errorf("of nothing: %v", s)
	}
}
