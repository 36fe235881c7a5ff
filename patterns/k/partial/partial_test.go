package partial

import (
	"fmt"
	"github.com/patgraph/patgraph/patterns/language"
	"strings"
	"testing"
	"time"
)

// reports returns the reports about a program, one per line.
func reports(t *testing.T, source string) string {
	t.Helper()
	r, _ := of(t, source, language.Settings{Totality: true})
	var b strings.Builder
	for i := range r.Definitions {
		x := &r.Totality[i]
		fmt.Fprintf(&b, "%s %s", r.Definitions[i].Name, x.Verdict)
		for j := range x.Undefined {
			c := &x.Undefined[j]
			fmt.Fprintf(&b, "; %s %s", map[bool]string{true: "all", false: "some"}[c.Always], c.Text)
		}
		for j := range x.Endless {
			fmt.Fprintf(&b, "; endless %s", x.Endless[j].Text)
		}
		b.WriteString("\n")
	}
	for i := range r.Diagnostics {
		fmt.Fprintf(&b, "%s %s\n", r.Diagnostics[i].Code, source[r.Diagnostics[i].Span.Start:r.Diagnostics[i].Span.End])
	}
	return b.String()
}

const nats = "$nat = <{} zero, nat succ>; $pair = {nat x, nat y}; $bit = <{} o, {} i>;\n"

