package match_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/match"
)

// A types is a signature: families of constructors by name. Tuples are named by their arity.
type types struct {
	names    []string
	arity    []int
	siblings [][]int32
	number   map[string]int32
}

// declare reads families such as `Zero | Succ 1`; a constructor with ! has no values.
func declare(families ...string) *types {
	t := &types{number: make(map[string]int32)}
	for _, family := range append(families, "() 0", "(,) 1", "(,,) 2", "(,,,) 3") {
		var live []int32
		first := len(t.names)
		for _, con := range strings.Split(family, "|") {
			f := strings.Fields(con)
			arity := 0
			if len(f) > 1 {
				fmt.Sscan(f[1], &arity)
			}
			name, void := strings.CutSuffix(f[0], "!")
			id := int32(len(t.names))
			t.names, t.arity = append(t.names, name), append(t.arity, arity)
			t.number[name] = id
			if !void {
				live = append(live, id)
			}
		}
		for range t.names[first:] {
			t.siblings = append(t.siblings, live)
		}
	}
	return t
}

func (t *types) Siblings(c int32) []int32 { return t.siblings[c] }
func (t *types) Arity(c int32) int        { return t.arity[c] }

// pattern reads `Cons(_, (On, Off))`.
func (t *types) pattern(tb testing.TB, a *match.Arena, text string) match.Pattern {
	tb.Helper()
	rest := text
	var read func() match.Pattern
	read = func() match.Pattern {
		rest = strings.TrimLeft(rest, " ")
		n := strings.IndexAny(rest+",", " ,()")
		name := rest[:n]
		rest = rest[n:]
		var args []match.Pattern
		if strings.HasPrefix(rest, "(") {
			rest = rest[1:]
			for !strings.HasPrefix(rest, ")") {
				args = append(args, read())
				rest = strings.TrimLeft(rest, ", ")
			}
			rest = rest[1:]
		}
		if name == "_" {
			return match.Any
		}
		if name == "" {
			name = "(" + strings.Repeat(",", len(args)) + ")"
		}
		c, ok := t.number[name]
		if !ok {
			tb.Fatalf("%s is not known", name)
		}
		return a.Con(c, args...)
	}
	return read()
}

