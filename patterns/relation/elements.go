package relation

import (
	"cmp"
	"slices"
	"strconv"
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
		c.fail(lang.DuplicateVariable, s.NameSpan, "there is a function `"+s.Name+"` already")
		return
	}
	c.areAtoms(s.Atoms, s.Span)
	c.file.sets[s.Name] = s
}

// Elements returns the relation of the arguments of an operator, without its results, that states which element types
// they have; nil if they may have any.
func (o *Operator) Elements() *Relation { return o.types }

// elements makes the relation of an operator's element types: a clause with a guard for each argument that names a
// variable. It is written as text, where x3 is the fourth argument and a variable tests for its set.
func (c *checker) elements(o *Operator) {
	sets := make(map[string]*Set)
	for _, t := range o.Types {
		s := &Set{Atoms: t.Atoms}
		if t.Set != "" {
			s = c.findSet(t.Set)
		}
		if s == nil {
			c.fail(lang.UnknownLocal, t.Span, "there is no set `"+t.Set+"`")
			return
		}
		if !c.areAtoms(s.Atoms, t.Span) {
			return
		}
		sets[t.Name] = s
	}
	for _, p := range slices.Concat(o.Params, o.Results) {
		if p.Type != "" && sets[p.Type] == nil {
			c.fail(lang.UnknownLocal, p.Span, "there is no variable `"+p.Type+"` after `for`")
			return
		}
	}
	types, element := c.elementNames()
	var args, guards, several []string
	firsts := make(map[string]int) // by variable: the first argument that has it
	guard := func(p Param, x, is, rest string) string {
		return pick(p.Optional || p.Several, "not given("+x+") or ", "") + is + " else " + string(lang.ElementsDiffer) +
			" \"the element type of `" + p.Name + "` is {" + element + "(" + x + ")}, " + rest + "\""
	}
	among := func(p Param, x string) string {
		return guard(p, x, p.Type+"("+element+"("+x+"))", "not "+listed(sets[p.Type].Atoms, "or"))
	}
	like := func(p Param, x, of, name string) string {
		of = element + "(" + of + ")"
		return guard(p, x, element+"("+x+") == "+of, "but that of "+name+" is {"+of+"}")
	}
	argument := func(i int) string { return "x" + strconv.Itoa(i) }
	for i, p := range o.Params {
		x := argument(i)
		first, again := firsts[p.Type]
		switch {
		case p.Type == "":
		case p.Several:
			x = types + "(" + x + "...)"
		case again:
			guards = append(guards, like(p, x, argument(first), "`"+o.Params[first].Name+"`"))
		default:
			guards = append(guards, among(p, x))
			if !p.Optional {
				firsts[p.Type] = i
			}
		}
		args = append(args, x)
	}
	for i, p := range o.Params {
		if !p.Several || p.Type == "" {
			continue
		}
		of, name := argument(i)+"[0]", "the first one"
		if first, ok := firsts[p.Type]; ok {
			of, name = argument(first), "`"+o.Params[first].Name+"`"
		}
		for _, goal := range []string{among(p, "x"), like(p, "x", of, name)} { // an item x may be absent
			several = append(several, "all(x in "+argument(i)+" : "+goal+")")
		}
	}
	if guards = append(guards, several...); len(guards) == 0 {
		return
	}
	text := "relation Elements(" + strings.Join(args, ", ") + ") :- " + strings.Join(guards, ", ") + " | true."
	f, _ := Parse(lang.NewFile("", []byte(text)))
	cl := f.Items[0].(*Clause)
	r := &Relation{
		Name: "elements of " + o.Names[0].Name, Arity: len(o.Params), Vocabulary: c.vocabulary, source: f.Source,
	}
	if o.Since > 0 {
		r.Name += " since " + strconv.Itoa(o.Since)
	}
	c.local = sets
	c.clause(r, cl)
	c.local = nil
	r.Clauses = []*Clause{cl}
	o.types = r
}

// areAtoms checks that names are those of element types.
func (c *checker) areAtoms(names []string, at lang.Span) (ok bool) {
	ok = true
	for _, name := range names {
		if !c.vocabulary.Atom(name) {
			c.fail(lang.UnknownLocal, at, "there is no element type `"+name+"`")
			ok = false
		}
	}
	return ok
}

// elementNames returns the names of the head that has types, and of the part that is an element type.
func (c *checker) elementNames() (types, element string) {
	for _, h := range c.vocabulary.Heads {
		if h.Types {
			types = cmp.Or(types, h.Name)
		}
		for _, p := range h.Parts {
			if p.Sort.kind == atomKind {
				element = cmp.Or(element, p.Name)
			}
		}
	}
	return types, element
}
