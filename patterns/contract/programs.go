package contract

import "github.com/patgraph/patgraph/patterns"

// A Side is one of two programs.
type Side struct {
	Result *patterns.Result
	// Shows reports whether a definition is compared.
	Shows func(d int32) bool
	// Contract returns the contract of a definition, and false if only its own program uses it; nil: Terms.Of.
	Contract func(t *Terms, d int32) (c Contract, used bool)
	Words    Words
}

// A side is a Side with the contracts of its definitions.
type side struct {
	Side
	terms     *Terms
	list      []int32          // those that are compared, in the order of the text
	byName    map[string]int32 // the first with each name
	contracts map[int32]Contract
}

func newSide(s Side) *side {
	x := &side{Side: s, terms: newTerms(s), byName: make(map[string]int32), contracts: make(map[int32]Contract)}
	if s.Result == nil {
		return x
	}
	for i := range s.Result.Definitions {
		d := int32(i)
		name := s.Result.Definitions[d].Name
		if _, twice := x.byName[name]; twice || !s.Shows(d) {
			continue
		}
		if !s.Result.Definitions[d].Sound() {
		} else if !s.Result.Solver.Derivation(d).Derived {
			continue // it is derived within others
		} else if s.Contract == nil {
			x.contracts[d] = x.terms.Of(d)
		} else if c, used := s.Contract(x.terms, d); used {
			x.contracts[d] = c
		} else {
			continue
		}
		x.byName[name] = d
		x.list = append(x.list, d)
	}
	return x
}

// whyNot says why a definition is not sound.
func (s *side) whyNot(d int32) string {
	if x := &s.Result.Definitions[d]; x.OK && len(x.RelyOn) > 0 {
		return "`" + s.Result.Definitions[x.RelyOn[0]].Name + "`, which it uses, has an error"
	}
	return "it has an error"
}

// A Report has the changes of all definitions of two programs: first those of the new one in the order of its text,
// then those that are gone.
type Report struct {
	*Comparison
	Changes []*Change
}

// Compare compares all definitions of two programs; one of them may have no result. It costs about the sizes of their
// signatures, and of what differs once more for each definition that has changed.
func Compare(old, new Side) *Report {
	x, y := newSide(old), newSide(new)
	r := &Report{Comparison: newComparison(x.terms, y.terms)}
	var lost, added []*Change
	for _, d := range y.list {
		name := new.Result.Definitions[d].Name
		o, ok := x.byName[name]
		a, known := x.contracts[o]
		b, sound := y.contracts[d]
		ch := &Change{}
		switch {
		case !ok:
			ch, o = &Change{Relation: New, Level: Minor}, -1
			added = append(added, ch)
		case !sound && !known:
			ch = &Change{Relation: Different, Failed: y.whyNot(d) + ", as before"}
		case !sound:
			ch = &Change{Relation: Different, Level: Major, Failed: y.whyNot(d) + " now"}
		case !known:
			ch = &Change{Relation: Different, Level: Minor, Failed: "it had an error, so it could not be used"}
		default:
			ch = r.Comparison.compare(a, b)
		}
		ch.Name, ch.Old, ch.New = name, o, d
		r.Changes = append(r.Changes, ch)
	}
	for _, o := range x.list {
		name := old.Result.Definitions[o].Name
		if _, ok := y.byName[name]; !ok {
			lost = append(lost, &Change{Name: name, Relation: Gone, Level: Major, Old: o, New: -1})
		}
	}
	r.Changes = append(r.Changes, lost...)
	renamed(x, y, lost, added, r.same)
	return r
}

// renamed finds definitions that are gone and new ones with the same contract, if there is only one of each. Texts of
// signatures decide what is compared.
func renamed(old, new *side, lost, added []*Change, same func(a, b Contract) bool) {
	const most = 200 // bytes of either side of a signature
	text := func(s *side, d int32) string {
		takes, gives := s.Result.Front.ShortSignature(s.Result.Solver.View(d).Within(most))
		return takes + "\x00" + gives
	}
	was, is := make(map[string][]*Change), make(map[string][]*Change)
	for _, ch := range lost {
		if _, ok := old.contracts[ch.Old]; ok {
			was[text(old, ch.Old)] = append(was[text(old, ch.Old)], ch)
		}
	}
	for _, ch := range added {
		if _, ok := new.contracts[ch.New]; ok {
			is[text(new, ch.New)] = append(is[text(new, ch.New)], ch)
		}
	}
	for key, list := range is {
		before := was[key]
		if len(before) == 1 && len(list) == 1 && same(old.contracts[before[0].Old], new.contracts[list[0].New]) {
			list[0].Renamed, before[0].Renamed = before[0].Name, list[0].Name
		}
	}
}
