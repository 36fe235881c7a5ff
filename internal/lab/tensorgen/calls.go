package tensorgen

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Call is a single use of an operation.
type Call struct {
	Name  string
	Attrs map[string]any
	Args  []*Type
}

// String writes a call as the examples of relations do.
func (c Call) String() string {
	var attrs, args []string
	for _, name := range slices.Sorted(maps.Keys(c.Attrs)) {
		attrs = append(attrs, name+"="+valueText(c.Attrs[name], "[%d, %d]"))
	}
	for _, t := range c.Args {
		args = append(args, t.String())
	}
	text := c.Name
	if len(attrs) > 0 {
		text += " {" + strings.Join(attrs, ", ") + "}"
	}
	return strings.TrimRight(text+" "+strings.Join(args, ", "), " ")
}

// valueText writes an attribute, a pair in the given format.
func valueText(v any, pair string) string {
	switch v := v.(type) {
	case [2]int64:
		return fmt.Sprintf(pair, v[0], v[1])
	case float64:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprint(v)
}

// Names returns the names of all operations.
func Names() []string { return slices.Sorted(maps.Keys(operations)) }

// A maker draws random parts.
type maker struct{ r *rand.Rand }

func newMaker(seed, i uint64) *maker { return &maker{rand.New(rand.NewPCG(seed, i))} }

// chance is true one time of n.
func (m *maker) chance(n int) bool { return m.r.IntN(n) == 0 }

func pick[T any](m *maker, list ...T) T { return list[m.r.IntN(len(list))] }

// bent returns a number, sometimes changed a little.
func (m *maker) bent(n int64) int64 {
	if m.chance(10) {
		return n + pick[int64](m, -2, -1, 1, 3)
	}
	return n
}

// size returns a number or a parameter.
func (m *maker) size() Size {
	if m.chance(4) {
		return Named(pick(m, "?", "?", "m", "n"))
	}
	return Num(pick[int64](m, 1, 2, 3, 4, 6, 8, 12))
}

// tensor returns a tensor of a rank, sometimes of another one; from the third axis on, sizes are numbers.
func (m *maker) tensor(rank int) *Type {
	if m.chance(15) {
		rank = m.r.IntN(6)
	}
	t := &Type{}
	for i := range rank {
		s := m.size()
		if i >= 2 {
			s = Num(1 + m.r.Int64N(12))
		}
		t.Shape = append(t.Shape, s)
	}
	return t
}

// number returns a size if it is a number, else another number.
func (m *maker) number(t *Type, i int) int64 {
	if i < len(t.Shape) && i >= 0 {
		if n, ok := t.Shape[i].Number(); ok {
			return m.bent(n)
		}
	}
	return 1 + m.r.Int64N(8)
}

// pair returns a number or two in a range, sometimes just below it.
func (m *maker) pair(low, high int64) any {
	one := func() int64 {
		if m.chance(40) {
			return low - 1
		}
		return low + m.r.Int64N(high-low+1)
	}
	if m.chance(3) {
		return [2]int64{one(), one()}
	}
	return one()
}

// RandomCall is call i of a seed. About one of three has a mistake.
func RandomCall(seed, i uint64) Call {
	m := newMaker(seed, i)
	c := Call{Name: pick(m, Names()...), Attrs: map[string]any{}}
	some := func(name string, v any) {
		if m.chance(2) {
			c.Attrs[name] = v
		}
	}
	dim := func(rank int) int64 { return m.bent(m.r.Int64N(int64(max(rank, 1)))) }
	if operations[c.Name].arity == 0 {
		c.Attrs["std"] = 1.5
		return c
	}
	x := m.tensor(1 + m.r.IntN(4))
	module, name, _ := strings.Cut(c.Name, ".")
	switch name = strings.ToLower(name); {
	case module == "conv" || strings.HasSuffix(name, "norm2d"):
		x = m.tensor(4)
	case name == "batchnorm1d":
		x = m.tensor(2 + m.r.IntN(2))
	case name == "lstm", name == "gru":
		x = m.tensor(3)
	}
	if name == "conv1d" {
		x = m.tensor(3)
	}
	c.Args = []*Type{x}
	rank := len(x.Shape)
	switch name {
	case "leaky_relu":
		some("p", 0.25)
	case "softmax", "log_softmax":
		some("dim", dim(rank))
	case "dropout2d":
		c.Attrs["p"] = float64(m.r.IntN(5)) / 3
	case "linear":
		c.Attrs["in"], c.Attrs["out"] = m.number(x, rank-1), m.bent(4)
	case "embedding":
		c.Attrs["num_embeddings"], c.Attrs["embedding_dim"] = m.bent(2), m.bent(1)
	case "batchnorm1d", "batchnorm2d", "batch_norm2d":
		c.Attrs["num_features"] = m.number(x, 1)
	case "lstm", "gru":
		c.Attrs["input_size"], c.Attrs["hidden_size"] = m.number(x, 2), m.bent(3)
		some("num_layers", m.bent(2))
		some("bidirectional", m.chance(2))
	case "layernorm":
		c.Attrs["normalized_shape"] = m.number(x, rank-1)
	case "matmul":
		y := m.tensor(2)
		if rank > 0 && len(y.Shape) == 2 && !m.chance(5) {
			y.Shape[0] = x.Shape[rank-1]
		}
		c.Args = append(c.Args, y)
	case "conv1d":
		c.Attrs["in_ch"], c.Attrs["out_ch"], c.Attrs["kernel_size"] = m.number(x, 1), m.bent(3), m.bent(2)
		some("stride", m.bent(2))
		some("padding", m.bent(1))
		some("dilation", m.bent(2))
	case "adaptiveavgpool2d":
		c.Attrs["output_size"] = m.pair(1, 3)
	case "upsample":
		c.Attrs["scale_factor"] = m.pair(1, 3)
	case "squeeze":
		d := dim(rank)
		if d >= 0 && d < int64(rank) && !m.chance(4) {
			x.Shape[d] = Num(1)
		}
		c.Attrs["dim"] = d
	case "unsqueeze":
		c.Attrs["dim"] = dim(rank + 1)
	case "conv2d", "convtranspose2d":
		c.Attrs["in_ch"], c.Attrs["out_ch"] = m.number(x, 1), m.bent(3)
		if name != "conv2d" {
			some("output_padding", m.pair(0, 2))
		}
		fallthrough
	case "maxpool2d", "avgpool2d":
		c.Attrs["kernel_size"] = m.pair(1, 5)
		some("stride", m.pair(1, 3))
		some("padding", m.pair(0, 2))
		if name != "avgpool2d" || m.chance(20) {
			some("dilation", m.pair(1, 3))
		}
	case "view", "reshape":
		c.Args = append(c.Args, m.laidOut(x))
	case "flatten":
		some("start_dim", dim(rank))
		some("end_dim", dim(rank))
	case "transpose":
		c.Attrs["a"], c.Attrs["b"] = dim(rank), dim(rank)
	case "concat":
		axis := dim(rank)
		c.Attrs["axis"] = axis
		t := tupleOf(x)
		for range m.r.IntN(3) {
			y := TensorOf(x.shape()...)
			if m.chance(15) {
				y = m.tensor(rank)
			} else if axis >= 0 && axis < int64(len(y.Shape)) {
				y.Shape[axis] = m.size()
			}
			t.Items = append(t.Items, y)
		}
		if m.chance(20) {
			t.Items = nil
		}
		c.Args[0] = t
	case "item":
		t := tupleOf(x, m.tensor(2), &Type{Kind: Int})
		c.Args[0], c.Attrs["index"] = t, dim(len(t.Items))
	case "mean", "sum":
		some("dim", dim(rank))
		some("keepdim", m.chance(2))
	}
	if module == "operator" {
		y := TensorOf(x.shape()...)
		for i := range y.Shape {
			if m.chance(4) {
				y.Shape[i] = pick(m, Num(1), Num(1), m.size())
			}
		}
		y.Shape = y.Shape[m.r.IntN(len(y.Shape)+1):]
		c.Args = append(c.Args, y)
		if m.chance(2) {
			c.Args[0], c.Args[1] = y, x
		}
		for i := range c.Args {
			if m.chance(4) {
				c.Args[i] = &Type{Kind: pick(m, Int, Float, Bool)}
			}
		}
	} else if m.chance(20) {
		c.Args[0] = pick(m, &Type{Kind: Int}, &Type{Kind: Bool}, tupleOf(x, x), x)
	}
	if m.chance(30) {
		for name := range c.Attrs {
			delete(c.Attrs, name)
			break
		}
	}
	if m.chance(40) {
		c.Attrs[pick(m, "p", "dim", "size", "in")] = pick[any](m, int64(1), 0.5, true, [2]int64{1, 1})
	}
	return c
}

// laidOut returns sizes for a view of a tensor: some joined, some split, in another order, one left out.
func (m *maker) laidOut(t *Type) *Type {
	s := t.shape()
	for range m.r.IntN(3) {
		switch i := 0; {
		case len(s) > 1 && m.chance(2):
			i = m.r.IntN(len(s) - 1)
			s = slices.Replace(s, i, i+2, s[i].times(s[i+1]))
		case len(s) > 0:
			i = m.r.IntN(len(s))
			if half, ok := s[i].over(Num(2)); ok {
				s = slices.Replace(s, i, i+1, Num(2), half)
			}
		}
	}
	if m.chance(3) {
		m.r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	}
	for i, d := range s {
		if n, ok := d.Number(); ok {
			s[i] = Num(max(m.bent(n), 1))
		} else if len(d) != 1 || m.chance(8) || d.String() != factors(onlyKey(d))[0] {
			// A program writes numbers and names; a product of names can only be the size that is left out.
			s[i] = nil
		}
	}
	hole := func(d Size) bool { return d == nil }
	if i := m.r.IntN(len(s) + 1); i < len(s) && !slices.ContainsFunc(s, hole) && m.chance(2) {
		s[i] = nil
	}
	holes := 0
	for i, d := range s {
		if d == nil {
			if holes++; holes > 1 {
				s[i] = Num(2)
			}
		}
	}
	return TensorOf(s...)
}

func onlyKey(s Size) string {
	for key := range s {
		return key
	}
	return ""
}
