package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
)

// Help fits a screen, and with --all it has every option, each under a heading.
func TestHelpFits(t *testing.T) {
	p := newProgram(nil, io.Discard, io.Discard)
	for _, c := range p.Commands {
		if c.Hidden {
			continue
		}
		brief, all := p.Usage(c, false), p.Usage(c, true)
		if n := bytes.Count(brief, []byte("\n")); n > 40 {
			t.Errorf("help of %s has %d lines", c.Name, n)
		}
		for line := range strings.Lines(string(brief) + string(all)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 {
				t.Errorf("help of %s has a line of %d columns: %s", c.Name, n, line)
			}
		}
		for _, o := range c.NewFlags(languages.All).Options() {
			if !bytes.Contains(all, []byte("\n  "+o.Spelling())) {
				t.Errorf("help of %s lacks %s", c.Name, o.Spelling())
			}
			if o.Usage == "" {
				t.Errorf("%s %s has no usage", c.Name, o.Spelling())
			}
		}
		for _, form := range [][]string{{c.Name, "--help", "--all"}, {"--all", c.Name, "-h"}, {"help", c.Name, "--all"}} {
			if code, out, _ := patgraph(t, nil, form...); code != 0 || !strings.HasPrefix(out, string(all)) {
				t.Errorf("%q: exit status %d, %d bytes, want %d", form, code, len(out), len(all))
			}
		}
	}
}
