package unify

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A cause returns the packed numbers, up to the largest, and has only one kind.
func TestCauseRoundTrip(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, r Reason, event int32, l Label) {
		c := given(r)
		if got, ok := c.Given(); !ok || got != r {
			t.Errorf("given %v is %v, %v", r, got, ok)
		}
		if got, ok := (c | describes).Given(); !ok || got != r || c.Describes() || !(c | describes).Describes() {
			t.Errorf("given %v by a description is %v, %v", r, got, ok)
		}
		if _, _, ok := c.From(); ok || c.Unfolds() {
			t.Errorf("given %v follows from an event", r)
		}
		for _, unfolds := range []bool{false, true} {
			if c = decomposed(event, l); unfolds {
				c = unfolded(event, l)
			}
			if e, m, ok := c.From(); !ok || e != event || m != l || c.Unfolds() != unfolds || c.Describes() {
				t.Errorf("from %d.%d, %v is from %d.%d, %v", event, l, unfolds, e, m, c.Unfolds())
			}
			if _, ok := c.Given(); ok {
				t.Errorf("from %d.%d is given", event, l)
			}
		}
	}
	edge := []int32{0, 1, 1<<16 - 1, 1 << 30, math.MaxInt32 - 1, math.MaxInt32}
	for _, event := range edge {
		for _, l := range edge {
			check(t, Reason{Rule: 255, Part: 255, Site: event}, event, Label(l))
		}
	}
	check(t, Reason{Site: -1}, 0, 0)
	check(t, Reason{Rule: 1, Site: math.MinInt32}, 0, 0)
	rapid.Check(t, func(t *rapid.T) {
		r := Reason{rapid.Uint8().Draw(t, "rule"), rapid.Uint8().Draw(t, "part"), rapid.Int32().Draw(t, "site")}
		n := rapid.Int32Min(0)
		check(t, r, n.Draw(t, "event"), Label(n.Draw(t, "label")))
	})
}

// The flat pattern and the origin of a node share a word.
func TestOriginBits(t *testing.T) {
	heads := NewHeads()
	var last Head
	for range 100 {
		last = heads.Add(Product, nil)
	}
	for _, f := range []Flat{Open, MakeFlat(Vector, false), MakeFlat(AnyShape, true), heads.Flat(last)} {
		for o := originUnion; o <= originUnfolded; o++ {
			n := node{flat: withOrigin(f, o)}
			if n.origin() != o || n.pattern() != f || n.pattern().Head() != f.Head() {
				t.Errorf("%s with origin %d: %s with origin %d", f.Form(), o, n.pattern().Form(), n.origin())
			}
		}
	}
}
