package relation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Source is the origin of a piece of a message or a formula.
type Source struct {
	Kind SourceKind
	Node Node   // FromNode: of the view
	Arg  int    // FromArgument: its number, from 0
	Name string // FromAttribute
}

// A SourceKind is the kind of a Source.
type SourceKind uint8

const (
	FromNowhere   SourceKind = iota // plain text
	FromNode                        // a type or a part of one
	FromArgument                    // an argument as a whole
	FromAttribute                   // an attribute of the call
	FromRelation                    // a number that is written in the relation
)

// A Piece is a part of a message or a formula.
type Piece struct {
	Text   string
	Source Source
}

// A tracer records how numbers were computed and how nodes were reached.
type tracer struct {
	formulas  []formula
	mentioned []int32 // indexes of the formulas of numbers in a message
	choices   Choices
}

// A formula is the source of a value, or how a number was computed. A run over long lists records many of them, so they
// are small, and their texts are written on demand.
type formula struct {
	value value
	expr  *Expr    // of the function of the library, or of the attribute
	args  [4]int32 // formulas; of a node: the node that it is a part or an item of, and its number there
	count uint8    // of args
	op    Op
	from  SourceKind
	way   way
	node  Node
	// The value is the length of the list that node or expr names.
	length bool
}

// A way leads to a node.
type way uint8

const (
	noWay way = iota
	toPart
	toItem
)

func (f *formula) source() Source {
	s := Source{Kind: f.from, Node: f.node}
	if f.from == FromAttribute {
		s.Name = f.expr.Name
	}
	return s
}

func (m *Machine) note(f formula) int32 {
	m.trace.formulas = append(m.trace.formulas, f)
	return int32(len(m.trace.formulas) - 1)
}

// sourced returns a value with an attribute as its source, if sources are recorded.
func (m *Machine) sourced(v value, e *Expr) value {
	if m.trace != nil {
		v.why = m.note(formula{value: v, from: FromAttribute, expr: e})
	}
	return v
}

// nodeSource records a node as a source; 0 without a tracer.
func (m *Machine) nodeSource(n Node) int32 { return m.step(n, 0, 0, noWay) }

// step records a node as a source, and how it was reached.
func (m *Machine) step(to, from Node, n int, by way) int32 {
	if m.trace == nil {
		return 0
	}
	return m.note(formula{
		value: value{kind: vNone}, from: FromNode, node: to, args: [4]int32{int32(from), int32(n)}, way: by,
	})
}

// Place describes where in the arguments a node is that the last run of Explain met, such as a node that it waits for:
// the number of the argument, and words such as `axis 0 of argument 2`. It is false for a node that was not met.
func (m *Machine) Place(n Node) (arg int, said string, ok bool) {
	if m.trace == nil {
		return 0, "", false
	}
	var path []*formula
	for {
		if arg = slices.Index(m.args, n); arg >= 0 {
			break
		}
		i := slices.IndexFunc(m.trace.formulas, func(f formula) bool { return f.way != noWay && f.node == n })
		if i < 0 || len(path) > len(m.trace.formulas) {
			return 0, "", false
		}
		path = append(path, &m.trace.formulas[i])
		n = Node(m.trace.formulas[i].args[0])
	}
	said = "argument " + strconv.Itoa(arg+1)
	shape := false
	for _, s := range slices.Backward(path) {
		from, n := Node(s.args[0]), int(s.args[1])
		if s.way == toItem {
			said = pick(shape, "axis ", "field ") + strconv.Itoa(n) + " of " + said
			shape = false
			continue
		}
		part := m.rel.Vocabulary.Heads[max(m.view.Head(from), 0)].Parts[n]
		if shape = part.Sort.kind == listKind; !shape || s.node == path[0].node {
			said = "the " + cmp.Or(part.Said, part.Name) + " of " + said
		}
	}
	return arg, said, true
}

// sized records the size of a node as part of its source.
func (m *Machine) sized(why int32, s Size) int32 {
	if m.trace == nil {
		return 0
	}
	v := value{kind: vSize, n: int64(s)}
	if f := &m.trace.formulas[why]; f.from == FromNode && (f.value.kind == vNone || f.value == v) {
		f.value = v
		return why
	}
	return m.revalued(why, v)
}

// revalued records a source with another number.
func (m *Machine) revalued(why int32, v value) int32 {
	if m.trace == nil {
		return 0
	}
	f := m.trace.formulas[why]
	f.value = v
	return m.note(f)
}

