package partial

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	front "github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// All definitions of a program share a budget of steps. When it is spent, there are no claims about the remaining
// definitions, and the results of earlier ones do not change.
func TestStepsOfAll(t *testing.T) {
	defer func(n int64) { stepsOfAll = n }(stepsOfAll)
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "f%d = ${int a, int b} <.a, .b>;\n", i)
	}
	verdicts := func() (list []patterns.Verdict, left int64) {
		r := front.Analyze(context.Background(), lang.NewFile("a.k", []byte(b.String())), front.Options{})
		a := analyze(context.Background(), r, language.Settings{Totality: true}, nil)
		for i := range r.Totality {
			list = append(list, r.Totality[i].Verdict)
		}
		return list, a.steps
	}
	all, left := verdicts()
	stepsOfAll = (stepsOfAll - left) / 2
	half, left := verdicts()
	if left < 0 {
		t.Errorf("%d steps are left", left)
	}
	known := 0
	for i, v := range half {
		switch v {
		case all[i]:
			known++
		case patterns.Unclear:
		default:
			t.Errorf("definition %d is %v, with half of the steps %v", i, all[i], v)
		}
	}
	if known < 50 || known > 150 {
		t.Errorf("with half of the steps, %d of 200 are known", known)
	}
}

// A run that needs too many unknown values ends without claims, and takes no steps from other definitions.
func TestStatesOfARun(t *testing.T) {
	defer func(n int) { mostStates = n }(mostStates)
	mostStates = 1000
	for n, clear := range map[int]bool{500: true, 2000: false} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ", .l%d l%d", i, i)
		}
		source := "f = {" + b.String()[2:] + "};\ng = ${int a} .a;\n"
		r := front.Analyze(context.Background(), lang.NewFile("a.k", []byte(source)), front.Options{})
		analyze(context.Background(), r, language.Settings{Totality: true}, nil)
		if f, g := r.Totality[0].Verdict, r.Totality[1].Verdict; (f != patterns.Unclear) != clear || g == patterns.Unclear {
			t.Errorf("a product of %d fields is %v, and another definition is %v", n, f, g)
		}
	}
}
