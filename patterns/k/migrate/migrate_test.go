package migrate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/migrate"
	"github.com/patgraph/patgraph/patterns/language"
)

// Expected texts, written by hand: all after the header.
func TestMigrated(t *testing.T) {
	const types = "$nat = <nat s, {} z>; $pair = {nat a, nat b}; "
	for _, c := range [][2]string{
		// Variants.
		{`f = {() l};`, `f = |l;`},
		{`f = {  ()  l  };`, `f = |l;`},
		{`f = {(()) l};`, `f = (()) |l;`},
		{`f = {$nat l};`, `f = $nat |l;`},
		{`f = {l: $nat};`, `f = $nat |l;`},
		{`f = {"an l": $nat "not a label" };`, ``},
		{`f = {"an l": $nat () };`, `f = $nat () |"an l";`},
		{`f = {$nat "an l"};`, `f = $nat |"an l";`},
		{`f = {$nat"l"};`, `f = $nat |"l";`},
		{`f = {$nat 5};`, `f = $nat |5;`},
		{`f = {$nat-5};`, `f = $nat |-5;`},
		{`f = {{() a} b};`, `f = |a |b;`},
		{`f = {{() a} b, {() c} d};`, `f = {|a b, |c d};`},
		{`f = $nat{() s}$nat{() s};`, `f = $nat |s $nat |s;`},
		{`f = {-- one
			$nat // two
			/* three */ l /* four */ } ;`, `f = -- one
			$nat // two
			/* three */ |l /* four */ ;`},
		{`f = {l /* one */ : /* two */ $nat /* three */};`, `f =  /* one */  /* two */ $nat /* three */ |l;`},
		{`f = {<$nat .s, $nat> l};`, `f = <$nat /s, $nat> |l;`},
		{`f = {m: {l: $nat}, n: {() k}};`, `f = {m: $nat |l, n: |k};`},
		// Projections.
		{`f = $nat .s;`, `f = $nat /s;`},
		{`f = $pair .a .s .s;`, `f = $pair .a /s /s;`},
		{`f = $pair.a.s;`, `f = $pair.a/s;`},
		{`f = $nat ./*c*/s;`, `f = $nat / /*c*/s;`},
		{`f = ?{X a, ...} .a;`, `f = ?{X a, ...} .a;`},
		{`f = ?<X a, ...> .a;`, `f = ?<X a, ...> /a;`},
		{`f = ?{X 0, ...} .0;`, `f = ?{X 0, ...} .0;`},         // in k4 also a vector
		{`f = {.a a, .b b} $pair;`, `f = {.a a, .b b} $pair;`}, // a pattern with two required labels is not a union
		{`f = {.a a, {.a.b b, {.b.s l} c} r};`, ``},            // nothing is known of .s
		{`f = {?{X s, ...} .s a, .b b}; g = {f x, .a y};`, `f = {?{X s, ...} .s a, .b b}; g = {f x, .a y};`},
		{`f = ?(X a, Y b, ...) () {.a x, .b y};`, `f = ?{X a, Y b, ...} () {.a x, .b y};`},
		{`f = <{.a x, .b y}, {.b x, .a y}> .x;`, `f = <{.a x, .b y}, {.b x, .a y}> .x;`},
		{`f = <{.a x, .b y} .x, .a>;`, `f = <{.a x, .b y} .x, .a>;`},
		{`f = {<.a, .b> x, <.a, .b> y};`, ``},
		{`f = {.a x, .a y};`, ``},
		{`f = {.a .b x, .a .c y};`, ``},
		{`f = {.a x, g y}; g = <{.a x, .b f}, {.b x, .a f}>;`, `f = {.a x, g y}; g = <{.a x, .b f}, {.b x, .a f}>;`},
		{`f = {.a x, .b y}; g = $nat f;`, ``}, // it is not defined on a union
		{`f = $pair <.a, .b>;`, `f = $pair <.a, .b>;`},
		{`f = <.s f, .z> $pair; g = $nat <.s g, .z>;`, ``},
		// Filters and codes of one label.
		{`f = ${nat l};`, `f = $<nat l>;`},
		{`$t = {nat l}; f = $t .l;`, `$t = <nat l>; f = $t /l;`},
		{`f = ?{X l} .l;`, `f = ?<X l> /l;`},
		{`f = ?(X l) .l;`, `f = ?<X l> /l;`},
		{`f = ?(X l /*c*/)=Y .l;`, `f = ?<X l /*c*/>=Y /l;`},
		{`f = $pair ?(X a, ...);`, `f = $pair ?{X a, ...};`},
		{`f = $nat ?(X s , ... ) .s;`, `f = $nat ?<X s , ... > /s;`},
		{`f = $pair ?(X b, X a);`, `f = $pair ?{X b, X a};`},
		{`f = ?(...) ?X;`, `f = ?(...) ?X;`},
		{`f = ?(X a, Y b);`, ``},
		{`f = ?();`, ``},
		{`f = {} ?();`, `f = {} ?{};`},
		// Names.
		{`+++ f = $nat;`, `~ f = $nat;`},
		{`a = $nat; f = a--comment
			;`, `a = $nat; f = a --comment
			;`},
		{`f = {$nat a-1, $nat b};`, ``},
		{`a = $nat; f = {a-1, a b};`, `a = $nat; f = {a -1, a b};`},
		{`f = $nat _log!;`, `f = $nat _log!;`},
		{`f = $BBMMZr;`, `f = $@EWvLVYg7SGsWua8DYZ2kwRVSWGpcf3hS7TtetqKVzHXx;`},
		{`f = <>; g = {}; {{} z} $nat`, `f = <>; g = {}; {} |z $nat`},
		// Features that k6 does not have.
		{`f = 5;`, ``}, {`f = "s";`, ``}, {`f = $int;`, ``}, {`f = $[nat];`, ``}, {`f = [$nat];`, ``},
		{`f = | $nat ^;`, ``}, {`f = ?[X];`, ``}, {`f = $pair PLUS;`, ``}, {`f = true;`, ``}, {`$i = <int a>;`, ``},
		{`f = $pair .c;`, ``}, {`f = .a; g = $pair f;`, ``}, {`f = ?{$int a, ...} .a .1;`, ``},
	} {
		src := types + c[0]
		r := migrate.Program(t.Context(), lang.NewFile("test.k", []byte(src)), language.Settings{}, false)
		got := ""
		if r.Complete {
			got = string(r.Text)
		}
		want := ""
		if c[1] != "" {
			want = "-- dialect: k6\n" + types + c[1]
			if strings.HasPrefix(c[1], "~") {
				continue // the mark is before the types
			}
		}
		if got != want {
			t.Errorf("%s\nbecomes\n%s\nand not\n%s\n%v", src, got, want, messages(r))
		}
	}
}

