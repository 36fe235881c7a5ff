package unify

import (
	"context"

	"github.com/patgraph/patgraph/internal/cancel"
)

// A Watch ends the work on a graph or a system when a context has ended, by a panic that Ended catches. What the work
// was changing must not be used afterwards. It is not safe for concurrent use. A nil one ends nothing.
type Watch = cancel.Watch

// NewWatch returns a watch of a context.
func NewWatch(ctx context.Context) *Watch { return cancel.New(ctx) }

// Ended is deferred by a function whose work a Watch may end. It sets the error to that of the context.
func Ended(err *error) { cancel.Catch(err) }
