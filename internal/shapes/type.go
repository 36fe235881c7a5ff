package shapes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Any is a size that only a run decides. Sizes below it are such, too, of which one branch
// says more: Any - 1 - n is n in it.
const Any = -1

// known is what is known of a size; Any where that is nothing.
func known(d int64) int64 {
	if d < Any {
		return Any - 1 - d
	}
	return d
}

// A Kind says which form a type has.
type Kind uint8

const (
	Tensor Kind = iota
	Tuple
	Func
)

// A Type is what an expression gives.
type Type struct {
	Kind  Kind
	Shape []int64 // of a tensor
	Base  string  // its element type
	Loose bool    // that of a weight which nothing has decided yet, and then is that of the data
	// Written says that it stands in the text. What is computed is one for all its uses: where one of them
	// is said to be of a size that is not known, the others are, too, and those stand above.
	Written bool
	Fields  []*Type // of a tuple, or what a function takes
	Result  *Type
}

// TensorOf is the type of tensors of a shape.
func TensorOf(base string, shape ...int64) *Type {
	return &Type{Kind: Tensor, Shape: shape, Base: base}
}

func tupleOf(fields ...*Type) *Type { return &Type{Kind: Tuple, Fields: fields} }

// String is the type as Relay writes it.
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

// join is the type of what is of one or the other type: equal, but that a size is not known where
// it is not known in one of them. It is nil where they do not fit.
func join(a, b *Type) *Type {
	return combine(a, b, joined)
}

// joined is a size that is not known where one of two is not.
func joined(d, e int64) int64 {
	switch {
	case d >= 0 && e >= 0 || known(d) == Any && known(e) == Any:
		return d
	case known(d) == Any:
		return Any - 1 - known(e)
	}
	return Any - 1 - known(d)
}

// annotated is the type of a value of which another type is written. What is not known of that says nothing
// of the value, and is not known then.
func annotated(value, written *Type) *Type {
	return combine(value, written, func(d, e int64) int64 {
		if e == Any {
			return e
		}
		return d
	})
}

// combine makes one type of two, if their sizes may be equal.
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

// used is a type at a use of its value: of sizes that are not known nothing is.
func used(t *Type) *Type {
	plain := func(d, _ int64) int64 { return max(d, Any) }
	if t.Loose {
		return t
	}
	return combine(t, t, plain)
}

// Settled is the type of a definition, of which nothing is decided any more. What it takes stands in the text as far as
// the parameters do.
func Settled(t *Type) *Type {
	c := t.as(false)
	for i, f := range t.Fields {
		if f.Kind == Tensor {
			c.Fields[i].Written = f.Written
		}
	}
	return c
}

// AsWritten is a type that stands in the text.
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

// computed is a type that an operator gives.
func computed(t *Type) *Type {
	c := *t
	c.Written, c.Fields = false, nil
	for _, f := range t.Fields {
		c.Fields = append(c.Fields, computed(f))
	}
	return &c
}

// marks reports whether sizes of a type, which is computed, are not known any more if they are those of
// another type.
func marks(t, by *Type) bool {
	if len(t.Shape) != len(by.Shape) || len(t.Fields) != len(by.Fields) {
		return false
	}
	for i, d := range t.Shape {
		if !t.Written && d >= 0 && by.Shape[i] < 0 {
			return true
		}
	}
	for i, f := range t.Fields {
		if marks(f, by.Fields[i]) {
			return true
		}
	}
	return t.Result != nil && by.Result != nil && marks(t.Result, by.Result)
}

// fits reports whether two sizes may be equal.
func fits(d, e int64) bool {
	d, e = known(d), known(e)
	return d == e || d == Any || e == Any
}

// Equal reports whether two types are one.
func Equal(a, b *Type) bool { return a.String() == b.String() }
