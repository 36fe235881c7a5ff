package lang

// A Sketch is a proof as a picture has it: places of the program, what makes two
// of them one value, and what the program says of the last ones.
type Sketch struct {
	Places []SketchPlace
	Links  []SketchLink // in the order of the walk from the first witness to the last
	Groups []SketchGroup
	// Fails says that the first place is a relation that does not hold. The others are what it
	// rests on, and links lead from there to it. Walk is the proof then, if there is one of steps.
	Fails bool
	Walk  *Sketch
}

// A SketchPlace is one end of a link.
type SketchPlace struct {
	Text       Phrase // "the output of `f`"
	Span       Span
	Definition string
	Group      int32  // the innermost group that it is in, or -1
	Witness    string // A, B or C where the program says what it is; else empty
	Claim      Phrase // what it says
	Says       Span   // and where
	Reason     string // of what it says: as of a Step
	Step       int32  // its number in Explanation.Steps, from 1; 0 for none
}

// A SketchLink is a step from one place to another: they are one value, or one is
// a part of the other.
type SketchLink struct {
	From, To   int32
	Rule       string // StepAxiom, StepInstance; StepLabel for a conclusion from a group; SketchPart, SketchReads, SketchComputes
	Label      string // of a part: what is there, as in "part `x`"
	Text       Phrase // a clause
	Reason     string // as of a Step
	Span       Span
	Definition string
	Group      int32
	Step       int32 // its number in Explanation.Steps, from 1; 0 for none
	Folded     bool  // it goes without saying
}

// Rules of links that are no steps of a proof.
const (
	SketchPart     = "part"     // from a whole to a part of it
	SketchReads    = "reads"    // from what a relation rests on to it
	SketchComputes = "computes" // from a size to one that is computed from it
)

// A SketchGroup is the proof that two wholes are one, because of which their
// parts under one label are.
type SketchGroup struct {
	Label  string
	Parent int32 // or -1
}
