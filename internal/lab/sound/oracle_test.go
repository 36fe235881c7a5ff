package sound

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

func derive(t *testing.T, source string) *answer {
	t.Helper()
	return deriveAs(t, k.K4, source)
}

func deriveAs(t *testing.T, d k.Dialect, source string) *answer {
	t.Helper()
	tree, ds := k.ParseAs(lang.NewFile("test.k", []byte(source)), d)
	names, more := k.Resolve(tree)
	if len(ds)+len(more) > 0 {
		t.Fatal(ds, more)
	}
	return askOracle(tree, names)
}

// The results for a few programs, found by hand.
func TestDerive(t *testing.T) {
	for _, c := range []struct {
		source  string
		verdict oracleVerdict
		key     string // of the last definition
	}{
		{"f = ();", accepted, "0 0 ; 0 (...)"},
		{"f = .a;", accepted, `0 1 ; 0 (...) "a" 1; 1 (...)`},
		{"f = {.a x, .a y};", accepted, `0 1 ; 0 (...) "a" 2; 1 {} "x" 2 "y" 2; 2 (...)`},
		{"f = {1 x, 2 y} .x;", accepted, "0 1 ; 0 (...); 1 int"},
		{"f = {1 x, 2 y} .z;", rejected, ""},
		{"f = [1, \"s\"];", rejected, ""},
		{"f = [()];", accepted, `0 1 ; 0 (...); 1 [] "member of a vector" 0`},
		{"f = {{} 5} $int;", accepted, "0 1 ; 0 (...); 1 int"},
		{"f = {1 5} $int;", rejected, ""},
		{"$n = <n a, {} b>; f = $n <.a .b, .b .c>;", rejected, ""},
		{"f = ?{X 0, ...} ?(Y 2, Y 3);", accepted, `0 0 ; 0 [] "member of a vector" 1; 1 (...)`},
		{"f = ?{X a, ...} ?(Y 2, Y 3);", rejected, ""},
		{"$l = <{} nil, {int car, l cdr} cons>; f = $l <.nil 0, .cons .cdr f>;", accepted, ""},
		{"f = <.nil 0, .cons .cdr f>;", unsettled, ""},
		{"f = <.stop, .go f>;", unsettled, ""},
	} {
		a := derive(t, c.source)
		if a.Verdict != c.verdict {
			t.Errorf("%s: %d, want %d", c.source, a.Verdict, c.verdict)
		} else if key := ""; c.key != "" {
			if key = a.Signatures[len(a.Signatures)-1].key(); key != c.key {
				t.Errorf("%s: %s, want %s", c.source, key, c.key)
			}
		}
	}
}

// The same for k6.
func TestDeriveLater(t *testing.T) {
	for _, c := range []struct {
		source  string
		verdict oracleVerdict
		key     string
	}{
		{"f = |a;", accepted, `0 1 ; 0 (...); 1 <...> "a" 0`},
		{"f = /a;", accepted, `0 1 ; 0 <...> "a" 1; 1 (...)`},
		{"f = .a;", accepted, `0 1 ; 0 {...} "a" 1; 1 (...)`},
		{"f = {() a};", accepted, `0 1 ; 0 (...); 1 {} "a" 0`},
		{"f = {() a} .a;", accepted, "0 0 ; 0 (...)"},
		{"f = {() a} /a;", rejected, ""},
		{"f = |a .a;", rejected, ""},
		{"f = |a /b;", accepted, "0 1 ; 0 (...); 1 (...)"},
		{"f = |a ?<X a>;", accepted, `0 1 ; 0 (...); 1 <> "a" 0`},
		{"f = |a ?{X a};", rejected, ""},
		{"$t = {{} a}; $u = <{} a>; f = $t; g = $u;", accepted, `0 0 ; 0 <> "a" 1; 1 {}`},
		{"$t = {{} a}; $u = @t; f = $u;", accepted, `0 0 ; 0 {} "a" 1; 1 {}`},
		{"$t = {{} a}; $u = <{} a>; f = $t $u;", rejected, ""},
		{"f = <.a, /a>;", rejected, ""},
		{"0 = {} |0; +1 = |+1; f = 0 +1 /+1 /0;", accepted, "0 1 ; 0 (...); 1 {}"},
	} {
		a := deriveAs(t, k.K6, c.source)
		if a.Verdict != c.verdict {
			t.Errorf("%s: %d, want %d", c.source, a.Verdict, c.verdict)
		} else if c.key != "" {
			if key := a.Signatures[len(a.Signatures)-1].key(); key != c.key {
				t.Errorf("%s: %s, want %s", c.source, key, c.key)
			}
		}
	}
}
