package message

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// ShortSignature writes the output type of a definition, and the input type if anything is known of it.
func (p *Basic) ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string) {
	if f := s.Graph.Flat(in); f != unify.Open || len(s.Graph.Edges(in)) > 0 {
		takes = p.spell(piece{graph: &s.Graph, node: in}, most)
	}
	return takes, p.spell(piece{graph: &s.Graph, node: out}, most)
}

// TypeText writes a type.
func (p *Basic) TypeText(t patterns.Type, most int) string {
	if p.Pieces == nil {
		return p.spell(piece{typ: t}, most)
	}
	return p.Spell(Place{Head: t}, most)
}

// longestOf is the maximum length, in bytes, of a node's pattern in a sentence.
const longestOf = 200

// TypeOf writes the pattern of a node of the graph.
func (p *Basic) TypeOf(n unify.Node) string { return p.Spell(Place{Node: int32(n)}, longestOf) }

// Spell writes a pattern in the notation of the language; see SpellPlace.
func (p *Basic) Spell(at Place, most int) string { return p.SpellPlace(at, most, p.Pieces) }

// ShortTypeDefinition is TypeText.
func (p *Basic) ShortTypeDefinition(t patterns.Type, most int) string { return p.TypeText(t, most) }

// A piece is a text, followed by a type or a node of a graph, if there is one.
type piece struct {
	text  string
	typ   patterns.Type
	graph *unify.Template
	node  int32
}

// longestBasic is the maximum length, in bytes, of a pattern: a recursive one would have no end.
const longestBasic = 1000

// Brackets returns the brackets of a shape.
func Brackets(s unify.Shape) string {
	switch s {
	case unify.Union:
		return "<>"
	case unify.Vector:
		return "[]"
	}
	return "{}"
}

// spell writes a pattern as in {a: int, b: ?, ...}.
func (p *Basic) spell(root piece, most int) string {
	var b strings.Builder
	for stack := []piece{root}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.WriteString(x.text); b.Len() > cmp.Or(most, longestBasic) {
			return b.String() + "…"
		}
		var shape unify.Shape
		var fields []unify.HeadField
		by := unify.NoConstructor
		closed := true
		if x.graph != nil {
			f := x.graph.Flat(x.node)
			if by = f.Constructor(); f.Dynamic() {
				b.WriteString("?")
				continue
			}
			if shape, closed, x.typ = f.Shapes(), f.Closed(), f.Head(); x.typ != unify.NoHead {
				x.graph = nil
			} else if shape != unify.Product && shape != unify.Union && shape != unify.Vector {
				b.WriteString("?")
				continue
			} else {
				for _, e := range x.graph.Edges(x.node) {
					fields = append(fields, unify.HeadField{Label: e.Label, To: unify.Head(e.To)})
				}
			}
		}
		if x.typ != unify.NoHead {
			if name, ok := p.TypeName(x.typ); ok {
				b.WriteString(name)
				continue
			}
			shape, by = p.Types.Shape(x.typ), p.Types.Heads().BuiltBy(x.typ)
			fields = slices.Clone(p.Types.Fields(x.typ))
		} else if x.graph == nil {
			continue
		}
		if by != unify.NoConstructor {
			if b.WriteString(p.Types.ConstructorName(by)); len(fields) == 0 {
				continue
			}
		}
		slices.SortFunc(fields, func(x, y unify.HeadField) int { return p.CompareLabels(y.Label, x.Label) })
		brackets := Brackets(shape)
		b.WriteString(brackets[:1])
		if stack = append(stack, piece{text: brackets[1:]}); !closed && shape != unify.Vector {
			stack[len(stack)-1].text = "..." + brackets[1:]
		}
		for i, f := range fields {
			if i > 0 || len(stack[len(stack)-1].text) > 1 {
				stack = append(stack, piece{text: ", "})
			}
			part := piece{typ: f.To}
			if x.graph != nil {
				part = piece{graph: x.graph, node: int32(f.To)}
			}
			if f.Label != unify.Member {
				part.text = p.Label(p.Labels.Text(f.Label)) + ": "
			}
			stack = append(stack, part)
		}
	}
	return b.String()
}
