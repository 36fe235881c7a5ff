package relation

import (
	"strconv"

	"github.com/patgraph/patgraph/lang"
)

// maxDepth bounds how deep expressions nest. Practical ones nest five deep; the bound keeps every recursion within the
// stack.
const maxDepth = 100

// Parse parses a file of relations. It never fails: syntax errors are reported, and the declarations around them are in
// the tree. It takes linear time. Check does the rest.
func Parse(f *lang.File) (*File, []lang.Diagnostic) {
	return ParseWithin(f, lang.Span{End: int32(len(f.Src))})
}

// ParseWithin is Parse for a part of a file whose other parts may be in another language.
func ParseWithin(f *lang.File, within lang.Span) (*File, []lang.Diagnostic) {
	return parseWithin(f, string(f.Src), within)
}

// parseWithin is ParseWithin with the text of the file.
func parseWithin(f *lang.File, text string, within lang.Span) (*File, []lang.Diagnostic) {
	p := &parser{file: &File{Source: f}, text: text, tokens: scan(text, within)}
	for p.token().kind != atEnd {
		p.item()
	}
	lang.Sort(p.diags)
	return p.file, p.diags
}

// ParseValue parses a text as the value of an attribute in the notation of relations.
func ParseValue(text string) (Value, bool) {
	p := &parser{file: &File{}, text: text, tokens: scan(text, lang.Span{End: int32(len(text))})}
	e := p.unary()
	if p.failed || p.token().kind != atEnd {
		return Value{}, false
	}
	return valueOf(e)
}

type parser struct {
	file   *File
	text   string
	tokens []token
	at     int
	depth  int
	failed bool // the item has an error already
	diags  []lang.Diagnostic
}

func (p *parser) token() token { return p.tokens[p.at] }

func (p *parser) peek(n int) token { return p.tokens[min(p.at+n, len(p.tokens)-1)] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != atEnd {
		p.at++
	}
	return t
}

// is reports whether a sign or a word is next.
func (p *parser) is(text string) bool {
	t := p.token()
	return t.text == text && (t.kind == aSign || t.kind == aWord)
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	if text == ":" && p.is(":-") { // as in s[:-1]
		t := &p.tokens[p.at]
		t.text, t.op = "-", Subtract
		t.span.Start++
		return true
	}
	return false
}

func (p *parser) expect(text, where string) bool {
	if p.accept(text) {
		return true
	}
	p.fail(p.token(), "`"+text+"` is expected "+where)
	return false
}

// fail reports the first error of an item.
func (p *parser) fail(t token, message string) {
	if p.failed {
		return
	}
	p.failed = true
	code, what := lang.UnexpectedToken, "`"+t.text+"`"
	switch {
	case t.kind == atEnd:
		what = "the end"
		if last := p.tokens[max(len(p.tokens)-2, 0)]; last.span.End <= t.span.Start {
			t.span.Start = max(last.span.End-1, 0)
		}
	case t.kind == aBad && t.text[0] == '"':
		code, message, what = lang.UnterminatedString, "a text without an end", ""
	case t.kind == aBad:
		code, message, what = lang.BadCharacter, "an unexpected character in a relation", ""
	}
	if what != "" {
		message += ", not " + what
	}
	p.diags = append(p.diags, lang.Diagnostic{Code: code, Span: t.span, Message: lang.Text(message)})
}

// begins reports whether the n-th token from here is the first of an item.
func (p *parser) begins(n int) bool {
	t := p.peek(n)
	switch t.kind {
	case aWord:
		return t.text == "relation" || t.text == "propagate" || t.text == "finally" || t.text == "let" || t.text == "op"
	case aName:
		return t.line && p.peek(n+1).text == "("
	}
	return false
}

