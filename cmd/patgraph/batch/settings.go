package batch

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// unusual lists the parts of a policy that differ from the defaults: what besides the text of a program determines its
// result. It is "" for the zero Policy. It does not include whether warnings count.
func (b *Batch) unusual(p *Policy) string {
	var parts []string
	add := func(key string, value any, unusual bool) {
		if unusual {
			parts = append(parts, fmt.Sprintf("%s=%v", key, value))
		}
	}
	s, l := &p.Settings, &p.Settings.Limits
	add("dialect", s.Dialect, s.Dialect != "")
	add("limits.depth", l.Depth, l.Depth != 0)
	add("limits.nodes", l.Nodes, l.Nodes != 0)
	add("limits.rounds", l.Rounds, l.Rounds != 0)
	add("limits.time", l.Time, l.Time != 0)
	add("limits.work", l.Work, l.Work != 0)
	add("recursion", "polymorphic", s.Recursion == patterns.Polymorphic)
	add("recursion", "monomorphic", s.Recursion == patterns.Monomorphic)
	add("all-errors", true, s.AllErrors)
	add("rigid", true, s.Rigid)
	add("generalize", true, s.Generalize)
	add("sizes", s.Sizes, s.Sizes != "")
	add("partial", true, s.Partial)
	add("totality", true, s.Totality)
	for _, code := range slices.Sorted(maps.Keys(p.Severity)) {
		add("severity."+string(code), p.Severity[code], true)
	}
	add("select", strings.Join(p.Select, "+"), len(p.Select) > 0)
	add("ignore", strings.Join(p.Ignore, "+"), len(p.Ignore) > 0)
	add("verify", true, b.Verify)
	if p.Library != nil {
		add("library", p.Library.describe(), true)
	}
	return strings.Join(parts, " ")
}

// earlier returns the outcome of a program in an earlier report. With a time limit there is none, since that report may
// be incomplete.
func (b *Batch) earlier(s *inputs.Source, file *lang.File, p *Policy, settings string) (o Outcome, ok bool) {
	if b.Earlier == nil || p.Settings.Limits.Time > 0 {
		return o, false
	}
	o, ok = b.Earlier(s, file, settings)
	o.Exit, o.Work = o.Exits.Of(p.Strict), report.Work{Bytes: len(file.Home().File.Src)}
	return o, ok
}
