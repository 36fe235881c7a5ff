package batch

import (
	"context"
	"io"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/partial"
)

// Settings are what the user said about the analysis, for every language.
type Settings struct {
	Limits    patterns.Limits
	Recursion patterns.Recursion
	Dialect   lk.Dialect
	Sketch    bool // explanations are to be drawn
	Totality  bool // say of each definition where it is defined
	Partial   bool // warn of definitions that are undefined somewhere, and of what is of no use

	trace io.Writer // where the engine tells what it does; nil: nowhere
	watch *watch
	reuse *patterns.Result

	own     bool  // of libraries, only what programs refer to matters
	told    *told // what libraries have told by themselves; nil: nothing
	domains bool  // find out where definitions are defined
	jobs    int   // goroutines that may analyse a large program
}

// A Frontend analyses the files of one language.
type Frontend struct {
	Extension string
	Analyze   func(*lang.File, Settings) *patterns.Result
	// Format lays a program out anew, or says why not.
	Format func(*lang.File, Settings, lang.Layout) ([]byte, []lang.Diagnostic)
	Rules  []lang.RulePage
}

// Frontends has one line per language; the first one takes standard input.
var Frontends = []Frontend{
	{".k", AnalyzeK, FormatK, k.RulePages},
}

// AnalyzeK analyses a program of k.
func AnalyzeK(f *lang.File, s Settings) *patterns.Result {
	options := k.Options{Dialect: s.Dialect, Limits: s.Limits, Recursion: s.Recursion, Trace: s.trace, Sketch: s.Sketch, Phase: s.watch.phase(), Reuse: k.Spend(s.reuse), Jobs: s.jobs}
	if s.told != nil {
		options.Told = s.told.conflicts
		if s.own {
			options.OwnOnly = s.told.dialect(s.Dialect)
		}
	}
	r := k.Analyze(context.Background(), f, options)
	if s.domains {
		partial.Analyze(r, partial.Options{Totality: s.Totality, Partial: s.Partial})
	}
	return r
}

// FormatK lays out a program of k.
func FormatK(f *lang.File, s Settings, l lang.Layout) ([]byte, []lang.Diagnostic) {
	return lk.Format(f, s.Dialect, l)
}
