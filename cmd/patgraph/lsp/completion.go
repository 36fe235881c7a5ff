package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// completion lists what may be typed at a place: labels and tags of the pattern there, defined names, first the
// functions whose input fits, and the words of the language.
func (v *view) completion(at int32) (any, error) {
	e := v.editing()
	if e == nil || v.inComment(at) {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, nil
	}
	c := &completing{view: v, at: at, words: e.Words(v.result().Dialect), seen: make(map[string]bool),
		out: &protocol.CompletionList{Items: []protocol.CompletionItem{}}}
	c.read()
	if e.Only != nil {
		if only, ok := e.Only(v.result(), at); ok {
			for _, name := range only {
				c.add("0", name, protocol.CompletionItemKindFunction, "")
			}
			return c.out, nil
		}
	}
	defer c.hole()()
	c.offer()
	return c.out, nil
}

// mostItems is the maximum number of items per list. If there are more, those with the typed prefix are kept.
const mostItems = 1000

// completing is the state of one completion request.
type completing struct {
	*view
	at    int32
	words language.Words
	word  lang.Span // the word around the place
	typed string
	mark  string // the sign before it that determines its kind; or ""

	// The program with a hole in place of the typed word, or unchanged if there is no hole.
	program *view
	names   *language.Names
	from    int32             // where the hole begins
	into    *patterns.Pattern // the pattern that goes into the hole; nil: unknown
	used    []string          // the hole is in place of an expression with these labels and the word
	isLabel bool

	seen map[string]bool
	out  *protocol.CompletionList
}

func (v *view) inComment(at int32) bool {
	return slices.ContainsFunc(v.namesOf().Comments, func(c lang.Span) bool { return c.Start < at && at < c.End })
}

// read finds the word around the place.
func (c *completing) read() {
	src := c.in.File.Src
	home := c.in.File.Home()
	start, end := c.at, c.at
	for start > home.Start && c.words.InName(src[start-1]) {
		start--
	}
	for end < home.End() && c.words.InName(src[end]) {
		end++
	}
	c.word, c.typed = lang.Span{Start: start, End: end}, string(src[start:c.at])
	if start > home.Start {
		if sign := string(src[start-1 : start]); sign == c.words.TypeMark || strings.Contains(c.words.LabelMarks, sign) {
			c.mark = sign
		}
	}
}

// offer builds the list, the likeliest items first.
func (c *completing) offer() {
	switch {
	case c.mark != "" && c.mark == c.words.TypeMark:
		c.types()
	case c.mark != "":
		c.labels()
		for i := range c.names.Uses {
			if u := &c.names.Uses[i]; u.Kind == language.Label {
				c.add("5", c.program.text(u.Span), protocol.CompletionItemKindField, "")
			}
		}
	default:
		if c.isLabel {
			c.labels()
			c.into = nil // nothing is known of a function in this place
		}
		c.arguments()
		c.cases()
		c.offerSymbols()
		c.types()
		for _, f := range c.words.Functions {
			c.add("6", f, protocol.CompletionItemKindFunction, "built in")
		}
		for _, w := range c.editing().Keywords {
			c.add("8", w, protocol.CompletionItemKindKeyword, "")
		}
	}
	if len(c.out.Items) > mostItems {
		c.out.IsIncomplete = true
		c.out.Items = slices.DeleteFunc(c.out.Items,
			func(i protocol.CompletionItem) bool { return !strings.HasPrefix(i.Label, c.typed) })
		c.out.Items = c.out.Items[:min(len(c.out.Items), mostItems)]
	}
}

func (c *completing) add(rank, text string, kind protocol.CompletionItemKind, detail string) {
	if c.seen[text] || text == "" {
		return
	}
	c.seen[text] = true
	c.out.Items = append(c.out.Items, protocol.CompletionItem{
		Label: text, Kind: kind, SortText: rank + text, Detail: detail,
		TextEdit: &protocol.TextEdit{Range: c.rangeOf(c.word), NewText: text},
	})
}

