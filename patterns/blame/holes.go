package blame

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// When the place at fault is taken away, no error is left. Nothing else says as much
// about a place. A place in the definition itself is left out of its constraints. For a
// place in another definition, and where several definitions are in error, the part of
// the program that the place has an effect on is derived again, with a hole there.

// A Deriver derives parts of the program with changes of its text.
type Deriver interface {
	// Trial returns a trial of edits, in the order of the text, that change one definition,
	// -1 for any, and may fix another.
	Trial(changed, def int32, edits []lang.Edit) Trial
	// Debt is what trials have cost beyond their sizes since the last call, in sites.
	Debt() int
}

// A Trial derives the part of the program that changes may have an effect on.
type Trial struct {
	Size int // in sites; 0 if the outcome is known
	// Try makes the changes. It returns the definitions that have no conflict any more, in
	// their order.
	Try func() (cleared []int32)
}

// Places of a definition of more than maxHoleSize sites are not left out to see what
// happens.
const maxHoleSize = 20_000

// SitesPerFile is how many sites are derived with holes for all diagnostics of a file.
const SitesPerFile = 600_000

const (
	holeShare   = 8 // of what is left, one diagnostic takes at most this part,
	trialsLeast = 8 // but so many trials in any case
)

// An account bounds what the trials for one diagnostic take of the budget.
type account struct {
	*Blamer
	each, trials int
}

// afford reports whether a trial of some size may be made, and takes its cost.
func (a *account) afford(size int) bool {
	a.take(a.deriver.Debt())
	if size > *a.Budget || size > a.each && a.trials >= trialsLeast {
		return false
	}
	a.take(size)
	a.trials++
	return true
}

func (a *account) take(sites int) {
	*a.Budget -= sites
	a.each -= sites
}

// holes finds out without which places the definition is fine, and what else is fine
// then. It tries the sides of the contradiction first.
func (b *Blamer) holes(c *explain.Contradiction, list []Suspect) {
	b.ownHoles(c, list)
	bad := b.InError()
	note := func(s *Suspect, cleared int) {
		f := &s.Features
		f[featHole], f[featShare] = 1, float64(cleared)/float64(bad)
		if cleared == bad {
			f[featClear] = 1
		}
	}
	// Past the budget nothing is known of a place. So the likely places come first, and
	// where they stand in the file does not matter.
	order := make([]*Suspect, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(s, t *Suspect) int {
		return cmp.Or(cmp.Compare(t.Features[featWitness], s.Features[featWitness]), b.order(c.Def, s, t))
	})
	budget := account{Blamer: b, each: *b.Budget / holeShare}
	for _, s := range order {
		switch own := s.Def == c.Def; {
		case own && s.Features[featHole] == 0: // it does not even fix this definition
		case own && bad == 1:
			note(s, 1)
		case s.Def < 0:
			u := b.useOf(b.typeAround(s.Site))
			if !u.tried {
				if b.deriver == nil || len(u.holes) == 0 {
					continue
				}
				trial := b.deriver.Trial(-1, c.Def, u.holes)
				if !budget.afford(trial.Size) {
					return
				}
				u.cleared, u.tried = trial.Try(), true
			}
			if slices.Contains(u.cleared, c.Def) {
				note(s, len(u.cleared))
			}
		case b.deriver != nil && b.hasHole(s.Site):
			trial := b.deriver.Trial(s.Def, c.Def, []lang.Edit{b.hole(s.Place)})
			if !budget.afford(trial.Size) {
				return
			}
			if cleared := trial.Try(); slices.Contains(cleared, c.Def) {
				note(s, len(cleared))
			}
		}
	}
}

// ownHoles finds out, from the constraints of the definition, without which of its places
// it is fine.
func (b *Blamer) ownHoles(c *explain.Contradiction, list []Suspect) {
	at := make(map[Place]int)
	for i := range list {
		if s := &list[i]; s.Def == c.Def {
			at[s.Place] = i
		}
	}
	if !b.isSmall(c.Def) || len(at) == 0 || b.Explainer().Spent() {
		return
	}
	for i, sound := range b.Explainer().WithoutEach(c.Def, len(list), func(s explain.Source) int {
		if i, ok := at[b.PlaceOf(s)]; ok {
			return i
		}
		return -1
	}) {
		if sound {
			list[i].Features[featHole] = 1
		}
	}
}

// isSmall reports whether the outcome without a place of a definition is tried.
func (b *Blamer) isSmall(d int32) bool {
	def := b.Definition(d)
	return def.Root-def.First < maxHoleSize
}

// hasHole reports whether the language has a hole for a site.
func (b *Blamer) hasHole(site int32) bool {
	return b.holeAt != nil && b.holeAt(site) != ""
}

// hole is the edit that makes a hole of a place, or puts one into a seam.
func (b *Blamer) hole(p Place) lang.Edit {
	s := b.Span(p.Site)
	if p.Seam {
		s.End = s.Start
	}
	return lang.Edit{Span: s, Text: " " + b.holeAt(p.Site) + " "}
}
