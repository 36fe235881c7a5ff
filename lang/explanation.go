package lang

// An Explanation says why a diagnostic is so: a proof in numbered steps, the
// constraints of the program that it rests on, and which of their places is most
// likely at fault. It is data in the words of the language; a renderer decides
// how much of it is shown.
type Explanation struct {
	// Steps has each after its premises; the last one is what is explained. Of an error the
	// first are those that Story tells, in its order.
	Steps []Step

	// Story is the steps as a walk from the first witness to the other, for people:
	// each line goes on where the one before ends, and what goes without saying is
	// left out. Shown is what the lines show, as in "A and B are one value".
	Story []Line
	Shown Phrase

	// Core is what the steps rest on, in the order in which the proof cites it. A proof
	// that is cut short at a budget has Minimal or Checked false, and says so.
	Core    []Constraint
	Minimal bool // without any one of Core nothing is wrong: this was tried
	Checked bool // the checker accepted the steps

	// Here is how much there is to read where the error is: the constraints that the
	// steps rest on and the steps themselves, when what a call brings along is taken
	// as it is and not followed into what is called.
	Here struct{ Constraints, Steps int }

	Blame []Blame // the places of Core, the likeliest first

	Sketch *Sketch // the steps as a picture; nil unless the analysis was asked for it
}

// AboutAsLikely is by how much less the scores of two places differ that are about as
// likely to be at fault: the one is less than 1.6 times as likely.
const AboutAsLikely = 0.47 // ln 1.6

// Rival returns the place that is about as likely to be at fault as the first one,
// if there is one: the first is less than 1.6 times as likely. A label and the bracket
// that it stands in are no rivals.
func (x *Explanation) Rival() (Blame, bool) {
	for _, b := range x.Blame {
		if a := x.Blame[0]; !a.Span.Contains(b.Span) && !b.Span.Contains(a.Span) {
			return b, a.Score-b.Score < AboutAsLikely
		}
	}
	return Blame{}, false
}

// Rules of steps; see Step.Rule.
const (
	StepAxiom    = "axiom"    // a constraint of the program: two places are one pattern, or what one place is
	StepTrans    = "trans"    // a chain of equalities, in order
	StepLabel    = "label"    // equal patterns have equal parts under one label
	StepVector   = "vector"   // what is known of equal patterns leaves only a vector
	StepMember   = "member"   // a label of a vector leads to its member
	StepUnfold   = "unfold"   // a part of a named type is the type of that part
	StepInstance = "instance" // a fact of a definition holds for each use of it
	StepRelation = "relation" // a relation tells something, or fails, because of its premises
	StepClash    = "clash"    // the same pattern would have to be two things
	StepShape    = "shape"    // what is known of equal patterns, taken together
)

// A Step is one step of a proof.
type Step struct {
	Rule       string
	Premises   []int32 // earlier steps, by index
	Constraint int32   // of Explanation.Core, or -1
	Label      string  // for label, member and unfold: the label as text
	Concludes  Phrase  // a clause that stands alone: "the output of `f` is the input of `.x`"
	Reason     string  // the typing rule and its part, as in "comp: chaining"; empty for a step that follows
	Span       Span    // the place that the step is about; the zero Span for none
	Definition string  // whose derivation it is part of
}

// A Line is one line of a story.
type Line struct {
	Text       Phrase // a clause: "what `f` gives goes into `.x`"
	Span       Span   // the place where it arrives
	Reason     string // as of a Step
	Definition string // whose place it is
	Step       int32  // the number of the step that it tells, from 1; 0: it has none
}

// Same reports whether two lines read the same.
func (l *Line) Same(o *Line) bool {
	return l.Span == o.Span && l.Reason == o.Reason && l.Definition == o.Definition && l.Text.String() == o.Text.String()
}

// A Constraint is a fact that the program states.
type Constraint struct {
	Rule, Part string // as in "comp", "chaining"
	Span       Span
	Definition string
	Text       Phrase // a clause, like Step.Concludes
}

// Reason spells the rule and its part, as in "comp: chaining".
func (c *Constraint) Reason() string {
	if c.Part != "" {
		return c.Rule + ": " + c.Part
	}
	return c.Rule
}

// A Blame is a place that may be at fault.
type Blame struct {
	Span  Span
	Score float64 // a difference within one diagnostic is the logarithm of how much likelier a place is
	// Needs is the pattern that the place would need for the rest to be right, as
	// two filters; empty when it cannot be told.
	In, Out string
}

// Signature joins what something takes and what it gives; where a language has values that
// take nothing, it is what they give.
func Signature(takes, gives string) string {
	if takes == "" {
		return gives
	}
	return takes + " --> " + gives
}
