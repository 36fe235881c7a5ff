package migrate_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/migrate"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

type version struct {
	result  *patterns.Result
	syntax  k.Syntax
	program *eval.Program
	defs    map[string]int32
	types   map[string]patterns.Type
}

func analyze(src []byte) version {
	r := k.Analyze(context.Background(), lang.NewFile("test.k", src), k.Options{Brief: true})
	s, _ := k.SyntaxOf(r)
	v := version{r, s, eval.Compile(s.Tree, s.Names, s.Canonical), make(map[string]int32),
		make(map[string]patterns.Type)}
	for i, d := range r.Definitions {
		if _, again := v.defs[d.Name]; !again {
			v.defs[d.Name] = int32(i)
		}
	}
	for _, d := range r.TypeDefs {
		if _, again := v.types[d.Name]; !again {
			v.types[d.Name] = d.Type
		}
	}
	return v
}

// samples returns values with the labels of a program: the least values of its types, and some combinations.
func samples(v version, some func(n int) int) []eval.Value {
	values := []eval.Value{eval.Unit()}
	t, _ := k.TypesOf(v.result)
	for _, info := range t.All(0, nil) {
		if x, err := eval.ReadJSON([]byte(info.Least)); err == nil && info.Least != "" {
			values = append(values, x)
		}
	}
	values = values[:min(len(values), 12)]
	var labels []string
	for l, n := range v.syntax.Tree.LabelCounts() {
		if n > 0 {
			labels = append(labels, v.syntax.Tree.Syms.Text(lang.Sym(l)))
		}
	}
	for range 20 {
		if len(labels) == 0 {
			break
		}
		fields := make([]eval.Field, 0, 3)
		for i := range 1 + some(3) {
			l := labels[(some(len(labels))+i)%len(labels)]
			if !slices.ContainsFunc(fields, func(f eval.Field) bool { return f.Label == l }) {
				fields = append(fields, eval.Field{Label: l, Value: values[some(len(values))]})
			}
		}
		if x := eval.ObjectValue(fields...); len(eval.Short(x, 500)) < 400 {
			values = append(values, x)
		}
	}
	return values
}

// counts are numbers of definitions, and of runs that give a value.
type counts struct{ migrated, narrowed, left, ran int }

func (c *counts) add(d counts) {
	c.migrated, c.narrowed, c.left, c.ran = c.migrated+d.migrated, c.narrowed+d.narrowed, c.left+d.left, c.ran+d.ran
}

