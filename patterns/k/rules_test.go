package k

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang/k"
)

// builtinTable has the signature of each built-in function as people write it, in the order of k.Builtins.
var builtinTable = []struct{ name, signature string }{
	{"true", "?(...) --> ?$bool"},
	{"false", "?(...) --> ?$bool"},
	{"null", "?(...) --> ?(...)"},
	{"FDIV", "?(...) --> ?(...)"},
	{"PLUS", "?$[int] --> ?$int"},
	{"TIMES", "?$[int] --> ?$int"},
	{"DIV", "?$[int] --> ?${int div, int rem}"},
	{"CONCAT", "?$[string] --> ?$string"},
	{"toVEC", "?$string --> ?$[string]"},
	{"GT", "?[(...)]=X0 --> ?X0"},
	{"EQ", "?[(...)]=X0 --> ?X0"},
	{"CONS", "?{X0 car, [X0]=X1 cdr} --> ?X1"},
	{"SNOC", "?[X0]=X1 --> ?{X0 car, X1 cdr}"},
	{"toJSON", "?(...) --> ?$string"},
	{"fromJSON", "?$string --> ?(...)"},
	{"toDateMsec", "?(...) --> ?$int"},
	{"toDateStr", "?(...) --> ?$string"},
	{"_log!", "?X0 --> ?X0"},
}

// The graphs of the built-in functions agree with the table.
func TestBuiltins(t *testing.T) {
	var names []string
	for _, b := range builtinTable {
		names = append(names, b.name)
		r := analyze("f = " + b.name + ";")
		if r.Errors() > 0 {
			t.Errorf("%s:%s", b.name, messages(r))
		}
		if got := signatureOf(r, definition(r, "f")); got != b.signature {
			t.Errorf("%s : %s, want %s", b.name, got, b.signature)
		}
	}
	if !slices.Equal(names, k.Builtins) {
		t.Errorf("the names are %v and %v", names, k.Builtins)
	}
}

// Every part of every rule is a reason somewhere in the corpus.
func TestRuleCoverage(t *testing.T) {
	fired := make(map[string]bool)
	note := func(source string) {
		r := analyze(source)
		g := r.Solver.Graph
		for i := int32(0); int(i) < g.Events(); i++ {
			if reason, ok := g.Event(i).Cause.Given(); ok {
				fired[ReasonText(reason)] = true
			}
		}
	}
	for _, c := range readCases(t) {
		note(c.Source)
	}
	for _, want := range []string{
		"ref: input", "ref: output", "comp: start", "comp: chaining", "comp: end", "identity", "type",
		"prod: input", "variant: input", "merge: input", "merge: output", "vector: input", "vector: member",
		"caret: input", "filter", "filter: variable", "builtin: input", "builtin: output",
	} {
		if !fired[want] {
			t.Errorf("no program of the corpus gives the reason %q", want)
		}
		delete(fired, want)
	}
	// In a group that is derived in one piece a caller may constrain a node before the node's own rule does; the rule
	// then states its flat pattern by an equation.
	for _, late := range []string{"prod: output", "variant: output", "vector: output", "caret: output", "dot", "pipe",
		"literal"} {
		delete(fired, late)
	}
	for extra := range fired {
		t.Errorf("the reason %q is not expected", extra)
	}
}

// Rules whose only constraint is a flat pattern state it on the node itself, without an event; their effect shows in
// signatures.
func TestRulesWithoutEquations(t *testing.T) {
	for source, want := range map[string]string{
		"f = .a;":                "?(X0 a, ...) --> ?X0",
		"f = |;":                 "?[X0] --> ?X0",
		"f = 5;":                 "?(...) --> ?$int",
		`f = "s";`:               "?(...) --> ?$string",
		"f = {1 a, 2 b};":        "?(...) --> ?${int a, int b}",
		"f = {};":                "?(...) --> ?${}",
		"f = {() a};":            "?X0 --> ?<X0 a, ...>",
		"f = <>;":                "?(...) --> ?(...)",
		"f = [];":                "?(...) --> ?[(...)]",
		"f = | ^;":               "?[(...)]=X0 --> ?X0",
		"f = ?();":               "?()=X0 --> ?X0",
		"f = ?{X a, ...};":       "?{(...) a, ...}=X0 --> ?X0",
		"f = $[int] .0;":         "?$[int] --> ?$int",
		"f = $string .x;":        "?$string --> ?${}",
		"f = {{} 5} $int;":       "?(...) --> ?$int",
		"f = {.a x, .0 y};":      "?(X0 0, X1 a, ...) --> ?{X1 x, X0 y}",
		`f = ."a b" ."7" ."07";`: `?(((X0 "07", ...) 7, ...) "a b", ...) --> ?X0`,
	} {
		r := analyze(source)
		if got := signatureOf(r, definition(r, "f")); got != want {
			t.Errorf("%s : %s, want %s%s", source, got, want, messages(r))
		}
	}
}
