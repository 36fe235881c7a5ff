// Package explaining has the commands that explain: why an expression has its pattern, what codes and rules mean, why
// there is an error at a place, and by which steps definitions are derived.
package explaining
