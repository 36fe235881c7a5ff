package tensorscript

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// An Unnamed is a call that has arguments without names, which is a syntax error. It is not in the tree.
type Unnamed struct {
	At    lang.Span // the place of the error
	Name  string    // the class of a weight, or the operation; "" for a method
	Piped bool      // the call is a stage
	Args  []lang.Span
	Names []string // of the arguments; "" for one without
	open  int      // the token that is its bracket
}

// unnamed records the call whose bracket is a token, and reports whether it is recorded already, and whether it can be
// read: its bracket is closed.
func (p *parser) unnamed(open int) (again, known bool) {
	if n := len(p.tree.Unnamed); n > 0 && p.tree.Unnamed[n-1].open == open {
		return true, true
	}
	u := Unnamed{open: open, At: p.Here(), Piped: open > 1 && p.Toks[open-2].Kind == syntax.Pipe}
	name := open - 1
	if name > 0 && p.Toks[name-1].Kind == syntax.Path { // of the constructor, behind the class
		for ; name > 0 && p.Toks[name-1].Kind != syntax.Equals; name-- {
			if open-name > farthestClass {
				return false, false
			}
		}
	}
	if p.Toks[name].Kind == syntax.Name && (name == 0 || p.Toks[name-1].Kind != syntax.Dot) {
		u.Name = p.Syms.Text(p.Toks[name].Sym)
	}
	for depth, first, i := 0, open+1, open+1; i < len(p.Toks); i++ {
		k := p.Toks[i].Kind
		switch ends := depth == 0 && (k == syntax.Comma || k == syntax.RParen); {
		case ends && i > first:
			u.Args = append(u.Args, p.Toks[first].Span().To(p.Toks[i-1].Span()))
			u.Names = append(u.Names, "")
			if p.Toks[first+1].Kind == syntax.Equals {
				u.Names[len(u.Names)-1] = p.Syms.Text(p.Toks[first].Sym)
			}
			fallthrough
		case ends:
			if first = i + 1; k == syntax.RParen {
				p.tree.Unnamed = append(p.tree.Unnamed, u)
				return false, true
			}
		case k == syntax.Semicolon, k == syntax.EOF, i-open > longestCall:
			return false, false
		case k.IsCloser():
			depth--
		case k.IsOpener():
			depth++
		}
	}
	return false, false
}

const (
	farthestClass = 64  // tokens between the class of a weight and the arguments
	longestCall   = 256 // tokens of the arguments
)
