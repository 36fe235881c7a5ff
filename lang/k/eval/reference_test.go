package eval_test

import (
	"errors"
	"math/big"
	"slices"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
)

// reference evaluates expressions literally as in the specification: by recursion, without optimisations. It has only
// the built-in functions that the programs of the laws use.
type reference struct {
	t     *k.Tree
	names *k.Names
	depth int

	budget int // remaining steps
}

// run is eval with a bound.
func (r *reference) run(e k.NodeID, v thing) (out thing, err error) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case errTooDeep:
			err = errTooDeep
		default:
			panic(p)
		}
	}()
	return r.eval(e, v)
}

// spend aborts after too many steps.
func (r *reference) spend(steps int) {
	if r.budget -= steps; r.budget < 0 {
		panic(errTooDeep)
	}
}

// text returns the whole text of a value.
func (r *reference) text(v eval.Value) string {
	b, all := eval.AppendUpTo(nil, v, mostText)
	if !all {
		panic(errTooDeep)
	}
	r.spend(len(b))
	return string(b)
}

var (
	errUndefined = errors.New("undefined")
	errFailed    = errors.New("error")
	errTooDeep   = errors.New("too deep")
)

// A thing is an eval.Value, an open list of things, or a vector or an object with such parts.
type thing any

type openThing []thing

func (r *reference) eval(e k.NodeID, v thing) (thing, error) {
	if list, ok := v.(openThing); ok {
		out := openThing{}
		for _, member := range list {
			switch w, err := r.eval(e, member); err {
			case nil:
				out = append(out, w)
			case errUndefined:
			default:
				return nil, err
			}
		}
		return out, nil
	}
	r.spend(1)
	if r.depth++; r.depth > 2000 {
		return nil, errTooDeep
	}
	defer func() { r.depth-- }()
	t, n := r.t, &r.t.Nodes[e]
	text := t.Syms.Text(n.Sym)
	val, _ := v.(eval.Value)
	switch n.Op {
	case k.OpIdentity, k.OpFilter:
		return v, nil
	case k.OpInt:
		i, _ := new(big.Int).SetString(text, 10)
		return eval.BigValue(i), nil
	case k.OpString:
		return eval.StringValue(text), nil
	case k.OpComp:
		for _, kid := range t.Kids(e) {
			var err error
			if v, err = r.eval(kid, v); err != nil {
				return nil, err
			}
		}
		return v, nil
	case k.OpMerge:
		for _, kid := range t.Kids(e) {
			if w, err := r.eval(kid, v); err != errUndefined {
				return w, err
			}
		}
		return nil, errUndefined
	case k.OpCaret:
		w, err := r.eval(t.Kids(e)[0], v)
		if err != nil {
			return nil, err
		}
		list, ok := w.(openThing)
		if !ok {
			return nil, errFailed
		}
		return vectorThing(list), nil
	case k.OpPipe:
		switch v := v.(type) {
		case boxed:
			return openThing(v), nil
		case eval.Value:
			if v.Kind() == eval.Vector {
				list := openThing{}
				for _, m := range eval.Parts(v) {
					list = append(list, m)
				}
				return list, nil
			}
		}
		return nil, errFailed
	case k.OpVector:
		var parts []thing
		for _, kid := range t.Kids(e) {
			w, err := r.eval(kid, v)
			if err != nil {
				return nil, err
			}
			parts = append(parts, w)
		}
		return vectors(parts), nil
	case k.OpProduct, k.OpVariant:
		var labels []string
		var parts []thing
		for _, f := range t.Fields(e) {
			w, err := r.eval(f.Node, v)
			if err != nil {
				return nil, err
			}
			labels, parts = append(labels, t.Syms.Text(f.Label)), append(parts, w)
		}
		return objects(labels, parts), nil
	case k.OpDot:
		if t.Dialect == k.K6 {
			return r.field(val, text)
		}
		return r.dot(v, text)
	case k.OpDiv:
		return r.field(val, text)
	case k.OpVid:
		return objects([]string{text}, []thing{v}), nil
	case k.OpType:
		if val == nil || !r.belongs(val, t.Kids(e)[0]) {
			return nil, errUndefined
		}
		return v, nil
	case k.OpRef:
		if d := r.names.Func[n.Sym]; d >= 0 {
			return r.eval(t.Defs[d].Root, v)
		}
		return r.builtin(text, v)
	}
	panic("unknown construct")
}