// item parses a clause, a function or an operator. After an error it skips to the next item.
func (p *parser) item() {
	p.failed = false
	from := p.at
	var it Item
	switch t := p.token(); {
	case p.is("relation") || p.is("propagate") || p.is("finally"):
		it = p.clause()
	case p.is("let") && p.peek(2).text == "=":
		it = p.set()
	case p.is("let"):
		it = p.function()
	case p.is("op"):
		it = p.operator()
	case t.kind == aName && p.peek(1).text == "(":
		it = p.clause()
	case t.kind == aName && (p.peek(1).text == ":" || p.peek(1).text == "."):
		it = p.operator()
	default:
		p.fail(t, "a relation, `propagate`, `finally`, `let` or `op` is expected")
	}
	if !p.failed {
		if t := p.token(); !p.accept(".") && t.kind != atEnd && !p.begins(0) && !(t.kind == aName && t.line) {
			p.fail(t, "`.` is expected at the end of what is declared")
		}
	}
	if !p.failed {
		it.span().End = p.tokens[p.at-1].span.End
		p.file.Items = append(p.file.Items, it)
		return
	}
	if p.at == from {
		p.next()
	}
	for p.token().kind != atEnd && !p.begins(0) {
		if t := p.next(); t.text == "." && (p.token().line || p.token().kind == atEnd) {
			break
		}
	}
}

func (p *parser) name(what string) (string, lang.Span) {
	t := p.token()
	if t.kind != aName {
		p.fail(t, what+" is expected")
		return "", t.span
	}
	p.at++
	return t.text, t.span
}

// anyName parses a name, which may be a keyword such as `in`.
func (p *parser) anyName(what string) (string, lang.Span) {
	if t := &p.tokens[p.at]; t.kind == aWord {
		t.kind = aName
	}
	return p.name(what)
}

// clause = [ "relation" | "propagate" | "finally" ] NAME "(" [ pattern { "," pattern } ] ")" [ "with" attrs ]
//
//	":-" [ goal { "," goal } "|" ] effects [ where ]
func (p *parser) clause() *Clause {
	c := &Clause{Span: p.token().span}
	c.Propagate = p.accept("propagate")
	c.Finally = !c.Propagate && p.accept("finally")
	if !c.Propagate && !c.Finally {
		p.accept("relation") // it may be omitted, as in `Identity(I, I) :- true`
	}
	c.Name, c.NameSpan = p.name("the name of a relation")
	if p.expect("(", "after the name of a relation") {
		c.Args = commas(p, ")", p.expr)
	}
	if p.accept("with") {
		c.Attrs = p.attrs()
	}
	if !p.expect(":-", "after the head of a relation") {
		return c
	}
	var goals []*Expr
	for !p.failed {
		g := p.goal()
		if !p.failed && p.is("=") {
			if g.Op == Otherwise {
				p.fail(p.token(), "an equation has no message: `,` or `|` is expected")
			}
			p.at++
			right := p.expr()
			if p.failed {
				break
			}
			g = &Expr{Op: Equal, Span: g.Span.To(right.Span), Args: []*Expr{g, right}, Name: "="}
		}
		if p.failed {
			break
		}
		goals = append(goals, g)
		if p.accept(",") {
			continue
		}
		if c.Guards == nil && p.is("|") {
			for _, g := range goals {
				if g.Name == "=" {
					p.fail(token{kind: aSign, span: g.Span, text: "="}, "a condition compares with `==`")
				}
			}
			p.at++
			c.Guards, goals = goals, nil
			continue
		}
		break
	}
	for i, g := range goals {
		switch {
		case p.failed:
		case g.Op == True && len(goals) == 1:
			return p.where(c)
		case g.Name != "=" || g.Op != Equal:
			p.fail(token{kind: aSign, span: g.Span, text: p.text[g.Span.Start:g.Span.End]},
				"after `|` a relation has equations with `=`, or `true`; conditions come before `|`")
		default:
			goals[i].Name = ""
		}
	}
	c.Effects = goals
	return p.where(c)
}

