package relation

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// The element types of an operator's arguments. They are a relation of their own, so that a wrong element type does not
// leave the shape of the result unknown.

func (s *Set) has(name string) bool { return slices.Contains(s.Atoms, name) }

// set checks a set.
func (c *checker) set(s *Set) {
	c.start()
	if c.reserved(s.Name) || c.file.functions[s.Name] != nil || c.file.wrong[s.Name] {
		c.fail(Twice, s.NameSpan, "there is a function `"+s.Name+"` already")
		return
	}
	for _, name := range s.Atoms {
		if !c.vocabulary.Atom(name) {
			c.fail(UnknownVariable, s.Span, "there is no element type `"+name+"`")
		}
	}
	c.file.sets[s.Name] = s
}

// Elements returns the relation of the arguments of an operator, without its results, that states which element types
// they have; nil if they may have any.
func (o *Operator) Elements() *Relation { return o.types }

// elements makes the relation of an operator's element types.
func (c *checker) elements(o *Operator) {
	sets := make(map[string]*TypeSet)
	for i := range o.Types {
		t := &o.Types[i]
		sets[t.Name] = t
		if s := c.findSet(t.Set); t.Set != "" && s == nil {
			c.fail(UnknownVariable, t.Span, "there is no set `"+t.Set+"`")
			return
		} else if s != nil {
			t.Atoms = s.Atoms
		}
	}
	for _, p := range slices.Concat(o.Params, o.Results) {
		if p.Type != "" && sets[p.Type] == nil {
			c.fail(UnknownVariable, p.Span, "there is no variable `"+p.Type+"` after `for`")
			return
		}
	}
	cl := &Clause{Span: o.Span, NameSpan: o.RelSpan, Name: o.Names[0].Name, Args: make([]*Expr, len(o.Params))}
	firsts := make(map[string]string)
	for i, p := range o.Params {
		cl.Args[i] = &Expr{Op: Name, Name: p.Name, Span: p.Span}
		if p.Type == "" || p.Several {
			continue
		}
		b := &elementGuard{c, o, p}
		if first := firsts[p.Type]; first == "" {
			cl.Guards = append(cl.Guards, b.among(sets[p.Type]))
			if !p.Optional {
				firsts[p.Type] = p.Name
			}
		} else {
			cl.Guards = append(cl.Guards, b.like("`"+first+"`", &Expr{Op: Name, Name: first, Span: p.Span}))
		}
	}
	for i, p := range o.Params {
		if p.Several && p.Type != "" {
			b := &elementGuard{c, o, p}
			name := func(s string) *Expr { return &Expr{Op: Name, Name: s, Span: p.Span} }
			cl.Args[i] = &Expr{Op: Call, Name: c.typesHead(), Span: p.Span,
				Args: []*Expr{{Op: Rest, Name: p.Name, Span: p.Span}}}
			b.p.Name, b.p.Optional = p.Name+" item", true // an item may be absent
			each := func(goal *Expr) {
				in := &Expr{Op: Bind, Span: p.Span, Args: []*Expr{name(b.p.Name), name(p.Name)}}
				cl.Guards = append(cl.Guards, &Expr{Op: All, Span: p.Span, Args: []*Expr{in, goal}})
			}
			each(b.among(sets[p.Type]))
			if first := firsts[p.Type]; first != "" {
				each(b.like("`"+first+"`", name(first)))
			} else {
				first := &Expr{Op: Index, Span: p.Span, Args: []*Expr{name(p.Name), {Op: Number, Span: p.Span}}}
				each(b.like("the first one", first))
			}
		}
	}
	if len(cl.Guards) == 0 {
		return
	}
	r := &Relation{Name: "elements of " + o.Names[0].Name, Arity: len(o.Params), Vocabulary: c.vocabulary,
		source: c.file.Source}
	if o.Since > 0 {
		r.Name += " since " + IntValue(int64(o.Since)).String()
	}
	c.clause(r, cl)
	r.Clauses = []*Clause{cl}
	o.types = r
}

// typesHead returns the name of the head that has types.
func (c *checker) typesHead() string {
	i := slices.IndexFunc(c.vocabulary.Heads, func(h Head) bool { return h.Types })
	return c.vocabulary.Heads[max(i, 0)].Name
}

// An elementGuard makes guards about the element type of an argument.
type elementGuard struct {
	c *checker
	o *Operator
	p Param
}

// element returns the element type of the argument.
func (b *elementGuard) element() *Expr {
	return b.elementOf(&Expr{Op: Name, Name: b.p.Name, Span: b.p.Span})
}

func (b *elementGuard) elementOf(x *Expr) *Expr {
	e := &Expr{Op: Call, Span: b.p.Span, Args: []*Expr{x}}
	for _, h := range b.c.vocabulary.Heads {
		for _, p := range h.Parts {
			if p.Sort.kind == atomKind && e.Name == "" {
				e.Name = p.Name
			}
		}
	}
	return e
}

// among returns the guard that the element type is one of a set.
func (b *elementGuard) among(t *TypeSet) *Expr {
	is := &Expr{Op: Call, Name: t.Set, Span: b.p.Span, Args: []*Expr{b.element()}}
	if t.Set == "" {
		var list *Expr
		for _, a := range t.Atoms {
			one := &Expr{Op: Equal, Span: b.p.Span,
				Args: []*Expr{b.element(), {Op: Name, Name: a, Span: t.Span}}}
			if list != nil {
				one = &Expr{Op: Or, Span: b.p.Span, Args: []*Expr{list, one}}
			}
			list = one
		}
		if is = list; is == nil {
			is = &Expr{Op: False, Span: b.p.Span}
		}
	}
	one := strings.Join(t.Atoms, ", ")
	if k := strings.LastIndex(one, ", "); k >= 0 {
		one = one[:k] + " or" + one[k+1:]
	}
	return b.guard(is, []string{"the element type of `" + b.shown() + "` is ", ", not " + one}, b.element())
}

// like returns the guard that the element type is that of another argument.
func (b *elementGuard) like(first string, of *Expr) *Expr {
	other := *of
	is := &Expr{Op: Equal, Span: b.p.Span, Args: []*Expr{b.element(), b.elementOf(of)}}
	return b.guard(is, []string{"the element type of `" + b.shown() + "` is ", ", but that of " + first + " is ", ""},
		b.element(), b.elementOf(&other))
}

// shown returns the name of the argument in messages.
func (b *elementGuard) shown() string { return strings.TrimSuffix(b.p.Name, " item") }

// guard returns a condition with its message, which has the values of some expressions; an absent argument satisfies
// it.
func (b *elementGuard) guard(is *Expr, texts []string, args ...*Expr) *Expr {
	if b.p.Optional {
		given := &Expr{Op: Call, Name: "given", Span: b.p.Span, Args: []*Expr{{Op: Name, Name: b.p.Name, Span: b.p.Span}}}
		absent := &Expr{Op: Not, Span: b.p.Span, Args: []*Expr{given}}
		is = &Expr{Op: Or, Span: b.p.Span, Args: []*Expr{absent, is}}
	}
	words := &Expr{Op: Message, Span: b.p.Span, Texts: texts, Args: args}
	return &Expr{Op: Otherwise, Span: b.p.Span, Name: string(lang.ElementsDiffer), Args: []*Expr{is, words}}
}
