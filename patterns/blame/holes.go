package blame

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// If removing a place leaves no error, it is likely at fault; this is the strongest evidence. A place in the definition
// itself is removed from the definition's constraints. For a place in another definition, and if several definitions
// are in error, the part of the program that depends on the place is derived again, with a hole there.

// A Deriver derives parts of the program with changes of its text.
type Deriver interface {
	// Trial returns a trial of edits, in the order of the text, that change one definition (-1: any), and may fix
	// another.
	Trial(changed, def int32, edits []lang.Edit) Trial
	// InErrorWith counts the definitions with a conflict that share a dependency with a definition.
	InErrorWith(def int32) int
	// Debt returns the cost of trials since the last call beyond their sizes, in sites.
	Debt() int
}

// A Trial derives the part of the program that changes may affect.
type Trial struct {
	Size int // in sites; 0 if the outcome is known
	// Try applies the changes. It returns the definitions that lose all their conflicts, in order.
	Try func() (cleared []int32)
}

// Places of a definition with more than maxHoleSize sites are not tried with a hole.
const maxHoleSize = 20_000

// SitesPerFile is how many sites are derived with holes for all diagnostics of a file.
const SitesPerFile = 600_000

const (
	holeShare   = 8 // one diagnostic gets at most 1/holeShare of the rest,
	trialsLeast = 8 // but always this many trials
)

// An account bounds the budget of the trials for one diagnostic.
type account struct {
	blamer       *Blamer
	each, trials int
}

// afford reports whether a trial of some size is affordable, and takes its cost.
func (a *account) afford(size int) bool {
	a.take(a.blamer.deriver.Debt())
	if size > *a.blamer.Budget || size > a.each && a.trials >= trialsLeast {
		return false
	}
	a.take(size)
	a.trials++
	return true
}

func (a *account) take(sites int) {
	*a.blamer.Budget -= sites
	a.each -= sites
}

// holes finds the places without which the definition is well typed, and which other definitions are well typed then.
// It tries the sides of the contradiction first.
func (b *Blamer) holes(c *explain.Contradiction, list []Suspect) {
	b.ownHoles(c, list)
	bad := b.inErrorWith(c.Def)
	note := func(s *Suspect, cleared int) {
		f := &s.Features
		f[featHole], f[featShare] = 1, float64(cleared)/float64(bad)
		if cleared == bad {
			f[featClear] = 1
		}
	}
	// Places beyond the budget are not tried. So the likely places come first, independently of their position in the
	// file.
	order := make([]*Suspect, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(s, t *Suspect) int {
		return cmp.Or(cmp.Compare(t.Features[featWitness], s.Features[featWitness]), b.order(c.Def, s, t))
	})
	budget := account{blamer: b, each: *b.Budget / holeShare}
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

// inErrorWith counts the definitions in error that one mistake may explain together with a definition.
func (b *Blamer) inErrorWith(def int32) int {
	if b.deriver == nil {
		return b.InError()
	}
	return b.deriver.InErrorWith(def)
}

// ownHoles finds, from the constraints of the definition, the places without which the definition is well typed.
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

// isSmall reports whether places of a definition are tried with a hole.
func (b *Blamer) isSmall(d int32) bool {
	def := b.Definition(d)
	return def.Root-def.First < maxHoleSize
}

// hasHole reports whether the language has a hole for a site.
func (b *Blamer) hasHole(site int32) bool {
	return b.holeAt != nil && b.holeAt(site) != ""
}

// hole returns the edit that replaces a place by a hole, or inserts a hole into a seam.
func (b *Blamer) hole(p Place) lang.Edit {
	s := b.Span(p.Site)
	if p.Seam {
		s.End = s.Start
	}
	return lang.Edit{Span: s, Text: " " + b.holeAt(p.Site) + " "}
}
