package relaygen

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/lab/shapes"
)

// Random is program i of a seed: a few globals and a @main that calls them, in which each value is made from earlier
// ones by an operator, a tuple, a field, an if or a function. Parameters have types, except weights that an operator
// decides. @main returns all its values. About one of three programs has a mistake, or two.
//
// A statement has a line of its own, so a program without one of its lines is a program, too, if nothing else needs the
// value of the line.
func Random(seed, i uint64) string {
	m := &maker{r: rand.New(rand.NewPCG(seed, i)), scope: make(shapes.Scope)}
	if m.chance(3) {
		m.wrong = 1 + m.r.IntN(2)
	}
	for k := range m.r.IntN(3) {
		m.global("@g"+strconv.Itoa(k), 1+m.r.IntN(4))
	}
	m.global("@main", 2+m.r.IntN(9))
	return m.text.String()
}

// A maker writes a program.
type maker struct {
	r     *rand.Rand
	text  strings.Builder
	scope shapes.Scope // of the current function, and globals
	wrong int          // how many statements may still be wrong
	names int

	values []string // variables of the current function, with known types
	params []string // its parameters, with their types
	lines  []string
	weight []string // those that an operator may decide
	depth  int      // nesting depth of functions
	bent   bool
	within int // nesting depth of types in widened
}

// chance is true one time of n.
func (m *maker) chance(n int) bool { return m.r.IntN(n) == 0 }

func pick[T any](m *maker, list ...T) T { return list[m.r.IntN(len(list))] }

func (m *maker) fresh(sign string) string {
	m.names++
	return sign + strconv.Itoa(m.names)
}

// global writes a definition of about so many statements.
func (m *maker) global(name string, statements int) {
	before := m.scope
	m.scope = make(shapes.Scope)
	for n, t := range before {
		if n[0] == '@' {
			m.scope[n] = t
		}
	}
	m.values, m.params, m.lines, m.weight = nil, nil, nil, nil
	for range 1 + m.r.IntN(2) {
		m.param(m.anyTensor())
	}
	for range statements {
		m.statement()
	}
	var result string
	if name == "@main" {
		result = "(" + strings.Join(m.values, ", ") + ",)"
	} else {
		result = pick(m, m.values...)
	}
	written := ""
	body := strings.Join(m.lines, "") + "  " + result
	typ, err := m.scope.Infer(result)
	if err != nil {
		panic(err)
	}
	if name != "@main" && !m.chance(4) || m.chance(6) {
		t := m.widened(typ)
		if m.wrong > 0 && m.chance(4) {
			m.wrong--
			t = m.similarType(t)
		}
		written = " -> " + t.String()
		if name != "@main" {
			typ = m.joined(t, typ)
		}
	}
	f := &shapes.Type{Kind: shapes.Func, Result: typ}
	for _, p := range m.params {
		n, _, _ := strings.Cut(p, ":")
		f.Fields = append(f.Fields, m.scope[n])
	}
	if typ != nil {
		m.scope[name] = shapes.Settled(f)
	}
	m.define(name, func() string {
		return fmt.Sprintf("def %s(%s)%s {\n%s\n}\n", name, strings.Join(m.params, ", "), written, body)
	})
}

// define writes a definition. Weights that an operator decides before their first other use lose their types.
func (m *maker) define(name string, text func() string) {
	before := m.text.String()
	for _, w := range m.weight {
		if m.chance(3) {
			continue
		}
		i := slices.IndexFunc(m.params, func(p string) bool { return strings.HasPrefix(p, w+":") })
		param := m.params[i]
		m.params[i] = w
		types, err := shapes.Judge(before + text())
		if err != nil {
			m.params[i] = param
		} else if m.scope[name] != nil {
			m.scope[name] = types[name]
		}
	}
	m.text.WriteString(text())
}