// boxed is a vector with open members, which cannot be an eval.Value here; rest is an object with such parts.
type (
	boxed []thing
	rest  struct {
		labels []string
		parts  []thing
	}
)

// vectorThing makes a vector of things, as an eval.Value if they all are.
func vectorThing(list []thing) thing {
	values := []eval.Value{}
	for _, m := range list {
		v, ok := m.(eval.Value)
		if !ok {
			return boxed(slices.Clone(list))
		}
		values = append(values, v)
	}
	return eval.VectorValue(values...)
}

// vectors makes the vector of some parts; the first open one varies slowest.
func vectors(parts []thing) thing {
	for i, p := range parts {
		if list, ok := p.(openThing); ok {
			out := openThing{}
			for _, m := range list {
				// A chosen member is not an open part any more, whatever it is.
				one := slices.Clone(parts)
				one[i] = taken{m}
				if more, ok := vectors(one).(openThing); ok {
					out = append(out, more...)
				} else {
					out = append(out, vectors(one))
				}
			}
			return out
		}
	}
	return vectorThing(untaken(parts))
}

type taken struct{ thing }

func untaken(parts []thing) []thing {
	out := slices.Clone(parts)
	for i, p := range out {
		if t, ok := p.(taken); ok {
			out[i] = t.thing
		}
	}
	return out
}

// objects is like vectors for fields; the first open one varies fastest.
func objects(labels []string, parts []thing) thing {
	for i := len(parts) - 1; i >= 0; i-- {
		if list, ok := parts[i].(openThing); ok {
			out := openThing{}
			for _, m := range list {
				one := slices.Clone(parts)
				one[i] = taken{m}
				if more, ok := objects(labels, one).(openThing); ok {
					out = append(out, more...)
				} else {
					out = append(out, objects(labels, one))
				}
			}
			return out
		}
	}
	parts = untaken(parts)
	var fields []eval.Field
	for i, p := range parts {
		v, ok := p.(eval.Value)
		if !ok {
			return rest{labels, parts}
		}
		fields = append(fields, eval.Field{Label: labels[i], Value: v})
	}
	return eval.ObjectValue(fields...)
}

func (r *reference) dot(v thing, label string) (thing, error) {
	switch v := v.(type) {
	case boxed:
		if i, ok := index(label, len(v)); ok {
			return v[i], nil
		}
	case rest:
		if i := slices.Index(v.labels, label); i >= 0 {
			return v.parts[i], nil
		}
	case eval.Value:
		switch v.Kind() {
		case eval.Product, eval.Variant:
			if i := slices.Index(eval.Labels(v), label); i >= 0 {
				return eval.Parts(v)[i], nil
			}
		case eval.Vector:
			if i, ok := index(label, len(eval.Parts(v))); ok {
				return eval.Parts(v)[i], nil
			}
		case eval.String:
			if s, _ := eval.Text(v); s == label {
				return eval.Unit(), nil
			}
		default:
			if eval.JSON(v) == label {
				return eval.Unit(), nil
			}
		}
	}
	return nil, errUndefined
}

// field is a projection of k6.
func (r *reference) field(v eval.Value, label string) (thing, error) {
	if kind := v.Kind(); kind == eval.Product || kind == eval.Variant {
		if i := slices.Index(eval.Labels(v), label); i >= 0 {
			return eval.Parts(v)[i], nil
		}
	}
	return nil, errUndefined
}

func index(label string, n int) (int, bool) {
	for i := range n {
		if eval.JSON(eval.IntValue(int64(i))) == label {
			return i, true
		}
	}
	return 0, false
}

