package k

import (
	"context"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Language is the record of k. Its Domains and Migration are in packages partial and migrate, which use this package;
// cmd/patgraph/languages sets them.
var Language = &language.Language{
	Name:       "k",
	Extensions: []string{".k"},
	Dialects:   k.Dialects[k.Auto+1:],
	Pages:      slices.Concat(k.Pages, Pages, eval.Pages),
	Rules:      RulePages,
	Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
		return Analyze(ctx, f, Options{
			Dialect: dialectOf(o.Dialect), Limits: o.Limits, Recursion: o.Recursion, Brief: o.Brief, Sketch: o.Sketch,
			Certify:   o.Certify,
			AllErrors: o.AllErrors, Trace: o.Trace, Phase: o.Phase, Reuse: Spend(o.Reuse),
			ReportedElsewhere: o.ReportedElsewhere, Held: o.Held, OwnOnly: dialectOf(o.OwnOnly),
		})
	},
	Format: func(f *lang.File, dialect string, l lang.Layout) ([]byte, []lang.Diagnostic) {
		return k.Format(f, dialectOf(dialect), l)
	},
	Dialect: func(f *lang.File, asked string) string {
		t, _ := k.ParseAs(f, dialectOf(asked))
		return t.Dialect.String()
	},
	Types: func(r *patterns.Result) language.TypeDescriber {
		t, _ := TypesOf(r)
		return t
	},
	Running: running,
	Editing: editing,
}

// dialectOf returns the dialect with a name, and Auto for any other name.
func dialectOf(name string) k.Dialect {
	d, _ := k.DialectOf(name)
	return d
}
