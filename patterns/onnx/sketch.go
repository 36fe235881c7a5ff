package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Bounds of the picture of an error: the nodes that a size is followed back through, and its places.
const (
	deepestSketch = 12
	mostPlaces    = 60
)

// A sketcher draws a node that cannot be right: its inputs, and where the sizes of its message come from.
type sketcher struct {
	p      *program
	d      int32
	def    string
	over   *relation.Over
	from   *relation.Origins
	sketch *lang.Sketch
	drawn  map[unify.Node]int32  // by size: its place
	attrs  map[onnx.NodeID]int32 // by attribute: its place
	made   map[computation]int32 // by computation: its place
}

// A computation is a formula at a node. Sizes with the same computation have one place.
type computation struct {
	site    int32
	formula string
}

// sketch draws a fault of a node.
func (p *program) sketch(text lang.Phrase, d int32, u *use, pieces []relation.Piece, v *relation.Over) *lang.Sketch {
	x := &sketcher{
		p: p, d: d, def: p.Defs[d].Name, over: v, from: p.originsOf(d), sketch: &lang.Sketch{Fails: true},
		drawn: make(map[unify.Node]int32),
	}
	fails := x.place(text, p.callSpan(u.id))
	var sizes []unify.Node // of the message
	for _, piece := range pieces {
		switch piece.Source.Kind {
		case relation.FromAttribute:
			x.attribute(u.id, piece.Source.Name, fails)
		case relation.FromNode:
			if n, ok := v.Pattern(piece.Source.Node); ok && !slices.Contains(sizes, p.Graph.Find(n)) {
				sizes = append(sizes, p.Graph.Find(n))
			}
		}
	}
	s := p.system()
	for _, i := range p.shownInputs(u) {
		arg := p.tree.Args(u.id)[i]
		typ, _ := s.Read(u.Inputs[i])
		says := lang.Say("`%s` is `%s`", p.tree.Plain(arg), s.Format(typ))
		if entries := s.FormatEntries(typ); entries != "" && len(typ.Entries) <= mostShown {
			says = lang.Say("`%s` is `%s` with the entries `%s`", p.tree.Plain(arg), s.Format(typ), entries)
		}
		at, name := x.place(says, p.tree.NameSpan(arg)), ""
		if i < len(u.operator.Params) {
			name = "input " + u.operator.Params[i].Name
		}
		x.link(at, fails, lang.SketchReads, name)
		for _, class := range append(v.Classes(u.Inputs[i]), p.entryClasses(u.Inputs[i])...) {
			if slices.Contains(sizes, class) {
				x.flow(class, at, arg)
			}
		}
	}
	return x.sketch
}

func (x *sketcher) place(text lang.Phrase, at lang.Span) int32 {
	x.sketch.Places = append(x.sketch.Places, lang.SketchPlace{Text: text, Span: at, Definition: x.def, Group: -1})
	return int32(len(x.sketch.Places) - 1)
}

func (x *sketcher) link(from, to int32, rule, label string) {
	if slices.ContainsFunc(x.sketch.Links, func(l lang.SketchLink) bool { return l.From == from && l.To == to }) {
		return
	}
	x.sketch.Links = append(x.sketch.Links, lang.SketchLink{
		From: from, To: to, Rule: rule, Label: label, Span: x.sketch.Places[from].Span, Definition: x.def, Group: -1,
	})
}

// attribute draws an attribute that a node has, into a place.
func (x *sketcher) attribute(node onnx.NodeID, name string, into int32) {
	a := x.p.tree.Attr(node, name)
	if a == onnx.NoNode {
		return
	}
	at := patterns.Remember(&x.attrs, a, func() int32 {
		return x.place(lang.Say("`%s`", message.Shortened(x.p.tree.Source(a), shortAttribute)), x.p.tree.Span(a))
	})
	x.link(at, into, lang.SketchReads, "")
}

