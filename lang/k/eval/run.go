package eval

import (
	"sync/atomic"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// The default bounds of a run.
const (
	DefaultFuel   = 250_000_000
	DefaultMemory = 256 << 20
)

// Options are the settings of a run. The zero value is the default.
type Options struct {
	// Fuel is the maximum number of steps of a run: about one for each evaluation of an expression and for each
	// inspected part of a value. 0 means DefaultFuel, a negative value no bound.
	Fuel int64
	// Memory is the approximate maximum size in bytes of the live values of a run, including its input and its stack.
	// It is counted, not measured, so that the outcome is always the same. 0 means DefaultMemory, a negative value no
	// bound.
	Memory int64
	// CheckFilters makes it an error if a filter does not allow its input.
	CheckFilters bool
	// Log is called with the inputs of _log!, unless nil.
	Log func(Value)
	// Observer is called for each expression, unless nil. An observed run uses stack also for calls at the end of
	// compositions.
	Observer Observer
	// Interrupt, unless nil, ends a run soon after it becomes true.
	Interrupt *atomic.Bool
}

// An Observer gets the inputs and results of the expressions of a run, by their nodes in the program's tree. After a
// pipe an expression is evaluated for each member. A result can be Open.
type Observer interface {
	Enter(e k.NodeID, in Value)
	// Leave is called when an expression is complete, in the reverse order of Enter; out is nil if it is undefined.
	// When a run fails or ends early, Leave is not called for unfinished expressions.
	Leave(e k.NodeID, in, out Value)
}

// An Outcome is the result of a run.
type Outcome struct {
	Verdict lang.Verdict
	Value   Value    // if it is Defined; it may be Open
	Steps   int64    // number of steps
	Error   *Error   // if it has Failed
	At      k.NodeID // where it exceeded a bound, or the last expression tried if it is Undefined; else NoNode
	On      Value    // if it is Undefined: the input of that expression
}

// An Error is an expression that makes no sense on its input.
type Error struct {
	Code    lang.Code
	Node    k.NodeID
	Span    lang.Span
	Message string // one sentence, lower case, without a full stop
	Label   string // a few words for the place
	Help    string // may be empty
	Value   Value  // its input
}

func (e *Error) Error() string { return e.Message }

// Run evaluates a definition, by its index in the tree, on a value.
func (p *Program) Run(d int32, in Value, o Options) Outcome {
	def := &p.Tree.Defs[d]
	if def.Root == k.NoNode {
		return Outcome{Verdict: lang.Failed, At: k.NoNode,
			Error: &Error{Code: lang.CannotRun, Node: k.NoNode, Span: def.Span,
				Message: "this definition could not be read", Value: in}}
	}
	return p.RunNode(def.Root, in, o)
}

// RunNode evaluates an expression on a value.
func (p *Program) RunNode(e k.NodeID, in Value, o Options) Outcome {
	m := &machine{p: p, options: &o}
	m.begin()
	return m.run(int32(e), in)
}
