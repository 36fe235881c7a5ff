package syntax

import (
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
)

// A Parser is a machine with a stack of frames, one for each construct that is being parsed. The finished parts of a
// construct are on Stack, from the frame's base on; a complete construct replaces them by its own node.
type Parser struct {
	Scanner
	Tree   *Tree
	I      int // index of the current token in Toks
	Frames []Frame
	Stack  []NodeID
	Nest   int // number of open brackets of frames

	Lost       bool // the rest of the declaration cannot be parsed
	Bad        bool // the declaration has an error
	Silent     bool // no more errors of it are reported
	Unfinished bool

	// GiveUp abandons the open constructs after an ambiguous mistake, and continues where parsing is unambiguous again;
	// otherwise the declaration is Lost.
	GiveUp func()

	memory  *memory
	ops     []infix
	said    int // the token of the last report, from 1
	nowhere lang.Diagnostic
}

// A Frame is a construct that is being parsed.
type Frame struct {
	What  uint8 // defined by the language
	State uint8
	Mode  uint8 // defined by the language
	Op    Op
	Flags Flags
	Open  int32 // the token of its bracket, or -1
	First int32 // the first token of its current part
	Start int32
	At    int32
	Sym   lang.Sym
	Base  int32 // of its nodes, in Parser.Stack
	Part  int32 // of the nodes of its current part there, if the language sets it
	ops   int32 // of its operators, in Parser.ops
}

// An infix is an operator whose right operand is being parsed.
type infix struct {
	kind  Kind
	prec  uint8
	at    int32
	start int32 // of its left operand
}

// A memory is that of a parser, which parsers share in turn.
type memory struct {
	toks   []Tok
	frames []Frame
	stack  []NodeID
	ops    []infix
}

var pool = sync.Pool{New: func() any { return new(memory) }}

// Take returns a parser in reused memory. Give returns the memory.
func Take() Parser {
	m := pool.Get().(*memory)
	return Parser{Scanner: Scanner{Toks: m.toks[:0]}, Frames: m.frames[:0], Stack: m.stack[:0], ops: m.ops[:0], memory: m}
}

// Give releases a parser and its tokens for reuse.
func (p *Parser) Give() {
	*p.memory = memory{p.Toks, p.Frames, p.Stack, p.ops}
	pool.Put(p.memory)
}

// Read parses the file of a renewed tree, one part after another, and returns the diagnostics. It calls read with the
// text up to the end of a part, and the part. It skips parts in the language of relations, which another package
// parses.
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

// Part begins a part of the file, with which a text ends, and returns its start after a byte order mark.
func (p *Parser) Part(src string, start int) int {
	p.Src, p.Comments, p.I, p.said = src, p.Tree.Comments, 0, 0
	if strings.HasPrefix(src[start:], "\ufeff") {
		start += len("\ufeff")
	}
	return start
}

// Scanned allocates the nodes once all tokens of a part are known.
func (p *Parser) Scanned() {
	t, nodes := p.Tree, 2*len(p.Toks)/3
	t.Comments, t.Nodes, t.kids = p.Comments, slices.Grow(t.Nodes, nodes), slices.Grow(t.kids, nodes)
}

// Tok returns the current token.
func (p *Parser) Tok() *Tok { return &p.Toks[p.I] }

// Kind returns the kind of the current token.
func (p *Parser) Kind() Kind { return p.Toks[p.I].Kind }

// Here returns the place of the current token.
func (p *Parser) Here() lang.Span { return p.Toks[p.I].Span() }

// Text returns the text of the current token.
func (p *Parser) Text() string { t := p.Tok(); return p.Src[t.Start:t.End] }

// Peek returns the token n after the current one, or the last one.
func (p *Parser) Peek(n int) *Tok { return &p.Toks[min(p.I+n, len(p.Toks)-1)] }

// Is reports whether the current token is a given name.
func (p *Parser) Is(name string) bool { return p.Kind() == Name && p.Text() == name }

// Top returns the innermost construct.
func (p *Parser) Top() *Frame { return &p.Frames[len(p.Frames)-1] }

// PrevEnd returns the end of the previous token.
func (p *Parser) PrevEnd() int32 {
	if p.I == 0 {
		return p.Tok().Start
	}
	return p.Toks[p.I-1].End
}

// Behind returns the empty span after the previous token.
func (p *Parser) Behind() lang.Span {
	at := p.PrevEnd()
	return lang.Span{Start: at, End: at}
}

// Advance moves past the current token, unless it is the last one.
func (p *Parser) Advance() { p.I = min(p.I+1, len(p.Toks)-1) }

// Accept moves past the current token if it has a kind.
func (p *Parser) Accept(k Kind) bool {
	if p.Kind() != k {
		return false
	}
	p.Advance()
	return true
}

// Run executes the steps of the innermost constructs until the construct that is now innermost is complete. language is
// the parser of a language.
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