// lengthOf records the length of a list.
func (m *Machine) lengthOf(why int32, n int64) int32 {
	if why = m.revalued(why, intOf(n)); why != 0 {
		m.trace.formulas[why].length = true
	}
	return why
}

func (m *Machine) formula(op Op, n int64, x, y value) int32 {
	v := intOf(n)
	if n < 0 && (x.kind == vSize || y.kind == vSize) {
		v.kind = vSize
	}
	return m.computed(op, nil, v, x, y)
}

// derived records a number that a function of the library computed.
func (m *Machine) derived(e *Expr, n int64, args ...value) int32 {
	return m.computed(Call, e, intOf(n), args...)
}

// computed records how a number was computed from at most four others.
func (m *Machine) computed(op Op, e *Expr, v value, args ...value) int32 {
	if m.trace == nil {
		return 0
	}
	f := formula{value: v, op: op, expr: e, count: uint8(len(args))}
	for i, a := range args {
		f.args[i] = m.whyOf(a)
	}
	return m.note(f)
}

// whyOf returns the formula of a value. A value without a formula gets one without a source.
func (m *Machine) whyOf(v value) int32 {
	if v.why != 0 {
		return v.why
	}
	return m.note(formula{value: v})
}

// numeral writes a number or a size as text.
func (m *Machine) numeral(v value) string {
	switch v.kind {
	case vInt:
		return strconv.FormatInt(v.n, 10)
	case vSize:
		return m.spelling(Size(v.n))
	case vMark:
		return "?"
	case vFloat:
		return strconv.FormatFloat(v.float(), 'g', -1, 64)
	case vNone:
		return "none"
	case vBool:
		return strconv.FormatBool(v.n != 0)
	}
	return "_"
}

// integer returns the whole number that a value is, if it is one.
func (m *Machine) integer(v value) (n int64, ok bool) {
	if v.kind == vSize {
		v = m.sizeValue(Size(v.n), 0)
	}
	if v.kind == vFloat {
		x := v.float()
		return int64(x), x == math.Trunc(x) && math.Abs(x) < 1<<53
	}
	return v.n, v.kind == vInt
}

// spelling writes a size as a program does.
func (m *Machine) spelling(s Size) string { return Plain(m.Sizes.Formula(s)) }

// Plain removes from a text the suffixes that distinguish parameters of the same name (patterns.Types.ConstructorID).
func Plain(text string) string {
	first, rest, more := strings.Cut(text, "'")
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "'")
		first += strings.TrimLeft(part, "0123456789")
	}
	return first
}

// Explain is Run that also records where each number comes from, for Formula and Failure. It costs more than Run.
func (m *Machine) Explain(view View, r *Relation, early int, args []Node, attrs []Value) *Outcome {
	t := &m.tracer
	t.formulas, t.mentioned = append(t.formulas[:0], formula{}), t.mentioned[:0]
	m.trace = t
	return m.run(view, r, early, args, attrs)
}

// Formula shows how a size in an effect was computed, as in `8 = ⌊(16 + 2 − 3) ÷ 2⌋ + 1`, with the source of each number;
// numbers that change nothing are not shown. It takes a term of the last outcome of Explain; for a term that was copied
// unchanged, it is only a number.
func (m *Machine) Formula(t Term) []Piece {
	if m.trace == nil || t.why == 0 || t.Kind != SizeTerm && t.Kind != NodeTerm {
		return nil
	}
	f := m.trace.formulas[t.why]
	if t.Kind == NodeTerm {
		s, k := m.view.Size(t.Node)
		f.value = value{kind: vOpen}
		switch k {
		case Known:
			f.value = value{kind: vSize, n: int64(s)}
		case Mark:
			f.value.kind = vMark
		}
	}
	if f.op == 0 {
		return []Piece{{m.numeral(f.value), f.source()}}
	}
	w := &formulaWriter{m: m}
	if pieces := w.formula(f); Said(pieces) == m.numeral(f.value) {
		return pieces
	}
	return m.computation(f)
}

// computation writes a number and how it was computed.
func (m *Machine) computation(f formula) []Piece {
	w := &formulaWriter{m: m}
	w.plain(m.numeral(f.value) + " = ")
	return w.formula(f)
}

type formulaWriter struct {
	m       *Machine
	pieces  []Piece
	omitted []Source // of numbers that change nothing
}

