package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Networks are found by one notation, which reads what Relay, TensorScript and ONNX print:
//
//	[?, 3, N] -> [?, 10]                            sizes; the type of the elements may be any
//	(float[N, 3], int64[N]) -> float[N]             with the type of the elements; several inputs or outputs
//	fn (Tensor[(N, 3), float32], A) -> (A, List[A]) Relay
//
// A name is the same size or type wherever it occurs. The `?` of a pattern is any size; that of a definition is a size
// that is known only when it runs, so an input takes any size there, and an output promises none.

// Networks returns the Finding of a language of networks. Batch says that all `?` of a definition are one size; names
// that are not free are sizes that stand for certain numbers only.
func Networks(batch bool, bound func(r *patterns.Result, d int32) []string) *Finding {
	return &Finding{
		Family: "tensors", Arrow: "->", Lists: true,
		Query: func(text, _ string, _ *patterns.Result) (Signature, *QueryError) {
			t := &network{text: text, query: true, vars: make(map[string]int32)}
			t.signature()
			return Signature{Pattern: t.Pattern}, t.err
		},
		Signature: func(r *patterns.Result, d int32) (Signature, bool) {
			v := r.Solver.View(d)
			_, text := r.Front.ShortSignature(v.Within(0))
			t := &network{text: text, batch: batch, vars: make(map[string]int32)}
			if bound != nil {
				t.bound = bound(r, d)
			}
			t.signature()
			return Signature{Pattern: t.Pattern}, t.err == nil
		},
		Code: func(_, name string, c *Conversion) string { return c.call(name) },
	}
}

// A network reads a signature.
type network struct {
	patterns.Pattern
	text   string
	at     int
	query  bool
	batch  bool
	bound  []string
	inputs bool             // the inputs are being read
	vars   map[string]int32 // by name
	fresh  int              // sizes without a name
	depth  int
	err    *QueryError
}

// mostNested bounds the nesting of types.
const mostNested = 100

func (t *network) fail(format string, args ...any) {
	if t.err == nil {
		t.err = &QueryError{Message: fmt.Sprintf(format, args...), At: min(t.at, len(t.text))}
	}
}

// peek returns the next character after blanks; 0 at the end.
func (t *network) peek() byte {
	for t.at < len(t.text) && strings.IndexByte(" \t\r\n", t.text[t.at]) >= 0 {
		t.at++
	}
	if t.at == len(t.text) {
		return 0
	}
	return t.text[t.at]
}

// accept skips a text if it comes next.
func (t *network) accept(text string) bool {
	t.peek()
	if !strings.HasPrefix(t.text[t.at:], text) {
		return false
	}
	t.at += len(text)
	return true
}

func (t *network) expect(text string) {
	if !t.accept(text) {
		t.fail("`%s` is expected here", text)
	}
}

