package lang

// A Sketch is a proof as data for a picture: places of the program, links between places that have one value, and the
// facts at the final places.
type Sketch struct {
	Places []SketchPlace
	Links  []SketchLink // in the order of the walk from the first witness to the last
	Groups []SketchGroup
	// Fails is true if the first place is a relation that does not hold. The others are places that it depends on, with
	// links to it. Walk is then the step-by-step proof, if there is one.
	Fails bool
	Walk  *Sketch
}

// A SketchPlace is one end of a link.
type SketchPlace struct {
	Text       Phrase // "the output of `f`"
	Span       Span
	Definition string
	Group      int32  // the innermost group that contains it, or -1
	Witness    string // A, B or C at a place with a fact of the program; else empty
	Claim      Phrase // the fact
	Says       Span   // the place that states it
	Reason     string // the reason of the fact, as in Step
	Step       int32  // the number of its step in Explanation.Steps, from 1; 0 for none
}

// A SketchLink is a step from one place to another: they have one value, or one is a part of the other.
type SketchLink struct {
	From, To int32
	// Rule is StepAxiom, StepInstance, SketchPart, SketchReads or SketchComputes, or StepLabel for a conclusion from a
	// group.
	Rule       string
	Label      string // of a part, as in "part `x`"
	Text       Phrase // a clause
	Reason     string // as in Step
	Span       Span
	Definition string
	Group      int32
	Step       int32 // its number in Explanation.Steps, from 1; 0 for none
	Folded     bool  // it is obvious
}

// Rules of links that are not steps of a proof.
const (
	SketchPart     = "part"     // from a whole to a part of it
	SketchReads    = "reads"    // from a place that a relation depends on to the relation
	SketchComputes = "computes" // from a size to one that is computed from it
)

// A SketchGroup is the proof that two wholes are equal, and therefore their parts under one label.
type SketchGroup struct {
	Label  string
	Parent int32 // or -1
}
