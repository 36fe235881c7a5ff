package eval

import (
	"sync/atomic"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// The bounds of a run that says nothing else.
const (
	DefaultFuel   = 1_000_000_000
	DefaultMemory = 256 << 20
)

// Options say how a run goes. The zero value is the default.
type Options struct {
	// Fuel is how many steps a run may take: about one for each expression that is
	// evaluated and for each part of a value that is looked at. 0 is DefaultFuel, less
	// is no bound.
	Fuel int64
	// Memory is about how many bytes the values may take that a run holds on to, its
	// input and its stack included. It is counted, not measured, so that the outcome
	// is always the same. 0 is DefaultMemory, less is no bound.
	Memory int64
	// CheckFilters makes a value that a filter does not allow an error.
	CheckFilters bool
	// Log is told the values that _log! sees; nil: nobody.
	Log func(Value)
	// Observer is called for each expression; nil: nobody. A run that is observed takes
	// stack for calls at the end of compositions, too.
	Observer Observer
	// Interrupt ends a run soon after it is true; nil: nobody does.
	Interrupt *atomic.Bool
}

// An Observer is told what the expressions of a run take and give, by their nodes in
// the program's tree. Behind a pipe an expression is evaluated for each member. What
// an expression gives can be Open.
type Observer interface {
	Enter(e k.NodeID, in Value)
	// Leave is called when an expression that was entered is done, in reverse order;
	// out is nil where it is not defined. When a run fails or ends early, what is
	// being evaluated is not left.
	Leave(e k.NodeID, in, out Value)
}

// An Outcome is what a run came to.
type Outcome struct {
	Verdict lang.Verdict
	Value   Value    // when it is Defined; it may be Open
	Steps   int64    // how many it took
	Error   *Error   // when it has Failed
	At      k.NodeID // where it was when it ran out of something, or what was tried last when it is Undefined; else NoNode
	On      Value    // when it is Undefined: what that was tried on
}

// An Error is an expression that makes no sense on what it was given.
type Error struct {
	Code    lang.Code
	Node    k.NodeID
	Span    lang.Span
	Message string // one sentence, lower case, without a full stop
	Label   string // a few words for the place
	Help    string // perhaps
	Value   Value  // what it was given
}

func (e *Error) Error() string { return e.Message }

// Run evaluates a definition, by its index in the tree, on a value.
func (p *Program) Run(d int32, in Value, o Options) Outcome {
	def := &p.Tree.Defs[d]
	if def.Root == k.NoNode {
		return Outcome{Verdict: lang.Failed, At: k.NoNode, Error: &Error{Code: lang.CannotRun, Node: k.NoNode, Span: def.Span, Message: "this definition could not be read", Value: in}}
	}
	return p.RunNode(def.Root, in, o)
}

// RunNode evaluates an expression on a value.
func (p *Program) RunNode(e k.NodeID, in Value, o Options) Outcome {
	m := &machine{p: p, options: &o}
	m.begin()
	return m.run(int32(e), in)
}
