package lang

// A Layout has the options of formatting.
type Layout struct {
	Width int         // columns of a line, in code points; 0 means DefaultLayoutWidth
	Lines []LineRange // format only definitions that touch one of these; empty for the whole text
}

// DefaultLayoutWidth is the default width of lines.
const DefaultLayoutWidth = 100

// A LineRange is a range of lines of a text, from 1, including both ends.
type LineRange struct{ First, Last int }
