package relation

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// pattern checks a pattern against a sort and binds its variables.
func (c *checker) pattern(p *Expr, s Sort, head bool) {
	p.sort = s
	switch p.Op {
	case Hole:
	case Name, Rest:
		if p.Op == Name && c.vocabulary.Atom(p.Name) && (s.kind == atomKind || s.kind == badKind) {
			p.slot = -1
			return
		}
		if p.Op == Rest {
			c.fail(lang.UnexpectedToken, p.Span, "`...` can only be in a list")
			return
		}
		if v, again := c.scope[p.Name]; again && head {
			p.slot = v.slot
			if s.kind == typeKind {
				c.fail(lang.WrongKind, p.Span, "types are compared only where they are arguments as a whole")
			} else {
				c.both(p.Span, "`"+p.Name+"` is ", v.sort, s)
			}
			return
		}
		p.slot = c.bind(p.Name, p.Span, s)
	case Call:
		h := c.head(p)
		if h == nil || !TypeSort.fits(s) {
			c.unknownHead(p, s)
			return
		}
		if h.Types {
			c.items(p.Args, TypeSort, head)
			return
		}
		if !c.counted(p, h) {
			return
		}
		for i, q := range p.Args {
			c.pattern(q, h.Parts[i].Sort, head)
		}
	case List, Tuple:
		switch {
		case s.kind == listKind:
			c.items(p.Args, *s.part, head)
		case s.kind == pairKind && len(p.Args) == 2 && p.Op == Tuple:
			c.pattern(p.Args[0], *s.part, head)
			c.pattern(p.Args[1], *s.other, head)
		case s.kind == badKind:
			for _, q := range p.Args {
				c.pattern(q, badSort, head)
			}
		default:
			c.fail(lang.WrongKind, p.Span, "a list cannot be "+s.String())
		}
	case Number, Negate, Attribute, None, Text:
		if u := c.expr(p, s); !u.fits(s) {
			c.fail(lang.WrongKind, p.Span, "this is "+u.String()+", not "+s.String())
		}
		p.sort = s
	default:
		c.fail(lang.UnexpectedToken, p.Span,
			"the head of a relation has variables, `_`, types, lists and numbers; their conditions come after `:-`")
	}
}

func (c *checker) items(ps []*Expr, s Sort, head bool) {
	rest := false
	for _, q := range ps {
		if q.Op == Rest {
			if rest {
				c.fail(lang.UnexpectedToken, q.Span, "a list has one `...`")
			}
			rest = true
			q.sort = listOf(s)
			q.slot = c.bind(q.Name, q.Span, q.sort)
			continue
		}
		c.pattern(q, s, head)
	}
}

func (c *checker) unknownHead(e *Expr, s Sort) {
	if !TypeSort.fits(s) {
		c.fail(lang.WrongKind, e.Span, "this is a type, not "+s.String())
		return
	}
	at := lang.Span{Start: e.Span.Start, End: e.Span.Start + int32(len(e.Name))}
	nearest(c.fail(lang.UnknownLocal, at, "there is no kind of types `"+e.Name+"`"), at, e.Name, c.headNames())
}

// counted checks that a head with a fixed number of parts has as many.
func (c *checker) counted(e *Expr, h *Head) bool {
	if len(e.Args) == len(h.Parts) {
		return true
	}
	c.fail(lang.WrongCount, e.Span, h.takes()+", not "+lang.Count(len(e.Args), "part", "parts"))
	return false
}

// takes describes the parts in the parentheses of a head.
func (h *Head) takes() string {
	parts := make([]string, len(h.Parts))
	for i, p := range h.Parts {
		parts[i] = p.Sort.String()
	}
	return "`" + h.Name + "` takes " + strings.Join(parts, " and ")
}

// behindElse are the codes that a relation may give its failures after `else`.
var behindElse = []string{string(lang.SizesDiffer), string(lang.RanksDiffer), string(lang.ElementsDiffer),
	string(lang.KindsDiffer), string(lang.RelationFails), string(lang.WrongAttribute), string(lang.WindowTooLarge),
	string(lang.ViewSizes)}

