package tensorscript

import (
	"context"
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
)

// Language describes TensorScript to the tools.
var Language = &language.Language{
	Name:       name,
	Extensions: []string{".trs"},
	Begins:     `use \w+::|(?:dim|tsr) \w+ ?=|(?:node|weights|graph) \w+<[^;{]*->`,
	Dialects:   []string{name},
	Pages:      slices.Concat(tensorscript.Pages, Pages),
	View:       "stages",
	Analyze:    analyze,
	Format: func(f *lang.File, _ string, l lang.Layout) ([]byte, []lang.Diagnostic) {
		return tensorscript.Format(f, l)
	},
	Dialect: func(*lang.File, string) string { return name },
	Editing: editing,
	Tensors: true,
}

const name = "tensorscript"

func analyze(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
	return AnalyzeWith(ctx, f, o, diagnose.OrderedOptions{})
}

// AnalyzeWith analyses a program with further options of diagnoses: a budget, and who observes them.
func AnalyzeWith(ctx context.Context, f *lang.File, o language.Options, with diagnose.OrderedOptions) *patterns.Result {
	with.Brief, with.Sketch, with.Certify = o.Brief, o.Sketch, o.Certify
	return patterns.Watched(ctx, f, name, o.Limits, func(watch *cancel.Watch) *patterns.Result {
		p := derived(f, o, watch, nil)
		o.Ended(patterns.Derived)
		ds := diagnose.RunOrdered(p, with)
		wrong := make(map[string]bool)
		for i := range ds {
			if dg := &ds[i]; dg.Severity == lang.Error {
				wrong[dg.Definition] = true
			}
		}
		r := p.Result(p, ds, p.tree.Comments, nil)
		for i := range r.Definitions { // their parts need not be contiguous
			r.Definitions[i].OK = r.Definitions[i].OK && !wrong[r.Definitions[i].Name]
		}
		r.Dialect, r.SyntaxNodes = name, len(p.tree.Nodes)
		o.Ended(patterns.Explained)
		return r
	})
}
