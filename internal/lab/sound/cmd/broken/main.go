//go:build broken

// Command broken breaks each typing rule, part by part, and each cell of the table of flat patterns, one after the
// other, in each dialect that has it, and counts the programs that the laws of package sound need to detect the
// mistake:
//
//	go run -tags broken ./internal/lab/sound/cmd/broken
//
// A rule is broken in two ways: its constraint is left out, or the constraint only requires that labels exist and says
// nothing about the shape of the pattern that has them. Without the shape, for example, .l of k6 is that of k4.
//
// A mistake without an effect, because two patterns always clash or never do, is reported as right. The command exits
// with 1 if a mistake stays undetected for the given time.
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

	"github.com/patgraph/patgraph/internal/lab/sound"
	lang "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

// A part is the rules and forms that a dialect has.
type part struct {
	dialect lang.Dialect
	rules   string // the names of the rules that it lacks
	forms   []string
}

var parts = []part{
	{lang.K4, "vid div", []string{"(...)", "{...}", "<...>", "()", "{}", "<>", "[]", "{}|[]", "type"}},
	// In k6, (...) has no labels, and what it meets is never inspected.
	{lang.K6, "variant vector caret pipe literal", []string{"{...}", "<...>", "{}", "<>", "type"}},
}

// describing are the reasons of constraints about the shape of a construct with labels.
var describing = []string{"prod: output", "variant: output", "dot", "vid", "div", "filter", "vector: output",
	"caret: output", "pipe"}

// isReason reports whether some rule states a constraint with a reason.
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

// rulesAndForms tries one mistake after the other.
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