// goal checks a guard.
func (c *checker) goal(g *Expr) {
	if g.Op == Otherwise {
		if g.Name != "" && !slices.Contains(behindElse, g.Name) {
			c.fail(lang.UnexpectedToken, g.Span,
				"the code of an error is one of "+strings.Join(behindElse, ", ")+", not "+g.Name)
		}
		if c.attrs == nil {
			c.fail(lang.UnexpectedToken, g.Span,
				"a function has no message after `else`; write it where a relation uses the function")
		}
		c.goal(g.Args[0])
		if words := g.Args[1]; words != nil {
			for _, x := range words.Args {
				c.expr(x, badSort)
			}
		}
		g.sort = boolSort
		return
	}
	if s := c.expr(g, boolSort); !s.fits(boolSort) {
		c.fail(lang.WrongKind, g.Span, "a condition is a truth, but this is "+s.String())
	}
}

// want checks an expression that must have a sort.
func (c *checker) want(e *Expr, want Sort, what string) Sort {
	s := c.expr(e, want)
	if !s.fits(want) {
		message := what + " is " + want.String() + ", and this is " + s.String()
		if want.kind == intKind && s.kind == dimKind {
			message += "; `number(…)` waits until it is known"
		}
		c.fail(lang.WrongKind, e.Span, message)
	}
	return s
}

// expr computes the sort of an expression. The wanted sort decides whether (x, y) is a pair or a list.
func (c *checker) expr(e *Expr, want Sort) Sort {
	e.sort = c.sortOf(e, want)
	return e.sort
}

// literals are the sorts of expressions of one word.
var literals = [Message + 1]sortKind{
	Number: intKind, Float: floatKind, Text: textKind, None: noneKind, True: boolKind, False: boolKind,
}

// both returns the sort of what has either of two sorts.
func (c *checker) both(at lang.Span, what string, x, y Sort) Sort {
	s, ok := x.join(y)
	if !ok {
		c.fail(lang.WrongKind, at, what+x.String()+" and "+y.String())
	}
	return s
}

