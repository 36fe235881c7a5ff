package k

import (
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
)

// Parse reads a file in the dialect that it shows. The grammar is in grammar.txt.
//
// A file of several parts gives one tree. Each part is read by itself, up to its end,
// and of those that are not the home only the definitions are in the tree.
//
// It never fails: what cannot be read is reported, and the definitions around it
// are in the tree. It takes linear time and no more of the goroutine's stack for
// deeply nested brackets than for flat text. A file that is not UTF-8 or too
// large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) { return ParseReuse(f, Auto, nil, nil) }

// ParseAs is Parse for a dialect. The first line of a file may settle another one.
func ParseAs(f *lang.File, d Dialect) (*Tree, []lang.Diagnostic) { return ParseReuse(f, d, nil, nil) }

// ParseReuse is ParseAs with the memory of a tree that is not used any more, nor
// anything that was got from it; nil is none. A watch may end it.
func ParseReuse(f *lang.File, d Dialect, old *Tree, watch *cancel.Watch) (*Tree, []lang.Diagnostic) {
	if old == nil {
		old = &Tree{}
	}
	t := &Tree{File: f, Dialect: d}
	if d := f.Unreadable(); d != nil {
		if t.Dialect == Auto {
			t.Dialect = K4
		}
		t.Syms = old.Syms.Reuse(0)
		return t, []lang.Diagnostic{*d}
	}
	p := &parser{tree: t, watch: watch}
	p.file, p.src, p.asked = f, string(f.Src), d
	w := stacks.Get().(*workspace)
	p.frames, p.items, p.pending = w.frames[:0], w.items[:0], w.pending[:0]
	p.text(old)
	w.frames, w.items, w.pending = p.frames, p.items, p.pending
	stacks.Put(w)
	t.Nodes, t.kids, t.fields = p.nodes, p.kids, p.fields
	t.Comments, t.Dialect, t.Unfinished = p.comments, p.read, p.unfinished
	lang.Sort(p.diags)
	return t, p.diags
}

// text reads a file in one dialect or, when it shows that it is in the other one,
// once more in that. All parts are in one dialect: the first that shows one decides.
func (p *parser) text(old *Tree) {
	whole := p.src
	p.watch.Check()
	p.headers()
	if p.read = K4; p.asked == K6 {
		p.read = K6
	}
	p.lex = p.read.lexicon()
	if p.isRead(old) {
		p.takeOver(old)
	} else {
		p.reserve(old)
	}
	p.watch.Check()
	p.parts(whole)
	if p.asked == Auto && p.earlier.Empty() && p.evidence.Empty() {
		p.evidence = p.hint
	}
	if p.read == K6 || p.evidence.Empty() {
		return
	}
	p.src = whole
	p.again()
	p.read, p.lex = K6, &laterLexicon
	p.headers()
	p.parts(whole)
}

// headers takes note of the lines that settle the dialect. That of the home counts, else
// the first.
func (p *parser) headers() {
	parts := p.file.Parts()
	if home := p.file.Home(); len(parts) > 1 {
		parts = append([]lang.Part{home}, parts[:len(parts)-1]...)
	}
	for _, part := range parts {
		d, known, place, ok := Header(p.src[part.Start:part.End()])
		place.Start, place.End = place.Start+part.Start, place.End+part.Start
		switch {
		case !ok || known && d == Auto:
		case !known:
			p.diags = append(p.diags, badHeader(p.src, place))
		case p.settled.Empty():
			p.asked, p.settled = d, place
		case d != p.asked:
			p.diags = append(p.diags, lang.Diagnostic{
				Code: lang.OtherDialect, Span: place, Label: lang.Text("another dialect"),
				Message: lang.Say("this file is %s, and the program that it is a part of is %s", d.String(), p.asked.String()),
				Related: []lang.Related{{Span: p.settled, Message: lang.Text("this line says so")}},
				Help:    lang.Texts("all files of a program are in one dialect"),
			})
		}
	}
}

