package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// structure reports errors in a graph or a function that need no types: names that are defined twice or nowhere, and
// domains without a version.
func (p *program) structure(d int32) {
	t, g := p.tree, &p.graphs[d]
	main := d
	if g.of >= 0 {
		main = g.of
	}
	p.defined(d)
	if g.of < 0 {
		p.parameters(d)
	}
	for _, o := range append(slices.Clone(t.Outputs(g.id)), t.Locals(g.id)...) {
		def := p.names.Def[o]
		if typ := t.Type(o); def != onnx.NoNode && typ != onnx.NoNode && t.Data(o) == onnx.NoNode {
			if _, known := p.declared[def]; !known {
				p.declared[def] = typ
			}
		}
	}
	for _, in := range t.Inputs(g.id) {
		if typ := t.Type(in); typ != onnx.NoNode && g.whole {
			for _, d := range t.Kids(typ) {
				p.graphs[main].names = p.graphs[main].names || t.Is(d, onnx.OpName)
			}
		}
	}
	var undefined repair.Distinct[lang.Sym]
	uses := make(map[lang.Sym][]onnx.NodeID)
	for _, node := range t.Body(g.id) {
		p.watch.Step()
		if !t.Is(node, onnx.OpNode) {
			continue
		}
		for _, arg := range t.Args(node) {
			if t.Is(arg, onnx.OpName) && p.names.Def[arg] == onnx.NoNode {
				sym := t.Nodes[arg].Sym
				undefined.Add(sym)
				uses[sym] = append(uses[sym], arg)
			}
		}
		domain, _, _ := t.Operator(node)
		p.imported(d, plainDomain(domain), node)
	}
	for _, sym := range undefined.List {
		p.undefined(d, uses[sym], "nothing defines `%s`")
	}
	first := make(map[lang.Sym]onnx.NodeID)
	for i, out := range t.Outputs(g.id) {
		if p.names.Def[out] == onnx.NoNode {
			p.undefined(d, []onnx.NodeID{out}, "nothing defines the output `%s`")
		}
		if !t.Is(out, onnx.OpValue) {
			continue
		}
		sym := t.Nodes[out].Sym
		if before, again := first[sym]; again && g.whole {
			dg := p.wrong(d, lang.DuplicateVariable, t.NameSpan(out), lang.Say("the output `%s` is listed twice", t.Plain(out)))
			dg.Relate(t.NameSpan(before), "here, too")
			draft := p.draft()
			dg.Fixes = append(dg.Fixes, draft.LeaveOut(t.Outputs(g.id), i))
		} else {
			first[sym] = out
		}
	}
}

// defined reports names that are defined twice in one graph.
func (p *program) defined(d int32) {
	t, g := p.tree, &p.graphs[d]
	first := t.FirstOf(g.id)
	check := func(id onnx.NodeID) {
		if def := p.names.Def[id]; def >= first && def < g.id && def != id {
			dg := p.wrong(d, lang.DuplicateVariable, t.NameSpan(id), lang.Say("`%s` is defined twice", t.Plain(id)))
			dg.Relate(t.NameSpan(def), "the first definition")
			p.namings[dg.Span] = &naming{d: d, first: def, again: id}
		}
	}
	inputs := make(map[onnx.NodeID]bool)
	for _, id := range t.Inputs(g.id) {
		inputs[id] = true
		check(id)
	}
	for _, id := range t.Locals(g.id) {
		if t.Data(id) != onnx.NoNode && !inputs[p.names.Def[id]] {
			check(id)
		}
	}
	for _, node := range t.Body(g.id) {
		for _, id := range t.Results(node) {
			if t.Is(id, onnx.OpName) {
				check(id)
			}
		}
	}
}

// mostUses is how many places are shown that use a name which nothing defines, in addition to the first one.
const mostUses = 4