// formula writes a formula, and then the sources of the numbers that are not shown, without text.
func (w *formulaWriter) formula(f formula) []Piece {
	w.write(f)
	for _, s := range w.omitted {
		w.pieces = append(w.pieces, Piece{Source: s})
	}
	return w.pieces
}

// reduced returns a formula without outer operations that change nothing, such as `+ 0`, `+ 2·0`, `·1` and `− 1 + 1`. The
// sources of the numbers in them are omitted.
func (w *formulaWriter) reduced(f *formula, depth int) *formula {
	for f.op != 0 && f.count == 2 {
		x, y := w.arg(f, 0), w.arg(f, 1)
		switch {
		case f.op == Add && w.omits(y, 0, depth), f.op == Subtract && w.omits(y, 0, depth),
			f.op == Multiply && w.omits(y, 1, depth), f.op == Quotient && w.omits(y, 1, depth):
			f = x
		case f.op == Add && w.omits(x, 0, depth), f.op == Multiply && w.omits(x, 1, depth):
			f = y
		case f.op == Multiply && w.isNumber(x, 0):
			f = x
		case f.op == Multiply && w.isNumber(y, 0):
			f = y
		case f.op == Add && w.isNumber(y, 1) && w.predecessor(x, depth) != nil:
			f = w.predecessor(x, depth)
		case f.op == Add && w.isNumber(x, 1) && w.predecessor(y, depth) != nil:
			f = w.predecessor(y, depth)
		default:
			return f
		}
	}
	return f
}

// predecessor returns x for a formula x − 1, or nil.
func (w *formulaWriter) predecessor(f *formula, depth int) *formula {
	if depth < deepestReduced {
		f = w.reduced(f, depth+1)
	}
	if f.op == Subtract && w.isNumber(w.arg(f, 1), 1) {
		return w.arg(f, 0)
	}
	return nil
}

// isNumber reports whether a formula is a number n that is not the size of a type.
func (w *formulaWriter) isNumber(f *formula, n int64) bool {
	is, ok := w.m.integer(f.value)
	return ok && is == n && f.op == 0 && f.from != FromNode
}

func (w *formulaWriter) arg(f *formula, i int) *formula { return &w.m.trace.formulas[f.args[i]] }

// deepestReduced bounds how deep formulas within a formula are reduced.
const deepestReduced = 4

// omits reports whether a formula is a number n that is not the size of a type; it records the source of that number.
func (w *formulaWriter) omits(f *formula, n int64, depth int) bool {
	if depth < deepestReduced {
		f = w.reduced(f, depth+1)
	}
	if !w.isNumber(f, n) {
		return false
	}
	if s := f.source(); s.Kind == FromAttribute && !slices.Contains(w.omitted, s) {
		w.omitted = append(w.omitted, s)
	}
	return true
}

// plain adds text, to the last piece if that is text, too.
func (w *formulaWriter) plain(s string) {
	if n := len(w.pieces); n > 0 && w.pieces[n-1].Source.Kind == FromNowhere {
		w.pieces[n-1].Text += s
		return
	}
	w.pieces = append(w.pieces, Piece{Text: s})
}

// maxFormula bounds the pieces of a formula: longer formulas are not readable.
const maxFormula = 200

var notations = map[Op]struct {
	text  string
	binds int
}{
	Add: {" + ", 1}, Subtract: {" − ", 1}, Multiply: {"·", 2}, Quotient: {" ÷ ", 2}, Remainder: {" mod ", 2},
	Least: {"min", 3}, Greatest: {"max", 3},
}

// An unwritten is a part of a formula that is still to be written: text, or a formula with the binding strength of its
// context.
type unwritten struct {
	text  string
	of    *formula
	tight int
}

