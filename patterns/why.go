package patterns

import "github.com/patgraph/patgraph/lang"

// A Why says why an expression has its pattern.
type Why struct {
	Span       lang.Span
	Expression string // its source text, shortened
	Definition string
	Signature  string
	Step       int32 // what is told is the state after this step of the definition's derivation
	Steps      int32 // of so many
	Parts      []WhyPart
}

// A WhyPart is one thing that is known of a pattern, and its derivation.
type WhyPart struct {
	What    string // "the input is a product", "the input has the field `a`"
	Steps   []lang.Step
	Core    []lang.Constraint
	Checked bool // the checker accepted the steps
}

// A TraceEvent is one step of a definition's derivation.
type TraceEvent struct {
	Number     int32
	Reason     string // the typing rule and its part, or the step from which it follows
	Span       lang.Span
	Definition string
	What       string // "the output of `.a` and the input of `f` become one"
	After      string // what was made one, afterwards, without its parts
	Outcome    string // "", "already one" or "conflict"
}
