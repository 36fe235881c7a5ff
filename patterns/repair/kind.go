package repair

// A Kind is a kind of mistake, and the change that undoes it.
//
// Its cost says how implausible such a change is. Proposals are tried in the order of
// their costs, to which the rank of the place and the length of the change add.
type Kind struct {
	Name  string
	Side  int // in a place that states one of the facts of the contradiction
	Else  int // in any other place
	Class Class
}

// A Class is what blame learns from an accepted change of a kind.
type Class uint8

const (
	ByLabel   Class = iota // a label is replaced by another
	ByLiteral              // a constant is replaced by another
	ByForm                 // what stands there is written in another way
	ByBracket              // a bracket is of another kind
	ByType                 // a type is replaced by another
	ByRef                  // a reference is to something else
	BySwap                 // two neighbours change places
	ByDrop                 // something is left out
	ByInsert               // something is put in
	ByBox                  // a vector is made, or is not
	ByFilter               // a filter admits more or less
	ByField                // a field is added or left out
	ByGap                  // a field is added whose value is not known
)

// The kinds of changes that are proposed in any language.
var (
	Typo      = &Kind{"typo", 0, 4, ByLabel}           // a label like one that the other side has
	TypoAny   = &Kind{"typo-any", 9, 12, ByLabel}      // a label like one that the program has
	Match     = &Kind{"match", 12, 16, ByLabel}        // the one label too many, and the one that is missing
	Label     = &Kind{"label", 18, 24, ByLabel}        // a label, and another that the other side has
	LabelHere = &Kind{"label-here", 20, 22, ByLabel}   // a label, and another that the same value has
	Type      = &Kind{"type", 18, 24, ByType}          // a type and another one
	RefTypo   = &Kind{"reference-typo", 14, 18, ByRef} // a reference, and a definition of a similar name
	Ref       = &Kind{"reference", 24, 30, ByRef}      // a reference, and another one
	Swap      = &Kind{"swap", 18, 24, BySwap}          // two neighbours
	Drop      = &Kind{"drop", 28, 32, ByDrop}          // an element too many
	Project   = &Kind{"project", 21, 26, ByInsert}     // a field that is not read
	Call      = &Kind{"call", 32, 36, ByInsert}        // a function that is not applied
	Tag       = &Kind{"tag", 22, 28, ByForm}           // a value without its tag
	Field     = &Kind{"field", 22, 26, ByField}        // a field that is read from the input is missing
	Remove    = &Kind{"remove", 26, 32, ByField}       // a field is too many
	Unneeded  = &Kind{"unneeded", 30, 32, ByDrop}      // a field is wrong that nothing may need
	Hole      = &Kind{"hole", 30, 36, ByGap}           // a field is missing whose value is not known
)

// Kinds are the kinds of a language that has none of its own.
var Kinds = []*Kind{Typo, TypoAny, Match, Label, LabelHere, Type, RefTypo, Ref, Swap, Drop, Project, Call, Tag, Field, Remove, Unneeded, Hole}

// at is the cost of a kind in a place.
func (k *Kind) at(s Spot) int {
	if s.Side < 0 {
		return k.Else
	}
	return k.Side
}

// What adds to the cost of a proposal, or makes it cheaper. Languages use them for edits
// of their own.
const (
	costOfRank     = 1  // for each place before
	costOfDistance = 3  // for each letter of a typo
	costOfBytes    = 16 // so many bytes changed cost 1
	mostBytesCost  = 6
	gainOfOddLabel = 4  // the label that is replaced occurs nowhere else, and the new one does
	costOfOddLabel = 8  // the other way round
	gainOfWord     = 2  // the new label looks more like the words of the file
	costOfDeclared = 1  // it is a type or a filter that is changed
	CostOfTwice    = 2  // the bracket has the new label already
	gainOfRepeat   = 20 // the element that is left out stands there twice
	gainOfBridge   = 12 // what stands before and after the element that is left out fits
	gainOfUnread   = 6  // the field that is left out stands in a product of which no more is read
	gainOfIdle     = 12 // what is inserted stands in place of a step that does nothing
	gainOfIdentity = 3  // what is inserted stands in place of what gives what it takes
	gainOfCrossed  = 30 // each of two fields reads the label of the other
	gainOfUnused   = 6  // nothing refers to the definition any more
	gainOfWhole    = 6  // a function takes just what is there, and gives just what is needed
	CostOfType     = 4  // a type is changed
	costOfUnsaid   = 14 // a type goes behind the step whose input it says
	CostUnusual    = 2  // the less usual of several ways
	CostRare       = 4
	CostOfOther    = 6 // the contradiction is not about this
	CostOfLoose    = 6 // it would say less than before

	gainOfSignature = 2 // a definition takes, or gives, what the one in its place does
	gainOfFit       = 5 // a type, a definition or a field is just what the other side has
)

// How much is looked at in one place.
const (
	mostLabels     = 8 // proposed
	mostNames      = 8
	mostDefs       = 64  // definitions around the contradiction that are looked at
	manyLabels     = 200 // of one pattern: it is compared in fewer ways
	MostElements   = 50  // of a bracket that becomes another one
	mostPath       = 3   // labels of the contradiction's path
	nearbySites    = 2000
	mostSpots      = 20
	mostLabelled   = 4   // places with one label of the contradiction's path
	mostNear       = 4   // labels of the program that are like one
	longestSwap    = 80  // sites
	LongestBracket = 200 // sites
)
