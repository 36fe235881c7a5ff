// Package layout formats texts: a language writes pieces of text, places where a line may break, and groups of
// them, and a Sheet decides in one pass which of the places break. A Printer adds the comments of the text in
// their places, keeps line breaks of the author, and keeps columns.
//
// sheet.go decides where lines break, comments.go puts comments between pieces, columns.go adds the spaces of
// columns, printer.go formats whole texts or some of their lines, and format.go checks that the result is the
// same program.
package layout
