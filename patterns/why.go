package patterns

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// A Why explains the input and the output pattern of an expression.
type Why struct {
	Span        lang.Span
	Expression  string // its source text, shortened
	Definition  string // the definition it is in
	Signature   string
	Step, Steps int32 // the state is that after step Step of Steps of the definition's derivation
	Parts       []WhyPart
	// TooLarge is the number of nodes of the definition if these are too many to explain. Then it has no parts, and
	// no signature of an earlier step.
	TooLarge   int
	Incomplete bool // the searches for proofs took too long, so some parts are missing
}

// A WhyPart is one fact about an expression, with its proof.
type WhyPart struct {
	What    lang.Phrase // a clause: "the input has the field `a`", "the input and the output are one pattern"
	Steps   []lang.Step
	Story   []lang.Line // the steps for people, as of a lang.Explanation
	Core    []lang.Constraint
	Checked bool // the checker accepted the steps

	// Path leads to the part of the output that the fact is about; nil if it is about the input.
	Path []unify.Label
	// In leads to the part of the input that the fact is about, if there is one.
	In []unify.Label
}

// MostExplained is the largest number of nodes of a definition whose parts are explained. An explanation takes some
// hundred bytes for each node. Tests set a smaller one.
var MostExplained = 1_000_000

// A TraceEvent is one step of a derivation: a request to unite two patterns.
type TraceEvent struct {
	Number     int32
	Reason     lang.Phrase // the typing rule and its part, as in "comp: chaining"
	Span       lang.Span
	Definition string
	What       lang.Phrase // "the output of `.a` and the input of `f` become one"
	Before     [2]string   // the two patterns before, as filters; empty if nothing is united
	After      string      // the united pattern, as a filter
	Outcome    string      // AlreadyOne, Conflicting, or empty
}

// Outcomes of trace events that united nothing.
const (
	AlreadyOne  = "already one"
	Conflicting = "conflict"
)
