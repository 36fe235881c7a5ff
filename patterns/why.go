package patterns

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// A Why says why an expression has its input and its output pattern.
type Why struct {
	Span        lang.Span
	Expression  string // its source text, shortened
	Definition  string // the definition it is in
	Signature   string
	Step, Steps int32 // asked about the state after this step of the definition's derivation, of so many
	Parts       []WhyPart
	// TooLarge is how many nodes the definition has if these are too many to explain. Then there
	// are no parts, and no signature of an earlier step.
	TooLarge int
}

// A WhyPart is one thing that is known of an expression, with its proof.
type WhyPart struct {
	What    lang.Phrase // a clause: "the input has the field `a`", "the input and the output are one pattern"
	Steps   []lang.Step
	Story   []lang.Line // the steps for people, as of a lang.Explanation
	Core    []lang.Constraint
	Checked bool // the checker accepted the steps

	// Path leads to the part of the output that it is about. It is nil where it is about
	// the input.
	Path []unify.Label
	// In leads to the part of the input that it is about, if it is about one.
	In []unify.Label
}

// MostExplained is how many nodes a definition has at most for its parts to be explained. An
// explanation takes some hundred bytes for each of them. Tests have it smaller.
var MostExplained = 1_000_000

// A TraceEvent is one step of a derivation: two patterns were to become one.
type TraceEvent struct {
	Number     int32
	Reason     lang.Phrase // the typing rule and its part, as in "comp: chaining"
	Span       lang.Span
	Definition string
	What       lang.Phrase // "the output of `.a` and the input of `f` become one"
	Before     [2]string   // what either of them was until then, as filters; empty where nothing becomes one
	After      string      // what they are afterwards, as a filter
	Outcome    string      // AlreadyOne, Conflicting, or empty
}

// Outcomes of trace events that did not make one pattern of two.
const (
	AlreadyOne  = "already one"
	Conflicting = "conflict"
)
