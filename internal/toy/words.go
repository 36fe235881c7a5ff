package toy

import "github.com/patgraph/patgraph/patterns/message"

var (
	aRecord = message.Term{Noun: "record", One: "a record"}
	words   = message.Words{
		Product: aRecord, Union: message.Term{Noun: "union", One: "a union"}, Vector: message.Term{Noun: "vector", One: "a vector"},
		Field: "field", Tag: "tag", Unit: "the empty record", NoUnion: "the empty union",
		Input: "the record", Output: "the value", Annotation: aRecord, Anything: "`?`",
	}
)

var constructs = []message.Construct{
	number:   {Name: "literal", Kind: message.Literal, Value: true, Word: "number", States: "%q is %c"},
	text:     {Name: "literal", Kind: message.Literal, Value: true, Word: "string", States: "%q is %c"},
	hole:     {Name: "hole", Kind: message.Passes},
	call:     {Name: "reference", Kind: message.Calls, Value: true},
	variable: {Name: "variable", Kind: message.Refers, Value: true},
	read: {Name: "field", Kind: message.Reads, Unsaid: true,
		States: "%q reads the field %l", Says: "needs a field %l", Origin: "%d reads %l here"},
	record: {Name: "record", Kind: message.Product, Value: true, Noun: "record",
		States: "this builds %c", Says: "has exactly %F", Origin: "%d makes %b here",
		Down: "the field %l of the record is %t", Up: "%t is the field %l of the record"},
	chain: {Name: "chain", Kind: message.Composes, Value: true, Noun: "chain"},
	let:   {Name: "let", Kind: message.Binds, Value: true, Noun: "let"},
}

// describes maps each operator to the rule by which it describes a pattern.
var describes = []uint8{call: byCall, read: byField, record: byRecord, let: 0}

var rules = []message.Rule{
	byLiteral:  {Name: "literal"},
	byField:    {Name: "field"},
	byRecord:   {Name: "record"},
	byCall:     {Name: "reference", Gives: true, Move: message.Call, States: "%q is what its definition gives", Because: "this is a use of %q"},
	byVariable: {Name: "variable", States: "%x is bound to %y", Down: "%f is bound to %t", Up: "%t is bound to %f", Because: "%x is bound to %y"},
	byChain:    {Name: "chain", Chain: true, AtPart: true, States: "%y is read of %x", Down: "%t is read of %f", Up: "%f is read of %t", Because: "%y is read of %x"},
	byEnd:      {Name: "end", Move: message.Same, Wiring: true},
}
