package relay

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// writtenPrograms returns all stored programs: those of the cases, the examples and testdata, and the Prelude.
func writtenPrograms(t testing.TB) (list []namedProgram) {
	t.Helper()
	for _, c := range testCases(t) {
		if !c.Prelude {
			list = append(list, namedProgram{c.ID, c.Source})
		}
	}
	for _, pattern := range []string{"../../examples/relay/*.rly", "../../examples/relay/*/*.rly", "prelude.rly"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, namedProgram{file, string(text)})
		}
	}
	for _, p := range programs(t) {
		if !wantedOf(p.source).prelude {
			list = append(list, p)
		}
	}
	return list
}

// somePrograms returns the stored programs for tests of laws: all, or one in six.
func somePrograms(t testing.TB) (list []namedProgram) {
	t.Helper()
	for i, p := range writtenPrograms(t) {
		if i%sample.Size(1, 6) == 0 {
			list = append(list, p)
		}
	}
	return list
}

// small are the limits for the analysis of arbitrary bytes.
var small = patterns.Limits{Nodes: 20_000}

func checkSmall(source []byte, dialect string) *patterns.Result {
	o := language.Options{Settings: language.Settings{Dialect: dialect, Limits: small}}
	return analyze(context.Background(), lang.NewFile("in.rly", source), o)
}

// checkResult checks invariants of every result: the graph is consistent, all places are within the file, every
// diagnostic has a code and a message, every proof is accepted, and a program with a contradiction has an error.
func checkResult(t testing.TB, name string, r *patterns.Result) {
	t.Helper()
	if r.Err != nil {
		t.Fatalf("%s: %v", name, r.Err)
	}
	if r.Solver == nil {
		return
	}
	if err := r.Solver.Graph.Verify(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, r.File.Src)
	}
	within := func(d *lang.Diagnostic, s lang.Span) {
		if s.Start < 0 || s.End < s.Start || int(s.End) > len(r.File.Src) {
			t.Fatalf("%s: %s has the span %v of %d bytes", name, d.Code, s, len(r.File.Src))
		}
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		within(d, d.Span)
		for _, x := range d.Related {
			within(d, x.Span)
		}
		for _, f := range d.Fixes {
			for _, e := range f.Edits {
				within(d, e.Span)
			}
		}
		if d.Code == "" || d.Message.String() == "" {
			t.Fatalf("%s: there is no text for %+v", name, d)
		}
		if x := d.Explanation; x != nil {
			for _, s := range x.Steps {
				within(d, s.Span)
			}
			if !x.Checked {
				t.Fatalf("%s: the proof of %s is not accepted\n%s", name, d.Message, r.File.Src)
			}
		}
	}
	if r.Errors() > 0 {
		return
	}
	for d, def := range r.Definitions {
		if len(r.Solver.Conflicts(int32(d))) > 0 {
			t.Fatalf("%s: %s has a contradiction, and nothing says so\n%s", name, def.Name, r.File.Src)
		}
	}
}

// rendered prints everything that a result reports.
func rendered(r *patterns.Result) string {
	var b strings.Builder
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		b.WriteString(d.String() + "\n")
		for _, x := range d.Related {
			b.WriteString("  " + r.File.Position(x.Span.Start).String() + " " + x.Message.String() + "\n")
		}
		for _, n := range d.Notes {
			b.WriteString("  " + n.String() + "\n")
		}
		for _, f := range d.Fixes {
			b.WriteString("  " + f.Title.String() + " " + f.Grade + "\n")
			for _, e := range f.Edits {
				b.WriteString("    " + strconv.Itoa(int(e.Span.Start)) + " " + e.Text + "\n")
			}
		}
		if x := d.Explanation; x != nil {
			for _, s := range x.Steps {
				b.WriteString("    " + r.File.Position(s.Span.Start).String() + " " + s.Concludes.String() + "\n")
			}
		}
	}
	if r.Solver != nil {
		for d, def := range r.Definitions {
			if v := r.Solver.View(int32(d)); v.Scheme != nil {
				b.WriteString(def.Name + " : " + r.Front.Signature(v.Scheme, v.In, v.Out) + "\n")
			}
		}
	}
	return b.String()
}

