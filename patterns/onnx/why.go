package onnx

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Why explains the type of the value at an offset, or the types of the results of the node there. Each size is followed
// back, node by node, to the places where its numbers are written. A state before the last one is explained as in all
// languages.
func (p *program) Why(offset, at int32) (patterns.Why, bool) {
	if at >= 0 {
		return p.Program.Why(offset, at)
	}
	for id := p.tree.Around(lang.Span{Start: offset, End: offset}); id != onnx.NoNode; id = p.parents[id] {
		switch up := p.parents[id]; {
		case p.tree.Is(id, onnx.OpName) && p.tree.Is(up, onnx.OpArgs, onnx.OpResults), p.tree.Is(id, onnx.OpValue):
			if def := p.names.Def[id]; def != onnx.NoNode {
				return p.whyValues(p.tree.NameSpan(id), p.tree.Plain(id), "it", []onnx.NodeID{def})
			}
			return p.whyValues(p.tree.NameSpan(id), p.tree.Plain(id), "it", []onnx.NodeID{id})
		case p.tree.Is(id, onnx.OpNode):
			var results []onnx.NodeID
			for _, res := range p.resultsOf(id) {
				if res != onnx.NoNode {
					results = append(results, res)
				}
			}
			return p.whyValues(p.callSpan(id), message.Shortened(p.tree.Source(id), 60), "", results)
		case p.tree.Is(id, onnx.OpGraph) && p.tree.NameSpan(id).Contains(lang.Span{Start: offset, End: offset}):
			for d := range p.graphs {
				if p.graphs[d].id == id {
					return p.WhyDefinition(int32(d), at)
				}
			}
		}
	}
	return patterns.Why{}, false
}

// WhyDefinition explains the types of the outputs of a graph.
func (p *program) WhyDefinition(d, at int32) (patterns.Why, bool) {
	g := &p.graphs[d]
	if at >= 0 || g.id == onnx.NoNode {
		return p.Program.WhyDefinition(d, at)
	}
	var outputs []onnx.NodeID
	for _, out := range p.tree.Outputs(g.id) {
		if def := p.names.Def[out]; def != onnx.NoNode {
			outputs = append(outputs, def)
		}
	}
	w, ok := p.whyValues(p.Defs[d].NameSpan, p.Defs[d].Name, "", outputs)
	if ok && g.whole {
		p.Solver.Restore(d)
		in, out := p.Ends(d, p.Defs[d].Root)
		s := p.Solver.Quotient(in, out)
		w.Signature = lang.Signature(p.ShortSignature(s, s.Roots[0], s.Roots[1], patterns.LongSide))
	}
	return w, ok
}

// mostProved is the largest number of pattern nodes of a model whose types are also proved: the proofs need a second
// derivation, and take long for large models.
const mostProved = 8_000

// whyValues explains the types of values, for an expression at a place. The values are called by a name, or by their own
// names.
func (p *program) whyValues(at lang.Span, text, name string, defs []onnx.NodeID) (w patterns.Why, ok bool) {
	q := p
	if p.shown != nil {
		q = p.shown
	}
	w = patterns.Why{Span: at, Expression: text}
	var types []string
	for _, def := range defs {
		site := q.siteOf[def]
		if site < 0 { // a value of a function has another type at each call
			if list := q.inCalls(&w, def); len(list) > 0 {
				types = append(types, strings.Join(list, " or "))
			}
			continue
		}
		d := q.Owner(site)
		if w.Definition = q.Defs[d].Name; !q.Solver.Derivation(d).Derived {
			continue
		}
		q.Solver.Restore(d)
		first, end := q.Solver.Nodes(d)
		e := &explanation{p: q, d: d, from: q.originsOf(d), system: q.system(), name: name}
		if name == "" {
			e.name = "`" + q.tree.Plain(def) + "`"
		}
		_, out := q.Ends(d, site)
		typ, decided := e.system.Read(out)
		if typ.Head == 0 && !decided {
			continue // its node has an error, or waits for one that has
		}
		spelled := e.system.Format(typ)
		if entries := e.system.FormatEntries(typ); entries != "" && len(typ.Entries) <= mostShown {
			spelled += " " + entries
		}
		types = append(types, spelled)
		e.maker(def)
		e.parts(def, out, typ)
		if end-first <= mostProved {
			e.prove(site)
		}
		w.Parts = append(w.Parts, e.list...)
	}
	if w.Signature = strings.Join(types, ", "); len(types) > 1 {
		w.Signature = "(" + w.Signature + ")"
	}
	return w, len(w.Parts) > 0
}

