package relation

import (
	"strconv"
	"strings"
)

// exprText writes an expression so that it parses to the same one.
func exprText(e *Expr) string {
	var p printer
	p.goal(e, -1)
	return p.String()
}

type printer struct{ strings.Builder }

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// goal writes a condition with its message.
func (p *printer) goal(g *Expr, least int) {
	if g.Op != Otherwise {
		p.expr(g, least)
		return
	}
	p.expr(g.Args[0], 0)
	p.WriteString(" else ")
	p.WriteString(g.Name)
	m := g.Args[1]
	if m == nil {
		return
	}
	if g.Name != "" {
		p.WriteByte(' ')
	}
	p.WriteByte('"')
	for i, text := range m.Texts {
		p.text(text)
		if i < len(m.Args) {
			p.WriteByte('{')
			p.expr(m.Args[i], -1)
			p.WriteByte('}')
		}
	}
	p.WriteByte('"')
}

func (p *printer) text(s string) {
	for i := range len(s) {
		if strings.IndexByte(`\"{`, s[i]) >= 0 {
			p.WriteByte('\\')
		}
		p.WriteByte(s[i])
	}
}

func (p *printer) list(list []*Expr) {
	for i, x := range list {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(x, -1)
	}
}

// tightest is the level of expressions that never need parentheses.
const tightest = len(levels) + 1

// level returns how tightly an expression binds, as in levels; `if` and `else` bind least.
func (e *Expr) level() int {
	switch e.Op {
	case If, Otherwise:
		return -1
	case Not:
		return comparing
	case Negate:
		return len(levels)
	}
	if n := binds[e.Op]; n >= 0 {
		return int(n)
	}
	return tightest
}

// expr writes an expression, in parentheses if it binds less tightly than least.
func (p *printer) expr(e *Expr, least int) {
	n := e.level()
	// `if` extends as far to the right as it can (if … else x + y), so parentheses must end it.
	if n < least {
		p.WriteByte('(')
		defer p.WriteByte(')')
	}
	switch e.Op {
	case Number:
		p.WriteString(strconv.FormatInt(e.Num, 10))
	case Float, Name:
		p.WriteString(e.Name)
	case Rest:
		p.WriteString(e.Name + "...")
	case Attribute:
		p.WriteString("@" + e.Name)
	case Text:
		p.WriteByte('"')
		p.text(e.Name)
		p.WriteByte('"')
	case Dynamic, Hole, None, True, False:
		p.WriteString(e.Op.String())
	case Negate:
		p.WriteByte('-')
		if x := e.Args[0]; x.Op == Negate {
			p.WriteByte(' ') // two signs begin a comment
		}
		p.expr(e.Args[0], len(levels))
	case Not:
		p.WriteString("not ")
		p.expr(e.Args[0], comparing)
	case If:
		p.WriteString("if ")
		p.expr(e.Args[0], -1)
		p.WriteString(" then ")
		p.expr(e.Args[1], -1)
		p.WriteString(" else ")
		p.expr(e.Args[2], -1)
	case Call:
		p.WriteString(e.Name + "(")
		p.list(e.Args)
		p.WriteByte(')')
	case Index, Slice:
		p.expr(e.Args[0], tightest)
		p.WriteByte('[')
		for i, x := range e.Args[1:] {
			if i > 0 {
				p.WriteByte(':')
			}
			if x != nil {
				p.expr(x, -1)
			}
		}
		p.WriteByte(']')
	case List:
		p.WriteByte('[')
		p.list(e.Args)
		p.WriteByte(']')
	case Tuple:
		p.WriteByte('(')
		p.list(e.Args)
		if len(e.Args) == 1 {
			p.WriteByte(',')
		}
		p.WriteByte(')')
	case ForAll:
		p.WriteByte('[')
		p.expr(e.Args[0], -1)
		p.WriteString(" for ")
		last := len(e.Args) - 1
		p.binds(e.Args[1:last])
		if e.Args[last] != nil {
			p.WriteString(" if ")
			p.expr(e.Args[last], -1)
		}
		p.WriteByte(']')
	case All, Any:
		p.WriteString(e.Op.String() + "(")
		last := len(e.Args) - 1
		p.binds(e.Args[:last])
		p.WriteString(" : ")
		p.goal(e.Args[last], 0)
		p.WriteByte(')')
	default:
		left := n
		if n == comparing {
			left++
		}
		p.expr(e.Args[0], left)
		p.WriteString(" " + e.Op.String() + " ")
		p.expr(e.Args[1], n+1)
	}
}

func (p *printer) binds(list []*Expr) {
	for i, b := range list {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(b.Args[0], -1)
		p.WriteString(" in ")
		p.expr(b.Args[1], -1)
	}
}
