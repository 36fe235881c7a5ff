// Package canceltest has a context that ends at a look, for tests of what a context ends.
package canceltest

import (
	"context"
	"sync/atomic"
)

// A Context counts how often it is looked at, and ends at a look with a number.
type Context struct {
	context.Context
	Looks atomic.Int64
	end   int64
}

// New returns a context that ends at a look; at none if that is 0.
func New(parent context.Context, end int64) *Context { return &Context{Context: parent, end: end} }

// Err looks at the context.
func (c *Context) Err() error {
	if n := c.Looks.Add(1); c.end > 0 && n >= c.end {
		return context.Canceled
	}
	return nil
}