// An explanation collects what is known of the type of a value.
type explanation struct {
	p      *program
	d      int32
	from   *relation.Origins
	system *System
	name   string // of the value, for people
	list   []patterns.WhyPart
	open   []lang.Line // where what is not known of the value becomes unknown
}

// part adds a fact with its reasons; the path leads from the type to what it is about.
func (e *explanation) part(what lang.Phrase, lines []lang.Line, path ...unify.Label) {
	e.list = append(e.list, patterns.WhyPart{What: what, Story: lines, Path: path})
}

// maker says what a value is: an input, a constant of the model, or the result of a node.
func (e *explanation) maker(def onnx.NodeID) {
	e.part(lang.Say("%s is %s", e.name, lang.Phrase{{Text: e.p.origin(def), Span: e.p.whole(def)}}), nil)
}

// origin says in words what defines a value.
func (p *program) origin(def onnx.NodeID) string {
	t := p.tree
	if up := p.parents[def]; t.Is(up, onnx.OpResults) {
		node, which := p.parents[up], "the result"
		if list := p.resultsOf(node); len(list) > 1 {
			which = "output " + ordinal(slices.Index(list, def))
		}
		return which + " of " + p.nodeText(node)
	}
	graph := p.parents[p.parents[def]]
	name := ""
	if t.Is(graph, onnx.OpGraph, onnx.OpFunction) {
		name = " of `" + t.Plain(graph) + "`"
	}
	if t.Is(p.parents[def], onnx.OpInputs) {
		return "an input" + name
	}
	return "a constant" + name
}

// nodeText names a node: its operator, its label, and its number in a binary model.
func (p *program) nodeText(node onnx.NodeID) string {
	if !p.tree.Is(node, onnx.OpNode) {
		return "a node with a syntax error"
	}
	_, operator, _ := p.tree.Operator(node)
	text, label := "`"+operator+"`", p.tree.Label(node)
	switch {
	case p.File.Origin != nil && label != "":
		text += " (" + p.place(p.callSpan(node)) + ", `" + label + "`)"
	case p.File.Origin != nil:
		text += " (" + p.place(p.callSpan(node)) + ")"
	case label != "":
		text += " (node `" + label + "`)"
	}
	return text
}

// parts explains the element type, the sizes and the entries of a value.
func (e *explanation) parts(def onnx.NodeID, out unify.Node, t Type) {
	if unknown(t) > 0 || slices.Contains(t.Entries, Unknown) {
		e.open = e.becomesUnknown(def)
	}
	if t.Head == 0 {
		e.part(lang.Text("its type is known only when the model runs"), e.open)
	}
	if t.Head-1 != Tensor {
		return
	}
	v := e.p.binding.Over(e.p.Graph)
	labels := e.p.Graph.Heads().Parts(e.p.binding.Heads[Tensor].Constructor)
	shape, elem, value := labels[0], labels[1], labels[2]
	if class, ok := e.p.elementClass(v, out); ok && t.Elem != "" {
		e.part(lang.Say("the element type is `%s`", t.Elem), e.element(def, class, t.Elem), elem)
	}
	if !t.Ranked {
		e.part(lang.Text("the number of axes is known only when the model runs"), e.open, shape)
	}
	e.sizes("axis", "axes", def, t.Shape, v.Classes(out), shape)
	if len(t.Entries) <= mostShown {
		e.sizes("entry", "entries", def, t.Entries, e.p.entryClasses(out), value)
	}
	if t.Head != 0 && t.Ranked && len(e.open) > 1 {
		e.part(lang.Text("some of it is known only when the model runs"), e.open)
	}
}

