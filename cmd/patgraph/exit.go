package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	drawing "github.com/patgraph/patgraph/graphviz/picture"
)

// A usageError is a command line that makes no sense.
type usageError struct {
	message string
	hints   []string // what was probably meant
	command string   // whose help to look at; empty: the whole program's
}

func (e *usageError) Error() string { return e.message }

// A writeError is output that could not be written.
type writeError struct {
	stream string
	err    error
}

func (e *writeError) Error() string {
	return "cannot write to " + e.stream + ": " + inputs.Cause(e.err)
}
func (e *writeError) Unwrap() error { return e.err }

// A found error says that a command did its work and what it found.
type found int

func (f found) Error() string { return fmt.Sprintf("exit status %d", int(f)) }

// exit turns what a command returned into an exit code, and tells people what
// they do not know yet. It is the only place that decides about either.
func exit(stderr io.Writer, err error) int {
	var usage *usageError
	var write *writeError
	var status found
	switch {
	case err == nil:
		return batch.Clean
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "patgraph: %s\n", usage.message)
		if len(usage.hints) > 0 {
			fmt.Fprintf(stderr, "  did you mean %s?\n", strings.Join(usage.hints, " or "))
		}
		help := "patgraph --help"
		if usage.command != "" {
			help = "patgraph " + usage.command + " --help"
		}
		fmt.Fprintf(stderr, "  help: %s\n", help)
		return batch.Unusable
	case errors.As(err, &write):
		if isClosedPipe(err) {
			return batch.Unusable // the reader has had enough, which needs no message
		}
		fmt.Fprintf(stderr, "patgraph: %s\n", write.Error())
		return batch.Unusable
	}
	fmt.Fprintf(stderr, "patgraph: %v\n", err)
	var drawn *drawing.Error
	if errors.As(err, &drawn) && (drawn.Kind == drawing.Internal || drawn.Kind == drawing.BadInput) {
		return batch.Defect // what is drawn is of our making
	}
	return batch.Unusable
}

func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
