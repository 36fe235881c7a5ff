package relay

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
)

// Language is the record of Relay.
var Language = &language.Language{
	Name:       "relay",
	Title:      "Relay",
	Relations:  true,
	Extensions: []string{".rly", ".relay", lang.RelationSuffix},
	Begins:     `#\[version|def @|fn ?\(%|let %|%\w+ =`,
	Dialects:   relay.Dialects[relay.Auto+1:],
	Pages:      slices.Concat(relay.Pages, Pages),
	ToolMessages: []language.ToolMessage{
		{Text: "The Relay type checker is unable to show the following types match", Tool: "TVM", Code: lang.SizesDiffer,
			Says: "the type of a value is not the one that is needed there; most often one size differs"},
		{Text: "Incompatible broadcast type", Tool: "TVM", Code: lang.RelationFails, Says: "two shapes do not broadcast"},
	},
	Analyze: analyze,
	Format: func(f *lang.File, dialect string, l lang.Layout) ([]byte, []lang.Diagnostic) {
		if strings.HasSuffix(f.Home().File.Name, lang.RelationSuffix) {
			return f.Home().File.Src, nil // files of relations are not formatted
		}
		return relay.Format(f, dialectOf(dialect), l)
	},
	Dialect: func(f *lang.File, asked string) string {
		t, _ := relay.ParseAs(f, dialectOf(asked))
		return t.Dialect.String()
	},
	Editing: editing,
	Tensors: true,
	Prelude: sync.OnceValue(func() *lang.File { return lang.NewFile("prelude.rly", prelude) }),
}

//go:embed prelude.rly
var prelude []byte

// dialectOf returns the dialect of a name, or Auto for an unknown name.
func dialectOf(name string) relay.Dialect {
	d, _ := relay.DialectOf(name)
	return d
}

// analyze parses and derives a program and reports its errors and warnings.
func analyze(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
	return AnalyzeWith(ctx, f, o, diagnose.OrderedOptions{})
}

// AnalyzeWith analyses a program with further options of diagnoses: a budget, and who observes them.
func AnalyzeWith(ctx context.Context, f *lang.File, o language.Options, with diagnose.OrderedOptions) *patterns.Result {
	with.Brief, with.Sketch, with.Certify = o.Brief, o.Sketch, o.Certify
	return patterns.Watched(ctx, f, "relay", o.Limits, func(watch *cancel.Watch) *patterns.Result {
		p := derived(f, o, watch)
		o.Ended(patterns.Derived)
		r := p.Result(p, diagnose.RunOrdered(p, with), p.tree.Comments, nil)
		r.Dialect, r.SyntaxNodes = p.tree.Dialect.String(), len(p.tree.Nodes)
		o.Ended(patterns.Explained)
		return r
	})
}
