package message

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// A Place is where a pattern is: a node of a signature, a node of the graph, or a type by itself.
type Place struct {
	Scheme *patterns.Scheme
	Node   int32
	Head   unify.Head // if not unify.NoHead, the type
}

// A Piece is a text, or, if At is not nil, a pattern that is still to be written.
type Piece struct {
	Text string
	At   *Place
	end  bool // the end of a pattern that is being written
}

// longest is the maximum length, in bytes, of a pattern that is written in full: a recursive one would have no end.
const longest = 1 << 16

// SpellPlace writes a pattern in at most about so many bytes (0: any number); pieces returns the pieces of a pattern. A
// pattern within itself is written as an ellipsis.
func (p *Program) SpellPlace(at Place, most int, pieces func(Place) []Piece) string {
	var b strings.Builder
	stack := []Piece{{At: &at}}
	within := make(map[Place]bool)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case x.end:
			delete(within, *x.At)
			continue
		case x.At == nil:
			b.WriteString(x.Text)
			continue
		}
		at := p.ClassOf(*x.At)
		if within[at] {
			b.WriteString("…")
			continue
		}
		if b.Len() > cmp.Or(most, longest) {
			return b.String() + "…"
		}
		within[at] = true
		stack = append(stack, Piece{At: &at, end: true})
		for _, part := range slices.Backward(pieces(at)) {
			stack = append(stack, part)
		}
	}
	return b.String()
}

// ClassOf returns the representative of the class of a place.
func (p *Program) ClassOf(at Place) Place {
	if at.Head == unify.NoHead && at.Scheme == nil {
		at.Node = int32(p.Graph.Find(unify.Node(at.Node)))
	}
	return at
}

// WhatIs returns the known pattern of a place and its parts; see Part.
func (p *Program) WhatIs(at Place) (f unify.Flat, parts []unify.HeadField) {
	h := at.Head
	if h == unify.NoHead {
		var edges []unify.Edge
		if at.Scheme != nil {
			f, edges = at.Scheme.Graph.Flat(at.Node), at.Scheme.Graph.Edges(at.Node)
			if c := at.Scheme.Parameter(at.Node); c != unify.NoConstructor {
				f = p.Types.Heads().Built(c)
			}
		} else {
			class := p.Graph.Find(unify.Node(at.Node))
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

// Under returns the piece for the part under a label; for a label that is not known, `_`.
func (p *Program) Under(at Place, fields []unify.HeadField, l unify.Label) Piece {
	for _, x := range fields {
		if x.Label == l {
			part := p.Part(at, x)
			return Piece{At: &part}
		}
	}
	return Piece{Text: "_"}
}

// mostListed is the number of parts, separated by commas, from which a pattern is too long to be written in full.
const mostListed = longest / len(", ")

// Listed returns the pieces of some parts of a pattern, separated by commas, between two texts.
func (p *Program) Listed(at Place, fields []unify.HeadField, open string, labels []unify.Label, end string) []Piece {
	list, next := []Piece{{Text: open}}, 0
	if len(labels) > mostListed {
		labels, end = labels[:mostListed], ", …"
	}
	for i, l := range labels {
		if i > 0 {
			list = append(list, Piece{Text: ", "})
		}
		// Fields are mostly in the order of the labels, so try the next one first.
		if k := slices.IndexFunc(fields[next:], func(x unify.HeadField) bool { return x.Label == l }); k >= 0 {
			next += k
			part := p.Part(at, fields[next])
			list = append(list, Piece{At: &part})
			next++
		} else {
			list = append(list, p.Under(at, fields, l))
		}
	}
	return append(list, Piece{Text: end})
}

// Tuple returns the pieces of a tuple; a single item is followed by a comma.
func (p *Program) Tuple(at Place, fields []unify.HeadField) []Piece {
	fields = slices.Clone(fields)
	compare := p.LabelOrder(len(fields))
	slices.SortFunc(fields, func(x, y unify.HeadField) int { return compare(x.Label, y.Label) })
	end := ")"
	if len(fields) == 1 {
		end = ",)"
	}
	if len(fields) > mostListed {
		fields, end = fields[:mostListed], ", …"
	}
	list := []Piece{{Text: "("}}
	for i, x := range fields {
		if i > 0 {
			list = append(list, Piece{Text: ", "})
		}
		part := p.Part(at, x)
		list = append(list, Piece{At: &part})
	}
	return append(list, Piece{Text: end})
}

// headOf returns the type of a pattern, or unify.NoHead.
func (p *Program) headOf(at Place) unify.Head {
	switch {
	case at.Head != unify.NoHead:
		return at.Head
	case at.Scheme != nil:
		return at.Scheme.Graph.Flat(at.Node).Head()
	}
	return p.Graph.Flat(p.Graph.Find(unify.Node(at.Node))).Head()
}

// Part returns the place of a part of a pattern.
func (p *Program) Part(at Place, x unify.HeadField) Place {
	if p.headOf(at) != unify.NoHead {
		return Place{Head: x.To}
	}
	return Place{Scheme: at.Scheme, Node: int32(x.To)}
}

// Differ finds the first difference of two patterns: the labels that lead to it, and the two places there.
func (p *Program) Differ(x, y Place) (path []unify.Label, a, b Place, found bool) {
	type pair struct {
		x, y Place
		up   int // the pair that this is a part of
		by   unify.Label
	}
	queue := []pair{{x, y, -1, 0}}
	seen := make(map[[2]Place]bool)
	for i := 0; i < len(queue); i++ {
		x, y := p.ClassOf(queue[i].x), p.ClassOf(queue[i].y)
		if x == y || seen[[2]Place{x, y}] {
			continue
		}
		seen[[2]Place{x, y}] = true
		f, fs := p.WhatIs(x)
		g, gs := p.WhatIs(y)
		c, d := f.Constructor(), g.Constructor()
		known := func(f unify.Flat, c unify.Constructor) bool {
			return !f.Dynamic() && (c != unify.NoConstructor || f.IsProduct())
		}
		if !known(f, c) || !known(g, d) {
			continue
		}
		if c != d || c == unify.NoConstructor && f.Closed() && g.Closed() && len(fs) != len(gs) {
			for k := i; queue[k].up >= 0; k = queue[k].up {
				path = append(path, queue[k].by)
			}
			slices.Reverse(path)
			return path, x, y, true
		}
		for _, u := range fs {
			for _, v := range gs {
				if u.Label == v.Label {
					queue = append(queue, pair{p.Part(x, u), p.Part(y, v), i, u.Label})
				}
			}
		}
	}
	return nil, x, y, false
}
