package eval_test

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/patgraph/patgraph/lang/k/eval"
)

// The baseline is the output of a simple compiler to Go closures: without bounds, without outcomes except undefined,
// with calls on the Go stack, and with the plainest Go values: int64 or *big.Int, []any, and records.

// A record is a product or a variant; the labels are shared.
type record struct {
	labels []string
	parts  []any
}

// A function is the result of compiling an expression; a nil value is undefined.
type function func(any) any

var nothing = &record{}

// native converts a value to one of the baseline.
func native(v eval.Value) any {
	if n, ok := eval.BigInt(v); ok {
		if n.IsInt64() {
			return n.Int64()
		}
		return n
	}
	var parts []any
	for _, p := range eval.Parts(v) {
		parts = append(parts, native(p))
	}
	if v.Kind() == eval.Vector {
		return parts
	}
	return &record{eval.Labels(v), parts}
}

func back(v any) eval.Value {
	switch v := v.(type) {
	case int64:
		return eval.IntValue(v)
	case *big.Int:
		return eval.BigValue(v)
	case []any:
		var members []eval.Value
		for _, m := range v {
			members = append(members, back(m))
		}
		return eval.VectorValue(members...)
	}
	r := v.(*record)
	var fields []eval.Field
	for i, l := range r.labels {
		fields = append(fields, eval.Field{Label: l, Value: back(r.parts[i])})
	}
	return eval.ObjectValue(fields...)
}

func dot(label string) function {
	return func(v any) any {
		if r, ok := v.(*record); ok {
			for i, l := range r.labels {
				if l == label {
					return r.parts[i]
				}
			}
		}
		return nil
	}
}

func constant(v any) function { return func(any) any { return v } }

func comp(fs ...function) function {
	return func(v any) any {
		for _, f := range fs {
			if v = f(v); v == nil {
				return nil
			}
		}
		return v
	}
}

func merge(fs ...function) function {
	return func(v any) any {
		for _, f := range fs {
			if w := f(v); w != nil {
				return w
			}
		}
		return nil
	}
}

func all(fs []function, v any) []any {
	list := make([]any, len(fs))
	for i, f := range fs {
		if list[i] = f(v); list[i] == nil {
			return nil
		}
	}
	return list
}

func vector(fs ...function) function {
	return func(v any) any {
		if list := all(fs, v); list != nil {
			return list
		}
		return nil
	}
}

// object makes a product or a variant; its labels are sorted.
func object(labels []string, fs ...function) function {
	return func(v any) any {
		if list := all(fs, v); list != nil {
			return &record{labels, list}
		}
		return nil
	}
}

// call calls a function that is assigned later.
func call(f *function) function { return func(v any) any { return (*f)(v) } }

func wide(v any) *big.Int {
	if n, ok := v.(int64); ok {
		return big.NewInt(n)
	}
	return v.(*big.Int)
}

func sums(v any) any {
	sum := any(int64(0))
	for _, m := range v.([]any) {
		a, small := sum.(int64)
		b, also := m.(int64)
		if c := a + b; small && also && (c > a) == (b > 0) {
			sum = c
			continue
		}
		sum = new(big.Int).Add(wide(sum), wide(m))
	}
	return sum
}

func products(v any) any {
	product := any(int64(1))
	for _, m := range v.([]any) {
		a, small := product.(int64)
		b, also := m.(int64)
		if small && also && a >= 0 && b >= 0 {
			if hi, lo := bits.Mul64(uint64(a), uint64(b)); hi == 0 && lo <= math.MaxInt64 {
				product = int64(lo)
				continue
			}
		}
		product = new(big.Int).Mul(wide(product), wide(m))
	}
	return product
}

func itself(v any) any { return v }

func factorialBaseline() function {
	var fac function
	zero := function(func(v any) any {
		if v == any(int64(0)) {
			return nothing
		}
		return nil
	})
	fac = merge(comp(zero, constant(int64(1))),
		comp(vector(itself, comp(vector(itself, constant(int64(-1))), sums, call(&fac))), products))
	return fac
}

func reverseBaseline() function {
	var add, reverse, sum function
	cons := func(f function) function { return comp(f, object([]string{"cons"}, itself)) }
	empty := constant(&record{[]string{"nil"}, []any{nothing}})
	add = merge(cons(object([]string{"car", "cdr"}, comp(dot("a"), dot("cons"), dot("car")),
		comp(object([]string{"a", "b"}, comp(dot("a"), dot("cons"), dot("cdr")), dot("b")), call(&add)))), dot("b"))
	reverse = merge(comp(dot("cons"), object([]string{"a", "b"}, comp(dot("cdr"), call(&reverse)),
		cons(object([]string{"car", "cdr"}, dot("car"), empty))), add), empty)
	sum = merge(comp(dot("cons"), vector(dot("car"), comp(dot("cdr"), call(&sum))), sums), constant(int64(0)))
	return comp(reverse, sum)
}

// members runs a function on each member, and leaves out those where it is undefined: | f ^.
func members(f function) function {
	return func(v any) any {
		list := []any{}
		for _, m := range v.([]any) {
			if w := f(m); w != nil {
				list = append(list, w)
			}
		}
		return list
	}
}

// when returns the second of two small numbers if the first is larger or, with equal, the same.
func when(first, second string, equal bool) function {
	a, b := dot(first), dot(second)
	return func(v any) any {
		x, y := a(v).(int64), b(v)
		if n := y.(int64); x > n || equal && x == n {
			return y
		}
		return nil
	}
}

func snoc(v any) any {
	parts := v.([]any)
	if len(parts) == 0 {
		return nil
	}
	return &record{[]string{"car", "cdr"}, []any{parts[0], parts[1:]}}
}

func cons(v any) any {
	r := v.(*record)
	return append([]any{r.parts[0]}, r.parts[1].([]any)...)
}

func quicksortBaseline() function {
	var cat, sort function
	// The pivot is paired with each member, as in the program.
	paired := func(keep function) function {
		pivot, rest := dot("car"), dot("cdr")
		return func(v any) any {
			return members(comp(object([]string{"p", "x"}, constant(pivot(v)), itself), keep))(rest(v))
		}
	}
	small := paired(when("p", "x", false))
	large := paired(merge(comp(vector(when("x", "p", true), dot("x")), func(v any) any { return v.([]any)[1] })))
	cat = merge(comp(object([]string{"car", "cdr"}, comp(dot("a"), snoc, dot("car")),
		comp(object([]string{"a", "b"}, comp(dot("a"), snoc, dot("cdr")), dot("b")), call(&cat))), cons), dot("b"))
	sort = merge(comp(snoc, object([]string{"a", "b"}, comp(small, call(&sort)),
		comp(object([]string{"car", "cdr"}, dot("car"), comp(large, call(&sort))), cons)), call(&cat)),
		constant([]any{}))
	return sort
}

func binaryBaseline() function {
	var inc, dec, count function
	tag := func(l string, f function) function { return comp(f, object([]string{l}, itself)) }
	zero := constant(&record{[]string{"_"}, []any{nothing}})
	inc = merge(tag("1", comp(dot("_"), zero)), tag("1", dot("0")), tag("0", comp(dot("1"), call(&inc))))
	dec = merge(tag("0", dot("1")), tag("1", comp(dot("0"), call(&dec))))
	count = merge(comp(object([]string{"n", "up"}, comp(dot("n"), call(&dec)), comp(dot("up"), call(&inc))),
		call(&count)), dot("up"))
	return comp(object([]string{"n", "up"}, itself, zero), call(&count))
}
