package sound

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/k"
)

// A program in memory, before it is written as text.
type program struct {
	dialect k.Dialect
	types   []code
	defs    []*term
	// strays allows a pipe or a caret outside boxing, where an evaluation may fail, which the analyzer warns of.
	// unknowns allows built-in functions whose result has no type.
	strays, unknowns bool
}

// A code is a type in the notation of the language.
type code struct {
	op     byte   // '{', '<', '[' or 0: a name
	name   string // perhaps with the @ of a reference
	labels []string
	parts  []code
}

// An op is a construct of the language.
type op byte

const (
	opText op = iota // a leaf: () .l 5 "s" | BUILTIN $T ?F, and of k6 |l /l
	opRef
	opComp
	opCaret
	opProduct // in k4, with one field, the variant
	opMerge
	opVector
	numOps
)

var opNames = [numOps]string{"leaf", "reference", "composition", "caret", "product", "merge", "vector"}

// A term is an expression.
type term struct {
	op     op
	text   string // of a leaf
	ref    int    // the definition that is referred to
	labels []string
	kids   []*term
}

// kindOf returns the kind of a leaf, as an index of leafNames.
func kindOf(text string) int {
	switch text[0] {
	case '(':
		return 0
	case '.', '/', '$', '?':
		return 1 + strings.IndexByte("./$?", text[0])
	case '|':
		if text == "|" {
			return 5
		}
		return 6
	case '{', '<', '[':
		return 7
	case '"', '-', '0', '1', '2', '3', '4':
		return 8
	}
	return 9
}

var leafNames = [10]string{"()", ".l", "/l", "$T", "?F", "|", "|l", "{} [] <>", "literal", "built-in function"}

func leaf(text string) *term { return &term{op: opText, text: text} }

func comp(kids ...*term) *term { return &term{op: opComp, kids: kids} }

func (t *term) clone() *term {
	c := *t
	c.labels = slices.Clone(t.labels)
	c.kids = make([]*term, len(t.kids))
	for i, k := range t.kids {
		c.kids[i] = k.clone()
	}
	return &c
}

func (p *program) clone() *program {
	c := *p
	c.defs = make([]*term, len(p.defs))
	for i, d := range p.defs {
		c.defs[i] = d.clone()
	}
	return &c
}

// each calls a function for a term and all of its parts, parents first.
func (t *term) each(f func(*term)) {
	f(t)
	for _, k := range t.kids {
		k.each(f)
	}
}

// size is the number of terms.
func (t *term) size() int {
	n := 0
	t.each(func(*term) { n++ })
	return n
}

func (p *program) size() int {
	n := 0
	for _, d := range p.defs {
		n += d.size()
	}
	return n
}

// A spelling determines how a program is written.
type spelling struct {
	order   []int                    // of definitions; nil: unchanged
	rename  func(name string) string // of definitions, types and variables; nil: unchanged
	wrapped map[int][2]string        // by definition: the texts before and after its body
}

func (s *spelling) name(n string) string {
	if s.rename != nil {
		return s.rename(n)
	}
	return n
}

// String is the text of a program: types t0, t1, …, definitions f0, f1, …, which have other names in k6, and a first
// line that sets the dialect.
func (p *program) String() string { return p.text(&spelling{}) }

// name returns the name of definition i.
func (p *program) name(i int) string {
	n := "f" + strconv.Itoa(i)
	if p.dialect == k.K6 {
		return laterName(n)
	}
	return n
}

// laterName turns a name of a letter and a number into one that only k6 allows: with signs, marks, or only digits.
func laterName(n string) string {
	switch n[0] {
	case 'f':
		switch i := n[1:]; i[len(i)-1] % 4 {
		case 1:
			return i
		case 2:
			return "+" + i
		case 3:
			return "f-" + i + "?"
		}
	case 't':
		switch i := n[1:]; i[len(i)-1] % 3 {
		case 1:
			return "-" + i
		case 2:
			return i + "--!"
		}
	case 'V':
		if n == "V1" {
			return "1"
		}
	}
	return n
}

func (p *program) text(s *spelling) string {
	var b strings.Builder
	if p.dialect == k.K6 {
		b.WriteString("-- dialect: k6\n")
		if s.rename == nil {
			s = &spelling{order: s.order, rename: laterName, wrapped: s.wrapped}
		}
	}
	for i := range p.types {
		b.WriteString("$" + s.name("t"+strconv.Itoa(i)) + " = ")
		p.types[i].write(&b, s)
		b.WriteString(";\n")
	}
	order := s.order
	if order == nil {
		for i := range p.defs {
			order = append(order, i)
		}
	}
	for _, i := range order {
		b.WriteString(s.name("f"+strconv.Itoa(i)) + " = ")
		w, ok := s.wrapped[i]
		if ok {
			b.WriteString(w[0] + " (")
		}
		p.defs[i].write(&b, s)
		if ok {
			b.WriteString(") " + w[1])
		}
		b.WriteString(";\n")
	}
	return b.String()
}

func (c *code) write(b *strings.Builder, s *spelling) {
	switch c.op {
	case 0:
		name, at := strings.CutPrefix(c.name, "@")
		if at {
			b.WriteByte('@')
		}
		if name[0] == 't' {
			name = s.name(name)
		}
		b.WriteString(name)
		return
	case '[':
		b.WriteByte('[')
		c.parts[0].write(b, s)
		b.WriteByte(']')
		return
	}
	b.WriteByte(c.op)
	for i := range c.parts {
		if i > 0 {
			b.WriteString(", ")
		}
		c.parts[i].write(b, s)
		b.WriteString(" " + c.labels[i])
	}
	b.WriteByte(c.op + 2) // } and >
}

func (t *term) write(b *strings.Builder, s *spelling) {
	switch t.op {
	case opText:
		if strings.HasPrefix(t.text, "$") || strings.HasPrefix(t.text, "?") {
			b.WriteString(renamed(t.text, s))
		} else {
			b.WriteString(t.text)
		}
	case opRef:
		b.WriteString(s.name("f" + strconv.Itoa(t.ref)))
	case opComp:
		for i, k := range t.kids {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte('(')
			k.write(b, s)
			b.WriteByte(')')
		}
	case opCaret:
		b.WriteByte('(')
		t.kids[0].write(b, s)
		b.WriteString(") ^")
	default:
		brackets := [numOps]string{opProduct: "{}", opMerge: "<>", opVector: "[]"}[t.op]
		b.WriteByte(brackets[0])
		for i, k := range t.kids {
			if i > 0 {
				b.WriteString(", ")
			}
			k.write(b, s)
			if t.labels != nil {
				b.WriteString(" " + t.labels[i])
			}
		}
		b.WriteByte(brackets[1])
	}
}

// renameable matches the names of types and variables in a code or a filter.
var renameable = regexp.MustCompile(`\b[tV][0-9]`)

// renamed renames the types and variables in a code or a filter.
func renamed(text string, s *spelling) string {
	if s.rename == nil {
		return text
	}
	return renameable.ReplaceAllStringFunc(text, s.rename)
}