// flow draws how a size of a value was computed, into a place.
func (x *sketcher) flow(size unify.Node, into int32, value onnx.NodeID) {
	type step struct {
		size   unify.Node
		into   int32
		depth  int
		values []onnx.NodeID // that may have the size
		way    []onnx.NodeID // the nodes that it passes, the last first
	}
	for queue := []step{{size, into, 0, []onnx.NodeID{value}, nil}}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		c, computed := x.from.Computed(s.size)
		id, args := onnx.NodeID(onnx.NoNode), []onnx.NodeID(nil)
		if computed && x.p.ids[c.Site] != onnx.NoNode && x.p.tree.Is(x.p.ids[c.Site], onnx.OpNode) {
			id = x.p.ids[c.Site]
			args = x.p.tree.Args(id)
		}
		way := append(slices.Clip(s.way), x.way(s.size, s.values, id)...)
		if at, ok := x.drawn[s.size]; ok {
			x.through(at, s.into, way)
			continue
		}
		if s.depth == deepestSketch || len(x.sketch.Places) >= mostPlaces {
			continue
		}
		at := int32(-1)
		if kept := x.p.sameAs(s.size, c); kept >= 0 && s.depth > 0 { // nodes that keep a size are passed over
			if id != onnx.NoNode {
				way = append(way, id)
			}
			queue = append(queue, step{c.Of[kept], s.into, s.depth, args, way})
			continue
		}
		if id != onnx.NoNode && strings.Contains(c.Formula, "=") {
			at = patterns.Remember(&x.made, computation{c.Site, c.Formula}, func() int32 {
				return x.place(lang.Say("%s, by %s", c.Formula, x.p.nodeText(id)), x.p.callSpan(id))
			})
			for _, name := range c.Attrs {
				x.attribute(id, name, at)
			}
		}
		if site, ok := x.from.Written(s.size); at < 0 && ok {
			at = x.place(lang.Say("`%s` is written here", x.p.Short(site)), x.p.Span(site))
		}
		next := s.into
		if at >= 0 {
			x.drawn[s.size] = at
			x.through(at, s.into, way)
			next, way = at, nil
		} else if id != onnx.NoNode {
			way = append(way, id)
		}
		for _, of := range c.Of {
			queue = append(queue, step{of, next, s.depth + 1, args, slices.Clone(way)})
		}
	}
}

// way lists the nodes that a size passes on its way to one of some values, the last first: those that take and give it,
// after the one that computes it, if that is known.
func (x *sketcher) way(size unify.Node, values []onnx.NodeID, made onnx.NodeID) (list []onnx.NodeID) {
	for len(list) < deepestSketch {
		i := slices.IndexFunc(values, func(value onnx.NodeID) bool { return x.has(value, size) })
		if i < 0 {
			break
		}
		node := x.p.parents[x.p.parents[x.p.names.Def[values[i]]]]
		if node == onnx.NoNode || node == made || !x.p.tree.Is(node, onnx.OpNode) {
			return list
		}
		values = x.p.tree.Args(node)
		list = append(list, node)
	}
	return list[:max(len(list)-1, 0)] // the last one does not take it
}

// has reports whether the type or the entries of a value have a size.
func (x *sketcher) has(value onnx.NodeID, size unify.Node) bool {
	def := x.p.names.Def[value]
	if def == onnx.NoNode || x.p.siteOf[def] < 0 {
		return false
	}
	_, out := x.p.Ends(x.d, x.p.siteOf[def])
	return out != unify.None && (slices.Contains(x.over.Classes(out), size) || slices.Contains(x.p.entryClasses(out), size))
}

// through draws how a size goes into a place by way of nodes that only pass it on.
func (x *sketcher) through(from, into int32, way []onnx.NodeID) {
	const most = 3
	var names []string
	for i := len(way) - 1; i >= 0; i-- {
		_, name, _ := x.p.tree.Operator(way[i])
		times := 1
		for ; i > 0; i-- {
			if _, next, _ := x.p.tree.Operator(way[i-1]); next != name {
				break
			}
			times++
		}
		if times > 1 {
			name += " ×" + strconv.Itoa(times)
		}
		names = append(names, name)
	}
	if n := len(names); n > most {
		names = append(names[:2], "…", names[n-1])
	}
	label := ""
	if len(names) > 0 {
		label = "through " + strings.Join(names, ", ")
	}
	x.link(from, into, lang.SketchComputes, label)
}
