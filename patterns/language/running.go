package language

import (
	"sync/atomic"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Running is how programs of a language run on values.
type Running struct {
	Unit      Value // the input of a program that gets none
	NewReader func() Reader
	NewRunner func(*patterns.Result) Runner
	// Own is a notation of the language for values besides JSON; nil if it has none.
	Own *Notation
	// Plain reports whether products of values may have one field, and labels of patterns are never literals.
	Plain func(*patterns.Result) bool
}

// A Notation is a way to write values. The output of a program is written in the notation of its input.
type Notation struct {
	Name      string // as in "JSON"
	Dialect   string // sessions in this dialect use it unless another one is asked for
	Unit      Value
	NewReader func() Reader
}

// A Reader reads values from JSON, or from another notation. It shares their common parts, so one Reader should read
// all related values. A Reader is not safe for concurrent use; the values are.
type Reader interface {
	// Read reads one value from a whole text.
	Read(src []byte) (Value, *ReadError)
	// Bound limits the memory of a value to about this many bytes; less than 1: without limit.
	Bound(bytes int64)
}

// A ReadError is an error in a text that should be JSON, with its place.
type ReadError struct {
	Message string
	Span    lang.Span
	Large   bool // the only error is that the value takes more memory than allowed
}

// A Value is the input or output of a program.
type Value interface {
	// AppendUpTo appends the value in its notation, usually JSON, in one line, as long as at most about most bytes are
	// appended; negative: without limit. It returns false, with a truncated value, if there are more.
	AppendUpTo(b []byte, most int) ([]byte, bool)
	// AppendIndented is AppendUpTo for people: in lines of width columns, unless that is 0.
	AppendIndented(b []byte, width, most int) ([]byte, bool)
	// Short returns the value for a message, truncated at about most bytes.
	Short(most int) string
	// Open returns the values of an open value, and false for a single one.
	Open() ([]Value, bool)
}

// A Runner runs a program. It is valid as long as the result of the analysis.
type Runner interface {
	// Main returns the definition that is the main expression, and false if there is none.
	Main() (d int32, ok bool)
	// Run evaluates a definition on a value.
	Run(d int32, in Value, o RunOptions) Outcome
}

// Default bounds of a run.
const (
	DefaultFuel   = 250_000_000
	DefaultMemory = 256 << 20
)

// RunOptions are the options of a run. The zero value has the defaults.
type RunOptions struct {
	Fuel         int64 // steps that it may take; 0: DefaultFuel; negative: without limit
	Memory       int64 // bytes that its values may take; 0: DefaultMemory; negative: without limit
	CheckFilters bool  // a value that a filter does not allow is an error
	Log          func(Value)
	Trace        *Trace
	Interrupt    *atomic.Bool // ends the run soon after it is true; may be nil
}

// A Trace receives the expressions of a run when they are evaluated.
type Trace struct {
	Most   int         // at most so many steps are reported
	Report func(*Step) // receives a step
	Steps  int         // the total number of steps
}

// A Step is an expression that was evaluated.
type Step struct {
	Span       lang.Span
	Depth      int   // how many expressions were being evaluated around it
	Definition int32 // the definition that contains it, or -1
	Expression int   // its index in Front.Expressions of the definition, or -1
	In, Out    Value // Out is nil if it is not defined
}

// A Reason is why a run was undefined, with its place.
type Reason struct {
	Says lang.Phrase // as in "`.x` at lines[0] asks for ..."
	At   lang.Span
}

// An Outcome is the result of a run.
type Outcome struct {
	Verdict lang.Verdict
	Value   Value           // if it is Defined
	Steps   int64           // steps taken
	Failure lang.Diagnostic // if it has Failed
	Why     []Reason        // if it is Undefined

	Early  bool      // it ended before it had a value, at a place
	At     lang.Span // the place
	Within int32     // the definition of the place, or -1
}
