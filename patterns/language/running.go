package language

import (
	"sync/atomic"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Running is how programs of a language run on values.
type Running struct {
	Unit      Value // the value for a program that is given none
	NewReader func() Reader
	NewRunner func(*patterns.Result) Runner
	// Own is a notation that the language has for values besides JSON, if it has one.
	Own *Notation
	// Plain reports whether products of values may have one field, and no label of a
	// pattern is a literal.
	Plain func(*patterns.Result) bool
}

// A Notation is how values are written. What a program gives is written as what it took.
type Notation struct {
	Name      string // as in "JSON"
	Unit      Value
	NewReader func() Reader
}

// A Reader reads values from JSON, or from another notation. It keeps what they have in
// common, so one Reader should read all that belongs together. A Reader is not safe for
// concurrent use; the values are.
type Reader interface {
	// Read reads one value from a whole text.
	Read(src []byte) (Value, *ReadError)
	// Bound sets how many bytes of memory a value may take, about; less than 1 is any
	// number.
	Bound(bytes int64)
}

// A ReadError says what is wrong with a text that should be JSON, and where.
type ReadError struct {
	Message string
	Span    lang.Span
	Large   bool // nothing is wrong but that the value takes more memory than it may
}

// A Value is what a program takes or gives.
type Value interface {
	// AppendUpTo appends the value in its notation, JSON as a rule, in one line as long as no more than about so
	// many bytes are appended, any number if that is negative. It reports false, and leaves
	// off somewhere, when there are more.
	AppendUpTo(b []byte, most int) ([]byte, bool)
	// AppendIndented is AppendUpTo for people: in lines of so many columns, where that
	// is not 0.
	AppendIndented(b []byte, width, most int) ([]byte, bool)
	// Short is the value for a message, cut off at about so many bytes.
	Short(most int) string
	// Open returns the values of which a program gave several at once, and false for one
	// value.
	Open() ([]Value, bool)
}

// A Runner runs a program. It lives as long as the result of the analysis does.
type Runner interface {
	// Main returns the definition that is the main expression, and false if there is none.
	Main() (d int32, ok bool)
	// Run evaluates a definition on a value.
	Run(d int32, in Value, o RunOptions) Outcome
}

// Bounds of a run of which nothing else is said.
const (
	DefaultFuel   = 1_000_000_000
	DefaultMemory = 256 << 20
)

// RunOptions say how a run goes. The zero value is the default.
type RunOptions struct {
	Fuel         int64 // steps that it may take; 0: DefaultFuel; less: any
	Memory       int64 // bytes that its values may take; 0: DefaultMemory; less: any
	CheckFilters bool  // a value that a filter does not allow is an error
	Log          func(Value)
	Trace        *Trace
	Interrupt    *atomic.Bool // ends the run soon after it is true; nil: nobody does
}

// A Trace hears of the expressions of a run when they are done.
type Trace struct {
	Most  int         // at most so many steps are reported
	Tell  func(*Step) // hears of one
	Steps int         // that there were
}

// A Step is an expression that was evaluated.
type Step struct {
	Span       lang.Span
	Depth      int   // how many expressions were being evaluated around it
	Definition int32 // that it stands in, or -1
	Expression int   // its place in Front.Expressions of the definition, or -1
	In, Out    Value // Out is nil where it is not defined
}

// A Reason is something that made a run undefined, and where.
type Reason struct {
	Says   lang.Phrase // as in "`.x` at lines[0] asks for ..."
	At     lang.Span
	Within int32 // the definition that the place is in, or -1
}

// An Outcome is what a run came to.
type Outcome struct {
	Verdict lang.Verdict
	Value   Value           // when it is Defined
	Steps   int64           // how many it took
	Failure lang.Diagnostic // when it has Failed
	Why     []Reason        // when it is Undefined

	Early  bool      // it ended before it had a value, at a place
	At     lang.Span // the place
	Within int32     // the definition that the place is in, or -1
}