func (p *parser) where(c *Clause) *Clause {
	if p.failed || !p.accept("where") {
		return c
	}
	c.Where = sequence(p, func() *Expr {
		name, span := p.name("a name after `where`")
		p.expect("=", "after the name")
		return &Expr{Op: Bind, Span: span, Args: []*Expr{{Op: Name, Name: name, Span: span}, p.expr()}}
	})
	return c
}

// sequence parses a list whose elements have commas between them.
func sequence[T any](p *parser, one func() T) (list []T) {
	for !p.failed {
		x := one()
		if p.failed {
			break
		}
		list = append(list, x)
		if !p.accept(",") {
			break
		}
	}
	return list
}

// commas parses a comma-separated list and the closing bracket. A comma may follow the last element.
func commas[T any](p *parser, end string, one func() T) []T {
	var list []T
	for !p.failed && !p.accept(end) {
		x := one()
		if p.failed {
			break
		}
		list = append(list, x)
		if !p.accept(",") && !p.is(end) {
			p.fail(p.token(), "`,` or `"+end+"` is expected")
		}
	}
	return list
}

// attrs = name [ ":" forms ] [ ( "=" | "==" ) literal ] { "," … }
func (p *parser) attrs() []Attr {
	return sequence(p, func() (a Attr) {
		a.Name, a.Span = p.anyName("the name of an attribute")
		// In an operator a colon may also precede the relation, whose name begins with a capital letter.
		if t := p.peek(1); p.is(":") && (t.kind != aName || formNames[t.text] != 0 || t.text == "opt") ||
			p.is(":") && t.kind == aWord {
			p.at++
			a.sorts = p.token().span
			a.Forms = p.forms()
			a.sorts.End = p.tokens[p.at-1].span.End
		}
		if a.Fixed = p.accept("=="); a.Fixed || p.accept("=") {
			a.Default = p.unary()
		}
		return a
	})
}

// forms = [ "opt" ] NAME { "or" NAME }
func (p *parser) forms() Forms {
	var f Forms
	for {
		t := p.next()
		if t.text == "opt" {
			f |= formNames["none"]
			t = p.next()
		}
		one := formNames[t.text]
		if one == 0 || t.kind != aName && t.kind != aWord {
			p.at--
			p.fail(t, "a sort of attributes is expected ("+formList+")")
			return f
		}
		f |= one
		if !p.accept("or") {
			return f
		}
	}
}

// function = "let" NAME "(" [ NAME ":" SORT { "," … } ] ")" "=" expr
func (p *parser) function() *Function {
	f := &Function{Span: p.next().span}
	f.Name, f.NameSpan = p.name("the name of a function")
	p.expect("(", "after the name of a function")
	f.Params = commas(p, ")", func() (a Param) {
		a.Name, a.Span = p.name("a parameter")
		p.expect(":", "between a parameter and its sort")
		sort, ok := sortNames[p.token().text]
		if !ok {
			p.fail(p.token(), "a sort is expected ("+sortList+")")
			return a
		}
		p.next()
		a.Sort = sort
		return a
	})
	p.expect("=", "before what a function gives")
	if !p.failed {
		f.Body = p.expr()
	}
	return f
}

// set = "let" NAME "=" atoms
func (p *parser) set() *Set {
	s := &Set{Span: p.next().span}
	s.Name, s.NameSpan = p.name("the name of a set")
	p.expect("=", "before the element types of a set")
	s.Atoms = p.atoms()
	return s
}

// atoms = "{" [ NAME { "," NAME } ] "}"
func (p *parser) atoms() (list []string) {
	if !p.expect("{", "before element types") {
		return nil
	}
	return commas(p, "}", func() string {
		name, _ := p.name("an element type")
		return name
	})
}