// becomesUnknown lists the nodes and the inputs before a value that have something that is not known of it, and for
// which nothing before them has.
func (e *explanation) becomesUnknown(def onnx.NodeID) []lang.Line {
	p, t := e.p, e.p.tree
	b := &tracing{explanation: e}
	var all repair.Distinct[onnx.NodeID]
	all.Add(def)
	for i := 0; i < len(all.List) && i < mostSources && len(b.lines) < mostReasons; i++ {
		def := all.List[i]
		if t.Is(def, onnx.OpNode) {
			continue
		}
		_, out := p.Ends(e.d, p.siteOf[def])
		typ, decided := e.system.Read(out)
		what := unknown(typ)
		if !decided || what == 0 && !slices.Contains(typ.Entries, Unknown) {
			continue
		}
		if !t.Is(p.parents[def], onnx.OpResults) {
			b.line(t.Span(def), "`%s`, %s, leaves %s open", t.Plain(def), p.origin(def), unknownOf[max(what, 1)])
			continue
		}
		node := p.parents[p.parents[def]]
		if all.Has(node) {
			continue
		}
		all.Add(node)
		if before := p.unknownBefore(e.d, e.system, node); before == 0 || what > before {
			b.line(p.callSpan(node), "%s decides %s when it runs", p.nodeText(node), unknownOf[max(what, 1)])
			continue
		}
		for _, id := range p.givers(node) {
			if from := p.names.Def[id]; from != onnx.NoNode && p.siteOf[from] >= 0 {
				all.Add(from)
			}
		}
	}
	return b.lines
}

// sizes explains the sizes of a shape, or the entries of a tensor. Consecutive ones with the same reasons are one part.
func (e *explanation) sizes(one, several string, def onnx.NodeID, list []Size, classes []unify.Node, part unify.Label) {
	first := 0
	var lines []lang.Line
	for i := range list {
		if i >= len(classes) {
			return
		}
		if i == first {
			lines = e.trace(def, classes[i])
		}
		var next []lang.Line
		if i+1 < len(list) && i+1 < len(classes) {
			if next = e.trace(def, classes[i+1]); list[i+1] == list[i] && sameTexts(lines, next) {
				continue
			}
		}
		name := one + " " + ordinal(first) + " is "
		if i > first {
			name = several + " " + ordinal(first) + " to " + ordinal(i) + " are "
			if i == first+1 {
				name = several + " " + ordinal(first) + " and " + ordinal(i) + " are "
			}
		}
		what := lang.Say("%s%s", name, e.system.FormatSize(list[i]))
		if list[i] == Unknown {
			what = lang.Say("%sknown only when the model runs", name)
			if len(e.open) == 1 {
				lines = e.open
			}
		}
		e.part(what, lines, part, e.p.binding.ItemAt(first))
		first, lines = i+1, next
	}
}

func sameTexts(x, y []lang.Line) bool {
	return slices.EqualFunc(x, y, func(a, b lang.Line) bool { return a.Text.String() == b.Text.String() })
}

// prove adds to the facts about the value of a site their proofs from the constraints of the model.
func (e *explanation) prove(site int32) {
	w, _ := e.p.WhySite(e.d, site, -1)
	for i := range e.list {
		x := &e.list[i]
		for j := range w.Parts {
			if y := &w.Parts[j]; len(x.Path) > 0 && slices.Equal(x.Path, y.Path) {
				x.Steps, x.Core, x.Checked = y.Steps, y.Core, y.Checked
			}
		}
	}
}

// mostReasons is the maximum number of lines for one fact.
const mostReasons = 12

// element follows an element type back to the value where it is written, or to the node that decides it.
func (e *explanation) element(def onnx.NodeID, class unify.Node, t string) []lang.Line {
	b, q := &tracing{explanation: e}, e.p.elementQuest(e.d, class)
	q.declared = func(def onnx.NodeID) { b.declared(def, t, e.p.tree.Span(e.p.tree.Type(def))) }
	q.decides = func(node onnx.NodeID) {
		b.line(e.p.callSpan(node), "%s decides the element type", e.p.nodeText(node))
		for _, name := range []string{"to", "dtype", "value", "output_datatype"} {
			if a := e.p.tree.Attr(node, name); a != onnx.NoNode {
				b.written(a)
			}
		}
	}
	b.back(def, q)
	return b.lines
}

