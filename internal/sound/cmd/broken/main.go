//go:build broken

// Command broken breaks each typing rule, part by part, and each cell of the table of flat
// patterns, one after the other, and counts the programs that the laws of package sound
// take to notice:
//
//	go run -tags broken ./internal/sound/cmd/broken
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
	"strings"
	"time"

	"github.com/patgraph/patgraph/internal/sound"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

var forms = []string{"(...)", "{...}", "<...>", "()", "{}", "<>", "[]", "{}|[]", "type"}

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
	flag.Parse()
	unnoticed := 0
	try := func(what string) {
		if !strings.Contains(what, *only) {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		defer cancel()
		r := sound.Run(ctx, sound.Options{Seed: 1, Jobs: runtime.GOMAXPROCS(0), Most: 1})
		switch wrong := unify.Broken.Times.Swap(0); {
		case wrong == 0:
			fmt.Printf("%-40s is right in %d programs\n", what, r.Counts.Programs)
			return
		case len(r.Violations) == 0:
			unnoticed++
			fmt.Printf("%-40s UNNOTICED %d times in %d programs\n", what, wrong, r.Counts.Programs)
			return
		}
		fmt.Printf("%-40s %s, after %d programs, %.1f s\n", what, r.Violations[0].Law, r.Counts.Programs, r.Elapsed.Seconds())
	}
	for rule := range uint8(len(k.RulePages)) {
		for part := range uint8(8) {
			r := unify.Reason{Rule: rule + 1, Part: part}
			if isReason(k.ReasonText(r)) {
				unify.Broken.Rule, unify.Broken.Part = r.Rule, r.Part
				try("without " + k.ReasonText(r))
			}
		}
	}
	unify.Broken.Rule, unify.Broken.Part = 0, 0
	for i, f := range forms {
		for _, g := range forms[i:] {
			for i, word := range []string{"clash", "never clash", "are the first"} {
				unify.Broken.Forms, unify.Broken.As = [2]string{f, g}, unify.Mistake(i+1)
				try(f + " and " + g + " " + word)
			}
		}
	}
	if unnoticed > 0 {
		os.Exit(1)
	}
}