// word skips a name and returns it; empty: there is none.
func (t *network) word() string {
	t.peek()
	from := t.at
	for t.at < len(t.text) && isWord(t.text[t.at]) {
		t.at++
	}
	return t.text[from:t.at]
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func (t *network) node(constructor string, parts ...patterns.PatternEdge) int32 {
	n := patterns.PatternNode{Flat: unify.Open, Constructor: constructor, Edges: parts}
	t.Nodes = append(t.Nodes, n)
	return int32(len(t.Nodes) - 1)
}

// numbered returns a product of parts, or what a constructor makes of them.
func (t *network) numbered(constructor string, list []int32) int32 {
	n := t.node(constructor)
	for i, to := range list {
		t.Nodes[n].Edges = append(t.Nodes[n].Edges, patterns.PatternEdge{Label: strconv.Itoa(i), To: to})
	}
	if constructor == "" {
		t.Nodes[n].Flat = unify.MakeFlat(unify.Product, true)
	}
	return n
}

func (t *network) tensor(shape, elem int32) int32 {
	return t.node("Tensor", patterns.PatternEdge{Label: "elem", To: elem},
		patterns.PatternEdge{Label: "shape", To: shape})
}

// any is something that is not known: anything in a pattern and in an input, and something certain in an output.
func (t *network) any() int32 {
	if t.query || t.inputs {
		return t.node("")
	}
	t.fresh++
	return t.node("?" + strconv.Itoa(t.fresh))
}

// variable is the node of a name. A name that only the output of a definition has is not known.
func (t *network) variable(name string) int32 {
	return patterns.Remember(&t.vars, name, func() int32 {
		if n := t.any(); !slices.Contains(t.bound, name) {
			return n
		}
		return t.node("=" + name)
	})
}

// name reads a name, or a mark of something that is not known.
func (t *network) name() int32 {
	if t.accept("?") {
		return t.any()
	}
	switch name := t.word(); {
	case name == "":
		t.fail("a name or ? is expected here")
		return 0
	case name == "_":
		return t.any()
	case elementOf(name) != "":
		return t.node(elementOf(name))
	default:
		return t.variable(name)
	}
}

// signature reads a whole signature.
func (t *network) signature() {
	t.inputs = true
	t.peek()
	start := t.at
	var in, out int32
	if t.word() == "fn" {
		t.parameters()
		in = t.numbered("", t.list("(", ")"))
	} else {
		t.at = start
		in = t.side("->")
	}
	t.expect("->")
	t.inputs = false
	out = t.side("")
	if t.peek(); t.at < len(t.text) {
		t.fail("`%s` is unexpected", t.text[t.at:])
	}
	t.Roots = []int32{in, out}
}

// parameters reads the type parameters of a function.
func (t *network) parameters() {
	if !t.accept("[") {
		return
	}
	for t.err == nil && !t.accept("]") {
		name := t.word()
		if t.vars[name] = t.node(""); t.accept(":") {
			t.word()
		}
		if !t.accept(",") && t.peek() != ']' {
			t.fail("`,` or `]` is expected here")
		}
	}
}

// side reads the inputs or the outputs: several types between parentheses, or with commas between them.
func (t *network) side(end string) int32 {
	t.peek()
	start := t.at
	if rest := t.text[start:]; rest == "" || end != "" && strings.HasPrefix(rest, end) {
		return t.node("") // left out
	}
	var list []int32
	if t.accept("(") {
		t.at = start
		list = t.list("(", ")")
	}
	if next := t.peek(); list == nil || next != 0 && !strings.HasPrefix(t.text[t.at:], "->") {
		t.at, list = start, nil
		for {
			if list = append(list, t.typ()); !t.accept(",") {
				break
			}
		}
	}
	if len(list) == 1 && t.query && strings.Trim(t.text[start:t.at], " \t\r\n") == "_" {
		return list[0]
	}
	return t.numbered("", list)
}

// list reads types between brackets.
func (t *network) list(open, end string) []int32 {
	list := []int32{}
	t.expect(open)
	for t.err == nil && !t.accept(end) {
		list = append(list, t.typ())
		if !t.accept(",") && !strings.HasPrefix(t.text[t.at:], end) {
			t.fail("`,` or `%s` is expected here", end)
		}
	}
	return list
}

// typ reads a type.
func (t *network) typ() int32 {
	if t.depth++; t.depth > mostNested {
		t.fail("types are nested more than %d deep", mostNested)
	}
	defer func() { t.depth-- }()
	if t.err != nil {
		return 0
	}
	switch t.peek() {
	case '(':
		return t.numbered("tuple", t.list("(", ")"))
	case '[':
		return t.tensor(t.shape("]"), t.node("")) // the language has no types of elements
	case '?':
		t.at++
		return t.any()
	}
	name := t.word()
	switch elem := elementOf(name); {
	case name == "":
		t.fail("a type is expected here, such as [?, 3] or float[N]")
		return 0
	case name == "_":
		return t.any()
	case name == "fn":
		t.parameters()
		list := t.list("(", ")")
		t.expect("->")
		return t.numbered("fn", append(list, t.typ()))
	case name == "Tensor" && t.accept("["):
		var shape int32
		if t.peek() == '(' {
			shape = t.shape(")")
		} else {
			shape = t.name()
		}
		t.expect(",")
		elem := t.name()
		t.expect("]")
		return t.tensor(shape, elem)
	case elem != "" && t.accept("[]"):
		return t.tensor(t.any(), t.node(elem))
	case elem != "" && t.peek() == '[':
		return t.tensor(t.shape("]"), t.node(elem))
	case elem != "":
		return t.tensor(t.numbered("", nil), t.node(elem))
	case t.peek() == '[':
		return t.numbered(name+"[]", t.list("[", "]"))
	case t.peek() == '(':
		return t.numbered(name+"()", t.list("(", ")"))
	}
	return t.variable(name)
}

// shape reads sizes between brackets; end is the closing one.
func (t *network) shape(end string) int32 {
	t.at++
	list := []int32{}
	for t.err == nil && !t.accept(end) {
		list = append(list, t.size(end[0]))
		t.accept(",")
	}
	return t.numbered("", list)
}

// size reads a size: everything up to a comma or the bracket that ends the shape.
func (t *network) size(end byte) int32 {
	t.peek()
	from, depth := t.at, 0
scan:
	for ; t.at < len(t.text); t.at++ {
		switch c := t.text[t.at]; {
		case depth == 0 && (c == ',' || c == end):
			break scan
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		}
	}
	text := strings.TrimSpace(t.text[from:t.at])
	if t.at == len(t.text) {
		t.fail("`%c` is missing", end)
		return 0
	}
	isName := text != "" && strings.IndexFunc(text, func(r rune) bool { return r < 0x80 && !isWord(byte(r)) }) < 0
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil && n >= 0:
		return t.node("#" + strconv.FormatInt(n, 10))
	case text == "?" && t.batch:
		return t.variable(text)
	case text == "?" || text == "_":
		return t.any()
	case isName && (text[0] < '0' || text[0] > '9'):
		return t.variable(text)
	case t.query:
		t.at = from
		t.fail("`%s` is not a size: a size is a number, a name or ?", text)
	}
	return t.node("=" + text)
}