func (w *formulaWriter) write(f formula) {
	for stack := []unwritten{{of: &f}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if len(w.pieces) > maxFormula {
			w.plain("…")
			return
		}
		if x.of == nil {
			w.plain(x.text)
			continue
		}
		x.of = w.reduced(x.of, 0)
		base := len(stack)
		text := func(s string) { stack = append(stack, unwritten{text: s}) }
		part := func(i, tight int) {
			stack = append(stack, unwritten{of: w.arg(x.of, i), tight: tight})
		}
		o, known := notations[x.of.op]
		switch f := x.of; {
		case f.op == Call || f.op == Least || f.op == Greatest:
			between := [...]string{o.text + "(", ", ", ")"}
			switch {
			case f.op != Call:
			case f.expr.Name == "scaled32":
				between = [...]string{"floor(", "·", ")"}
			default:
				between[0] = f.expr.Name + "("
			}
			text(between[0])
			for i := range int(f.count) {
				if i > 0 {
					text(between[1])
				}
				part(i, 0)
			}
			text(between[2])
		case known:
			open, closed := "", ""
			if o.binds < x.tight {
				open, closed = "(", ")"
			}
			if f.op == Quotient {
				if down, up := w.rounded(f); down != "" {
					open, closed = down, up
				}
			}
			text(open)
			part(0, o.binds)
			text(o.text)
			right := o.binds + 1
			if f.op == Add || f.op == Multiply {
				right = o.binds
			}
			part(1, right)
			text(closed)
		default:
			w.value(f, x.tight)
		}
		slices.Reverse(stack[base:])
	}
}

// rounded returns the brackets of a division that is not exact, or may not be: ⌊ and ⌋, or ⌈ and ⌉.
func (w *formulaWriter) rounded(f *formula) (open, closed string) {
	x, known := w.m.integer(w.arg(f, 0).value)
	y, known2 := w.m.integer(w.arg(f, 1).value)
	n, known3 := w.m.integer(f.value)
	switch {
	case !known || !known2 || !known3 || y == 0:
		return "⌊", "⌋"
	case x%y == 0:
		return "", ""
	case (x%y < 0) == (y < 0) == (n == x/y): // n is the smaller neighbour of the quotient
		return "⌊", "⌋"
	}
	return "⌈", "⌉"
}

// value writes a number that was not computed.
func (w *formulaWriter) value(f *formula, tight int) {
	text := w.m.numeral(f.value)
	if tight > 0 && strings.HasPrefix(text, "-") || tight > 1 && strings.ContainsAny(text, " ") {
		text = "(" + text + ")"
	}
	if s := f.source(); s.Kind == FromNowhere {
		w.plain(text)
	} else {
		w.pieces = append(w.pieces, Piece{text, s})
	}
}

// A Failure explains why a relation fails.
type Failure struct {
	Code    lang.Code
	Message []Piece
	// Values are the two sides of a comparison.
	Values []Piece
	// Computed are the formulas of numbers in the message or Values that the relation computed, as in `1280 = 2·10·64`.
	Computed [][]Piece
	Choices  Choices // of the guard
}

// Failure explains why the last outcome of Explain fails: with the message after `else`, or with the error of the
// evaluation. The message is that of the clause that got furthest.
func (m *Machine) Failure(o *Outcome) Failure {
	f := m.failure(o)
	slices.Sort(m.trace.mentioned)
	for _, i := range slices.Compact(m.trace.mentioned) {
		f.Computed = append(f.Computed, m.computation(m.trace.formulas[i]))
	}
	return f
}

func (m *Machine) failure(o *Outcome) Failure {
	f := Failure{Code: Failed}
	if o.Guard != InEffect {
		c := m.rel.Clauses[max(o.Clause, 0)]
		m.resetSteps()
		m.clause(c) // binds its variables again
		if o.Guard == InHead {
			f.Message = m.headMessage(c)
			return f
		}
	}
	m.resetSteps()
	goal := o.At
	var words *Expr
	if o.Guard >= 0 {
		for {
			if goal.Op == Otherwise {
				words, goal = goal, goal.Args[0]
			}
			if last := goal.Args; goal.Op == Or && words == nil && last[1].Op == All &&
				last[1].Args[len(last[1].Args)-1].Op == Otherwise {
				goal = last[1] // all of them are refuted, and this one has words
			}
			inner := goal.Op == All && goal.Args[len(goal.Args)-1].Op == Otherwise
			if !inner {
				break
			}
			goal = goal.Args[len(goal.Args)-1]
		}
		m.trace.choices = nil
		m.eval(goal)
		f.Choices = m.trace.choices
		if goal.Op >= Equal && goal.Op <= AtLeast {
			for _, x := range goal.Args {
				f.Values = append(f.Values, m.pieces(m.eval(x), goal.Args[0].sort)...)
			}
		}
	}
	if words != nil && words.Name != "" && (words.Args[1] == nil || m.wrong.kind != vError) {
		f.Code = lang.Code(words.Name)
	}
	// An error within a guard explains more than the guard's own message.
	if words != nil && words.Args[1] != nil && m.wrong.kind != vError {
		msg := words.Args[1]
		one := false // the last value is the number 1
		for i, x := range msg.Args {
			before, list := msg.Texts[i], m.pieces(m.eval(x), x.sort)
			if one {
				before = singular(before)
			}
			if one = len(list) == 1 && list[0].Text == "1"; one {
				if rest, ok := strings.CutSuffix(before, "there are "); ok {
					before = rest + "there is "
				}
			}
			f.add(Piece{Text: before})
			for _, p := range list {
				f.add(p)
			}
		}
		last := msg.Texts[len(msg.Texts)-1]
		if one {
			last = singular(last)
		}
		f.add(Piece{Text: last})
		return f
	}
	if m.wrong.kind == vError {
		wrong := m.errors[m.wrong.a]
		if slices.Contains([]string{tooManySteps, tooLong, tooLongOf}, wrong.words) {
			f.Code = lang.NodeLimit
		}
		m.problemPieces(&f, wrong)
		return f
	}
	f.add(Piece{Text: "`" + Written(m.rel.source, goal) + "` does not hold"})
	for i, p := range f.Values {
		f.add(Piece{Text: [...]string{": ", " and "}[min(i, 1)]})
		f.add(p)
	}
	return f
}

