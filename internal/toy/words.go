package toy

import "github.com/patgraph/patgraph/patterns/tell"

var (
	aRecord = tell.Thing{Noun: "record", One: "a record"}
	words   = tell.Words{
		Product: aRecord, Union: tell.Thing{Noun: "union", One: "a union"}, Vector: tell.Thing{Noun: "vector", One: "a vector"},
		Field: "field", Tag: "tag", Unit: "the empty record", NoUnion: "the empty union",
		Input: "the record", Output: "the value", Annotation: aRecord, Anything: "`?`",
	}
)

var constructs = []tell.Construct{
	number:   {Name: "literal", Kind: tell.Literal, Value: true, Word: "number", States: "%q is %c"},
	text:     {Name: "literal", Kind: tell.Literal, Value: true, Word: "string", States: "%q is %c"},
	hole:     {Name: "hole", Kind: tell.Passes},
	call:     {Name: "reference", Kind: tell.Calls, Value: true},
	variable: {Name: "variable", Kind: tell.Refers, Value: true},
	read: {Name: "field", Kind: tell.Reads, Unsaid: true,
		States: "%q reads the field %l", Says: "needs a field %l", Origin: "%d reads %l here"},
	record: {Name: "record", Kind: tell.Product, Value: true, Noun: "record",
		States: "this builds %c", Says: "has exactly %F", Origin: "%d makes %b here",
		Down: "the field %l of the record is %t", Up: "%t is the field %l of the record"},
	chain: {Name: "chain", Kind: tell.Composes, Value: true, Noun: "chain"},
	let:   {Name: "let", Kind: tell.Binds, Value: true, Noun: "let"},
}

// describes is the rule by which an expression describes a pattern.
var describes = []uint8{call: byCall, read: byField, record: byRecord, let: 0}

var rules = []tell.Rule{
	byLiteral:  {Name: "literal"},
	byField:    {Name: "field"},
	byRecord:   {Name: "record"},
	byCall:     {Name: "reference", Gives: true, Move: tell.Call, States: "%q is what its definition gives", Because: "this is a use of %q"},
	byVariable: {Name: "variable", States: "%x is bound to %y", Down: "%f is bound to %t", Up: "%t is bound to %f", Because: "%x is bound to %y"},
	byChain:    {Name: "chain", Chain: true, AtPart: true, States: "%y is read of %x", Down: "%t is read of %f", Up: "%f is read of %t", Because: "%y is read of %x"},
	byEnd:      {Name: "end", Move: tell.Same, Wiring: true},
}
