package lang

import "github.com/patgraph/patgraph/lang/certificate"

// An Explanation is the reason for a diagnostic: a proof in numbered steps, the constraints of the program that it
// depends on, and the places of these that are probably wrong. It is data in the words of the language; a renderer
// decides how much of it is shown.
type Explanation struct {
	// Steps has each step after its premises; the last one is the conclusion. For an error, the first ones are the
	// steps of Story, in its order.
	Steps []Step

	// Story is the proof as a walk from the first witness to the other, for people: each line continues where the
	// previous one ends, and obvious steps are left out. Shown is the conclusion of the lines, as in "A and B are one
	// value".
	Story []Line
	Shown Phrase

	// Core has the constraints that the steps depend on, in the order in which the proof cites them. A proof that ends
	// at a budget has Minimal or Checked false.
	Core    []Constraint
	Minimal bool // leaving out any element of Core removes the error: this was tried
	Checked bool // the checker accepted the steps

	Sketch *Sketch            // the steps as a picture; nil unless requested
	Proved *certificate.Proof // the proof as plain data; nil unless requested
}

// AboutAsLikely bounds the difference between the scores of two places that are about equally likely to be wrong: one
// is less than 1.6 times as likely as the other.
const AboutAsLikely = 0.47 // ln 1.6

// Rival returns the place of a list that is about as likely to be wrong as its first one, if there is one: the first is
// less than 1.6 times as likely. A label and the bracket that contains it are not rivals.
func Rival(list []Blame) (Blame, bool) {
	for _, b := range list {
		if a := list[0]; !a.Span.Contains(b.Span) && !b.Span.Contains(a.Span) {
			return b, a.Score-b.Score < AboutAsLikely
		}
	}
	return Blame{}, false
}

// Rules of steps; see Step.Rule.
const (
	StepAxiom    = "axiom"    // a constraint of the program: two places have one pattern, or the pattern of one place
	StepTrans    = "trans"    // a chain of equalities, in order
	StepLabel    = "label"    // equal patterns have equal parts under one label
	StepVector   = "vector"   // the facts about equal patterns leave only a vector
	StepMember   = "member"   // a label of a vector leads to its member
	StepUnfold   = "unfold"   // a part of a named type is the type of that part
	StepInstance = "instance" // a fact of a definition holds for each use of it
	StepRelation = "relation" // a relation adds an equation, or fails, because of its premises
	StepClash    = "clash"    // one pattern would have to be two things
	StepShape    = "shape"    // the combined facts about equal patterns
)

// A Step is one step of a proof.
type Step struct {
	Rule       string
	Premises   []int32 // earlier steps, by index
	Constraint int32   // index in Explanation.Core, or -1
	Label      string  // for label, member and unfold: the label as text
	Concludes  Phrase  // a complete clause: "the output of `f` is the input of `.x`"
	Reason     string  // the typing rule and its part, as in "comp: chaining"; empty for a deduction
	Span       Span    // the place of the step; the zero Span for none
	Definition string  // the definition in whose derivation it is
}

// A Line is one line of a story.
type Line struct {
	Text       Phrase // a clause: "what `f` gives goes into `.x`"
	Span       Span   // the place that it reaches
	Reason     string // as in Step
	Definition string // the definition of the place
	Step       int32  // the number of its step, from 1; 0 for none
}

// Same reports whether two lines look the same.
func (l *Line) Same(o *Line) bool {
	return l.Span == o.Span && l.Reason == o.Reason && l.Definition == o.Definition &&
		l.Text.String() == o.Text.String()
}

// A Constraint is a fact that the program states.
type Constraint struct {
	Rule, Part string // for example "comp", "chaining"
	Span       Span
	Definition string
	Text       Phrase // a clause, like Step.Concludes
}

// Reason returns the rule and its part, as in "comp: chaining".
func (c *Constraint) Reason() string {
	if c.Part != "" {
		return c.Rule + ": " + c.Part
	}
	return c.Rule
}

// A Blame is a suspect: a place that may be wrong.
type Blame struct {
	Span  Span
	Score float64 // a difference within one diagnostic is the logarithm of the ratio of likelihoods
	// In and Out are the pattern that the place would need for the rest to be right, as two filters; empty if unknown.
	In, Out string
}

// Signature joins input and output; in a language with values that take no input, it is the output of such a value.
func Signature(takes, gives string) string {
	if takes == "" {
		return gives
	}
	return takes + " --> " + gives
}
