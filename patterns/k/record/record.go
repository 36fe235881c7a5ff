// Package record is what the tools know of the language k: its entry in the table of languages. It combines k's
// packages, which do not all import each other.
package record

import (
	"context"
	"slices"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/migrate"
	"github.com/patgraph/patgraph/patterns/k/partial"
	"github.com/patgraph/patgraph/patterns/language"
)

// K is the language k.
var K = &language.Language{
	Name:       "k",
	Extensions: []string{".k"},
	Dialects:   lk.Dialects[lk.Auto+1:],
	Pages:      slices.Concat(lk.Pages, k.Pages, partial.Pages, eval.Pages, migrate.Pages),
	Rules:      k.RulePages,

	Analyze: analyze,
	Format: func(f *lang.File, dialect string, l lang.Layout) ([]byte, []lang.Diagnostic) {
		return lk.Format(f, dialectOf(dialect), l)
	},
	Dialect: func(f *lang.File, asked string) string {
		t, _ := lk.ParseAs(f, dialectOf(asked))
		return t.Dialect.String()
	},

	Types: func(r *patterns.Result) language.TypeTeller {
		t, _ := k.TypesOf(r)
		return t
	},
	Typing: &language.Typing{
		Usage: usage,
		Outline: func(f *lang.File, dialect string) *language.Outline {
			t, ds := lk.ParseAs(f, dialectOf(dialect))
			return outline(t, ds)
		},
		OutlineOf: func(r *patterns.Result) *language.Outline {
			s, _ := k.SyntaxOf(r)
			return outline(s.Tree, r.Diagnostics)
		},
		Words: words,
	},
	Editing: editing,
}

// dialectOf returns the dialect with a name, and Auto for any other name.
func dialectOf(name string) lk.Dialect {
	d, _ := lk.DialectOf(name)
	return d
}

func analyze(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
	return k.Analyze(ctx, f, k.Options{
		Dialect: dialectOf(o.Dialect), Limits: o.Limits, Recursion: o.Recursion, Brief: o.Brief, Sketch: o.Sketch,
		AllErrors: o.AllErrors, Trace: o.Trace, Phase: o.Phase, Reuse: k.Spend(o.Reuse), Jobs: o.Jobs, Told: o.Told,
		Held: o.Held, OwnOnly: dialectOf(o.OwnOnly),
	})
}
