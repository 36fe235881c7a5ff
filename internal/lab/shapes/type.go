package shapes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Any is a size that only a run decides. Sizes below it are also unknown, but one branch of an if determines them: Any
// - 1 - n is n in that branch.
const Any = -1

// known returns the size that is known in some branch; Any if there is none.
func known(d int64) int64 {
	if d < Any {
		return Any - 1 - d
	}
	return d
}

// A Kind is the form of a type.
type Kind uint8

const (
	Tensor Kind = iota
	Tuple
	Func
)

// A Type is the type of an expression.
type Type struct {
	Kind  Kind
	Shape []int64 // of a tensor
	Base  string  // its element type
	Loose bool    // of a weight whose element type is not decided yet; it becomes that of the data
	// Written means that the type is in the text. A computed type is one for all its uses: if a size is unknown at one
	// use, it is unknown at the others as well, including earlier ones.
	Written bool
	Fields  []*Type // of a tuple, or the parameters of a function
	Result  *Type
}

// TensorOf returns the type of tensors with a shape.
func TensorOf(base string, shape ...int64) *Type {
	return &Type{Kind: Tensor, Shape: shape, Base: base}
}

func tupleOf(fields ...*Type) *Type { return &Type{Kind: Tuple, Fields: fields} }

// String returns the type as Relay writes it.
func (t *Type) String() string {
	switch t.Kind {
	case Tensor:
		if len(t.Shape) == 0 {
			return t.Base
		}
		return "Tensor[" + shapeText(t.Shape) + ", " + t.Base + "]"
	case Tuple:
		if len(t.Fields) == 1 {
			return "(" + t.Fields[0].String() + ",)"
		}
		return "(" + typesText(t.Fields) + ")"
	}
	return "fn (" + typesText(t.Fields) + ") -> " + t.Result.String()
}

func shapeText(shape []int64) string {
	list := make([]string, len(shape))
	for i, d := range shape {
		if list[i] = strconv.FormatInt(d, 10); d < 0 {
			list[i] = "?"
		}
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func typesText(types []*Type) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = t.String()
	}
	return strings.Join(list, ", ")
}

// join returns the common type of two branches: they have to be equal, except that a size that is unknown in one of
// them is unknown in the result. It is nil if they are incompatible.
func join(a, b *Type) *Type {
	return combine(a, b, joined)
}

// joined returns the common size of two branches: unknown if one of the two is unknown.
func joined(d, e int64) int64 {
	switch {
	case d >= 0 && e >= 0 || known(d) == Any && known(e) == Any:
		return d
	case known(d) == Any:
		return Any - 1 - known(e)
	}
	return Any - 1 - known(d)
}

// annotated returns the type of a value with a written type. A size that is unknown in the written type does not
// constrain the value, and is unknown in the result.
func annotated(value, written *Type) *Type {
	return combine(value, written, func(d, e int64) int64 {
		if e == Any {
			return e
		}
		return d
	})
}

// combine combines two types if their sizes may be equal, and returns nil otherwise.
func combine(a, b *Type, size func(d, e int64) int64) *Type {
	if a.Loose || b.Loose {
		panic(fmt.Errorf("%w: an element type that is decided later", ErrOutside))
	}
	if a.Kind != b.Kind || a.Base != b.Base || len(a.Shape) != len(b.Shape) || len(a.Fields) != len(b.Fields) {
		return nil
	}
	c := &Type{Kind: a.Kind, Base: a.Base, Shape: slices.Clone(a.Shape), Written: a == b && a.Written}
	for i, d := range a.Shape {
		if !fits(d, b.Shape[i]) {
			return nil
		}
		c.Shape[i] = size(d, b.Shape[i])
	}
	for i := range a.Fields {
		f := combine(a.Fields[i], b.Fields[i], size)
		if f == nil {
			return nil
		}
		c.Fields = append(c.Fields, f)
	}
	if a.Result != nil {
		if c.Result = combine(a.Result, b.Result, size); c.Result == nil {
			return nil
		}
	}
	return c
}

// used returns a type at a use of its value: for an unknown size, it drops the size that a branch determines.
func used(t *Type) *Type {
	plain := func(d, _ int64) int64 { return max(d, Any) }
	if t.Loose {
		return t
	}
	return combine(t, t, plain)
}

// Settled returns the type of a definition, in which nothing is decided any more. Its parameters keep whether their
// tensor types are written.
func Settled(t *Type) *Type {
	c := t.as(false)
	for i, f := range t.Fields {
		if f.Kind == Tensor {
			c.Fields[i].Written = f.Written
		}
	}
	return c
}

// AsWritten returns a type as one that is in the text.
func (t *Type) AsWritten() *Type { return t.as(true) }

func (t *Type) as(written bool) *Type {
	c := &Type{Kind: t.Kind, Base: t.Base, Written: written}
	for _, d := range t.Shape {
		c.Shape = append(c.Shape, max(d, Any))
	}
	for _, f := range t.Fields {
		c.Fields = append(c.Fields, f.as(written))
	}
	if t.Result != nil {
		c.Result = t.Result.as(written)
	}
	return c
}

// computed returns the result type of an operator.
func computed(t *Type) *Type {
	c := *t
	c.Written, c.Fields = false, nil
	for _, f := range t.Fields {
		c.Fields = append(c.Fields, computed(f))
	}
	return &c
}

// losesSize reports whether a computed type has a known size where another type, matched with it, has an unknown one.
func losesSize(t, by *Type) bool {
	if len(t.Shape) != len(by.Shape) || len(t.Fields) != len(by.Fields) {
		return false
	}
	for i, d := range t.Shape {
		if !t.Written && d >= 0 && by.Shape[i] < 0 {
			return true
		}
	}
	for i, f := range t.Fields {
		if losesSize(f, by.Fields[i]) {
			return true
		}
	}
	return t.Result != nil && by.Result != nil && losesSize(t.Result, by.Result)
}

// fits reports whether two sizes may be equal.
func fits(d, e int64) bool {
	d, e = known(d), known(e)
	return d == e || d == Any || e == Any
}

// Equal reports whether two types are the same.
func Equal(a, b *Type) bool { return a.String() == b.String() }
