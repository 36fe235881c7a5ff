// Package relay reads and writes the language Relay in its dialects v005 and doc: Parse turns
// a text into a Tree, Resolve finds what its names denote, Format lays a text out anew. The
// grammar is in grammar.txt.
//
// Words used here:
//
//   - A declaration is what stands on the top level: a definition, a type with its constructors,
//     the type of a global or an operator without a body, a clause of a relation, an expression.
//   - A local has the sign %, a global @, a graph variable % and a number. A bare name is an
//     operator or a constructor, or in types a type. Symbols have the sign.
//   - A block is statements and an expression behind them.
//   - A slip is a mistake of which it is sure what was meant: it has a fix, and reading goes on
//     as if that stood there.
//   - A bad declaration has a syntax error. It is in the tree, so that its name is known, and
//     has no nodes. An erroneous one has an error in its names.
//
// One parser reads both dialects, and more than either of them: a text may mix them, which is a
// warning. What the scanner of Relay itself trips over is read as people mean it: `%n-1` and
// `%a/%b` are operations, `f(x).0.1` two projections, a `let` may have a block or a match as its
// value, and anything may stand behind an `extern type`. Numbers are strict: a literal has a
// width that exists, and fits in it.
//
// # Parsing
//
// The parser is a machine with a stack of frames, one for each construct that is being read.
// steps.go leads to the recipe of each of them, or to a function that goes on from where it was; block.go,
// expression.go, function.go, match.go and types.go have these, recover.go what follows a
// mistake. So deep nesting needs no stack of the goroutine, and time is linear.
//
// # Layout
//
// print.go turns a tree into pieces of text and places where a line may break, lang/layout decides
// where it does, and format.go reads the outcome again: no text leaves it that is another program
// or has lost a comment. Statements have lines of their own; all else follows from the tree, the
// width, and what its author broke.
//
// # Relations
//
// The language of relations belongs to another room. Here a clause is a declaration with its
// name and the place of its text, which ends with a full stop or where another declaration begins;
// Decl.Clause is kept for what that room makes of it. What is unreadable in it is not reported.
//
// # Several files
//
// Each part of a file is parsed by itself into one tree, in a dialect of its own. It means
// its own names first, then those of the parts before it.
package relay
