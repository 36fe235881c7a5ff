package relaygen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/lab/shapes"
)

// calls write calls of operators, mostly correct ones. Frequent ones are listed twice.
var calls = []func(m *maker) string{
	(*maker).unary, (*maker).unary, (*maker).broadcasts, (*maker).broadcasts, (*maker).broadcasts, (*maker).broadcasts,
	(*maker).casts, (*maker).fills, (*maker).selects, (*maker).axesOf, (*maker).axesOf, (*maker).permutes,
	(*maker).permutes, (*maker).reshapes, (*maker).reshapes,
	(*maker).joins, (*maker).joins, (*maker).splits, (*maker).splits, (*maker).slices, (*maker).slices, (*maker).takes,
	(*maker).takes, (*maker).repeats, (*maker).repeats,
	(*maker).spreads, (*maker).pads, (*maker).reduces, (*maker).reduces, (*maker).orders, (*maker).products,
	(*maker).products, (*maker).products,
	(*maker).norms, (*maker).norms, (*maker).convolves, (*maker).convolves, (*maker).convolves, (*maker).pools,
	(*maker).pools, (*maker).images, (*maker).sums, (*maker).others,
}

// axis returns an axis of a tensor with the rank, counted from either end.
func (m *maker) axis(rank int) int {
	if rank == 0 || m.bend(15) {
		return pick(m, rank, -rank-1)
	}
	return m.r.IntN(2*rank) - rank
}

// someAxes returns distinct axes of a tensor with the rank.
func (m *maker) someAxes(rank int) []int64 {
	list := []int64{}
	for _, i := range m.r.Perm(rank)[:m.r.IntN(rank+1)] {
		list = append(list, int64(i-rank*m.r.IntN(2)))
	}
	if m.bend(15) {
		list = append(list, int64(m.axis(rank)))
	}
	return list
}

func (m *maker) flag() string { return pick(m, "True", "False") }

// broadcastable returns a shape that broadcasts with another one.
func (m *maker) broadcastable(s []int64) []int64 {
	s = slices.Clone(s[m.r.IntN(max(1, len(s)/2+1)):])
	for i, d := range s {
		switch {
		case m.chance(4):
			s[i] = 1
		case m.chance(12):
			s[i] = shapes.Any
		case d == 1 || d == shapes.Any:
			s[i] = m.size()
		}
	}
	if m.bend(6) && len(s) > 0 {
		s[m.r.IntN(len(s))] += 2
	}
	return s
}

// compatibleSize returns a size that is compatible with another one.
func (m *maker) compatibleSize(d int64) int64 {
	switch {
	case m.chance(15):
		return shapes.Any
	case m.bend(12):
		return d + 1
	case d == shapes.Any:
		return int64(1 + m.r.IntN(6))
	}
	return d
}

// compatibleShape returns a shape that is compatible with another one.
func (m *maker) compatibleShape(s ...int64) []int64 {
	s = slices.Clone(s)
	for i, d := range s {
		s[i] = m.compatibleSize(d)
	}
	return s
}

var (
	unaries = strings.Fields(`abs acos acosh asin asinh atan atanh bitwise_not ceil copy cos cosh erf exp floor log log2 log10 logical_not negative round rsqrt
		sigmoid sign sin sinh sqrt tan tanh trunc ones_like zeros_like nn.relu invert_permutation device_copy on_device annotation.stop_fusion`)
	binaries = strings.Fields(`add subtract multiply divide floor_divide floor_mod mod trunc_divide trunc_mod power maximum minimum left_shift right_shift
		logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor equal not_equal less less_equal greater greater_equal`)
)

func (m *maker) unary() string {
	x, t := m.tensor(0, 5)
	switch m.r.IntN(6) {
	case 0:
		return "clip(" + x + ", a_min=0f, a_max=6f)"
	case 1:
		return "nn.leaky_relu(" + x + pick(m, ")", ", alpha=0.1f)")
	case 2:
		return fmt.Sprintf("%s(%s, axis=%d)", pick(m, "nn.softmax", "nn.log_softmax", "nn.fast_softmax", "reverse"), x, m.axis(len(t.Shape)))
	case 3:
		return pick(m, "isnan", "isinf", "isfinite") + "(" + x + ")"
	}
	if m.chance(20) {
		return pick(m, "nn.lrn("+x+", size=3)", "nn.l2_normalize("+x+", eps=1f, axis=[0])")
	}
	return pick(m, unaries...) + "(" + x + ")"
}