func (c *checker) sortOf(e *Expr, want Sort) Sort {
	if k := literals[e.Op]; k != badKind {
		return Sort{kind: k}
	}
	switch e.Op {
	case Dynamic:
		if c.vocabulary.Lenient {
			return want // any part of a type may have the mark
		}
		return dimSort
	case Hole:
		return want
	case Name:
		if v, ok := c.scope[e.Name]; ok {
			e.slot, e.lazy = v.slot, v.lazy
			return v.sort
		}
		if c.vocabulary.Atom(e.Name) {
			e.slot = -1
			return AtomSort
		}
		d := c.fail(lang.UnknownLocal, e.Span, "there is no `"+e.Name+"` here")
		names := slices.Sorted(maps.Keys(c.scope))
		nearest(d, e.Span, e.Name, names)
		if _, ok := c.attrs[e.Name]; ok {
			d.Fixes = append([]lang.Fix{{Title: lang.Text("write `@" + e.Name + "`"), Grade: "machine",
				Edits: []lang.Edit{{Span: e.Span, Text: "@" + e.Name}}}}, d.Fixes...)
		}
		c.scope[e.Name] = variable{} // report it only once
		return badSort
	case Rest:
		c.fail(lang.UnexpectedToken, e.Span, "`...` can only be in a list")
		return badSort
	case Attribute:
		i, ok := c.attrs[e.Name]
		if !ok {
			d := c.fail(lang.WrongAttribute, e.Span, "there is no attribute `"+e.Name+"` after `with`")
			at := lang.Span{Start: e.Span.End - int32(len(e.Name)), End: e.Span.End}
			nearest(d, at, e.Name, slices.Sorted(maps.Keys(c.attrs)))
			return badSort
		}
		e.slot = int32(i)
		s := badSort
		for _, f := range formOrder {
			if c.forms[i]&f.form == 0 {
				continue
			}
			both, ok := s.join(f.sort)
			if !ok {
				c.fail(lang.WrongKind, e.Span, "`@"+e.Name+"` is "+c.forms[i].describe()+": a clause that begins `with "+
					e.Name+": …` says which")
				return badSort
			}
			s = both
		}
		return s
	case Add, Subtract, Multiply, Quotient, Remainder:
		want := dimSort
		if c.vocabulary.Lenient {
			want = numSort
		}
		x := c.want(e.Args[0], want, "what `"+e.Op.String()+"` takes")
		y := c.want(e.Args[1], want, "what `"+e.Op.String()+"` takes")
		return size([]Sort{x, y})
	case Negate:
		x := c.want(e.Args[0], dimSort, "what `-` takes")
		return size([]Sort{x})
	case Equal, Differ:
		x := c.expr(e.Args[0], badSort)
		s := c.both(e.Span, "the two sides are ", x, c.expr(e.Args[1], x))
		if s.kind == typeKind || s.item().kind == typeKind {
			c.fail(lang.WrongKind, e.Span, "types can be equated with `=` after `|`, but not compared in a condition")
		}
		e.Args[0].sort = s // the sort in which the sides are compared
		return boolSort
	case Less, AtMost, More, AtLeast:
		for _, x := range e.Args {
			if s := c.expr(x, badSort); !s.fits(dimSort) && !s.fits(floatSort) {
				c.fail(lang.WrongKind, x.Span, "what `"+e.Op.String()+"` takes is a size, and this is "+s.String())
			}
		}
		return boolSort
	case And, Or, Not:
		for _, x := range e.Args {
			c.want(x, boolSort, "what `"+e.Op.String()+"` takes")
		}
		return boolSort
	case Otherwise:
		c.goal(e)
		return boolSort
	case If:
		c.want(e.Args[0], boolSort, "a condition")
		x := c.expr(e.Args[1], want)
		return c.both(e.Span, "the two outcomes are ", x, c.expr(e.Args[2], want))
	case Index:
		l := c.list(e.Args[0])
		c.want(e.Args[1], intSort, "an index")
		return l
	case Slice:
		l := c.list(e.Args[0])
		for _, x := range e.Args[1:] {
			if x != nil {
				c.want(x, intSort, "an index")
			}
		}
		return listOf(l)
	case Join:
		x := c.want(e.Args[0], anyList, "what `++` joins")
		y := c.want(e.Args[1], anyList, "what `++` joins")
		if x.kind != listKind || y.kind != listKind {
			return anyList
		}
		s, ok := x.part.join(*y.part)
		if !ok {
			c.fail(lang.WrongKind, e.Span, "the two lists are "+x.String()+" and "+y.String())
		}
		return listOf(s)
	case List, Tuple:
		if e.Op == Tuple && len(e.Args) == 2 && want.kind != listKind {
			x, y := badSort, badSort
			if want.kind == pairKind {
				x, y = *want.part, *want.other
			}
			return pairOf(c.expr(e.Args[0], x), c.expr(e.Args[1], y))
		}
		part, s := want.item(), badSort
		for _, x := range e.Args {
			t := c.item(x, part)
			both, ok := s.join(t)
			if !ok {
				c.fail(lang.WrongKind, x.Span, "the list has "+s.String()+" before this, which is "+t.String())
				return anyList
			}
			s = both
		}
		if len(e.Args) == 0 || s.kind == badKind {
			return listOf(part)
		}
		return listOf(s)
	case ForAll, All, Any:
		binds := e.Args[:len(e.Args)-1]
		if e.Op == ForAll {
			binds = e.Args[1 : len(e.Args)-1]
		}
		outer := maps.Clone(c.scope)
		for _, b := range binds {
			l := c.list(b.Args[1])
			switch p := b.Args[0]; p.Op {
			case Name, Hole, Tuple:
				c.pattern(p, l, false)
			default:
				c.fail(lang.UnexpectedToken, p.Span,
					"what goes through a list is a variable, or two in parentheses for a list of pairs")
			}
		}
		s := boolSort
		if last := e.Args[len(e.Args)-1]; e.Op == ForAll {
			if last != nil {
				c.want(last, boolSort, "a condition")
			}
			s = listOf(c.expr(e.Args[0], want.item()))
		} else {
			c.goal(last)
		}
		c.scope = outer
		return s
	case Call:
		return c.call(e)
	}
	c.fail(lang.UnexpectedToken, e.Span, "this is not expected here")
	return badSort
}

