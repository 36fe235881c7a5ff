package report

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/patgraph/patgraph/lang"
)

// A Phase is a phase of the work on an input.
type Phase uint8

// The phases, in order. Reading includes the lookup of results of earlier runs, writing includes storing results for
// later runs; explaining includes finding repairs and checking proofs again.
const (
	Reading Phase = iota
	Parsing
	Deriving
	Explaining
	Reporting
	Writing
	Phases // the number of phases
)

func (p Phase) String() string {
	return [...]string{"read", "parse", "derive", "explain", "report", "write"}[p]
}

// Work is the amount of work for an input, or for all of them. It is the same for equal inputs.
type Work struct {
	_                                        struct{} `cbor:",toarray"` // the cache stores it without field names
	Bytes, SyntaxNodes, PatternNodes, Unions int
	Relations, Runs, Fired, Failed           int // see unify.Stats
}

// Waited is the number of runs of relations that ended waiting.
func (w *Work) Waited() int { return w.Runs - w.Fired - w.Failed }

// Add adds the work for another input.
func (w *Work) Add(v Work) {
	w.Bytes += v.Bytes
	w.SyntaxNodes += v.SyntaxNodes
	w.PatternNodes += v.PatternNodes
	w.Unions += v.Unions
	w.Relations += v.Relations
	w.Runs += v.Runs
	w.Fired += v.Fired
	w.Failed += v.Failed
}

// Times are the wall-clock times of the phases: inputs that are analysed in parallel count in full.
type Times [Phases]time.Duration

// Add adds the times of another input.
func (t *Times) Add(u Times) {
	for i, d := range u {
		t[i] += d
	}
}

// Sum is the total time.
func (t *Times) Sum() time.Duration {
	var sum time.Duration
	for _, d := range t {
		sum += d
	}
	return sum
}

// A Slow is an input whose analysis took long.
type Slow struct {
	Name  string
	Bytes int
	Time  time.Duration
}

// maxSlow is the number of slow inputs that are kept.
const maxSlow = 5

// Slower inserts an input into the list of the slowest, the slowest first; of equal times the earlier input comes
// first.
func Slower(list []Slow, s Slow) []Slow {
	i := len(list)
	for i > 0 && list[i-1].Time < s.Time {
		i--
	}
	if i == maxSlow {
		return list
	}
	list = slices.Insert(list, i, s)
	return list[:min(len(list), maxSlow)]
}

// Stats are the cost of a whole run.
type Stats struct {
	Summary
	Work
	Times    Times
	Slowest  []Slow
	Recalled int           // inputs whose results came from an earlier run
	Workers  int           // how many inputs were analysed at the same time
	Elapsed  time.Duration // from the start to the end
}

// AppendStats writes the cost of a run as text.
func (s *Style) AppendStats(b []byte, t *Stats) []byte {
	row := func(what string, value ...any) {
		b = fmt.Appendf(b, "  %-13s %s\n", what, fmt.Sprint(value...))
	}
	b = s.line(b, heading, "stats")
	row("files", t.Files)
	row("bytes", t.Bytes)
	row("definitions", t.Definitions)
	row("syntax nodes", t.SyntaxNodes)
	row("pattern nodes", t.PatternNodes)
	row("unions", t.Unions)
	if t.Relations > 0 {
		row("relations", t.Relations)
		row("relation runs", fmt.Sprintf("%d (%d fired, %d failed, %d waited)", t.Runs, t.Fired, t.Failed, t.Waited()))
	}
	row("found again", t.Recalled)
	rate := ""
	if e := t.Elapsed.Seconds(); e > 0 {
		rate = fmt.Sprintf(" (%.0f files/s, %.2f MB/s; -j %d)", float64(t.Files)/e, float64(t.Bytes)/e/1e6, t.Workers)
	}
	row("elapsed", seconds(t.Elapsed), rate)
	sum := t.Times.Sum()
	for p := range Phases {
		row("  "+p.String(), fmt.Sprintf("%s %3.0f %%", seconds(t.Times[p]), 100*float64(t.Times[p])/float64(max(sum, 1))))
	}
	if len(t.Slowest) > 0 {
		b = append(b, "  slowest\n"...)
	}
	for _, f := range t.Slowest {
		b = fmt.Appendf(b, "    %s  %s (%s)\n", seconds(f.Time), s.prose(f.Name), lang.Count(f.Bytes, "byte", "bytes"))
	}
	return b
}

// seconds writes a time in a fixed number of columns, if it is below an hour.
func seconds(d time.Duration) string { return fmt.Sprintf("%8.3f s", d.Seconds()) }

// AppendJSON writes the statistics as a line of JSON, in the same order.
func (t *Stats) AppendJSON(b []byte) []byte {
	time := func(key string, d time.Duration) {
		b = append(b, `"`+key+`":`...)
		b = strconv.AppendFloat(b, d.Seconds(), 'f', 6, 64)
		b = append(b, ',')
	}
	b = fmt.Appendf(b,
		`{"stats":{"files":%d,"bytes":%d,"definitions":%d,"syntaxNodes":%d,"patternNodes":%d,"unions":%d,"relations":%d,"relationRuns":{"all":%d,"fired":%d,"failed":%d,"waited":%d},"foundAgain":%d,"workers":%d,`,
		t.Files, t.Bytes, t.Definitions, t.SyntaxNodes, t.PatternNodes, t.Unions, t.Relations, t.Runs, t.Fired, t.Failed,
		t.Waited(), t.Recalled, t.Workers)
	time("seconds", t.Elapsed)
	b = append(b, `"phases":{`...)
	for p := range Phases {
		time(p.String(), t.Times[p])
	}
	b = append(b[:len(b)-1], `},"slowest":[`...)
	for i, f := range t.Slowest {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"file":`...)
		b = append(appendText(b, f.Name), ',')
		time("seconds", f.Time)
		b = fmt.Appendf(b, `"bytes":%d}`, f.Bytes)
	}
	return append(b, "]}}\n"...)
}
