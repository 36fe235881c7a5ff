package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// The walk, the steps and the picture of an error number facts the same way. The facts of the walk come first, in its
// order; then the other steps, in the order of the proof. A fact of the program has no premises, so each step still
// comes after its premises.

// renumber gives the steps of an error the numbers of the walk; by line of the walk, reported are the constraint of the
// core that the line reports, and those that it includes. If an earlier line has the number of the first, as where two
// fields take what one function gives, the line has that of another.
func (t *stepWriter) renumber(core []explain.Cited, reported [][]*explain.Cited) {
	ex := t.ex
	last := int32(len(ex.Steps) - 1)
	to := make([]int32, len(ex.Steps)) // by old index: 1 + the new one
	order := make([]int32, 0, len(ex.Steps))
	put := func(i int32) {
		if to[i] == 0 {
			order = append(order, i)
			to[i] = int32(len(order))
		}
	}
	member := make(map[*explain.Cited]int32, len(core))
	for i := range core {
		member[&core[i]] = int32(i)
	}
	for i, list := range reported {
		for _, m := range list {
			n, ok := t.said[member[m]]
			if !ok || n == last {
				continue
			}
			taken := to[n] > 0
			put(n)
			if l := &ex.Story[i]; !taken || l.Step == 0 {
				l.Step, l.Reason = to[n], ex.Steps[n].Reason
			}
			if !taken {
				break
			}
		}
	}
	for i := range ex.Steps {
		put(int32(i))
	}
	steps := make([]lang.Step, len(order))
	for n, old := range order {
		steps[n] = ex.Steps[old]
		for i, p := range steps[n].Premises {
			steps[n].Premises[i] = to[p] - 1
		}
	}
	ex.Steps = steps
	for i, n := range t.number {
		if n >= 0 {
			t.number[i] = to[n] - 1
		}
	}
	for m, n := range t.said {
		t.said[m] = to[n] - 1
	}
}

// of returns the number of the step that states a constraint of the system; 0: none.
func (t *stepWriter) of(c int32) int32 {
	if m := t.member[c]; m >= 0 {
		if n, ok := t.said[m]; ok {
			return n + 1
		}
	}
	return 0
}
