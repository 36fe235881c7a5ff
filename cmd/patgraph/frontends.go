package main

import (
	"io"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

// settings are what the user said about the analysis, for every language.
type settings struct {
	limits    patterns.Limits
	recursion patterns.Recursion
	trace     io.Writer // where the engine tells what it does; nil: nowhere
	sketch    bool      // explanations are to be drawn
	reuse     *patterns.Result
}

// A frontend analyses the files of one language.
type frontend struct {
	extension string
	analyze   func(*lang.File, settings) *patterns.Result
	rules     []lang.RulePage
}

// frontends has one line per language; the first one takes standard input.
var frontends = []frontend{
	{".k", analyzeK, k.RulePages},
}

func analyzeK(f *lang.File, s settings) *patterns.Result {
	return k.Analyze(f, k.Options{Limits: s.limits, Recursion: s.recursion, Trace: s.trace, Sketch: s.sketch, Reuse: s.reuse})
}
