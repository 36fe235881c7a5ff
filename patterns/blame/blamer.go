package blame

import (
	"cmp"
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A Blamer ranks the suspects for the errors of a program.
type Blamer struct {
	*repair.Program
	Budget *int // sites that may still be derived with holes; initially SitesPerFile

	holeAt  func(site int32) string
	deriver Deriver

	labelCount map[int32]map[unify.Label]int32 // by the first site of a definition, see labelsAround
	users      []int32                         // see goodUsers

	typeUses        map[int32]*typeUse // by type definition, see useOf
	typeOf          map[int32]int32    // by site of a type definition: the definition; see typeAround
	namedBy, partOf map[int32][]int32  // by type definition, see indexTypes
}

// New returns a blamer of a derived program. The hole of a site is a text that may replace it, with unconstrained input
// and output. Without holes or a deriver, nothing is tried in other definitions.
func New(p *repair.Program, hole func(site int32) string, deriver Deriver) *Blamer {
	budget := SitesPerFile
	return &Blamer{Program: p, Budget: &budget, holeAt: hole, deriver: deriver}
}

// Suspects ranks the places of a core, the likeliest first.
func (b *Blamer) Suspects(c *explain.Contradiction) []Suspect {
	var list []Suspect
	known := make(map[Place]bool)
	add := func(p Place, def int32, calls int) {
		if !known[p] {
			known[p] = true
			s := Suspect{Place: p, Def: def, Calls: calls, Span: b.Span(p.Site)}
			b.features(c, &s)
			list = append(list, s)
		}
	}
	for _, cited := range c.Core {
		add(b.PlaceOf(cited.Source), cited.Def, len(cited.Calls))
	}
	// If a proof uses a signature as a whole, the clash may originate at a place that is not in the core.
	core := len(list)
	for i := range c.Facts {
		if o := c.Facts[i].Origin; o != nil {
			site := b.OriginSite(o)
			if def := b.Owner(site); def >= 0 {
				add(Place{Site: site}, def, 1)
			}
		}
	}
	for i := range list[core:] {
		list[core+i].Features[featOrigin] = 1
	}
	b.typePlaces(c, func(site int32, fact int) {
		if p := (Place{Site: site}); !known[p] {
			known[p] = true
			s := Suspect{Place: p, Def: -1, fact: fact, Span: b.Span(site)}
			b.features(c, &s)
			list = append(list, s)
		}
	})
	b.proofFeatures(c, list)
	b.holes(c, list)
	b.Rank(c.Def, list)
	return list
}

// Rank sorts the suspects of an error of a definition by their score. A label that misspells a label of the other side
// comes first.
func (b *Blamer) Rank(def int32, list []Suspect) {
	best, spelt := math.Inf(-1), math.Inf(-1)
	misspells := func(s *Suspect) bool { return s.Features[featMisspelt] == 1 && len(b.Slots(s.Site)) > 0 }
	one := slices.ContainsFunc(list, b.Alone)
	for i := range list {
		s := &list[i]
		s.Score = s.Features.score()
		if b.trusted(def, s, one) {
			s.Score -= trust
		}
		if misspells(s) {
			spelt = max(spelt, s.Score)
		} else {
			best = max(best, s.Score)
		}
	}
	if more := best + lang.AboutAsLikely - spelt; more > 0 && !math.IsInf(spelt, -1) {
		for i := range list {
			if misspells(&list[i]) {
				list[i].Score += more // independently of other errors in the program
			}
		}
	}
	slices.SortStableFunc(list, func(s, t Suspect) int {
		return cmp.Or(cmp.Compare(t.Score, s.Score), b.order(def, &s, &t))
	})
}

// trust is subtracted from the score of a declaration if only one use disagrees with it. Mutants break declarations as
// often as expressions, but users mistake expressions more often.
const trust = 4

// trusted reports whether a suspect for an error of a definition is a declaration with which not more than one use
// disagrees. one reports whether all errors of the definition are at one use.
func (b *Blamer) trusted(def int32, s *Suspect, one bool) bool {
	f := &s.Features
	several := f[featWide] > 0 || f[featHole] == 1 && !one && len(b.Solver.Conflicts(def)) > 1 ||
		f[featShare]*float64(b.inErrorWith(def)) > 1.5
	declared := s.Def < 0 || b.Kind(s.Site) == message.Declares
	return b.Style().Trusts && declared && !several && !s.sole && f[featMisspelt] == 0 && !s.Seam
}

// Alone reports whether a suspect is a call or a projection without which its definition has no error.
func (b *Blamer) Alone(s Suspect) bool {
	kind := b.Kind(s.Site)
	return s.Features[featHole] == 1 && s.Def >= 0 && !s.Seam && (kind == message.Calls || kind == message.Reads)
}

// order compares equally likely suspects: those of the definition itself come first, then by their position in their
// definition, so that moving a definition changes nothing. Projections come after others, the later one first: an
// earlier projection may have been right.
func (b *Blamer) order(def int32, s, t *Suspect) int {
	at := func(s *Suspect) int64 {
		if s.Def < 0 {
			return 1<<34 + int64(s.Site-b.TypeDefinition(b.typeAround(s.Site)).First)
		}
		at := int64(s.Site - b.Definition(s.Def).First)
		if b.Kind(s.Site) == message.Reads {
			at = 1<<32 - at
		}
		if s.Def != def {
			at += 1 << 33
		}
		return at
	}
	return cmp.Compare(at(s), at(t))
}

// features sets the features of a place that need no trial.
func (b *Blamer) features(c *explain.Contradiction, s *Suspect) {
	f := &s.Features
	switch {
	case s.Def < 0:
		f[featTypeUsers] = math.Log1p(float64(b.useOf(b.typeAround(s.Site)).good))
	case s.Def != c.Def:
		f[featCallee] = 1
		f[featUsers] = math.Log1p(float64(b.goodUsers(s.Def)))
		if b.goodUsers(s.Def) == 0 {
			f[featLone] = 1
		}
	}
	f[featDepth] = float64(min(s.Calls, 2))
	if !s.Seam {
		f[featSize] = math.Log(float64(s.Site - b.First(s.Site) + 1))
	}
	for i := range c.Facts {
		fact := &c.Facts[i]
		own := Place{Site: b.FactSite(fact)} == s.Place
		if s.Def < 0 {
			own = i == s.fact
		}
		if !own && (fact.Origin == nil || Place{Site: b.OriginSite(fact.Origin)} != s.Place) {
			continue
		}
		f[featWitness] = 1
		f[featDisagree] = max(f[featDisagree], fact.Share)
		if !s.Seam {
			b.labelFeatures(c, i, s)
		}
		for j := range c.Facts {
			if j == i {
				continue
			}
			switch other := &c.Facts[j]; {
			case other.Use >= 0 && b.Solver.UseOf(other.Use).Callee < 0:
				f[featVsBuiltin] = 1
			case other.Use >= 0:
				f[featVsCall] = 1
			case b.IsAnnotation(b.FactSite(other)):
				f[featVsDeclared] = 1
			}
		}
	}
	kind := b.kindFeature(s.Place)
	f[kind] = 1
	if part, _ := b.Outlier(s.Site); part >= 0 {
		f[featOutlier] = 1
	}
	f[featMisspelt] = f[featRare] * f[featNear]
	f[featMergeSize] = f[featMerge] * f[featSize]
	if f[featWitness] == 1 && s.Def >= 0 {
		f[kind+toSide] = 1
	}
}

// kindFeatures are the features by kind; see kindFeature for the others.
var kindFeatures = [message.Composes + 1]int{
	message.Reads: featReads, message.Product: featProduct, message.Variant: featVariant, message.Injects: featVariant,
	message.Calls: featRef, message.Declares: featType, message.Literal: featLiteral, message.Filters: featFilter,
	message.Passes: featIdle, message.Binds: featIdle, message.Refers: featRef, message.Joins: featMerge,
}

// kindFeature returns the feature for the kind of a place.
func (b *Blamer) kindFeature(p Place) int {
	if p.Seam {
		return featSeam
	}
	kind := b.Kind(p.Site)
	if kind == message.Other {
		return featTypeDef
	}
	switch kind {
	case message.Calls:
		if callee, _ := b.Callee(p.Site); callee < 0 {
			return featBuiltin
		}
	case message.Passes:
		if whole := b.Parent(p.Site); whole >= 0 && b.Kind(whole) == message.Composes {
			return featIdentity
		}
	}
	if f := kindFeatures[kind]; f != 0 {
		return f
	}
	return featVector
}

// goodUsers counts the definitions without a conflict that refer to a definition.
func (b *Blamer) goodUsers(d int32) int {
	if b.users == nil {
		b.users = make([]int32, b.Definitions())
		last := make([]int32, len(b.users)) // the last user counted, plus 1
		for i := range int32(len(b.users)) {
			def := b.Definition(i)
			if def.Bad || def.Root < 0 || len(b.Solver.Conflicts(i)) > 0 {
				continue
			}
			for site := def.First; site <= def.Root; site++ {
				if c, ok := b.Callee(site); ok && c >= 0 && last[c] != i+1 {
					last[c] = i + 1
					b.users[c]++
				}
			}
		}
	}
	return int(b.users[d])
}
