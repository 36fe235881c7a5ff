//go:build broken

package unify

import "sync/atomic"

// With the build tag broken the engine can be made wrong on purpose, to test whether the laws detect it. It is slower;
// nothing else uses the tag.
const isBroken = true

// Broken is the mistake to make. The zero value is none. It must not be changed while something is solved.
var Broken struct {
	// Constraints with this reason are left out, if Rule is set; or, with Loose, they only state their labels, and no
	// shape.
	Rule, Part uint8
	Loose      bool
	// The meet of two flat patterns of these forms is wrong, if Forms is set.
	Forms [2]string
	As    Mistake
	Times atomic.Int64 // how often a mistake was made
}

// A Mistake is a way in which a meet is wrong.
type Mistake uint8

const (
	Clashes Mistake = iota + 1 // always
	Never                      // never: instead of a clash, the result is one side
	OneSide                    // the result is one side
)

func isLeftOut(r Reason) bool {
	if Broken.Loose || Broken.Rule == 0 || r.Rule != Broken.Rule || r.Part != Broken.Part {
		return false
	}
	Broken.Times.Add(1)
	return true
}

func loosened(f Flat, r Reason) Flat {
	if !Broken.Loose || r.Rule != Broken.Rule || r.Part != Broken.Part || f == Open || f.Head() != NoHead {
		return f
	}
	Broken.Times.Add(1)
	return Open
}

func misjudged(a, b *node, f Flat, ok bool) (Flat, bool) {
	x, y := a.pattern(), b.pattern()
	if p, q := x.Form(), y.Form(); Broken.As == 0 ||
		!(p == Broken.Forms[0] && q == Broken.Forms[1]) && !(p == Broken.Forms[1] && q == Broken.Forms[0]) {
		return f, ok
	} else if q == Broken.Forms[0] && p != q {
		x = y
	}
	switch {
	case Broken.As == Clashes && ok:
		Broken.Times.Add(1)
		return f, false
	case Broken.As == Never && !ok, Broken.As == OneSide && ok && f != x:
		Broken.Times.Add(1)
		return x, true
	}
	return f, ok
}
