package message

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// MaxListed is how many labels a message lists before it counts them.
const MaxListed = 6

// maxPath is how many labels of a path a message writes.
const maxPath = 12

// shortNoun is the maximum length, in characters, of an expression that is named by its text.
const shortNoun = 22

// maxType is the maximum length, in characters, of a type in a sentence.
const maxType = 60

// LabelWord is a label as it is written.
func (p *Program) LabelWord(l unify.Label) lang.Phrase {
	text := p.Labels.Text(l)
	return lang.Phrase{{Text: "`" + p.Label(text) + "`", Label: text}}
}

// LabelList writes labels with a noun: "the fields `x`, `y`".
func (p *Program) LabelList(labels []unify.Label, noun string) lang.Phrase {
	switch n := len(labels); {
	case n == 0:
		return lang.Text("no " + noun)
	case n == 1:
		return lang.Say("the %s %s", noun, p.LabelWord(labels[0]))
	case n > MaxListed+1:
		return lang.Say("the %ss %s and %s more", noun, p.labelWords(labels[:MaxListed]), n-MaxListed)
	}
	return lang.Say("the %ss %s", noun, p.labelWords(labels))
}

func (p *Program) labelWords(labels []unify.Label) lang.Phrase {
	words := make([]lang.Phrase, len(labels))
	for i, l := range labels {
		words[i] = p.LabelWord(l)
	}
	return lang.JoinPhrases(words, ", ")
}

// fewListed is the number of labels that are listed, if there are at least two more.
const fewListed = 3

// SomeLabels is LabelList that counts the labels after the first few.
func (p *Program) SomeLabels(labels []unify.Label, noun string) lang.Phrase {
	if len(labels) <= fewListed+1 {
		return p.LabelList(labels, noun)
	}
	return lang.Say("%s and %s more", p.LabelList(labels[:fewListed], noun), len(labels)-fewListed)
}

// fewLabels lists the first few labels, with a word before the last one or before the number of the others.
func (p *Program) fewLabels(labels []unify.Label, word string) lang.Phrase {
	n := len(labels)
	switch {
	case n == 1:
		return p.LabelWord(labels[0])
	case n > fewListed+1:
		return lang.Say("%s "+word+" %s more", p.labelWords(labels[:fewListed]), n-fewListed)
	}
	return lang.Say("%s "+word+" %s", p.labelWords(labels[:n-1]), p.LabelWord(labels[n-1]))
}

// LabelsOf returns the labels of a claim in print order; for a type, the labels of the type.
func (p *Program) LabelsOf(c unify.Claim) []unify.Label {
	return p.SortedLabels(c, math.MaxInt)
}

// SortedLabels is LabelsOf, but leaves more than most labels unsorted.
func (p *Program) SortedLabels(c unify.Claim, most int) (ls []unify.Label) {
	h := c.Flat.Head()
	if sorted, ok := p.sorted[h]; ok {
		p.count(len(sorted) / labelsPerStep)
		return slices.Clone(sorted)
	}
	if h != unify.NoHead {
		for _, e := range p.Types.Fields(h) {
			ls = append(ls, e.Label)
		}
	} else {
		ls = slices.Clone(c.Labels)
	}
	if len(ls) > 1 && len(ls) <= most {
		p.count(len(ls))
		slices.SortFunc(ls, p.LabelOrder(len(ls)))
		if h != unify.NoHead && len(ls) > sortedOnce {
			if p.sorted == nil {
				p.sorted = make(map[unify.Head][]unify.Label)
			}
			p.sorted[h] = slices.Clone(ls)
		}
	}
	return ls
}

const (
	sortedOnce    = 256 // a type with more labels is sorted once
	labelsPerStep = 8   // how many labels are copied in the time of a step
)

// ListedLabels is LabelsOf as far as LabelList shows labels: those that are only counted are not sorted. A constraint
// of a hundred thousand labels may be reported for each of them.
func (p *Program) ListedLabels(c unify.Claim) []unify.Label {
	ls := p.SortedLabels(c, rankedLabels)
	if len(ls) <= rankedLabels {
		return ls
	}
	compare := p.LabelOrder(len(ls))
	for i := range ls {
		// The first ones are sorted, and none between them and this one is smaller.
		for j := min(i, MaxListed); j > 0 && compare(ls[j-1], ls[j]) > 0; j-- {
			ls[j-1], ls[j] = ls[j], ls[j-1]
		}
		if i+1 < len(ls) && i >= MaxListed-1 {
			ls[MaxListed], ls[i+1] = ls[i+1], ls[MaxListed]
		}
	}
	return ls
}

// rankedLabels is the number of labels to sort from which ranking all labels of the program is cheaper.
const rankedLabels = 40

