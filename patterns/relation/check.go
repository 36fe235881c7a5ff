package relation

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Check checks the names and sorts of a file, which may use the relations and functions of
// another one, and makes it ready to run. Relations with an error are left out. It
// takes linear time.
func Check(f *File, v *Vocabulary, base *File) []lang.Diagnostic {
	c := &checker{file: f, vocabulary: v}
	f.byName, f.functions, f.ops, f.wrong = make(map[string]*Relation), make(map[string]*Function), make(map[string]*Operator), make(map[string]bool)
	f.Relations, f.Functions, f.Operators = nil, nil, nil
	c.base = base
	if base == nil {
		c.base = &File{}
	}
	for i, h := range v.Heads {
		if h.Name != "" {
			c.heads = append(c.heads, named{h.Name, i})
		}
	}
	for _, it := range f.Items {
		if fn, ok := it.(*Function); ok {
			c.function(fn)
		}
	}
	c.relations()
	for _, it := range f.Items {
		if o, ok := it.(*Operator); ok {
			c.operator(o)
		}
	}
	lang.Sort(c.diags)
	return c.diags
}

// Relation is the relation of a name, or nil.
func (f *File) Relation(name string) *Relation { return f.byName[name] }

// Operator is the operator of a name, or nil. One declared as `a.*` stands for all names
// that begin with `a.`.
func (f *File) Operator(name string) *Operator {
	if o := f.ops[name]; o != nil {
		return o
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return f.ops[name[:i]+".*"]
	}
	return nil
}

// OperatorNames are the names of all operators, in order.
func (f *File) OperatorNames() []string { return slices.Sorted(maps.Keys(f.ops)) }

type named struct {
	name string
	at   int
}

type checker struct {
	file       *File
	base       *File
	vocabulary *Vocabulary
	heads      []named
	diags      []lang.Diagnostic

	// Of the clause or function at hand.
	scope  map[string]variable
	slots  int
	attrs  map[string]int // of the relation
	forms  []Forms
	depth  int
	errors int
}

type variable struct {
	slot int32
	sort Sort
	lazy *Expr
}

func (c *checker) fail(code lang.Code, at lang.Span, message string) *lang.Diagnostic {
	c.errors++
	c.diags = append(c.diags, lang.Diagnostic{Code: code, Span: at, Message: lang.Text(message)})
	return &c.diags[len(c.diags)-1]
}

// nearest adds the names that a misspelt one may mean.
func nearest(d *lang.Diagnostic, at lang.Span, name string, all []string) {
	for _, n := range lang.Nearest(name, slices.Values(all), 3) {
		d.Fixes = append(d.Fixes, lang.Fix{Title: lang.Text("write `" + n + "`"), Grade: "maybe", Edits: []lang.Edit{{Span: at, Text: n}}})
	}
}

func (c *checker) start() {
	c.scope, c.slots, c.depth, c.errors, c.attrs = make(map[string]variable), 0, 0, 0, nil
}

func (c *checker) bind(name string, at lang.Span, s Sort) int32 {
	if _, twice := c.scope[name]; twice {
		c.fail(Twice, at, "`"+name+"` is the name of something else already")
	}
	c.slots++
	c.scope[name] = variable{slot: int32(c.slots - 1), sort: s}
	return int32(c.slots - 1)
}