// elementNames are the types of elements in all languages, except those that elementOf renames.
const elementNames = " float16 float32 float64 bfloat16 bool string int2 int4 int8 int16 int32 int64 " +
	"uint2 uint4 uint8 uint16 uint32 uint64 complex64 complex128 " +
	"float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz float4e2m1 float8e8m0 "

// elementOf returns the common name of a type of elements; empty: it is none.
func elementOf(name string) string {
	switch {
	case name == "float":
		return "float32"
	case name == "double":
		return "float64"
	case name != "" && strings.Contains(elementNames, " "+name+" "):
		return name
	}
	return ""
}

// mostAttempts bounds the pairs of inputs or outputs that are tried for one network.
const mostAttempts = 64

// arrange finds a way to give the inputs of the pattern to inputs of a network, in any order, so that the outputs of
// the pattern are among its outputs.
func (f *fitter) arrange(form int32) *Conversion {
	f.done++
	p, o := &f.pattern, &f.other
	o.read(f.x, form)
	c := &Conversion{Kind: Arranged}
	sides := [2]struct {
		pattern    int32
		of         func() unify.Node
		have, want []unify.Edge
		chosen     *[]int
	}{
		{p.in, func() unify.Node { return f.base + unify.Node(o.in) }, p.parts(p.in), o.parts(o.in), &c.Inputs},
		{p.out, func() unify.Node { return f.base + unify.Node(o.out) }, p.parts(p.out), o.parts(o.out), &c.Outputs},
	}
	fits := func() (ok bool) {
		f.unite(func() {
			for i := range sides {
				s := &sides[i]
				for k, at := range *s.chosen {
					f.equal(f.part(unify.Node(s.pattern), s.have[k].Label), f.part(s.of(), s.want[at].Label))
				}
			}
		}, func() { ok = f.isFinite() })
		return ok
	}
	attempts := 0
	var choose func(side int) bool
	choose = func(side int) bool {
		if side == len(sides) {
			return true
		}
		s := &sides[side]
		if len(*s.chosen) == len(s.have) {
			return choose(side + 1)
		}
		for at := range s.want {
			if slices.Contains(*s.chosen, at) || o.isBlank(int32(s.want[at].To)) {
				continue // what takes or gives anything is hardly meant
			}
			if attempts++; attempts > mostAttempts {
				return false
			}
			*s.chosen = append(*s.chosen, at)
			if fits() && choose(side) {
				return true
			}
			*s.chosen = (*s.chosen)[:len(*s.chosen)-1]
		}
		return false
	}
	c.Takes, c.Gives = len(sides[0].want), len(sides[1].want)
	if len(sides[0].have) > c.Takes || len(sides[1].have) > c.Gives || !choose(0) || c.isDirect() ||
		len(c.Inputs)+len(c.Outputs) == 0 {
		return nil
	}
	return c
}

// isDirect reports whether inputs and outputs are where they are in the pattern: there is nothing to convert.
func (c *Conversion) isDirect() bool {
	upTo := func(list []int, n int) bool {
		return len(list) == 0 || len(list) == n && slices.IsSorted(list)
	}
	return upTo(c.Inputs, c.Takes) && upTo(c.Outputs, c.Gives)
}

// isFinite reports whether no type is a part of itself in what the pattern became. Networks have no such types.
func (f *fitter) isFinite() bool {
	const open, done = 1, 2
	state := make(map[unify.Node]uint8)
	stack := []unify.Node{unify.Node(f.pattern.in), unify.Node(f.pattern.out)}
	for len(stack) > 0 {
		n := f.graph.Find(stack[len(stack)-1])
		if state[n] != 0 {
			stack, state[n] = stack[:len(stack)-1], done
			continue
		}
		state[n] = open
		for _, e := range f.graph.Edges(n) {
			switch to := f.graph.Find(e.To); state[to] {
			case open:
				return false
			case 0:
				stack = append(stack, to)
			}
		}
	}
	return true
}

// call writes a call of a network with the inputs of the pattern, %1 and so on, and the indices of the outputs that are
// meant.
func (c *Conversion) call(name string) string {
	args := make([]string, c.Takes)
	for k, at := range c.Inputs {
		args[at] = "%" + strconv.Itoa(k+1)
	}
	var list []string
	for i := 0; i < len(args); i++ {
		others := 0
		for i+others < len(args) && args[i+others] == "" {
			others++
		}
		switch {
		case others > 1:
			list = append(list, strconv.Itoa(others)+" others")
			i += others - 1
		case others == 1:
			list = append(list, "1 other")
		default:
			list = append(list, args[i])
		}
	}
	text := name + "(" + strings.Join(list, ", ") + ")"
	if c.Gives > 1 {
		for _, at := range c.Outputs {
			text += " ." + strconv.Itoa(at)
		}
	}
	return text
}