// nouns are the nouns that follow numbers in messages, with their singular.
var nouns = map[string]string{
	"anchors": "anchor", "axes": "axis", "boxes": "box", "channels": "channel", "classes": "class", "columns": "column",
	"elements": "element", "groups": "group", "heads": "head", "indices": "index", "inputs": "input", "items": "item",
	"lengths": "length", "numbers": "number", "outputs": "output", "predictions": "prediction", "rows": "row",
	"tensors": "tensor", "units": "unit",
}

// singular returns the text after the number 1 in a message: `1 channel, not 3`, `1 axis does not fit`.
func singular(text string) string {
	noun := strings.TrimPrefix(text, " ")
	if i := strings.IndexAny(noun, " ,"); i >= 0 {
		noun = noun[:i]
	}
	one, ok := nouns[noun]
	if !ok || text == noun {
		return text
	}
	rest := text[1+len(noun):]
	for _, verb := range [...][2]string{{" do ", " does "}, {" are ", " is "}, {" need ", " needs "}} {
		if after, ok := strings.CutPrefix(rest, verb[0]); ok {
			rest = verb[1] + after
		}
	}
	return " " + one + rest
}

func (f *Failure) add(p Piece) {
	if n := len(f.Message); p.Source.Kind == FromNowhere && n > 0 && f.Message[n-1].Source.Kind == FromNowhere {
		f.Message[n-1].Text += p.Text
	} else if p.Text != "" || p.Source.Kind != FromNowhere {
		f.Message = append(f.Message, p)
	}
}

// problemPieces adds the message of an error with its values.
func (m *Machine) problemPieces(f *Failure, p problem) {
	parts := strings.Split(p.words, "%s")
	for i, text := range parts {
		if i > 0 && p.with[i-1].kind == vInt && p.with[i-1].n == 1 {
			text = singular(text)
		}
		f.add(Piece{Text: text})
		if i < len(parts)-1 {
			for _, q := range m.pieces(p.with[i], badSort) {
				f.add(q)
			}
		}
	}
}

// headMessage reports the argument or attribute that does not have the form of the head.
func (m *Machine) headMessage(c *Clause) []Piece {
	for i, f := range c.forms {
		if f != 0 && !f.has(&m.attrs[i]) {
			name := c.relation.Attrs[i].Name
			return []Piece{{Text: name, Source: Source{Kind: FromAttribute, Name: name}},
				{Text: " cannot be " + m.attrs[i].String()}}
		}
	}
	i := max(slices.Index(c.Args, m.current), 0)
	p := c.Args[i]
	arg := Piece{Text: "argument " + strconv.Itoa(i+1), Source: Source{Kind: FromArgument, Node: m.args[i], Arg: i}}
	if p.Op != Call {
		return []Piece{arg, {Text: " is not `" + Written(m.rel.source, p) + "`"}}
	}
	h := &m.rel.Vocabulary.Heads[p.head]
	if m.view.Head(m.args[i]) != int(p.head) {
		return []Piece{arg, {Text: " is not " + h.Said}}
	}
	for k, q := range p.Args {
		if h.Types || q.Op != List && q.Op != Tuple ||
			slices.ContainsFunc(q.Args, func(x *Expr) bool { return x.Op == Rest }) {
			continue
		}
		n := m.view.Part(m.args[i], k)
		switch l := m.view.Length(n); {
		case l == FixedLength:
			return []Piece{{Text: "how many axes the shape "}, m.nameOf(value{kind: vNode, a: int32(n)}),
				{Text: " has is not known"}}
		case l >= 0 && l != len(q.Args):
			return []Piece{arg, {Text: " has "},
				{Text: lang.Count(l, "axis", "axes"), Source: Source{Kind: FromNode, Node: n}},
				{Text: ", not " + strconv.Itoa(len(q.Args))}}
		}
	}
	return []Piece{arg, {Text: " is not `" + Written(m.rel.source, p) + "`"}}
}

