package report

import (
	"github.com/patgraph/patgraph/lang"
)

// The exit codes, as documented for users.
const (
	Clean    = 0 // nothing to report
	Errors   = 1 // at least one error diagnostic
	Unusable = 2 // wrong usage, or an input or output that does not work
	Defect   = 3 // a bug in patgraph itself

	// For runs of a program.
	Undefined = 4 // the program is undefined for the value
	Exhausted = 5 // the run exceeded its fuel or memory
)

// Worst returns the exit code for the diagnostics of all inputs: a defect takes precedence over an unreadable input,
// and that over an error. Warnings count if strict.
func Worst(code int, ds []lang.Diagnostic, strict bool) int {
	for i := range ds {
		d := &ds[i]
		switch class := d.Code.Class(); {
		case d.Secondary:
		case class == lang.ClassInternal:
			code = max(code, Defect)
		case class == lang.ClassInput:
			code = max(code, Unusable)
		case d.Severity == lang.Error || strict && d.Severity == lang.Warning:
			code = max(code, Errors)
		}
	}
	return code
}

// Exits are the exit codes of an input without and with counting warnings.
type Exits struct {
	_             struct{} `cbor:",toarray"`
	Usual, Strict int
}

// ExitsOf returns the exit codes for an input's diagnostics.
func ExitsOf(ds []lang.Diagnostic) Exits {
	return Exits{Usual: Worst(Clean, ds, false), Strict: Worst(Clean, ds, true)}
}

// Of is the exit code, counting warnings if strict.
func (e Exits) Of(strict bool) int {
	if strict {
		return e.Strict
	}
	return e.Usual
}