// item returns the sort of an item of a list literal.
func (c *checker) item(x *Expr, want Sort) Sort {
	if x.Op != Rest {
		return c.expr(x, want)
	}
	v, ok := c.scope[x.Name]
	if !ok {
		c.fail(lang.UnknownLocal, x.Span, "there is no `"+x.Name+"` here")
		return badSort
	}
	x.slot, x.lazy = v.slot, v.lazy
	x.sort = v.sort
	if !v.sort.fits(anyList) || v.sort.kind == noneKind {
		c.fail(lang.WrongKind, x.Span, "`"+x.Name+"` is "+v.sort.String()+", not a list")
		return badSort
	}
	if v.sort.kind == badKind {
		return badSort
	}
	return *v.sort.part
}

// list checks a list and returns the sort of its items.
func (c *checker) list(e *Expr) Sort {
	s := c.expr(e, anyList)
	switch {
	case s.kind == listKind:
		return *s.part
	case s.kind != badKind && s.kind != noneKind:
		c.fail(lang.WrongKind, e.Span, "this is "+s.String()+", not a list")
	}
	return badSort
}

func (c *checker) call(e *Expr) Sort {
	at := lang.Span{Start: e.Span.Start, End: e.Span.Start + int32(len(e.Name))}
	e.fn, e.call = nil, nil
	if h := c.head(e); h != nil {
		if h.Types {
			for _, x := range e.Args {
				if s := c.item(x, TypeSort); x.Op != Rest && len(e.Args) == 1 && s.kind == listKind &&
					s.fits(listOf(TypeSort)) {
					continue
				} else if !s.fits(TypeSort) {
					c.fail(lang.WrongKind, x.Span, "a part of `"+h.Name+"` is a type, and this is "+s.String())
				}
			}
			return TypeSort
		}
		return c.constructor(e, h)
	}
	if f := c.findFunction(e.Name); f != nil {
		e.call = f
		c.depth = max(c.depth, f.depth)
		if !c.takes(e, len(f.Params)) {
			return f.sort
		}
		for i, x := range e.Args {
			c.want(x, f.Params[i].Sort, "`"+f.Params[i].Name+"` of `"+e.Name+"`")
		}
		return f.sort
	}
	l := c.library(e.Name)
	if l == nil {
		for _, x := range e.Args {
			c.expr(x, badSort)
		}
		if c.file.wrong[e.Name] {
			c.errors++
			return badSort
		}
		names := slices.Sorted(maps.Keys(libraryByName))
		names = append(append(names, slices.Sorted(maps.Keys(c.file.functions))...),
			slices.Sorted(maps.Keys(c.vocabulary.Classes))...)
		names = append(names, c.headNames()...)
		nearest(c.fail(lang.UnknownLocal, at, "there is no function `"+e.Name+"`"), at, e.Name, names)
		return badSort
	}
	if !c.takes(e, len(l.params)) {
		return badSort
	}
	e.fn = l
	sorts := make([]Sort, len(e.Args))
	for i, x := range e.Args {
		sorts[i] = c.want(x, l.params[i], "what `"+e.Name+"` takes")
	}
	return l.result(sorts)
}

// takes checks that a call has as many arguments as its function.
func (c *checker) takes(e *Expr, n int) bool {
	if len(e.Args) != n {
		c.fail(lang.WrongCount, e.Span, "`"+e.Name+"` takes "+lang.Count(n, "argument", "arguments")+", not "+
			strconv.Itoa(len(e.Args)))
	}
	return len(e.Args) == n
}

