package trial

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/terms"
	"github.com/patgraph/patgraph/patterns/relation"
	"pgregory.net/rapid"
)

// A call is an operator's relation with attributes and types, drawn from the examples and changed.
type call struct {
	text  string
	r     *relation.Relation
	attrs []relation.Value
	args  []string // types, the last one of the result
}

// draw draws a call. It sometimes changes the attributes and types of the example, so that calls fail in many ways.
func draw(t *rapid.T, f *relation.File, all []Example) (call, bool) {
	e := all[rapid.IntRange(0, len(all)-1).Draw(t, "example")]
	o := f.Operator(e.Name)
	if o == nil {
		return call{}, false
	}
	given := slices.Clone(e.Attrs)
	for i := range given {
		if rapid.IntRange(0, 9).Draw(t, "change") == 0 {
			given[i].Value = changed(t, given[i].Value)
		}
	}
	attrs, problems := o.Attributes(given)
	if len(problems) > 0 {
		return call{}, false
	}
	c := call{text: e.Call, r: o.Of(), attrs: attrs}
	for _, a := range e.Args {
		c.args = append(c.args, otherSizes(t, a))
	}
	return c, len(c.args) == c.r.Arity
}

func changed(t *rapid.T, v relation.Value) relation.Value {
	switch v.Form {
	case relation.IntForm:
		return relation.IntValue(v.Num + int64(rapid.IntRange(-3, 3).Draw(t, "by")))
	case relation.BoolForm:
		return relation.BoolValue(v.Num == 0)
	case relation.IntsForm, relation.PairsForm:
		list := slices.Clone(v.List)
		for i := range list {
			list[i] = changed(t, list[i])
		}
		return relation.ListValue(list...)
	}
	return v
}

var sizes = strings.Fields("0 1 2 3 4 6 12 16 ? n m _1 _2")

// otherSizes replaces some of the sizes of a type.
func otherSizes(t *rapid.T, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		n := 0
		for i+n < len(text) && strings.IndexByte("()[], ", text[i+n]) < 0 {
			n++
		}
		word := text[i : i+max(n, 1)]
		if n > 0 && (word == "?" || word == "n" || word == "m" || word == "_" && i > 0 ||
			strings.Trim(word, "0123456789") == "") && rapid.IntRange(0, 5).Draw(t, "other") == 0 {
			word = rapid.SampledFrom(sizes).Draw(t, "size")
		}
		b.WriteString(word)
		i += max(n, 1)
	}
	return b.String()
}

// outcome writes the decision of an outcome.
func outcome(s *terms.Store, o *relation.Outcome) string {
	switch o.State {
	case relation.Fails:
		return "fails"
	case relation.Waits:
		return "waits"
	}
	return fmt.Sprintf("fires %d", o.Clause)
}

// types writes all arguments after unifying the equations of an outcome.
func types(s *terms.Store, o *relation.Outcome, args []relation.Node) string {
	if wrong := s.UniteEffects(o); wrong != "" {
		return "clash"
	}
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = s.Print(a)
	}
	return strings.Join(list, ", ")
}