// holds checks the claims about a program, which may be a whole one: each definition is migrated or left; a migrated
// one has its signature and the same behaviour (a narrowed one where the program uses it); and the rest is reported.
func holds(src []byte, whole bool, some func(n int) int) (c counts, err error) {
	m := migrate.Program(context.Background(), lang.NewFile("test.k", src), language.Settings{}, whole)
	if m.Already || m.Text == nil {
		return counts{}, nil
	}
	before, after := analyze(src), analyze(m.Text)
	fail := func(format string, args ...any) (counts, error) {
		return counts{}, fmt.Errorf("%s\nbecomes\n%s\n%s", src, m.Text, fmt.Sprintf(format, args...))
	}
	if len(m.Narrowed) > 0 && !whole {
		return fail("%v are narrowed", m.Narrowed)
	}
	came := &given{before: before, values: make(map[int32][]eval.Value)}
	if after.syntax.Tree.Dialect != lk.K6 {
		return fail("that is not k6")
	}
	if after.result.Errors() > 0 {
		return fail("with the error %s", after.result.Diagnostics[0].Message)
	}
	if n := len(before.result.Definitions) + len(before.result.TypeDefs); n != len(m.Migrated)+len(m.Left) {
		return fail("%d of %d definitions are listed", len(m.Migrated)+len(m.Left), n)
	}
	if n := len(after.result.Definitions) + len(after.result.TypeDefs); n != len(m.Migrated) {
		return fail("%d of %d definitions are there", n, len(m.Migrated))
	}
	if m.Complete != (len(m.Left) == 0) {
		return fail("complete: %v", m.Complete)
	}
	values := samples(before, some)
	for _, name := range m.Migrated {
		if t, ok := strings.CutPrefix(name, "$"); ok {
			if before.result.Types.Form(before.types[t]) != after.result.Types.Form(after.types[t]) {
				return fail("$%s is another type", t)
			}
			continue
		}
		d, e := before.defs[name], after.defs[name]
		x, y := before.result.Solver.Scheme(d), after.result.Solver.Scheme(e)
		p, q := before.result.Pattern(x), after.result.Pattern(y)
		narrowed := slices.Contains(m.Narrowed, name)
		if narrowed && !came.within(d) {
			return fail("%s is narrowed, and nothing says what it gets", name)
		}
		if !slices.Equal(p.Roots, q.Roots) || !slices.EqualFunc(p.Nodes, q.Nodes, func(a, b patterns.PatternNode) bool {
			x, y := a.Flat, b.Flat
			same := (a.Type != patterns.NoType) == (b.Type != patterns.NoType) && x.IsVector() == y.IsVector() &&
				x.Closed() == y.Closed()
			if narrowed && x.Shapes()&either == either {
				same = same && y.Shapes()&either != 0
			} else if x.IsProduct() || x.IsUnion() || len(a.Edges) < 2 || !y.IsProduct() { // a pattern with two required labels is a product
				same = same && x.IsProduct() == y.IsProduct() && x.IsUnion() == y.IsUnion()
			}
			if a.Type != patterns.NoType && b.Type != patterns.NoType {
				same = same && before.result.Types.Form(a.Type) == after.result.Types.Form(b.Type)
			}
			return same && slices.Equal(a.Edges, b.Edges)
		}) {
			return fail("%s has another signature", name)
		}
		for _, v := range values {
			o := before.program.Run(d, v, eval.Options{Fuel: 20_000, Memory: 1 << 20, Observer: came.by(d, narrowed)})
			w := after.program.Run(e, v, eval.Options{Fuel: 20_000, Memory: 1 << 20})
			if o.Verdict == lang.OutOfFuel || o.Verdict == lang.OutOfMemory || w.Verdict == lang.OutOfFuel ||
				w.Verdict == lang.OutOfMemory {
				continue // the dialects count steps differently
			}
			if narrowed && w.Verdict == lang.Undefined {
				continue // its actual inputs are checked below
			}
			if o.Verdict != w.Verdict || o.Verdict == lang.Defined && !eval.Equal(o.Value, w.Value) {
				return fail("%s on %s: %v %s, and then %v %s", name, eval.JSON(v), o.Verdict, shown(o.Value), w.Verdict,
					shown(w.Value))
			}
			if o.Verdict == lang.Defined {
				c.ran++
			}
		}
	}
	for _, name := range m.Narrowed {
		d, e := before.defs[name], after.defs[name]
		for _, v := range came.values[d] {
			o := before.program.Run(d, v, eval.Options{Fuel: 20_000, Memory: 1 << 20})
			w := after.program.Run(e, v, eval.Options{Fuel: 20_000, Memory: 1 << 20})
			if o.Verdict == lang.Defined && (w.Verdict != lang.Defined || !eval.Equal(o.Value, w.Value)) {
				return fail("%s gets %s: %s, and then %v %s", name, eval.JSON(v), shown(o.Value), w.Verdict,
					shown(w.Value))
			}
			c.ran++
		}
	}
	for _, name := range m.Left {
		if !slices.ContainsFunc(m.Problems, func(d lang.Diagnostic) bool { return d.Definition == name }) {
			return fail("there is no report about %s", name)
		}
	}
	c.migrated, c.narrowed, c.left = len(m.Migrated), len(m.Narrowed), len(m.Left)
	return c, nil
}

const either = unify.Product | unify.Union

// given records the inputs that definitions of a program get from others.
type given struct {
	before version
	values map[int32][]eval.Value // some of them
	from   int32                  // the definition that runs
	off    bool                   // that definition is narrowed itself, and its samples are not inputs of the program
}

func (g *given) by(d int32, narrowed bool) eval.Observer {
	g.from, g.off = d, narrowed
	return g
}

// Enter records the input of a reference.
func (g *given) Enter(e lk.NodeID, in eval.Value) {
	n := &g.before.syntax.Tree.Nodes[e]
	if g.off || n.Op != lk.OpRef {
		return
	}
	if d := g.before.syntax.Names.Func[n.Sym]; d >= 0 && len(g.values[d]) < 50 {
		g.values[d] = append(g.values[d], in)
	}
}

func (g *given) Leave(lk.NodeID, eval.Value, eval.Value) {}

