package k

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// A repaired is a clash with the changes that are offered for it.
type repaired struct {
	def   int32
	dg    lang.Diagnostic
	fixes []lang.Fix
}

// repairAll asks for the repairs of all clashes of a result, with the witnesses
// as the places that may be at fault.
func repairAll(r *patterns.Result, budget *repairBudget) []repaired {
	a := r.Front.(*analysis)
	var list []repaired
	for d := range a.tree.Defs {
		told := make(map[lang.Span]bool)
		for _, c := range a.solver.Conflicts(int32(d)) {
			clash := a.solver.Explain(int32(d), c)
			dg := a.clash(a.tree.Syms.Text(a.tree.Defs[d].Name), clash)
			if told[dg.Span] || dg.Clash == nil {
				continue
			}
			told[dg.Span] = true
			var places []repairPlace
			for _, w := range []*lang.Witness{dg.Clash.A, dg.Clash.B, dg.Clash.C} {
				if w != nil {
					p := repairPlace{def: int32(d), node: nodeAt(a, w.Span)}
					if dg.Clash.A == w && dg.Span != w.Span && w.Span.Contains(dg.Span) {
						p.label = dg.Span
					}
					places = append(places, p)
				}
			}
			list = append(list, repaired{int32(d), dg, a.repairs(&dg, clash, places, budget)})
		}
	}
	return list
}

func nodeAt(a *analysis, s lang.Span) k.NodeID {
	for e := range a.tree.Nodes {
		if a.tree.Span(k.NodeID(e)) == s {
			return k.NodeID(e)
		}
	}
	return k.NoNode
}

func edited(src string, edits []lang.Edit) string {
	var b strings.Builder
	at := int32(0)
	for _, e := range edits {
		b.WriteString(src[at:e.Span.Start] + e.Text)
		at = e.Span.End
	}
	return b.String() + src[at:]
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
		list = append(list, string(text))
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
	a := r.Front.(*analysis)
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
			replace("label", s, k.LabelText(other))
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
		if n.Op.Fielded() {
			for _, f := range a.tree.Fields(e) {
				label(e, f.LabelSpan())
			}
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

// clashOnly reports whether what is wrong with a program are clashes.
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

func TestRepairRateX(t *testing.T) {
	type rate struct{ n, fixed, first, any, machine, wrong int }
	rates := map[string]*rate{}
	step := 1
	if s := os.Getenv("STEP"); s != "" {
		fmt.Sscan(s, &step)
	}
	nodes, diags, trials := 0, 0, 0
	i := 0
	for _, source := range examplePrograms(t) {
		for _, m := range mutants(source) {
			if i++; i%step != 0 {
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
			x.n++
			budget := newRepairBudget()
			list := repairAll(r, budget)
			nodes += repairNodesPerFile - budget.left
			diags += len(list)
			fixed, first, restored := false, false, false
			for _, d := range list {
				for j, f := range d.fixes {
					fixed = true
					back := strings.Join(strings.Fields(edited(m.source, f.Edits)), " ") == strings.Join(strings.Fields(source), " ")
					if back {
						restored = true
						first = first || j == 0
					}
					if f.Grade == "machine" {
						x.machine++
						if !back {
							x.wrong++
						}
					}
				}
			}
			if fixed {
				x.fixed++
			}
			if first {
				x.first++
			}
			if restored {
				x.any++
			}
			if k := os.Getenv("SHOW"); k != "" && strings.Contains(k, m.kind) && (!fixed || strings.Contains(k, "first") && !first || strings.Contains(k, "all")) {
				t.Logf("%s %q -> %q", m.kind, source[m.edits[0].Span.Start:m.edits[0].Span.End], m.edits[0].Text)
				for _, d := range list {
					p := r.File.Position(m.edits[0].Span.Start)
					q := r.File.Position(d.dg.Span.Start)
					t.Logf("  mutated %d:%d line %s\n  %d:%d %s", p.Line, p.Column, r.File.Line(p.Line), q.Line, q.Column, d.dg.Message)
					for _, f := range d.fixes {
						t.Logf("    %s: %s %v", f.Grade, f.Title, f.Edits)
					}
				}
			}
		}
	}
	_ = trials
	for kind, x := range rates {
		t.Logf("%-8s %4d: offered %.1f%%, original first %.1f%%, among them %.1f%%, machine %d wrong %d", kind, x.n,
			100*float64(x.fixed)/float64(x.n), 100*float64(x.first)/float64(x.n), 100*float64(x.any)/float64(x.n), x.machine, x.wrong)
	}
	t.Logf("%d diagnostics, %.0f nodes each", diags, float64(nodes)/float64(diags))
}
