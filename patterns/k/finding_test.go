package k

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/search"
	"github.com/patgraph/patgraph/unify"
)

// library has definitions to be found.
const library = `
$line = {string item, int price};
$order = {[line] lines, string name};
name = .name;
both = {.x y, .y x};
total = | .price ^ sum;
sum = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>;
add = ?{$int a, $int b} [.a, .b] PLUS;
price = $line .price;
first = $order .lines .0;
some = {() some};
value = ?<X some, {} none> .some;
option = $<int some, {} none> <.some, 0>;
pair = $int {() one, () two};
nothing = {};
again = again;
`

func TestFinding(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"?{X name, ...} --> ?X", "name general | some overlap | both overlap | again loose | nothing loose"},
		{"$order --> $line", "first equal | again loose"},
		{"$order --> _", "first equal | name general | some general | .lines total | {() some} value | again loose | nothing loose"},
		{"_ --> [$int]", "value general | name general | both .x | again loose"},
		{"$int --> $int", "{() some} value | {() some} option | pair .one | again loose"},
		{"[$line] --> [$int]", "| price ^ | again loose"},
		{"?{$int u, $int v} --> ?$int", "{.u a, .v b} add | again loose"},
		{"?{$int a, $int b, $string c} --> ?$int", "{.a a, .b b} add | again loose"},
		{"$int --> ?<$int some, ...>", "some general | again loose"},
		{"?X --> ?X", "value overlap | both overlap | name overlap | some overlap | again loose | nothing loose"},
	} {
		t.Run(c.query, func(t *testing.T) {
			if got := find(t, analyze(library), c.query); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// find lists what fits a pattern in a program, with the ranks or the conversions.
func find(t *testing.T, r *patterns.Result, query string) string {
	x, names := indexOf(r)
	s, wrong := readQuery(query, r.Dialect, r)
	if wrong != nil {
		t.Fatal(wrong)
	}
	var list []string
	matches, _ := x.Find(len(names), x.Pattern(&s.Pattern, s.Of))
	for _, m := range matches {
		text := names[m.Entry] + " " + [...]string{"equal", "general", "special", "", "overlap", "loose"}[m.Rank]
		if m.Conversion != nil {
			text = conversionCode(r.Dialect, names[m.Entry], m.Conversion)
		}
		list = append(list, text)
	}
	return strings.Join(list, " | ")
}

func indexOf(r *patterns.Result) (x *search.Index, names []string) {
	x = search.New()
	for d := range r.Definitions {
		if s, ok := finding.Signature(r, int32(d)); ok && r.Definitions[d].Sound() {
			x.Add(&s.Pattern, s.Of)
			names = append(names, r.Definitions[d].Name)
		}
	}
	return x, names
}

// The printed signature of a definition finds the definition.
func TestFindingBySignature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := generated(t)
		x, _ := indexOf(r)
		entry := 0
		for d := range r.Definitions {
			if _, ok := finding.Signature(r, int32(d)); !ok || !r.Definitions[d].Sound() {
				continue
			}
			v := r.Solver.View(int32(d))
			takes, gives := r.Front.ShortSignature(v.Within(0))
			s, wrong := readQuery(takes+" --> "+gives, r.Dialect, r)
			if wrong != nil && r.Errors() == 0 {
				t.Fatalf("%s --> %s: %v", takes, gives, wrong)
			} else if wrong != nil {
				return
			}
			matches, _ := x.Find(x.Len(), x.Pattern(&s.Pattern, s.Of))
			found := false
			for _, m := range matches {
				found = found || m.Entry == entry && (m.Rank == search.Equal || m.Rank == search.Loose)
			}
			if !found && !strings.Contains(takes+gives, "|[]") {
				t.Fatalf("%s --> %s is not found: %v", takes, gives, matches)
			}
			entry++
		}
	})
}

// examples are the library and the programs of the examples.
func examples(t *testing.T) []*patterns.Result {
	files, err := filepath.Glob("../../examples/programs/*/*.k")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	programs := []*patterns.Result{analyze(library)}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, analyze(string(text)))
	}
	return programs
}

