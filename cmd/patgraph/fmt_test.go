package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A formatted text that fails its check, or a panic, is a defect: the file is not written, and the others are still
// formatted.
func TestFormatDefect(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"bad.k", "good.k", "worse.k"} {
		write(t, name, "f=1;\n")
	}
	var stdout, stderr bytes.Buffer
	p := newProgram(strings.NewReader(""), &stdout, &stderr)
	toy := *languages.All[0]
	p.Languages = language.Table{&toy}
	toy.Format = func(f *lang.File, dialect string, l lang.Layout) ([]byte, []lang.Diagnostic) {
		switch f.Name {
		case "bad.k":
			return nil, []lang.Diagnostic{{Code: lang.Internal, Message: lang.Text("the layout was given up")}}
		case "worse.k":
			panic("oops")
		}
		return languages.All[0].Format(f, dialect, l)
	}
	if code := p.Run([]string{"patgraph", "fmt", "-w", "."}); code != report.Defect {
		t.Errorf("exit status %d", code)
	}
	for name, want := range map[string]string{"bad.k": "f=1;\n", "good.k": "f = 1;\n", "worse.k": "f=1;\n"} {
		if got, _ := os.ReadFile(name); string(got) != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, want := range []string{"P0902", "the layout was given up", "please report", "oops",
		"3 files, 1 changed, 2 errors"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error lacks %q:\n%s", want, stderr.String())
		}
	}
}

// The output does not depend on the number of workers.
func TestFormatMany(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 40 {
		write(t, fmt.Sprintf("p%02d.k", i), strings.Repeat("f=1;\n", i%3)+fmt.Sprintf("g%d = <.a   b>;\n", i))
	}
	code, one, said := patgraph(t, nil, "fmt", "--diff", "--check", "-j", "1", ".")
	if code != report.Errors || strings.Count(one, "\n--- ") != 40 {
		t.Errorf("exit status %d\n%s", code, one)
	}
	if code8, eight, said8 := patgraph(t, nil, "fmt", "--diff", "--check", "-j", "8", "."); code8 != code ||
		eight != one || said8 != said {
		t.Error("-j changes the result")
	}
	if code, _, said := patgraph(t, nil, "fmt", "-w", "."); code != report.Clean || said != "40 files, 40 changed\n" {
		t.Errorf("exit status %d: %s", code, said)
	}
	if code, out, said := patgraph(t, nil, "fmt", "--check", "."); code != report.Clean ||
		out != "" || said != "40 files\n" {
		t.Errorf("exit status %d: %s%s", code, out, said)
	}
}