// undefined reports a name without a definition where it is used first, with names of the graph that look like it.
func (p *program) undefined(d int32, uses []onnx.NodeID, says string) {
	t, g, id := p.tree, &p.graphs[d], uses[0]
	name := t.Plain(id)
	if g.scope == nil {
		g.scope = p.newScope(g.id)
	}
	local, declared := g.scope.declared[t.Nodes[id].Sym]
	if declared {
		says = "`%s` has a declared type, but no node computes it and it has no data"
	}
	dg := p.wrong(d, lang.UnknownLocal, t.NameSpan(id), lang.Say(says, name))
	p.namings[dg.Span] = &naming{d: d, uses: uses}
	if declared {
		dg.Relate(t.NameSpan(local), "only its type is declared here")
		dg.Notes = append(dg.Notes, lang.Say("if it is a constant, give its data: `%s = {...}`", t.Source(local)))
	}
	p.relateElsewhere(dg, d, id)
	for _, id := range uses[1:min(len(uses), 1+mostUses)] {
		dg.Relate(t.NameSpan(id), "it is used here, too")
	}
	if n := len(uses) - 1 - mostUses; n > 0 {
		dg.Notes = append(dg.Notes, lang.Say("%s of it", message.Counted(n, "further use")))
	}
	if !declared {
		near := slices.Clone(g.scope.speller.Near(name))
		near = slices.DeleteFunc(near, func(n string) bool { return p.isOtherNumber(g, name, n) })
		if node := p.parents[p.parents[id]]; t.Is(node, onnx.OpNode) { // its own results would be a cycle
			for _, own := range t.Results(node) {
				near = slices.DeleteFunc(near, func(n string) bool { return t.Is(own, onnx.OpName) && n == t.Plain(own) })
			}
		}
		misspelt(dg, p.spansOf(uses), near, func(near string) string { return string(onnx.AppendName(nil, near)) })
	}
}

// isOtherNumber reports whether a name that something uses differs from another one only in its digits: exporters
// number names, so it is not a misspelling.
func (p *front) isOtherNumber(g *graph, name, other string) bool {
	return withoutDigits(name) == withoutDigits(other) && len(p.usesOfAll()[g.scope.defined[other]]) > 0
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, name)
}

func (p *front) spansOf(ids []onnx.NodeID) (list []lang.Span) {
	for _, id := range ids {
		list = append(list, p.tree.NameSpan(id))
	}
	return list
}

// relateElsewhere shows where another graph defines a name that is not known in a graph.
func (p *front) relateElsewhere(dg *lang.Diagnostic, d int32, id onnx.NodeID) {
	t := p.tree
	if p.elsewhereDefined == nil {
		p.elsewhereDefined = make(map[lang.Sym]onnx.NodeID)
		for of := range p.graphs {
			if g := p.graphs[of].id; g != onnx.NoNode && p.isWhole(g) && t.Is(g, onnx.OpGraph) {
				for _, def := range p.definitions(g) {
					if sym := t.Nodes[def].Sym; p.elsewhereDefined[sym] == 0 {
						p.elsewhereDefined[sym] = def
					}
				}
			}
		}
	}
	def, ok := p.elsewhereDefined[t.Nodes[id].Sym]
	if !ok {
		return
	}
	if is := p.graphs[d].id; t.Is(is, onnx.OpFunction) {
		dg.Relate(t.NameSpan(def), "a function knows only its own values, not this one")
	} else {
		dg.Relate(t.NameSpan(def), "this one is known only within its own graph")
	}
}

// misspelt adds the likeliest name for an unknown one at some places.
func misspelt(dg *lang.Diagnostic, at []lang.Span, names []string, written func(string) string) {
	if len(names) == 0 {
		return
	}
	near := names[0]
	dg.Help = append(dg.Help, lang.DidYouMean(names[:1])...)
	f := lang.Fix{Title: lang.Say("use `%s`", near), Grade: "maybe"}
	for _, at := range at {
		f.Edits = append(f.Edits, lang.Edit{Span: at, Text: written(near)})
	}
	dg.Fixes = append(dg.Fixes, f)
}

func (p *front) newScope(graph onnx.NodeID) *scope {
	s := &scope{lang.NewSpeller(), make(map[string]onnx.NodeID), make(map[lang.Sym]onnx.NodeID)}
	for _, def := range p.definitions(graph) {
		s.speller.Add(p.tree.Plain(def))
		if name := p.tree.Plain(def); s.defined[name] == 0 {
			s.defined[name] = def
		}
	}
	for _, local := range p.tree.Locals(graph) {
		if sym := p.tree.Nodes[local].Sym; p.tree.Data(local) == onnx.NoNode {
			if _, ok := s.declared[sym]; !ok {
				s.declared[sym] = local
			}
		}
	}
	return s
}