// The code of a conversion is a program, and it fits the pattern.
func TestConversionsFit(t *testing.T) {
	programs := examples(t)
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(programs).Draw(t, "program")
		x, names := indexOf(r)
		takes, gives := sideOf(t, r), strings.ReplaceAll(sideOf(t, r), "X", "Y") // of two definitions
		s, wrong := readQuery(takes+" --> "+gives, r.Dialect, r)
		if wrong != nil {
			t.Fatalf("%s --> %s: %v", takes, gives, wrong)
		}
		matches, _ := x.Find(x.Len(), x.Pattern(&s.Pattern, s.Of))
		for _, m := range matches {
			if m.Conversion == nil {
				continue
			}
			code := conversionCode(r.Dialect, names[m.Entry], m.Conversion)
			text := "-- dialect: " + r.Dialect + "\nconverted = " + code + ";\n" + string(r.File.Src)
			with := analyze(text)
			if !with.Definitions[0].OK {
				t.Fatalf("%s has an error in\n%s", code, text)
			}
			y := search.New()
			of, _ := finding.Signature(with, 0)
			y.Add(&of.Pattern, of.Of)
			again, _ := y.Find(1, y.Pattern(&s.Pattern, s.Of))
			if len(again) == 0 || again[0].Rank > search.General && again[0].Rank != search.Loose {
				v := with.Solver.View(0)
				t.Fatalf("%s --> %s: `%s` has %s, %v", takes, gives, code, lang.Signature(with.Front.ShortSignature(v.Within(0))), again)
			}
		}
	})
}

// A definition takes the least value of its input, if that is a type.
func TestTakesLeast(t *testing.T) {
	taken := 0
	for _, r := range examples(t) {
		indexOf(r) // which adds the types of all signatures
		types, _ := TypesOf(r)
		for d := range r.Definitions {
			v := r.Solver.View(int32(d))
			in := v.Scheme.Graph.Flat(v.In).Head()
			if in == unify.NoHead || !r.Definitions[d].Sound() {
				continue
			}
			least := types.One(in, 0).Least
			if least == "" {
				continue
			}
			value, wrong := running.NewReader().Read([]byte(least))
			if wrong != nil {
				t.Fatal(wrong)
			}
			if !slices.ContainsFunc(takes(r, value), func(m search.Match) bool { return m.Entry == d }) {
				t.Errorf("%s: `%s` does not take %s", r.File.Name, r.Definitions[d].Name, least)
			}
			taken++
		}
	}
	if taken < 100 {
		t.Errorf("only %d definitions take a type", taken)
	}
}

func TestTakes(t *testing.T) {
	for value, want := range map[string]string{
		`{"lines": [{"item": "tea", "price": 7}], "name": "Ada"}`: "first name nothing again some",
		`{"x": 1, "y": "a"}`: "both nothing again some",
		`[1, "a"]`:           "nothing again some",
		`{"some": 3}`:        "name both value option nothing again some",
		`3`:                  "pair nothing again some",
	} {
		r := analyze(library)
		v, wrong := running.NewReader().Read([]byte(value))
		if wrong != nil {
			t.Fatal(wrong)
		}
		got := takes(r, v)
		for d := range r.Definitions {
			name := r.Definitions[d].Name
			ok := slices.ContainsFunc(got, func(m search.Match) bool { return m.Entry == d })
			if ok != slices.Contains(strings.Fields(want), name) {
				t.Errorf("%s: `%s` takes it: %v", value, name, ok)
			}
		}
	}
}

// generated is a random program.
func generated(t *rapid.T) *patterns.Result {
	if rapid.Bool().Draw(t, "later") {
		return analyze("-- dialect: k6\n" + gen.LaterProgram(t))
	}
	return analyze("-- dialect: k4\n" + gen.Program(t))
}

// sideOf is a side of a signature of a program.
func sideOf(t *rapid.T, r *patterns.Result) string {
	d := rapid.IntRange(0, len(r.Definitions)-1).Draw(t, "definition")
	v := r.Solver.View(int32(d))
	takes, gives := r.Front.ShortSignature(v.Within(0))
	return rapid.SampledFrom([]string{takes, gives, "_"}).Draw(t, "side")
}

// Any text is a query or has an error with a place within it.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"?X --> ?X", "{$int a --> ", "?{};f=--> ", "`--> \"", "$t --> /*", "-->", "\x00-->\xff"} {
		f.Add(s)
	}
	r := analyze(library)
	f.Fuzz(func(t *testing.T, query string) {
		if !finding.Reads(query) {
			return
		}
		for _, of := range []*patterns.Result{nil, r} {
			for _, dialect := range []string{"k4", "k6", "k"} {
				s, wrong := readQuery(query, dialect, of)
				if wrong != nil && (wrong.At < 0 || wrong.At > len(query)) {
					t.Errorf("the error is at %d: %v", wrong.At, wrong)
				}
				if wrong == nil {
					x := search.New()
					x.Add(&s.Pattern, s.Of)
					if list, _ := x.Find(1, x.Pattern(&s.Pattern, s.Of)); len(list) != 1 {
						t.Error("it does not find itself")
					}
				}
			}
		}
	})
}
