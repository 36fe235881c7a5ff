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
	Tried   bool  // whether it fits is asked, and nothing is told of it

	// Reasons adds what the language knows of a site to why it is what it is, where all of the derivation is asked about; nil: nothing.
	Reasons func(d, site int32, w *patterns.Why)

	omitted    map[unify.Reason]bool // of what is not stated; see Omit
	explainer  *explain.Explainer
	sorted     map[unify.Head][]unify.Label // of types with many; see SortedLabels
	firsts     map[int32]int32              // of sites that have their first one far below; see First
	owners     []owner                      // see Owner
	beginnings map[int32]int32              // of compositions; see beginningOf
}

// Explainer returns the explainer of the program, made on first call.
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

// DefName is the name of a definition; that of -1 is empty.
func (p *Program) DefName(d int32) string {
	if d < 0 {
		return ""
	}
	return p.Definition(d).Name
}

// DefNamed is the first definition of a name that is not empty, or -1.
func (p *Program) DefNamed(name string) int32 {
	for d := range int32(p.Definitions()) {
		if name != "" && p.DefName(d) == name {
			return d
		}
	}
	return -1
}

// DefNoun is the name of a definition as a word that leads to it.
func (p *Program) DefNoun(d int32) lang.Phrase {
	if d < 0 {
		return lang.Text("``")
	}
	def := p.Definition(d)
	return lang.Phrase{{Text: "`" + def.Name + "`", Span: def.NameSpan}}
}

// Kind is what a site does.
func (p *Program) Kind(site int32) Kind { return p.Construct(site).Kind }

// Reads reports whether a site reads the part of a value under a label.
func (p *Program) Reads(site int32) bool { return p.Kind(site) == Reads }

// IsAnnotation reports whether a site is a type or a filter.
func (p *Program) IsAnnotation(site int32) bool {
	kind := p.Kind(site)
	return kind == Declares || kind == Filters
}

// Kids lists the sites that are the direct parts of one.
func (p *Program) Kids(site int32) []int32 { return p.AppendKids(nil, site) }

// Slots lists the label tokens of a site.
func (p *Program) Slots(site int32) []Slot {
	slots := p.AppendSlots(nil, site)
	p.count(len(slots) / labelsPerStep)
	return slots
}

// EachLabel calls count for each label token of a range of sites.
func (p *Program) EachLabel(first, last int32, count func(unify.Label)) {
	var slots []Slot
	for site := first; site <= last; site++ {
		slots = p.AppendSlots(slots[:0], site)
		for _, s := range slots {
			count(s.Label)
		}
	}
}

// Parents lists, for each of a number of sites, the site that it is a direct part of, or -1.
func (p *Program) Parents(sites int) []int32 {
	parents := make([]int32, sites)
	var kids []int32
	for site := range parents {
		parents[site] = -1 // parts come before what they are parts of
		kids = p.AppendKids(kids[:0], int32(site))
		for _, part := range kids {
			parents[part] = int32(site)
		}
	}
	return parents
}

// SiteOf is the site that a node is about. A part of a type is about the constraint that
// had the type unfolded, and what a signature brought along is about the call.
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

// OriginSite is the site of the place where a callee says what clashes.
func (p *Program) OriginSite(o *explain.Origin) int32 {
	switch {
	case o.Relation > 0:
		return p.Graph.InstanceOf(o.Relation - 1).Reason.Site
	case o.Node == unify.None:
		return p.Solver.UseOf(o.Use).Site
	}
	return p.SiteOf(o.Node)
}

// SourceSite is the site that states a constraint.
func (p *Program) SourceSite(s explain.Source) int32 {
	switch {
	case s.Relation > 0:
		return p.Graph.InstanceOf(s.Relation - 1).Reason.Site
	case s.Event < 0:
		return p.SiteOf(s.Node)
	}
	return s.Reason.Site
}

// FactSite is the site that states a side of a contradiction.
func (p *Program) FactSite(f *explain.Fact) int32 {
	switch {
	case f.Relation > 0 && f.Use < 0:
		return p.Graph.InstanceOf(f.Relation - 1).Reason.Site
	case f.Use >= 0:
		return p.Solver.UseOf(f.Use).Site
	}
	return p.SiteOf(f.Node)
}

// Text is the name of a rule and of its part, as in "comp: chaining".
func (r *Rule) Text() string {
	if r.Part != "" {
		return r.Name + ": " + r.Part
	}
	return r.Name
}

// shortText is up to how many characters the text of an expression is shown.
const shortText = 32

// Short is the text of a site, shortened and in one line.
func (p *Program) Short(site int32) string {
	s := p.Span(site)
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

// Shortened cuts a text to so many characters, without looking at what is behind them.
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

// Quoted is a text with marks in one line, cut to so many characters.
func Quoted(text string, most int) string {
	return "`" + Shortened(strings.Join(strings.Fields(text), " "), most) + "`"
}
