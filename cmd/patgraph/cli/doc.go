// Package cli has the commands of patgraph: the program with its streams, its options, help and exit status, and a file
// for each command.
//
//   - table.go, option.go, value.go: the table of options. Flags and their help, completion, the keys of
//     patgraph.toml and what `patgraph config` shows come from it. Each option is bound to a field of Flags, which
//     commands use.
//   - program.go, line.go, parse.go, usage.go: the command line, parsed once, and help.
//   - configure.go, libraries.go, workload.go: the programs of a run, and the settings and libraries of each.
//   - check.go, types.go, why.go, …: the commands. Those that serve editors and browsers are in packages lsp and
//     explore, which answer from an analysis of their own by the functions that commands use: WhyOf, TracesOf, Drawing.
//
// In a browser there are no files and no other programs, so files that need them have the build constraint !js, and
// those that end in _js.go replace them.
package cli
