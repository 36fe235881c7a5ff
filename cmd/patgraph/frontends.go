package main

import (
	"io"

	"github.com/patgraph/patgraph/lang"
	syntax "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

// settings are what the user said about the analysis, for every language.
type settings struct {
	limits    patterns.Limits
	recursion patterns.Recursion
	trace     io.Writer // where the engine tells what it does; nil: nowhere
	reuse     *patterns.Result
}

// A frontend analyses the files of one language.
type frontend struct {
	extension string
	analyze   func(*lang.File, settings) *patterns.Result
}

// frontends has one line per language; the first one takes standard input.
var frontends = []frontend{
	{".k", analyzeK},
}

func analyzeK(f *lang.File, s settings) *patterns.Result {
	tree, ds := syntax.Parse(f)
	o := k.Options{Limits: s.limits, Recursion: s.recursion, Reuse: s.reuse}
	if s.trace != nil {
		o.Tracer = unify.NewTracer(s.trace, func(l unify.Label) string {
			if l == unify.Member {
				return patterns.MemberName
			}
			return syntax.LabelText(tree.Syms.Text(lang.Sym(l)))
		})
	}
	return k.AnalyzeTree(tree, ds, o)
}
