package relay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A place is where a type is: a node of a signature, a node of the graph, or a type by itself.
type place struct {
	scheme *patterns.Scheme
	node   int32
	head   unify.Head // where it is not NoHead, the type
}

// piece is a text, or a type that is still to be spelt, or the end of one.
type piece struct {
	text string
	at   place
	typ  bool
	end  bool
}

// longest is how many bytes of a type are spelt where all of it is asked for: one that
// contains itself has no end.
const longest = 1 << 16

// spell writes a type as programs write it, in at most about so many bytes; 0 is any number. The
// parameters stand before it if it is a function.
func (p *program) spell(at place, params []string, most int) string {
	var b strings.Builder
	stack := []piece{{at: at, typ: true}}
	within := make(map[place]bool) // what is being spelt: a type in itself is an ellipsis
	for first := true; len(stack) > 0; first = false {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case x.end:
			delete(within, x.at)
			continue
		case !x.typ:
			b.WriteString(x.text)
			continue
		}
		x.at = p.classOf(x.at)
		if within[x.at] {
			b.WriteString("…")
			continue
		}
		if b.Len() > cmp.Or(most, longest) {
			return b.String() + "…"
		}
		within[x.at] = true
		stack = append(stack, piece{at: x.at, end: true})
		parts := p.pieces(x.at)
		if first && len(params) > 0 && parts[0].text == "fn (" {
			b.WriteString("fn [" + strings.Join(params, ", ") + "](")
			parts = parts[1:]
		}
		for _, part := range slices.Backward(parts) {
			stack = append(stack, part)
		}
	}
	return b.String()
}

// classOf is the one place of all that are one type.
func (p *program) classOf(at place) place {
	if at.head == unify.NoHead && at.scheme == nil {
		at.node = int32(p.Graph.Find(unify.Node(at.node)))
	}
	return at
}

// whatIs is what is known of a type: its constructor or that it is a tuple, and its parts.
func (p *program) whatIs(at place) (f unify.Flat, parts []unify.HeadField) {
	h := at.head
	if h == unify.NoHead {
		var edges []unify.Edge
		if at.scheme != nil {
			f, edges = at.scheme.Graph.Flat(at.node), at.scheme.Graph.Edges(at.node)
			if c := at.scheme.Parameter(at.node); c != unify.NoConstructor {
				f = p.Types.Heads().Built(c)
			}
		} else {
			class := p.Graph.Find(unify.Node(at.node))
			f, edges = p.Graph.Flat(class), p.Graph.Edges(class)
		}
		if h = f.Head(); h == unify.NoHead {
			for _, e := range edges {
				parts = append(parts, unify.HeadField{Label: e.Label, To: unify.Head(e.To)})
			}
			return f, parts
		}
	}
	if c := p.Types.Heads().BuiltBy(h); c != unify.NoConstructor {
		f = p.Types.Heads().Built(c) | f&unify.Dynamic
	} else {
		f = p.Types.Heads().Outer(h)
	}
	return f, p.Types.Fields(h)
}

// part is a part of a type.
func (p *program) part(at place, f unify.Flat, x unify.HeadField) place {
	if at.head != unify.NoHead {
		return place{head: x.To}
	}
	if at.scheme != nil {
		if h := at.scheme.Graph.Flat(at.node).Head(); h != unify.NoHead {
			return place{head: x.To}
		}
		return place{scheme: at.scheme, node: int32(x.To)}
	}
	if h := p.Graph.Flat(p.Graph.Find(unify.Node(at.node))).Head(); h != unify.NoHead {
		return place{head: x.To}
	}
	return place{node: int32(x.To)}
}

