package report_test

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Reports of shards are merged only if all are present, each once.
func TestMergeShards(t *testing.T) {
	empty := func(f string, shard string) []byte {
		if f == "sarif" {
			return (&report.SARIF{Version: "1.2.3", Shard: shard}).AppendLog(nil, 0, true)
		}
		j := report.JSON{Lines: f == "ndjson"}
		return j.AppendEnd(j.AppendStart(nil), report.Summary{Shard: shard})
	}
	for _, c := range []struct{ shards, wrong string }{
		{"-", ""},
		{"- -", ""},
		{"1/1", ""},
		{"2/3 3/3 1/3", ""},
		{"1/2", "`1`: it is of shard 1/2, and no report is of 2/2"},
		{"2/4 4/4", "`1`: it is of shard 2/4, and no report is of 1/4, 3/4"},
		{"7/2147483648", "no report is of 1/2147483648, 2/2147483648, 3/2147483648, 4/2147483648, 5/2147483648, 6/2147483648, 8/2147483648, 9/2147483648, 10/2147483648, 11/2147483648 and 2147483637 more"},
		{"1/2 2/2 1/2", "`3`: it is of shard 1/2, and so is `1`"},
		{"1/2 2/3", "`2`: it is of shard 2/3, and `1` of shard 1/2"},
		{"1/2 - 2/2", "`2`: it is of no shard, and `1` of shard 1/2"},
		{"- 1/1", "`2`: it is of shard 1/1, and `1` of no shard"},
		{"3/2", "`1`: its shard cannot be read"},
	} {
		for _, f := range formats {
			var reports [][]byte
			for _, s := range strings.Fields(c.shards) {
				reports = append(reports, empty(f, strings.TrimPrefix(s, "-")))
			}
			out, exit, err := merge(false, reports...)
			switch {
			case c.wrong == "" && (err != nil || exit != 0 || string(out) != string(empty(f, ""))):
				t.Errorf("%s, %s: exit %d, %v\n%s", f, c.shards, exit, err, out)
			case c.wrong != "" && (err == nil || exit != 2 || !strings.Contains(err.Error(), c.wrong)):
				t.Errorf("%s, %s: exit %d, %v", f, c.shards, exit, err)
			}
		}
	}
}
