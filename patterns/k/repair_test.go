package k

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/repair"
)

// A repaired is a clash with its offered changes.
type repaired struct {
	def    int32
	dg     lang.Diagnostic
	clash  *explain.Contradiction
	places []repair.Place
	fixes  []lang.Fix
}

// repairAll computes the repairs of all clashes of a result, with the witnesses as the suspects.
func repairAll(r *patterns.Result, budget *repair.Budget) []repaired {
	return repairIn(r, repair.NewTrials(r.Front.(*program).repairProgram(), nil), budget)
}

// repairIn is repairAll with shared trials.
func repairIn(r *patterns.Result, w *repair.Trials, budget *repair.Budget) []repaired {
	list := toRepair(r)
	for i := range list {
		x := &list[i]
		fixes, _ := w.Repairs(x.clash, x.dg.Span, x.places, nil, false, budget, nil)
		for _, f := range fixes {
			x.fixes = append(x.fixes, f.Fix)
		}
	}
	return list
}

// toRepair lists the clashes of a result, without changes.
func toRepair(r *patterns.Result) []repaired {
	a := r.Front.(*program)
	var list []repaired
	for d := range a.tree.Defs {
		if len(a.Solver.Conflicts(int32(d))) == 0 {
			continue
		}
		reported := make(map[lang.Span]bool)
		for _, c := range contradictionsOf(a, int32(d)) {
			dg := a.Clash(a.tree.Syms.Text(a.tree.Defs[d].Name), c, nil, lang.Related{})
			if reported[dg.Span] || c.Given < 0 {
				continue
			}
			reported[dg.Span] = true
			var places []repair.Place
			for _, w := range []*lang.Witness{dg.Clash.A, dg.Clash.B, dg.Clash.C} {
				if w != nil {
					p := repair.Place{Site: int32(nodeAt(a, w.Span))}
					if dg.Clash.A == w && dg.Span != w.Span && w.Span.Contains(dg.Span) {
						p.Label = dg.Span
					}
					places = append(places, p)
				}
			}
			list = append(list, repaired{def: int32(d), dg: dg, clash: c, places: places})
		}
	}
	return list
}

// contradictionsOf explains the errors of a definition, leaving out the cited constraints of one error to find the
// next.
func contradictionsOf(a *program, d int32) []*explain.Contradiction {
	all, _ := a.Explainer().Contradictions(d, 100, func(*explain.Contradiction) func(explain.Source) bool {
		return func(explain.Source) bool { return false }
	})
	return all
}

func nodeAt(a *program, s lang.Span) k.NodeID {
	for e := range a.tree.Nodes {
		if a.tree.Span(k.NodeID(e)) == s {
			return k.NodeID(e)
		}
	}
	return k.NoNode
}

func edited(src string, edits []lang.Edit) string {
	return string(lang.AppendEdited(nil, []byte(src), lang.Span{End: int32(len(src))}, edits))
}

