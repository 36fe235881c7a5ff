package relation

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

var codeForm = regexp.MustCompile(`^P0\d{3}$`)

// goal = expr [ "else" ( [ CODE ] TEXT | CODE ) ]
func (p *parser) goal() *Expr {
	x := p.expr()
	if p.failed || !p.accept("else") {
		return x
	}
	e := &Expr{Op: Otherwise, Args: []*Expr{x, nil}}
	if t := p.token(); t.kind == aName && codeForm.MatchString(t.text) {
		e.Name = p.next().text
		e.Span = x.Span.To(t.span)
	}
	t := p.token()
	if t.kind != aText && e.Name != "" {
		return e
	}
	if t.kind != aText {
		p.fail(t, "the message for a false condition is expected, in double quotes")
		return e
	}
	p.next()
	e.Args[1] = p.message(t)
	e.Span = x.Span.To(t.span)
	return e
}

// message parses the text of a token, with expressions in braces.
func (p *parser) message(t token) *Expr {
	e := &Expr{Op: Message, Span: t.span}
	var piece strings.Builder
	for i := t.span.Start + 1; i < t.span.End-1; i++ {
		c := p.text[i]
		switch {
		case c == '\\':
			i++
			piece.WriteByte(p.text[i])
		case c == '{':
			end := strings.IndexByte(p.text[i:t.span.End], '}')
			if end < 0 {
				p.fail(token{kind: aSign, span: lang.Span{Start: i, End: i + 1}, text: "{"},
					"a brace has to be closed, or written `\\{`")
				return e
			}
			e.Texts = append(e.Texts, piece.String())
			piece.Reset()
			inner := &parser{file: p.file, text: p.text,
				tokens: scan(p.text, lang.Span{Start: i + 1, End: i + int32(end)}), depth: p.depth}
			x := inner.expr()
			if !inner.failed && inner.token().kind != atEnd {
				inner.fail(inner.token(), "`}` is expected")
			}
			if inner.failed {
				if !p.failed {
					p.failed, p.diags = true, append(p.diags, inner.diags...)
				}
				return e
			}
			e.Args = append(e.Args, x)
			i += int32(end)
		default:
			piece.WriteByte(c)
		}
	}
	e.Texts = append(e.Texts, piece.String())
	return e
}

// levels are the binary operators by precedence, the loosest first.
var levels = [...]map[string]Op{
	{"or": Or},
	{"and": And},
	{"==": Equal, "!=": Differ, "<": Less, "<=": AtMost, ">": More, ">=": AtLeast},
	{"++": Join},
	{"+": Add, "-": Subtract},
	{"*": Multiply, "div": Quotient, "mod": Remainder},
}

// binds is the level of each operator, -1 for other operations; operations maps the text of an operator to it.
var binds, operations = func() (binds [Message + 1]int8, operations map[string]Op) {
	operations = make(map[string]Op)
	for i := range binds {
		binds[i] = -1
	}
	for n, ops := range levels {
		for text, op := range ops {
			binds[op], operations[text] = int8(n), op
		}
	}
	return binds, operations
}()

// comparing is the level of comparisons, which do not chain: a < b < c is an error.
const comparing = 2

// since returns the place from an offset to the last token.
func (p *parser) since(from int32) lang.Span {
	return lang.Span{Start: from, End: p.tokens[p.at-1].span.End}
}

// deeper enters a nesting level, which its caller leaves, and reports whether there was no error.
func (p *parser) deeper() bool {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.token(), "an expression is not nested deeper than "+strconv.Itoa(maxDepth)+" levels")
	}
	return !p.failed
}

// expr = "if" expr "then" expr "else" expr | binary operators as in levels
func (p *parser) expr() *Expr {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return nil
	}
	if t := p.token(); p.accept("if") {
		c := p.expr()
		p.expect("then", "after a condition")
		x := p.expr()
		p.expect("else", "after the first outcome of `if`")
		y := p.expr()
		if p.failed {
			return nil
		}
		return &Expr{Op: If, Span: p.since(t.span.Start), Args: []*Expr{c, x, y}}
	}
	return p.level(0)
}

func (p *parser) level(n int) *Expr {
	if n == len(levels) {
		return p.unary()
	}
	if t := p.token(); n == comparing && p.is("not") {
		defer func() { p.depth-- }()
		if !p.deeper() {
			return nil
		}
		p.at++
		x := p.level(n)
		if p.failed {
			return nil
		}
		return &Expr{Op: Not, Span: p.since(t.span.Start), Args: []*Expr{x}}
	}
	from := p.token().span.Start
	x := p.level(n + 1)
	for long := 0; !p.failed; long++ {
		t := p.token()
		op := t.op
		if op == 0 || binds[op] != int8(n) {
			return x
		}
		if n == comparing && long > 0 {
			p.fail(t, "two comparisons are joined with `and`")
			return nil
		}
		if long > maxDepth { // the tree is left-deep
			p.fail(t, "an expression has no more than "+strconv.Itoa(maxDepth)+" operations in a row")
			return nil
		}
		p.at++
		y := p.level(n + 1)
		if p.failed {
			return nil
		}
		x = &Expr{Op: op, Span: p.since(from), Args: []*Expr{x, y}}
	}
	return nil
}

