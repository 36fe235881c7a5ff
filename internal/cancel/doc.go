// Package cancel ends long work that nobody waits for any more. Work counts its steps, of
// about a hundred nanoseconds each. Now and then a Watch looks at its context; if that
// has ended, the work unwinds to Catch. So the code in between has no errors to hand on.
// What it was working on must not be used afterwards. A part of the work can have a budget
// of steps; see Watch.Within.
package cancel
