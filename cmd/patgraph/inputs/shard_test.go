package inputs

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]string{
		"1/1": "1/1", "1/4": "1/4", "4/4": "4/4", "7/2147483648": "7/2147483648",
		"0/4":                    "error: `0/4`: shards count from 1, so the first one is 1/4",
		"5/4":                    "error: `5/4`: the last one is 4/4",
		"1/0":                    "error: `1/0`: there can be 1 to 2147483648 shards",
		"1/2147483649":           "error: `1/2147483649`: there can be 1 to 2147483648 shards",
		"1":                      "error: takes i/n, such as 1/4 for the first of four shards, or auto, not `1`",
		"":                       "error: takes i/n, such as 1/4 for the first of four shards, or auto, not ``",
		"-1/4":                   "error: takes i/n, such as 1/4 for the first of four shards, or auto, not `-1/4`",
		"1/2/3":                  "error: takes i/n, such as 1/4 for the first of four shards, or auto, not `1/2/3`",
		"1 / 4":                  "error: takes i/n, such as 1/4 for the first of four shards, or auto, not `1 / 4`",
		"1/99999999999999999999": "error: takes i/n, such as 1/4 for the first of four shards, or auto, not `1/99999999999999999999`",
	} {
		got := ""
		if s, err := ParseShard(text); err != nil {
			got = "error: " + err.Error()
		} else {
			got = s.String()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestShardOf(t *testing.T) {
	for _, test := range []struct{ env, want, says string }{
		{"", "", "finds neither JOB_COMPLETION_INDEX"},
		{"JOB_COMPLETION_INDEX=0 JOB_COMPLETIONS=3", "1/3", ""},
		{"JOB_COMPLETION_INDEX=2 JOB_COMPLETIONS=3", "3/3", ""},
		{"JOB_COMPLETION_INDEX=3 JOB_COMPLETIONS=3", "", "finds JOB_COMPLETION_INDEX=3, which counts from 0"},
		{"JOB_COMPLETION_INDEX=0", "", "needs JOB_COMPLETIONS, which Kubernetes does not set"},
		{"JOB_COMPLETION_INDEX=x JOB_COMPLETIONS=3", "", "finds JOB_COMPLETION_INDEX=`x`"},
		{"JOB_COMPLETION_INDEX=-1 JOB_COMPLETIONS=3", "", "finds JOB_COMPLETION_INDEX=`-1`"},
		{"JOB_COMPLETION_INDEX=0 JOB_COMPLETIONS=0", "", "finds JOB_COMPLETION_INDEX=0"},
		{"JOB_COMPLETION_INDEX=0 JOB_COMPLETIONS=2 SLURM_ARRAY_TASK_ID=1", "", "to choose"},
		// --array=0-3, 5-8, 1-9:2, 7, and lists.
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3", "1/4", ""},
		{"SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=8", "4/4", ""},
		{"SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=5", "4/4", ""},
		{"SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=5 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=9", "3/5", ""},
		{"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=7 SLURM_ARRAY_TASK_MAX=7", "1/1", ""},
		{"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8", "", "not a regular array"},
		{"SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7", "", "not a regular array"},
		{"SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3", "", "not a regular array"},
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=0 SLURM_ARRAY_TASK_MIN=0", "", "not a regular array"},
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0", "", "finds SLURM_ARRAY_TASK_COUNT=``"},
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=2", "", "finds SLURM_ARRAY_TASK_MIN=``"},
	} {
		env := make(map[string]string)
		for _, v := range strings.Fields(test.env) {
			name, value, _ := strings.Cut(v, "=")
			env[name] = value
		}
		s, err := ShardOf(func(name string) string { return env[name] })
		switch {
		case err == nil && (test.says != "" || s.String() != test.want), err != nil &&
			(test.says == "" || !strings.Contains(err.Error(), test.says)):
			t.Errorf("%s: %s, %v", test.env, s, err)
		}
	}
}

// Each program is in exactly one shard, independent of its name, and so is each source that cannot be read.
func TestShardLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "shards")
		text, name, other := rapid.String().Draw(t, "text"), rapid.String().Draw(t, "name"), rapid.String().Draw(t, "other")
		found, lost := 0, 0
		for i := 1; i <= n; i++ {
			s, err := ParseShard(fmt.Sprintf("%d/%d", i, n))
			if err != nil {
				t.Fatal(err)
			}
			has := s.Has(name, lang.NewFile(name, []byte(text)))
			if has != s.Has(other, lang.NewFile(other, []byte(text))) {
				t.Fatal("the name decides")
			}
			if has {
				found++
			}
			if s.Has(name, nil) {
				lost++
			}
		}
		if found != 1 || lost != 1 {
			t.Fatalf("of %d shards %d have it, and %d if it cannot be read", n, found, lost)
		}
	})
	if !(Shard{}).Has("a", nil) {
		t.Error("the zero shard lacks something")
	}
}

// Shards have about the same size, and the shard of a text must never change: other programs may compute it, and
// results of several versions may be merged.
func TestShardSpread(t *testing.T) {
	const n = 8
	var count [n]int
	for i := range 8000 {
		for k := range n {
			if (Shard{uint64(k), n}).Has("", lang.NewFile("", []byte(fmt.Sprintf("f%d = .a;", i)))) {
				count[k]++
			}
		}
	}
	for k, c := range count {
		if c < 850 || c > 1150 {
			t.Errorf("shard %d has %d of 8000", k+1, c)
		}
	}
	// The SHA-256 of the empty text begins with e3b0c44298fc1c14.
	if want := uint64(0xe3b0c44298fc1c14) % 1000; !(Shard{want, 1000}).Has("x", lang.NewFile("x", nil)) {
		t.Error("the empty text is in another shard")
	}
}