// In a whole program, the uses of a definition decide its projections, and narrow it.
func TestWholePrograms(t *testing.T) {
	const types = "$nat = <nat s, {} z>; $pair = {nat a, nat b}; "
	for _, c := range [][3]string{
		{`f = .a; $pair f`, `f = .a; $pair f`, "f"},
		{`f = .s; $nat f`, `f = /s; $nat f`, "f"},
		{`xy = .a y; y = .s; $pair xy`, `xy = .a y; y = /s; $pair xy`, "xy y"}, // by its result, which is passed on
		{`f = .a; g = f .s; h = g; $pair h`, `f = .a; g = f /s; h = g; $pair h`, "f g h"},
		{`f = ?(X a, Y b); $pair f`, `f = ?{X a, Y b}; $pair f`, "f"},
		{`f = <.s f, .z>; $nat f`, `f = </s f, /z>; $nat f`, "f"},
		{`f = <.s g, .z>; g = <.s f, .z>; $nat f`, `f = </s g, /z>; g = </s f, /z>; $nat f`, "f g"},
		{`f = {{.a p} q} .q; g = f .p; $pair g`, `f = .a |p |q /q; g = f /p; $pair g`, "f g"},
		{`f = .a; {$pair f x, ?{X a, ...} f y}`, `f = .a; {$pair f x, ?{X a, ...} f y}`, "f"},
		{`f = .a; g = {.a x, .b y, f z}; {$pair g x}`, `f = .a; g = {.a x, .b y, f z}; $pair g |x`, "f"}, // of one field
		{`f = .a; g = {.a x, .b y, f z}; $pair g`, `f = .a; g = {.a x, .b y, f z}; $pair g`, "f"},        // g can only take products
		{`f = $pair .a; $nat {f x, () y}`, ``, ""},
		{`f = .a; $pair`, ``, ""},                                   // the inputs of f are unknown
		{`f = .a; g = f; $pair f`, ``, ""},                          // or those of g
		{`f = .a; g = <g f, f>; $pair f`, ``, ""},                   // also if it uses itself
		{`f = .a; $<nat a, nat b> {f x, {() a, () b} f y}`, ``, ""}, // it gets both
		{`f = .a; {$pair f x, $nat .s .s f y}`, ``, ""},             // a number has no a
		{`f = .a; .b f`, ``, ""},                                    // the input of the main expression is unknown
		{`f = .a; $pair {f x, 1 y}`, ``, ""},                        // k6 has no literals, and f stays decided
		{`f = .a; g = .a; $pair {f x, g y}; `, ``, ""},              // a syntax error
		{`f = .a; g = .a; $pair {f x, g y}`, `f = .a; g = .a; $pair {f x, g y}`, "f g"},
	} {
		src := types + c[0]
		r := migrate.Program(t.Context(), lang.NewFile("test.k", []byte(src)), language.Settings{}, true)
		got, want := "", ""
		if r.Complete {
			got = string(r.Text)
		}
		if c[1] != "" {
			want = "-- dialect: k6\n" + types + c[1]
		}
		if narrowed := strings.Join(r.Narrowed, " "); got != want || want != "" && narrowed != c[2] {
			t.Errorf("%s\nbecomes\n%s\nand not\n%s\nwith %s narrowed: %v", src, got, want, narrowed, messages(r))
		}
		if want == "" {
			continue
		}
		// The program is not declared to be a whole one.
		r = migrate.Program(t.Context(), lang.NewFile("test.k", []byte(src)), language.Settings{}, false)
		if r.Complete || r.Narrowed != nil || len(r.Problems[0].Help) != 2 ||
			!strings.Contains(r.Problems[0].Help[1].String(), "--whole-program") {
			t.Errorf("%s\nwith others becomes\n%s\n%v", src, r.Text, messages(r))
		}
	}
}

