package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	drawing "github.com/patgraph/patgraph/graphviz/picture"
	"github.com/patgraph/patgraph/lang"
)

// A usageError is an invalid command line.
type usageError struct {
	Message string
	Hints   []string // suggestions
	command string   // the command whose help applies; empty: the whole program's
}

// Wrong is the error for an invalid command line, with suggestions.
func Wrong(message string, hints ...string) error {
	return &usageError{Message: message, Hints: hints}
}

// Error is the message, without the hints.
func (e *usageError) Error() string { return e.Message }

// A writeError reports output that could not be written.
type writeError struct {
	Stream string
	Err    error
}

// Error says which stream could not be written, and why.
func (e *writeError) Error() string {
	return "cannot write to " + e.Stream + ": " + inputs.Cause(e.Err)
}

// Unwrap returns why.
func (e *writeError) Unwrap() error { return e.Err }

// writing wraps an error of writing to a stream or a file; nil if there was none.
func writing(stream string, err error) error {
	if err == nil {
		return nil
	}
	return &writeError{stream, err}
}

// An exitStatus is the error of a command that worked, with an exit code other than Clean.
type exitStatus int

// Error names the exit code.
func (f exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(f)) }

// Status is the error with an exit code, nil for Clean.
func Status(code int) error {
	if code == report.Clean {
		return nil
	}
	return exitStatus(code)
}

// ended is the error of a command: err, or else the one of its exit code.
func ended(code int, err error) error {
	if err != nil {
		return err
	}
	return Status(code)
}

// exit turns the error of a command into an exit code, and writes the message, unless the user knows the reason. It is
// the only place that does this.
func exit(stderr io.Writer, err error) int {
	var usage *usageError
	var write *writeError
	var status exitStatus
	switch {
	case err == nil:
		return report.Clean
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		writeVisible(stderr, "patgraph: "+usage.Message)
		if len(usage.Hints) > 0 {
			writeVisible(stderr, "  did you mean "+strings.Join(usage.Hints, " or ")+"?")
		}
		help := "patgraph --help"
		if usage.command != "" {
			help = "patgraph " + usage.command + " --help"
		}
		writeVisible(stderr, "  help: "+help)
		return report.Unusable
	case errors.As(err, &write):
		if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
			return report.Unusable // the reader of the pipe has stopped, which needs no message
		}
		writeVisible(stderr, "patgraph: "+write.Error())
		return report.Unusable
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return report.Unusable // the user who cancelled it knows
	}
	writeVisible(stderr, "patgraph: "+err.Error())
	if drawn, ok := errors.AsType[*drawing.Error](err); ok &&
		(drawn.Kind == drawing.Internal || drawn.Kind == drawing.BadInput) {
		return report.Defect // patgraph made the input of the drawing
	}
	return report.Unusable
}

// writeVisible writes lines so that neither a terminal nor a CI runner interprets any text in them.
func writeVisible(stderr io.Writer, lines string) {
	io.WriteString(stderr, lang.VisibleLines(lines)+"\n")
}
