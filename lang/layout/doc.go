// Package layout lays texts out: a language puts down what is to be written as pieces of text,
// places where a line may break and groups of them, and a Sheet decides in one pass which of the
// places break. A Printer adds the comments of the text where they stood, takes over what its
// author said by breaking a line, and keeps columns.
//
// sheet.go decides where lines break, comments.go puts comments between pieces, columns.go adds
// the blanks of columns, printer.go is what lays out whole texts, or some lines of them, and
// format.go checks that a layout is the same program.
package layout
