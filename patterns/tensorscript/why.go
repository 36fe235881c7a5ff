package tensorscript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// Why is that of tell, with the way of each size back through the stages. An argument of a layer, and its name where it is made, stand for
// the first stage that the layer is.
func (p *program) Why(offset, at int32) (patterns.Why, bool) {
	if s, ok := p.stageOf(offset); ok {
		offset = s
	}
	w, ok := p.Program.Why(offset, at)
	return p.traced(w, ok, at)
}

// WhyDefinition is Why for a whole node.
func (p *program) WhyDefinition(d, at int32) (patterns.Why, bool) {
	w, ok := p.Program.WhyDefinition(d, at)
	return p.traced(w, ok, at)
}

// stageOf is where the first stage begins of the layer in whose declaration an offset is, outside of its signature.
func (p *program) stageOf(offset int32) (int32, bool) {
	for k := range p.tree.Decls {
		decl := &p.tree.Decls[k]
		if decl.Kind != tensorscript.DeclWeight || decl.Root == tensorscript.NoNode || offset < decl.Span.Start || offset >= decl.Span.End {
			continue
		}
		if h := p.tree.Kids(decl.Root)[0]; h != tensorscript.NoNode && p.tree.Span(h).Start <= offset && offset < p.tree.Span(h).End {
			return 0, false
		}
		for i := range p.tree.Nodes {
			id := tensorscript.NodeID(i)
			if p.scoped[id] == staged && p.names.Meaning[id] == tensorscript.MeansWeight && p.names.At[id] == int32(k) {
				return p.tree.Span(id).Start, true
			}
		}
	}
	return 0, false
}

// traced gives the reasons of sizes the way that these came, where all of the derivation is asked about.
func (p *program) traced(w patterns.Why, ok bool, at int32) (patterns.Why, bool) {
	if !ok || at >= 0 {
		return w, ok
	}
	d := int32(slices.IndexFunc(p.Defs, func(def tell.Definition) bool { return def.Name == w.Definition }))
	id := p.nodeAt(w.Span)
	if d < 0 || id == tensorscript.NoNode || p.siteOf[id] < 0 || p.Owner(p.siteOf[id]) != d {
		return w, ok
	}
	p.Solver.Restore(d)
	from := p.originsOf(d)
	in, out := p.Ends(d, p.siteOf[id])
	for i := range w.Parts {
		part := &w.Parts[i]
		t := &tracer{p: p, d: d, from: from}
		follow := func(n unify.Node, path []unify.Label, stage tensorscript.NodeID) {
			class := p.Graph.Find(n)
			for _, l := range path {
				k := slices.IndexFunc(p.Graph.Edges(class), func(e unify.Edge) bool { return e.Label == l })
				if k < 0 {
					return
				}
				class = p.Graph.Find(p.Graph.Edges(class)[k].To)
			}
			size, number := p.Types.NumberOf(max(p.Graph.Flat(class).Constructor(), 0))
			if !number {
				return
			}
			says := part.What.String()
			said := says[strings.LastIndexByte(says, ' ')+1:]
			if said != strconv.FormatInt(size, 10) || p.scoped[id] == sized || p.scoped[id] == shaped {
				t.lines = p.pinned(d, class, from, said) // where sizes differ, the part may be about the other one
				return
			}
			t.back(stage, class)
		}
		switch {
		case len(part.Path) > 0 || p.scoped[id] == sized:
			follow(out, part.Path, id)
		case len(part.In) > 0:
			follow(in, part.In, p.before(id))
		}
		if len(t.lines) > 0 {
			part.Story = t.lines
		}
	}
	return w, ok
}

// pinned says which layers ask that a size be a number, and where that is written; nothing where it is written itself.
func (p *program) pinned(d int32, class unify.Node, from *relation.Origins, size string) []lang.Line {
	t := &tracer{p: p, d: d, from: from}
	for _, c := range p.calls[d] {
		o := c.operation
		for rule := range o.Of().Early {
			for at, x := range from.Demands(o.Of(), rule, o.attrs, c.args) {
				if p.Graph.Find(at) != class || len(x.Attrs) == 0 || o.call == tensorscript.NoNode {
					continue
				}
				id := p.nodeOf[c.site]
				for _, attr := range x.Attrs {
					if a := p.argument(o.call, attr); a != tensorscript.NoNode && strings.HasSuffix(p.File.Text(p.tree.Span(a)), size) {
						t.line(p.tree.Span(id), "rule", "%s asks for %s", quoted(p.nameOf(id)), size)
						t.line(p.tree.Span(a), "written", "%s is written here", quoted(p.File.Text(p.tree.Span(a))))
					}
				}
			}
		}
		if len(t.lines) > 0 {
			break // the others ask for the same
		}
	}
	return t.lines
}
