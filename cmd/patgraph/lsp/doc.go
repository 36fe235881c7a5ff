// Package lsp is the language server: it shows the results of the command line in an editor while the user types, for
// every language of the table. It implements the Language Server Protocol 3.18 and is independent of languages; the
// record of a language has its editor features (language.Editing).
//
// # From the editor to an answer
//
//   - frames.go: messages in a byte stream. server.go: the lifecycle of a session; a bad message never ends it.
//   - documents.go: texts that are open in the editor, with changes applied in order; lines.go: positions in them.
//   - project.go: folders, configurations and libraries. snapshot.go: one version of one text, and the result of its
//     analysis. A change makes a new snapshot and ends the one before.
//   - view.go: a snapshot for one request. Each other file has one feature.
//   - own.go: the requests of the explorer, and what an editor may execute. Functions of the commands answer them from
//     the analysis of the snapshot: a version of a text is analysed once.
//
// # Which version an answer is about
//
// A request takes the snapshot of its document when the request is read, before the next message is. Requests run
// concurrently, and an answer is about that snapshot: if the text or something it depends on has changed meanwhile, the
// answer is the error ContentModified.
//
// # Speed
//
// Each change derives the whole program again, in the memory of the result before the last one: a program of 15,000
// lines takes some milliseconds, less than finding out which parts could be reused. Explaining errors and trying
// changes take longer. If all of it is fast, it is reported at once. Otherwise a first analysis omits it, and a second
// one follows when the user pauses or a request needs its result.
package lsp