// weightOf returns an expression of a type, which may be a parameter that is decided there.
func (m *maker) weightOf(t *shapes.Type) string {
	n := len(m.params)
	v := m.expressionOf(t)
	if m.depth == 0 && len(m.params) > n && strings.HasPrefix(m.params[n], v+":") {
		m.weight = append(m.weight, v)
	}
	return v
}

// joined returns the type of a value of type b with the annotation a; nil if they are incompatible.
func (m *maker) joined(a, b *shapes.Type) *shapes.Type {
	t, err := shapes.Scope{"%b": b}.Infer("let %a: " + a.String() + " = %b; %a")
	if err != nil {
		return nil
	}
	return t
}

// param adds a parameter.
func (m *maker) param(t *shapes.Type) string {
	name := m.fresh("%p")
	m.params = append(m.params, name+": "+t.String())
	m.scope[name] = t.AsWritten()
	m.values = append(m.values, name)
	return name
}

// size returns a random size of an axis.
func (m *maker) size() int64 {
	switch m.r.IntN(12) {
	case 0:
		return shapes.Any
	case 1, 2:
		return 1
	case 3:
		if m.chance(8) {
			return 0
		}
	}
	return pick[int64](m, 2, 3, 4, 5, 6, 8, 12, 16)
}

func (m *maker) shape(rank int) []int64 {
	s := make([]int64, rank)
	for i := range s {
		s[i] = m.size()
	}
	return s
}

func (m *maker) base() string {
	if m.chance(6) {
		return pick(m, "int32", "int64", "bool", "float16", "float64", "int8", "uint8")
	}
	return "float32"
}

func (m *maker) anyTensor() *shapes.Type {
	return shapes.TensorOf(m.base(), m.shape(pick(m, 0, 1, 2, 2, 3, 3, 4, 4, 5))...)
}

// similarType returns a type that is similar to another one.
func (m *maker) similarType(t *shapes.Type) *shapes.Type {
	c := *t
	switch {
	case len(t.Fields) > 0 && m.chance(2):
		c.Fields = slices.Clone(t.Fields)
		i := m.r.IntN(len(c.Fields))
		c.Fields[i] = m.similarType(c.Fields[i])
	case t.Kind != shapes.Tensor || m.chance(8):
		return &shapes.Type{Kind: shapes.Tuple, Fields: []*shapes.Type{t}}
	case m.chance(4):
		c.Base = pick(m, "int32", "float16", "bool")
	case len(t.Shape) > 0 && m.chance(4):
		c.Shape = t.Shape[1:]
	case len(t.Shape) > 0:
		c.Shape = slices.Clone(t.Shape)
		c.Shape[m.r.IntN(len(c.Shape))] += int64(1 + m.r.IntN(2))
	default:
		c.Shape = []int64{m.size()}
	}
	return &c
}

// widened returns a type in which some sizes become unknown. In a tensor, some unknown sizes become known; in a tuple
// they do not, because fields may share an unknown size and then must not get two different sizes.
func (m *maker) widened(t *shapes.Type) *shapes.Type {
	c := *t
	c.Shape = slices.Clone(t.Shape)
	for i, d := range c.Shape {
		if !m.chance(8) {
			continue
		}
		if c.Shape[i] = shapes.Any; d == shapes.Any && m.within == 0 {
			c.Shape[i] = int64(1 + m.r.IntN(5))
		}
	}
	m.within++
	defer func() { m.within-- }()
	c.Fields = nil
	for _, f := range t.Fields {
		c.Fields = append(c.Fields, m.widened(f))
	}
	if t.Result != nil {
		c.Result = m.widened(t.Result)
	}
	return &c
}

// bend reports whether to make the current statement wrong here.
func (m *maker) bend(n int) bool {
	if m.wrong > 0 && m.chance(n) {
		m.bent = true
		return true
	}
	return false
}

