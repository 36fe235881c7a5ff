// Package cancel ends long work whose result is not needed any more. The work counts its steps, each of about a hundred
// nanoseconds. At intervals, a Watch checks its context; when the context has ended, a panic unwinds the work to Catch,
// so the code in between does not have to pass errors on. The data that the work was changing must not be used
// afterwards. A part of the work can have a budget of steps; see Watch.Within.
package cancel
