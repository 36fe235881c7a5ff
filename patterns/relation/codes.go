package relation

import "github.com/patgraph/patgraph/lang"

// Codes of what is wrong with relations, and with their use. Those of P01xx are the house's.
const (
	UnknownVariable = lang.UnknownLocal
	UnknownRelation = lang.UnknownRelation
	Twice           = lang.DuplicateVariable // a variable, a parameter or an attribute
	WrongCount      = lang.WrongCount
	WrongSort       = lang.WrongKind
	Failed          = lang.RelationFails // a relation does not hold
	WrongAttribute  = lang.WrongAttribute
	WindowTooLarge  = lang.WindowTooLarge
	ViewSizes       = lang.ViewSizes
)

// behindElse are the codes that a relation may give its failures.
var behindElse = []string{string(lang.SizesDiffer), string(lang.RanksDiffer), string(lang.KindsDiffer), string(Failed), string(WrongAttribute), string(WindowTooLarge), string(ViewSizes)}
