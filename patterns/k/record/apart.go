//go:build !js

package record

import (
	"context"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/lang/k/highlight"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/migrate"
	"github.com/patgraph/patgraph/patterns/k/partial"
	"github.com/patgraph/patgraph/patterns/language"
)

// The page in a browser shows programs but does not run or rewrite them, so its build omits these parts to be smaller.
func init() {
	K.Grammar = highlight.Grammar
	K.Domains = &language.Domains{
		Codes: codes(partial.Pages),
		Analyze: func(ctx context.Context, r *patterns.Result, s language.Settings) {
			partial.Analyze(ctx, r, partial.Options{Totality: s.Totality, Partial: s.Partial})
		},
	}
	K.Migration = &language.Migration{From: lk.K4.String(), Program: migrated}
	K.Running = &language.Running{
		Unit:      value{eval.Unit(), false},
		NewReader: func() language.Reader { return reader{eval.NewReader(), false} },
		Own: &language.Notation{
			Name:      "value of k",
			Unit:      value{eval.Unit(), true},
			NewReader: func() language.Reader { return reader{eval.NewReader(), true} },
		},
		NewRunner: newRunner,
		Plain:     func(r *patterns.Result) bool { return r.Dialect == lk.K6.String() },
	}
}

func codes(pages lang.Pages) (list []lang.Code) {
	for i := range pages {
		list = append(list, pages[i].Code)
	}
	return list
}

func migrated(ctx context.Context, f *lang.File, s language.Settings, whole bool) *language.Migrated {
	m := migrate.Program(ctx, f, migrate.Options{Options: k.Options{Dialect: dialectOf(s.Dialect), Limits: s.Limits,
		Recursion: s.Recursion}, Whole: whole})
	return &language.Migrated{
		Err: m.Err, Text: m.Text, Dialect: lk.K6.String(), Migrated: m.Migrated, Narrowed: m.Narrowed, Left: m.Left,
		Problems: m.Problems,
		Already:  m.Already, Complete: m.Complete(),
	}
}
