package k

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The laws of whole programs: the meaning of a program does not depend on the order in which it is written or on its
// names.

// outcome must not depend on how a program is written: the verdict of each definition, and the signature if it
// has no error.
func outcome(r *patterns.Result, w writer, defs int) []string {
	var out []string
	for i := 0; i < defs; i++ {
		d := definition(r, w.rename("function", fmt.Sprintf("f%d", i)))
		if !r.Definitions[d].OK {
			out = append(out, fmt.Sprintf("f%d: error", i))
			continue
		}
		x := r.Solver.Derivation(d)
		out = append(out, fmt.Sprintf("f%d: %s %v %d", i, r.Key(r.Solver.Scheme(d)), x.Converged, x.Recursion))
	}
	return out
}

func TestLawWriting(t *testing.T) { inDialects(t, writing) }

func writing(t *testing.T, draw func(*rapid.T) *draft) {
	accepted, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		source := plain().program(d)
		r := analyze(source)
		want := outcome(r, plain(), len(d.defs))
		total++
		if r.Errors() == 0 {
			accepted++
		}
		w := plain()
		w.order = func(n int) []int { return rapid.Permutation(identityOrder(n)).Draw(t, "order") }
		again := w.program(d)
		if got := outcome(analyze(again), w, len(d.defs)); !slices.Equal(got, want) {
			t.Fatalf("order matters:\n%s%s\n%s%s", source, strings.Join(want, "\n"), again, strings.Join(got, "\n"))
		}
		w = plain()
		w.rename = func(kind, name string) string {
			switch {
			case kind == "function" && d.later: // names that only k6 has
				return string("-+0123"[name[1]-'0']) + "z?"
			case kind == "function":
				return "g" + string("zyxwvut"[name[1]-'0']) + "_"
			case kind == "type" && d.later:
				return string("98765"[name[1]-'0'])
			case kind == "type":
				return string("qponm"[name[1]-'0'])
			}
			return map[string]string{"X": "Y", "Y": "X"}[name]
		}
		again = w.program(d)
		if got := outcome(analyze(again), w, len(d.defs)); !slices.Equal(got, want) {
			t.Fatalf("names matter:\n%s%s\n%s%s", source, strings.Join(want, "\n"), again, strings.Join(got, "\n"))
		}
	})
	t.Logf("%d of %d programs are well-typed", accepted, total)
	if accepted*10 < total {
		t.Error("too few programs are well-typed for the law to say much")
	}
}

// An analysis that reuses memory has the same result as one in new memory.
func TestLawReuse(t *testing.T) {
	inDialects(t, reused)
	t.Run("by turns", func(t *testing.T) { reused(t, drawDraft) }) // in the memory of the other dialect
}

func reused(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		var old *patterns.Result
		for i := 0; i < 4; i++ {
			d := draw(t)
			source := plain().program(d)
			fresh := analyze(source)
			old = Analyze(context.Background(), lang.NewFile("in.k", []byte(source)), Options{Reuse: Spend(old)})
			got, want := outcome(old, plain(), len(d.defs)), outcome(fresh, plain(), len(d.defs))
			if !slices.Equal(got, want) || messages(old) != messages(fresh) {
				t.Fatalf("in used memory\n%s\nin its own\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"),
					source)
			}
			if err := old.Solver.Graph.Verify(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The constraints of each definition, in any order, have the same outcome.
func TestLawConstraints(t *testing.T) { inDialects(t, constraintOrder) }

func constraintOrder(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		r := analyze(plain().program(d))
		g := r.Solver.Graph
		for i := range r.Definitions {
			x := r.Solver.Derivation(int32(i))
			if !x.Derived {
				continue
			}
			first, end := r.Solver.Nodes(int32(i))
			events, eventsEnd := r.Solver.Events(int32(i))
			var cs []unify.Constraint
			for _, c := range g.Constraints(first, events) {
				if c.X < end && c.Event < eventsEnd {
					cs = append(cs, c)
				}
			}
			cs = rapid.Permutation(cs).Draw(t, "constraints")
			h := gen.Replay(g, first, cs)
			if err := h.Verify(); err != nil {
				t.Fatal(err)
			}
			want := false // of a recursive group, since its members share the range
			for j := range r.Definitions {
				if at, _ := r.Solver.Nodes(int32(j)); at == first && r.Solver.Derivation(int32(j)).Derived {
					want = want || len(r.Solver.Conflicts(int32(j))) > 0
				}
			}
			if got := len(h.Conflicts()) > 0; got != want {
				t.Fatalf("f%d: conflict is %v, was %v\n%s", i, got, want, plain().program(d))
			}
			if len(h.Conflicts()) > 0 {
				continue
			}
			got := patterns.NewQuotienter(r.Types).Scheme(h, x.In()-first, x.Out()-first)
			if a, b := r.Key(got), r.Key(r.Solver.Scheme(int32(i))); a != b {
				t.Fatalf("f%d: %s\nwas %s\n%s", i, a, b, plain().program(d))
			}
		}
	})
}