// FuzzAnalyze checks that the analysis of arbitrary bytes ends with a valid result.
func FuzzAnalyze(f *testing.F) {
	for _, p := range somePrograms(f) {
		f.Add([]byte(p.source))
	}
	for _, h := range hostile {
		if len(h.source) < 1000 && h.name != takesLong { // slow inputs are not worth mutating
			f.Add([]byte(h.source))
		}
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		for _, dialect := range []string{"", "doc"} {
			checkResult(t, dialect, checkSmall(source, dialect))
		}
	})
}

// damaged changes one thing in a program: it increases a number, drops an argument, swaps two, or replaces a name by
// another one of the program. It returns "" if there is nothing to change.
func damaged(r *rand.Rand, source string) string {
	tree, _ := relay.Parse(lang.NewFile("in.rly", []byte(source)))
	replaced := func(s lang.Span, text string) string { return source[:s.Start] + text + source[s.End:] }
	var changes []func() string
	var names [2][]lang.Span
	for id := range tree.Nodes {
		id := relay.NodeID(id)
		span := tree.Span(id)
		switch tree.Nodes[id].Op {
		case relay.OpInt:
			if n, _ := tree.Int(id); n >= 0 && n < 1<<40 {
				digits := len(strings.TrimLeft(tree.Text(id), "0123456789"))
				end := span.End - int32(digits)
				changes = append(changes, func() string {
					return replaced(lang.Span{Start: span.Start, End: end}, strconv.FormatInt(n+int64(1+r.IntN(3)), 10))
				})
			}
		case relay.OpLocal:
			names[0] = append(names[0], span)
		case relay.OpTypeName:
			names[1] = append(names[1], span)
		case relay.OpCall:
			args := tree.Kids(id)[2:]
			if len(args) >= 2 {
				i := r.IntN(len(args) - 1)
				a, b := tree.Span(args[i]), tree.Span(args[i+1])
				changes = append(changes,
					func() string { return source[:a.Start] + source[b.Start:] },
					func() string {
						return source[:a.Start] + source[b.Start:b.End] + source[a.End:b.Start] + source[a.Start:a.End] + source[b.End:]
					})
			}
		}
	}
	for _, list := range names {
		if len(list) >= 2 {
			changes = append(changes, func() string {
				a, b := list[r.IntN(len(list))], list[r.IntN(len(list))]
				return replaced(a, source[b.Start:b.End])
			})
		}
	}
	if len(changes) == 0 {
		return ""
	}
	return changes[r.IntN(len(changes))]()
}

// TestDamaged checks that the results of all programs, and of programs with small mistakes, are valid and
// deterministic.
func TestDamaged(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	n, wrong, proofs := 0, 0, 0
	for i, p := range writtenPrograms(t) {
		if i%sample.Size(1, 8) != 0 {
			continue
		}
		sources := []string{p.source}
		for range 3 {
			if s := damaged(r, p.source); s != "" && !slices.Contains(sources, s) {
				sources = append(sources, s)
			}
		}
		for i, source := range sources {
			first := check(source, "")
			checkResult(t, p.name, first)
			if i > 0 {
				n++
				if first.Errors() > 0 {
					wrong++
				}
			}
			for _, d := range first.Diagnostics {
				if d.Explanation != nil {
					proofs++
				}
			}
			if i == 1 || i == 0 && len(source) < 400 {
				if a, b := rendered(first), rendered(check(source, "")); a != b {
					t.Errorf("%s: two runs say\n%s\nand\n%s", p.name, a, b)
				}
			}
		}
	}
	t.Logf("%d slips, %d of them errors, %d proofs", n, wrong, proofs)
	if n < sample.Size(300, 50) || wrong < n/4 || proofs < sample.Size(100, 20) {
		t.Errorf("%d slips, %d of them errors, %d proofs", n, wrong, proofs)
	}
}
