package repair

// A Kind is a kind of mistake, and the change that undoes it.
//
// Its cost is the implausibility of the change. Proposals are tried in the order of their costs, to which the rank of
// the place and the length of the change add.
type Kind struct {
	Name  string
	Side  int // the cost at a place that states one of the facts of the contradiction
	Else  int // the cost at any other place
	Class Class
}

// A Class is the information about an accepted change that blame uses.
type Class uint8

const (
	ByLabel   Class = iota // a label is replaced by another
	ByLiteral              // a constant is replaced by another
	ByForm                 // the text is written in another way
	ByBracket              // a bracket gets another kind
	ByType                 // a type is replaced by another
	ByRef                  // a reference gets another target
	BySwap                 // two neighbours change places
	ByDrop                 // something is removed
	ByInsert               // something is inserted
	ByBox                  // a vector is made or unmade
	ByFilter               // a filter admits more or less
	ByField                // a field is added or removed
	ByGap                  // a field with an unknown value is added
)

// The kinds of changes that are proposed in any language.
var (
	Typo      = &Kind{"typo", 0, 4, ByLabel}           // a label, and a similar one of the other side
	TypoAny   = &Kind{"typo-any", 9, 12, ByLabel}      // a label, and a similar one of the program
	Match     = &Kind{"match", 12, 16, ByLabel}        // the one superfluous label, and the one missing label
	Label     = &Kind{"label", 18, 24, ByLabel}        // a label, and another one of the other side
	LabelHere = &Kind{"label-here", 20, 22, ByLabel}   // a label, and another one of the same value
	Type      = &Kind{"type", 18, 24, ByType}          // a type and another one
	RefTypo   = &Kind{"reference-typo", 14, 18, ByRef} // a reference, and a definition with a similar name
	Ref       = &Kind{"reference", 24, 30, ByRef}      // a reference, and another one
	Swap      = &Kind{"swap", 18, 24, BySwap}          // two neighbours
	Drop      = &Kind{"drop", 28, 32, ByDrop}          // a superfluous element
	Project   = &Kind{"project", 21, 26, ByInsert}     // a field that is not read
	Call      = &Kind{"call", 32, 36, ByInsert}        // a function that is not applied
	Tag       = &Kind{"tag", 22, 28, ByForm}           // a value without its tag
	Field     = &Kind{"field", 22, 26, ByField}        // a missing field that the input has
	Remove    = &Kind{"remove", 26, 32, ByField}       // a superfluous field
	Unneeded  = &Kind{"unneeded", 30, 32, ByDrop}      // a wrong field that may not be needed
	Hole      = &Kind{"hole", 30, 36, ByGap}           // a missing field with an unknown value
)

// Kinds are the kinds of a language without kinds of its own.
var Kinds = []*Kind{
	Typo, TypoAny, Match, Label, LabelHere, Type, RefTypo, Ref, Swap, Drop, Project, Call, Tag, Field, Remove,
	Unneeded, Hole,
}

// at returns the cost of a kind at a place.
func (k *Kind) at(s Spot) int {
	if s.Side < 0 {
		return k.Else
	}
	return k.Side
}

// Additions to and reductions of the cost of a proposal. Languages use them for edits of their own.
const (
	costOfRank       = 1  // for each place before
	costOfDistance   = 3  // for each letter that differs in a typo
	costOfBytes      = 16 // so many bytes changed cost 1
	mostBytesCost    = 6
	gainOfOddLabel   = 4  // the label that is replaced occurs nowhere else, and the new one does
	costOfOddLabel   = 8  // the other way round
	gainOfWord       = 2  // the new label looks more like the words of the file
	costOfDeclared   = 1  // a type or a filter is changed
	CostOfTwice      = 2  // the bracket has the new label already
	gainOfRepeat     = 20 // the removed element occurs twice
	gainOfBridge     = 12 // the elements before and after the removed one agree
	gainOfUnread     = 6  // a step that may not read it follows the product with the removed field
	gainOfIdle       = 12 // the inserted text replaces a step that does nothing
	gainOfIdentity   = 3  // the inserted text replaces an identity
	gainOfCrossed    = 30 // each of two fields reads the label of the other
	gainOfUnused     = 6  // nothing references the definition any more
	gainOfWhole      = 6  // a function takes exactly the value there, and gives exactly what is needed
	gainOfRecursion  = 12 // the definition is applied to a part of its own input
	gainOfConversion = 12 // a number or a string is converted into the other
	CostOfType       = 4  // a type is changed
	costOfTrust      = 16 // a declaration is changed, though only one use disagrees with it
	costOfUnsaid     = 14 // a type is placed after the step whose input it states
	CostUnusual      = 2  // the less usual of several ways
	CostRare         = 4
	CostOfOther      = 6 // the contradiction is not about this
	CostOfLoose      = 6 // the program would state less than before

	gainOfSignature = 2 // a definition has the same input, or output, as the one that it replaces
	gainOfFit       = 5 // a type, a definition or a field agrees exactly with the other side
)

// Bounds for one place.
const (
	mostLabels     = 8 // proposed labels
	mostNames      = 8
	mostDefs       = 64  // definitions around the contradiction that are considered
	manyLabels     = 200 // of one pattern: beyond this, it is compared in fewer ways
	MostElements   = 50  // of a bracket that is replaced
	mostPath       = 3   // last labels of the contradiction's path
	nearbySites    = 2000
	mostSpots      = 20
	mostLabelled   = 4   // places with one label of the contradiction's path
	mostNear       = 4   // labels of the program that are similar to one
	longestSwap    = 80  // sites
	LongestBracket = 200 // sites
)