// A recursive definition that converges has the signature of its unfolding: copies of the program, each calling the
// copy before it; the first calls an unconstrained function.
func TestLawUnfolding(t *testing.T) { inDialects(t, unfolding) }

func unfolding(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		r := analyze(plain().program(d))
		levels := 0
		for i, def := range r.Definitions {
			x := r.Solver.Derivation(int32(i))
			if !def.OK || !x.Converged || x.Recursion == patterns.Monomorphic {
				return
			}
			levels += x.Rounds
		}
		if levels > 12 {
			return
		}
		var b strings.Builder
		b.WriteString(plain().header(d) + "g0_f0 = g0_f0;\n")
		for i := range d.types {
			fmt.Fprintf(&b, "$t%d = %s;\n", i, plain().text(d.types[i]))
		}
		for level := 1; level <= levels; level++ {
			w := plain()
			w.rename = func(kind, name string) string {
				switch {
				case kind != "function":
					return name
				case level == 1:
					return "g0_f0"
				}
				return fmt.Sprintf("g%d_%s", level-1, name)
			}
			for i := range d.defs {
				fmt.Fprintf(&b, "g%d_f%d = %s;\n", level, i, w.text(d.defs[i]))
			}
		}
		u := analyze(b.String())
		last := len(u.Definitions) - len(d.defs)
		for i := range d.defs {
			got, want := signatureOf(r, int32(i)), signatureOf(u, int32(last+i))
			if got != want {
				t.Fatalf("f%d: %s\nunfolded: %s\n%s", i, got, want, plain().program(d))
			}
		}
	})
}

// A printed signature parses back, as filters, to the same pattern.
func TestLawSignature(t *testing.T) { inDialects(t, parsedBack) }

func parsedBack(t *testing.T, draw func(*rapid.T) *draft) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		source := plain().program(d)
		r := analyze(source)
		for i, def := range r.Definitions {
			if !def.OK {
				continue
			}
			s := r.Solver.Scheme(int32(i))
			text := signatureOf(r, int32(i))
			sameSignature(t, r, s, typesOf(source), text)
		}
	})
}

