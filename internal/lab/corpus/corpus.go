package corpus

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A Corpus is an endless sequence of programs.
type Corpus struct{ Seed uint64 }

// A Kind says whether a program is correct.
type Kind uint8

const (
	Sound    Kind = iota
	IllTyped      // one type error
	Broken        // not a text, or truncated
)

func (k Kind) String() string { return [...]string{"sound", "ill-typed", "broken"}[k] }

// How many of a thousand programs are of each kind.
const (
	perMilleIllTyped = 50
	perMilleBroken   = 10
	perMilleCopies   = 30
)

// The power law of sizes in bytes: of the programs with at least s bytes, a share of 2^-steepness has at least 2s.
const (
	smallest  = 500
	largest   = 300_000
	steepness = 1.1
)

// A Program is one program of a corpus.
type Program struct {
	Kind   Kind
	Source []byte
	Of     int // the number of the original if it is a copy, else its own number
}

// The purposes of random numbers: the random streams of one program are independent.
const (
	streamFate = iota
	streamText
	streamDamage
	streams
)

func (c Corpus) random(i, stream int) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, uint64(i)*streams+uint64(stream)))
}

// original follows copies to the original program.
func (c Corpus) original(i int) (int, *rand.Rand) {
	for {
		r := c.random(i, streamFate)
		if r.IntN(1000) >= perMilleCopies || i == 0 {
			return i, r
		}
		i = r.IntN(i)
	}
}

func kind(r *rand.Rand) Kind {
	switch n := r.IntN(1000); {
	case n < perMilleBroken:
		return Broken
	case n < perMilleBroken+perMilleIllTyped:
		return IllTyped
	}
	return Sound
}

// Program makes program i ≥ 0. It costs about 40 ns per byte.
func (c Corpus) Program(i int) Program {
	of, fate := c.original(i)
	p := Program{Of: of, Kind: kind(fate)}
	size := bytesOf(fate.Float64())
	g := newGenerator(c.random(of, streamText))
	g.program(size)
	p.Source = g.b
	switch p.Kind {
	case IllTyped:
		p.Source = g.withMistake(c.random(of, streamDamage))
	case Broken:
		p.Source = damaged(p.Source, c.random(of, streamDamage))
	}
	return p
}

// bytesOf is the size, within the bounds, that a share of 1-u of all programs exceeds.
func bytesOf(u float64) int {
	tail := math.Pow(float64(smallest)/largest, steepness)
	return int(smallest / math.Pow(1-u*(1-tail), 1/steepness))
}

// Path is the path of program i in a tree of folders: about 100 files in a folder and 20 folders in a folder.
func (c Corpus) Path(i int) string {
	lib := i / 100
	return fmt.Sprintf("%s%02d/%s%04d/%s%06d.k",
		nouns[lib/20%len(nouns)], lib/20, nouns[lib*7%len(nouns)], lib, nouns[i*13%len(nouns)], i)
}

// ID is the identity of program i in records: its path without the extension.
func (c Corpus) ID(i int) string {
	p := c.Path(i)
	return p[:len(p)-len(".k")]
}