// elementFrom returns the declared value or the node that the element type of a value comes from, or NoNode.
func (p *program) elementFrom(d int32, def onnx.NodeID) (from onnx.NodeID) {
	from = onnx.NoNode
	if def == onnx.NoNode || p.siteOf[def] < 0 {
		return from
	}
	_, out := p.Ends(d, p.siteOf[def])
	if class, ok := p.elementClass(p.binding.Over(p.Graph), out); ok {
		q := p.elementQuest(d, class)
		q.decides = func(id onnx.NodeID) { from = id }
		q.declared = q.decides
		b := &tracing{explanation: &explanation{p: p, d: d}}
		b.back(def, q)
	}
	return from
}

// elementClass returns the class of the element type of a tensor.
func (p *program) elementClass(v *relation.Over, tensor unify.Node) (unify.Node, bool) {
	if v.Head(v.Number(tensor)) != Tensor {
		return unify.None, false
	}
	at, ok := v.Pattern(v.Part(v.Number(tensor), 1))
	if ok {
		at = p.Graph.Find(at)
	}
	return at, ok
}

// branches are the attributes of an If.
var branches = [...]string{"then_branch", "else_branch"}

// elementQuest returns the quest for an element type, which goes on in a branch of an If.
func (p *program) elementQuest(d int32, class unify.Node) quest {
	v := p.binding.Over(p.Graph)
	return quest{what: "the element type", has: func(n unify.Node) bool {
		at, ok := p.elementClass(v, n)
		return ok && at == class
	}, same: func(node, result onnx.NodeID) onnx.NodeID {
		k := slices.Index(p.resultsOf(node), result)
		for _, name := range branches {
			a := p.tree.Attr(node, name)
			if a == onnx.NoNode || !p.tree.Is(p.tree.Value(a), onnx.OpGraph) {
				continue
			}
			outputs := p.tree.Outputs(p.tree.Value(a))
			if k < 0 || k >= len(outputs) || p.names.Def[outputs[k]] == onnx.NoNode {
				continue
			}
			def := p.names.Def[outputs[k]]
			if p.siteOf[def] < 0 {
				continue
			}
			_, out := p.Ends(d, p.siteOf[def])
			if at, ok := p.elementClass(v, out); ok { // the branch may run
				class = at
				return def
			}
		}
		return onnx.NoNode
	}}
}

// trace follows a size or an entry back to the places where its numbers are written.
func (e *explanation) trace(def onnx.NodeID, class unify.Node) []lang.Line {
	b := &tracing{explanation: e, seen: make(map[unify.Node]bool)}
	if class != unify.None && e.p.Graph.Flat(class).Constructor() != unify.NoConstructor {
		b.size(def, class)
	}
	return b.lines
}

// A tracing is one walk back through the nodes of a model.
type tracing struct {
	*explanation
	lines []lang.Line
	seen  map[unify.Node]bool
	shown bool // a formula was written
}

func (b *tracing) line(at lang.Span, says string, args ...any) {
	if len(b.lines) == mostReasons {
		return
	}
	if len(b.lines) == mostReasons-1 {
		says, args = "and so on", nil
	}
	b.lines = append(b.lines, lang.Line{Text: lang.Say(says, args...), Span: at, Definition: b.p.Defs[b.d].Name})
}

// shortAttribute bounds the characters of an attribute that is shown.
const shortAttribute = 60

// written adds the place of an attribute.
func (b *tracing) written(attr onnx.NodeID) {
	b.line(b.p.tree.Span(attr), "`%s` is written here", message.Shortened(b.p.tree.Source(attr), shortAttribute))
}

// A quest is what a walk follows.
type quest struct {
	what string                // in words
	has  func(unify.Node) bool // reports whether a value has it
	// same returns the value from which a node has it unchanged in one of its results, or NoNode.
	same func(node, result onnx.NodeID) onnx.NodeID
	// The end of the walk: a node that decides it, or an input or a constant where it is declared.
	decides, declared func(onnx.NodeID)
}

