package relay

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/lab/relaygen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// TestRandom compares random programs with an interpreter of shapes, which does not unify: they have the types that it
// computes, and are rejected if it finds none. The same holds with their constraints in other orders.
func TestRandom(t *testing.T) {
	const parts = 4
	all := sample.Size(100_000, 500)
	var accepted, refused, permuted atomic.Int64
	t.Run("parts", func(t *testing.T) {
		for part := range parts {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for i := part; i < all; i += parts {
					a, p := judgeRandom(t, uint64(i))
					if permuted.Add(int64(p)); a {
						accepted.Add(1)
					} else {
						refused.Add(1)
					}
				}
			})
		}
	})
	t.Logf("%d programs are accepted, and %d refused; %d definitions were solved in other orders",
		accepted.Load(), refused.Load(), permuted.Load())
	if n := int64(all); accepted.Load() < n/2 || refused.Load() < n/5 || permuted.Load() < n/20 {
		t.Error("too few of a kind")
	}
}

// judgeRandom compares the result of program i, and returns whether it is accepted and how many of its definitions were
// solved in other orders.
func judgeRandom(t *testing.T, i uint64) (accepted bool, permutedDefs int) {
	const seed = 1
	source := relaygen.Random(seed, i)
	var v relaygen.Verdict
	judge := func(source string) relaygen.Verdict { v = verdict(source); return v }
	if differ := relaygen.Compare(source, judge); differ != "" {
		source = relaygen.Shrunk(source, judge)
		t.Errorf("program %d: %s\n%s", i, relaygen.Compare(source, judge), source)
		return
	}
	accepted = len(v.Errors) == 0
	if i/4%16 != 0 {
		return
	}
	res := check(source, "")
	if res.Errors() > 0 == accepted {
		t.Errorf("program %d is accepted before it is explained: %v\n%s", i, accepted, source)
	}
	r := rand.New(rand.NewPCG(seed, i))
	sound, wrong := permuted(t, res, "a program", source, func(cs []unify.Constraint) []unify.Constraint {
		// Descriptions of nodes come first: a dynamic size has no effect on a type that is already described.
		cs = shuffled(r, cs)
		slices.SortStableFunc(cs, func(a, b unify.Constraint) int { return cmp.Compare(stage(a), stage(b)) })
		return cs
	})
	return accepted, sound + wrong
}

// stage is 0 for a constraint that describes a node, and 1 for an equation or a relation.
func stage(c unify.Constraint) int {
	if c.Of == nil && c.Y == unify.None {
		return 0
	}
	return 1
}

// verdict returns the errors and types of a program. Contradictions are not explained.
func verdict(source string) (v relaygen.Verdict) {
	f := lang.NewFile("in.rly", []byte(source))
	r := patterns.Watched(context.Background(), f, "relay", patterns.Limits{}, func(watch *cancel.Watch) *patterns.Result {
		p := derived(f, language.Options{}, watch)
		ds := p.Known
		for d := range int32(len(p.Defs)) {
			if len(p.Solver.Conflicts(d)) > 0 {
				ds = append(ds, lang.Diagnostic{Message: lang.Text("a contradiction"), Span: p.Defs[d].Span})
			}
		}
		if len(ds) == 0 {
			ds = diagnose.RunOrdered(p, diagnose.OrderedOptions{})
		}
		return p.Result(p, ds, nil, nil)
	})
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			v.Errors = append(v.Errors, relaygen.Fault{Span: d.Span, Message: string(d.Code) + ": " + d.Message.String()})
		}
	}
	v.Types = typesOf(r)
	return v
}
