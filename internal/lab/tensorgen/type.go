package tensorgen

import (
	"slices"
	"strings"
)

// A Kind is the form of a type.
type Kind uint8

const (
	Tensor Kind = iota
	Tuple
	Int
	Float
	Bool
)

// A Type is the type of an expression.
type Type struct {
	Kind  Kind
	Shape []Size  // of a tensor
	Items []*Type // of a tuple
}

// TensorOf returns the type of tensors with a shape.
func TensorOf(shape ...Size) *Type { return &Type{Shape: shape} }

func tupleOf(items ...*Type) *Type { return &Type{Kind: Tuple, Items: items} }

// String writes a type as the examples of relations and stages do.
func (t *Type) String() string {
	var list []string
	switch t.Kind {
	case Tensor:
		for _, s := range t.Shape {
			list = append(list, s.String())
		}
		return "[" + strings.Join(list, ", ") + "]"
	case Tuple:
		for _, i := range t.Items {
			list = append(list, i.String())
		}
		if len(list) == 1 {
			return "(" + list[0] + ",)"
		}
		return "(" + strings.Join(list, ", ") + ")"
	}
	return [...]string{Int: "Int", Float: "Float", Bool: "Bool"}[t.Kind]
}

// replaced substitutes sizes for the parameters of a type.
func (t *Type) replaced(by map[string]Size) *Type {
	r := &Type{Kind: t.Kind}
	for _, s := range t.Shape {
		r.Shape = append(r.Shape, s.replaced(by))
	}
	for _, i := range t.Items {
		r.Items = append(r.Items, i.replaced(by))
	}
	return r
}

// shape returns a copy of the sizes of a tensor.
func (t *Type) shape() []Size { return slices.Clone(t.Shape) }
