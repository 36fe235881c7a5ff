package relation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Failure explains why a relation fails.
type Failure struct {
	Code    lang.Code
	Message []Piece
	// Values are the two sides of a comparison.
	Values []Piece
	// Computed are the formulas of numbers in the message or Values that the relation computed, as in `1280 = 2·10·64`.
	Computed [][]Piece
	Choices  Choices // of the guard
	// Notes say how axes are counted, if the relation lacks an axis: who counts from 1 writes such an axis.
	Notes []lang.Phrase
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
	f := Failure{Code: lang.RelationFails}
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
		if words = m.trace.refuted; words != nil {
			goal = words.Args[0]
		}
		m.trace.choices, m.trace.axes = nil, 0
		m.eval(goal)
		f.Choices = m.trace.choices
		if m.trace.axes > 0 {
			f.Notes = m.rel.Vocabulary.numbering(m.trace.axes)
		}
		if goal.Op >= Equal && goal.Op <= AtLeast {
			for _, x := range goal.Args {
				f.Values = append(f.Values, m.pieces(m.eval(x), goal.Args[0].sort)...)
			}
		}
	}
	if words != nil && words.Name != "" && (words.Args[1] == nil || m.wrong.kind != vError) {
		f.Code = lang.Code(words.Name)
	}
	var values [][]Piece
	switch {
	case m.wrong.kind == vError: // an error within a guard explains more than the guard's own message
		wrong := m.errors[m.wrong.a]
		if slices.Contains([]string{tooManySteps, tooLong, tooLongOf}, wrong.words) {
			f.Code = lang.NodeLimit
		}
		texts := strings.Split(wrong.words, "%s")
		for _, v := range wrong.with[:len(texts)-1] {
			values = append(values, m.pieces(v, badSort))
		}
		f.say(texts, values)
	case words != nil && words.Args[1] != nil:
		for _, x := range words.Args[1].Args {
			values = append(values, m.pieces(m.eval(x), x.sort))
		}
		f.say(words.Args[1].Texts, values)
	default:
		f.add(Piece{Text: "`" + Written(m.rel.source, goal) + "` does not hold"})
		for i, p := range f.Values {
			f.add(Piece{Text: [...]string{": ", " and "}[min(i, 1)]})
			f.add(p)
		}
	}
	return f
}

// say adds texts with values between them. What follows the number 1 is singular.
func (f *Failure) say(texts []string, values [][]Piece) {
	one := false
	for i, text := range texts {
		if one {
			text = singular(text)
		}
		var list []Piece
		if i < len(values) {
			list = values[i]
		}
		if one = len(list) == 1 && list[0].Text == "1"; one {
			if rest, ok := strings.CutSuffix(text, "there are "); ok {
				text = rest + "there is "
			}
		}
		f.add(Piece{Text: text})
		for _, p := range list {
			f.add(p)
		}
	}
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
			return []Piece{m.nameOf(v)}
		case listKind:
			if l := m.list(v); l.kind == vList {
				v = l
				break
			}
			return []Piece{m.nameOf(v)}
		default:
			n := m.view.Length(Node(v.a))
			if n >= 0 {
				return m.pieces(m.list(v), ShapeSort)
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
	if v.kind == vList {
		part, open, end := s.item(), "[", "]"
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

// nameOf returns the name of an element type or of a parameter, or `_` for an open node.
func (m *Machine) nameOf(v value) Piece {
	name, known := m.view.Atom(Node(v.a))
	if known == Open || known == Mark {
		name = "_"
	}
	return Piece{Plain(name), Source{Kind: FromNode, Node: Node(v.a)}}
}

// Written returns the text of an expression in its file, on one line and without comments.
func Written(f *lang.File, e *Expr) string {
	var b strings.Builder
	text, end := f.Text(e.Span), int32(0)
	for _, t := range scan(text, lang.Span{End: int32(len(text))}) {
		if t.span.Start > end && t.kind != atEnd {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
		end = t.span.End
	}
	return b.String()
}

func pick[T any](yes bool, a, b T) T {
	if yes {
		return a
	}
	return b
}

// numbering says how axes are counted, of which a tensor has a number.
func (v *Vocabulary) numbering(axes int64) []lang.Phrase {
	here, last := "0 to ", axes-1
	if last < mostCounted {
		here = ""
		for i := range last {
			here += strconv.FormatInt(i, 10) + ", "
		}
	}
	noun := pick(v.Axis == "", "axes", v.Axis+"s")
	return []lang.Phrase{lang.Say("%s are counted from 0: here %s%s", noun, here, strconv.FormatInt(last, 10))}
}

// mostCounted is how many axes are listed.
const mostCounted = 5

// Said returns the plain text of pieces.
func Said(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}