// reserved says why a function cannot have a name.
func (c *checker) reserved(name string) bool {
	if libraryByName[name] != nil || c.vocabulary.Classes[name] != nil {
		return true
	}
	for _, h := range c.vocabulary.Heads {
		if h.Name == name || slices.ContainsFunc(h.Parts, func(p Part) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}

func (c *checker) function(f *Function) {
	c.start()
	switch {
	case c.reserved(f.Name):
		c.fail(Twice, f.NameSpan, "`"+f.Name+"` is a function of the language")
	case c.file.functions[f.Name] != nil || c.file.wrong[f.Name]:
		c.fail(Twice, f.NameSpan, "there is a function `"+f.Name+"` already")
	}
	for _, p := range f.Params {
		c.bind(p.Name, p.Span, p.Sort)
	}
	f.sort = c.expr(f.Body, badSort)
	f.slots, f.depth = c.slots, c.depth+1
	if f.depth > maxDepth {
		c.fail(lang.UnexpectedToken, f.NameSpan, "functions call each other no deeper than "+strconv.Itoa(maxDepth)+" levels")
	}
	if c.errors > 0 {
		c.file.wrong[f.Name] = true
		return
	}
	c.file.functions[f.Name] = f
	c.file.Functions = append(c.file.Functions, f)
}

// relations gathers the clauses of each name and checks them.
func (c *checker) relations() {
	var order []string
	clauses := make(map[string][]*Clause)
	for _, it := range c.file.Items {
		if cl, ok := it.(*Clause); ok {
			if clauses[cl.Name] == nil {
				order = append(order, cl.Name)
			}
			clauses[cl.Name] = append(clauses[cl.Name], cl)
		}
	}
	for _, name := range order {
		r := &Relation{Name: name, Arity: len(clauses[name][0].Args), Vocabulary: c.vocabulary}
		c.errors = 0
		if c.base.byName[name] != nil {
			c.fail(Twice, clauses[name][0].NameSpan, "there is a relation `"+name+"` already")
		}
		c.attributes(r, clauses[name])
		errors := c.errors
		for _, cl := range clauses[name] {
			if len(cl.Args) != r.Arity {
				c.fail(WrongCount, cl.NameSpan, "`"+name+"` has "+count(r.Arity, "argument")+" above, not "+strconv.Itoa(len(cl.Args)))
				errors++
				continue
			}
			c.clause(r, cl)
			errors += c.errors
			switch {
			case cl.Propagate:
				r.Early = append(r.Early, cl)
			case cl.Finally:
				r.Late = append(r.Late, cl)
			default:
				r.Clauses = append(r.Clauses, cl)
			}
		}
		if len(r.Clauses) == 0 && errors == 0 {
			c.fail(WrongCount, clauses[name][0].NameSpan, "`"+name+"` needs a clause that begins with `relation`")
			errors++
		}
		if errors > 0 {
			c.file.wrong[name] = true
			continue
		}
		c.file.byName[name] = r
		c.file.Relations = append(c.file.Relations, r)
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// attributes finds the attributes of a relation, which are those of all its clauses.
func (c *checker) attributes(r *Relation, clauses []*Clause) {
	for _, cl := range clauses {
		seen := make(map[string]bool)
		for i := range cl.Attrs {
			a := &cl.Attrs[i]
			if seen[a.Name] {
				c.fail(Twice, a.Span, "there is an attribute `"+a.Name+"` already")
			}
			seen[a.Name] = true
			if a.Fixed {
				c.fail(lang.UnexpectedToken, a.Span, "only an operator fixes an attribute; a relation has a default with `=`")
			}
			c.attr(a)
			at := slices.IndexFunc(r.Attrs, func(b Attr) bool { return b.Name == a.Name })
			if at < 0 {
				r.Attrs = append(r.Attrs, *a)
				continue
			}
			b := &r.Attrs[at]
			if a.Default != nil && b.Default != nil && a.value.String() != b.value.String() {
				c.fail(Twice, a.Default.Span, "`"+a.Name+"` has the default "+b.value.String()+" above")
			}
			if b.Default == nil && a.Default != nil {
				b.Default, b.value = a.Default, a.value
			}
			b.Forms |= a.Forms
		}
	}
	for i := range r.Attrs {
		a := &r.Attrs[i]
		if a.Forms == 0 {
			a.Forms = formNames[a.Name] // `with dtype` says it
		}
		if a.Forms == 0 {
			c.fail(WrongSort, a.Span, "the sort of `"+a.Name+"` is not said: write `"+a.Name+": int`, say")
			a.Forms = AnyForm
		}
		if a.Default != nil {
			a.value, _ = a.value.As(a.Forms, c.vocabulary.Atom)
		}
	}
}

// attr finds the forms and the default of an attribute as they are written.
func (c *checker) attr(a *Attr) {
	if a.Default == nil {
		return
	}
	v, ok := valueOf(a.Default)
	if ok && v.Form == AtomForm && !c.vocabulary.Atom(v.Text) {
		ok = false
	}
	if !ok {
		c.fail(WrongSort, a.Default.Span, "the default of an attribute is a number, a text, a list of numbers, an element type, true, false or none")
		return
	}
	if a.Forms == 0 {
		a.Forms = v.Form
	}
	if a.value, ok = v.As(a.Forms, c.vocabulary.Atom); !ok {
		c.fail(WrongSort, a.Default.Span, "`"+a.Name+"` takes "+a.Forms.said()+", not "+v.String())
	}
}

func (c *checker) clause(r *Relation, cl *Clause) {
	c.start()
	c.attrs = make(map[string]int)
	c.forms = make([]Forms, len(r.Attrs))
	cl.relation, cl.forms, cl.same = r, make([]Forms, len(r.Attrs)), nil
	for i, a := range r.Attrs {
		c.forms[i] = a.Forms
		for _, b := range cl.Attrs {
			if b.Name == a.Name {
				c.attrs[a.Name] = i
				if b.Forms != 0 && b.Forms != a.Forms && b.Forms&AnyForm == 0 {
					// A default is for the relation as a whole, not what the clause wants.
					if b.sorts.End > 0 || b.Forms != a.value.form() {
						c.forms[i], cl.forms[i] = b.Forms, b.Forms
					}
				}
			}
		}
	}
	whole := make(map[string]int)
	for i, p := range cl.Args {
		if p.Op == Name && !c.vocabulary.Atom(p.Name) {
			if j, twice := whole[p.Name]; twice {
				cl.same = append(cl.same, [2]int32{int32(j), int32(i)})
				p.slot, p.sort = c.scope[p.Name].slot, typeSort
				continue
			}
			whole[p.Name] = i
		}
		c.pattern(p, typeSort, true)
	}
	for _, w := range cl.Where {
		name, x := w.Args[0], w.Args[1]
		s := c.expr(x, badSort)
		c.bind(name.Name, name.Span, s)
		v := c.scope[name.Name]
		v.lazy = x
		c.scope[name.Name] = v
	}
	for _, g := range cl.Asks {
		c.goal(g)
	}
	for _, t := range cl.Tells {
		x, y := t.Args[0], t.Args[1]
		s := c.expr(x, badSort)
		u := c.expr(y, s)
		if _, ok := s.join(u); !ok {
			c.fail(WrongSort, t.Span, "the two sides are "+s.String()+" and "+u.String())
		} else if k := s.kind; k != typeKind && k != dimKind && k != atomKind && k != listKind && k != badKind && k != intKind || k == intKind && u.kind == intKind {
			c.fail(WrongSort, t.Span, "what is told is about types, shapes, sizes or element types")
		}
	}
	cl.slots = c.slots
}

// pattern checks a pattern of a sort and binds its variables.
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
			c.fail(lang.UnexpectedToken, p.Span, "`...` stands in a list only")
			return
		}
		if v, again := c.scope[p.Name]; again && head {
			p.slot = v.slot
			if s.kind == typeKind {
				c.fail(WrongSort, p.Span, "types are compared only where they are arguments as a whole")
			} else if _, ok := v.sort.join(s); !ok {
				c.fail(WrongSort, p.Span, "`"+p.Name+"` is "+v.sort.String()+" and "+s.String())
			}
			return
		}
		p.slot = c.bind(p.Name, p.Span, s)
	case Call:
		i := slices.IndexFunc(c.heads, func(h named) bool { return h.name == p.Name })
		if i < 0 || !typeSort.fits(s) {
			c.unknownHead(p, s)
			return
		}
		p.head = int32(c.heads[i].at)
		h := &c.vocabulary.Heads[p.head]
		if h.Types {
			c.items(p.Args, typeSort, head)
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
			c.fail(WrongSort, p.Span, "a list cannot stand for "+s.String())
		}
	case Number, Negate, Attribute, None, Text:
		if u := c.expr(p, s); !u.fits(s) {
			c.fail(WrongSort, p.Span, "this is "+u.String()+", not "+s.String())
		}
		p.sort = s
	default:
		c.fail(lang.UnexpectedToken, p.Span, "the head of a relation has variables, `_`, types, lists and numbers; what has to hold of them stands behind `:-`")
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
	if !typeSort.fits(s) {
		c.fail(WrongSort, e.Span, "this is a type, not "+s.String())
		return
	}
	var names []string
	for _, h := range c.heads {
		names = append(names, h.name)
	}
	at := lang.Span{Start: e.Span.Start, End: e.Span.Start + int32(len(e.Name))}
	nearest(c.fail(UnknownVariable, at, "there is no kind of types `"+e.Name+"`"), at, e.Name, names)
}

// counted checks how many parts a head has, which has a number of them.
func (c *checker) counted(e *Expr, h *Head) bool {
	if len(e.Args) == len(h.Parts) {
		return true
	}
	c.fail(WrongCount, e.Span, h.takes()+", not "+count(len(e.Args), "part"))
	return false
}

// takes says what stands in the parentheses of a head.
func (h *Head) takes() string {
	parts := make([]string, len(h.Parts))
	for i, p := range h.Parts {
		parts[i] = p.Sort.String()
	}
	return "`" + h.Name + "` takes " + strings.Join(parts, " and ")
}

// goal checks what is asked.
func (c *checker) goal(g *Expr) {
	if g.Op == Otherwise {
		if !behindElse[g.Name] {
			c.fail(lang.UnexpectedToken, g.Span, "the code of a failure is P0318, P0319, P0322 or P0323, not "+g.Name)
		}
		if c.attrs == nil {
			c.fail(lang.UnexpectedToken, g.Span, "a function has no words for what does not hold; they stand where it is asked")
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
		c.fail(WrongSort, g.Span, "what is asked is "+s.String()+", not a truth")
	}
}

// want checks an expression that has to be of a sort.
func (c *checker) want(e *Expr, want Sort, what string) Sort {
	s := c.expr(e, want)
	if !s.fits(want) {
		message := what + " is " + want.String() + ", and this is " + s.String()
		if want.kind == intKind && s.kind == dimKind {
			message += "; `number(…)` waits until it is known"
		}
		c.fail(WrongSort, e.Span, message)
	}
	return s
}

// expr finds the sort of an expression. A wanted sort says how (x, y) is meant.
func (c *checker) expr(e *Expr, want Sort) Sort {
	e.sort = c.sortOf(e, want)
	return e.sort
}

func (c *checker) sortOf(e *Expr, want Sort) Sort {
	switch e.Op {
	case Number:
		return intSort
	case Float:
		return floatSort
	case Text:
		return textSort
	case None:
		return noneSort
	case True, False:
		return boolSort
	case Dynamic:
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
			return atomSort
		}
		d := c.fail(UnknownVariable, e.Span, "there is no `"+e.Name+"` here")
		names := slices.Sorted(maps.Keys(c.scope))
		nearest(d, e.Span, e.Name, names)
		if _, ok := c.attrs[e.Name]; ok {
			d.Fixes = append([]lang.Fix{{Title: lang.Text("write `@" + e.Name + "`"), Grade: "machine", Edits: []lang.Edit{{Span: e.Span, Text: "@" + e.Name}}}}, d.Fixes...)
		}
		c.scope[e.Name] = variable{} // once is enough
		return badSort
	case Rest:
		c.fail(lang.UnexpectedToken, e.Span, "`...` stands in a list only")
		return badSort
	case Attribute:
		i, ok := c.attrs[e.Name]
		if !ok {
			d := c.fail(WrongAttribute, e.Span, "there is no attribute `"+e.Name+"` behind `with`")
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
				c.fail(WrongSort, e.Span, "`@"+e.Name+"` is "+c.forms[i].said()+": a clause that begins `with "+e.Name+": …` says which")
				return badSort
			}
			s = both
		}
		return s
	case Add, Subtract, Multiply, Quotient, Remainder:
		x := c.want(e.Args[0], dimSort, "what `"+e.Op.String()+"` takes")
		y := c.want(e.Args[1], dimSort, "what `"+e.Op.String()+"` takes")
		return size([]Sort{x, y})
	case Negate:
		x := c.want(e.Args[0], dimSort, "what `-` takes")
		return size([]Sort{x})
	case Equal, Differ:
		x := c.expr(e.Args[0], badSort)
		y := c.expr(e.Args[1], x)
		s, ok := x.join(y)
		if !ok {
			c.fail(WrongSort, e.Span, "the two sides are "+x.String()+" and "+y.String())
		} else if s.kind == typeKind || s.kind == listKind && s.part.kind == typeKind {
			c.fail(WrongSort, e.Span, "types are told to be equal, with `=` behind `|`, but not asked")
		}
		e.Args[0].sort = s // what is compared
		return boolSort
	case Less, AtMost, More, AtLeast:
		for _, x := range e.Args {
			if s := c.expr(x, badSort); !s.fits(dimSort) && !s.fits(floatSort) {
				c.fail(WrongSort, x.Span, "what `"+e.Op.String()+"` takes is a size, and this is "+s.String())
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
		y := c.expr(e.Args[2], want)
		s, ok := x.join(y)
		if !ok {
			c.fail(WrongSort, e.Span, "the two outcomes are "+x.String()+" and "+y.String())
		}
		return s
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
			c.fail(WrongSort, e.Span, "the two lists are "+x.String()+" and "+y.String())
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
		part := badSort
		if want.kind == listKind {
			part = *want.part
		}
		s := badSort
		for _, x := range e.Args {
			t := c.item(x, part)
			both, ok := s.join(t)
			if !ok {
				c.fail(WrongSort, x.Span, "the list has "+s.String()+" before this, which is "+t.String())
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
				c.fail(lang.UnexpectedToken, p.Span, "what goes through a list is a variable, or two in parentheses for a list of pairs")
			}
		}
		s := boolSort
		if last := e.Args[len(e.Args)-1]; e.Op == ForAll {
			if last != nil {
				c.want(last, boolSort, "a condition")
			}
			part := badSort
			if want.kind == listKind {
				part = *want.part
			}
			s = listOf(c.expr(e.Args[0], part))
		} else {
			c.goal(last)
		}
		c.scope = outer
		return s
	case Call:
		return c.call(e)
	}
	c.fail(lang.UnexpectedToken, e.Span, "this cannot stand here")
	return badSort
}

// item is the sort of an item of a list that is written out.
func (c *checker) item(x *Expr, want Sort) Sort {
	if x.Op != Rest {
		return c.expr(x, want)
	}
	v, ok := c.scope[x.Name]
	if !ok {
		c.fail(UnknownVariable, x.Span, "there is no `"+x.Name+"` here")
		return badSort
	}
	x.slot, x.lazy = v.slot, v.lazy
	x.sort = v.sort
	if !v.sort.fits(anyList) || v.sort.kind == noneKind {
		c.fail(WrongSort, x.Span, "`"+x.Name+"` is "+v.sort.String()+", not a list")
		return badSort
	}
	if v.sort.kind == badKind {
		return badSort
	}
	return *v.sort.part
}

// list checks a list and gives the sort of its items.
func (c *checker) list(e *Expr) Sort {
	s := c.expr(e, anyList)
	switch {
	case s.kind == listKind:
		return *s.part
	case s.kind != badKind && s.kind != noneKind:
		c.fail(WrongSort, e.Span, "this is "+s.String()+", not a list")
	}
	return badSort
}

func (c *checker) call(e *Expr) Sort {
	at := lang.Span{Start: e.Span.Start, End: e.Span.Start + int32(len(e.Name))}
	e.fn, e.call = nil, nil
	if i := slices.IndexFunc(c.heads, func(h named) bool { return h.name == e.Name }); i >= 0 {
		e.head = int32(c.heads[i].at)
		h := &c.vocabulary.Heads[e.head]
		if h.Types {
			for _, x := range e.Args {
				if s := c.item(x, typeSort); x.Op != Rest && len(e.Args) == 1 && s.kind == listKind && s.fits(listOf(typeSort)) {
					continue
				} else if !s.fits(typeSort) {
					c.fail(WrongSort, x.Span, "a part of `"+h.Name+"` is a type, and this is "+s.String())
				}
			}
			return typeSort
		}
		return c.constructor(e, h)
	}
	if f := c.function1(e.Name); f != nil {
		e.call = f
		c.depth = max(c.depth, f.depth)
		if len(e.Args) != len(f.Params) {
			c.fail(WrongCount, e.Span, "`"+e.Name+"` takes "+count(len(f.Params), "argument")+", not "+strconv.Itoa(len(e.Args)))
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
		names = append(append(names, slices.Sorted(maps.Keys(c.file.functions))...), slices.Sorted(maps.Keys(c.vocabulary.Classes))...)
		for _, h := range c.heads {
			names = append(names, h.name)
		}
		nearest(c.fail(UnknownVariable, at, "there is no function `"+e.Name+"`"), at, e.Name, names)
		return badSort
	}
	if len(e.Args) != len(l.params) {
		c.fail(WrongCount, e.Span, "`"+e.Name+"` takes "+count(len(l.params), "argument")+", not "+strconv.Itoa(len(e.Args)))
		return badSort
	}
	e.fn = l
	sorts := make([]Sort, len(e.Args))
	for i, x := range e.Args {
		sorts[i] = c.want(x, l.params[i], "what `"+e.Name+"` takes")
	}
	return l.result(sorts)
}

func (c *checker) function1(name string) *Function {
	if f := c.file.functions[name]; f != nil {
		return f
	}
	return c.base.functions[name]
}

// library finds a function of the library, a part of a head or a class of element types.
func (c *checker) library(name string) *library {
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
	return nil
}

// constructor checks a type that is told.
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
		return typeSort
	}
	if n := len(h.Parts); sizes && n > 0 && h.Parts[0].Sort.kind == listKind {
		// Sizes are written where the shape goes: parentheses around them, and the rest is unknown or
		// what the head has of that sort.
		d := c.fail(WrongSort, e.Span, h.takes()+", and here "+verb(len(e.Args), "size"))
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
		d.Fixes = append(d.Fixes, lang.Fix{Title: lang.Text("make a shape of the sizes: `" + fix + ")`"), Grade: "machine", Edits: []lang.Edit{{Span: e.Span, Text: fix + ")"}}})
		return typeSort
	}
	if c.counted(e, h) {
		for i, x := range e.Args {
			if !x.sort.fits(wants[i]) {
				c.fail(WrongSort, x.Span, h.takes()+", and this is "+x.sort.String())
			}
		}
	}
	return typeSort
}

func verb(n int, what string) string {
	if n == 1 {
		return "is a " + what
	}
	return "are " + count(n, what)
}

// only is the variable of a sort, if there is one alone, else a hole.
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

// operator checks an operator's declaration.
func (c *checker) operator(o *Operator) {
	c.errors = 0
	r := c.file.byName[o.Relation]
	if r == nil {
		r = c.base.byName[o.Relation]
	}
	if r == nil {
		if !c.file.wrong[o.Relation] {
			names := append(slices.Sorted(maps.Keys(c.file.byName)), slices.Sorted(maps.Keys(c.base.byName))...)
			nearest(c.fail(UnknownRelation, o.RelSpan, "there is no relation `"+o.Relation+"`"), o.RelSpan, o.Relation, names)
		}
		return
	}
	if len(o.Params)+1 != r.Arity {
		c.fail(WrongCount, o.RelSpan, "`"+o.Relation+"` is about "+count(r.Arity, "type")+", and the operator has "+count(len(o.Params), "argument")+" and a result")
	}
	seen := make(map[string]bool)
	for _, p := range o.Params {
		if seen[p.Name] {
			c.fail(Twice, p.Span, "there is an argument `"+p.Name+"` already")
		}
		seen[p.Name] = true
	}
	o.relation, o.all, o.slots = r, slices.Clone(r.Attrs), nil
	for i := range r.Attrs {
		o.slots = append(o.slots, int32(i))
	}
	clear(seen)
	for i := range o.Attrs {
		a := &o.Attrs[i]
		if seen[a.Name] {
			c.fail(Twice, a.Span, "there is an attribute `"+a.Name+"` already")
		}
		seen[a.Name] = true
		c.attr(a)
		at := slices.IndexFunc(r.Attrs, func(b Attr) bool { return b.Name == a.Name })
		if at < 0 {
			if a.Forms == 0 {
				c.fail(WrongSort, a.Span, "the sort of `"+a.Name+"` is not said: write `"+a.Name+": int`, say")
			}
			if a.Fixed {
				c.fail(UnknownVariable, a.Span, "`"+o.Relation+"` has no attribute `"+a.Name+"` to be fixed")
			}
			o.all, o.slots = append(o.all, *a), append(o.slots, -1)
			continue
		}
		b := &o.all[at]
		if a.Forms&^b.Forms != 0 && b.Forms&AnyForm == 0 {
			if v, ok := a.value.As(b.Forms, c.vocabulary.Atom); ok && a.sorts.End == 0 {
				a.value = v // a default may be written in another form
			} else {
				c.fail(WrongSort, a.Span, "`"+a.Name+"` of `"+o.Relation+"` is "+b.Forms.said()+", not "+a.Forms.said())
			}
		} else if a.sorts.End > 0 {
			b.Forms = a.Forms
		}
		if b.Fixed = a.Fixed; a.Default != nil {
			b.Default, b.value = a.Default, a.value
		}
	}
	if c.errors > 0 {
		return
	}
	for _, n := range o.Names {
		if c.file.ops[n.Name] != nil || c.base.ops[n.Name] != nil {
			c.fail(Twice, n.Span, "there is an operator `"+n.Name+"` already")
			continue
		}
		c.file.ops[n.Name] = o
	}
	c.file.Operators = append(c.file.Operators, o)
}
