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

// unusual says by what a program is analysed and judged, where that is not the usual
// way: what a report needs beside the text of a program for its result to be the same.
// It is "" for the zero Policy. How warnings count is not among it.
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
	add("partial", true, s.Partial)
	add("totality", true, s.Totality)
	for _, code := range slices.Sorted(maps.Keys(p.Severity)) {
		add("severity."+string(code), p.Severity[code], true)
	}
	add("verify", true, b.Verify)
	if p.Library != nil {
		add("library", p.Library.says(), true)
	}
	return strings.Join(parts, " ")
}

// earlier returns what an earlier report says of a program. Where time was limited, that
// may have been less than what would be said now.
func (b *Batch) earlier(s *inputs.Source, file *lang.File, p *Policy, settings string) (o Outcome, ok bool) {
	if b.Earlier == nil || p.Settings.Limits.Time > 0 {
		return o, false
	}
	o, ok = b.Earlier(s, file, settings)
	o.Exit, o.Work = o.Exits.of(p.Strict), report.Work{Bytes: len(file.Home().File.Src)}
	return o, ok
}
