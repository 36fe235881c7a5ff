package syntax

import (
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
)

// A Parser is a machine with a stack of frames, one for each construct that is being read.
// The nodes that a construct has so far stand on Stack, from the frame's base on; when it is
// complete, its own node takes their place.
type Parser struct {
	Scanner
	Tree   *Tree
	I      int // the current token, of Toks
	Frames []Frame
	Stack  []NodeID
	Nest   int // brackets of frames that are open

	Lost       bool // nothing more of the declaration can be read
	Bad        bool // the declaration has an error
	Silent     bool // nothing more is said of it
	Unfinished bool

	// GiveUp takes back what is open after a mistake that leaves unsure what was meant, and goes on where that is
	// sure again; else the declaration is Lost.
	GiveUp func()

	ops     []infix
	said    int // the token at which something was reported last, from 1
	nowhere lang.Diagnostic
}

// A Frame is a construct that is being read.
type Frame struct {
	What  uint8 // the language says which there are
	State uint8
	Mode  uint8 // likewise
	Op    Op
	Flags Flags
	Open  int32 // the token of its bracket, or -1
	First int32 // the token where its present part begins
	Start int32
	At    int32
	Sym   lang.Sym
	Base  int32 // of its nodes, in Parser.Stack
	ops   int32 // of its operators, in Parser.ops
}

// An infix is an operator whose right side is being read.
type infix struct {
	kind  Kind
	prec  uint8
	at    int32
	start int32 // of its left side
}

// spare are parsers for their memory.
var spare = sync.Pool{New: func() any { return new(Parser) }}

// Take is a parser in memory that is not used any more. Give gives it back.
func Take() Parser {
	p := spare.Get().(*Parser)
	return Parser{Scanner: Scanner{Toks: p.Toks[:0]}, Frames: p.Frames[:0], Stack: p.Stack[:0], ops: p.ops[:0]}
}

// Give says that a parser is not used any more, nor its tokens.
func (p *Parser) Give() {
	spare.Put(&Parser{Scanner: Scanner{Toks: p.Toks}, Frames: p.Frames, Stack: p.Stack, ops: p.ops})
}

// Read reads the file of a tree that was renewed, one part after another, and returns what is wrong. Read is called with a part and the
// text up to its end. Parts in the language of relations are left out, which another room reads.
func (p *Parser) Read(t *Tree, watch *cancel.Watch, read func(src string, part lang.Part)) []lang.Diagnostic {
	p.Tree, p.Watch, p.Syms = t, watch, t.Syms
	src := string(t.File.Src)
	for _, part := range t.File.Parts() {
		if !strings.HasSuffix(part.File.Name, lang.RelationSuffix) {
			read(src[:part.End()], part)
		}
	}
	t.Unfinished = p.Unfinished
	lang.Sort(p.Diags)
	return p.Diags
}

// Part begins to read a part of the file, with which a text ends, and returns where: behind a byte order mark.
func (p *Parser) Part(src string, start int) int {
	p.Src, p.Comments, p.I, p.said = src, p.Tree.Comments, 0, 0
	if strings.HasPrefix(src[start:], "\ufeff") {
		start += len("\ufeff")
	}
	return start
}

// Scanned says that all tokens of a part are there.
func (p *Parser) Scanned() {
	t, nodes := p.Tree, 2*len(p.Toks)/3
	t.Comments, t.Nodes, t.kids = p.Comments, slices.Grow(t.Nodes, nodes), slices.Grow(t.kids, nodes)
}

// Tok is the current token.
func (p *Parser) Tok() *Tok { return &p.Toks[p.I] }

// Kind is that of the current token.
func (p *Parser) Kind() Kind { return p.Toks[p.I].Kind }

// Here is the place of the current token.
func (p *Parser) Here() lang.Span { return p.Toks[p.I].Span() }

// Text is the current token as it is written.
func (p *Parser) Text() string { t := p.Tok(); return p.Src[t.Start:t.End] }

// Peek is a token behind the present one, at the end the last one.
func (p *Parser) Peek(n int) *Tok { return &p.Toks[min(p.I+n, len(p.Toks)-1)] }

// Is reports whether the current token is a name, and which.
func (p *Parser) Is(name string) bool { return p.Kind() == Name && p.Text() == name }

// Top is the innermost construct.
func (p *Parser) Top() *Frame { return &p.Frames[len(p.Frames)-1] }

// PrevEnd is where the token before ends.
func (p *Parser) PrevEnd() int32 {
	if p.I == 0 {
		return p.Tok().Start
	}
	return p.Toks[p.I-1].End
}

// Behind is the place behind the token before.
func (p *Parser) Behind() lang.Span {
	at := p.PrevEnd()
	return lang.Span{Start: at, End: at}
}

// Advance goes past the current token, unless it is the last one.
func (p *Parser) Advance() {
	if p.I < len(p.Toks)-1 {
		p.I++
		p.Watch.Nth(p.I)
	}
}

// Accept goes past a token of a kind.
func (p *Parser) Accept(k Kind) bool {
	if p.Kind() != k {
		return false
	}
	p.Advance()
	return true
}

// Run goes on with the innermost construct, by the step of what it is, until the one that is the innermost now is
// read. The parser is that of a language.
func Run[L any](language L, p *Parser, steps []func(L, *Frame)) {
	outer := max(len(p.Frames)-1, 0)
	for len(p.Frames) > outer && !p.Lost {
		f := p.Top()
		steps[f.What](language, f)
	}
	for len(p.Frames) > outer {
		p.Pop()
	}
}

