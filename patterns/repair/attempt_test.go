package repair

import (
	"context"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
)

// hide makes trials recover from panics, as they do outside of tests.
func hide(t *testing.T) {
	propagatePanics = false
	t.Cleanup(func() { propagatePanics = true })
}

// A guess whose trial panics is rejected; the others are accepted.
func TestGuessFails(t *testing.T) {
	hide(t)
	for _, late := range []bool{false, true} {
		g, errors := guesser("a x b x")
		analyze := g.Analyze
		g.Analyze = func(text *lang.File) Found {
			found := analyze(text)
			if string(text.Src) != "a c b x" {
				return found
			}
			if !late {
				panic("a defect")
			}
			found.Tally = func() Tally { panic("a defect") }
			return found
		}
		got := g.Try(&errors[0], []Guess{write(0, 2, 3, "c"), write(1, 2, 3, "d")}, bounds)
		if len(got) != 1 || got[0].Title.String() != "write d" || !got[0].Checked {
			t.Errorf("late %v: %v", late, got)
		}
	}
}

// A change whose trial panics yields an outcome of a different program, for blame and for fixes, and its memory is
// dropped.
func TestOutcomeFails(t *testing.T) {
	hide(t)
	p := deriveTiny(lang.NewFile("tiny", []byte("a = {x: 1} .y\nb = 1\n")))
	program := p.repairProgram()
	fails := &failing{Language: program.Language, fails: true}
	program.Language = fails
	w := NewTrials(program, nil)
	w.Memory = "memory"
	edits := []lang.Edit{{Span: lang.Span{Start: 12, End: 13}, Text: "x"}}
	if o := w.Outcome(w.all, edits, 0); o.same || w.Memory != nil || w.Cleared(o, w.all) != nil {
		t.Errorf("it came to %v with memory %v", o, w.Memory)
	}
	if o := w.Known(w.all, edits); o == nil {
		t.Error("it is tried again")
	}
	fails.fails = false
	edits[0].Text = "x "
	if o := w.Outcome(w.all, edits, 0); !o.same || len(w.Cleared(o, w.all)) != 1 {
		t.Errorf("the next one came to %v", o)
	}
}

// A failing language panics when it derives a program again.
type failing struct {
	Language
	fails bool
}

func (f *failing) Rederive(text *lang.File, at func(int32) int32, memory Memory) *Program {
	if f.fails {
		panic("a defect")
	}
	return f.Language.Rederive(text, at, memory)
}

// Attempt propagates cancellation of the whole work, but not that of a trial's own budget.
func TestAttemptEnds(t *testing.T) {
	hide(t)
	if Attempt(func() { panic("a defect") }) {
		t.Error("a trial that panics is said to be done")
	}
	ctx, stop := context.WithCancel(t.Context())
	w := cancel.New(ctx)
	look := func() {
		Attempt(func() {
			for range 1 << 20 {
				w.Step()
			}
		})
	}
	if w.Within(10, look) {
		t.Error("a trial goes on beyond the budget")
	}
	w.Until(time.Now().Add(-time.Second))
	if w.Within(1<<30, look) {
		t.Error("a trial goes on after the deadline")
	}
	stop()
	err := func() (err error) {
		defer cancel.Catch(&err)
		look()
		return nil
	}()
	if err == nil {
		t.Error("a trial goes on without its context")
	}
}

// In tests a panic is not recovered.
func TestAttemptSurfaces(t *testing.T) {
	defer func() {
		if x := recover(); x != "a defect" {
			t.Error(x)
		}
	}()
	Attempt(func() { panic("a defect") })
}
