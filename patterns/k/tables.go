package k

import (
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/message"
)

// The texts about k's constructs and rules: templates of package message.

// words are k's words for patterns.
var words = message.Words{
	Product: message.Term{Noun: "product", One: "a product"}, Union: message.Term{Noun: "union", One: "a union"},
	Vector: message.Term{Noun: "vector", One: "a vector"},
	Field:  "field", Tag: "tag",
	Unit: "the unit `{}`", NoUnion: "the empty union", Index: "as in `.0`",
	Input: "the input", Output: "the output", Annotation: message.Term{Noun: "filter", One: "a filter"},
	Anything: "`(...) --> (...)`",
	Small:    "a filter or a named type where the pattern grows keeps it small",
}

// constructs is indexed by operation.
var constructs = [...]message.Construct{
	k.OpIdentity: {Name: "identity", Kind: message.Passes},
	k.OpRef:      {Name: "ref", Kind: message.Calls},
	k.OpInt:      {Name: "literal", Kind: message.Literal, Word: "integer", States: "%q gives %c"},
	k.OpString:   {Name: "literal", Kind: message.Literal, Word: "string", States: "%q gives %c"},
	k.OpDot: {Name: "dot", Kind: message.Reads, Unsaid: true,
		States: "%q reads the field %l", Says: "needs a field %l", Origin: "%d reads %l here"},
	k.OpVid: {Name: "vid", Kind: message.Injects, Unsaid: true, Tag: true,
		States: "this builds a variant with %T", Says: "is a variant with %T", Origin: "%d makes %b here"},
	k.OpDiv: {Name: "div", Kind: message.Reads, Unsaid: true, Tag: true,
		States: "%q reads the tag %l", Says: "needs a tag %l", Origin: "%d reads %l here"},
	k.OpPipe: {Name: "pipe", Kind: message.Opens, Unsaid: true,
		States: "`|` takes a vector apart", Says: "takes a vector apart", Origin: "%d takes a vector apart here"},
	k.OpType: {Name: "type", Kind: message.Declares, Noun: "type", Word: "type",
		States: "%q takes and gives %c", Says: "must be %c", Origin: "%d says so here"},
	k.OpFilter: filterConstruct("filter", "filter", false),
	k.OpComp:   {Name: "comp", Kind: message.Composes, Noun: "composition"},
	k.OpCaret: {Name: "caret", Kind: message.Collects, Noun: "`^`",
		States: "`^` collects a vector", Says: "collects a vector", Origin: "%d makes %b here",
		Down: "`^` collects what %t gives", Up: "`^` collects what %t gives"},
	k.OpProduct: {Name: "prod", Kind: message.Product, Noun: "product",
		States: "this builds %c", Says: "has exactly %F", Origin: "%d makes %b here",
		Down: "the field %l of the product is what %t gives", Up: "%t gives the field %l of the product"},
	k.OpVariant: {Name: "variant", Kind: message.Variant, Noun: "variant %l", Tag: true,
		States: "this builds a variant with %T", Says: "is a variant with %T", Origin: "%d makes %b here",
		Down: "the variant %l holds what %t gives", Up: "the variant %l holds what %t gives"},
	k.OpMerge: {Name: "merge", Kind: message.Joins, Noun: "merge"},
	k.OpVector: {Name: "vector", Kind: message.Collects, Noun: "vector", Unsaid: true,
		States: "this builds a vector", Origin: "%d makes %b here"},
	k.OpCodeName:      {Name: "part", Kind: message.Other},
	k.OpCodeProduct:   {Name: "part", Kind: message.Other},
	k.OpCodeUnion:     {Name: "part", Kind: message.Other, Tag: true},
	k.OpCodeVector:    {Name: "part", Kind: message.Other},
	k.OpFilterVar:     filterConstruct("part", "", false),
	k.OpFilterCode:    filterConstruct("part", "filter", false),
	k.OpFilterAny:     filterConstruct("part", "filter", false),
	k.OpFilterProduct: filterConstruct("part", "filter", false),
	k.OpFilterUnion:   filterConstruct("part", "filter", true),
	k.OpFilterVector:  filterConstruct("part", "filter", false),
}

func filterConstruct(name, noun string, tag bool) message.Construct {
	return message.Construct{Name: name, Kind: message.Filters, Noun: noun, Word: "filter", Part: name == "part",
		Tag:    tag,
		States: "%p asks for %c", Says: "the filter asks for %c", Origin: "%d says so here",
		Down: "the filter has %t %u", Up: "the filter has %t %u"}
}

