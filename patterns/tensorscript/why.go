package tensorscript

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Why is that of tell. An argument of a layer, and its name where it is made, stand for the first stage that the layer is.
func (p *program) Why(offset, at int32) (patterns.Why, bool) {
	if s, ok := p.stageOf(offset); ok {
		offset = s
	}
	return p.Program.Why(offset, at)
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

// explained gives the reasons of sizes the way that these came, back through the stages.
func (p *program) explained(w *patterns.Why, d, _ int32) {
	id := p.nodeAt(w.Span)
	if id == tensorscript.NoNode || p.siteOf[id] < 0 || p.Owner(p.siteOf[id]) != d {
		return
	}
	p.Solver.Restore(d)
	from := p.originsOf(d)
	in, out := p.Ends(d, p.siteOf[id])
	for i := range w.Parts {
		part := &w.Parts[i]
		t := &tracer{p: p, d: d, from: from}
		follow := func(n unify.Node, path []unify.Label, stage tensorscript.NodeID) {
			class, there := p.PartAt(n, path)
			size, number := p.Types.NumberOf(max(p.Graph.Flat(class).Constructor(), 0))
			if !there || !number {
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
}

// pinned says which layers ask that a size be a number, and where that is written; nothing where it is written itself.
func (p *program) pinned(d int32, class unify.Node, from *relation.Origins, size string) []lang.Line {
	t := &tracer{p: p, d: d, from: from}
	for _, c := range p.calls[d] {
		o := c.operation
		for rule := range o.Of().Early {
			for at, x := range from.Demands(o.Of(), rule, o.attrs, c.args) {
				if p.Graph.Find(at) != class {
					continue
				}
				id := p.nodeOf[c.site]
				for _, attr := range x.Attrs {
					if a := p.attribute(o, attr); a != tensorscript.NoNode && strings.HasSuffix(p.File.Text(p.tree.Span(a)), size) {
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
