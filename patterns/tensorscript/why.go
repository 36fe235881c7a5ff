package tensorscript

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Why is Program.Why of package message, but an offset in the declaration of a layer refers to the first stage of that
// layer.
func (p *program) Why(offset, at int32) (patterns.Why, bool) {
	if s, ok := p.stageOf(offset); ok {
		offset = s
	}
	return p.Program.Why(offset, at)
}

// stageOf returns the start of the first stage of the layer whose declaration contains an offset, outside of its
// signature.
func (p *front) stageOf(offset int32) (int32, bool) {
	for k := range p.tree.Decls {
		decl := &p.tree.Decls[k]
		if decl.Kind != tensorscript.DeclWeight || decl.Root == tensorscript.NoNode ||
			offset < decl.Span.Start || offset >= decl.Span.End {
			continue
		}
		h := p.tree.Kids(decl.Root)[0]
		if h != tensorscript.NoNode && p.tree.Span(h).Start <= offset && offset < p.tree.Span(h).End {
			return 0, false
		}
		for i, is := range p.scoped {
			if is == staged && p.names.Meaning[i] == tensorscript.MeansWeight && p.names.At[i] == int32(k) {
				return p.tree.Nodes[i].Start, true
			}
		}
	}
	return 0, false
}

// reasons traces each size back through the stages, as its reason.
func (p *program) reasons(d, site int32, w *patterns.Why) {
	id := p.nodeAt(site)
	if id == tensorscript.NoNode {
		return
	}
	p.Solver.Restore(d)
	from := p.originsOf(d)
	in, out := p.Ends(d, site)
	for i := range w.Parts {
		part := &w.Parts[i]
		n, path, stage := in, part.In, p.before(id)
		if len(part.Path) > 0 || p.scoped[id] == sized {
			n, path, stage = out, part.Path, id
		} else if len(path) == 0 {
			continue
		}
		class, found := p.Graph.Follow(n, path...)
		size, number := p.Types.NumberOf(max(p.Graph.Flat(class).Constructor(), 0))
		if !found || !number {
			continue
		}
		t := &tracer{p: p, d: d, from: from}
		says := part.What.String()
		said := says[strings.LastIndexByte(says, ' ')+1:]
		if said != strconv.FormatInt(size, 10) || p.scoped[id] == sized || p.scoped[id] == shaped {
			t.lines = p.pinned(d, class, said) // if sizes differ, the part may be about the other one
		} else {
			t.traceBack(stage, class)
		}
		if len(t.lines) > 0 {
			part.Story = t.lines
		}
	}
}

// pinned returns which layers require that a size be a number, and where that number is written; nothing if the size
// itself is written.
func (p *program) pinned(d int32, class unify.Node, size string) []lang.Line {
	t := &tracer{p: p, d: d}
	from := p.binding.NewOrigins(p.Graph, &p.machine) // without records: those cost a run of each relation
	for _, c := range p.calls[d] {
		o := c.operation
		for _, rule := range o.rules[1:] {
			for at, x := range from.Demands(rule, c.args) {
				for _, a := range p.given(o, x.Attrs) {
					if p.Graph.Find(at) == class && strings.HasSuffix(p.tree.Source(a), size) {
						t.line(p.Span(c.site), "rule", "%s needs %s", quoted(p.nameOf(p.nodeOf[c.site])), size)
						t.written(a)
					}
				}
			}
		}
		if len(t.lines) > 0 {
			break // the others require the same
		}
	}
	return t.lines
}