// Skip moves forward until stop returns true for a token and the number of brackets opened since.
func (p *Parser) Skip(stop func(k Kind, depth int) bool) {
	for depth := 0; !stop(p.Kind(), depth); p.Advance() {
		switch k := p.Kind(); {
		case p.Watch.Nth(p.I), k == EOF:
			return
		case k.IsOpener():
			depth++
		case k.IsCloser():
			depth = max(depth-1, 0)
		}
	}
}

// Node adds a node whose parts are on the stack from base on, and replaces them by it. It ends with the previous token.
func (p *Parser) Node(op Op, start, base int32) *Node {
	kids, id := p.Stack[base:], NodeID(len(p.Tree.Nodes))
	p.Watch.Nth(int(id))
	n := p.Tree.add()
	n.Op, n.Start, n.End, n.At = op, start, max(p.PrevEnd(), start), start
	if len(kids) == 0 {
		p.Stack = append(p.Stack, id)
		return n
	}
	t := p.Tree
	n.first, n.n = int32(len(t.kids)), int32(len(kids))
	t.kids = append(t.kids, kids...)
	kids[0] = id
	p.Stack = p.Stack[:base+1]
	return n
}

// Leaf makes a node from the current token.
func (p *Parser) Leaf(op Op) {
	t := p.Tok()
	p.Advance()
	p.Node(op, t.Start, p.Height()).Sym = t.Sym
}

// None adds a part that is not written.
func (p *Parser) None() { p.Stack = append(p.Stack, NoNode) }

// Height returns the number of nodes on the stack.
func (p *Parser) Height() int32 { return int32(len(p.Stack)) }

// Push begins a construct at the current token.
func (p *Parser) Push(what uint8) *Frame {
	start := p.Tok().Start
	p.Frames = append(p.Frames, Frame{})
	f := p.Top()
	f.What, f.Open, f.Start, f.At, f.Base, f.ops = what, -1, start, start, p.Height(), int32(len(p.ops))
	return f
}

// mostNested is how deep brackets can be nested: frames are larger than the text.
const mostNested = 1_000_000

// Enter moves past the bracket of a frame, which is the current token. A declaration with too many open brackets is
// lost.
func (p *Parser) Enter(f *Frame) {
	f.Open = int32(p.I)
	if p.Nest++; p.Nest > mostNested {
		p.Say(lang.DepthLimit, p.Here(), "brackets are nested more than 1,000,000 deep", "nested too deep")
		p.Lost = true
	}
	p.Advance()
}

// Leave records that the bracket of a frame is closed.
func (p *Parser) Leave(f *Frame) {
	if f.Open >= 0 {
		f.Open = -1
		p.Nest--
	}
}

// Pop ends a construct and leaves its parts on the stack.
func (p *Parser) Pop() {
	p.Leave(p.Top())
	p.Frames = p.Frames[:len(p.Frames)-1]
}

// Finish ends a construct with a node of all its parts.
func (p *Parser) Finish(op Op) *Node {
	f := *p.Top()
	p.Pop()
	n := p.Node(op, f.Start, f.Base)
	n.Flags, n.Sym, n.At = f.Flags, f.Sym, f.At
	return n
}

// Resume returns to a frame and drops its parts.
func (p *Parser) Resume(n int) *Frame {
	for len(p.Frames) > n+1 {
		p.Pop()
	}
	f := p.Top()
	p.Stack, p.ops = p.Stack[:f.Base], p.ops[:f.ops]
	return f
}

// Operator moves past the current token, an operator, in a frame of operands with operators between them, whose At is
// the start of the last operand. Earlier operators that bind at least as strongly become nodes. With precedence 0 the
// token is not an operator: all operators become nodes, the frame ends, and the result is false.
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

// A Mark is the state before a declaration.
type Mark struct{ nodes, kids, diags, tok int }

// Mark begins a declaration at the current token.
func (p *Parser) Mark() Mark {
	p.Bad, p.Silent, p.Lost, p.Nest = false, false, false, 0
	p.Frames, p.Stack, p.ops = p.Frames[:0], p.Stack[:0], p.ops[:0]
	return Mark{len(p.Tree.Nodes), len(p.Tree.kids), len(p.Diags), p.I}
}

// Declared ends a declaration, and returns its nodes. Without keep, and for a bad declaration, it drops them.
func (p *Parser) Declared(from Mark, keep bool) (first, root NodeID) {
	t := p.Tree
	if keep && !p.Bad && len(p.Stack) > 0 {
		return NodeID(from.nodes), p.Stack[len(p.Stack)-1]
	}
	t.Nodes, t.kids = t.Nodes[:from.nodes], t.kids[:from.kids]
	return NodeID(from.nodes), NoNode
}

// Deepest returns the nesting depth of brackets in the tokens since a mark.
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

// Of sets the definition of the diagnostics since a mark.
func (p *Parser) Of(from Mark, definition func() string) {
	for i := from.diags; i < len(p.Diags); i++ {
		p.Diags[i].Definition = definition()
	}
}
