package onnx

import (
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns/relation"
)

// Expression reads a size that is written as an expression of names, as in `2*N + floor((H - 1)/2)`, `H // 2` or
// `min(N, 8)`; ok is false for other texts, which are names as a whole.
func (s *System) Expression(text string) (size Size, ok bool) {
	p := &expression{s: s, rest: text}
	p.next()
	size, ok = p.sum(0)
	return size, ok && p.token == ""
}

// maxNested bounds how deep the parentheses of an expression nest.
const maxNested = 50

type expression struct {
	s     *System
	rest  string
	token string
}

func (p *expression) next() {
	p.rest = strings.TrimLeft(p.rest, " ")
	n := 0
	for n < len(p.rest) && isWord(p.rest[n]) {
		n++
	}
	switch {
	case n > 0 || p.rest == "":
	case strings.HasPrefix(p.rest, "//"):
		n = 2
	default:
		n = 1
	}
	p.token, p.rest = p.rest[:n], p.rest[n:]
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func (p *expression) accept(token string) bool {
	if p.token != token {
		return false
	}
	p.next()
	return true
}

func (p *expression) sum(depth int) (x Size, ok bool) {
	if depth > maxNested {
		return 0, false
	}
	negative := p.accept("-")
	if x, ok = p.product(depth); negative && ok {
		x, ok = p.compute(relation.Subtract, 0, x)
	}
	for ok {
		op := relation.Add
		if p.token == "-" {
			op = relation.Subtract
		} else if p.token != "+" {
			break
		}
		p.next()
		var y Size
		if y, ok = p.product(depth); ok {
			x, ok = p.compute(op, x, y)
		}
	}
	return x, ok
}

func (p *expression) product(depth int) (x Size, ok bool) {
	x, ok = p.factor(depth)
	for ok && (p.token == "*" || p.token == "//") {
		op := relation.Multiply
		if p.token == "//" {
			op = relation.Quotient
		}
		p.next()
		var y Size
		if y, ok = p.factor(depth); ok {
			x, ok = p.compute(op, x, y)
		}
	}
	return x, ok
}

func (p *expression) compute(op relation.Op, x, y Size) (Size, bool) {
	z, err := p.s.Binding.Sizes.Compute(op, x, y)
	return z, err == nil
}

func (p *expression) factor(depth int) (x Size, ok bool) {
	token := p.token
	switch {
	case token == "(":
		p.next()
		x, ok = p.sum(depth + 1)
		return x, ok && p.accept(")")
	case token == "" || !isWord(token[0]):
		return 0, false
	}
	p.next()
	if n, err := strconv.ParseInt(token, 10, 64); err == nil {
		return Size(n), true
	}
	if p.token != "(" {
		return p.s.Name(token), '0' > token[0] || token[0] > '9'
	}
	p.next()
	switch token {
	case "floor", "ceil", "ceiling":
		if x, ok = p.sum(depth + 1); ok && p.accept("/") {
			y, good := p.sum(depth + 1)
			if ok = good; ok && token != "floor" {
				if x, ok = p.compute(relation.Add, x, y); ok {
					x, ok = p.compute(relation.Subtract, x, 1)
				}
			}
			if ok {
				x, ok = p.compute(relation.Quotient, x, y)
			}
		}
	case "min", "max", "Min", "Max":
		op := relation.Least
		if token == "max" || token == "Max" {
			op = relation.Greatest
		}
		x, ok = p.sum(depth + 1)
		for ok && p.accept(",") {
			var y Size
			if y, ok = p.sum(depth + 1); ok {
				x, ok = p.compute(op, x, y)
			}
		}
	default:
		return 0, false
	}
	return x, ok && p.accept(")")
}
