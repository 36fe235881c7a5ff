package relation

import (
	"math"
	"slices"
	"strconv"
	"strings"
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

// A tracer records how numbers were computed.
type tracer struct {
	formulas  []formula
	mentioned []int32 // indexes of the formulas of numbers in a message
	choices   Choices
	refuted   *Expr // the innermost condition with a message that is false in the current guard
	axes      int64 // how many axes there are where an axis was tested that is none of them
}

// A formula is the source of a value, or how a number was computed. A run over long lists records many of them, so they
// are small, and their texts are written on demand.
type formula struct {
	value value
	name  string   // of the function of the library, or of the attribute
	args  [4]int32 // formulas
	count uint8    // of args
	op    Op
	from  SourceKind
	node  Node
	// The value is the length of the list that node or name names.
	length bool
}

func (f *formula) source() Source {
	s := Source{Kind: f.from, Node: f.node}
	if f.from == FromAttribute {
		s.Name = f.name
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
		v.why = m.note(formula{value: v, from: FromAttribute, name: e.Name})
	}
	return v
}

// node returns a node as a value, with itself as the source if sources are recorded.
func (m *Machine) node(n Node) value {
	v := value{kind: vNode, a: int32(n)}
	if m.trace != nil {
		v.why = m.note(formula{value: value{kind: vNone}, from: FromNode, node: n})
	}
	return v
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
	return m.computed(op, "", v, x, y)
}

// derived records a number that a function of the library computed.
func (m *Machine) derived(name string, n int64, args ...value) int32 {
	return m.computed(Call, name, intOf(n), args...)
}

// computed records how a number was computed from at most four others.
func (m *Machine) computed(op Op, name string, v value, args ...value) int32 {
	if m.trace == nil {
		return 0
	}
	f := formula{value: v, op: op, name: name, count: uint8(len(args))}
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

// numeral writes a number, a size or another value that is not a type or a list.
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
	case vText:
		return m.textOf(v)
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
	w.write(&f, 0, 0)
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

// plain adds text, to the last piece if that is text, too. Nothing follows the ellipsis of a long formula.
func (w *formulaWriter) plain(s string) {
	n := len(w.pieces)
	if n > maxFormula && w.pieces[n-1].Source.Kind == FromNowhere && strings.HasSuffix(w.pieces[n-1].Text, "…") {
		return
	}
	if n > 0 && w.pieces[n-1].Source.Kind == FromNowhere {
		w.pieces[n-1].Text += s
		return
	}
	w.pieces = append(w.pieces, Piece{Text: s})
}

// Bounds of a formula: longer ones are not readable.
const (
	maxFormula = 200     // pieces
	maxNested  = 1 << 10 // levels
)

var notations = map[Op]struct {
	text  string
	binds int
}{
	Add: {" + ", 1}, Subtract: {" − ", 1}, Multiply: {"·", 2}, Quotient: {" ÷ ", 2}, Remainder: {" mod ", 2},
	Least: {"min", 3}, Greatest: {"max", 3},
}

// write writes a formula in a context with a binding strength. What does not fit is an ellipsis.
func (w *formulaWriter) write(f *formula, tight, depth int) {
	if len(w.pieces) > maxFormula || depth > maxNested {
		w.plain("…")
		return
	}
	f = w.reduced(f, 0)
	o, known := notations[f.op]
	part := func(i, tight int) { w.write(w.arg(f, i), tight, depth+1) }
	switch {
	case f.op == Call || f.op == Least || f.op == Greatest:
		open, between := o.text, ", "
		if f.op == Call {
			if open = f.name; open == "scaled32" {
				open, between = "floor", "·"
			}
		}
		w.plain(open + "(")
		for i := range int(f.count) {
			if i > 0 {
				w.plain(between)
			}
			part(i, 0)
		}
		w.plain(")")
	case known:
		open, closed := "", ""
		if o.binds < tight {
			open, closed = "(", ")"
		}
		if f.op == Quotient {
			if down, up := w.rounded(f); down != "" {
				open, closed = down, up
			}
		}
		w.plain(open)
		part(0, o.binds)
		w.plain(o.text)
		part(1, pick(f.op == Add || f.op == Multiply, o.binds, o.binds+1))
		w.plain(closed)
	default:
		w.value(f, tight)
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