func TestClaims(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		// Tags of closed unions, alone, nested and in pairs.
		{"f = $nat <.zero, .succ>;", "f ill"},
		{"pred = $nat .succ;", "pred partial; all tag zero\n"},
		{"f = $nat .succ.succ;", "f partial; all tag succ.zero; all tag zero\n"},
		{"add = $pair <{.x.zero z, .y y} .y, {.x.succ x, .y.succ y} add>;", "add partial; some tag x.succ and tag y.succ; all tag x.succ and tag y.zero\n"},
		{"f = ${bit x, bit y} <{.x.o a, .y.o b}, {.x.i a, .y.i b}>;", "f partial; all tag x.o and tag y.i; all tag x.i and tag y.o\n"},
		// A merge takes the first defined branch, so the order does not matter here.
		{"f = $bit <.i 1, .o 0>;", "f total\n"},
		// The caller knows the facts that the callee found about a part.
		{"one = .i; f = ${bit a} one; g = ${bit a, nat b} .a one;", "one total\nf ill"},
		{"one = $bit .i; g = ${bit a, nat b} .a one;", "one partial; all tag o\ng partial; all tag a.o\n"},
		// Values of built-in types.
		{"f = $int <.0 1, .1 2>;", "f partial; all inputs other than 0 or 1\n"},
		{`f = $string <."a" 1, ."b" 2, 3>;`, "f total\n"},
		{"f = $bool <.true 1, .false 2>;", "f total\n"},
		{"f = ${int a, int b} [.a, .b] DIV;", "f partial; all b = 0\n"},
		{"f = $int [(), 2] DIV;", "f total\n"},
		// Vectors by their first members.
		{"f = SNOC;", "f partial; all []\n"},
		{"f = SNOC .cdr SNOC;", "f partial; all inputs of 1 element; all []\n"},
		{"f = $[int] .1;", "f partial; all inputs of 1 element; all []\n"},
		{"f = <SNOC .car, 0>;", "f total\n"},
		{"f = {.a car, .b cdr} CONS SNOC .car;", "f total\n"},
		{"f = | .a ^ ;", "f total\n"},
		// Open patterns by their labels, as products or as unions.
		{"f = <.a, .b>;", "f total\n"},
		{"f = {.a x, .b y};", "f total\n"},
		{"f = {<.a, .b> x, .c y};", "f total\n"},
		// Recursion.
		{"length = <.nil 0, [.cons.tail length, 1] PLUS>;", "length total\n"},
		{"last = ?<{} nil, {X head, L tail} cons>=L .cons <{.tail.nil e, .head h} .h, .tail last>;", "last partial; all tag nil\n"},
		{"even = $nat <.zero 0, .succ odd>; odd = $nat .succ even;", "even partial; some tag succ\nodd partial; some tag succ; all tag zero\n"},
		{"f = f;", "f never; endless every input\nP0503 f\n"},
		{"f = {g x}; g = {f x};", "f never; endless every input\ng never; endless every input\nP0503 f\nP0503 g\n"},
		// No finite value reaches this, so no value is shown.
		{"f = {g x}; g = .a f;", "f never\ng never\nP0502 f\nP0502 g\n"},
		{"f = $nat <.zero 0, f>;", "f total; endless tag succ\nP0503 f\n"},
		{"f = $nat <.zero 0, .succ f>;", "f total\n"},
		// Intentionally undefined functions are not reported, and callers are not blamed.
		{"fail = <>; f = .a fail;", "fail never; all every input\nf never; all every input\n"},
		{"f = $bit {.o a, .i b}; g = ${bit x} f;", "f never; all every input\ng ill"},
		{"f = $bit {.o a, .i b}; g = .x f;", "f never; all every input\ng never; all every input\nP0502 f\n"},
		{"f = .a <> .b; g = <.x <>, .y>;", "f never; all every input\ng total\n"},
		// Branches.
		{"f = $bit <.o 1, .i 2, 3>;", "f total\nP0504 3\n"},
		{"f = $nat <(), .zero, .succ>;", "f ill"},
		{"f = $nat <0, .zero 1, .succ 2>;", "f total\nP0504 .zero 1\n"},
		{"f = $pair <.x.zero 1, {.x.zero a, .y.zero b} 2, 3>;", "f total\nP0505 {.x.zero a, .y.zero b} 2\n"},
		{"f = $bit <{.o a, .i b} 1, 2>;", "f total\nP0506 {.o a, .i b} 1\n"},
		{"f = [(), 0] GT <.0, 1>;", "f partial; some every input\nP0504 1\n"},
		// Functions without informative types, and signatures that are not final.
		{"f = fromJSON; g = <f, 0>;", "f unknown\ng unknown\n"},
		{"f = .a nosuch; g = f;", "f unknown\ng unknown\nP0201 nosuch\n"},
	} {
		got := reports(t, nats+c.source)
		if ill, ok := strings.CutSuffix(c.want, "ill"); ok {
			if !strings.HasPrefix(got, ill+"unknown") {
				t.Errorf("%s\nwant it to be ill-typed, got\n%s", c.source, got)
			}
		} else if got != c.want {
			t.Errorf("%s\nwant\n%sgot\n%s", c.source, c.want, got)
		}
	}
}

// The cost of a program is about linear in its size, and deep nesting does not fail.
func TestLarge(t *testing.T) {
	const n = 3_000
	for name, source := range map[string]string{
		"deep":     "f = " + strings.Repeat("{", n) + "()" + strings.Repeat(" a}", n) + ";",
		"merges":   "f = " + strings.Repeat("<.a, ", n) + "()" + strings.Repeat(">", n) + ";",
		"chain":    "f = " + strings.Repeat(".a ", n) + ";",
		"branches": "f = $string <" + strings.Repeat(`."a" 1, `, n) + "2>;",
		"calls":    "f0 = <.a, .b>;\n" + chain(300),
	} {
		began := time.Now()
		r, a := of(t, source, language.Settings{Totality: true})
		t.Logf("%s: %v", name, time.Since(began))
		if len(r.Totality) == 0 {
			t.Errorf("%s: there is no report", name)
		}
		for d, e := range a.explorers {
			if e != nil && len(a.trees[d].nodes) > 2*mostLeaves {
				t.Errorf("%s: a tree of %d nodes", name, len(a.trees[d].nodes))
			}
		}
	}
}

func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "f%d = {.x f%d x, .y f%d y} <.x, .y>;\n", i+1, i, i)
	}
	return b.String()
}
