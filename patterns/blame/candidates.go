package blame

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Features that say what changes do which help: languages with features of their own have them as a block, in this order.
const (
	OfFixed   = iota // the best change that helps is there
	OfFixed2         // another one is
	OfCost           // how much more that costs than the best one, as a share of what is tried
	OfSeveral        // changes that help there, as a logarithm
	OfOwn            // what the language says of them
	OfWrite          // the best change there writes what Changes says
	OfRef            // another name
	OfSwap           // two change places
	OfInsert         // something is put beside it
	OfDrop           // or left out
	OfAlone          // no other place has a change that helps
	NumChanges
)

// Changes are how changes are features in a language.
type Changes struct {
	First  int          // the number of the block's first feature
	Writes repair.Class // what OfWrite is
	Widest int          // how much more than the best one a change costs that counts
}

// Candidates collects the places for one error. The zero value with the number of features is ready.
type Candidates struct {
	Features int
	List     []Candidate
	at       map[lang.Span]int
}

// At is the number of a place. One that is new gets its first features by describe.
func (c *Candidates) At(span lang.Span, describe func(f []float64)) int {
	k, known := c.at[span]
	if !known {
		if c.at == nil {
			c.at = make(map[lang.Span]int)
		}
		k = len(c.List)
		c.at[span] = k
		f := make([]float64, c.Features)
		describe(f)
		c.List = append(c.List, Candidate{Span: span, Features: f})
	}
	return k
}

// Set says of a place that a feature is at least so much.
func (c *Candidates) Set(k, feature int, value float64) {
	f := c.List[k].Features
	f[feature] = max(f[feature], value)
}

// With adds a number to a list of them, unless it is negative or stands there.
func With(places []int, k int) []int {
	if k < 0 || slices.Contains(places, k) {
		return places
	}
	return append(places, k)
}

// Fixed notes which places a change replaces that helps, the changes in their order from 0, that of the best one. It costs so much
// more than that. Of each place for which it is the first one, best is called, unless it is nil.
func (c *Candidates) Fixed(by Changes, i int, class repair.Class, more int, places []int, best func(f []float64)) {
	for _, k := range places {
		f := c.List[k].Features
		block := f[by.First:]
		if block[OfSeveral] == 0 {
			block[OfCost] = min(1, float64(more)/float64(by.Widest))
			switch class {
			case by.Writes:
				block[OfWrite] = 1
			case repair.ByRef:
				block[OfRef] = 1
			case repair.BySwap:
				block[OfSwap] = 1
			case repair.ByInsert:
				block[OfInsert] = 1
			case repair.ByDrop:
				block[OfDrop] = 1
			}
			if best != nil {
				best(f)
			}
		}
		block[OfSeveral]++
		if i == 0 {
			block[OfFixed] = 1
		} else if block[OfFixed] == 0 {
			block[OfFixed2] = 1
		}
	}
}

// Counted makes logarithms of how many changes help in each place, once all are noted.
func (c *Candidates) Counted(by Changes) {
	n, only := 0, 0
	for i := range c.List {
		if f := c.List[i].Features[by.First:]; f[OfSeveral] > 0 {
			f[OfSeveral] = math.Log(f[OfSeveral])
			n, only = n+1, i
		}
	}
	if n == 1 {
		c.List[only].Features[by.First+OfAlone] = 1
	}
}
