package mutate

import (
	"math/rand/v2"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// A flatSubject is a program as operators see it, in any language whose trees are those of lang/syntax.
type flatSubject struct {
	*Program
	flat    *syntax.Tree
	parents []syntax.NodeID
	known   map[string]bool // all names of the program
	sizes   []string
}

func newFlatSubject(p *Program, t *syntax.Tree) flatSubject {
	return flatSubject{Program: p, flat: t, parents: t.Parents(), known: make(map[string]bool)}
}

// calls is not used: all edits of such a program are single ones.
func (s *flatSubject) calls() [][]int { return nil }

func (s *flatSubject) text(e syntax.NodeID) string { return s.flat.File.Text(s.flat.Span(e)) }

// op returns the operator of a node, and 0 (unreadable text) for NoNode.
func (s *flatSubject) op(e syntax.NodeID) syntax.Op {
	if e == syntax.NoNode {
		return 0
	}
	return s.flat.Nodes[e].Op
}

// A flatMaker collects the candidates of one operator in such a program.
type flatMaker struct {
	rand *rand.Rand
	list []*candidate
}

// misspelt returns the misspelt forms of the name at a place, after its sign: names that the program does not have.
func (s *flatSubject) misspelt(at lang.Span, r *rand.Rand) (list []string) {
	name := string(s.Source[at.Start:at.End])
	from := len(name) - len(strings.TrimLeft(name, "%@"))
	if len(name)-from < 2 {
		return nil // nothing would show what was meant
	}
	for _, text := range typingErrors(name, from, r) {
		c := text[from]
		if text = strings.TrimSpace(text); !s.known[text] && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') &&
			!strings.Contains(text, "..") {
			list = append(list, text)
		}
	}
	return list
}

// without removes an item of a list, with its comma.
func (s *flatSubject) without(list []syntax.NodeID, i int) *candidate {
	return newCandidate(lang.Edit{Span: s.flat.ItemSpan(list, i)})
}

// usePlace returns a place where something is used whose declaration was edited.
func usePlace(s lang.Span) draftPlace {
	p := keptPlace(s)
	p.use = true
	return p
}

// A flatLocator finds the constructs around a place of such a tree.
type flatLocator struct {
	*syntax.Tree
	parent []syntax.NodeID
}

// find returns the smallest node that contains a span, or the outermost node with exactly the span.
func (l *flatLocator) find(span lang.Span) syntax.NodeID {
	found := syntax.NoNode
	for id := range l.Nodes { // in post-order the first one is the smallest
		if s := l.Span(syntax.NodeID(id)); s.Contains(span) {
			if found != syntax.NoNode && s != span {
				break
			}
			found = syntax.NodeID(id)
		}
	}
	return found
}

// size returns the number of nodes of a construct.
func (l *flatLocator) size(e syntax.NodeID) int { return int(e-l.FirstOf(e)) + 1 }

// construct adds a construct as an anchor for a rule, or a part of it, and, if it is small, by its span.
func (l *flatLocator) construct(as []anchor, e syntax.NodeID, rule, part string) []anchor {
	as = append(as, anchor{span: l.Span(e), rule: rule, part: part})
	if l.size(e) <= small {
		as = append(as, anchor{span: l.Span(e)})
	}
	return as
}
