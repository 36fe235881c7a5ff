package main

import (
	"bytes"
	"io"
	"testing"
)

func TestRun(t *testing.T) {
	var out, errs bytes.Buffer
	if err := run([]string{"files", "-n", "7", t.TempDir()}, &out, &errs); err != nil || out.Len()+errs.Len() > 0 {
		t.Errorf("%v: %q, %q", err, out.String(), errs.String())
	}
	err := run([]string{"records", "-n", "7"}, &out, &errs)
	if err != nil || bytes.Count(out.Bytes(), []byte("\n")) != 7 {
		t.Errorf("%v: %q", err, out.String())
	}
	for _, args := range [][]string{
		{}, {"draw"}, {"files"}, {"files", "-n", "-1", "x"}, {"records", "x"}, {"files", "-what"},
	} {
		if err := run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is not an error", args)
		}
	}
}