// unary = "-" unary | primary { "[" index "]" }
func (p *parser) unary() *Expr {
	if p.failed {
		return nil
	}
	t := p.token()
	if p.is("-") {
		defer func() { p.depth-- }()
		if !p.deeper() {
			return nil
		}
		p.at++
		x := p.unary()
		if p.failed {
			return nil
		}
		return &Expr{Op: Negate, Span: p.since(t.span.Start), Args: []*Expr{x}}
	}
	x := p.primary()
	for long := 0; !p.failed && p.is("[") && !p.token().line; long++ {
		p.at++
		if long > maxDepth {
			p.fail(p.token(), "an expression has no more than "+strconv.Itoa(maxDepth)+" operations in a row")
			return nil
		}
		e := &Expr{Op: Index, Args: []*Expr{x}}
		var from *Expr
		if !p.is(":") && !p.is(":-") {
			from = p.expr()
		}
		e.Args = append(e.Args, from)
		if !p.failed && p.accept(":") {
			e.Op = Slice
			var to *Expr
			if !p.is("]") {
				to = p.expr()
			}
			e.Args = append(e.Args, to)
		}
		p.expect("]", "after an index")
		e.Span = p.since(t.span.Start)
		x = e
	}
	return x
}

// constants are the expressions of one word or sign.
var constants = map[string]Op{"?": Dynamic, "_": Hole, "none": None, "true": True, "false": False}

func (p *parser) primary() *Expr {
	if p.failed {
		return nil
	}
	t := p.next()
	e := &Expr{Span: t.span, Name: t.text}
	end := func() *Expr {
		e.Span.End = p.tokens[p.at-1].span.End
		return e
	}
	switch t.kind {
	case aName:
		e.Op = Name
		if p.is("...") {
			p.at++
			e.Op = Rest
			return end()
		}
		if p.is("(") && !p.token().line {
			p.at++
			e.Op, e.Args = Call, commas(p, ")", p.expr)
			return end()
		}
		return e
	case aNumber:
		n, err := strconv.ParseInt(t.text, 10, 64)
		if err != nil {
			p.fail(t, "a number is below 9223372036854775808")
		}
		e.Op, e.Num, e.Name = Number, n, ""
		return e
	case aFloat:
		e.Op = Float
		return e
	case aText:
		m := p.message(t)
		if p.failed {
			return nil
		}
		if len(m.Args) > 0 {
			p.fail(t, "only the message after `else` has expressions in braces; elsewhere write `\\{`")
		}
		e.Op, e.Name = Text, m.Texts[0]
		return e
	}
	e.Name = ""
	if e.Op = constants[t.text]; e.Op != 0 {
		return e
	}
	switch t.text {
	case "@":
		e.Op = Attribute
		if u := p.token(); u.kind == aName || u.kind == aWord {
			p.next()
			e.Name = u.text
			return end()
		}
		p.fail(p.token(), "the name of an attribute is expected after `@`")
		return nil
	case "(":
		e.Op, e.Args = Tuple, commas(p, ")", p.expr)
		if len(e.Args) == 1 && p.tokens[p.at-2].text != "," {
			return e.Args[0]
		}
		return end()
	case "[":
		if p.accept("]") {
			e.Op = List
			return end()
		}
		x := p.expr()
		if p.failed {
			return nil
		}
		if p.accept("for") {
			e.Op, e.Args = ForAll, append([]*Expr{x}, p.binds()...)
			var when *Expr
			if p.accept("if") {
				when = p.expr()
			}
			e.Args = append(e.Args, when)
			p.expect("]", "after the parts of a list")
			return end()
		}
		e.Op = List
		if !p.accept("]") {
			if !p.accept(",") {
				p.fail(p.token(), "`,`, `for` or `]` is expected")
			}
			e.Args = commas(p, "]", p.expr)
		}
		e.Args = append([]*Expr{x}, e.Args...)
		return end()
	case "all", "any":
		e.Op = All
		if t.text == "any" {
			e.Op = Any
		}
		p.expect("(", "after `"+t.text+"`")
		e.Args = p.binds()
		p.expect(":", "before the condition for each")
		e.Args = append(e.Args, p.goal())
		p.expect(")", "after the condition for each")
		return end()
	}
	if t.kind != atEnd {
		p.at-- // it may begin the next item
	}
	p.fail(t, "an expression is expected")
	return nil
}

// binds = pattern "in" expr { "," pattern "in" expr }
func (p *parser) binds() []*Expr {
	return sequence(p, func() *Expr {
		v := p.expr()
		p.expect("in", "after a variable")
		l := p.expr()
		if p.failed {
			return nil
		}
		return &Expr{Op: Bind, Span: v.Span.To(l.Span), Args: []*Expr{v, l}}
	})
}