// back goes from a value to those before it from which it takes something. It names the nodes that keep it.
func (b *tracing) back(def onnx.NodeID, q quest) {
	var names []string
	var first onnx.NodeID
	flush := func() {
		switch k := len(names); {
		case k == 1:
			b.line(b.p.callSpan(first), "%s keeps %s", names[0], q.what)
		case k > 1 && k <= 3:
			b.line(b.p.callSpan(first), "%s and %s keep %s", strings.Join(names[:k-1], ", "), names[k-1], q.what)
		case k > 3:
			b.line(b.p.callSpan(first), "%s and %s before it keep %s", names[0], message.Counted(k-1, "node"), q.what)
		}
		names = nil
	}
	for seen := make(map[onnx.NodeID]bool); !seen[def]; {
		seen[def] = true
		up := b.p.parents[def]
		if !b.p.tree.Is(up, onnx.OpResults) {
			flush()
			q.declared(def)
			return
		}
		node := b.p.parents[up]
		from := b.p.source(b.d, node, q.has)
		if from == onnx.NoNode && q.same != nil {
			from = q.same(node, def)
		}
		if from == onnx.NoNode {
			flush()
			q.decides(node)
			return
		}
		if len(names) == 0 {
			first = node
		}
		_, operator, _ := b.p.tree.Operator(node)
		names, def = append(names, "`"+operator+"`"), from
	}
}

// source returns the definition of the first input of a node that has something, or NoNode.
func (p *program) source(d int32, node onnx.NodeID, has func(unify.Node) bool) onnx.NodeID {
	for _, arg := range p.tree.Args(node) {
		def := p.names.Def[arg]
		if !p.tree.Is(arg, onnx.OpName) || def == onnx.NoNode || p.siteOf[def] < 0 {
			continue
		}
		if _, out := p.Ends(d, p.siteOf[def]); has(out) {
			return def
		}
	}
	return onnx.NoNode
}

// has reports whether a class is a size or an entry of a value.
func (b *tracing) has(n, class unify.Node) bool {
	v := b.p.binding.Over(b.p.Graph)
	return v.Head(v.Number(n)) == Tensor &&
		(slices.Contains(v.Classes(n), class) || slices.Contains(b.p.entryClasses(n), class))
}

// size follows a size or an entry of a value.
func (b *tracing) size(def onnx.NodeID, class unify.Node) {
	if b.seen[class] {
		return
	}
	b.seen[class] = true
	text := b.p.sizeText(b.p.Graph.Flat(class).Constructor())
	has := func(n unify.Node) bool { return b.has(n, class) }
	b.back(def, quest{what: text, has: has, same: func(node, _ onnx.NodeID) onnx.NodeID {
		if c, ok := b.from.Computed(class); ok && b.shown && c.Site == b.p.siteOf[node] {
			for _, of := range c.Of {
				if b.p.sizeText(b.p.Graph.Flat(of).Constructor()) == text {
					class = of
					return b.p.source(b.d, node, has)
				}
			}
		}
		return onnx.NoNode
	}, decides: func(node onnx.NodeID) {
		c, computed := b.from.Computed(class)
		switch says := text; {
		case computed && c.Site == b.p.siteOf[node]:
			if strings.Contains(c.Formula, "=") {
				says, b.shown = c.Formula, true
			}
			b.line(b.p.callSpan(node), "%s gives %s", b.p.nodeText(node), says)
			for _, name := range c.Attrs {
				if a := b.p.tree.Attr(node, name); a != onnx.NoNode {
					b.written(a)
				}
			}
			for _, of := range c.Of {
				if from := b.p.source(b.d, node, func(n unify.Node) bool { return b.has(n, of) }); from != onnx.NoNode {
					b.size(from, of)
				}
			}
		default:
			b.line(b.p.callSpan(node), "%s gives %s", b.p.nodeText(node), says)
			if site, ok := b.from.Written(class); ok {
				b.line(b.p.Span(site), "`%s` is written here", b.p.Short(site))
			}
		}
	}, declared: func(def onnx.NodeID) {
		at := b.p.tree.Span(def)
		if site, ok := b.from.Written(class); ok && at.Contains(b.p.Span(site)) {
			at = b.p.Span(site)
		}
		b.declared(def, text, at)
	}})
}

// declared adds a line about what is written at a place in the declaration of an input or a constant.
func (b *tracing) declared(def onnx.NodeID, text string, at lang.Span) {
	where := "the type of "
	if data := b.p.tree.Data(def); data != onnx.NoNode && b.p.tree.Span(data).Contains(at) {
		where = ""
	}
	b.line(at, "`%s` is written in %s`%s`, %s", text, where, b.p.tree.Plain(def), b.p.origin(def))
}
