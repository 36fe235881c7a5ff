package k

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// The laws of whole programs: nothing about a program's meaning depends on the
// order in which it is written or on the names in it.

// A draft is a random program that can be written down in several ways.
type draft struct {
	types []*code
	defs  []*term
}

type code struct {
	op     byte // { < [ or a name
	name   string
	labels []string
	parts  []*code
}

type term struct {
	op     string
	text   string // a label, a literal, or a type, function or variable
	labels []string
	kids   []*term
	code   *code
}

// A writer says how a draft is written down.
type writer struct {
	order  func(n int) []int // of definitions and of branches of merges
	merges func(n int) []int // of branches alone; nil: order
	rename func(kind, name string) string
}

func plain() writer {
	return writer{
		order:  func(n int) []int { return identityOrder(n) },
		rename: func(_, name string) string { return name },
	}
}

func identityOrder(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (w writer) program(d *draft) string {
	var b strings.Builder
	for _, i := range w.order(len(d.types)) {
		fmt.Fprintf(&b, "$%s = %s;\n", w.rename("type", fmt.Sprintf("t%d", i)), w.code(d.types[i]))
	}
	for _, i := range w.order(len(d.defs)) {
		fmt.Fprintf(&b, "%s = %s;\n", w.rename("function", fmt.Sprintf("f%d", i)), w.term(d.defs[i]))
	}
	return b.String()
}

func (w writer) code(c *code) string {
	switch c.op {
	case '[':
		return "[" + w.code(c.parts[0]) + "]"
	case '{', '<':
		var fields []string
		for i, p := range c.parts {
			fields = append(fields, w.code(p)+" "+c.labels[i])
		}
		end := "}"
		if c.op == '<' {
			end = ">"
		}
		return string(c.op) + strings.Join(fields, ", ") + end
	}
	if strings.HasPrefix(c.name, "t") {
		return w.rename("type", c.name)
	}
	return c.name
}

func (w writer) term(t *term) string {
	list := func(kids []*term, label bool) string {
		var parts []string
		for i, k := range kids {
			s := w.term(k)
			if label {
				s += " " + t.labels[i]
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, ", ")
	}
	switch t.op {
	case "comp":
		var parts []string
		for _, k := range t.kids {
			parts = append(parts, "("+w.term(k)+")")
		}
		return strings.Join(parts, " ")
	case "caret":
		return "(" + w.term(t.kids[0]) + ") ^"
	case "prod":
		return "{" + list(t.kids, true) + "}"
	case "merge":
		kids := make([]*term, len(t.kids))
		order := w.order
		if w.merges != nil {
			order = w.merges
		}
		for i, j := range order(len(t.kids)) {
			kids[i] = t.kids[j]
		}
		return "<" + list(kids, false) + ">"
	case "vector":
		return "[" + list(t.kids, false) + "]"
	case "type":
		return "$" + w.code(t.code)
	case "ref":
		return w.rename("function", t.text)
	case "filter":
		return "?" + w.filter(t)
	}
	return t.text
}

func (w writer) filter(t *term) string {
	switch t.op {
	case "var":
		return w.rename("variable", t.text)
	case "type":
		return "$" + w.code(t.code)
	}
	var parts []string
	for i, k := range t.kids {
		parts = append(parts, w.filter(k)+" "+t.labels[i])
	}
	return t.text[:1] + strings.Join(parts, ", ") + t.text[1:]
}

var lawLabels = []string{"a", "b", "0", "1"}

func drawDraft(t *rapid.T) *draft {
	d := &draft{}
	types := rapid.IntRange(0, 2).Draw(t, "types")
	for i := 0; i < types; i++ {
		c := drawCode(t, types, 2)
		if c.op == 0 {
			c = &code{op: '<', labels: []string{"a", "b"}, parts: []*code{c, {op: '{'}}}
		}
		d.types = append(d.types, c)
	}
	defs := rapid.IntRange(1, 4).Draw(t, "defs")
	for i := 0; i < defs; i++ {
		d.defs = append(d.defs, drawTerm(t, defs, types, 3))
	}
	return d
}

func drawCode(t *rapid.T, types, depth int) *code {
	k := rapid.IntRange(0, 5).Draw(t, "code")
	if depth == 0 || k < 2 {
		names := []string{"int", "string"}
		for i := 0; i < types; i++ {
			names = append(names, fmt.Sprintf("t%d", i))
		}
		return &code{name: rapid.SampledFrom(names).Draw(t, "name")}
	}
	if k == 2 {
		return &code{op: '[', parts: []*code{drawCode(t, types, depth-1)}}
	}
	c := &code{op: "{<<{"[k-2]}
	for _, l := range lawLabels {
		if rapid.Bool().Draw(t, "has") {
			c.labels = append(c.labels, l)
			c.parts = append(c.parts, drawCode(t, types, depth-1))
		}
	}
	return c
}

func drawTerm(t *rapid.T, defs, types, depth int) *term {
	leaves := 9
	k := rapid.IntRange(0, leaves+6).Draw(t, "term")
	if depth == 0 && k >= leaves {
		k %= leaves
	}
	kids := func(least int) []*term {
		var ks []*term
		for n := rapid.IntRange(least, 3).Draw(t, "kids"); n > 0; n-- {
			ks = append(ks, drawTerm(t, defs, types, depth-1))
		}
		return ks
	}
	switch k {
	case 0:
		return &term{text: "()"}
	case 1, 2, 3:
		return &term{text: "." + rapid.SampledFrom(lawLabels).Draw(t, "label")}
	case 4:
		return &term{text: rapid.SampledFrom([]string{"1", `"s"`, "{}", "[]", "|", "PLUS", "CONS", "SNOC", "EQ", "true"}).Draw(t, "leaf")}
	case 5, 6:
		return &term{op: "ref", text: fmt.Sprintf("f%d", rapid.IntRange(0, defs-1).Draw(t, "ref"))}
	case 7:
		return &term{op: "type", code: drawCode(t, types, 1)}
	case 8:
		return drawFilter(t, types, 2)
	case 9, 10:
		return &term{op: "comp", kids: kids(2)}
	case 11, 12:
		p := &term{op: "prod", kids: kids(1)}
		p.labels = slices.Clone(lawLabels[:len(p.kids)])
		return p
	case 13:
		return &term{op: "vector", kids: kids(0)}
	case 14:
		return &term{op: "caret", kids: []*term{drawTerm(t, defs, types, depth-1)}}
	}
	return &term{op: "merge", kids: kids(1)}
}

func drawFilter(t *rapid.T, types, depth int) *term {
	f := drawShape(t, types, depth)
	return f
}

func drawShape(t *rapid.T, types, depth int) *term {
	switch k := rapid.IntRange(0, 8).Draw(t, "shape"); {
	case k == 0 && depth < 2:
		return &term{op: "type", code: drawCode(t, types, 1)}
	case depth == 0 || k < 3 && depth < 2:
		return &term{op: "var", text: rapid.SampledFrom([]string{"X", "Y"}).Draw(t, "var")}
	}
	text := rapid.SampledFrom([]string{"()", "(...)", "{}", "{...}", "<>", "<...>"}).Draw(t, "bracket")
	f := &term{op: "filter"}
	for _, l := range lawLabels {
		if rapid.IntRange(0, 2).Draw(t, "has") == 0 {
			f.labels = append(f.labels, l)
			f.kids = append(f.kids, drawShape(t, types, depth-1))
		}
	}
	if strings.HasSuffix(text[:len(text)-1], "...") && len(f.kids) > 0 {
		text = text[:1] + ", " + text[1:]
	}
	f.text = text
	return f
}

// outcome is what must not depend on how a program is written: by definition,
// the verdict, and the signature of what has no error.
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

func TestLawWriting(t *testing.T) {
	accepted, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
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
			switch kind {
			case "function":
				return "g" + string("zyxwvut"[name[1]-'0']) + "_"
			case "type":
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

// An analysis in the memory of another one is the same as one in its own.
func TestLawReuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var old *patterns.Result
		for i := 0; i < 4; i++ {
			d := drawDraft(t)
			source := plain().program(d)
			fresh := analyze(source)
			old = Analyze(lang.NewFile("in.k", []byte(source)), Options{Reuse: old})
			got, want := outcome(old, plain(), len(d.defs)), outcome(fresh, plain(), len(d.defs))
			if !slices.Equal(got, want) || messages(old) != messages(fresh) {
				t.Fatalf("in used memory\n%s\nin its own\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), source)
			}
			if err := old.Solver.Graph.Verify(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The constraints of each definition, in any order, have the same outcome.
func TestLawConstraints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
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
			h := g.Replay(first, cs)
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
			got := patterns.NewQuotienter(r.Types).Scheme(h, x.In-first, x.Out-first)
			if a, b := r.Key(got), r.Key(r.Solver.Scheme(int32(i))); a != b {
				t.Fatalf("f%d: %s\nwas %s\n%s", i, a, b, plain().program(d))
			}
		}
	})
}

// A recursive definition that converges has the signature of its unfolding: so
// many copies of the program, each of which calls the one before, the first
// nothing that is known.
func TestLawUnfolding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
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
		b.WriteString("g0_f0 = g0_f0;\n")
		for i := range d.types {
			fmt.Fprintf(&b, "$t%d = %s;\n", i, plain().code(d.types[i]))
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
				fmt.Fprintf(&b, "g%d_f%d = %s;\n", level, i, w.term(d.defs[i]))
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

// What is printed parses back, as filters, to the same pattern.
func TestLawSignature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDraft(t)
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

// sameSignature reads a signature's text as two filters and compares.
func sameSignature(t fataler, r *patterns.Result, s *patterns.Scheme, types, text string) {
	for i := int32(0); int(i) < s.Graph.Len(); i++ {
		if s.Graph.Flat(i).Form() == "{}|[]" {
			return // the one pattern that no filter writes
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
					sameSignature(t, r, r.Solver.Scheme(int32(i)), typesOf(strings.ReplaceAll(c.Source, "; ", ";\n")), signatureOf(r, int32(i)))
				}
			}
		}
	}
}

// Programs as people write them, sound or not, are told the same in the memory of
// the one before as in their own.
func TestReuseCorpus(t *testing.T) {
	c := corpus.Corpus{Seed: 5}
	var old *patterns.Result
	wrong := 0
	for i := range 400 {
		kind := c.Kind(i)
		if kind == corpus.Sound && i%5 != 0 {
			continue
		}
		p := c.Program(i)
		if len(p.Source) > 20_000 {
			continue
		}
		fresh := analyze(string(p.Source))
		old = Analyze(lang.NewFile("in.k", p.Source), Options{Reuse: old})
		if messages(old) != messages(fresh) {
			t.Errorf("program %d in used memory\n%s\nin its own\n%s", i, messages(old), messages(fresh))
		}
		if len(old.Definitions) != len(fresh.Definitions) || len(old.TypeDefs) != len(fresh.TypeDefs) {
			t.Fatalf("program %d has %d and %d definitions", i, len(old.Definitions), len(fresh.Definitions))
		}
		for d := range old.Definitions {
			if a, b := signatureOf(old, int32(d)), signatureOf(fresh, int32(d)); a != b || old.Definitions[d] != fresh.Definitions[d] {
				t.Errorf("program %d, %s : %s and %s", i, old.Definitions[d].Name, a, b)
			}
		}
		if kind == corpus.IllTyped {
			wrong++
		}
	}
	if wrong < 5 {
		t.Errorf("only %d programs are ill-typed", wrong)
	}
}
