package main

import (
	"bytes"
	"io"
	"testing"
)

// Files and records are the same programs, and their summaries differ only in what records cannot represent.
func TestRun(t *testing.T) {
	var out, files, records bytes.Buffer
	if err := run([]string{"files", "-n", "7", t.TempDir()}, &out, &files); err != nil || out.Len() > 0 {
		t.Errorf("%v: %q", err, out.String())
	}
	if err := run([]string{"records", "-n", "7"}, &out, &records); err != nil || bytes.Count(out.Bytes(), []byte("\n")) != 7 {
		t.Errorf("%v: %q", err, out.String())
	}
	if files.String() != records.String() {
		t.Errorf("%s%s", &files, &records)
	}
	for _, args := range [][]string{
		{}, {"draw"}, {"files"}, {"files", "-n", "-1", "x"}, {"records", "x"}, {"files", "-what"},
	} {
		if err := run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is not an error", args)
		}
	}
}