func (m *maker) broadcasts() string {
	x, t := m.tensor(0, 5)
	y := m.expressionOf(shapes.TensorOf(t.Base, m.broadcastable(t.Shape)...))
	if m.chance(2) {
		x, y = y, x
	}
	if m.chance(2) {
		return x + pick(m, " + ", " - ", " * ", " / ", " < ", " <= ", " > ", " >= ", " == ", " != ") + y
	}
	return pick(m, binaries...) + "(" + x + ", " + y + ")"
}

func (m *maker) casts() string {
	x, _ := m.tensor(0, 5)
	if m.chance(3) {
		y, _ := m.tensor(0, 5)
		return "cast_like(" + x + ", " + y + ")"
	}
	d := m.base()
	if m.bend(10) {
		d = "float33"
	}
	return fmt.Sprintf("%s(%s, dtype=%q)", pick(m, "cast", "cast", "reinterpret"), x, d)
}

func (m *maker) fills() string {
	s := m.shape(m.r.IntN(5))
	for i, d := range s {
		if d == shapes.Any && !m.bend(5) {
			s[i] = 7
		}
	}
	switch m.r.IntN(5) {
	case 0:
		return fmt.Sprintf("%s(shape=%s, dtype=%q)", pick(m, "zeros", "ones"), numbers(s), m.base())
	case 3:
		list := make([]string, 3)
		for i := range list {
			list[i] = m.weightOf(shapes.TensorOf("float32"))
		}
		if m.chance(2) {
			list = append(list, fmt.Sprintf("start=%df, stop=%.1ff, step=%.1ff", m.r.IntN(3), 0.5*float64(m.r.IntN(12)),
				0.5*float64(1+m.r.IntN(3))))
		}
		return "arange(" + strings.Join(list, ", ") + `, dtype="float32")`
	case 1:
		x, _ := m.tensor(0, 0)
		return fmt.Sprintf("full(%s, shape=%s%s)", x, numbers(s), pick(m, "", `, dtype="int8"`))
	case 2:
		x, t := m.tensor(0, 4)
		return fmt.Sprintf("full_like(%s, %s)", x, m.expressionOf(shapes.TensorOf(t.Base)))
	}
	x, t := m.tensor(0, 4, "int32")
	axis := m.r.IntN(len(t.Shape)+2) - 1
	if m.bend(10) {
		axis = -2
	}
	return fmt.Sprintf(`one_hot(%s, 1f, 0f, depth=%d, axis=%d, dtype="float32")`, x, m.r.IntN(6), axis)
}

func (m *maker) selects() string {
	x, t := m.tensor(0, 4)
	if m.chance(2) {
		return pick(m, `shape_of(`+x+`, dtype="int32")`, `ndarray_size(`+x+`, dtype="int64")`, `argwhere(`+x+`)`,
			"nn.dropout("+x+")", "nn.dropout("+x+", rate=0.1f).0")
	}
	y := m.expressionOf(shapes.TensorOf(t.Base, m.broadcastable(t.Shape)...))
	c := m.expressionOf(shapes.TensorOf("bool", m.broadcastable(t.Shape)...))
	return fmt.Sprintf("where(%s, %s, %s)", c, x, y)
}

func (m *maker) axesOf() string {
	x, t := m.tensor(0, 4)
	n := len(t.Shape)
	if m.chance(2) {
		return fmt.Sprintf("expand_dims(%s, axis=%d%s)", x, m.axis(n+1), pick(m, "", "", ", num_newaxis=2", ", num_newaxis=0"))
	}
	if m.chance(4) {
		return "squeeze(" + x + ")"
	}
	list := []int64{}
	for i, d := range t.Shape {
		if (d == 1 || d == shapes.Any || m.bend(8)) && m.chance(2) {
			list = append(list, int64(i-n*m.r.IntN(2)))
		}
	}
	return fmt.Sprintf("squeeze(%s, axis=%s)", x, numbers(list))
}

func (m *maker) permutes() string {
	x, t := m.tensor(0, 5)
	n := len(t.Shape)
	if m.chance(4) {
		return "transpose(" + x + ", axes=None)"
	}
	list := make([]int64, n)
	for i, a := range m.r.Perm(n) {
		list[i] = int64(a - n*m.r.IntN(2))
	}
	if m.bend(6) && n > 0 {
		list[m.r.IntN(n)] = int64(m.axis(n))
	}
	return fmt.Sprintf("transpose(%s, axes=%s)", x, numbers(list))
}