// head returns the head with the name of a type, and records it; nil if there is none.
func (c *checker) head(e *Expr) *Head {
	i := slices.IndexFunc(c.vocabulary.Heads, func(h Head) bool { return h.Name == e.Name })
	if i < 0 {
		return nil
	}
	e.head = int32(i)
	return &c.vocabulary.Heads[i]
}

func (c *checker) headNames() (names []string) {
	for _, h := range c.vocabulary.Heads {
		names = append(names, h.Name)
	}
	return names
}

func (c *checker) findFunction(name string) *Function {
	return cmp.Or(c.file.functions[name], c.base.functions[name])
}

// library finds a function of the library, a part of a head or a class of element types.
func (c *checker) library(name string) *library {
	if s := c.local[name]; s != nil {
		return classOf(s.has)
	}
	if l := libraryByName[name]; l != nil {
		return l
	}
	for i, h := range c.vocabulary.Heads {
		for k, p := range h.Parts {
			if p.Name == name {
				return partOf(i, k, &c.vocabulary.Heads[i])
			}
		}
	}
	if is := c.vocabulary.Classes[name]; is != nil {
		return classOf(is)
	}
	if s := c.findSet(name); s != nil {
		return classOf(s.has)
	}
	return nil
}

func (c *checker) findSet(name string) *Set {
	return cmp.Or(c.file.sets[name], c.base.sets[name])
}

// constructor checks a type in an effect.
func (c *checker) constructor(e *Expr, h *Head) Sort {
	wants := make([]Sort, len(e.Args))
	for i := range e.Args {
		if wants[i] = badSort; i < len(h.Parts) && len(e.Args) == len(h.Parts) {
			wants[i] = h.Parts[i].Sort
		}
	}
	sizes, wrong := len(e.Args) > 0, len(e.Args) != len(h.Parts)
	for i, x := range e.Args {
		s := c.expr(x, wants[i])
		sizes = sizes && (s.kind == dimKind || s.kind == intKind)
		wrong = wrong || !s.fits(wants[i])
	}
	if !wrong {
		return TypeSort
	}
	if n := len(h.Parts); sizes && n > 0 && h.Parts[0].Sort.kind == listKind {
		// The sizes are written without the shape around them: the fix adds its parentheses, and fills the other parts
		// with the only variable of their sort, or with holes.
		d := c.fail(lang.WrongKind, e.Span, h.takes()+", and here "+verb(len(e.Args), "size"))
		text := string(c.file.Source.Src)
		inner := text[e.Args[0].Span.Start:e.Args[len(e.Args)-1].Span.End]
		fix := e.Name + "((" + inner
		if len(e.Args) == 1 {
			fix += ","
		}
		fix += ")"
		for _, p := range h.Parts[1:] {
			fix += ", " + c.only(p.Sort)
		}
		d.Fixes = append(d.Fixes, lang.Fix{Title: lang.Text("make a shape of the sizes: `" + fix + ")`"),
			Grade: "machine", Edits: []lang.Edit{{Span: e.Span, Text: fix + ")"}}})
		return TypeSort
	}
	if c.counted(e, h) {
		for i, x := range e.Args {
			if !x.sort.fits(wants[i]) {
				c.fail(lang.WrongKind, x.Span, h.takes()+", and this is "+x.sort.String())
			}
		}
	}
	return TypeSort
}

func verb(n int, what string) string {
	if n == 1 {
		return "is a " + what
	}
	return "are " + lang.Count(n, what, what+"s")
}

// only returns the one variable of a sort in scope; a hole if there is none or more than one.
func (c *checker) only(s Sort) string {
	found := ""
	for name, v := range c.scope {
		if v.sort.kind == s.kind && v.sort.kind != badKind {
			if found != "" {
				return "_"
			}
			found = name
		}
	}
	if found == "" {
		return "_"
	}
	return found
}
