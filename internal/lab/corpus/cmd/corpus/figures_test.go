package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// substitute replaces patgraph: it writes its format to the output file, and for the format $DIFFERS a merge writes
// something else.
const substitute = `#!/bin/sh
verb=$1
while [ $# -gt 0 ]; do
	if [ "$1" = -o ]; then echo "${2##*.}" >"$2"; [ $verb = merge ] && [ "${2##*.}" = "$DIFFERS" ] && echo more >>"$2"; fi
	shift
done
exit 1
`

// All figures are taken, and the verdicts match the measurements.
func TestFigures(t *testing.T) {
	dir := t.TempDir()
	fake := filepath.Join(dir, "pat graph")
	if err := os.WriteFile(fake, []byte(substitute), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DIFFERS", "sarif")
	take := func() (string, error) {
		var out bytes.Buffer
		err := takeFigures(fake, fake, filepath.Join(dir, "it's here"), 20, 1, []int{5, 10}, &out)
		return out.String(), err
	}
	out, err := take()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`read and hash 20 files \(0\.\d MB\), -j 1 +\| .* MB/s +\| - +\| - `, `against parse, -j 1 .* at most 3.5 `, `at least 1.7`, `at least 5`,
		`peak memory, 5 records, -j 2 +\| \d+ MB +\| at most 300 +\| yes`, `peak memory, 10 records`,
		`one run, json +\| identical, 5 bytes +\| identical bytes +\| yes`, `one run, ndjson +\| identical`, `one run, sarif +\| they differ +\| identical bytes +\| NO`,
		`start: version +\| [0-9.]+ ms`, `braid check: 16000 and 64000 +\| .* times the processor time +\| at most 6 times, 1.1 GB +\| yes`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	// A corpus that differs from the generator's output is reported.
	var last string
	filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if strings.Contains(path, "files-20") && !e.IsDir() {
			last = path
		}
		return err
	})
	if err := os.WriteFile(last, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := take(); err == nil || !strings.Contains(err.Error(), "not the ") {
		t.Errorf("another corpus: %v", err)
	}
	if err := run([]string{"figures", "-patgraph", "/nowhere/at/all", dir}, &bytes.Buffer{},
		&bytes.Buffer{}); err == nil {
		t.Error("a program that is not there is no error")
	}
}