func (m *maker) reshapes() string {
	x, t := m.tensor(0, 5)
	switch m.r.IntN(5) {
	case 0:
		return "nn.batch_flatten(" + x + ")"
	case 1:
		y := m.expressionOf(shapes.TensorOf(m.base(), m.shuffled(t.Shape)...))
		return "reshape_like(" + x + ", " + y + pick(m, ")", ", lhs_begin=1, rhs_begin=1)", ", lhs_end=1, rhs_end=1)")
	}
	list := []int64{}
	worked := m.chance(2)
	for i := 0; i < len(t.Shape); i++ {
		d := t.Shape[i]
		switch k := m.r.IntN(8); {
		case k == 0 && i+1 < len(t.Shape):
			list = append(list, -3)
			i++
		case k == 1 && d > 0:
			f := factor(m, d)
			list = append(list, -4, f, d/f)
			if m.chance(2) {
				list[len(list)-1-m.r.IntN(2)] = -1
			}
		case k == 2:
			list = append(list, -2)
			i = len(t.Shape)
		case worked && (k == 3 || i == len(t.Shape)-1):
			list = append(list, -1)
			worked = m.bend(4)
		case k < 6 && d > 0:
			list = append(list, d)
		default:
			list = append(list, 0)
		}
	}
	if m.bend(5) {
		list = append(list, int64(m.r.IntN(8)-4))
	}
	if m.chance(6) {
		if m.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }); m.wrong > 0 {
			m.bent = true
		}
	}
	return fmt.Sprintf("reshape(%s, newshape=%s%s)", x, numbers(list), pick(m, "", "", "", "", ", allowzero=True"))
}

// factor returns a random divisor of a number.
func factor(m *maker, d int64) int64 {
	f := int64(1 + m.r.IntN(int(d)))
	for d%f != 0 {
		f--
	}
	return f
}

