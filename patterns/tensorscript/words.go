package tensorscript

import (
	"strings"

	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

var (
	network       = message.Construct{Name: "node", Kind: message.Composes, Noun: "node", States: "this is %c"}
	instance      = message.Construct{Name: "node", Kind: message.Calls, Says: "this is %c", Origin: "%d says so here"}
	holder        = message.Construct{Name: "declaration", Kind: message.Other, Value: true}
	nothingToTell = message.Construct{Name: "other", Kind: message.Other, Part: true}
	parameter     = message.Construct{Name: "parameter", Kind: message.Refers, Value: true}
	writtenTensor = message.Construct{
		Name: "tensor", Kind: message.Declares, Value: true, Unsaid: true, Word: "tensor",
		States: "the tensor %q is written here", Says: "this is %c", Origin: "%d says so here",
	}
	writtenSize = message.Construct{
		Name: "size", Kind: message.Declares, Value: true, Unsaid: true, Word: "size",
		States: "%q is written here", Says: "%q is written here", Origin: "%d says %q here",
	}
	aStage = message.Construct{Name: "stage", Kind: message.Calls, Unsaid: true, States: "%q is %c"}
)

// vocabulary returns the words, with those for the constructors of the program.
func (p *program) vocabulary() *message.Words {
	w := message.TupleWords()
	w.Field, w.Input, w.Output, w.Ends = "item", "the input", "the result", true
	w.Anything = "the header"
	w.Built = func(c unify.Constructor) string { return p.thing(p.Types.Heads().Built(c)) }
	w.Part = partText
	w.Bracket = func(f unify.Flat, edges []unify.Edge) string {
		c := f.Constructor()
		switch {
		case f.Head() != unify.NoHead:
			return p.TypeExpression(f.Head())
		case c == unify.NoConstructor && f.Closed():
			return "(" + strings.TrimSuffix(strings.Repeat("…, ", len(edges)), ", ") + ")"
		case c == unify.NoConstructor:
			return "_"
		case p.binding.IsList(c):
			return "[" + strings.TrimSuffix(strings.Repeat("…, ", len(p.Types.Heads().Parts(c))), ", ") + "]"
		}
		return p.Types.ConstructorName(c)
	}
	return &w
}

var constructs = [tensorscript.OpParam + 1]message.Construct{
	tensorscript.OpInt:    {Name: "literal", Kind: message.Literal, Value: true, Word: "literal", States: "%q is %c"},
	tensorscript.OpFloat:  {Name: "literal", Kind: message.Literal, Value: true, Word: "literal", States: "%q is %c"},
	tensorscript.OpBool:   {Name: "literal", Kind: message.Literal, Value: true, Word: "literal", States: "%q is %c"},
	tensorscript.OpName:   {Name: "name", Kind: message.Refers},
	tensorscript.OpTuple:  {Name: "tuple", Kind: message.Product, Value: true, Noun: "tuple", States: "this builds %c"},
	tensorscript.OpCall:   aStage,
	tensorscript.OpMethod: aStage,
	tensorscript.OpView:   aStage,
	tensorscript.OpNot:    {Name: "operation", Kind: message.Composes, Value: true, Noun: "operation"},
	tensorscript.OpBinary: {Name: "operation", Kind: message.Composes, Value: true, Noun: "operation"},
	tensorscript.OpPipe:   {Name: "pipe", Kind: message.Passes, Value: true, Noun: "pipe"},
	tensorscript.OpIf:     {Name: "if", Kind: message.Joins, Value: true, Noun: "if"},
	tensorscript.OpBlock:  {Name: "block", Kind: message.Passes, Value: true, Noun: "block", States: "%q gives %c"},
	tensorscript.OpLet:    {Name: "let", Kind: message.Binds, Value: true},
}

// describes are the rules by which expressions describe patterns; others are literals.
var describes = [tensorscript.OpParam + 1]uint8{
	tensorscript.OpView: byView, tensorscript.OpTuple: byTuple, tensorscript.OpBlock: byUnit,
	tensorscript.OpName: bySelf,
}

var rules = []message.Rule{
	bySize:      {Name: "size"},
	byTensor:    {Name: "tensor"},
	byParameter: {Name: "size parameter", States: "%x is %y", Because: "a size parameter is one size in all of its node"},
	byRigid:     {Name: "parameter"},
	byHeader:    {Name: "header", AtPart: true, States: "%y repeats the header %x", Because: "a header is that of its node"},
	byEnds:      {Name: "node", Move: message.Same, Wiring: true},
	byLiteral:   {Name: "literal"},
	byUse:       {Name: "name", Move: message.Same, States: "%x is %y", Because: "%x is %y"},
	byLet:       {Name: "let", Move: message.Same, Wiring: true},
	byPipe:      {Name: "pipe", AtPart: true, States: "%y goes into %q", Down: "%t goes into the stage", Up: "%f goes into the stage", Because: "%y goes into %q"},
	byArgument:  {Name: "argument", AtPart: true, States: "%y is an argument", Because: "%y is an argument"},
	byOperation: {Name: "operation"},
	bySignature: {Name: "sig", States: "%q is a layer with one signature", Because: "a layer has one signature"},
	byHelper:    {Name: "method", States: "%q is a function of the graph", Because: "the function says so"},
	byNode:      {Name: "inst", Gives: true, Move: message.Call, States: "%q is a node as a layer", Because: "the header of the node says so"},
	byView:      {Name: "view"},
	byResult:    {Name: "result", AtPart: true, States: "%y is what the function gives", Because: "%y is what the function gives"},
	byUnit:      {Name: "unit"},
	bySelf:      {Name: "self"},
	byTuple:     {Name: "tuple"},
	byTruth:     {Name: "truth", States: "a condition is a truth"},
	byCondition: {Name: "condition", AtPart: true, States: "%y is a condition", Because: "%y is a condition"},
	byBranches:  {Name: "branches", AtPart: true, States: "%x and %y are branches of one if", Siblings: "the branches", Because: "the branches of an if agree"},
	byEnd:       {Name: "end", Move: message.Same, Wiring: true},
	byDefault:   {Name: "default"},
}
