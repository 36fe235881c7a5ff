//go:build broken

// Command broken breaks each typing rule, part by part, and each cell of the table of flat
// patterns, one after the other, in each dialect that has it, and counts the programs
// that the laws of package sound take to notice:
//
//	go run -tags broken ./internal/sound/cmd/broken
//
// A rule is broken in two ways: what it says is left out, or it says of labels only that
// they are there, and nothing of what has them. Without the latter, .l of k6 is that of k4.
//
// A mistake that makes no difference, since two patterns always clash or never do, is
// told as right. It exits with 1 when something goes unnoticed for the time that is given.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/patgraph/patgraph/internal/sound"
	lang "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

// A part is what a dialect has.
type part struct {
	dialect lang.Dialect
	rules   string // the names of those that it lacks
	forms   []string
}

var parts = []part{
	{lang.K4, "vid div", []string{"(...)", "{...}", "<...>", "()", "{}", "<>", "[]", "{}|[]", "type"}},
	// What is (...) in k6 has no labels, and what it meets is never looked at.
	{lang.K6, "variant vector caret pipe literal", []string{"{...}", "<...>", "{}", "<>", "type"}},
}

// describing are the reasons of constraints about the shape of what has labels.
var describing = []string{"prod: output", "variant: output", "dot", "vid", "div", "filter", "vector: output", "caret: output", "pipe"}

// isReason reports whether some rule states a constraint for a reason.
func isReason(text string) bool {
	rule, part, _ := strings.Cut(text, ": ")
	for _, p := range k.RulePages {
		for _, c := range p.Constraints {
			if p.Name == rule && c.Name == part {
				return true
			}
		}
	}
	return false
}

func main() {
	limit := flag.Duration("time", time.Minute, "how long a mistake may go unnoticed")
	only := flag.String("only", "", "try only what has this in its name")
	dialect := flag.String("dialect", "both", "in what programs: k4, k6 or both")
	flag.Parse()
	unnoticed := 0
	try := func(d lang.Dialect, what string) {
		what = d.String() + " " + what
		if !strings.Contains(what, *only) {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		defer cancel()
		r := sound.Run(ctx, sound.Options{Dialect: d, Seed: 1, Jobs: runtime.GOMAXPROCS(0), Most: 1})
		switch wrong := unify.Broken.Times.Swap(0); {
		case wrong == 0:
			fmt.Printf("%-43s is right in %d programs\n", what, r.Counts.Programs)
			return
		case len(r.Violations) == 0:
			unnoticed++
			fmt.Printf("%-43s UNNOTICED %d times in %d programs\n", what, wrong, r.Counts.Programs)
			return
		}
		fmt.Printf("%-43s %s, after %d programs, %.1f s\n", what, r.Violations[0].Law, r.Counts.Programs, r.Elapsed.Seconds())
	}
	for _, p := range parts {
		if *dialect == "both" || *dialect == p.dialect.String() {
			p.rulesAndForms(try)
		}
	}
	if unnoticed > 0 {
		os.Exit(1)
	}
}

// rulesAndForms makes one mistake after the other.
func (p *part) rulesAndForms(try func(d lang.Dialect, what string)) {
	b := &unify.Broken
	for rule := range uint8(len(k.RulePages)) {
		for i := range uint8(8) {
			text := k.ReasonText(unify.Reason{Rule: rule + 1, Part: i})
			name, _, _ := strings.Cut(text, ":")
			if !isReason(text) || slices.Contains(strings.Fields(p.rules), name) {
				continue
			}
			b.Rule, b.Part = rule+1, i
			try(p.dialect, "without "+text)
			if slices.Contains(describing, text) {
				b.Loose = true
				try(p.dialect, "loose "+text)
				b.Loose = false
			}
		}
	}
	b.Rule, b.Part = 0, 0
	for i, f := range p.forms {
		for _, g := range p.forms[i:] {
			for i, word := range []string{"clash", "never clash", "are the first"} {
				b.Forms, b.As = [2]string{f, g}, unify.Mistake(i+1)
				try(p.dialect, f+" and "+g+" "+word)
			}
		}
	}
	b.Forms, b.As = [2]string{}, 0
}
