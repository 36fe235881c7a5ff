// Package lsp is the language server: it shows in an editor what the command line tells, while
// one types, for every language of the table. It knows the Language Server Protocol 3.18 and
// no language; what a language has to say to editors is in its record (language.Editing).
//
// # From the editor to an answer
//
//   - frames.go: bytes are messages. server.go: what begins and ends a session, and that no
//     message can end it otherwise.
//   - documents.go: texts that editors have, changed in the order in which changes come; lines.go:
//     places in them.
//   - project.go: folders, configurations and libraries. snapshot.go: one version of one text,
//     and what its analysis found. A change makes a new snapshot and ends the one before.
//   - view.go: a snapshot for one request. The other files have a feature each.
//
// # Which version an answer is about
//
// A request takes the snapshot of its document when it is read, before the next message is; it
// is answered beside others, from that snapshot or not at all: when the text or what it
// follows from has changed meanwhile, the answer is the error ContentModified.
//
// # Speed
//
// Each change derives the whole program anew, in the memory of the last result but one: a
// program of 15,000 lines takes some milliseconds, less than finding out what need not be done.
// What takes long is explaining errors and trying changes. Where all of it takes no longer than a
// moment, it is reported at once. Else a first analysis leaves it out, and a second one follows when
// nothing is typed for a while, or somebody asks for what it finds.
package lsp
