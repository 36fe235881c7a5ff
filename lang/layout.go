package lang

// A Layout says how programs are laid out.
type Layout struct {
	Width int         // columns of a line, in code points; 0: DefaultLayoutWidth
	Lines []LineRange // only definitions that touch one of them; none: the whole text
}

// DefaultLayoutWidth is how wide lines are that nobody has said anything about.
const DefaultLayoutWidth = 100

// A LineRange is some lines of a text, from 1, both ends included.
type LineRange struct{ First, Last int }