// parts reads the parts of the file, which are parts of a text, unless one shows that
// they are to be read in the other dialect.
func (p *parser) parts(whole string) {
	home, told := p.file.Home(), len(p.diags)
	for i, part := range p.file.Parts() {
		if i < len(p.tree.before.files) {
			continue
		}
		if part == home && i > 0 && len(p.diags) == told {
			p.noteBefore(i)
		}
		p.part(whole[:part.End()], int(part.Start), part == home)
		if p.read == K4 && !p.evidence.Empty() {
			return
		}
	}
}

// part reads one part of the file, which begins at an offset and ends where the text
// does. A main expression is in the tree only if it is that of the home; it is read
// in any part, since what is wrong with its brackets is.
func (p *parser) part(src string, start int, home bool) {
	p.src, p.off, p.start, p.end, p.prevEnd = src, start, start, start, start
	p.junk, p.context, p.scanner.unclosed, p.noComment, p.dialectSeen = noDamage, "", [2]bool{}, false, false
	p.longString, p.swallowed = lang.Span{}, lang.Span{}
	p.hasMain, p.hasHead, p.library = false, false, !home
	p.program()
}

// again forgets what was read.
func (p *parser) again() {
	t := p.tree
	p.empty(t.Syms)
	t.Defs, t.Types, t.incremental, t.before = t.Defs[:0], nil, false, before{}
	*p = parser{
		scanner: scanner{file: p.file, src: p.src, syms: t.Syms, asked: p.asked, evidence: p.evidence},
		tree:    t,
		watch:   p.watch,
		nodes:   p.nodes[:0], kids: p.kids[:0], fields: p.fields[:0],
		frames: p.frames[:0], items: p.items[:0], pending: p.pending[:0],
	}
}

// before is what was read of the files before the home, if nothing was wrong with them:
// many programs have the same ones, and what follows changes nothing of it.
type before struct {
	files                      []*lang.File
	read                       Dialect
	nodes, kids, fields, types int
	defs, comments, syms       int
	earlier, hint              lang.Span
}

// noteBefore notes what has been read, of so many files.
func (p *parser) noteBefore(n int) {
	b := &p.tree.before
	*b = before{
		read: p.read, nodes: len(p.nodes), kids: len(p.kids), fields: len(p.fields), types: len(p.tree.Types),
		defs: len(p.tree.Defs), comments: len(p.comments), syms: p.syms.Len(), earlier: p.earlier, hint: p.hint,
	}
	for _, part := range p.file.Parts()[:n] {
		b.files = append(b.files, part.File)
	}
}

// isRead reports whether an old tree begins with what is to be read.
func (p *parser) isRead(old *Tree) bool {
	b, parts := &old.before, p.file.Parts()
	if len(b.files) == 0 || len(b.files) != len(parts)-1 || b.read != p.read {
		return false
	}
	for i, f := range b.files {
		if parts[i].File != f {
			return false
		}
	}
	return true
}

// takeOver takes the beginning of an old tree.
func (p *parser) takeOver(old *Tree) {
	b, t := old.before, p.tree
	p.nodes, p.kids, p.fields, p.comments = old.Nodes[:b.nodes], old.kids[:b.kids], old.fields[:b.fields], old.Comments[:b.comments]
	p.earlier, p.hint = b.earlier, b.hint
	t.Defs, t.Types, t.Syms, t.before = old.Defs[:b.defs], old.Types[:b.types], old.Syms, b
	t.Syms.Truncate(b.syms)
	p.syms = t.Syms
	*old = Tree{}
}

// reserve makes room for what a text of this size typically has: a node for every
// three bytes of dense text, and as many definitions and fields as the
// punctuation allows. What is guessed too small grows by itself.
func (p *parser) reserve(old *Tree) {
	n := min(len(p.src), 1<<28)
	p.empty(old.Syms)
	p.nodes = room(old.Nodes, n/3+16)
	p.kids = room(old.kids, n/4+16)
	p.fields = room(old.fields, min(n/8, strings.Count(p.src, ",")+strings.Count(p.src, "}"))+4)
	p.tree.Defs = room(old.Defs, min(n/8, strings.Count(p.src, ";"))+1)
	*old = Tree{}
}