// TestMonotone tests that more knowledge never undoes a decision: a relation that fires then fires with the same clause
// and the same result, and one that fails then fails. A relation that waits does so until one of the nodes it waits for
// becomes known. The early and late parts of a failing relation are not checked.
func (s *Set) TestMonotone(t *testing.T) {
	f, all := s.Read(t, s.Text), s.Examples(t)
	m := &relation.Machine{Sizes: relation.NewSizes()}
	counts := make(map[string]int)
	rapid.Check(t, func(t *rapid.T) {
		c, ok := draw(t, f, all)
		if !ok {
			t.Skip()
		}
		s := terms.NewOf(s.Vocabulary, m.Sizes)
		var whole, args []relation.Node
		for _, a := range c.args {
			n, err := s.Parse(a)
			if err != nil {
				t.Fatal(err)
			}
			whole = append(whole, n)
		}
		often := rapid.SampledFrom([]int{2, 4, 8, 20}).Draw(t, "often")
		for _, n := range whole {
			args = append(args, s.Partly(n, func() bool { return rapid.IntRange(1, often).Draw(t, "open") == 1 }))
		}
		for early := -1; early < len(c.r.Early)+len(c.r.Late); early++ {
			part := s.Clone()
			before := strings.Join(printed(part, args), ", ")
			o := m.Run(part, c.r, early, args, c.attrs)
			first := outcome(part, o)
			counts[first[:5]]++
			waits, unsolved := slices.Clone(o.Waits), o.State == relation.Fails && o.Guard == relation.InEffect
			united := part.Clone()
			toldTypes := types(united, o, args)

			more := s.Clone()
			for i, n := range whole {
				if more.Unite(args[i], n) != "" {
					t.Skip() // a type occurs in it twice, and is open in one place only
				}
			}
			if early >= 0 && m.Run(more, c.r, -1, args, c.attrs).State == relation.Fails {
				continue
			}
			o = m.Run(more, c.r, early, args, c.attrs)
			second := outcome(more, o)
			if unsolved && second[:5] == "fires" && types(more.Clone(), o, args) == "clash" {
				continue // no size solved the equation, and neither does the size that is known now
			}
			if first != "waits" && first != second {
				t.Fatalf("%s: %s of %s, and %s of %s", c.text, first, before, second, strings.Join(printed(more, args), ", "))
			}
			if first[:5] == "fires" {
				for i, n := range whole {
					if toldTypes != "clash" && united.Unite(args[i], n) != "" {
						toldTypes = "clash"
					}
				}
				if toldTypes != "clash" {
					toldTypes = strings.Join(printed(united, args), ", ")
				}
				if got := types(more, o, args); got != toldTypes {
					t.Fatalf("%s: %s becomes %s with what is known of it before, and %s after more is known", c.text,
						before, toldTypes, got)
				}
			}
			if first != "waits" || len(waits) == 0 {
				if first == "waits" {
					t.Fatalf("%s waits for nothing of %s", c.text, before)
				}
				continue
			}
			// Everything becomes known except the nodes it waits for.
			rest := s.Clone()
			for i, n := range whole {
				uniteBut(rest, args[i], n, waits)
			}
			if o = m.Run(rest, c.r, early, args, c.attrs); o.State != relation.Waits {
				if !slices.ContainsFunc(waits, func(n relation.Node) bool { return known(rest, n) }) && !joined(s, rest, waits) {
					t.Fatalf("%s: waits of %s, and %s of %s, where nothing more is known of what was waited for",
						c.text, before, outcome(rest, o), strings.Join(printed(rest, args), ", "))
				}
			}
		}
	})
	t.Log(counts)
	for _, kind := range []string{"fires", "fails", "waits"} {
		if counts[kind] == 0 {
			t.Errorf("nothing %s: %v", kind, counts)
		}
	}
}

func printed(s *terms.Store, args []relation.Node) []string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = s.Print(a)
	}
	return list
}

func known(s *terms.Store, n relation.Node) bool {
	_, size := s.Size(n)
	_, atom := s.Atom(n)
	return s.Head(n) != relation.OpenHead || s.Length(n) != relation.OpenLength || size != relation.Open ||
		atom != relation.Open
}

// joined reports whether two nodes have been unified.
func joined(before, after *terms.Store, nodes []relation.Node) bool {
	for i, a := range nodes {
		for _, b := range nodes[:i] {
			if after.Same(a, b) && !before.Same(a, b) {
				return true
			}
		}
	}
	return false
}

// uniteBut unifies two types, but does not change some nodes.
func uniteBut(s *terms.Store, a, b relation.Node, but []relation.Node) {
	if slices.ContainsFunc(but, func(n relation.Node) bool { return s.Same(n, a) }) {
		return
	}
	inner := s.Inner(a)
	if !slices.ContainsFunc(inner, func(n relation.Node) bool {
		return slices.ContainsFunc(but, func(m relation.Node) bool { return s.Same(m, n) })
	}) {
		s.Unite(a, b)
		return
	}
	switch h := s.Head(a); {
	case h >= 0 && !s.Of.Heads[h].Types:
		for i := range s.Of.Heads[h].Parts {
			uniteBut(s, s.Part(a, i), s.Part(b, i), but)
		}
	case s.Length(a) >= 0 && s.Length(b) == s.Length(a):
		for i := range s.Length(a) {
			uniteBut(s, s.Item(a, i), s.Item(b, i), but)
		}
	}
}