// expressionOf returns an expression of a type, or of a compatible one.
func (m *maker) expressionOf(t *shapes.Type) string {
	if m.bend(20) {
		t = m.similarType(t)
	}
	if !m.chance(3) {
		var same []string
		for _, v := range m.values {
			if shapes.Equal(m.scope[v], t) {
				same = append(same, v)
			}
		}
		if len(same) > 0 {
			return pick(m, same...)
		}
	}
	if t.Kind == shapes.Tensor && !slices.Contains(t.Shape, shapes.Any) {
		switch {
		case len(t.Shape) == 0 && t.Base == "float32" && m.chance(2):
			return pick(m, "1f", "0.5f")
		case len(t.Shape) == 0 && t.Base == "int32" && m.chance(2):
			return "3"
		case len(t.Shape) == 0 && t.Base == "bool" && m.chance(2):
			return pick(m, "True", "False")
		case m.chance(4):
			return fmt.Sprintf("%s(shape=%s, dtype=%q)", pick(m, "zeros", "ones"), numbers(t.Shape), t.Base)
		}
	}
	if t.Kind == shapes.Tuple && m.chance(2) {
		list := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			list[i] = m.expressionOf(f)
		}
		return tuple(list)
	}
	if m.depth > 0 { // the function has its parameters already
		switch t.Kind {
		case shapes.Tensor:
			if !slices.Contains(t.Shape, shapes.Any) {
				return fmt.Sprintf("zeros(shape=%s, dtype=%q)", numbers(t.Shape), t.Base)
			}
		case shapes.Func:
			var params []string
			for i, p := range t.Fields {
				params = append(params, fmt.Sprintf("%%q%d: %s", i, p))
			}
			return fmt.Sprintf("fn (%s) { %s }", strings.Join(params, ", "), m.expressionOf(t.Result))
		}
	}
	return m.param(t)
}

func tuple(list []string) string {
	if len(list) == 1 {
		return "(" + list[0] + ",)"
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func numbers(list []int64) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ", ") }

// tensor returns a value with a rank in a range, and perhaps of an element type.
func (m *maker) tensor(low, high int, base ...string) (string, *shapes.Type) {
	fit := func(t *shapes.Type) bool {
		return t.Kind == shapes.Tensor && low <= len(t.Shape) && len(t.Shape) <= high && (len(base) == 0 || t.Base == base[0])
	}
	if m.bend(40) {
		fit = func(*shapes.Type) bool { return true }
	}
	var list []string
	for _, v := range m.values {
		if fit(m.scope[v]) {
			list = append(list, v)
		}
	}
	if len(list) > 0 && !m.chance(10) {
		v := list[max(m.r.IntN(len(list)), m.r.IntN(len(list)))] // preferably a late one
		return m.dressed(v), m.scope[v]
	}
	t := shapes.TensorOf(m.base(), m.shape(low+m.r.IntN(high-low+1))...)
	if len(base) > 0 {
		t.Base = base[0]
	}
	v := m.expressionOf(t)
	if found, err := m.scope.Infer(v); err == nil && found.Kind == shapes.Tensor {
		t = found
	}
	return v, t
}

// dressed returns a value, or an expression like it.
func (m *maker) dressed(v string) string {
	switch {
	case m.scope[v].Kind != shapes.Tensor || !m.chance(12):
		return v
	case m.chance(2):
		return "(" + v + ", 1).0"
	}
	return pick(m, "copy", "nn.relu", "negative") + "(" + v + ")"
}

