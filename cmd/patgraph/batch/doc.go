// Package batch analyses many programs: in parallel, in order, each with a result
// whatever happens to it.
//
// # Libraries
//
// A library's mistakes are its own: they are found where it is checked by itself. Of a
// program, diagnostics with the same code at the same place are left out, and such conflicts
// are not explained again (library.go). Of a library, only what a program refers to is
// derived. All of it is derived where something is wrong that the library has not reported,
// since changes bring in any definition, and where the program decides about the library: by
// its dialect, or by a name that a file uses and one behind it defines. No output depends on
// how much was derived; that is a law.
//
// # Results that are kept
//
// An outcome is found by the hash of all that it follows from: the build, the settings, every
// flag that is not known to change nothing (Option.Aside of package command), the name and
// the text (results.go). So nothing is ever invalidated. What clocks or defects had a part in
// is not kept. A text is found by its bytes, not by the time of its file.
//
// # Memory
//
// A program is admitted by the size of its text, first come, first served. The solver says how
// many nodes it holds; one that has no room for them beside others is given up and analysed
// again alone, so results do not depend on who else is there. The collector's soft limit does
// the rest (memory.go). This is a matter of a run, not of a program, so patgraph.toml has no
// key for it.
package batch
