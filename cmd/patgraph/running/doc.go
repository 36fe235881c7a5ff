// Package running has the commands that run programs: run, on values, and repl, line by line.
package running