// typesOf returns the lines of a program that define types.
func typesOf(source string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		if strings.HasPrefix(line, "$") && strings.Contains(line, " = ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

type fataler interface{ Fatalf(string, ...any) }

// sameSignature parses a signature's text as two filters and compares.
func sameSignature(t fataler, r *patterns.Result, s *patterns.Scheme, types, text string) {
	for i := int32(0); int(i) < s.Graph.Len(); i++ {
		if f := s.Graph.Flat(i); f.Head() == unify.NoHead && f.Closed() && f.Shapes() == unify.Product|unify.Vector {
			return // the one pattern that no filter can express
		}
	}
	in, out, ok := strings.Cut(text, " --> ")
	if !ok {
		t.Fatalf("no arrow in %s", text)
	}
	dialect, _ := k.DialectOf(r.Dialect)
	back := analyzeAs(types+fmt.Sprintf("f = {.in %s in, .out %s out};", in, out), dialect)
	if back.Errors() > 0 {
		t.Fatalf("%s does not parse back:%s\n%s", text, messages(back), types)
	}
	d := definition(back, "f")
	whole := back.Solver.Scheme(d)
	var roots [2]int32
	for _, e := range whole.Graph.Edges(whole.Roots[0]) {
		switch back.Labels.Text(e.Label) {
		case "in":
			roots[0] = int32(e.To)
		case "out":
			roots[1] = int32(e.To)
		}
	}
	got := back.Key(&patterns.Scheme{Graph: whole.Graph, Roots: roots[:]})
	if want := r.Key(s); got != want {
		t.Fatalf("%s parses back to\n%s, not\n%s\n%s", text, got, want, types)
	}
}

func TestCasesSignatures(t *testing.T) {
	for _, d := range []k.Dialect{k.K4, k.K6} {
		for _, c := range readCasesOf(t, d) {
			r := analyzeAs(c.Source, d)
			if r.Errors() > 0 {
				continue
			}
			for i, def := range r.Definitions {
				if def.OK {
					sameSignature(t, r, r.Solver.Scheme(int32(i)), typesOf(strings.ReplaceAll(c.Source, "; ", ";\n")),
						signatureOf(r, int32(i)))
				}
			}
		}
	}
}

// The reports on a program do not change if an unrelated definition with an error is added, except for claims that
// no error is left after a change.
func TestLawIndependence(t *testing.T) {
	programs := []string{`f = [1, "a", true];`, `f = {1 x, 2 y} .z;`, `$p = {int age, int size}; f = $p .agee; g = $p {.age a} .b;`}
	c := corpus.Corpus{Seed: 7}
	for i := range 800 {
		if p := c.Program(i); p.Kind == corpus.IllTyped && len(p.Source) < 20_000 {
			programs = append(programs, string(p.Source))
		}
	}
	files, err := filepath.Glob("../../examples/errors/*/main.k")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, string(text))
	}
	compared := 0
	for _, source := range programs {
		d, other := k.K4, `unrelated = [1, "a", true];`
		if analyze(source).Dialect == k.K6.String() {
			d, other = k.K6, `unrelated = {() unrelatedA} .unrelatedB;`
		}
		// The comment is as long as the definition, so each place is the same in both texts.
		alone, together := analyzeAs("//"+other[2:]+"\n"+source, d), analyzeAs(other+"\n"+source, d)
		if alone.Errors() == 0 {
			continue
		}
		reports := func(r *patterns.Result) (list []lang.Diagnostic) {
			for _, dg := range r.Diagnostics {
				if dg.Definition == "unrelated" {
					continue
				}
				dg.Explanation, dg.Mistake, dg.Fixes = nil, 0, slices.Clone(dg.Fixes)
				for i := range dg.Fixes {
					dg.Fixes[i].Clean = false
				}
				list = append(list, dg)
			}
			return list
		}
		if a, b := reports(alone), reports(together); !reflect.DeepEqual(a, b) {
			t.Errorf("%s\nalone\n%+v\nand with another error\n%+v", source, a, b)
		}
		compared++
	}
	if compared < 40 {
		t.Errorf("only %d programs are compared", compared)
	}
}

// Realistic programs, sound or not, get the same reports in the memory of the previous program as in new memory.
func TestReuseCorpus(t *testing.T) {
	c := corpus.Corpus{Seed: 5}
	var old *patterns.Result
	wrong := 0
	for i := range 400 {
		p := c.Program(i)
		if p.Kind == corpus.Sound && i%5 != 0 || len(p.Source) > 20_000 {
			continue
		}
		fresh := analyze(string(p.Source))
		old = Analyze(context.Background(), lang.NewFile("in.k", p.Source), Options{Reuse: Spend(old)})
		if messages(old) != messages(fresh) {
			t.Errorf("program %d in used memory\n%s\nin its own\n%s", i, messages(old), messages(fresh))
		}
		if len(old.Definitions) != len(fresh.Definitions) || len(old.TypeDefs) != len(fresh.TypeDefs) {
			t.Fatalf("program %d has %d and %d definitions", i, len(old.Definitions), len(fresh.Definitions))
		}
		for d := range old.Definitions {
			if a, b := signatureOf(old, int32(d)), signatureOf(fresh, int32(d)); a != b ||
				!reflect.DeepEqual(old.Definitions[d], fresh.Definitions[d]) {
				t.Errorf("program %d, %s : %s and %s", i, old.Definitions[d].Name, a, b)
			}
		}
		if p.Kind == corpus.IllTyped {
			wrong++
		}
	}
	if wrong < 5 {
		t.Errorf("only %d programs are ill-typed", wrong)
	}
}