// LabelOrder returns CompareLabels, made fast for sorting n labels.
func (p *Program) LabelOrder(n int) func(x, y unify.Label) int {
	if n < rankedLabels {
		return p.CompareLabels
	}
	rank := p.Labels.PrintRank()
	return func(x, y unify.Label) int {
		if x == unify.Member || y == unify.Member {
			return p.CompareLabels(x, y)
		}
		return int(rank[x] - rank[y])
	}
}

// ClaimOf returns the claim of a node; the members of a vector are not labels.
func ClaimOf(f unify.Flat, edges []unify.Edge) unify.Claim {
	c := unify.Claim{Flat: f}
	if !f.IsVector() {
		for _, e := range edges {
			c.Labels = append(c.Labels, e.Label)
		}
	}
	return c
}

// PartText names a part of a pattern: "the part `a.b`", "the element".
func (p *Program) PartText(path []unify.Label) lang.Phrase {
	members := 0
	for _, l := range path {
		if l == unify.Member {
			members++
		}
	}
	switch {
	case members == 1 && len(path) == 1:
		return lang.Text("the element")
	case members == len(path) && members > 0:
		return lang.Text("the innermost element")
	}
	return p.pathText(path)
}

// elementText names a part like PartText, but a member as an element of several.
func (p *Program) elementText(path []unify.Label) lang.Phrase {
	if len(path) == 1 && path[0] == unify.Member {
		return lang.Text("an element")
	}
	return p.PartText(path)
}

// pathText writes a path of labels: "the part `a.b`", "the elements of the vectors".
func (p *Program) pathText(path []unify.Label) lang.Phrase {
	if len(path) == 0 {
		return nil
	}
	if part := p.Words().Part; part != nil {
		var labels []string
		for _, l := range path {
			labels = append(labels, p.Labels.Text(l))
		}
		return lang.Text(part(labels))
	}
	var b strings.Builder
	members := 0
	for i, l := range path {
		if l == unify.Member {
			members++
		}
		if len(path) > maxPath && i >= maxPath/2 && i < len(path)-maxPath/2 {
			if i == maxPath/2 {
				b.WriteString(lang.Say(".…(%s more)…", len(path)-maxPath).String())
			}
			continue
		}
		if l == unify.Member {
			b.WriteString("[]")
			continue
		}
		if b.Len() > 0 {
			b.WriteString(".")
		}
		b.WriteString(p.Label(p.Labels.Text(l)))
	}
	if members == len(path) {
		if members == 1 {
			return lang.Text("the elements of the vectors")
		}
		return lang.Text("the innermost elements")
	}
	return lang.Phrase{{Text: "the part "}, {Text: "`" + b.String() + "`", Label: p.Labels.Text(path[len(path)-1])}}
}

// Thing names the pattern of a claim, with an article: "an integer", "a vector", "a product with the field `x`".
func (p *Program) Thing(c unify.Claim) lang.Phrase {
	if h := c.Flat.Head(); h != unify.NoHead {
		return p.TypeThing(h)
	}
	if by := c.Flat.Constructor(); by != unify.NoConstructor {
		if built := p.Words().Built; built != nil {
			return lang.Text(built(by))
		}
		return lang.Text("`" + p.Types.ConstructorName(by) + "`")
	}
	words := p.Words()
	labels := p.ListedLabels(c)
	shapes, closed, some := c.Flat.Shapes(), c.Flat.Closed(), len(labels) > 0
	product, union := c.Flat.IsProduct(), c.Flat.IsUnion()
	list := func() lang.Phrase {
		if union {
			return p.LabelList(labels, words.Tag)
		}
		return p.LabelList(labels, words.Field)
	}
	switch {
	case shapes == unify.Vector:
		return lang.Text(words.Vector.One)
	case closed && shapes == unify.Product && !some:
		return lang.Text(words.Unit)
	case closed && shapes == unify.Product:
		return lang.Say("%s of exactly %s", words.Product.One, list())
	case closed && union && !some:
		return lang.Text(words.NoUnion)
	case closed && union:
		return lang.Say("%s of exactly %s", words.Union.One, list())
	case union && !some:
		return lang.Text(words.Union.One)
	case union:
		return lang.Say("%s with %s", words.Union.One, list())
	case product && !closed && !some:
		return lang.Text(words.Product.One)
	case product && !closed:
		return lang.Say("%s with %s", words.Product.One, list())
	case closed:
		return lang.Say("something with exactly %s", list())
	case !some:
		return lang.Text("anything")
	}
	return lang.Say("something with at least %s", list())
}