func (m *maker) shuffled(s []int64) []int64 {
	s = slices.Clone(s)
	m.r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

func (m *maker) joins() string {
	x, t := m.tensor(0, 4)
	n := len(t.Shape)
	list := []string{x}
	name := pick(m, "concatenate", "concatenate", "stack", "meshgrid")
	axis := m.axis(max(n, 1))
	for range m.r.IntN(3) {
		s := m.compatibleShape(t.Shape...)
		switch {
		case name == "concatenate" && axis >= -n && axis < n:
			s[(axis+n)%n] = m.size()
		case name == "meshgrid":
			s = m.shape(m.r.IntN(2))
		}
		list = append(list, m.expressionOf(shapes.TensorOf(t.Base, s...)))
	}
	if name == "meshgrid" {
		return "meshgrid(" + tuple(list) + pick(m, ")", `, indexing="xy")`)
	}
	return fmt.Sprintf("%s(%s, axis=%d)", name, tuple(list), axis)
}

func (m *maker) splits() string {
	x, t := m.tensor(1, 4)
	n := max(len(t.Shape), 1)
	axis := m.axis(n)
	d := int64(6)
	if axis >= -n && axis < len(t.Shape) && len(t.Shape) > 0 {
		d = t.Shape[(axis+n)%n]
	}
	if m.chance(2) {
		k := int64(2 + m.r.IntN(3))
		if d > 0 && !m.bend(4) {
			for k = factor(m, d); k > 16; { // so many types would not be written out
				k = factor(m, k)
			}
		}
		return fmt.Sprintf("split(%s, indices_or_sections=%d, axis=%d)", x, k, axis)
	}
	list := []int64{}
	for i := int64(1); i < max(d, 3) && len(list) < 4; i++ {
		if m.chance(2) {
			list = append(list, i)
		}
	}
	if m.bend(5) {
		list = append(list, pick(m, d, 0))
	}
	return fmt.Sprintf("split(%s, indices_or_sections=%s, axis=%d)", x, numbers(list), axis)
}

func (m *maker) slices() string {
	x, t := m.tensor(1, 4)
	if m.chance(4) {
		s := slices.Clone(t.Shape)
		for i, d := range s {
			if d > 0 {
				s[i] = 1 + m.r.Int64N(d)
			}
		}
		axes := ""
		if m.chance(2) {
			axes = ", axes=" + numbers(m.someAxes(len(s)))
		}
		if m.bend(4) && len(s) > 0 {
			s[m.r.IntN(len(s))] += 20
		}
		return "slice_like(" + x + ", " + m.expressionOf(shapes.TensorOf(m.base(), s...)) + axes + ")"
	}
	n := len(t.Shape)
	axes := make([]int64, n)
	for i := range axes {
		axes[i] = int64(i)
	}
	given := "None"
	if m.chance(3) {
		axes = m.someAxes(n)
		given = numbers(axes)
	} else if m.chance(3) && n > 0 {
		axes = axes[:m.r.IntN(n)]
	}
	size := m.chance(4)
	var begin, end, strides []int64
	for _, a := range axes {
		d := int64(6)
		if k := (int(a) + n) % max(n, 1); k >= 0 && k < n && t.Shape[k] > 0 {
			d = t.Shape[k]
		}
		from, long, step := m.r.Int64N(d), 1+m.r.Int64N(d), int64(1+m.r.IntN(2))
		to := from + long
		if m.chance(4) {
			from -= d
		}
		switch {
		case size:
			if to = long; m.chance(4) {
				to = -1
			}
		case m.chance(6):
			step, from, to = -step, to, from
		case m.chance(6):
			to = -1
		}
		begin, end, strides = append(begin, from), append(end, to), append(strides, step)
	}
	if m.chance(6) && given == "None" && len(strides) > 0 {
		strides = strides[1:]
	}
	mode := ""
	if size {
		mode = `, slice_mode="size"`
	}
	if m.wrong > 0 && m.chance(3) {
		m.bent = true
	}
	return fmt.Sprintf("strided_slice(%s, begin=%s, end=%s, strides=%s, axes=%s%s)", x, numbers(begin), numbers(end),
		numbers(strides), given, mode)
}

func (m *maker) takes() string {
	x, t := m.tensor(0, 4)
	n := len(t.Shape)
	base := pick(m, "int32", "int64", "int8", "uint8")
	if m.bend(8) {
		base = pick(m, "float32", "bool")
	}
	switch m.r.IntN(4) {
	case 0:
		s := m.compatibleShape(t.Shape...)
		axis := m.axis(n)
		if n > 0 && axis >= -n && axis < n {
			s[(axis+n)%n] = m.size()
		}
		return fmt.Sprintf("gather(%s, %s, axis=%d)", x, m.expressionOf(shapes.TensorOf(base, s...)), axis)
	case 1:
		s := m.shape(m.r.IntN(4))
		k := m.r.IntN(n + 1)
		b := m.r.IntN(n + 1 - k)
		if m.bend(6) {
			k++
		}
		return fmt.Sprintf("gather_nd(%s, %s, batch_dims=%d)", x, m.expressionOf(shapes.TensorOf(base, append([]int64{int64(k)}, s...)...)), b)
	}
	index := m.expressionOf(shapes.TensorOf(base, m.shape(m.r.IntN(3))...))
	if m.chance(4) {
		return "take(" + x + ", " + index + ")"
	}
	return fmt.Sprintf("take(%s, %s, axis=%d%s)", x, index, m.axis(n),
		pick(m, "", "", "", ", batch_dims=1", ", batch_dims=0", `, mode="wrap"`))
}

func (m *maker) repeats() string {
	x, t := m.tensor(0, 4)
	n := int64(1 + m.r.IntN(3))
	if m.bend(8) {
		n = pick[int64](m, 0, -1)
	}
	switch m.r.IntN(4) {
	case 0, 1:
		reps := []int64{n}
		for range m.r.IntN(5) {
			reps = append(reps, int64(1+m.r.IntN(3)))
		}
		return fmt.Sprintf("tile(%s, reps=%s)", x, numbers(reps))
	case 2:
		return fmt.Sprintf("repeat(%s, repeats=%d, axis=%d)", x, n, m.axis(len(t.Shape)))
	}
	return fmt.Sprintf("repeat(%s, repeats=%d)", x, n)
}

func (m *maker) spreads() string {
	x, t := m.tensor(0, 4)
	s := slices.Concat(m.shape(m.r.IntN(2)), t.Shape)
	for i, d := range s {
		if d == 1 {
			s[i] = m.size()
		}
	}
	if m.chance(2) {
		for i, d := range s {
			if d == shapes.Any {
				s[i] = 3
			}
		}
		if m.bend(4) {
			s = m.shuffled(s)
		}
		return fmt.Sprintf("broadcast_to(%s, shape=%s)", x, numbers(s))
	}
	y := m.expressionOf(shapes.TensorOf(m.base(), m.compatibleShape(s...)...))
	if m.chance(2) {
		return "collapse_sum_like(" + y + ", " + x + ")"
	}
	return "broadcast_to_like(" + x + ", " + y + ")"
}

func (m *maker) pads() string {
	x, t := m.tensor(0, 4)
	var width []string
	for range t.Shape {
		p := [2]int{m.r.IntN(3), m.r.IntN(3)}
		if m.chance(6) {
			p[m.r.IntN(2)] = -m.r.IntN(3)
		}
		width = append(width, fmt.Sprintf("[%d, %d]", p[0], p[1]))
	}
	if m.bend(6) {
		width = append(width, "[0, 0]")
	}
	if m.chance(3) {
		return fmt.Sprintf("nn.mirror_pad(%s, pad_width=[%s])", x, strings.Join(width, ", "))
	}
	value := "0f"
	if m.bend(8) {
		value = pick(m, m.values...)
	}
	return fmt.Sprintf("nn.pad(%s, %s, pad_width=[%s])", x, value, strings.Join(width, ", "))
}

func (m *maker) reduces() string {
	x, t := m.tensor(0, 5)
	var attrs []string
	if !m.chance(5) {
		attrs = append(attrs, "axis="+numbers(m.someAxes(len(t.Shape))))
	}
	if m.chance(3) {
		attrs = append(attrs, "keepdims="+m.flag())
	}
	if m.chance(3) {
		attrs = append(attrs, "exclude="+m.flag())
	}
	rest := strings.Join(append([]string{x}, attrs...), ", ") + ")"
	if m.chance(8) {
		return "variance(" + strings.Join(append([]string{x, m.expressionOf(shapes.TensorOf(t.Base, m.compatibleShape(t.Shape...)...))}, attrs...), ", ") + ")"
	}
	return pick(m, "sum", "max", "min", "mean", "prod", "all", "any", "argmax", "argmin") + "(" + rest
}

func (m *maker) orders() string {
	x, t := m.tensor(0, 4)
	axis := m.axis(len(t.Shape))
	switch m.r.IntN(4) {
	case 0:
		return fmt.Sprintf(`argsort(%s, axis=%d, dtype="int32")`, x, axis)
	case 1:
		return fmt.Sprintf("sort(%s, axis=%d)", x, axis)
	case 2:
		return fmt.Sprintf(`topk(%s, k=%d, axis=%d, dtype="int64"%s)`, x, m.r.IntN(5), axis,
			pick(m, "", `, ret_type="both"`, `, ret_type="values"`, `, ret_type="indices"`))
	}
	return pick(m, "cumsum", "cumprod") + "(" + x +
		pick(m, ")", fmt.Sprintf(", axis=%d)", axis), fmt.Sprintf(`, axis=%d, dtype="float64")`, axis))
}

func (m *maker) products() string {
	units := int64(1 + m.r.IntN(8))
	out := pick(m, "", "", "", `, out_dtype="float16"`)
	if m.chance(3) {
		x, t := m.tensor(3, 3)
		if len(t.Shape) != 3 {
			return "nn.batch_matmul(" + x + ", " + x + ")"
		}
		ta, tb := m.chance(2), m.chance(2)
		k := t.Shape[2]
		if ta {
			k = t.Shape[1]
		}
		s := m.compatibleShape(t.Shape[0], k, units)
		if m.chance(4) {
			s[0] = 1
		}
		if tb {
			s[1], s[2] = s[2], s[1]
		}
		return fmt.Sprintf("nn.batch_matmul(%s, %s, transpose_a=%s, transpose_b=%s%s)", x,
			m.expressionOf(shapes.TensorOf(t.Base, s...)), truth(ta), truth(tb), out)
	}
	x, t := m.tensor(1, 4)
	n := len(t.Shape)
	given := "None"
	if m.chance(2) {
		given = strconv.FormatInt(units, 10)
	}
	if m.chance(2) && n > 1 {
		ta, tb := m.chance(2), m.chance(2)
		k := t.Shape[n-1]
		if ta {
			k = t.Shape[n-2]
		}
		s := m.compatibleShape(k, units)
		if tb {
			s[0], s[1] = s[1], s[0]
		}
		return fmt.Sprintf("nn.matmul(%s, %s, units=%s, transpose_a=%s, transpose_b=%s%s)", x,
			m.weightOf(shapes.TensorOf(t.Base, s...)), given, truth(ta), truth(tb), out)
	}
	if n == 0 {
		return "nn.dense(" + x + ", " + x + ", units=None)"
	}
	return fmt.Sprintf("nn.dense(%s, %s, units=%s%s)", x,
		m.weightOf(shapes.TensorOf(pick(m, t.Base, t.Base, m.base()), m.compatibleShape(units, t.Shape[n-1])...)), given, out)
}

func truth(b bool) string { return map[bool]string{true: "True", false: "False"}[b] }

func (m *maker) norms() string {
	x, t := m.tensor(1, 4)
	n := len(t.Shape)
	name := pick(m, "nn.bias_add", "nn.bias_add", "nn.prelu", "nn.layer_norm", "nn.group_norm", "nn.instance_norm", "nn.batch_norm")
	axis := m.axis(n)
	if name == "nn.batch_norm" && axis < -1 && !m.bend(6) {
		axis = -1
	}
	d := int64(3)
	if n > 0 && axis >= -n && axis < n {
		d = t.Shape[(axis+n)%n]
	}
	args := []string{x}
	for range map[string]int{"nn.bias_add": 1, "nn.prelu": 1, "nn.batch_norm": 4}[name] {
		args = append(args, m.weightOf(shapes.TensorOf(t.Base, m.compatibleSize(d))))
	}
	if len(args) == 1 {
		args = append(args, m.weightOf(shapes.TensorOf(t.Base, m.compatibleSize(d))), m.weightOf(shapes.TensorOf(t.Base, m.compatibleSize(d))))
	}
	if n > 1 && axis != 1 && m.chance(8) || name == "nn.layer_norm" && axis == -1 {
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	return fmt.Sprintf("%s(%s, axis=%d)", name, strings.Join(args, ", "), axis)
}

// window writes the attributes of a window over n axes, and returns the sizes of the window.
func (m *maker) window(n int, s []int64) (size []int64, attrs string) {
	list := func(low, high int) []int64 {
		l := make([]int64, n)
		for i := range l {
			l[i] = int64(low + m.r.IntN(high-low+1))
		}
		return l
	}
	size = list(1, 3)
	for i, d := range s {
		if d > 0 && size[i] > d && !m.bend(4) {
			size[i] = d
		}
	}
	if m.chance(2) {
		attrs += ", strides=" + numbers(list(1, 3))
	}
	if m.chance(2) {
		p := list(0, 2)
		switch m.r.IntN(4) {
		case 0:
			p = p[:1]
		case 1:
			p = append(p, list(0, 2)...)
		}
		attrs += ", padding=" + numbers(p)
	}
	if m.chance(5) {
		attrs += ", dilation=" + numbers(list(1, 2))
	}
	if m.bend(15) {
		attrs += pick(m, ", stride=1", ", layouts=\"NCHW\"", ", units=3")
	}
	return size, attrs
}

func (m *maker) convolves() string {
	n := pick(m, 1, 2, 2, 2, 2, 3)
	x, t := m.tensor(n+2, n+2)
	if len(t.Shape) != n+2 {
		return "nn.conv2d(" + x + ", " + x + ")"
	}
	s := t.Shape
	turned := n == 2 && m.chance(4)
	if turned { // NHWC
		s = []int64{s[0], s[3], s[1], s[2]}
	}
	kernel, attrs := m.window(n, s[2:])
	groups, out := int64(1), int64(1+m.r.IntN(6))
	if s[1] > 0 && m.chance(4) {
		groups = factor(m, s[1])
		if m.chance(2) {
			groups = s[1]
		}
		out *= groups
	}
	weight := m.compatibleShape(append([]int64{out, max(s[1], 1) / groups}, kernel...)...)
	if s[1] == shapes.Any {
		weight[1] = m.compatibleSize(3)
	}
	if groups > 1 && m.chance(3) {
		weight = m.compatibleShape(append([]int64{groups, out / groups}, kernel...)...)
	}
	name := fmt.Sprintf("nn.conv%dd", n)
	if n == 2 && m.chance(5) {
		name = "nn.conv2d_transpose"
		weight = m.compatibleShape(max(s[1], 1), out/groups, kernel[0], kernel[1])
		if m.chance(3) {
			attrs += ", output_padding=[1, 1]"
		}
	}
	if m.chance(2) || groups > 1 && m.chance(2) {
		attrs += fmt.Sprintf(", channels=%d", out)
	}
	if m.chance(2) || groups > 1 && m.chance(2) {
		attrs += ", kernel_size=" + numbers(kernel)
	}
	if groups > 1 {
		attrs += fmt.Sprintf(", groups=%d", groups)
	}
	if turned {
		attrs += `, data_layout="NHWC"`
		if m.chance(2) {
			attrs += `, kernel_layout="HWIO"`
			weight = []int64{weight[2], weight[3], weight[1], weight[0]}
		}
		if m.chance(4) {
			attrs += `, out_layout="NCHW"`
		}
	}
	attrs += pick(m, "", "", "", `, out_dtype="int32"`)
	return fmt.Sprintf("%s(%s, %s%s)", name, x, m.weightOf(shapes.TensorOf(pick(m, t.Base, t.Base, t.Base, "int8"), weight...)), attrs)
}

func (m *maker) pools() string {
	n := pick(m, 1, 2, 2, 2, 3)
	x, t := m.tensor(n+2, n+2)
	s := t.Shape
	layout := ""
	if len(s) != n+2 {
		return "nn.max_pool2d(" + x + ", pool_size=[2, 2])"
	}
	s = s[2:]
	if n == 2 && m.chance(4) {
		layout = `, layout="NHWC"`
		s = t.Shape[1:3]
	}
	size, attrs := m.window(n, s)
	return fmt.Sprintf("nn.%s_pool%dd(%s, pool_size=%s%s%s%s)", pick(m, "max", "avg"), n, x, numbers(size), attrs,
		layout, pick(m, "", "", ", ceil_mode=True"))
}

func (m *maker) images() string {
	x, t := m.tensor(4, 4)
	layout := pick(m, "", "", `, layout="NHWC"`)
	switch m.r.IntN(6) {
	case 0:
		return pick(m, "nn.global_avg_pool2d(", "nn.global_max_pool2d(") + x + layout + ")"
	case 1:
		return pick(m, "nn.adaptive_avg_pool2d(", "nn.adaptive_max_pool2d(") + x + ", output_size=" +
			pick(m, "[]", "[3]", "[2, 5]") + layout + ")"
	case 2:
		return "nn.upsampling(" + x + ", scale_h=" + pick(m, "2f", "1.5f", "0.5f") + ", scale_w=2f" + layout + ")"
	case 3:
		return "image.resize2d(" + x + ", size=[7, 9]" + layout + ")"
	case 4:
		k := 2
		if len(t.Shape) == 4 && t.Shape[1]%4 != 0 && !m.bend(3) {
			k = 1
		}
		return fmt.Sprintf("nn.depth_to_space(%s, block_size=%d%s)", x, k, layout)
	}
	if m.chance(2) {
		return "layout_transform(" + x + `, src_layout="NCHW", dst_layout="` + pick(m, "NHWC", "CNHW", "HWNC") + `")`
	}
	return fmt.Sprintf("nn.space_to_depth(%s, block_size=%d%s)", x, 1+m.r.IntN(2), layout)
}

// sums writes sums of products by equations.
func (m *maker) sums() string {
	x, t := m.tensor(2, 2)
	if len(t.Shape) != 2 {
		return "einsum((" + x + `,), equation="ii->i")`
	}
	y := m.expressionOf(shapes.TensorOf(t.Base, m.compatibleShape(t.Shape[1], m.size())...))
	return fmt.Sprintf("einsum((%s, %s), equation=%q)", x, y, pick(m, "ij,jk->ik", "ij,jk->ki", "ij,jk", "ij, jk -> i", "ij,jk->"))
}

func (m *maker) others() string {
	x, t := m.tensor(2, 3)
	if m.chance(2) && len(t.Shape) > 1 {
		return fmt.Sprintf("sequence_mask(%s, %s, axis=0)", x, m.expressionOf(shapes.TensorOf("int32", m.compatibleShape(t.Shape[1])...)))
	}
	return fmt.Sprintf("%s(%s, %s)", pick(m, "nn.cross_entropy", "nn.cross_entropy_with_logits"), x,
		m.expressionOf(shapes.TensorOf(t.Base, m.compatibleShape(t.Shape...)...)))
}