func messages(r *language.Migrated) []string {
	var list []string
	for _, d := range r.Problems {
		list = append(list, string(d.Code)+" "+d.Message.String())
	}
	return list
}

// The text around a program: its header, mark, byte order mark and line ends.
func TestAround(t *testing.T) {
	for src, want := range map[string]string{
		"+++ f = {() a};":                      "-- dialect: k6\n~ f = |a;",
		"/* + */ +++f = {() a};":               "-- dialect: k6\n/* + */ ~f = |a;",
		"-- dialect: k4\nf = {() a};":          "-- dialect: k6\nf = |a;",
		"# dialect:k4  \r\nf = {() a};":        "# dialect:k6  \r\nf = |a;",
		"\ufefff = {() a};\r\ng = f;\r\n":      "\ufeff-- dialect: k6\r\nf = |a;\r\ng = f;\r\n",
		"f = {() a};":                          "-- dialect: k6\nf = |a;",
		"":                                     "",
		"-- dialect: k6\nf = {() a}; g = 5;\n": "-- dialect: k6\nf = {() a}; g = 5;\n", // it is k6 already, including errors
	} {
		r := migrate.Program(t.Context(), lang.NewFile("test.k", []byte(src)), language.Settings{}, false)
		if want == "" {
			want = "-- dialect: k6\n"
		}
		if string(r.Text) != want {
			t.Errorf("%q becomes %q, not %q: %v", src, r.Text, want, messages(r))
		}
	}
	if r := migrate.Program(t.Context(), lang.NewFile("test.k", []byte("f = {() a; g = ();")),
		language.Settings{}, false); r.Text != nil || len(r.Problems) == 0 {
		t.Errorf("a program with a syntax error becomes %q", r.Text)
	}
}

// Definitions that are not migrated stay in the file as comments, and so do all that use them.
func TestPartial(t *testing.T) {
	const src = `$n = <n s, {} z>;
$i = {int a, n b};
f = 5; g = $n; /* after */ h = {f a,
  g b} $i; // at the end
-- alone
p = $n .s;
{"text" x, $n y}`
	const want = `-- dialect: k6
$n = <n s, {} z>;
-- not migrated: there is no built-in type ` + "`int`" + ` in k6
-- $i = {int a, n b};
-- not migrated: there are no literals in k6
-- f = 5;
 g = $n; /* after */ 
-- not migrated: ` + "`h` uses `f`" + `, which is not migrated
-- h = {f a,
--   g b} $i; // at the end
-- alone
p = $n /s;
-- not migrated: there are no literals in k6
-- {"text" x, $n y}`
	r := migrate.Program(t.Context(), lang.NewFile("test.k", []byte(src)), language.Settings{}, false)
	if string(r.Text) != want {
		t.Errorf("got\n%s", r.Text)
	}
	if got := strings.Join(r.Migrated, " ") + "|" + strings.Join(r.Left, " "); got != "$n g p|$i f h __main__" {
		t.Error(got)
	}
	for _, d := range r.Problems {
		if d.Code.Class() != lang.ClassMigration {
			t.Error(d)
		}
	}
}

// The programs of the pages have the codes of the pages.
func TestPages(t *testing.T) {
	for _, p := range k.Pages {
		if p.Code.Class() != lang.ClassMigration || p.Bad == "" {
			continue
		}
		bad := migrate.Program(t.Context(), lang.NewFile("bad.k", []byte(p.Bad)), language.Settings{}, false)
		if !slices.ContainsFunc(bad.Problems, func(d lang.Diagnostic) bool { return d.Code == p.Code }) {
			t.Errorf("%s has no %s: %v", p.Bad, p.Code, messages(bad))
		}
		if good := migrate.Program(t.Context(), lang.NewFile("good.k", []byte(p.Good)),
			language.Settings{}, false); !good.Complete {
			t.Errorf("%s: %v", p.Good, messages(good))
		}
	}
}

// The law holds for arbitrary bytes.
func FuzzProgram(f *testing.F) {
	for _, s := range []string{
		"f = {() a};", "+++ $t = {t a}; f = ?(X a)=Y .a -- c\n {() b};", "x={a-1};", "f = $BBMMZr; $n = <n s, {} z>;",
		"f = {l /*a*/ : ()}; g = ./**/a;", "\ufeff# dialect: k4\nf = .a;", "f = ?({...} 0, [X] 1) .0;",
		"#dialect:\f0",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 2000 {
			return
		}
		n := 0
		for _, whole := range []bool{false, true} {
			if _, err := holds(src, whole, func(most int) int { n = (n*31 + 7) % 10007; return n % most }); err != nil {
				t.Fatal(err)
			}
		}
	})
}
