package relation

import "github.com/patgraph/patgraph/lang"

// Codes of what is wrong with relations, and with their use. Those of P01xx are the house's.
const (
	UnknownVariable lang.Code = "P0211"
	UnknownRelation lang.Code = "P0215"
	Twice           lang.Code = "P0216" // a variable, a parameter or an attribute
	WrongCount      lang.Code = "P0314"
	WrongSort       lang.Code = "P0316"
	Failed          lang.Code = "P0318" // a relation does not hold
	WrongAttribute  lang.Code = "P0319"
	WindowTooLarge  lang.Code = "P0322"
	ViewSizes       lang.Code = "P0323"
)

// behindElse are the codes that a relation may give its failures.
var behindElse = map[string]bool{"": true, string(Failed): true, string(WrongAttribute): true, string(WindowTooLarge): true, string(ViewSizes): true}
