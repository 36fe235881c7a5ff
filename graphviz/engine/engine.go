// Package engine finds a program that draws and has it draw.
//
// That program is patgraph-graphviz, which contains Graphviz, or an installed
// dot. The first is started once and draws many pictures, one at a time; it is
// started anew after a number of them, because Graphviz loses memory with each,
// after every error that may have harmed it, and when it crashed. So a picture
// that Graphviz cannot draw costs its process and never this one.
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

// A Kind says which program may draw.
type Kind string

const (
	Auto    Kind = "auto"    // the best for the format that there is
	Bundled Kind = "bundled" // patgraph-graphviz
	Dot     Kind = "dot"     // Graphviz as it is installed
)

// Kinds lists what Find knows, in the order of messages.
var Kinds = []Kind{Auto, Bundled, Dot}

// DefaultLimit is the longest that one picture may take.
const DefaultLimit = time.Minute

// A drawer is a program that draws. With an error its picture is empty.
type drawer interface {
	draw(ctx context.Context, r *picture.Request) (picture.Picture, error)
	name() string
	close() error
}

// An Engine draws pictures. Its methods may be called concurrently.
type Engine struct {
	bundled, dot drawer        // nil: not found or not asked for
	limit        time.Duration // of a picture, without the start of a program; 0: DefaultLimit
}

// ErrNotFound is wrapped by the error of Find when no program is installed.
var ErrNotFound = errors.New("no program that draws was found")

// Within sets the longest that one picture may take, before anything is drawn; 0 is
// DefaultLimit.
func (e *Engine) Within(limit time.Duration) { e.limit = limit }

// Draw draws DOT text with a layout (picture.Layouts) in a format
// (picture.Formats). It returns a whole picture, with notes on what is not as it
// was asked for, or an error, which is a *picture.Error where the picture is at
// fault; it returns ctx.Err() as the cause when ctx ends first.
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

// drawn has a program draw, and does not believe that nothing is a picture.
func drawn(ctx context.Context, d drawer, r *picture.Request) (picture.Picture, error) {
	p, err := d.draw(ctx, r)
	if err == nil && len(bytes.TrimSpace(p.Data)) == 0 {
		return picture.Picture{}, picture.Errorf(picture.Crash, "%s drew nothing", d.name())
	}
	return p, err
}

// elsewhere says whether the other program may do better: one that does not start or that
// crashes says nothing about the other, and a dot may have been built without PNG.
func elsewhere(err error, dot bool) bool {
	_, start := errors.AsType[*startError](err)
	e, ok := errors.AsType[*picture.Error](err)
	return start || ok && e.Kind == picture.Crash || dot && !(ok && e.Kind == picture.Timeout)
}

// A startError is a program that is there and does not work.
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

// Begin starts the program that draws a format, if it is one that is started once for
// many pictures, and does not wait for it: the first picture then does not wait as
// long. It must be called before anything is drawn, once; Close ends what it starts.
func (e *Engine) Begin(format string) {
	if s, ok := e.bundled.(interface{ begin() }); ok && (format != picture.PNG || e.dot == nil) {
		s.begin()
	}
}

// Close ends the processes that were started. The engine can still draw: it
// starts them again.
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