func (t *types) print(a *match.Arena, p match.Pattern) string {
	if p == match.Any {
		return "_"
	}
	c, args := a.At(p)
	var parts []string
	for _, arg := range args {
		parts = append(parts, t.print(a, arg))
	}
	if name := t.names[c]; name[0] != '(' {
		if len(args) == 0 {
			return name
		}
		return name + "(" + strings.Join(parts, ", ") + ")"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// describe writes a result in one line: each unreached clause, and the missing cases.
func (t *types) describe(r *match.Result) string {
	var out []string
	for i, c := range r.Clauses {
		switch {
		case c.Reached == match.Exceeded:
			out = append(out, fmt.Sprintf("%d exceeded", i+1))
		case c.Reached == match.No:
			var by []string
			for _, j := range c.By {
				by = append(by, fmt.Sprint(j+1))
			}
			if c.Partial {
				by = append(by, "partial")
			}
			out = append(out, fmt.Sprintf("%d by [%s]", i+1, strings.Join(by, " ")))
		}
	}
	for _, p := range r.Cases {
		out = append(out, t.print(&r.Arena, p))
	}
	switch {
	case r.More == match.Uncounted:
		out = append(out, "and more")
	case r.More > 0:
		out = append(out, fmt.Sprintf("and %d more", r.More))
	}
	if r.Missing == match.Exceeded {
		out = append(out, "exceeded")
	}
	return strings.Join(out, "; ")
}

var families = []string{
	"On | Off", "Red | Green | Blue", "Zero | Succ 1", "Nil | Cons 2", "Some 1 | None", "Box 1", "Rose 2", "Lit 1 | Plus 2 | Times 2",
	"Empty | Enq 2", "Never! 1 | Fine", "Void!", "Trees 2 | Bare", "Pair 2", "Unit",
}

func TestTable(t *testing.T) {
	sig := declare(families...)
	for _, c := range []struct{ clauses, want string }{
		// One column.
		{"", "_"},
		{"_", ""},
		{"_; _", "2 by [1]"},
		{"On", "Off"},
		{"Off", "On"},
		{"On; Off", ""},
		{"On; Off; _", "3 by [1 2]"},
		{"On; _; Off", "3 by [2]"},
		{"On; On; Off; Off; On", "2 by [1]; 4 by [3]; 5 by [1]"},
		{"On; On", "2 by [1]; Off"},
		{"Blue", "Red; Green"},
		{"Green; _; _; Red", "3 by [2]; 4 by [2]"},
		{"On; Off; _; _", "3 by [1 2]; 4 by [1 2]"},

		// Tuples.
		{"(On, _); (_, On); (On, Off)", "3 by [1]; (Off, Off)"},
		{"(On, _); (_, On); (On, Off); (Off, Off)", "3 by [1]"},
		{"(_, _, _)", ""},
		{"()", ""},
		{"(_,)", ""},
		{"(); _", "2 by [1]"},
		{"(_, _); _; (On, _)", "2 by [1]; 3 by [1]"},
		{"(Red, On); (Green, On); (Blue, On)", "(_, Off)"},
		{"(Red, On); (_, On)", "(_, Off)"},
		{"(Red, On); (Green, _)", "(Red, Off); (Blue, _)"},
		{"((On, _), Off); ((_, On), On)", "((On, Off), On); ((Off, On), Off); ((Off, Off), _)"},
		{"(Red, Red); (_, Green)", "(Red, Blue); (Green, Red); (Green, Blue); (Blue, Red); (Blue, Blue)"},
		{"(Red, Red); (_, Green); (_, Blue)", "(Green, Red); (Blue, Red)"},
		{"(Red, Red, Red)", "(Red, Red, Green); (Red, Red, Blue); (Red, Green, _); (Red, Blue, _); (Green, _, _); and 1 more"},

		// Clauses that are covered by others.
		{"(Red, _); (_, _); (_, On)", "3 by [2]"},
		{"(Red, _); (_, _); (_, On); (Green, _); (_, Off)", "3 by [2]; 4 by [2]; 5 by [2]"},
		{"(On, _); (Off, On); (Off, Off); (_, On)", "4 by [1 2]"},
		{"(On, On); (On, Off); (On, _); (Off, _)", "3 by [1 2]"},
		{"(On, _, _); (_, On, _); (_, _, On); (Off, Off, Off); (_, Off, _)", "5 by [1 3 4]"},
		{"(Red, _, _); (_, On, _); (_, Off, _); (_, _, On)", "4 by [2 3]"}, // though clause 1 takes some of the values

		// Boxes, lists, numbers.
		{"Box(_)", ""},
		{"Box(Box(Box(_)))", ""},
		{"Box(Box(Box(On)))", "Box(Box(Box(Off)))"},
		{"Cons(_, Cons(_, _))", "Nil; Cons(_, Nil)"},
		{"Cons(_, Cons(_, Cons(_, _)))", "Nil; Cons(_, Nil); Cons(_, Cons(_, Nil))"},
		{"Cons(_, Nil); Nil; Cons(_, Cons(_, _))", ""},
		{"Nil; Cons(_, Nil); Cons(_, Cons(_, Cons(_, _)))", "Cons(_, Cons(_, Nil))"},
		{"Cons(_, Cons(_, Cons(_, _))); Nil; Cons(_, _); Cons(_, Nil)", "4 by [3]"},
		{"Box(Nil); Box(Cons(_, _))", ""},
		{"Box(Nil); Box(Cons(_, Nil))", "Box(Cons(_, Cons(_, _)))"},
		{"Nil; Cons(Box(On), _)", "Cons(Box(Off), _)"},
		{"Cons(Box(On), _); Cons(Box(Off), _); Nil; _", "4 by [1 2 3]"},
		{"Some(Cons(_, Cons(_, _))); Some(Cons(_, Nil)); Some(Nil); None", ""},
		{"Empty; Enq(Empty, _)", "Enq(Enq(_, _), _)"},
		{"Enq(Empty, _); Enq(_, _)", "Empty"},
		{"Rose(_, Nil); Rose(_, Cons(Rose(_, Nil), _))", "Rose(_, Cons(Rose(_, Cons(_, _)), _))"},
		{"Plus(Lit(Zero), _); Plus(_, Lit(Zero)); _", ""},
		{"Plus(Lit(Zero), _); Plus(_, Lit(Zero)); Plus(Lit(Zero), Lit(Zero)); _", "3 by [1]"},
		{"Zero; Succ(Succ(Zero))", "Succ(Zero); Succ(Succ(Succ(_)))"},
		{"(Nil, Nil); (Cons(_, _), Cons(_, _))", "(Nil, Cons(_, _)); (Cons(_, _), Nil)"},

		// Types and constructors without values.
		{"Never(_); Fine", "1 by []"},
		{"Fine; _", "2 by [1]"},
		{"(Never(_), _); (_, On)", "1 by []; (_, Off)"},
		{"Void; Void; _", "1 by []; 2 by []"},

		// Missing arguments count as wildcards, and superfluous ones are ignored.
		{"Cons", "Nil"},
		{"Cons(On); Nil", "Cons(Off, _)"},
		{"On(Off); Off", ""},
	} {
		var a match.Arena
		m := &match.Match{Arena: &a, Signature: sig, Cases: 5}
		for _, text := range strings.Split(c.clauses, ";") {
			if text != "" {
				m.Clauses = append(m.Clauses, sig.pattern(t, &a, text))
			}
		}
		if got := sig.describe(match.Check(m)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.clauses, got, c.want)
		}
	}
}
