// Package tutorial has the lessons of `patgraph tutorial`, and decides whether a program solves the task of one.
//
// A lesson is a page of the folder lessons, in the Markdown of the manual: a title, some sentences, a program below the
// name of its file, and the parts Task, Check, Hint and Solution. A line of Check is the signature of a definition, as
// `patgraph types` prints it, or what a definition gives on a value:
//
//	swap : ?{X0 a, X1 b, ...} --> ?{X1 a, X0 b}
//	swap {"a": "1", "b": "2"} = {"a": "2", "b": "1"}
//	swap {} = undefined
package tutorial