// pieces writes a value for a message.
func (m *Machine) pieces(v value, s Sort) []Piece {
	if v.kind == vNode && (s.kind == typeKind || v.n == ofType) {
		return []Piece{{"this type", Source{Kind: FromNode, Node: Node(v.a)}}}
	}
	if v.kind == vNode {
		switch s.kind {
		case dimKind:
			v = m.dim(v)
		case atomKind:
			name, known := m.atom(v)
			if known == Open {
				name = "_"
			}
			return []Piece{{Plain(name), Source{Kind: FromNode, Node: Node(v.a)}}}
		case listKind:
			if l := m.list(v); l.kind == vList {
				v = l
				break
			}
			return []Piece{m.nameOf(v)}
		default:
			n := m.view.Length(Node(v.a))
			if n >= 0 {
				return m.pieces(m.list(v), shapeSort)
			}
			if n == FixedLength {
				if _, k := m.view.Atom(Node(v.a)); k == Fixed {
					return []Piece{m.nameOf(v)}
				}
			}
			if w := m.dim(v); w.kind != vOpen {
				v = w
			} else {
				return []Piece{m.nameOf(v)}
			}
		}
	}
	switch v.kind {
	case vText:
		p := Piece{Text: m.textOf(v)}
		if m.trace != nil && v.why != 0 {
			p.Source = m.trace.formulas[v.why].source()
		}
		return []Piece{p}
	case vList, vPair:
		part, open, end := badSort, "[", "]"
		if s.kind == listKind {
			part = *s.part
		}
		if part.kind == dimKind {
			open, end = "(", ")"
		}
		out := []Piece{{Text: open}}
		for i := v.a; i < v.b; i++ {
			if i > v.a {
				out = append(out, Piece{Text: ", "})
			}
			out = append(out, m.pieces(m.items[i], part)...)
		}
		return append(out, Piece{Text: end})
	}
	p := Piece{Text: m.numeral(v)}
	if m.trace != nil && v.why != 0 {
		if m.trace.formulas[v.why].op != 0 && m.hasSource(v.why) {
			m.trace.mentioned = append(m.trace.mentioned, v.why)
		}
		if p.Source = m.trace.formulas[v.why].source(); p.Source.Kind == FromRelation {
			p.Source = Source{}
		}
	}
	return []Piece{p}
}

// hasSource reports whether a number of a formula is written in the program; lengths are not.
func (m *Machine) hasSource(why int32) bool {
	f := &m.trace.formulas[why]
	return !f.length && f.op == 0 && f.from != FromNowhere && f.from != FromRelation ||
		slices.ContainsFunc(f.args[:f.count], m.hasSource)
}

// nameOf returns the name of a parameter, or `_` for an open node.
func (m *Machine) nameOf(v value) Piece {
	name, known := m.view.Atom(Node(v.a))
	if known != Fixed {
		name = "_"
	}
	return Piece{Plain(name), Source{Kind: FromNode, Node: Node(v.a)}}
}

// Written returns the text of an expression in its file, on one line and without comments. The span of an expression
// may lack parentheses around its first or its last operand.
func Written(f *lang.File, e *Expr) string {
	var b strings.Builder
	text := f.Text(e.Span)
	end, depth, least := int32(0), 0, 0
	for _, t := range scan(text, lang.Span{End: int32(len(text))}) {
		if t.span.Start > end && t.kind != atEnd {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
		end = t.span.End
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
			least = min(least, depth)
		}
	}
	return strings.Repeat("(", -least) + b.String() + strings.Repeat(")", depth-least)
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// Said returns the plain text of pieces.
func Said(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}