func examplePrograms(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../examples/programs/*/*.k")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no examples")
	}
	var list []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		// Changes of one place are those of k4.
		if tree, _ := k.Parse(lang.NewFile(f, text)); tree.Dialect == k.K4 {
			list = append(list, string(text))
		}
	}
	return list
}

// A mutant is a program with one change.
type mutant struct {
	kind   string // typo, label, kind, type, literal
	edits  []lang.Edit
	source string
}

// mutants makes changes of one place each, of the kinds that people make.
func mutants(source string) []mutant {
	r := analyze(source)
	a := r.Front.(*program)
	var list []mutant
	add := func(kind string, edits ...lang.Edit) {
		list = append(list, mutant{kind, edits, edited(source, edits)})
	}
	replace := func(kind string, s lang.Span, text string) { add(kind, lang.Edit{Span: s, Text: text}) }
	var labels, types []string
	types = append(types, "int", "string", "bool")
	for i := range a.tree.Types {
		types = append(types, a.tree.Syms.Text(a.tree.Types[i].Name))
	}
	for e := range a.tree.Nodes {
		n := &a.tree.Nodes[e]
		if n.Op == k.OpDot {
			labels = append(labels, a.tree.Syms.Text(n.Sym))
		}
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	pick := func(list []string, but string, seed int) (string, bool) {
		if len(list) < 2 {
			return "", false
		}
		i := seed % len(list)
		if list[i] == but {
			i = (i + 1) % len(list)
		}
		return list[i], true
	}
	label := func(e k.NodeID, s lang.Span) {
		text := source[s.Start:s.End]
		seed := int(s.Start)*7919 + len(text)
		if len(text) >= 3 && text[0] != '"' {
			i := 1 + seed%(len(text)-2)
			switch seed % 3 {
			case 0:
				replace("typo", s, text[:i]+text[i+1:])
			case 1:
				if text[i] != text[i+1] {
					replace("typo", s, text[:i]+string(text[i+1])+string(text[i])+text[i+2:])
				}
			default:
				replace("typo", s, text[:i]+string(text[i])+text[i:])
			}
		}
		if other, ok := pick(labels, text, seed); ok && text[0] != '"' {
			replace("label", s, k.K4.LabelText(other))
		}
	}
	brackets := func(e k.NodeID, b string) {
		s := a.tree.Span(e)
		end := s.End - 1
		for !strings.Contains(")}]>", source[end:end+1]) {
			end--
		}
		add("kind", lang.Edit{Span: lang.Span{Start: s.Start, End: s.Start + 1}, Text: b[:1]},
			lang.Edit{Span: lang.Span{Start: end, End: end + 1}, Text: b[1:]})
	}
	for e := range a.tree.Nodes {
		e := k.NodeID(e)
		n := &a.tree.Nodes[e]
		for _, f := range a.tree.Fields(e) {
			label(e, f.LabelSpan())
		}
		switch n.Op {
		case k.OpDot:
			label(e, a.tree.DotLabelSpan(e))
			replace("kind", n.Span(), "{() "+source[n.Start+1:n.End]+"}")
		case k.OpVariant:
			if f := a.tree.Fields(e)[0]; a.tree.Nodes[f.Node].Op == k.OpIdentity {
				replace("kind", n.Span(), "."+source[f.Start:f.End])
			}
		case k.OpMerge:
			brackets(e, "[]")
		case k.OpVector:
			brackets(e, "<>")
		case k.OpCodeUnion, k.OpFilterUnion:
			brackets(e, "{}")
		case k.OpCodeProduct, k.OpFilterProduct:
			brackets(e, "<>")
		case k.OpCodeName:
			text := source[n.Start:n.End]
			if other, ok := pick(types, text, int(n.Start)*31); ok {
				replace("type", n.Span(), other)
			}
			replace("type", n.Span(), "["+text+"]")
		case k.OpInt:
			replace("literal", n.Span(), `"`+source[n.Start:n.End]+`"`)
		case k.OpString:
			replace("literal", n.Span(), "7")
		}
	}
	return list
}

// clashOnly reports whether all errors of a program are clashes.
func clashOnly(r *patterns.Result) bool {
	errors := 0
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			if d.Clash == nil {
				return false
			}
			errors++
		}
	}
	return errors > 0
}

// The share of changes of one place for which a repair is offered, and for which the first repair undoes the change,
// does not fall.
func TestRepairRate(t *testing.T) {
	every := sample.Size(7, 70)                 // of the mutants
	chance := 0.15 * float64(sample.Size(0, 1)) // allowance for the smaller sample
	least := map[string]struct{ offered, first float64 }{
		"typo": {1, 0.96}, "label": {0.97, 0.62}, "kind": {0.95, 0.62}, "type": {0.97, 0.74}, "literal": {0.97, 0.4},
	}
	type rate struct{ n, offered, first, among, diagnostics, fixed, certain, wrong int }
	rates := make(map[string]*rate)
	nodes, i := 0, 0
	for _, source := range examplePrograms(t) {
		for _, m := range mutants(source) {
			if i++; i%every != 0 {
				continue
			}
			r := analyze(m.source)
			if !clashOnly(r) {
				continue
			}
			x := rates[m.kind]
			if x == nil {
				x = &rate{}
				rates[m.kind] = x
			}
			budget := repair.NewBudget()
			list := repairAll(r, budget)
			nodes += repair.PerFile - budget.Left
			offered, first, among := false, false, false
			for _, d := range list {
				x.diagnostics++
				if len(d.fixes) > 0 {
					x.fixed++
				}
				for j, f := range d.fixes {
					offered = true
					back := slices.Equal(strings.Fields(edited(m.source, f.Edits)), strings.Fields(source))
					among, first = among || back, first || back && j == 0
					if f.Grade == "machine" {
						x.certain++
						if !back {
							x.wrong++
						}
					}
				}
			}
			x.n++
			x.offered += boolInt(offered)
			x.first += boolInt(first)
			x.among += boolInt(among)
		}
	}
	share := func(part, whole int) float64 { return float64(part) / float64(whole) }
	diagnostics := 0
	for kind, want := range least {
		x := rates[kind]
		diagnostics += x.diagnostics
		t.Logf("%-7s %4d: a repair for %.1f%%, the original first for %.1f%%, among them for %.1f%%; of %d diagnostics %.1f%% have one; %d certain, %d of them wrong",
			kind, x.n, 100*share(x.offered, x.n), 100*share(x.first, x.n), 100*share(x.among, x.n),
			x.diagnostics, 100*share(x.fixed, x.diagnostics), x.certain, x.wrong)
		if share(x.offered, x.n) < want.offered-chance || share(x.first, x.n) < want.first-chance {
			t.Errorf("%s: want a repair for %.0f%% and the original first for %.0f%%", kind, 100*want.offered,
				100*want.first)
		}
		if kind == "typo" && x.wrong > 0 {
			t.Errorf("%d repairs of typos are certain and wrong", x.wrong)
		}
	}
	t.Logf("%d syntax nodes derived for each diagnostic", nodes/diagnostics)
}

// checkRepairs checks the repairs of a program against their promised properties.
func checkRepairs(t interface{ Fatalf(string, ...any) }, source string) int {
	r := analyze(source)
	before := snapshot(r)
	list := repairAll(r, repair.NewBudget())
	if after := snapshot(r); after != before {
		t.Fatalf("the result changed\n%s\nto\n%s\n%s", before, after, source)
	}
	n := 0
	again := repairAll(analyze(source), repair.NewBudget())
	for i, d := range list {
		if !slices.EqualFunc(d.fixes, again[i].fixes, sameFix) {
			t.Fatalf("two runs differ\n%s%s%s", source, listFixes(source, d.fixes), listFixes(source, again[i].fixes))
		}
		for _, f := range d.fixes {
			n++
			at := int32(0)
			for _, e := range f.Edits {
				if e.Span.Start < at || e.Span.End < e.Span.Start || int(e.Span.End) > len(source) {
					t.Fatalf("%s: edits %v are out of order or of the file\n%s", f.Title, f.Edits, source)
				}
				at = e.Span.End
			}
			if f.Clean && !f.Checked || f.Title.String() == "" || f.Grade == "" || len(f.Edits) == 0 {
				t.Fatalf("a repair without all of its parts: %+v", f)
			}
			text := edited(source, f.Edits)
			fixed := analyze(text)
			before := len(r.Solver.Conflicts(d.def))
			if now := len(fixed.Solver.Conflicts(d.def)); now >= before || now > 0 && fixed.Definitions[d.def].OK {
				t.Fatalf("%s: %d conflicts of %d are left\n%s\n%s", f.Title, now, before, source, text)
			}
			if now := len(fixed.Solver.Conflicts(d.def)); f.Checked && now > 0 ||
				f.Clean != (f.Checked && fixed.Errors() == 0) {
				t.Fatalf("%s (checked %v, clean %v): %d conflicts are left, %d errors\n%s\n%s", f.Title, f.Checked,
					f.Clean, now, fixed.Errors(), source, text)
			}
			// Several errors with one report are still several, and each has its own changes.
			gathered := slices.ContainsFunc(r.Diagnostics, func(d lang.Diagnostic) bool { return d.Secondary })
			if before == 1 && r.Errors() == 1 && !gathered && fixed.Errors() > 0 {
				t.Fatalf("%s\n%s\nis still wrong:%s", f.Title, text, messages(fixed))
			}
			for j := range r.Definitions {
				// Ignore errors that were hidden by this error and the remaining ones.
				if !r.Solver.Derivation(int32(j)).Bad && fixed.Solver.Derivation(int32(j)).Bad {
					t.Fatalf("%s: `%s` was fine\n%s\n%s%s", f.Title, r.Definitions[j].Name, source, text,
						messages(fixed))
				}
			}
			if warnings(fixed) > warnings(r) {
				t.Fatalf("%s: more warnings\n%s%s", f.Title, text, messages(fixed))
			}
		}
	}
	return n
}

// warnings counts warnings except those about boxing, which is checked only without errors.
func warnings(r *patterns.Result) (n int) {
	for _, d := range r.Diagnostics {
		if d.Severity == lang.Warning && d.Code != lang.Boxing {
			n++
		}
	}
	return n
}

func sameFix(x, y lang.Fix) bool {
	return x.Title.String() == y.Title.String() && x.Grade == y.Grade && slices.Equal(x.Edits, y.Edits)
}

// snapshot returns the parts of a result that must not change.
func snapshot(r *patterns.Result) string {
	g := r.Solver.Graph
	s := fmt.Sprintf("%d nodes, %d events, %d conflicts%s", g.Len(), g.Events(), len(g.Conflicts()), messages(r))
	for i, d := range r.Definitions {
		s += fmt.Sprintf("\n%s %v %s", d.Name, d.OK, signatureOf(r, int32(i)))
	}
	return s
}

func TestRepairsAreChecked(t *testing.T) {
	n := 0
	for i, source := range examplePrograms(t) {
		for j, m := range mutants(source) {
			if (i+j)%sample.Size(41, 410) == 0 {
				n += checkRepairs(t, m.source)
			}
		}
	}
	for _, c := range repairCases {
		n += checkRepairs(t, c.source)
	}
	t.Logf("%d repairs", n)
	inDialects(t, func(t *testing.T, draw func(*rapid.T) *draft) {
		rapid.Check(t, func(t *rapid.T) { checkRepairs(t, plain().program(draw(t))) })
	})
}

// A change has the same effect on a part of the program as on the whole.
func TestRepairsInParts(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, source string) {
		parts := repairAll(analyze(source), &repair.Budget{Left: 1 << 30, Each: 1 << 30})
		r := analyze(source)
		whole := r.Front.(*program).repairProgram()
		whole.Entangled = true
		for i, d := range repairIn(r, repair.NewTrials(whole, nil), &repair.Budget{Left: 1 << 30, Each: 1 << 30}) {
			if !slices.EqualFunc(d.fixes, parts[i].fixes, sameFix) {
				t.Fatalf("%s\nas a whole:%s\nin parts:%s", source, listFixes(source, d.fixes),
					listFixes(source, parts[i].fixes))
			}
		}
	}
	for i, source := range examplePrograms(t) {
		for j, m := range mutants(source) {
			if (i+j)%sample.Size(53, 530) == 0 {
				check(t, m.source)
			}
		}
	}
	inDialects(t, func(t *testing.T, draw func(*rapid.T) *draft) {
		rapid.Check(t, func(t *rapid.T) { check(t, plain().program(draw(t))) })
	})
}

// With a mistake in each of many definitions, the work ends at the budget, in parts as well as in one piece, and
// unrelated definitions are repaired as if each was alone.
func TestRepairBudget(t *testing.T) {
	n := sample.Size(400, 60)
	r := analyze(manyMistakes(n, false))
	budget := repair.NewBudget()
	for _, d := range repairAll(r, budget) {
		if len(d.fixes) == 0 || d.fixes[0].Title.String() != "use `.width`" {
			t.Fatalf("%s has no repair: %v", r.Definitions[d.def].Name, d.fixes)
		}
	}
	if used := repair.PerFile - budget.Left; used > n*1000 {
		t.Errorf("%d nodes were derived for %d small mistakes", used, n)
	}
	r = analyze(manyMistakes(n, true))
	for _, left := range []int{0, 1, 10_000, repair.PerFile} {
		budget := &repair.Budget{Left: left, Each: repair.NewBudget().Each}
		fixed := 0
		for _, d := range repairAll(r, budget) {
			fixed += boolInt(len(d.fixes) > 0)
		}
		t.Logf("%d nodes: %d of %d fixed, %d nodes left", left, fixed, n, budget.Left)
		if budget.Left < 0 || left < 10_000 && fixed > 0 || left == repair.PerFile && fixed == 0 {
			t.Errorf("%d nodes: %d fixed, %d left", left, fixed, budget.Left)
		}
	}
}

// manyMistakes returns a program with a mistake in each of n definitions; one main expression uses all of them, or
// none.
func manyMistakes(n int, used bool) string {
	var b strings.Builder
	b.WriteString("$box = {int width, int height};\nsize = $box [.width, .height] TIMES;\n")
	for i := range n {
		fmt.Fprintf(&b, "f%d = $box {[.widht, .height] TIMES area, size size};\n", i)
	}
	if used {
		b.WriteString("[")
		for i := range n {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "f%d", i)
		}
		b.WriteString("]")
	}
	return b.String()
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// BenchmarkRepairs measures the repairs of one diagnostic: of mutants of the examples, and in a program of a thousand
// mistakes.
func BenchmarkRepairs(b *testing.B) {
	run := func(b *testing.B, sources []string) {
		clashes := make([][]repaired, len(sources))
		trials := make([]*repair.Trials, len(sources))
		diagnostics, nodes := 0, 0
		for i, s := range sources {
			r := analyze(s)
			clashes[i], trials[i] = toRepair(r), repair.NewTrials(r.Front.(*program).repairProgram(), nil)
			diagnostics += len(clashes[i])
		}
		for b.Loop() {
			nodes = 0
			for i := range clashes {
				budget := repair.NewBudget()
				for _, x := range clashes[i] {
					trials[i].Repairs(x.clash, x.dg.Span, x.places, nil, false, budget, nil)
				}
				nodes += repair.PerFile - budget.Left
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(diagnostics), "µs/diagnostic")
		b.ReportMetric(float64(nodes)/float64(diagnostics), "nodes/diagnostic")
	}
	for _, kind := range []string{"typo", "label", "kind", "type", "literal"} {
		b.Run("mutant="+kind, func(b *testing.B) {
			var sources []string
			for _, source := range examplePrograms(b) {
				for _, m := range mutants(source) {
					if m.kind == kind && len(m.source)%7 == 0 && clashOnly(analyze(m.source)) {
						sources = append(sources, m.source)
					}
				}
			}
			run(b, sources)
		})
	}
	for _, used := range []bool{false, true} {
		b.Run(fmt.Sprintf("mistakes=1000/used=%v", used), func(b *testing.B) { run(b, []string{manyMistakes(1000, used)}) })
	}
}

// The proposals that blame takes into account do not depend on the length of names.
func TestProposalsOfLongNames(t *testing.T) {
	proposed := func(name string) (list []string) {
		a := analyze(name + " = (); f = $ int .x {" + name + " x, " + name + " y, " + name + " z};").Front.(*program)
		c := contradictionsOf(a, 1)[0]
		nodeOf := func(f explain.Fact) int32 {
			site, _ := a.Graph.Site(f.Node)
			return site
		}
		places := []repair.Place{{Site: nodeOf(c.Facts[0])}, {Site: nodeOf(c.Facts[1])}}
		_, plain := repair.NewTrials(a.repairProgram(), nil).Repairs(c, lang.Span{}, places, nil, false,
			repair.NewBudget(), nil)
		for _, m := range plain {
			list = append(list, fmt.Sprint(m.Kind.Name, m.Cost, m.Sites))
		}
		return list
	}
	short, long := proposed("g"), proposed(strings.Repeat("long_", 20))
	if len(short) == 0 || !slices.Equal(short, long) {
		t.Errorf("with short names\n%v\nwith long ones\n%v", short, long)
	}
}