// statement writes a line that binds a variable, if it finds a suitable expression.
func (m *maker) statement() {
	for range 6 {
		m.bent = false
		params, values, lines, weights := len(m.params), len(m.values), len(m.lines), len(m.weight)
		text := m.expression()
		typ, err := m.scope.Infer(text)
		if err != nil && (m.wrong == 0 || !m.bent || errors.Is(err, shapes.ErrOutside)) {
			for _, v := range m.values[values:] {
				delete(m.scope, v)
			}
			m.params, m.values, m.lines, m.weight = m.params[:params], m.values[:values], m.lines[:lines], m.weight[:weights]
			continue
		}
		name, sign := m.fresh("%v"), ""
		switch {
		case err != nil:
			m.wrong--
		case m.chance(10) && !hasFunc(typ):
			t := m.widened(typ)
			if m.wrong > 0 && m.chance(3) {
				t = m.similarType(t)
			}
			if typ = m.joined(t, typ); typ == nil {
				m.wrong--
			}
			sign = ": " + t.String()
		case m.chance(5):
			name = m.fresh("%")
			m.lines = append(m.lines, fmt.Sprintf("  %s = %s;\n", name, text))
			m.scope[name] = typ
			m.values = append(m.values, name)
			return
		}
		m.lines = append(m.lines, fmt.Sprintf("  let %s%s = %s;\n", name, sign, text))
		if err == nil && typ != nil {
			m.scope[name] = typ
			m.values = append(m.values, name)
		}
		return
	}
}

// expression returns an expression that may be correct.
func (m *maker) expression() string {
	switch m.r.IntN(24) {
	case 0:
		list := make([]string, 1+m.r.IntN(3))
		for i := range list {
			list[i] = pick(m, m.values...)
		}
		return tuple(list)
	case 1, 2:
		for range 4 {
			if v := pick(m, m.values...); m.scope[v].Kind == shapes.Tuple && len(m.scope[v].Fields) > 0 {
				i := m.r.IntN(len(m.scope[v].Fields))
				if m.bend(6) {
					i = len(m.scope[v].Fields)
				}
				return v + "." + strconv.Itoa(i)
			}
		}
	case 3:
		v := pick(m, m.values...)
		a, b := v, v
		if m.chance(2) {
			b = m.expressionOf(m.widened(m.scope[v]))
		} else if m.chance(2) {
			b = m.expressionOf(m.scope[v])
		}
		if m.chance(2) {
			a, b = b, a
		}
		if m.chance(3) {
			a = "let %u = " + a + "; %u"
		}
		condition := m.expressionOf(shapes.TensorOf("bool"))
		if m.bend(6) {
			condition = pick(m, m.values...)
		}
		return fmt.Sprintf("if (%s) { %s } else { %s }", condition, a, b)
	case 4:
		if m.depth == 0 {
			return m.local()
		}
	case 5, 6, 7:
		var callees []string
		for name, t := range m.scope {
			if t.Kind == shapes.Func {
				callees = append(callees, name)
			}
		}
		if slices.Sort(callees); len(callees) > 0 {
			return m.use(pick(m, callees...))
		}
	case 8:
		return pick(m, "1", "2f", "True", "3i64", "1.5f16", "()")
	}
	return calls[m.r.IntN(len(calls))](m)
}

func hasFunc(t *shapes.Type) bool {
	return t.Kind == shapes.Func || slices.ContainsFunc(t.Fields, hasFunc)
}

// use returns a call of a function.
func (m *maker) use(f string) string {
	var args []string
	for _, p := range m.scope[f].Fields {
		args = append(args, m.expressionOf(m.widened(p)))
	}
	if m.bend(10) {
		args = append(args, "1")
	}
	return f + "(" + strings.Join(args, ", ") + ")"
}

// local returns a function. Its values are in scope only within it.
func (m *maker) local() string {
	params, values, lines := m.params, slices.Clone(m.values), m.lines
	scope := make(shapes.Scope)
	for n, t := range m.scope {
		scope[n] = t
	}
	m.params, m.lines = nil, nil
	for range 1 + m.r.IntN(2) {
		m.param(m.anyTensor())
	}
	m.depth++
	text := m.expression()
	m.depth--
	mine := m.params
	m.params, m.lines, m.values = params, lines, values
	typ, err := m.scope.Infer(text)
	m.scope = scope
	written := ""
	if err == nil && m.chance(3) {
		written = " -> " + m.widened(typ).String()
	}
	return fmt.Sprintf("fn (%s)%s { %s }", strings.Join(mine, ", "), written, text)
}