// empty gives the tree a table of no symbols, in the memory of an old one.
func (p *parser) empty(old *lang.Symbols) {
	p.syms = old.Reuse(min(len(p.src)/24, 1<<12))
	p.tree.Syms = p.syms
}

// room returns an empty slice with room for about n elements: the given one when
// it has at least half of that.
func room[T any](s []T, n int) []T {
	if cap(s) >= n/2 {
		return s[:0]
	}
	return make([]T, 0, n)
}

// workspace is the memory of a parser's stacks, which parsers hand on: a deeply
// nested or long text needs much of it, and none of it stays in the tree.
type workspace struct {
	frames  []frame
	items   []item
	pending []Field
}

var stacks = sync.Pool{New: func() any { return new(workspace) }}

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
	library bool // a main expression is not kept
	strings bool // a string was read in the definition that was no label at once

	bad    bool // the definition has a syntax error
	silent bool // no further syntax error of it is reported
	depth  int  // the most brackets that were open in it

	bodyStart int32 // where the body's first token was expected
	head      head  // with hasHead: the left side that the last body ended with
	headGap   int32 // where the text before it ends
	hasHead   bool

	nowhere lang.Diagnostic // takes what is said while silent
	watch   *cancel.Watch
	counted int // up to where steps are counted
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
			Message:  lang.Text("the incremental mark `" + p.src[p.start:p.end] + "` is ignored: every file is analysed by itself"),
			Span:     p.here(),
			Label:    lang.Text("ignored"),
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
	p.bad, p.silent, p.depth, p.strings = false, false, 0, false
	p.open = [numTokens]int32{}
	p.context = ""
	p.swallowed = lang.Span{}
}

// advance reads the next token. What was unreadable before it spoils the
// innermost bracket up to its next comma.
func (p *parser) advance() {
	if p.end >= p.counted {
		p.watch.Steps(cancel.Few)
		p.counted = p.end + 4*cancel.Few // tokens of about so many bytes
	}
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

// body reads up to the end of a definition or of the main expression.
func (p *parser) body() outcome {
	p.bodyStart = int32(p.prevEnd)
	for {
		o := goOn
		switch p.top().kind.family() {
		case inExpression:
			o = p.expressions()
		case inCode, inFilter:
			o = p.shapes()
		case inSkipped:
			o = p.skip()
		}
		if o != goOn {
			return o
		}
	}
}

// node adds a node. What is in it is written where it stays: a node that is copied at once
// is read before what was written to it has arrived.
func (p *parser) node(op Op, start, end int32) *Node {
	p.nodes = append(p.nodes, Node{})
	n := &p.nodes[len(p.nodes)-1]
	n.Op, n.Start, n.End = op, start, end
	return n
}

// emit adds a node without kids.
func (p *parser) emit(op Op, s lang.Span, sym lang.Sym) NodeID {
	p.node(op, s.Start, s.End).Sym = sym
	return NodeID(len(p.nodes) - 1)
}

// emitInner adds a node with kids or fields.
func (p *parser) emitInner(op Op, start, end, first, n int32) NodeID {
	x := p.node(op, start, end)
	x.first, x.n = first, n
	return NodeID(len(p.nodes) - 1)
}

// push adds a leaf and makes it an item.
func (p *parser) push(op Op, s lang.Span, sym lang.Sym) {
	p.items = append(p.items, item{p.emit(op, s, sym), s.Start, s.End})
}

// unary adds a node with one kid.
func (p *parser) unary(op Op, kid NodeID, start, end int32) NodeID {
	p.kids = append(p.kids, kid)
	return p.emitInner(op, start, end, int32(len(p.kids)-1), 1)
}