// ruleTable has the texts for the parts of each rule.
var ruleTable = [numRules][partVariable + 1]message.Rule{
	R1Ref:      calls("ref"),
	R13Builtin: calls("builtin"),
	R2Comp: {
		partOnly: {Name: "comp", Wiring: true},
		partStart: {Name: "comp", Part: "start", AtPart: true, Wiring: true, States: "the composition begins with %y",
			Because: "what goes into a composition goes into its first part, %y"},
		partEnd: {Name: "comp", Part: "end", AtPart: true, Wiring: true, States: "the composition ends with %y",
			Because: "what a composition gives is what its last part, %y, gives"},
		partChain: {Name: "comp", Part: "chaining", Chain: true, AtPart: true, States: "what %x gives goes into %n",
			Down: "what %f gives goes into %t", DownPass: "%f passes it on to %t",
			Up: "%f takes what %t gives", UpPass: "%f takes what %t passes on", Because: "what %x gives goes into %y"},
	},
	R2Identity: {partOnly: {Name: "identity", Move: message.Same, States: "`()` gives what it takes",
		Because: "the identity gives what it takes"}},
	R3Type: {partOnly: {Name: "type", Move: message.Same, Wiring: true, States: "%q gives what it takes",
		Because: "a type gives what it takes"}},
	R4Prod: {partInput: inputOf("prod", "product"),
		partOutput: {Name: "prod", Part: "output", AtPart: true,
			Because: "all fields of a product take the same input"}},
	R5Variant: {partInput: inputOf("variant", "variant"),
		partOutput: {Name: "variant", Part: "output", AtPart: true,
			Because: "all fields of a product take the same input"}},
	R6Merge: {
		partInput: brackets("merge", "%y is a branch: it takes what the merge takes", "the merge",
			"all branches of a merge take the same input"),
		partOutput: {Name: "merge", Part: "output", Apart: true, AtPart: true,
			States:   "%y is a branch: it gives what the merge gives",
			Siblings: "the branches of one merge",
			Both:     "the merge gives what %f gives, or what %t gives", Down: "%f gives what %t gives",
			Up:      "%t gives what %f gives",
			Because: "all branches of a merge give the same pattern"},
	},
	R7Dot: {partOnly: {Name: "dot"}},
	R8Vector: {
		partInput: brackets("vector", "%y takes the input of the vector", "the vector",
			"all elements of a vector take the same input"),
		partMember: {Name: "vector", Part: "member", Apart: true, AtPart: true, AtWhole: true,
			States:   "%y gives an element of the vector",
			Siblings: "the elements of one vector",
			Both:     "%f and %t give elements of one vector", Down: "an element of the vector is what %t gives",
			Up:      "%f gives an element of the vector",
			Because: "all elements of a vector give the same pattern"},
		partOutput: {Name: "vector", Part: "output", AtPart: true,
			Because: "all elements of a vector take the same input"},
	},
	R9Caret: {
		partInput: {Name: "caret", Part: "input", Move: message.Same, AtPart: true,
			States: "%y takes the input of the caret", Because: "the caret takes what its expression takes"},
		partOutput: {Name: "caret", Part: "output", AtPart: true, Because: "the caret takes what its expression takes"},
	},
	R10Pipe:    {partOnly: {Name: "pipe"}},
	R11Literal: {partOnly: {Name: "literal"}},
	R12Filter: {
		partOnly: {Name: "filter", Move: message.Same, Wiring: true, States: "the filter says what is taken and given",
			Because: "a filter says what its input is"},
		partVariable: {Name: "filter", Part: "variable", Apart: true, Variable: true,
			States:  "the variable %v means the same wherever it occurs",
			Down:    "the filter variable %v means the same wherever it occurs",
			Up:      "the filter variable %v means the same wherever it occurs",
			Because: "a filter variable is one pattern wherever it occurs in a definition"},
	},
	R14Vid: {partOnly: {Name: "vid"}},
	R15Div: {partOnly: {Name: "div"}},
}

func calls(name string) [partVariable + 1]message.Rule {
	return [partVariable + 1]message.Rule{
		partOnly: {Name: name, Move: message.Call},
		partInput: {Name: name, Part: "input", Move: message.Call, Because: "this is a use of %q",
			States: "%q is called here and takes its input"},
		partOutput: {Name: name, Part: "output", Gives: true, Move: message.Call, Because: "this is a use of %q",
			States: "%q is called here and gives its output"},
	}
}

// inputOf is the rule by which a bracket passes its input on.
func inputOf(name, noun string) message.Rule {
	return brackets(name, "%y takes the input of the "+noun, "the "+noun, "all fields of a product take the same input")
}

func brackets(name, states, whole, because string) message.Rule {
	return message.Rule{Name: name, Part: "input", Input: true, AtPart: true, States: states, Because: because,
		Both: "%a get the same input, that of " + whole, Down: "what %f takes goes into %t",
		Up: "%f takes what %t takes"}
}
