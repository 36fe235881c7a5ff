package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/filetest"
)

// TestShards checks that each result of the whole run is in exactly one shard, in order and byte by byte, also for
// unreadable inputs.
func TestShards(t *testing.T) {
	dir := programs(t, 40)
	t.Chdir(dir)
	write(t, "d3/patgraph.toml", "severty = 1")
	for i := range 8 {
		write(t, fmt.Sprintf("copy%d.k", i), "f = .same;") // equal texts, one shard
		write(t, fmt.Sprintf("odd%d.k", i), strings.Repeat("x\x00", 10+i))
		filetest.Symlink(t, "nowhere", fmt.Sprintf("lost%d.k", i))
	}
	var records bytes.Buffer
	for i := range 60 {
		if i%10 == 0 {
			records.WriteString("{broken\n")
		}
		line, _ := json.Marshal(map[string]any{"id": i % 50, "source": fmt.Sprintf("f = .a%d; g = {1 x, 2 y} .z;", i%30)})
		records.Write(append(line, '\n'))
	}
	write(t, "in.ndjson", records.String())
	summaryOf := func(line string) (s report.Summary) {
		var last struct{ Summary report.Summary }
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatal(err)
		}
		return last.Summary
	}
	for _, args := range []string{". gone.k a.md", "--input ndjson in.ndjson gone.ndjson"} {
		line := append(strings.Fields("check --format ndjson -j 3"), strings.Fields(args)...)
		code, whole, _ := patgraph(t, nil, line...)
		if code != report.Unusable {
			t.Fatalf("%s: exit %d", args, code)
		}
		all := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
		want := summaryOf(all[len(all)-1])
		all = all[:len(all)-1]
		for _, n := range []int{1, 2, 3, 7} {
			left := slices.Clone(all)
			var total report.Summary
			worst := 0
			for i := 1; i <= n; i++ {
				code, out, stderr := patgraph(t, nil, append(line, "--shard", fmt.Sprintf("%d/%d", i, n))...)
				worst = max(worst, code)
				part := strings.SplitAfter(strings.TrimSuffix(out, "\n"), "\n")
				total.Add(summaryOf(part[len(part)-1]))
				at := 0
				for _, l := range part[:len(part)-1] {
					k := slices.Index(left[at:], l)
					if k < 0 {
						t.Fatalf("%s: shard %d/%d has, twice or out of order, %.100s\n%s", args, i, n, l, stderr)
					}
					at += k
					left[at] = ""
				}
			}
			for _, l := range left {
				if l != "" {
					t.Errorf("%s: no shard of %d has %.100s", args, n, l)
				}
			}
			if total != want || worst != code {
				t.Errorf("%s: %d shards together have %+v and exit %d, want %+v and %d", args, n, total, worst, want, code)
			}
		}
	}
	// Renamed files stay in their shard.
	shards := func() (in []string) {
		for i := 1; i <= 3; i++ {
			_, out, _ := patgraph(t, nil, "check", "--format", "ndjson", "--shard", fmt.Sprintf("%d/3", i), "d1")
			summary, _, _ := strings.Cut(out[strings.LastIndex(out, "{\"summary"):], "},")
			in = append(in, summary)
		}
		return in
	}
	before := shards()
	files, _ := filepath.Glob("d1/*.k")
	for i, f := range files {
		if err := os.Rename(f, fmt.Sprintf("d1/other%02d.k", 99-i)); err != nil {
			t.Fatal(err)
		}
	}
	if after := shards(); !slices.Equal(before, after) {
		t.Errorf("renamed files are in other shards: %q, %q", before, after)
	}
}
