package report_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

func stats() *report.Stats {
	s := &report.Stats{
		Summary: report.Summary{Files: 3, Definitions: 12},
		Work: report.Work{
			Bytes: 2_000_000, SyntaxNodes: 500, PatternNodes: 7000, Unions: 900, Relations: 30, Runs: 50, Fired: 28, Failed: 1,
		},
		Recalled: 1, Workers: 2, Elapsed: 2 * time.Second,
	}
	for p := range report.Phases {
		s.Times[p] = time.Duration(p) * 100 * time.Millisecond
	}
	s.Slowest = []report.Slow{{Name: "a\x1b[31m.k", Bytes: 1, Time: 1200 * time.Millisecond}, {Name: "\"b\".k", Bytes: 20, Time: time.Millisecond}}
	return s
}

func TestStatsText(t *testing.T) {
	const want = `stats
  files         3
  bytes         2000000
  definitions   12
  syntax nodes  500
  pattern nodes 7000
  unions        900
  relations     30
  relation runs 50 (28 fired, 1 failed, 21 waited)
  found again   1
  elapsed          2.000 s (2 files/s, 1.00 MB/s; -j 2)
    read           0.000 s   0 %
    parse          0.100 s   7 %
    derive         0.200 s  13 %
    explain        0.300 s  20 %
    report         0.400 s  27 %
    write          0.500 s  33 %
  slowest
       1.200 s  a␛[31m.k (1 byte)
       0.001 s  "b".k (20 bytes)
`
	if got := string((&report.Style{}).AppendStats(nil, stats())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// A run without inputs takes no time.
	if got := string((&report.Style{}).AppendStats(nil, &report.Stats{})); len(got) == 0 || got[len(got)-1] != '\n' {
		t.Errorf("%q", got)
	}
}

func TestStatsJSON(t *testing.T) {
	const want = `{"stats":{"files":3,"bytes":2000000,"definitions":12,"syntaxNodes":500,"patternNodes":7000,"unions":900,"relations":30,"relationRuns":{"all":50,"fired":28,"failed":1,"waited":21},"foundAgain":1,"workers":2,"seconds":2.000000,` +
		`"phases":{"read":0.000000,"parse":0.100000,"derive":0.200000,"explain":0.300000,"report":0.400000,"write":0.500000},` +
		`"slowest":[{"file":"a\u001b[31m.k","seconds":1.200000,"bytes":1},{"file":"\"b\".k","seconds":0.001000,"bytes":20}]}}` + "\n"
	got := string(stats().AppendJSON(nil))
	if got != want || !json.Valid([]byte(got)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if empty := (&report.Stats{}).AppendJSON(nil); !json.Valid(empty) {
		t.Errorf("%s", empty)
	}
}

// The slowest inputs are those of the whole run, in whatever order they are added.
func TestSlowest(t *testing.T) {
	var list []report.Slow
	var times report.Times
	for i := range 20 {
		d := time.Duration(i*7%20/2) * time.Second // two of each
		list = report.Slower(list, report.Slow{Name: fmt.Sprint(i), Time: d})
		times.Add(report.Times{report.Deriving: d, report.Writing: 1})
	}
	got := ""
	for _, s := range list {
		got += fmt.Sprintf("%s:%v ", s.Name, s.Time)
	}
	if got != "14:9s 17:9s 8:8s 11:8s 2:7s " || times.Sum() != 90*time.Second+20 ||
		times[report.Deriving] != 90*time.Second {
		t.Errorf("%s, %v", got, times)
	}
}