// definitions lists the places that define the values of a graph.
func (p *front) definitions(graph onnx.NodeID) (list []onnx.NodeID) {
	t := p.tree
	for _, id := range t.Inputs(graph) {
		if t.Is(id, onnx.OpValue) { // no syntax error is there
			list = append(list, id)
		}
	}
	for _, id := range t.Locals(graph) {
		if t.Data(id) != onnx.NoNode {
			list = append(list, id)
		}
	}
	for _, node := range t.Body(graph) {
		for _, id := range t.Results(node) {
			if t.Is(id, onnx.OpName) {
				list = append(list, id)
			}
		}
	}
	return list
}

// imported reports a domain whose version the model does not import, once.
func (p *program) imported(d int32, domain string, node onnx.NodeID) {
	g := &p.graphs[d]
	if _, ok := g.versions[domain]; ok {
		if domain == "" && g.versions[domain] > newest() && !p.noted["newest"] {
			p.note(d, "newest", p.versionSpan(d, node), lang.Say(
				"%s imports opset %s; its operators are checked as in opset %s, "+
					"the newest one that is known", p.importer(d), ordinal(int(g.versions[domain])), ordinal(int(newest()))))
		}
		return
	}
	key := "import " + domain
	if p.noted[key] {
		return
	}
	p.noted[key] = true
	name := "the standard operators"
	if domain != "" {
		name = "the domain `" + domain + "`"
	}
	dg := p.wrong(d, lang.MissingImport, p.callSpan(node), lang.Say("%s imports no version of %s", p.importer(d), name))
	dg.Help = append(dg.Help, lang.Say("add `\"%s\" : VERSION` to `opset_import`", domain))
	dg.Fixes = p.importOf(d, domain)
}

// usualOpsets are the newest opsets that the releases of onnx with a version of the format know, by that version.
var usualOpsets = map[int64]int{3: 8, 4: 9, 5: 10, 6: 11, 7: 14, 8: 18, 9: 20, 10: 22, 11: 23}

// importOf returns the change that imports a version of a domain: the newest one that goes with the version of the
// format, or 1 of a domain whose operators are not known.
func (p *front) importOf(d int32, domain string) []lang.Fix {
	version := 1
	if domain == "" {
		if version = usualOpsets[p.irVersion(d)]; version == 0 {
			version = int(newest())
		}
	}
	t, header := p.tree, p.graphs[d].header
	if header == onnx.NoNode {
		return nil
	}
	pair := strconv.Quote(domain) + " : " + ordinal(version)
	text, in := pair, t.Setting(header, "opset_import")
	if in == onnx.NoNode {
		in, text = header, "opset_import: ["+pair+"]"
	}
	if len(t.Kids(in)) > 0 {
		text = ", " + text
	}
	return []lang.Fix{{Title: lang.Say("add `%s` to `opset_import`", pair), Grade: "maybe",
		Edits: []lang.Edit{repair.Insert(t.Span(in).End-1, text)}}}
}

// versionSpan returns the place of the version of the standard operators that a graph imports, or else that of a node.
func (p *front) versionSpan(d int32, node onnx.NodeID) lang.Span {
	if at := p.standard(d); at != onnx.NoNode {
		return p.tree.Span(at)
	}
	return p.callSpan(node)
}

// inOrder computes the order in which the nodes of a graph and of the graphs within it are derived. A graph whose nodes
// are not in the order in which they run is noted, and one without such an order has an error.
func (p *program) inOrder(d int32) {
	for of := range p.graphs {
		g := &p.graphs[of]
		if (int32(of) == d || g.of == d) && p.depthOf(g.id) < deepest {
			p.sort(d, g.id)
		}
	}
}

// graphOf returns the graph or the function that contains a node.
func (p *front) graphOf(id onnx.NodeID) onnx.NodeID {
	for id = p.parents[id]; id != onnx.NoNode && !p.tree.Is(id, onnx.OpGraph, onnx.OpFunction); {
		id = p.parents[id]
	}
	return id
}

// depthOf returns how many graphs contain a graph, at most deepest.
func (p *front) depthOf(id onnx.NodeID) (n int) {
	for up := p.parents[id]; up != onnx.NoNode && n < deepest; up = p.parents[up] {
		if p.tree.Is(up, onnx.OpGraph) {
			n++
		}
	}
	return n
}

