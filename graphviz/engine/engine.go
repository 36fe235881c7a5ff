// Package engine finds a program that draws pictures and runs it.
//
// The program is patgraph-graphviz, which contains Graphviz, or an installed dot. One process of patgraph-graphviz
// draws many pictures, one at a time. It is restarted after a number of pictures, because Graphviz leaks memory with
// each, after every error that may have corrupted it, and after a crash. So a picture that Graphviz cannot draw ends
// only that process and never this one.
package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/patgraph/patgraph/graphviz/picture"
)

// A Kind selects the program that draws.
type Kind string

const (
	Auto    Kind = "auto"    // the best available one for the format
	Bundled Kind = "bundled" // patgraph-graphviz
	Dot     Kind = "dot"     // an installed Graphviz
)

// Kinds lists the kinds that Find accepts, in the order of messages.
var Kinds = []Kind{Auto, Bundled, Dot}

// DefaultLimit is the default time limit for one picture.
const DefaultLimit = time.Minute

// A drawer is a program that draws. When it returns an error its picture is empty.
type drawer interface {
	draw(ctx context.Context, r *picture.Request) (picture.Picture, error)
	name() string
	close() error
}

// An Engine draws pictures. Its methods may be called concurrently.
type Engine struct {
	bundled, dot drawer        // nil: not found or not requested
	limit        time.Duration // for one picture, without the start of the program; 0: DefaultLimit
}

// ErrNotFound is wrapped by the error of Find when no program that draws is installed.
var ErrNotFound = errors.New("no program that draws was found")

// Within sets the time limit for one picture; 0 is DefaultLimit. Call it before the first Draw.
func (e *Engine) Within(limit time.Duration) { e.limit = limit }

// Draw draws DOT text with a layout (picture.Layouts) in a format (picture.Formats). It returns a complete picture,
// with notes on what differs from the request, or an error: a *picture.Error if the picture is at fault; an error that
// wraps ctx.Err() if ctx ends first.
func (e *Engine) Draw(ctx context.Context, dot []byte, layout, format string) (picture.Picture, error) {
	r := &picture.Request{Layout: layout, Format: format, DOT: dot, Limit: cmp.Or(e.limit, DefaultLimit)}
	if err := r.Check(); err != nil {
		return picture.Picture{}, err
	}
	if err := ctx.Err(); err != nil {
		return picture.Picture{}, interrupted(err)
	}
	with, other := e.bundled, e.dot
	if with == nil || format == picture.PNG && e.dot != nil {
		with, other = e.dot, e.bundled
	}
	p, err := drawn(ctx, with, r)
	if err != nil && other != nil && ctx.Err() == nil && elsewhere(err, with == e.dot) {
		p, err = drawn(ctx, other, r)
	}
	return p, err
}

// drawn has a program draw, and reports an empty result as a crash.
func drawn(ctx context.Context, d drawer, r *picture.Request) (picture.Picture, error) {
	p, err := d.draw(ctx, r)
	if err == nil && len(bytes.TrimSpace(p.Data)) == 0 {
		return picture.Picture{}, picture.Errorf(picture.Crash, "%s drew nothing", d.name())
	}
	return p, err
}

// elsewhere reports whether the other program should be tried: if this one does not start or crashes the other may
// still work, and an installed dot may have been built without PNG.
func elsewhere(err error, dot bool) bool {
	_, start := errors.AsType[*startError](err)
	e, ok := errors.AsType[*picture.Error](err)
	return start || ok && e.Kind == picture.Crash || dot && !(ok && e.Kind == picture.Timeout)
}

// A startError reports a program that exists and does not start.
type startError struct {
	name string
	said string // on standard error
	err  error
}

func (e *startError) Error() string {
	s := e.name + " does not start: " + e.err.Error()
	if e.said != "" {
		s += ": " + e.said
	}
	return s
}

func (e *startError) Unwrap() error { return e.err }

// Begin starts the program for a format in the background, if it is one that draws many pictures per process, so that
// the first picture waits less. Call it at most once, before the first Draw; Close ends the process.
func (e *Engine) Begin(format string) {
	if s, ok := e.bundled.(interface{ begin() }); ok && (format != picture.PNG || e.dot == nil) {
		s.begin()
	}
}

// Close ends the processes that were started. The engine can still draw: it starts them again.
func (e *Engine) Close() error {
	var errs []error
	for _, d := range []drawer{e.bundled, e.dot} {
		if d != nil {
			errs = append(errs, d.close())
		}
	}
	return errors.Join(errs...)
}

func interrupted(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("drawing took longer than its time limit: %w", err)
	}
	return fmt.Errorf("drawing was interrupted: %w", err)
}
