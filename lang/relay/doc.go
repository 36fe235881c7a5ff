// Package relay reads and writes the language Relay in its dialects v005 and doc: Parse turns a text into a Tree,
// Resolve resolves its names, Format formats a text. The grammar is in grammar.txt.
//
// Words used here:
//
//   - A declaration is an item on the top level: a definition, a type with its constructors, the type of a global or an
//     operator without a body, a clause of a relation, an expression.
//   - A local has the sign %, a global @, a graph variable % and a number. A bare name is an operator or a constructor,
//     or in types a type. Symbols include the sign.
//   - A block is statements and an expression after them.
//   - A slip is a syntax error with only one possible meaning: it has a fix, and parsing continues as if it were fixed.
//   - A bad declaration has a syntax error. It is in the tree, so that its name is known, and has no nodes. An erroneous
//     one has an error in its names.
//
// One parser reads both dialects, and more than either of them: a text may mix them, which is a warning. Text that
// TVM's own scanner misreads is parsed as intended: `%n-1` and `%a/%b` are operations, `f(x).0.1` two projections, a
// `let` may have a block or a match as its value, and anything may follow an `extern type`. Numbers are strict: a
// literal has an existing width and fits into it.
//
// # Parsing
//
// The parser is a machine with a stack of frames, one for each construct that is being parsed. steps.go maps each
// construct to its recipe, or to a function that continues it; block.go, expression.go, function.go, match.go and
// types.go contain these, recover.go has error recovery. So deep nesting does not use the Go stack, and time is linear.
//
// # Layout
//
// print.go turns a tree into pieces of text and places where a line may break, lang/layout decides where it does, and
// format.go parses the result: it rejects a text that is another program or has lost a comment. Each statement has its
// own line; everything else follows from the tree, the width, and the line breaks of the author.
//
// # Relations
//
// The language of relations belongs to package patterns/relation. Here a clause is a declaration with its name and the
// place of its text, which ends with a full stop or where another declaration begins. Its syntax errors are not
// reported here.
//
// # Several files
//
// Each part of a file is parsed by itself into one tree, in its own dialect. A name means a declaration of its own part
// first, then one of the parts before it.
package relay
