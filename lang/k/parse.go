package k

import (
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
)

// Parse parses a file in the dialect that it shows. The grammar is in grammar.txt.
//
// A file of several parts gives one tree. Each part is parsed by itself, up to its end; only the definitions of parts
// before the main file are in the tree.
//
// It never fails: it reports unreadable text, and the definitions around it are in the tree. It takes linear time and
// constant stack for nested brackets. A file that is not UTF-8 or too large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) { return ParseReuse(f, Auto, nil, nil) }

// ParseAs is Parse for a dialect. The first line of a file may set another one.
func ParseAs(f *lang.File, d Dialect) (*Tree, []lang.Diagnostic) { return ParseReuse(f, d, nil, nil) }

// ParseReuse is ParseAs with the memory of an old tree, which must not be used any more, nor any data from it; or nil.
// A watch may end it.
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

// text parses a file in one dialect and, if it shows evidence of the other one, again in that. All parts are in one
// dialect: the first evidence decides.
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
	p.restart()
	p.read, p.lex = K6, &laterLexicon
	p.headers()
	p.parts(whole)
}

// headers processes the lines that set the dialect. The main file's line counts, otherwise the first one.
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
				Message: lang.Say("this file is %s, and the program that it is a part of is %s", d.String(),
					p.asked.String()),
				Related: []lang.Related{{Span: p.settled, Message: lang.Text("this line says so")}},
				Help:    lang.Texts("all files of a program are in one dialect"),
			})
		}
	}
}

// parts parses the parts of the file, until one shows that they must be parsed in the other dialect.
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

// part parses one part of the file, which begins at an offset and ends with the text. Only the main expression of the
// main file is in the tree; others are parsed to report their errors in brackets.
func (p *parser) part(src string, start int, home bool) {
	p.src, p.off, p.start, p.end, p.prevEnd = src, start, start, start, start
	p.junk, p.context, p.scanner.unclosed, p.noComment, p.dialectSeen = noDamage, "", [2]bool{}, false, false
	p.longString, p.swallowed = lang.Span{}, lang.Span{}
	p.hasMain, p.hasHead, p.library = false, false, !home
	p.program()
}

// restart discards everything parsed so far.
func (p *parser) restart() {
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

// before describes the parsed files before the main file, if they have no errors: many programs have the same ones, and
// the main file does not change them.
type before struct {
	files                      []*lang.File
	read                       Dialect
	nodes, kids, fields, types int
	defs, comments, syms       int
	earlier, hint              lang.Span
}

// noteBefore records the first n files as parsed.
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

// isRead reports whether an old tree begins with the files that are to be parsed.
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
	p.nodes, p.kids, p.fields, p.comments = old.Nodes[:b.nodes], old.kids[:b.kids], old.fields[:b.fields],
		old.Comments[:b.comments]
	p.earlier, p.hint = b.earlier, b.hint
	t.Defs, t.Types, t.Syms, t.before = old.Defs[:b.defs], old.Types[:b.types], old.Syms, b
	t.Syms.Truncate(b.syms)
	p.syms = t.Syms
	*old = Tree{}
}

// reserve allocates memory for a typical text of this size: a node for every three bytes of dense text, and as many
// definitions and fields as the punctuation allows. Larger texts grow it.
func (p *parser) reserve(old *Tree) {
	n := min(len(p.src), 1<<28)
	p.empty(old.Syms)
	p.nodes = emptySlice(old.Nodes, n/3+16)
	p.kids = emptySlice(old.kids, n/4+16)
	p.fields = emptySlice(old.fields, min(n/8, strings.Count(p.src, ",")+strings.Count(p.src, "}"))+4)
	p.tree.Defs = emptySlice(old.Defs, min(n/8, strings.Count(p.src, ";"))+1)
	*old = Tree{}
}

// empty gives the tree an empty table of symbols, in the memory of an old one.
func (p *parser) empty(old *lang.Symbols) {
	p.syms = old.Reuse(min(len(p.src)/24, 1<<12))
	p.tree.Syms = p.syms
}

// emptySlice returns an empty slice with capacity for about n elements: the given one if it has at least half of that.
func emptySlice[T any](s []T, n int) []T {
	if cap(s) >= n/2 {
		return s[:0]
	}
	return make([]T, 0, n)
}

// workspace is the memory of a parser's stacks, which parsers share in turn: deeply nested or long texts need much of
// it, and the tree does not keep it.
type workspace struct {
	frames  []frame
	items   []item
	pending []Field
}

var stacks = sync.Pool{New: func() any { return new(workspace) }}

// A parser is a stack of frames, one for each open bracket, above the frame of the definition. The parts of a frame so
// far are on the two stacks items and pending, from the frame's base on.
//
// Invariant: in a definition without errors, nodes is the post-order of everything on these stacks. So a node that has
// just become an item is the last one, and a label that was parsed as an expression is removed by truncating nodes.
type parser struct {
	scanner
	tree   *Tree
	nodes  []Node
	kids   []NodeID
	fields []Field

	frames  []frame
	items   []item
	pending []Field
	open    [numTokens]int32 // number of open brackets, by opener

	hasMain bool
	library bool // do not keep a main expression
	strings bool // the definition has a string that was not immediately parsed as a label

	bad    bool // the definition has a syntax error
	silent bool // no further syntax errors of it are reported
	depth  int  // the maximum number of open brackets in it

	bodyStart int32 // the end of the token before the body
	head      head  // with hasHead: the left side that ended the last body
	headGap   int32 // the end of the text before it
	hasHead   bool

	nowhere lang.Diagnostic // receives reports while silent
	watch   *cancel.Watch
	counted int // steps are counted up to here
}

// An item is an expression with its place, including parentheses.
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

// An outcome is the reason why a body ended.
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
			Message: lang.Text("the incremental mark `" + p.src[p.start:p.end] +
				"` is ignored: every file is analysed by itself"),
			Span:  p.here(),
			Label: lang.Text("ignored"),
		})
		p.tree.incremental = true
		p.advance()
	}
	for p.tok != tEOF {
		p.statement()
	}
}

// begin resets the state for the next definition.
func (p *parser) begin() {
	p.frames = append(p.frames[:0], frame{kind: fBody, node: NoNode, dollar: -1, query: -1})
	p.items, p.pending = p.items[:0], p.pending[:0]
	p.bad, p.silent, p.depth, p.strings = false, false, 0, false
	p.open = [numTokens]int32{}
	p.context = ""
	p.swallowed = lang.Span{}
}

// advance reads the next token. Unreadable text before it marks the innermost bracket as broken up to its next comma.
func (p *parser) advance() {
	if p.end >= p.counted {
		p.watch.Steps(cancel.Few)
		p.counted = p.end + 4*cancel.Few // tokens of about this many bytes
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

// body parses up to the end of a definition or of the main expression.
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

// node adds a node. Its fields are set in place: copying a node right after writing it would stall on the pending
// writes.
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