// within reports whether a definition outside of the recursive group of d references the group: only then the uses
// decide its inputs.
func (g *given) within(d int32) bool {
	t := g.before.syntax.Tree
	refers := func(d int32) (list []int32) {
		for e := t.Defs[d].First; e <= t.Defs[d].Root; e++ {
			if n := &t.Nodes[e]; n.Op == lk.OpRef && g.before.syntax.Names.Func[n.Sym] >= 0 {
				list = append(list, g.before.syntax.Names.Func[n.Sym])
			}
		}
		return list
	}
	below := func(d int32) []int32 {
		all := []int32{d}
		for i := 0; i < len(all); i++ {
			for _, r := range refers(all[i]) {
				if !slices.Contains(all, r) {
					all = append(all, r)
				}
			}
		}
		return all
	}
	group := slices.DeleteFunc(below(d), func(e int32) bool { return !slices.Contains(below(e), d) })
	for by := range int32(len(t.Defs)) {
		if !slices.Contains(group, by) && slices.ContainsFunc(refers(by), func(r int32) bool { return slices.Contains(group, r) }) {
			return true
		}
	}
	return false
}

func shown(v eval.Value) string {
	if v == nil {
		return ""
	}
	return eval.Short(v, 80)
}

// All programs of the repository are migrated with equal signatures, or reported.
func TestExamples(t *testing.T) {
	var all counts
	n := 0
	some := func(most int) int { n = (n*31 + 7) % 10007; return n % most }
	err := filepath.WalkDir("../../../examples", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".k" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, whole := range []bool{false, true} {
			c, err := holds(src, whole, some)
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			all.add(c)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if all.migrated < 60 || all.left < 60 || all.ran < 100 {
		t.Errorf("%+v", all)
	}
	t.Logf("%+v", all)
}

// maker makes programs of k4 without literals and vectors.
type maker struct{ *rapid.T }

func (m maker) of(words ...string) string { return rapid.SampledFrom(words).Draw(m.T, "word") }
func (m maker) some(n int) int            { return rapid.IntRange(0, n-1).Draw(m.T, "n") }
func (m maker) gap() string {
	return m.of("", "", "", "", "", " ", " ", "\n", " -- a\n", "/* b */", "\t", " // c\n")
}

func (m maker) label() string { return m.of("a", "b", "c", `"a b"`, "0", "-1", "1") }

func (m maker) fields(n int, part func() string) string {
	var list []string
	used := make(map[string]bool)
	for range n {
		l := m.label()
		if used[l] {
			continue
		}
		used[l] = true
		if m.some(4) == 0 {
			list = append(list, m.gap()+l+m.gap()+":"+m.gap()+part()+m.gap())
		} else {
			p := part()
			blank := m.gap()
			if blank == "" {
				blank = " "
			}
			if l[0] == '-' && m.some(2) == 0 {
				blank = ""
			}
			list = append(list, m.gap()+p+blank+l+m.gap())
		}
	}
	return strings.Join(list, ",")
}

func (m maker) code(depth int) string {
	if depth == 0 || m.some(3) == 0 {
		return m.of("t0", "t1", "{}")
	}
	inner := m.fields(m.some(4), func() string { return m.code(depth - 1) })
	if m.some(2) == 0 {
		return "{" + inner + "}"
	}
	return "<" + inner + ">"
}

func (m maker) filter(depth int) string {
	if depth == 0 || m.some(4) == 0 {
		return m.of("X", "Y", "(...)", "$t0", "$t1", "{}")
	}
	inner := m.fields(m.some(3), func() string { return m.filter(depth - 1) })
	if m.some(2) == 0 {
		if strings.TrimSpace(inner) != "" {
			inner += ","
		}
		inner += m.gap() + "..." + m.gap()
	}
	b := m.of("{}", "<>", "()")
	return b[:1] + inner + b[1:] + m.of("", "", "=Z")
}

func (m maker) expression(depth int) string {
	var parts []string
	for range 1 + m.some(4) {
		p := ""
		switch k := m.some(12); {
		case k < 3:
			p = "." + m.label()
		case k == 3:
			p = "$" + m.of("t0", "t1", "t2")
		case k == 4:
			p = m.of("f0", "f1", "f2", "()")
		case k == 5:
			p = "?" + m.filter(2)
		case k == 6 && m.some(2) == 0:
			p = "$" + m.code(1)
		case depth == 0:
			p = "()"
		case k < 9:
			p = "{" + m.fields(1, func() string { return m.expression(depth - 1) }) + "}"
		case k == 9:
			p = "{" + m.fields(m.some(4), func() string { return m.expression(depth - 1) }) + "}"
		case k == 10:
			p = "(" + m.expression(depth-1) + ")"
		default:
			var list []string
			for range m.some(4) {
				list = append(list, m.expression(depth-1))
			}
			p = "<" + strings.Join(list, ","+m.gap()) + ">"
		}
		parts = append(parts, p)
	}
	return m.gap() + strings.Join(parts, m.of(" ", " ", "\n", " /* . */ ", " -- .\n"))
}

func (m maker) program() string {
	var b strings.Builder
	for i := range 3 {
		c := m.of("{", "<")
		inner := m.fields(1+m.some(3), func() string { return m.code(1) })
		fmt.Fprintf(&b, "$t%d%s=%s%s%s;", i, m.gap(), m.gap(), c+inner, map[string]string{"{": "}", "<": ">"}[c])
		b.WriteString(m.gap())
	}
	for i := range 3 {
		start := ""
		if m.some(2) == 0 {
			start = m.of("$t0 ", "$t1 ", "$t2 ", "?{X a, ...} ", "?<X a, ...> ")
		}
		fmt.Fprintf(&b, "f%d%s=%s%s%s;", i, m.gap(), m.gap(), start, m.expression(2))
		b.WriteString(m.gap())
	}
	return b.String()
}

// Generated programs keep the law, and enough of them can be migrated.
func TestMade(t *testing.T) {
	var all counts
	programs := 0
	rapid.Check(t, func(t *rapid.T) {
		m := maker{t}
		c, err := holds([]byte(m.program()), m.some(2) == 0, m.some)
		if err != nil {
			t.Fatal(err)
		}
		all.add(c)
		programs++
	})
	if programs >= 100 && (all.migrated < programs || all.left < programs/4 || all.ran < programs/4) {
		t.Errorf("of %d programs %+v", programs, all)
	}
	t.Logf("of %d programs %+v", programs, all)
}

// So do arbitrary programs.
func TestAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, err := holds([]byte(gen.Program(t)), rapid.Bool().Draw(t, "whole"), func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") })
		if err != nil {
			t.Fatal(err)
		}
	})
}

