package relation

import "github.com/patgraph/patgraph/lang"

// Codes of errors in relations and in their use. Those of P01xx are codes of package lang.
const (
	UnknownVariable = lang.UnknownLocal
	UnknownRelation = lang.UnknownRelation
	Twice           = lang.DuplicateVariable // a variable, a parameter or an attribute is declared twice
	WrongCount      = lang.WrongCount
	WrongSort       = lang.WrongKind
	Failed          = lang.RelationFails // a relation does not hold
	WrongAttribute  = lang.WrongAttribute
	WindowTooLarge  = lang.WindowTooLarge
	ViewSizes       = lang.ViewSizes
)

// behindElse are the codes that a relation may give its failures after `else`.
var behindElse = []string{string(lang.SizesDiffer), string(lang.RanksDiffer), string(lang.ElementsDiffer),
	string(lang.KindsDiffer),
	string(Failed), string(WrongAttribute), string(WindowTooLarge), string(ViewSizes)}
