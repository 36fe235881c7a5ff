package batch

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// placeOf is the code, the place and the kind of a diagnostic.
func placeOf(f *lang.File, d *lang.Diagnostic) string {
	return fmt.Sprintf("%s %v %t", d.Code, d.Span, d.Secondary)
}

// The reports of a library and of a program that has it are together the report of both as one text: no diagnostic is
// duplicated or lost.
func TestSeparateReports(t *testing.T) {
	wrong := 0
	for i := 0; i < 500 && wrong < 15; i++ {
		p := (corpus.Corpus{Seed: 3}).Program(i)
		if p.Kind != corpus.IllTyped || len(p.Source) > 5000 {
			continue
		}
		one := k.Analyze(context.Background(), lang.NewFile("one.k", p.Source), k.Options{})
		for border := 0; border < len(one.Definitions); border += 1 + len(one.Definitions)/4 {
			if one.Definitions[border].Name == "__main__" {
				continue
			}
			at := int(one.Definitions[border].Span.End)
			if p.Source[at] != '\n' {
				continue
			}
			// Joining them restores the line feed between them.
			core, main := lang.NewFile("core.k", p.Source[:at]), lang.NewFile("main.k", p.Source[at+1:])
			var none *Library
			library := none.And(core, nil)
			got := make(map[string][]string)
			b := &Batch{
				Languages: languages.All, Workers: 1, Separate: true,
				Policy: func(s *inputs.Source) (policy Policy) {
					if s.Name == "main.k" {
						policy.Library = library
					}
					return policy
				},
				Render: func(in *report.Input) (_, _ []byte) {
					for i := range in.Diagnostics {
						got[in.Name] = append(got[in.Name], placeOf(in.File, &in.Diagnostics[i]))
					}
					return nil, nil
				},
			}
			o := inputs.Options{Languages: languages.All}
			sources := []inputs.Source{inputs.Text(o, "core.k", core.Src), inputs.Text(o, "main.k", main.Src)}
			if _, err := b.Run(t.Context(), slices.Values(sources), func(*Outcome) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(got["core.k"],
				func(s string) bool { return s[:5] == string(lang.UnknownFunction) || s[:5] == string(lang.UnknownType) }) {
				continue // the library is incomplete without the program
			}
			wrong++
			var want []string
			for i := range one.Diagnostics {
				want = append(want, placeOf(one.File, &one.Diagnostics[i]))
			}
			all := slices.Concat(got["core.k"], got["main.k"])
			slices.Sort(all)
			slices.Sort(want)
			if !slices.Equal(all, want) {
				t.Errorf("program %d, cut at %d: %q, want %q", i, at, got, want)
			}
		}
	}
	if wrong < 10 {
		t.Errorf("only %d programs", wrong)
	}
}

// Only the definitions of a library that a program refers to are derived, unless all are needed.
func TestLibraryOwn(t *testing.T) {
	library := (*Library)(nil).And(lang.NewFile("lib.k", []byte("f = .a; g = f .b; h = .c;")), nil)
	for _, c := range []struct {
		pick, trace bool
		want        int
	}{{want: 3}, {pick: true, want: 4}, {trace: true, want: 4}} {
		derived := 0
		run := &Batch{
			Languages: languages.All, Workers: 1, Separate: true, Trace: c.trace,
			Policy: func(*inputs.Source) Policy { return Policy{Library: library} },
			Render: func(in *report.Input) (_, _ []byte) {
				for d := range in.Result.Definitions {
					if in.Result.Solver.Derivation(int32(d)).Derived {
						derived++
					}
				}
				return nil, nil
			},
		}
		if c.pick {
			run.Pick = func(*report.Input) {}
		}
		source := inputs.Text(inputs.Options{Languages: languages.All}, "p.k", []byte("i = g .d;"))
		if _, err := run.Run(t.Context(), slices.Values([]inputs.Source{source}),
			func(*Outcome) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if derived != c.want {
			t.Errorf("%+v: %d definitions are derived", c, derived)
		}
	}
}

// BenchmarkLibrary checks 100 programs of two lines with and without a library of 400 definitions (20 KB); a library
// with errors costs no more than one without.
func BenchmarkLibrary(b *testing.B) {
	text := []byte("$t = {int x, int y};\n")
	for i := range 400 {
		text = fmt.Appendf(text, "g%d = $t {.x a, .y b} <{.a x, .b y} .x, .b> {() v} .v;\n", i)
	}
	bad := append(slices.Clone(text), "bad = $t {.x a, .y b} .z;\n"...)
	for _, v := range []struct {
		name string
		text []byte
	}{{"none", nil}, {"sound", text}, {"wrong", bad}} {
		b.Run(v.name, func(b *testing.B) {
			var library *Library
			if v.text != nil {
				library = library.And(lang.NewFile("core.k", v.text), nil)
			}
			o := inputs.Options{Languages: languages.All}
			var sources []inputs.Source
			for i := range 100 {
				name := fmt.Sprintf("g%d", i)
				if v.text == nil {
					name = "toJSON"
				}
				sources = append(sources,
					inputs.Text(o, fmt.Sprintf("p%d.k", i), fmt.Appendf(nil, "f = %s;\n{() x, () y} f\n", name)))
			}
			run := &Batch{
				Languages: languages.All, Workers: 1, Separate: true,
				Policy: func(*inputs.Source) Policy { return Policy{Library: library} },
				Render: func(*report.Input) (_, _ []byte) { return nil, nil },
			}
			for b.Loop() {
				total, err := run.Run(b.Context(), slices.Values(sources), func(*Outcome) error { return nil })
				if err != nil || total.Summary.Errors > 0 {
					b.Fatal(total.Summary.Errors, "errors", err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(sources)), "µs/program")
		})
	}
}