// Bare names the kind of a claim without its labels.
func (p *Program) Bare(c unify.Claim) lang.Phrase {
	words, shapes := p.Words(), c.Flat.Shapes()
	switch {
	case c.Flat.Head() != unify.NoHead, c.Flat.Constructor() != unify.NoConstructor:
		return p.Thing(c)
	case shapes == unify.Vector:
		return lang.Text(words.Vector.One)
	case shapes == unify.Product && c.Flat.Closed() && len(c.Labels) == 0:
		return lang.Text(words.Unit)
	case c.Flat.IsProduct():
		return lang.Text(words.Product.One)
	case c.Flat.IsUnion() && !c.Flat.Closed() && len(c.Labels) == 1:
		return lang.Say("a variant %s", p.LabelWord(c.Labels[0]))
	case c.Flat.IsUnion():
		return lang.Text(words.Union.One)
	}
	return p.Thing(c)
}

// ShapeThing names a shape with an article.
func (p *Program) ShapeThing(s unify.Shape) string {
	words := p.Words()
	switch s {
	case unify.Product:
		return words.Product.One
	case unify.Union:
		return words.Union.One
	case unify.Vector:
		return words.Vector.One
	case unify.Product | unify.Vector:
		return words.Product.One + " or " + words.Vector.One
	case unify.Product | unify.Union:
		return "no " + words.Vector.Noun
	}
	return "not any pattern"
}

// TypeThing names a type with an article.
func (p *Program) TypeThing(t patterns.Type) lang.Phrase {
	if name, ok := p.Types.Atom(t); ok {
		if thing, ok := p.AtomThing(name); ok {
			return lang.Phrase{{Text: thing, Type: name}}
		}
		return lang.Phrase{{Text: "`" + name + "`", Type: name}}
	}
	if p.Types.IsUnit(t) {
		return lang.Text(p.Words().Unit)
	}
	text := p.TypeExpression(t)
	return lang.Phrase{{Text: "`" + text + "`", Type: text}}
}

// TypeExpression writes a type as an expression: its name, or its structure, shortened.
func (p *Program) TypeExpression(t patterns.Type) string {
	return Shortened(p.TypeText(t, 4*maxType), maxType)
}

// Quote is the text of a site in backquotes, shortened.
func (p *Program) Quote(site int32) lang.Phrase {
	return lang.Phrase{{Text: "`" + p.Short(site) + "`", Span: p.Span(site)}}
}

// Noun names a site by its text if that is short, else by its kind: its line and column are shown beside it.
func (p *Program) Noun(site int32) lang.Phrase {
	noun, _ := p.noun(site)
	return noun
}

// noun also reports whether the noun is the site's own text.
func (p *Program) noun(site int32) (noun lang.Phrase, own bool) {
	s := p.Span(site)
	if p.Kind(site) == Composes && !p.isShort(site) {
		if head := p.beginningOf(site); p.isShort(head) || p.Construct(head).Noun == "" {
			return lang.Phrase{{Text: "`" + p.Short(head) + " …`", Span: s}}, true
		}
	}
	if p.isShort(site) || p.Construct(site).Noun == "" {
		return lang.Phrase{{Text: "`" + p.Short(site) + "`", Span: s}}, true
	}
	return lang.Phrase{{Text: "the " + p.kind(site), Span: s}}, false
}

// isShort reports whether a site can be named by its text.
func (p *Program) isShort(site int32) bool {
	s := p.Span(site)
	return int(s.End-s.Start) <= 2*shortNoun && utf8.RuneCountInString(p.Short(site)) <= shortNoun
}

// beginningOf returns the beginning of a composition that is too long to name: its first part that is short or is not a
// composition.
func (p *Program) beginningOf(site int32) int32 {
	head := site
	for p.Kind(head) == Composes && !p.isShort(head) {
		if known, ok := p.beginnings[head]; ok {
			head = known
			break
		}
		head = p.Kids(head)[0]
	}
	if p.beginnings == nil {
		p.beginnings = make(map[int32]int32)
	}
	for at := site; at != head && p.beginnings[at] != head; at = p.Kids(at)[0] {
		p.beginnings[at] = head
	}
	return head
}

// kind names the kind of a site without an article; empty if it has no name.
func (p *Program) kind(site int32) string {
	label := func(byte) lang.Phrase { return p.LabelWord(p.Slots(site)[0].Label) }
	return lang.Fill(p.Construct(site).Noun, label).String()
}

// SiteNoun names the site that a node belongs to.
func (p *Program) SiteNoun(n unify.Node) lang.Phrase {
	if site, ok := p.Graph.Site(n); ok {
		return p.Noun(site)
	}
	return lang.Text("it")
}

// TupleWords are the words of a language with tuples and without unions.
func TupleWords() Words {
	tuple, some := Term{Noun: "tuple", One: "a tuple"}, Term{Noun: "type", One: "a type"}
	return Words{
		Product: tuple, Union: some, Vector: some, Annotation: some,
		Field: "field", Tag: "tag", Unit: "the empty tuple", NoUnion: "no type",
		Anything: "the types that are written", Same: "the same as",
	}
}

// Counted is a number of things: "no fields", "one field", "2 fields".
func Counted(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "one " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
