package message

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A Program is a derived program in its language.
type Program struct {
	Syntax
	File    *lang.File
	Labels  *patterns.Labels
	Types   *patterns.Types
	Graph   *unify.Graph
	Solver  *patterns.Solver
	LeftOut Holes // constraints that are not stated; nil: all are
	Tried   bool  // only whether it has conflicts is of interest, and no diagnostic is written

	// Reasons adds to a Why the language's own reasons for the pattern of a site, if the whole derivation is explained;
	// nil: there are none.
	Reasons func(d, site int32, w *patterns.Why)

	omitted    map[unify.Reason]bool // the reasons whose constraints are left out; see Omit
	explainer  *explain.Explainer
	sorted     map[unify.Head][]unify.Label // of types with many; see SortedLabels
	firsts     map[int32]int32              // of sites whose first site is deeply nested; see First
	owners     []owner                      // see Owner
	beginnings map[int32]int32              // of compositions; see beginningOf
}

// Explainer returns the explainer of the program, made on the first call.
func (p *Program) Explainer() *explain.Explainer {
	if p.explainer == nil {
		p.explainer = explain.New(p.Solver, p)
	}
	return p.explainer
}

// count counts steps of work.
func (p *Program) count(steps int) {
	if p.Solver != nil {
		p.Solver.Watch.Steps(steps)
	}
}

// DefName is the name of a definition; empty for -1.
func (p *Program) DefName(d int32) string {
	if d < 0 {
		return ""
	}
	return p.Definition(d).Name
}

// DefOf returns the definition that a diagnostic names, or -1: of several with this name, the one around its place.
func (p *Program) DefOf(dg *lang.Diagnostic) int32 {
	for d := range int32(p.Definitions()) {
		if def := p.Definition(d); def.Name == dg.Definition && def.Span.Contains(dg.Span) {
			return d
		}
	}
	return p.DefNamed(dg.Definition)
}

// DefNamed returns the first derived definition with a name, or -1; the empty name has none.
func (p *Program) DefNamed(name string) int32 {
	for d := range int32(p.Definitions()) {
		if name != "" && p.DefName(d) == name && p.Solver.Derivation(d).Derived {
			return d
		}
	}
	return -1
}

// DefNoun is the name of a definition, with its place.
func (p *Program) DefNoun(d int32) lang.Phrase {
	if d < 0 {
		return lang.Text("``")
	}
	def := p.Definition(d)
	return lang.Phrase{{Text: "`" + def.Name + "`", Span: def.NameSpan}}
}

// Kind returns the kind of a site's construct.
func (p *Program) Kind(site int32) Kind { return p.Construct(site).Kind }

// Reads reports whether a site reads the part of a value under a label.
func (p *Program) Reads(site int32) bool { return p.Kind(site) == Reads }

// IsAnnotation reports whether a site is a type or a filter.
func (p *Program) IsAnnotation(site int32) bool {
	kind := p.Kind(site)
	return kind == Declares || kind == Filters
}

// Kids lists the direct parts of a site.
func (p *Program) Kids(site int32) []int32 { return p.AppendKids(nil, site) }

// Slots lists the label tokens of a site.
func (p *Program) Slots(site int32) []Slot {
	slots := p.AppendSlots(nil, site)
	p.count(len(slots) / labelsPerStep)
	return slots
}

// EachLabel calls count for each label token of the sites first … last.
func (p *Program) EachLabel(first, last int32, count func(unify.Label)) {
	var slots []Slot
	for site := first; site <= last; site++ {
		slots = p.AppendSlots(slots[:0], site)
		for _, s := range slots {
			count(s.Label)
		}
	}
}

// Parents lists, for the sites below a number, the site that contains each one directly, or -1.
func (p *Program) Parents(sites int) []int32 {
	parents := make([]int32, sites)
	var kids []int32
	for site := range parents {
		parents[site] = -1 // parts come before their wholes
		kids = p.AppendKids(kids[:0], int32(site))
		for _, part := range kids {
			parents[part] = int32(site)
		}
	}
	return parents
}

// SiteOf returns the site that a node belongs to. A part of a type belongs to the constraint that unfolded the type,
// and a node of an instantiated signature to the call.
func (p *Program) SiteOf(n unify.Node) int32 {
	if site, ok := p.Graph.Site(n); ok {
		return site
	}
	if use, ok := p.Graph.Instance(n); ok {
		return p.Solver.UseOf(use).Site
	}
	if event, ok := p.Graph.UnfoldedBy(n); ok {
		return p.Graph.Reason(event).Site
	}
	return -1
}

// OriginSite returns the site in a callee that states a clashing fact.
func (p *Program) OriginSite(o *explain.Origin) int32 {
	switch {
	case o.Relation > 0:
		return p.Graph.InstanceOf(o.Relation - 1).Reason.Site
	case o.Node == unify.None:
		return p.Solver.UseOf(o.Use).Site
	}
	return p.SiteOf(o.Node)
}

// SourceSite returns the site that states a constraint.
func (p *Program) SourceSite(s explain.Source) int32 {
	switch {
	case s.Relation > 0:
		return p.Graph.InstanceOf(s.Relation - 1).Reason.Site
	case s.Event < 0:
		return p.SiteOf(s.Node)
	}
	return s.Reason.Site
}

// FactSite returns the site that states a side of a contradiction.
func (p *Program) FactSite(f *explain.Fact) int32 {
	switch {
	case f.Relation > 0 && f.Use < 0:
		return p.Graph.InstanceOf(f.Relation - 1).Reason.Site
	case f.Use >= 0:
		return p.Solver.UseOf(f.Use).Site
	}
	return p.SiteOf(f.Node)
}

// Text returns the name of a rule and its part, as in "comp: chaining".
func (r *Rule) Text() string {
	if r.Part != "" {
		return r.Name + ": " + r.Part
	}
	return r.Name
}

// shortText is the maximum length, in characters, of an expression's text.
const shortText = 32

// Short returns the text of a site, shortened and in one line.
func (p *Program) Short(site int32) string { return p.shortAt(p.Span(site)) }

// shortAt returns the text of a span on one line, cut if it is long.
func (p *Program) shortAt(s lang.Span) string {
	var buf [4 * shortText]rune
	text := buf[:0]
	for _, r := range string(p.File.Src[s.Start:min(s.End, s.Start+4*shortText)]) {
		if r == '\n' || r == '\r' || r == '\t' {
			r = ' '
		}
		if r == ' ' && len(text) > 0 && text[len(text)-1] == ' ' {
			continue
		}
		text = append(text, r)
	}
	if len(text) > shortText {
		text = append(text[:shortText-1], '…')
	}
	return string(text)
}

// Shortened cuts a text to so many characters, without reading the rest.
func Shortened(text string, most int) string {
	n, cut := 0, 0
	for i := range text {
		switch n {
		case most - 1:
			cut = i
		case most:
			return text[:cut] + "…"
		}
		n++
	}
	return text
}

// Quoted returns a text in backquotes and in one line, cut to so many characters.
func Quoted(text string, most int) string {
	return "`" + Shortened(strings.Join(strings.Fields(text), " "), most) + "`"
}