// arguments offers the named arguments that the surrounding call can still take, in their order.
func (c *completing) arguments() {
	e := c.editing()
	if e.Call == nil {
		return
	}
	if call, ok := e.Call(c.result(), c.at); ok {
		for i, name := range call.Named {
			c.add(fmt.Sprintf("0%03d", i), name+"=", protocol.CompletionItemKindField, "argument of "+call.Name)
		}
	}
}

func (c *completing) types() {
	for i := range c.names.Symbols {
		if t := &c.names.Symbols[i]; t.Kind == language.TypeName && (c.mark != "" || c.words.TypeMark == "") {
			c.add("4", t.Name, protocol.CompletionItemKindClass, "")
		}
	}
	for _, t := range c.words.Types {
		if c.mark != "" || c.words.TypeMark == "" {
			c.add("7", t, protocol.CompletionItemKindClass, "built in")
		}
	}
}

var completionKinds = map[language.Kind]protocol.CompletionItemKind{
	language.Function: protocol.CompletionItemKindFunction, language.Variable: protocol.CompletionItemKindVariable,
	language.TypeParameter: protocol.CompletionItemKindTypeParameter,
	language.Field:         protocol.CompletionItemKindField,
	language.Constructor:   protocol.CompletionItemKindEnumMember, language.Operator: protocol.CompletionItemKindOperator,
	language.Relation: protocol.CompletionItemKindInterface,
}

// offerSymbols offers named symbols: variables in scope, and functions with their signatures.
func (c *completing) offerSymbols() {
	d := c.program.definitionAt(c.from)
	r := c.program.result()
	for i := range c.names.Symbols {
		t := &c.names.Symbols[i]
		kind, ok := completionKinds[t.Kind]
		if !ok {
			continue
		}
		rank, detail := "3", ""
		switch {
		case t.Kind == language.Variable || t.Kind == language.TypeParameter || t.Kind == language.Field:
			if t.In < 0 || c.names.Symbols[t.In].Definition != d || t.At.Start >= c.from {
				continue
			}
			rank = "1"
		case t.Definition >= 0 && r.Definitions[t.Definition].OK && r.Solver.Derivation(t.Definition).Derived:
			if i < mostItems {
				detail = lang.Cut(c.program.signature(t.Definition, 2*longHint), 2*longHint)
			}
			x := r.Solver.View(t.Definition)
			if p, ok := r.PatternWithin(x.Scheme, mostPattern, x.In); ok && c.into != nil && t.Definition != d &&
				c.takes(t.Definition) && fits(c.into, &p) {
				rank = "2"
			}
		}
		c.add(rank, t.Name, kind, detail)
	}
}

// takes reports whether the signature of a definition has an input.
func (c *completing) takes(d int32) bool {
	r := c.program.result()
	takes, _ := r.Front.ShortSignature(r.Solver.View(d).Within(longHint))
	return takes != ""
}

// cases offers fixes that add the missing cases of an incomplete match.
func (c *completing) cases() {
	missing := func(d *lang.Diagnostic) bool {
		return d.Code == lang.MissingCases && slices.ContainsFunc(c.partsOf(), func(part lang.Span) bool {
			return part.Start == d.Span.Start && part.Start <= c.at && c.at <= part.End
		})
	}
	if !slices.ContainsFunc(c.in.Diagnostics, func(d lang.Diagnostic) bool { return missing(&d) }) {
		return
	}
	in := c.analysed(c.ctx, whole, c.lines.src) // only the full analysis computes fixes
	if in == nil {
		return
	}
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		if !missing(d) {
			continue
		}
		for j := range d.Fixes {
			edits, ok := c.editsOf(&d.Fixes[j])
			if !ok {
				continue
			}
			title := d.Fixes[j].Title.String()
			c.out.Items = append(c.out.Items, protocol.CompletionItem{
				Label: title, Kind: protocol.CompletionItemKindSnippet, SortText: "0" + title,
				FilterText: &c.typed,
				TextEdit:   &protocol.TextEdit{Range: c.rangeOf(lang.Span{Start: c.at, End: c.at})}, AdditionalTextEdits: edits,
			})
		}
	}
	c.server.pool(in, whole)
}