func (r *reference) belongs(v eval.Value, code k.NodeID) bool {
	r.spend(1)
	t, n := r.t, &r.t.Nodes[code]
	if n.Op == k.OpCodeName {
		switch name := t.Syms.Text(n.Sym); {
		case t.Dialect == k.K6:
		case name == "int":
			return v.Kind() == eval.Int
		case name == "string":
			return v.Kind() == eval.String
		case name == "bool":
			return v.Kind() == eval.Bool
		}
		return r.belongs(v, t.Types[r.names.Type[n.Sym]].Root)
	}
	parts := eval.Parts(v)
	if n.Op == k.OpCodeVector {
		if v.Kind() != eval.Vector {
			return false
		}
		for _, p := range parts {
			if !r.belongs(p, t.Kids(code)[0]) {
				return false
			}
		}
		return true
	}
	fields := t.Fields(code)
	product := n.Op == k.OpCodeProduct && len(fields) != 1 // in k6 one field is the same as one tag
	if product && (v.Kind() != eval.Product || len(parts) != len(fields)) || !product && v.Kind() != eval.Variant {
		return false
	}
	for i, l := range eval.Labels(v) {
		f := slices.IndexFunc(fields, func(f k.Field) bool { return t.Syms.Text(f.Label) == l })
		if f < 0 || !r.belongs(parts[i], fields[f].Node) {
			return false
		}
	}
	return true
}

func (r *reference) builtin(name string, v thing) (thing, error) {
	val, ok := v.(eval.Value)
	switch name {
	case "true":
		return eval.BoolValue(true), nil
	case "null":
		return eval.NullValue(), nil
	}
	if !ok {
		return nil, errTooDeep // built-in functions on partly open values are not compared
	}
	list := eval.Parts(val)
	vector := val.Kind() == eval.Vector
	switch name {
	case "PLUS":
		sum := new(big.Int)
		for _, m := range list {
			n, ok := eval.BigInt(m)
			if !ok {
				return nil, errUndefined
			}
			sum.Add(sum, n)
		}
		if vector {
			return eval.BigValue(sum), nil
		}
	case "EQ":
		for _, m := range list {
			if r.text(m) != r.text(list[0]) {
				return nil, errUndefined
			}
		}
		if vector {
			return val, nil
		}
	case "SNOC":
		if vector && len(list) > 0 {
			return eval.ObjectValue(eval.Field{Label: "car", Value: list[0]},
				eval.Field{Label: "cdr", Value: eval.VectorValue(slices.Clone(list[1:])...)}), nil
		}
	case "CONS":
		labels := eval.Labels(val)
		car, cdr := slices.Index(labels, "car"), slices.Index(labels, "cdr")
		if val.Kind() == eval.Product && car >= 0 && cdr >= 0 && list[cdr].Kind() == eval.Vector {
			return eval.VectorValue(append([]eval.Value{list[car]}, eval.Parts(list[cdr])...)...), nil
		}
	case "_log!":
		return val, nil
	case "toJSON":
		return eval.StringValue(r.text(val)), nil
	default:
		panic("unknown function " + name)
	}
	return nil, errUndefined
}

// plain writes a thing as text writes values.
func plain(v thing) string {
	switch v := v.(type) {
	case openThing:
		s := "[|"
		for i, m := range v {
			if i > 0 {
				s += ","
			}
			if s += plain(m); len(s) > mostText {
				return s
			}
		}
		return s + "]"
	case boxed:
		s := "["
		for i, m := range v {
			if i > 0 {
				s += ","
			}
			if s += plain(m); len(s) > mostText {
				return s
			}
		}
		return s + "]"
	case rest:
		order := make([]int, len(v.labels))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			if v.labels[a] < v.labels[b] {
				return -1
			}
			return 1
		})
		s := "{"
		for i, at := range order {
			if i > 0 {
				s += ","
			}
			s += eval.JSON(eval.StringValue(v.labels[at])) + ":" + plain(v.parts[at])
		}
		return s + "}"
	}
	return text(v.(eval.Value))
}
