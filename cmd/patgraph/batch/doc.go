// Package batch analyses many programs: in parallel, in order, each with a result even if its analysis fails.
//
// # Libraries
//
// The problems of a library itself are reported when the library is checked. For a program, diagnostics with the same
// code at the same place are left out, and such conflicts are not explained again (library.go). Of a library, only the
// definitions that a program refers to are derived. All are derived if there is an error that the library itself does
// not have, since repairs may use any definition, and if the program affects the library: by its dialect, or by a name
// that one file uses and a later one defines. The output never depends on how much was derived; a test checks this law.
//
// # Cached results
//
// An outcome is stored under the hash of everything that it depends on: the build, the settings, every flag except
// those known to have no effect (Option.NotInKey of package cli), the name and the text (results.go). So entries
// never have to be invalidated. Outcomes that depend on clocks or defects are not stored. A text is identified by its
// bytes, not by the time of its file.
//
// # Memory
//
// A program is admitted by the size of its text, in order of arrival. The solver reports how many nodes it holds; if
// they do not fit beside other programs, the analysis is cancelled and repeated alone, so results do not depend on
// concurrent programs. The garbage collector's soft limit does the rest (memory.go). The bound belongs to a run, not to
// a program, so patgraph.toml has no key for it.
package batch