// operator = "op" name { "," name } [ "since" NUMBER ] params [ "->" params ] [ "with" attrs ]
//
//	  [ "for" NAME "in" ( NAME | atoms ) { "," … } ] ":" RELATION
//	| [ "op" ] name ":" ( "fn" | "fun" ) [ params ] "(" types ")" "->" NAME "where" RELATION
func (p *parser) operator() *Operator {
	o := &Operator{Span: p.token().span}
	p.accept("op")
	o.Names = sequence(p, p.operatorName)
	if p.is(":") {
		p.at++
		p.signature(o)
		return o
	}
	if t := p.token(); t.text == "since" && t.kind == aName && p.peek(1).kind == aNumber {
		p.next()
		n, err := strconv.Atoi(p.next().text)
		if err != nil {
			p.fail(t, "a version is a smaller number")
		}
		o.Since = n
	}
	if !p.expect("(", "after the names of operators") {
		return o
	}
	o.Params = p.typedParams()
	if p.accept("->") && p.expect("(", "before the results") {
		o.Results = p.typedParams()
	}
	if p.accept("with") {
		o.Attrs = p.attrs()
	}
	if p.accept("for") {
		o.Types = sequence(p, func() (t TypeSet) {
			t.Name, _ = p.name("a variable of element types")
			p.expect("in", "after a variable of element types")
			if t.Span = p.token().span; p.is("{") {
				t.Atoms = p.atoms()
			} else {
				t.Set, t.Span = p.name("a set of element types")
			}
			return t
		})
	}
	if p.expect(":", "before the relation of an operator") {
		o.Relation, o.RelSpan = p.name("the relation of an operator")
	}
	return o
}

// typedParams = [ NAME [ "?" ] [ "..." ] [ ":" NAME ] { "," … } ] ")"
func (p *parser) typedParams() []Param {
	return commas(p, ")", func() (a Param) {
		a.Name, a.Span = p.anyName("a name for an argument")
		a.Optional = p.accept("?")
		a.Several = p.accept("...")
		if p.accept(":") {
			a.Type, _ = p.name("a variable of element types")
		}
		return a
	})
}

func (p *parser) params() []Param {
	return commas(p, ")", func() (a Param) {
		a.Name, a.Span = p.name("a name for an argument")
		return a
	})
}

// operatorName parses `nn.conv2d` or `annotation.*`, without spaces between the parts.
func (p *parser) operatorName() OperatorName {
	text, span := p.anyName("the name of an operator")
	for !p.failed && p.is(".") && p.token().span.Start == span.End && p.peek(1).span.Start == span.End+1 {
		t := p.peek(1)
		if t.kind != aName && t.kind != aWord && t.text != "*" {
			break
		}
		p.at += 2
		text, span.End = text+"."+t.text, t.span.End
		if t.text == "*" {
			break
		}
	}
	return OperatorName{text, span}
}

// signature parses an operator's type as programs write it. Its arguments and its result are bare type parameters, and
// the arguments of the relation are all of them in order.
func (p *parser) signature(o *Operator) {
	if t := p.token(); t.text != "fn" && t.text != "fun" {
		p.fail(t, "`fn` is expected, or the arguments of the operator in parentheses before `:`")
		return
	}
	p.next()
	for _, b := range [...][2]string{{"<", ">"}, {"[", "]"}} {
		if !p.accept(b[0]) {
			continue
		}
		commas(p, b[1], func() (name string) {
			name, _ = p.name("a type parameter")
			if p.accept(":") {
				p.name("a kind")
			}
			return name
		})
	}
	if p.expect("(", "before the arguments") {
		o.Params = p.params()
	}
	p.expect("->", "after the arguments")
	result, _ := p.name("the result, a type parameter,")
	p.expect("where", "before the relation of an operator")
	if p.failed {
		return
	}
	o.Relation, o.RelSpan = p.name("the relation of an operator")
	if !p.accept("(") {
		return
	}
	for i, a := range p.params() {
		if want := result; i > len(o.Params) || i < len(o.Params) && a.Name != o.Params[i].Name ||
			i == len(o.Params) && a.Name != want {
			p.fail(token{kind: aName, span: a.Span, text: a.Name},
				"the relation of an operator is about its arguments and its result, in order")
		}
	}
}
