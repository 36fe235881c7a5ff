package trial

import (
	"fmt"
	"testing"

	"github.com/patgraph/patgraph/patterns/relation"
)

// A Mutant is a way in which relations may be wrong, with functions that make and undo the change.
type Mutant struct {
	What     string
	Relation string // the changed relation; empty for a function
	Do, Undo func()
}

// Mutants returns all ways to make one thing in a file wrong: a clause, an element of Guards or Effects is missing, a
// number is one more or less, a comparison is another one, and the outcomes of a condition are swapped.
func Mutants(f *relation.File) (list []Mutant) {
	var of, where string
	add := func(what string, do, undone func()) {
		list = append(list, Mutant{where + ": " + what, of, do, undone})
	}
	var walk func(e *relation.Expr)
	walk = func(e *relation.Expr) {
		if e == nil {
			return
		}
		pos := f.Source.Position(e.Span.Start)
		switch e.Op {
		case relation.Number:
			for _, by := range []int64{1, -1} {
				add(fmt.Sprintf("%v: %d for %d", pos, e.Num+by, e.Num), func() { e.Num += by }, func() { e.Num -= by })
			}
		case relation.Equal, relation.Less, relation.AtMost:
			ops := map[relation.Op][]relation.Op{relation.Equal: {relation.Differ}, relation.Less: {relation.AtMost},
				relation.AtMost: {relation.Less}}
			was := e.Op
			for _, op := range ops[was] {
				add(fmt.Sprintf("%v: %v for %v", pos, op, was), func() { e.Op = op }, func() { e.Op = was })
			}
		case relation.If:
			swap := func() { e.Args[1], e.Args[2] = e.Args[2], e.Args[1] }
			add(fmt.Sprintf("%v: the other outcome", pos), swap, swap)
		case relation.And, relation.Or:
			was := e.Op
			add(fmt.Sprintf("%v: and for or, or the other way round", pos), func() { e.Op = relation.And + relation.Or - was }, func() { e.Op = was })
			whole := *e
			for i, x := range e.Args {
				add(fmt.Sprintf("%v: without this condition", f.Source.Position(x.Span.Start)),
					func() { *e = *whole.Args[1-i] }, func() { *e = whole })
			}
		case relation.Message:
			return
		}
		for _, x := range e.Args {
			walk(x)
		}
	}
	without := func(what string, from *[]*relation.Expr) {
		was := *from
		for i := range was {
			rest := append(append([]*relation.Expr(nil), was[:i]...), was[i+1:]...)
			add(fmt.Sprintf("%v: without this %s", f.Source.Position(was[i].Span.Start), what), func() { *from = rest }, func() { *from = was })
		}
	}
	items := f.Items
	for i, it := range items {
		switch it := it.(type) {
		case *relation.Clause:
			of, where = it.Name, it.Name
			rest := append(append([]relation.Item(nil), items[:i]...), items[i+1:]...)
			add(fmt.Sprintf("%v: without this clause", f.Source.Position(it.Span.Start)), func() { f.Items = rest }, func() { f.Items = items })
			without("guard", &it.Guards)
			without("effect", &it.Effects)
			for _, es := range [][]*relation.Expr{it.Args, it.Guards, it.Where} {
				for _, e := range es {
					walk(e)
				}
			}
			for _, e := range it.Effects {
				walk(e.Args[0])
				walk(e.Args[1])
			}
			for i := range it.Attrs {
				walk(it.Attrs[i].Default)
			}
		case *relation.Function:
			of, where = "", it.Name
			walk(it.Body)
		case *relation.Operator:
			of, where = it.Relation, it.Names[0].Name
			for i := range it.Attrs {
				if it.Of() != nil && attributeOf(it.Of(), it.Attrs[i].Name) {
					walk(it.Attrs[i].Default)
				}
			}
		}
	}
	return list
}

func attributeOf(r *relation.Relation, name string) bool {
	for _, a := range r.Attrs {
		if a.Name == name {
			return true
		}
	}
	return false
}

// Part returns the clauses and operators of a relation, and all functions; the whole file for an empty name.
func Part(f *relation.File, name string) *relation.File {
	if name == "" {
		return f
	}
	p := &relation.File{Source: f.Source}
	for _, it := range f.Items {
		switch it := it.(type) {
		case *relation.Clause:
			if it.Name != name {
				continue
			}
		case *relation.Operator:
			if it.Relation != name {
				continue
			}
		}
		p.Items = append(p.Items, it)
	}
	return p
}

// TestMutants tests that the examples detect every mistake in the relations, and that there are at least `least`
// mutants.
func (s *Set) TestMutants(t *testing.T, least int) {
	f := s.Read(t, s.Text)
	m := &relation.Machine{Sizes: relation.NewSizes()}
	byRelation := make(map[string][]*Example)
	all := s.Examples(t)
	for i := range all {
		e := &all[i]
		r := e.Name
		if o := f.Operator(e.Name); o != nil {
			r = o.Relation
		}
		byRelation[r] = append(byRelation[r], e)
		byRelation[""] = append(byRelation[""], e)
	}
	list := Mutants(f)
	missed, wrong := 0, 0
	for _, mu := range list {
		mu.Do()
		f := Part(f, mu.Relation)
		noticed := len(relation.Check(f, s.Vocabulary, nil)) > 0
		if noticed {
			wrong++
		}
		for _, e := range byRelation[mu.Relation] {
			if noticed {
				break
			}
			noticed = s.Run(e, m, f) != e.Want
		}
		if !noticed {
			missed++
			t.Errorf("%s is not noticed", mu.What)
		}
		mu.Undo()
	}
	t.Logf("%d mutants, %d of them no relations, %d missed", len(list), wrong, missed)
	if len(list) < least {
		t.Errorf("only %d mutants", len(list))
	}
}
