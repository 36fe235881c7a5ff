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
	add := func(key string, value any) { parts = append(parts, fmt.Sprintf("%s=%v", key, value)) }
	if d := p.Settings.Dialect; d != "" {
		add("dialect", d)
	}
	l := &p.Settings.Limits
	if l.Depth != 0 {
		add("limits.depth", l.Depth)
	}
	if l.Nodes != 0 {
		add("limits.nodes", l.Nodes)
	}
	if l.Rounds != 0 {
		add("limits.rounds", l.Rounds)
	}
	if l.Time != 0 {
		add("limits.time", l.Time)
	}
	if l.Work != 0 {
		add("limits.work", l.Work)
	}
	switch p.Settings.Recursion {
	case patterns.Polymorphic:
		add("recursion", "polymorphic")
	case patterns.Monomorphic:
		add("recursion", "monomorphic")
	}
	if p.Settings.Partial {
		add("partial", true)
	}
	if p.Settings.Totality {
		add("totality", true)
	}
	for _, code := range slices.Sorted(maps.Keys(p.Severity)) {
		add("severity."+string(code), p.Severity[code])
	}
	if b.Verify {
		add("verify", true)
	}
	if p.Library != nil {
		add("library", p.Library.says())
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