// sort orders the nodes of a graph, if they are not sorted.
func (p *program) sort(d int32, graph onnx.NodeID) {
	t := p.tree
	body := t.Body(graph)
	maker := make(map[onnx.NodeID]int) // by result: the index of its node
	for i, node := range body {
		for _, id := range t.Results(node) {
			maker[id] = i
		}
	}
	needs := make([][]need, len(body))
	late := onnx.NoNode
	for i, node := range body {
		p.watch.Step()
		for id := t.FirstOf(node); id < node; id++ {
			if def := p.names.Def[id]; def != onnx.NoNode && t.Is(p.parents[id], onnx.OpArgs, onnx.OpOutputs) {
				if k, ok := maker[def]; ok {
					needs[i] = append(needs[i], need{id, k})
					if k >= i && late == onnx.NoNode {
						late = id
					}
				}
			}
		}
	}
	if late == onnx.NoNode {
		return
	}
	// Kahn's algorithm, with the first node in the text first.
	waits, then := make([]int, len(body)), make([][]int, len(body))
	for i, list := range needs {
		waits[i] = len(list)
		for _, n := range list {
			then[n.from] = append(then[n.from], i)
		}
	}
	var ready, order []int
	for i := range body {
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		k := ready[0]
		ready = ready[1:]
		order = append(order, k)
		for _, i := range then[k] {
			if waits[i]--; waits[i] == 0 {
				at, _ := slices.BinarySearch(ready, i)
				ready = slices.Insert(ready, at, i)
			}
		}
	}
	if len(order) == len(body) {
		if p.orders == nil {
			p.orders = make(map[onnx.NodeID][]onnx.NodeID)
		}
		for _, k := range order {
			p.orders[graph] = append(p.orders[graph], body[k])
		}
		p.note(d, "order", t.NameSpan(late), lang.Say(
			"`%s` is used before the node that computes it, which ONNX does not allow; the nodes are checked in the order "+
				"in which they can run", t.Plain(late)))
		return
	}
	p.cycle(d, body, needs, slices.IndexFunc(waits, func(n int) bool { return n > 0 }), waits)
}

// A need is the use of a value by a node, or within a graph of the node: the place of its name, and the index of the
// node that computes it.
type need struct {
	name onnx.NodeID
	from int
}

// cycle reports nodes that need each other's results, at the first of them. They are found by going back from a node
// that waits for them.
func (p *program) cycle(d int32, body []onnx.NodeID, needs [][]need, at int, waits []int) {
	t, passed := p.tree, make(map[int]need)
	for _, ok := passed[at]; !ok; _, ok = passed[at] {
		passed[at] = needs[at][slices.IndexFunc(needs[at], func(n need) bool { return waits[n.from] > 0 })]
		at = passed[at].from
	}
	first := at
	for k := passed[at].from; k != at; k = passed[k].from {
		first = min(first, k)
	}
	last := first
	for passed[last].from != first {
		last = passed[last].from
	}
	use, own := passed[first].name, passed[last].name
	_, operator, _ := t.Operator(body[first])
	name, result := t.Plain(use), t.Plain(own)
	says := lang.Say("`%s` needs `%s`, which is computed from its own result `%s`, so it can never run",
		operator, name, result)
	within := p.parents[p.parents[use]] != body[first]
	switch {
	case first != last:
	case within:
		says = lang.Say("`%s` is used inside the `%s` that computes it, so it is not known there", name, operator)
	default:
		says = lang.Say("`%s` needs its own result `%s`, so it can never run", operator, name)
	}
	dg := p.wrong(d, lang.UsedBefore, t.NameSpan(use), says)
	p.namings[dg.Span] = &naming{d: d, uses: []onnx.NodeID{use}}
	switch def := t.NameSpan(p.names.Def[own]); {
	case first != last:
		dg.Relate(t.NameSpan(own), "`%s` is used here", result)
		if from := passed[first].from; from != last {
			dg.Relate(t.NameSpan(p.names.Def[use]), "`%s` is computed here", name)
		}
	case within:
		dg.Relate(def, "`%s` is a result of this `%s`, known when that ends", name, operator)
		if operator == "Loop" || operator == "Scan" {
			dg.Help = append(dg.Help, lang.Say("what the previous turn computed is an input of the body; "+
				"the inputs of the `%s` have its first value", operator))
		}
	}
}

// body returns the nodes of a graph in an order in which they can run, if there is one.
func (p *front) body(graph onnx.NodeID) []onnx.NodeID {
	if order := p.orders[graph]; order != nil {
		return order
	}
	return p.tree.Body(graph)
}
