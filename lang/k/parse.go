package k

import (
	"fmt"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// Parse reads a file. The grammar is in grammar.txt.
//
// It never fails: what cannot be read is reported, and the definitions around it
// are in the tree. It takes linear time and no more of the goroutine's stack for
// deeply nested brackets than for flat text. A file that is not UTF-8 or too
// large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) {
	t := &Tree{File: f, Syms: lang.NewSymbols()}
	if d := unreadable(f); d != nil {
		return t, []lang.Diagnostic{*d}
	}
	p := &parser{tree: t}
	p.file, p.src, p.syms = f, string(f.Src), t.Syms
	// Typical text has a node for every four bytes; what is guessed too small
	// grows by itself.
	guess := min(len(p.src)/4, 1<<26) + 16
	p.nodes = make([]Node, 0, guess)
	p.kids = make([]NodeID, 0, guess)
	p.program()
	t.Nodes, t.kids, t.fields = p.nodes, p.kids, p.fields
	t.Comments = p.comments
	lang.Sort(p.diags)
	return t, p.diags
}

func unreadable(f *lang.File) *lang.Diagnostic {
	if len(f.Src) > lang.MaxSize {
		return &lang.Diagnostic{
			Code:    lang.TooLarge,
			Message: fmt.Sprintf("the file has %d bytes, and %d is the most that can be read", len(f.Src), lang.MaxSize),
		}
	}
	if utf8.Valid(f.Src) {
		return nil
	}
	i := 0
	for {
		r, n := utf8.DecodeRune(f.Src[i:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		i += n
	}
	return &lang.Diagnostic{
		Code:    lang.NotUTF8,
		Message: fmt.Sprintf("the file is not UTF-8: byte 0x%02X at offset %d begins no character", f.Src[i], i),
		Span:    lang.Span{Start: int32(i), End: int32(i + 1)},
		Label:   "not UTF-8",
	}
}

// A parser is a stack of frames, one for each open bracket, under which lies the
// frame of the definition. What a frame has collected so far stands on the two
// stacks items and pending, from the frame's base on.
//
// Invariant: in a sound definition, nodes is the post-order of everything on
// these stacks; so a node that has just become an item is the last one, and a
// label that was read as an expression is taken back by cutting it off.
type parser struct {
	scanner
	tree   *Tree
	nodes  []Node
	kids   []NodeID
	fields []Field

	frames  []frame
	items   []item
	pending []Field
	open    [numTokens]int32 // how many brackets are open, by opener

	hasMain bool

	bad    bool // the definition has a syntax error
	silent bool // no further syntax error of it is reported
	depth  int  // the most brackets that were open in it

	bodyStart int32 // where the body's first token was expected
	head      head  // with hasHead: the left side that the last body ended with
	headGap   int32 // where the text before it ends
	hasHead   bool

	nowhere lang.Diagnostic // takes what is said while silent
}

// An item is an expression with its place, parentheses included.
type item struct {
	node       NodeID
	start, end int32
}

// A head is the left side of a definition.
type head struct {
	name   lang.Sym
	span   lang.Span
	isType bool
}

// An outcome says why a body ended.
type outcome uint8

const (
	goOn     outcome = iota
	atEnd            // at ";" or at the end of the file
	atHead           // at the first token of another definition
	headRead         // at the "=" of another definition, whose left side is in head
)

func (p *parser) program() {
	p.begin()
	p.advance()
	if p.tok == tMark {
		p.diags = append(p.diags, lang.Diagnostic{
			Code:     lang.IncrementalMark,
			Severity: lang.Warning,
			Message:  "the incremental mark `+++` is ignored: every file is analysed by itself",
			Span:     p.here(),
			Label:    "ignored",
		})
		p.tree.incremental = true
		p.advance()
	}
	for p.tok != tEOF {
		p.statement()
	}
}

// begin forgets the last definition.
func (p *parser) begin() {
	p.frames = append(p.frames[:0], frame{kind: fBody, node: NoNode, dollar: -1, query: -1})
	p.items, p.pending = p.items[:0], p.pending[:0]
	p.bad, p.silent, p.depth = false, false, 0
	p.open = [numTokens]int32{}
	p.context = ""
}

// advance reads the next token. What was unreadable before it spoils the
// innermost bracket up to its next comma.
func (p *parser) advance() {
	p.next()
	if p.junk != noDamage {
		p.bad = true
		p.top().broken = true
		if p.junk == aWreck {
			p.silent = true
		}
	}
}

func (p *parser) top() *frame { return &p.frames[len(p.frames)-1] }

func (p *parser) here() lang.Span {
	return lang.Span{Start: int32(p.start), End: int32(p.end)}
}

// statement reads one definition or the main expression. Junk before a
// definition is no part of it.
func (p *parser) statement() {
	first := p.mark()
	if p.hasHead {
		p.hasHead = false
		p.define(p.head, first)
		return
	}
	start, bad, silent := p.start, p.bad, p.silent
	clean := func() { p.bad, p.silent, p.top().broken = false, false, false }
	spoil := func() {
		p.context = MainName
		p.bad, p.silent, p.top().broken = p.bad || bad, p.silent || silent, p.top().broken || bad
	}
	switch p.tok {
	case tName, tInt:
		h := head{name: p.sym, span: p.here()}
		op := OpRef
		if p.tok == tInt {
			op = OpInt
		}
		clean()
		p.context = p.src[p.start:p.end]
		p.advance()
		switch {
		case p.tok == tEquals && op == OpInt:
			p.later(h.span, "a name")
			p.define(h, first)
		case p.tok == tEquals:
			p.define(h, first)
		case p.tok == tColon && op == OpRef:
			p.unexpected("`=`")
			p.define(h, first)
		default:
			spoil()
			p.push(op, h.span, h.name)
			p.main(start, first)
		}

	case tDollar:
		dollar := p.here()
		clean()
		p.advance()
		h := head{name: p.sym, span: dollar.To(p.here()), isType: true}
		if p.tok == tInt && p.equalsFollows() {
			p.later(h.span, "a type name")
			p.advance()
			p.define(h, first)
			return
		}
		if p.tok != tName {
			spoil()
			p.typeAfter(dollar.Start)
			p.main(start, first)
			return
		}
		name := p.here()
		p.context = "$" + p.src[p.start:p.end]
		p.advance()
		if p.tok == tEquals {
			p.define(h, first)
			return
		}
		spoil()
		p.typeName(dollar.Start, name, h.name)
		p.main(start, first)

	case tSemicolon:
		clean()
		p.say(lang.UnexpectedToken, p.here(), "there is no definition before this `;`", "nothing ends here").
			Help = []string{"delete it"}
		p.begin()
		p.advance()

	default:
		spoil()
		p.main(start, first)
	}
}

// later reports a construct of the later dialect that the scanner cannot see.
func (p *parser) later(s lang.Span, what string) {
	p.laterDialect(int(s.Start), int(s.End), what)
	p.bad, p.top().broken = true, true
}

// A mark is how far the arrays of the tree are filled.
type mark struct{ nodes, kids, fields int }

func (p *parser) mark() mark { return mark{len(p.nodes), len(p.kids), len(p.fields)} }

// forget takes back what was added since a mark.
func (p *parser) forget(m mark) {
	p.nodes, p.kids, p.fields = p.nodes[:m.nodes], p.kids[:m.kids], p.fields[:m.fields]
}

// define reads a definition from its "=" on, or from a ":" in its place.
func (p *parser) define(h head, first mark) {
	p.context = p.src[h.span.Start:h.span.End]
	if h.isType {
		p.context = "$" + p.syms.Text(h.name)
		p.top().kind = fTypeBody
	}
	if p.tok == tColon {
		p.advance()
	}
	if p.tok == tEquals {
		p.advance()
	}
	end := p.body()
	whole := lang.Span{Start: h.span.Start, End: p.bodyEnd(end)}
	root := p.bodyRoot(end)
	switch {
	case end == atEnd && p.tok == tSemicolon:
		whole.End = int32(p.end)
	case p.silent || p.bad && p.top().broken:
	default:
		what := "the next definition begins here"
		d := p.report(lang.MissingSemicolon, int(whole.End), int(whole.End),
			"the definition of `"+clip(p.context)+"` does not end with `;`", "`;` is missing here")
		d.Help = []string{"write `;` here"}
		switch end {
		case atHead:
			d.Related = []lang.Related{{Span: p.here(), Message: what}}
		case headRead:
			d.Related = []lang.Related{{Span: p.head.span, Message: what}}
		}
	}
	nodes := NodeID(first.nodes)
	if p.bad {
		p.forget(first)
		root = NoNode
	}
	if h.isType {
		p.tree.Types = append(p.tree.Types, TypeDef{
			Name: h.name, NameSpan: h.span, Span: whole, First: nodes, Root: root, Bad: p.bad,
		})
	} else {
		p.tree.Defs = append(p.tree.Defs, Def{
			Name: h.name, NameSpan: h.span, Span: whole, First: nodes, Root: root,
			Depth: int32(p.depth), Bad: p.bad,
		})
	}
	p.leave()
}

// main reads the main expression, whose first part may already be an item. It
// belongs at the end of the file; what stands elsewhere is kept when it is the
// only one.
func (p *parser) main(start int, first mark) {
	end := p.body()
	whole := lang.Span{Start: int32(start), End: p.bodyEnd(end)}
	root := p.bodyRoot(end)
	const message = "the main expression is not the last thing in the file"
	switch {
	case p.silent || p.top().broken:
	case end == headRead:
		p.say(lang.AfterMain, p.head.span, message, "a definition after it")
	case end == atHead:
		p.say(lang.AfterMain, p.here(), message, "a definition after it")
	case p.tok == tSemicolon:
		bad := p.bad
		d := p.say(lang.AfterMain, p.here(), "the main expression ends with the file and not with `;`", "not expected here")
		d.Related = []lang.Related{{Span: whole, Message: "this is read as the main expression, because no `name =` stands before it"}}
		p.bad = bad
	}
	if p.bad || p.hasMain {
		p.forget(first)
		root = NoNode
	}
	if !p.hasMain && (!p.bad || p.tok == tEOF) {
		p.hasMain = true
		p.tree.Defs = append(p.tree.Defs, Def{
			Name: p.syms.InternString(MainName), NameSpan: whole, Span: whole,
			First: NodeID(first.nodes), Root: root, Depth: int32(p.depth), Main: true, Bad: p.bad,
		})
	}
	p.leave()
}

// leave ends a definition; only a ";" belongs to it.
func (p *parser) leave() {
	p.begin()
	if p.tok == tSemicolon {
		p.advance()
	}
}

// bodyEnd is where the text of a body ends.
func (p *parser) bodyEnd(end outcome) int32 {
	if end == headRead {
		return p.headGap
	}
	return int32(p.prevEnd)
}

// bodyRoot makes one node of what a body has read.
func (p *parser) bodyRoot(end outcome) NodeID {
	if len(p.frames) > 1 { // brackets are open, which has been reported
		p.bad = true
		return NoNode
	}
	f := p.top()
	if f.kind == fTypeBody {
		if f.node == NoNode {
			p.missing("a type", end)
		}
		return f.node
	}
	if len(p.items) == 0 {
		p.missing("an expression", end)
		return NoNode
	}
	return p.collapse(0).node
}

// body reads up to the end of a definition or of the main expression.
func (p *parser) body() outcome {
	p.bodyStart = int32(p.prevEnd)
	for {
		o := goOn
		switch p.top().kind.family() {
		case inExpression:
			o = p.expressions()
		case inCode:
			o = p.codes()
		case inFilter:
			o = p.filters()
		case inSkipped:
			o = p.skip()
		}
		if o != goOn {
			return o
		}
	}
}

// emit adds a node.
func (p *parser) emit(n Node) NodeID {
	p.nodes = append(p.nodes, n)
	return NodeID(len(p.nodes) - 1)
}

// push adds a leaf and makes it an item.
func (p *parser) push(op Op, s lang.Span, sym lang.Sym) {
	p.items = append(p.items, item{NodeID(len(p.nodes)), s.Start, s.End})
	p.nodes = append(p.nodes, Node{Op: op, Start: s.Start, End: s.End, Sym: sym})
}

// unary adds a node with one kid.
func (p *parser) unary(op Op, kid NodeID, start, end int32) NodeID {
	p.kids = append(p.kids, kid)
	return p.emit(Node{Op: op, Start: start, End: end, first: int32(len(p.kids) - 1), n: 1})
}
