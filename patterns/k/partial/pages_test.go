package partial

import (
	"context"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	front "github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// of analyses a program and fails if a run contradicts a claim.
func of(t interface {
	Helper()
	Errorf(string, ...any)
}, source string, o language.Settings) (*patterns.Result, *analyzer) {
	t.Helper()
	r := front.Analyze(context.Background(), lang.NewFile("in.k", []byte(source)), front.Options{Brief: true})
	a := analyze(context.Background(), r, o, func(what string) { t.Errorf("%s\na run contradicts: %s", source, what) })
	return r, a
}

// The bad program of each page has exactly the page's code, and no good program has a code.
func TestPages(t *testing.T) {
	own := func(code lang.Code) bool { return slices.Contains(Domains.Codes, code) }
	for _, p := range slices.Concat(lk.Pages, front.Pages, eval.Pages) {
		if p.Code.Class() == lang.ClassMigration {
			continue
		}
		o := language.Settings{Partial: p.Code == lang.PartialDefinition}
		if own(p.Code) {
			r, _ := of(t, p.Bad, o)
			if ds := r.Diagnostics; len(ds) != 1 || ds[0].Code != p.Code || ds[0].Severity != p.Severity {
				t.Errorf("%s\nwant %s alone, got %v", p.Bad, p.Code, ds)
			}
		} else if p.Bad != "" {
			r, _ := of(t, p.Bad, o)
			for _, d := range r.Diagnostics {
				if own(d.Code) {
					t.Errorf("%s\nit has %s, too: %s", p.Bad, d.Code, d.Message)
				}
			}
		}
		if r, _ := of(t, p.Good, o); p.Good != "" && len(r.Diagnostics) > 0 {
			t.Errorf("%s\nwant nothing, got %v", p.Good, r.Diagnostics)
		}
	}
}
