package tensorgen

import (
	"slices"
	"strings"
)

// A Kind says which form a type has.
type Kind uint8

const (
	Tensor Kind = iota
	Tuple
	Int
	Float
	Bool
)

// A Type is what an expression gives.
type Type struct {
	Kind  Kind
	Shape []Size  // of a tensor
	Items []*Type // of a tuple
}

// TensorOf is the type of tensors of a shape.
func TensorOf(shape ...Size) *Type { return &Type{Shape: shape} }

// Of is the type of tensors whose sizes are numbers.
func Of(shape ...int64) *Type {
	t := &Type{}
	for _, n := range shape {
		t.Shape = append(t.Shape, Num(n))
	}
	return t
}

func tupleOf(items ...*Type) *Type { return &Type{Kind: Tuple, Items: items} }

// String is a type as relations are tried on it, and stages show it.
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

// replaced is a type with other sizes for its parameters.
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

// shape is a copy of the sizes of a tensor.
func (t *Type) shape() []Size { return slices.Clone(t.Shape) }
