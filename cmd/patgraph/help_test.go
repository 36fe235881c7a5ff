package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
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
		for i := range c.Options {
			o := &c.Options[i]
			if !bytes.Contains(all, []byte("\n  "+o.Spelling())) {
				t.Errorf("help of %s lacks %s", c.Name, o.Spelling())
			}
			if o.Usage == "" || len(c.Options) > 5 && o.Group == "" {
				t.Errorf("%s %s has no usage or no heading", c.Name, o.Spelling())
			}
		}
		for _, form := range [][]string{{c.Name, "--help", "--all"}, {"--all", c.Name, "-h"}, {"help", c.Name, "--all"}} {
			if code, out, _ := patgraph(t, nil, form...); code != 0 || !strings.HasPrefix(out, string(all)) {
				t.Errorf("%q: exit status %d, %d bytes, want %d", form, code, len(out), len(all))
			}
		}
	}
}

// The parser knows which word is the value of a flag before it knows the command: flags with one spelling are the same
// in all commands.
func TestSpellings(t *testing.T) {
	names := make(map[string]string)
	takes := make(map[string]bool)
	for _, c := range commands() {
		for i := range c.Options {
			o := &c.Options[i]
			for _, spelling := range []string{o.Name, o.Alias} {
				if spelling == "" {
					continue
				}
				if name, ok := names[spelling]; ok && name != o.Name {
					t.Errorf("-%s is %s and %s", spelling, name, o.Name)
				}
				names[spelling] = o.Name
			}
			if before, ok := takes[o.Name]; ok && before != o.TakesNext() {
				t.Errorf("--%s takes a value in some commands only", o.Name)
			}
			takes[o.Name] = o.TakesNext()
		}
	}
}
