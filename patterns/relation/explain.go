package relation

import (
	"cmp"
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
	steps     []step
	mentioned []int32 // indexes of the formulas of numbers in a message
	choices   Choices
}

// A step leads from a node to a part or an item of it.
type step struct {
	to, from Node
	n        int
	item     bool
}

type formula struct {
	op   Op
	name string // of a function of the library
	args []int32
	text string // the value
	from Source
	// The value is the length of the list that from names.
	length bool
}

func (m *Machine) note(f formula) int32 {
	m.trace.formulas = append(m.trace.formulas, f)
	return int32(len(m.trace.formulas) - 1)
}

// attributeSource and nodeSource record an attribute or a node as a source; 0 without a tracer.
func (m *Machine) attributeSource(v *Value, e *Expr) int32 {
	if m.trace == nil {
		return 0
	}
	return m.note(formula{text: v.String(), from: Source{Kind: FromAttribute, Name: e.Name}})
}

func (m *Machine) nodeSource(n Node) int32 {
	if m.trace == nil {
		return 0
	}
	return m.note(formula{text: "none", from: Source{Kind: FromNode, Node: n}})
}

// step records how a node was reached, and the node as a source.
func (m *Machine) step(to, from Node, n int, item bool) int32 {
	if m.trace == nil {
		return 0
	}
	m.trace.steps = append(m.trace.steps, step{to, from, n, item})
	return m.nodeSource(to)
}

// Place describes where in the arguments a node is that the last run of Explain met, such as a node that it waits for:
// the number of the argument, and words such as `axis 0 of argument 2`. It is false for a node that was not met.
func (m *Machine) Place(n Node) (arg int, said string, ok bool) {
	if m.trace == nil {
		return 0, "", false
	}
	var way []step
	for {
		if arg = slices.Index(m.args, n); arg >= 0 {
			break
		}
		i := slices.IndexFunc(m.trace.steps, func(s step) bool { return s.to == n })
		if i < 0 || len(way) > len(m.trace.steps) {
			return 0, "", false
		}
		way = append(way, m.trace.steps[i])
		n = m.trace.steps[i].from
	}
	said = "argument " + strconv.Itoa(arg+1)
	shape := false
	for _, s := range slices.Backward(way) {
		if s.item {
			said = pick(shape, "axis ", "field ") + strconv.Itoa(s.n) + " of " + said
			shape = false
			continue
		}
		part := m.rel.Vocabulary.Heads[max(m.view.Head(s.from), 0)].Parts[s.n]
		if shape = part.Sort.kind == listKind; !shape || s.to == way[0].to {
			said = "the " + cmp.Or(part.Said, part.Name) + " of " + said
		}
	}
	return arg, said, true
}

// sized records a source together with the size that is now known.
func (m *Machine) sized(why int32, s Size) int32 {
	if m.trace == nil {
		return 0
	}
	f := m.trace.formulas[why]
	f.text = m.spelling(s)
	return m.note(f)
}

// revalued records a source with another number.
func (m *Machine) revalued(why int32, n int64) int32 {
	if m.trace == nil {
		return 0
	}
	f := m.trace.formulas[why]
	f.text = strconv.FormatInt(n, 10)
	return m.note(f)
}

// lengthOf records the length of a list.
func (m *Machine) lengthOf(why int32, n int64) int32 {
	if why = m.revalued(why, n); why != 0 {
		m.trace.formulas[why].length = true
	}
	return why
}

func (m *Machine) formula(op Op, n int64, x, y value) int32 {
	if m.trace == nil {
		return 0
	}
	v := value{kind: vInt, n: n}
	if x.kind == vSize || y.kind == vSize {
		if n < 0 {
			v.kind = vSize
		}
	}
	return m.note(formula{op: op, args: []int32{m.whyOf(x), m.whyOf(y)}, text: m.numeral(v)})
}

// derived records a number that a function of the library computed.
func (m *Machine) derived(e *Expr, n int64, args ...value) int32 {
	if m.trace == nil {
		return 0
	}
	f := formula{op: Call, name: e.Name, text: strconv.FormatInt(n, 10)}
	for _, a := range args {
		f.args = append(f.args, m.whyOf(a))
	}
	return m.note(f)
}

// whyOf returns the formula of a value. A value without a formula gets one without a source.
func (m *Machine) whyOf(v value) int32 {
	if v.why != 0 {
		return v.why
	}
	return m.note(formula{text: m.numeral(v)})
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

// spelling writes a size as a program does.
func (m *Machine) spelling(s Size) string { return Plain(m.Sizes.Spelling(s)) }

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
	t.formulas, t.steps, t.mentioned = append(t.formulas[:0], formula{}), t.steps[:0], t.mentioned[:0]
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
		f.text = "_"
		switch k {
		case Known:
			f.text = m.spelling(s)
		case Mark:
			f.text = "?"
		}
	}
	if f.op == 0 {
		return []Piece{{f.text, f.from}}
	}
	w := &formulaWriter{m: m}
	if pieces := w.formula(f); Said(pieces) == f.text {
		return pieces
	}
	return m.computation(f)
}