// Skip goes past tokens up to one at which stop says so, which is given how many brackets were opened since.
func (p *Parser) Skip(stop func(k Kind, depth int) bool) {
	for depth := 0; !stop(p.Kind(), depth); p.Advance() {
		switch k := p.Kind(); {
		case k == EOF:
			return
		case k.IsOpener():
			depth++
		case k.IsCloser():
			depth = max(depth-1, 0)
		}
	}
}

// Node adds a node whose kids are on the stack from base on, and puts it in their place. It ends
// with the token before.
func (p *Parser) Node(op Op, start, base int32) *Node {
	kids := p.Stack[base:]
	t := p.Tree
	t.Nodes = append(t.Nodes, Node{Op: op, Start: start, End: max(p.PrevEnd(), start), At: start, first: int32(len(t.kids)), n: int32(len(kids))})
	t.kids = append(t.kids, kids...)
	p.Stack = append(p.Stack[:base], NodeID(len(t.Nodes)-1))
	return &t.Nodes[len(t.Nodes)-1]
}

// Leaf makes a node of the current token.
func (p *Parser) Leaf(op Op) {
	t := p.Tok()
	p.Advance()
	p.Node(op, t.Start, p.Height()).Sym = t.Sym
}

// None says that a part was not written.
func (p *Parser) None() { p.Stack = append(p.Stack, NoNode) }

// Height is how many nodes are on the stack.
func (p *Parser) Height() int32 { return int32(len(p.Stack)) }

// Push begins a construct at the current token.
func (p *Parser) Push(what uint8) *Frame {
	start := p.Tok().Start
	p.Frames = append(p.Frames, Frame{What: what, Open: -1, Start: start, At: start, Base: p.Height(), ops: int32(len(p.ops))})
	return p.Top()
}

// Enter goes past the bracket of a frame, which is the current token.
func (p *Parser) Enter(f *Frame) {
	f.Open = int32(p.I)
	p.Nest++
	p.Advance()
}

// Leave says that the bracket of a frame is closed.
func (p *Parser) Leave(f *Frame) {
	if f.Open >= 0 {
		f.Open = -1
		p.Nest--
	}
}

// Pop ends a construct that leaves what it has as it is.
func (p *Parser) Pop() {
	p.Leave(p.Top())
	p.Frames = p.Frames[:len(p.Frames)-1]
}

// Finish ends a construct with a node of all that it has.
func (p *Parser) Finish(op Op) *Node {
	f := *p.Top()
	p.Pop()
	n := p.Node(op, f.Start, f.Base)
	n.Flags, n.Sym, n.At = f.Flags, f.Sym, f.At
	return n
}

// Resume goes back to a frame with none of what it has so far.
func (p *Parser) Resume(n int) *Frame {
	for len(p.Frames) > n+1 {
		p.Pop()
	}
	f := p.Top()
	p.Stack, p.ops = p.Stack[:f.Base], p.ops[:f.ops]
	return f
}

// Operator goes past the operator that is the current token, in a frame of operands with operators between them, whose At
// is where the last operand begins. Those before it that bind as strong become nodes. With precedence 0 it is none: all of them
// do, the frame ends, and the answer is false.
func (p *Parser) Operator(f *Frame, prec uint8, op Op) bool {
	for len(p.ops) > int(f.ops) && p.ops[len(p.ops)-1].prec >= max(prec, 1) {
		o := p.ops[len(p.ops)-1]
		p.ops = p.ops[:len(p.ops)-1]
		n := p.Node(op, o.start, p.Height()-2)
		n.At, n.Sym = o.at, p.Syms.InternString(o.kind.String())
		f.At = o.start
	}
	if prec == 0 {
		p.Pop()
		return false
	}
	p.ops = append(p.ops, infix{p.Kind(), prec, p.Tok().Start, f.At})
	p.Advance()
	return true
}

// A Mark is how much there is before a declaration.
type Mark struct{ nodes, kids, diags, tok int }

// Mark begins a declaration at the current token.
func (p *Parser) Mark() Mark {
	p.Bad, p.Silent, p.Lost, p.Nest = false, false, false, 0
	p.Frames, p.Stack, p.ops = p.Frames[:0], p.Stack[:0], p.ops[:0]
	return Mark{len(p.Tree.Nodes), len(p.Tree.kids), len(p.Diags), p.I}
}

// Declared ends a declaration, and returns its nodes. Without keep, and of one that is bad, there are none.
func (p *Parser) Declared(from Mark, keep bool) (first, root NodeID) {
	t := p.Tree
	if keep && !p.Bad && len(p.Stack) > 0 {
		return NodeID(from.nodes), p.Stack[len(p.Stack)-1]
	}
	t.Nodes, t.kids = t.Nodes[:from.nodes], t.kids[:from.kids]
	return NodeID(from.nodes), NoNode
}

// Deepest is how deep brackets nest in the tokens since a mark.
func (p *Parser) Deepest(from Mark) (deepest int32) {
	depth := int32(0)
	for i := from.tok; i < p.I; i++ {
		switch k := p.Toks[i].Kind; {
		case k.IsOpener():
			depth++
			deepest = max(deepest, depth)
		case k.IsCloser():
			depth--
		}
	}
	return deepest
}

// Of says which definition the diagnostics since a mark are of.
func (p *Parser) Of(from Mark, definition func() string) {
	for i := from.diags; i < len(p.Diags); i++ {
		p.Diags[i].Definition = definition()
	}
}