// mostPattern bounds the nodes and edges of a pattern that is compared.
const mostPattern = 200

// hole derives the program with a hole in place of the word, or of the expression that has it as a label. It returns a
// function that releases the memory of that program.
func (c *completing) hole() (done func()) {
	c.program, c.names, c.from = c.view, c.namesOf(), c.word.Start
	text := c.editing().Hole
	if text == "" || c.mark != "" && c.mark == c.words.TypeMark {
		return func() {}
	}
	replaced := c.word
	replaced.Start -= int32(len(c.mark))
	if l := c.editing().Labelling; l != nil && c.mark == "" {
		if whole, used, ok := l(c.result(), c.word); ok {
			replaced, c.used, c.isLabel, c.from = whole, used, true, whole.Start
		}
	}
	at := c.in.File.Home().Local(replaced)
	in := c.analysed(c.ctx, brief, slices.Concat(c.lines.src[:at.Start], []byte(" "+text+" "), c.lines.src[at.End:]))
	if in == nil || in.Result == nil {
		return func() {}
	}
	c.program, c.names = &view{c.snapshot, in}, c.editing().Names(in.Result)
	place := lang.Span{Start: in.File.Home().Start + at.Start + 1}
	place.End = place.Start + int32(len(text))
	x := expressions{view: c.program}
	if e := x.at(place); e != nil {
		s := in.Result.Solver.Quotient(e.In, e.Out)
		if p, ok := in.Result.PatternWithin(s, mostPattern, s.Roots[0]); ok {
			c.into = &p
		}
	}
	return func() { c.server.pool(in, brief) }
}

// labels offers the labels of the pattern that goes into the hole, without those that are already used.
func (c *completing) labels() {
	if c.into == nil {
		return
	}
	n := &c.into.Nodes[c.into.Roots[0]]
	var list []string
	for _, e := range n.Edges {
		list = append(list, e.Label)
	}
	if r := c.program.result(); n.Type != patterns.NoType && len(list) == 0 {
		for _, f := range r.Types.FieldsByText(n.Type) {
			list = append(list, r.Labels.Text(f.Label))
		}
	}
	for _, label := range list {
		if !slices.Contains(c.used, label) {
			c.add("0", label, protocol.CompletionItemKindField, "of the pattern here")
		}
	}
}

// fits reports whether a pattern can be united with another, judging by their shapes and labels only.
func fits(from, into *patterns.Pattern) bool {
	type pair struct{ a, b int32 }
	seen := map[pair]bool{}
	work := []pair{{from.Roots[0], into.Roots[0]}}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[w] {
			continue
		}
		seen[w] = true
		a, b := &from.Nodes[w.a], &into.Nodes[w.b]
		if !meet(a, b) || !meet(b, a) {
			return false
		}
		for _, e := range a.Edges {
			for _, f := range b.Edges {
				if e.Label == f.Label {
					work = append(work, pair{e.To, f.To})
				}
			}
		}
	}
	return true
}

// meet reports whether two nodes have compatible shapes and labels.
func meet(a, b *patterns.PatternNode) bool {
	if a.Type != patterns.NoType || b.Type != patterns.NoType {
		return a.Type == b.Type || a.Type == patterns.NoType && a.Flat.IsAnything() ||
			b.Type == patterns.NoType && b.Flat.IsAnything()
	}
	if !a.Flat.IsAnything() && !b.Flat.IsAnything() &&
		a.Flat.Shapes()&b.Flat.Shapes()&(unify.Product|unify.Union|unify.Vector) == 0 {
		return false
	}
	if a.Flat.Closed() {
		for _, f := range b.Edges {
			if !slices.ContainsFunc(a.Edges, func(e patterns.PatternEdge) bool { return e.Label == f.Label }) {
				return false
			}
		}
	}
	return true
}