// pieces are what a type is spelt of.
func (p *program) pieces(at place) []piece {
	f, fields := p.whatIs(at)
	c := f.Constructor()
	byLabel := make(map[unify.Label]unify.HeadField, len(fields))
	for _, x := range fields {
		byLabel[x.Label] = x
	}
	of := func(l unify.Label) piece {
		if x, ok := byLabel[l]; ok {
			return piece{at: p.part(at, f, x), typ: true}
		}
		return piece{text: "_"}
	}
	text := func(s string) piece { return piece{text: s} }
	list := func(open string, labels []unify.Label, end string) []piece {
		out := []piece{text(open)}
		for i, l := range labels {
			if i > 0 {
				out = append(out, text(", "))
			}
			out = append(out, of(l))
		}
		return append(out, text(end))
	}
	b := &p.built
	labels := p.Types.Heads().Parts(max(c, 0))
	switch {
	case f.Dynamic():
		return []piece{text("?")}
	case c == unify.NoConstructor && f.Closed() && f.IsProduct():
		var labels []unify.Label
		for _, x := range fields {
			labels = append(labels, x.Label)
		}
		slices.SortFunc(labels, p.CompareLabels)
		if len(labels) == 1 {
			return list("(", labels, ",)")
		}
		return list("(", labels, ")")
	case c == unify.NoConstructor:
		return []piece{text(p.openName(at))}
	case p.Types.IsParameter(c):
		return []piece{text(p.Types.ConstructorName(c))}
	case c == b.tensor:
		shape := of(b.shape)
		if shape.typ {
			if g, _ := p.whatIs(shape.at); g.Constructor() == p.shapeOf(0) {
				return []piece{of(b.dtype)}
			}
		}
		return []piece{text("Tensor["), shape, text(", "), of(b.dtype), text("]")}
	case c == b.ref:
		return []piece{text("Ref("), of(b.of), text(")")}
	case len(labels) > 0 && c == p.function(len(labels)-1):
		return append(list("fn (", labels[:len(labels)-1], ") -> "), of(b.result))
	case c == p.shapeOf(len(labels)):
		return list("(", labels, ")")
	}
	name := p.Types.ConstructorName(c)
	if len(labels) > 0 || p.isData(c) {
		return list(name+"[", labels, "]")
	}
	return []piece{text(name)}
}

// isData reports whether a constructor is that of a declared type.
func (p *program) isData(c unify.Constructor) bool {
	for _, d := range p.data {
		if d == c {
			return true
		}
	}
	return false
}

// ShortSignature spells the type of a definition, or of a part of it.
func (p *program) ShortSignature(s *patterns.Scheme, _, out int32, most int) (takes, gives string) {
	params, d := p.paramsIn(s, out)
	var clauses []string
	if d >= 0 && p.options.Generalize {
		n := p.namingOf(s, out, d)
		params, clauses = append(params, n.params...), n.clauses
		p.using = n
		defer func() { p.using = nil }()
	}
	gives = p.spell(place{scheme: s, node: out}, params, most)
	if d >= 0 {
		clauses = append(p.whereText(s, out, d), clauses...)
	}
	if len(clauses) > 0 {
		gives += " where " + strings.Join(clauses, ", ")
	}
	return "", gives
}

// paramsIn are the type parameters of the definition that a signature is of, with their kinds, and the
// definition; none and -1 for what is within one.
func (p *program) paramsIn(s *patterns.Scheme, out int32) (names []string, d int32) {
	if p.owners == nil {
		p.owners = make(map[signatureKey]int32)
		for d := range p.Defs {
			v := p.Solver.View(int32(d))
			p.owners[signatureKey{v.Scheme, v.Out}] = int32(d)
		}
	}
	d, ok := p.owners[signatureKey{s, out}]
	if !ok || p.Defs[d].Root < 0 {
		return nil, -1
	}
	listed := make(map[unify.Constructor]bool)
	add := func(c unify.Constructor) {
		if listed[c] {
			return
		}
		listed[c] = true
		name := p.Types.ConstructorName(c)
		if kind := p.kindOf(p.paramOf[c]); kind != typed {
			name += ": " + kindNames[kind]
		}
		names = append(names, name)
	}
	for _, param := range p.paramsOf(p.rootOf(d)) {
		add(p.parameter(param))
	}
	for _, o := range s.Opened {
		add(o.Parameter)
	}
	return names, d
}

// signatureKey is a node of a signature.
type signatureKey struct {
	scheme *patterns.Scheme
	out    int32
}

// TypeText spells a type.
func (p *program) TypeText(t patterns.Type, most int) string {
	return p.spell(place{head: t}, nil, most)
}

// ShortTypeDefinition is TypeText.
func (p *program) ShortTypeDefinition(t patterns.Type, most int) string { return p.TypeText(t, most) }

// typeOf spells what a node of the graph is.
func (p *program) typeOf(n unify.Node) string { return p.spell(place{node: int32(n)}, nil, 200) }