// wholeProgram makes a program in which most definitions get their input from others.
func (m maker) wholeProgram() string {
	code := func(pair string) string {
		return pair[:1] + m.of("t0", "t1", "t2", "{}") + " a, " + m.of("t0", "t1", "t2", "{}") + " b" + pair[1:]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "$t0 = %s; $t1 = %s; $t2 = %s;\n", code("{}"), code("<>"), code(m.of("{}", "<>")))
	steps := func(calls ...string) string {
		var list []string
		for range 1 + m.some(3) {
			step := m.of(".a", ".b")
			switch m.some(6) {
			case 0, 1:
				if len(calls) > 0 {
					step = m.of(calls...)
				}
			case 2:
				step = "<" + step + ", " + m.of(append(calls, ".a", ".b")...) + ">"
			case 3:
				step = "{" + step + " a, " + m.of(append(calls, ".a", ".b", "()")...) + " b}"
			case 4:
				step = m.of("?(X a, ...)", "?(X b, Y a, ...)", "()") + " " + step
			}
			list = append(list, step)
		}
		return strings.Join(list, " ")
	}
	fmt.Fprintf(&b, "g0 = %s;\n", steps())
	fmt.Fprintf(&b, "g1 = %s;\n", steps("g0"))
	fmt.Fprintf(&b, "g2 = %s;\n", steps(m.of("g0", "g1"), m.of("g1", "g2")))
	fmt.Fprintf(&b, "f = $t%d %s;\n", m.some(3), steps("g0", "g1", "g2"))
	fmt.Fprintf(&b, "$t%d %s", m.some(3), steps("g0", "g1", "g2", "f"))
	return b.String()
}

// Whole programs keep the law, and uses decide enough of them.
func TestWhole(t *testing.T) {
	var all counts
	programs := 0
	rapid.Check(t, func(t *rapid.T) {
		m := maker{t}
		c, err := holds([]byte(m.wholeProgram()), true, m.some)
		if err != nil {
			t.Fatal(err)
		}
		all.add(c)
		programs++
	})
	if programs >= 100 && (all.narrowed < programs/6 || all.left < programs/4 || all.ran < programs/4) {
		t.Errorf("of %d programs %+v", programs, all)
	}
	t.Logf("of %d programs %+v", programs, all)
}
