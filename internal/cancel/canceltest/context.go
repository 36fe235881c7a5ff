// Package canceltest provides a context that ends at a chosen call of Err, for tests of cancellation.
package canceltest

import (
	"context"
	"sync/atomic"
)

// A Context counts the calls of its Err method, and ends at the call with a given number.
type Context struct {
	context.Context
	Looks atomic.Int64
	end   int64
}

// New returns a context that ends at the call of Err with the number end, or at none if that is 0.
func New(parent context.Context, end int64) *Context { return &Context{Context: parent, end: end} }

// Err counts the call, and returns context.Canceled from the call numbered end on.
func (c *Context) Err() error {
	if n := c.Looks.Add(1); c.end > 0 && n >= c.end {
		return context.Canceled
	}
	return nil
}
