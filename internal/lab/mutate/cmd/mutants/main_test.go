package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/mutate"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	md, data := filepath.Join(dir, "report.md"), filepath.Join(dir, "report.json")
	common := []string{"-root", "../../../../..", "-per", "1", "-split", "fit", "-op", "label,comp-drop"}
	var out strings.Builder
	if err := run(append([]string{"-shuffle", "-md", md, "-json", data}, common...), &out); err != nil || out.Len() > 0 {
		t.Fatal(err, out.String())
	}
	text, err := os.ReadFile(md)
	if err != nil || !strings.Contains(string(text), "| comp-drop |") || strings.Contains(string(text), "| typo |") {
		t.Errorf("%v\n%s", err, text)
	}
	text, err = os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	var report mutate.Report
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Scores) == 0 || report.All.Mutants != len(report.Scores) || report.Shuffle == nil || report.Scores[0].Split != mutate.Fit {
		t.Errorf("%+v", report.All)
	}
	if err := run(append([]string{"-show", "2"}, append(common, "-op", "comp-drop")...), &out); err != nil || strings.Count(out.String(), "== ") != 2 {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	relay := []string{"-root", "../../../../..", "-dialect", "relay", "-per", "1", "-split", "test", "-op", "typo-operator"}
	if err := run(relay, &out); err != nil || !strings.Contains(out.String(), "| typo-operator |") || strings.Contains(out.String(), "| axis |") {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	networks := []string{"-root", "../../../../..", "-dialect", "tensorscript", "-per", "1", "-split", "test", "-op", "typo-node"}
	if err := run(networks, &out); err != nil || !strings.Contains(out.String(), "| typo-node |") || strings.Contains(out.String(), "| size |") {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, bad := range [][]string{{"-dialect", "relay", "-shuffle"}, {"-dialect", "relay", "-op", "label"},
		{"-dialect", "k7"}, {"-split", "half"}, {"-op", "nothing"}, {"-root", dir}} {
		if err := run(append(bad, "-per", "1"), &out); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}