// computation writes a number and how it was computed.
func (m *Machine) computation(f formula) []Piece {
	w := &formulaWriter{m: m}
	w.plain(f.text + " = ")
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

// reduced returns a formula without outer operations that change nothing, such as `+ 0`, `·1` and `− 1 + 1`. The sources
// of the numbers in them are omitted.
func (w *formulaWriter) reduced(f *formula, depth int) *formula {
	for f.op != 0 && len(f.args) == 2 {
		x, y := &w.m.trace.formulas[f.args[0]], &w.m.trace.formulas[f.args[1]]
		switch {
		case f.op == Add && w.omits(y, "0", depth), f.op == Subtract && w.omits(y, "0", depth),
			f.op == Multiply && w.omits(y, "1", depth), f.op == Quotient && w.omits(y, "1", depth):
			f = x
		case f.op == Add && w.omits(x, "0", depth), f.op == Multiply && w.omits(x, "1", depth):
			f = y
		case f.op == Add && isNumber(y, "1") && w.predecessor(x, depth) != nil:
			f = w.predecessor(x, depth)
		case f.op == Add && isNumber(x, "1") && w.predecessor(y, depth) != nil:
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
	if f.op == Subtract && isNumber(&w.m.trace.formulas[f.args[1]], "1") {
		return &w.m.trace.formulas[f.args[0]]
	}
	return nil
}

// isNumber reports whether a formula is a number that is not the size of a type.
func isNumber(f *formula, text string) bool {
	return f.op == 0 && f.text == text && f.from.Kind != FromNode && f.from.Kind != FromArgument
}

// deepestReduced bounds how deep formulas within a formula are reduced.
const deepestReduced = 4

// omits reports whether a formula is a number that is not the size of a type; it records the source of that number.
func (w *formulaWriter) omits(f *formula, text string, depth int) bool {
	if depth < deepestReduced {
		f = w.reduced(f, depth+1)
	}
	if !isNumber(f, text) {
		return false
	}
	if f.from.Kind == FromAttribute {
		if !slices.Contains(w.omitted, f.from) {
			w.omitted = append(w.omitted, f.from)
		}
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
		part := func(i int32, tight int) {
			stack = append(stack, unwritten{of: &w.m.trace.formulas[i], tight: tight})
		}
		o, known := notations[x.of.op]
		switch f := x.of; {
		case f.op == Call || f.op == Least || f.op == Greatest:
			between := [...]string{cmp.Or(f.name, o.text) + "(", ", ", ")"}
			if f.name == "scaled32" {
				between = [...]string{"floor(", "·", ")"}
			}
			text(between[0])
			for i, a := range f.args {
				if i > 0 {
					text(between[1])
				}
				part(a, 0)
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
			part(f.args[0], o.binds)
			text(o.text)
			right := o.binds + 1
			if f.op == Add || f.op == Multiply {
				right = o.binds
			}
			part(f.args[1], right)
			text(closed)
		default:
			w.value(f, x.tight)
		}
		slices.Reverse(stack[base:])
	}
}

// rounded returns the brackets of a division that is not exact, or may not be: ⌊ and ⌋, or ⌈ and ⌉.
func (w *formulaWriter) rounded(f *formula) (open, closed string) {
	x, err := strconv.ParseInt(w.m.trace.formulas[f.args[0]].text, 10, 64)
	y, err2 := strconv.ParseInt(w.m.trace.formulas[f.args[1]].text, 10, 64)
	n, err3 := strconv.ParseInt(f.text, 10, 64)
	switch {
	case cmp.Or(err, err2, err3) != nil || y == 0:
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
	text := f.text
	if tight > 0 && strings.HasPrefix(text, "-") || tight > 1 && strings.ContainsAny(text, " ") {
		text = "(" + text + ")"
	}
	if f.from.Kind == FromNowhere {
		w.plain(text)
	} else {
		w.pieces = append(w.pieces, Piece{text, f.from})
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
	f.add(Piece{Text: "`" + exprText(goal) + "` does not hold"})
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
	i := max(slices.Index(c.Args, m.ask), 0)
	p := c.Args[i]
	arg := Piece{Text: "argument " + strconv.Itoa(i+1), Source: Source{Kind: FromArgument, Node: m.args[i], Arg: i}}
	if p.Op != Call {
		return []Piece{arg, {Text: " is not `" + exprText(p) + "`"}}
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
	return []Piece{arg, {Text: " is not `" + exprText(p) + "`"}}
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
			p.Source = m.trace.formulas[v.why].from
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
		if p.Source = m.trace.formulas[v.why].from; p.Source.Kind == FromRelation {
			p.Source = Source{}
		}
	}
	return []Piece{p}
}

// hasSource reports whether a number of a formula is written in the program; lengths are not.
func (m *Machine) hasSource(why int32) bool {
	f := &m.trace.formulas[why]
	return !f.length && f.op == 0 && f.from.Kind != 0 && f.from.Kind != FromRelation || slices.ContainsFunc(f.args, m.hasSource)
}

// nameOf returns the name of a parameter, or `_` for an open node.
func (m *Machine) nameOf(v value) Piece {
	name, known := m.view.Atom(Node(v.a))
	if known != Fixed {
		name = "_"
	}
	return Piece{Plain(name), Source{Kind: FromNode, Node: Node(v.a)}}
}

// Said returns the plain text of pieces.
func Said(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}
