package relay

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/halt"
	"github.com/patgraph/patgraph/lang"
)

// Parse reads a file in the dialect that it shows. The grammar is in grammar.txt.
//
// A file of several parts gives one tree. Each part is read by itself, and may be in a
// dialect of its own; of those that are not the home, expressions on the top level are not
// in the tree.
//
// It never fails: what cannot be read is reported, and the declarations around it are in
// the tree. It takes linear time, and no more of the goroutine's stack for deep nesting than
// for flat text. A file that is not UTF-8 or too large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) { return ParseReuse(f, Auto, nil, nil) }

// ParseAs is Parse for a dialect. The header of a file may settle another one.
func ParseAs(f *lang.File, d Dialect) (*Tree, []lang.Diagnostic) { return ParseReuse(f, d, nil, nil) }

// ParseReuse is ParseAs with the memory of a tree that is not used any more, nor anything
// that was got from it; nil is none. A watch may end it.
func ParseReuse(f *lang.File, d Dialect, old *Tree, watch *halt.Watch) (*Tree, []lang.Diagnostic) {
	if old == nil {
		old = &Tree{}
	}
	t := &Tree{File: f, Dialect: d, Syms: old.Syms.Reuse(min(len(f.Src)/24, 1<<12))}
	if bad := f.Unreadable(); bad != nil {
		if d == Auto {
			t.Dialect = V005
		}
		return t, []lang.Diagnostic{*bad}
	}
	t.Nodes, t.kids, t.Decls, t.Comments = old.Nodes[:0], old.kids[:0], old.Decls[:0], old.Comments[:0]
	*old = Tree{}
	p := spare.Get().(*parser)
	defer func() {
		*p = parser{frames: p.frames[:0], stack: p.stack[:0], ops: p.ops[:0], scanner: scanner{toks: p.toks[:0]}}
		spare.Put(p)
	}()
	p.tree, p.watch, p.syms = t, watch, t.Syms
	src := string(f.Src)
	for _, part := range f.Parts() {
		home := part == f.Home()
		if strings.HasSuffix(part.File.Name, RelationSuffix) {
			continue // it is in the language of relations
		}
		p.part(src[:part.End()], int(part.Start), home, d)
	}
	t.Unfinished = p.unfinished
	lang.Sort(p.diags)
	return t, p.diags
}

// RelationSuffix ends the names of files of relations, which stand before programs and are not in
// their language: of them there is nothing in a tree.
const RelationSuffix = ".rel"

// spare are parsers for their memory.
var spare = sync.Pool{New: func() any { return new(parser) }}

// A parser is a machine with a stack of frames, one for each construct that is being read.
// The nodes that a construct has so far stand on stack, from the frame's base on; when it is
// complete, its own node takes their place.
//
// A mistake is reported once. Where it is sure what was meant, reading goes on as if that
// stood there (slip). Else what is open is given up to the innermost brace, and reading goes
// on behind the next `;`, or at the brace's end, or at the next declaration (fail).
type parser struct {
	scanner
	tree   *Tree
	i      int // the present token, of toks
	frames []frame
	stack  []NodeID
	ops    []infix
	nest   int // brackets that are open

	bad        bool // the declaration has an error
	silent     bool // nothing more is said of it
	ended      bool // it ends here, whatever is open
	margin     int32
	unfinished bool
	library    bool
	unclosed   int // the number of the last diagnostic of an unclosed bracket, from 1
	unclosedAt int // the token before which it should have been closed
	nowhere    lang.Diagnostic
}

// A frame is a construct that is being read.
type frame struct {
	what  construct
	state uint8
	flags Flags
	mode  mode
	open  int32 // the token of its bracket, or -1
	start int32
	at    int32
	first int32 // the token where its present part begins
	sym   lang.Sym
	base  int32 // of its nodes, in parser.stack
	ops   int32 // of its operators, in parser.ops
}

// An infix is an operator whose right side is being read.
type infix struct {
	kind  kind
	at    int32
	start int32 // of its left side
}

// part reads one part of the file.
func (p *parser) part(src string, start int, home bool, asked Dialect) {
	p.src = src
	p.toks, p.comments = p.toks[:0], p.tree.Comments
	p.version, p.release, p.metadata, p.doc, p.v005 = lang.Span{}, "", lang.Span{}, evidence{}, evidence{}
	if rest := src[start:]; strings.HasPrefix(rest, "\ufeff") {
		start += len("\ufeff")
	}
	told := len(p.diags)
	p.scan(start)
	pair(p.toks)
	p.tree.Nodes, p.tree.kids = slices.Grow(p.tree.Nodes, 2*len(p.toks)/3), slices.Grow(p.tree.kids, 2*len(p.toks)/3)
	lexical := len(p.diags)
	p.tree.Comments = p.comments
	p.library = !home
	p.i = 0
	from := len(p.tree.Decls)
	for p.kind() != tEOF {
		p.declaration()
	}
	p.lexical(told, lexical, p.tree.Decls[from:])
	d := p.settle(asked)
	if home {
		p.tree.Dialect, p.tree.Version, p.tree.Metadata = d, p.version, p.metadata
		p.checkMetadata()
	}
}

// lexical makes the declarations bad that have unreadable tokens, and forgets of these what
// belongs to relations, which another room reads.
func (p *parser) lexical(from, to int, decls []Decl) {
	kept := p.diags[:from]
	next := 0
	for _, d := range p.diags[from:to] {
		for next < len(decls) && decls[next].Span.End <= d.Span.Start {
			next++
		}
		if next < len(decls) && decls[next].Span.Start <= d.Span.Start {
			if decls[next].Kind == DeclRelation {
				continue
			}
			if d.Severity == lang.Error {
				decls[next].Bad = true
			}
			d.Definition = p.tree.NameOf(&decls[next])
		}
		if d.Code == lang.UnterminatedComment || d.Code == lang.UnterminatedString {
			p.unfinished = true
		}
		kept = append(kept, d)
	}
	p.diags = append(kept, p.diags[to:]...)
	for i := range decls {
		if d := &decls[i]; d.Bad {
			d.Root = NoNode
		}
	}
}

// checkMetadata reports a section that is not JSON.
func (p *parser) checkMetadata() {
	if p.metadata.Empty() {
		return
	}
	text := p.src[p.metadata.Start:p.metadata.End]
	body := strings.TrimSpace(text[strings.IndexByte(text, ']')+1:])
	if !json.Valid([]byte(body)) {
		p.report(lang.UnexpectedToken, int(p.metadata.Start), int(p.metadata.Start)+strings.IndexByte(text, ']')+1,
			"what follows `#[metadata]` is not JSON", "JSON up to the end of the file is expected")
	}
}

func (p *parser) tok() *tok           { return &p.toks[p.i] }
func (p *parser) kind() kind          { return p.toks[p.i].kind }
func (p *parser) here() lang.Span     { return p.toks[p.i].span() }
func (p *parser) top() *frame         { return &p.frames[len(p.frames)-1] }
func (p *parser) text() string        { t := p.tok(); return p.src[t.start:t.end] }
func (p *parser) peek(n int) *tok     { return &p.toks[min(p.i+n, len(p.toks)-1)] }
func (p *parser) is(name string) bool { return p.kind() == tName && p.text() == name }

// prevEnd is where the token before ends.
func (p *parser) prevEnd() int32 {
	if p.i == 0 {
		return p.tok().start
	}
	return p.toks[p.i-1].end
}

func (p *parser) advance() {
	if p.i < len(p.toks)-1 {
		p.i++
		p.watch.Nth(p.i)
	}
}

// accept goes past a token of a kind.
func (p *parser) accept(k kind) bool {
	if p.kind() != k {
		return false
	}
	p.advance()
	return true
}

// push begins a construct at the present token.
func (p *parser) push(what construct) *frame {
	p.frames = append(p.frames, frame{what: what, open: -1, start: p.tok().start, at: p.tok().start, base: int32(len(p.stack)), ops: int32(len(p.ops))})
	return p.top()
}

// enter goes past the bracket of a frame, which is the present token.
func (p *parser) enter(f *frame) {
	f.open = int32(p.i)
	p.nest++
	p.advance()
}

// bracket begins a construct within the bracket that is the present token.
func (p *parser) bracket(what construct, where mode) *frame {
	f := p.push(what)
	f.mode = where
	p.enter(f)
	return f
}

// leave says that the bracket of a frame is closed.
func (p *parser) leave(f *frame) {
	if f.open >= 0 {
		f.open = -1
		p.nest--
	}
}

// pop ends a construct that leaves what it has as it is.
func (p *parser) pop() {
	p.leave(p.top())
	p.frames = p.frames[:len(p.frames)-1]
}

// node adds a node whose kids are on the stack from base on, and puts it in their place.
func (p *parser) node(op Op, start, end int32, base int32) *Node {
	kids := p.stack[base:]
	t := p.tree
	t.Nodes = append(t.Nodes, Node{Op: op, Start: start, End: end, At: start, first: int32(len(t.kids)), n: int32(len(kids))})
	t.kids = append(t.kids, kids...)
	p.stack = append(p.stack[:base], NodeID(len(t.Nodes)-1))
	return &t.Nodes[len(t.Nodes)-1]
}

// finish ends a construct with a node of all that it has.
func (p *parser) finish(op Op) *Node {
	f := *p.top()
	p.pop()
	n := p.node(op, f.start, max(p.prevEnd(), f.start), f.base)
	n.Flags, n.Sym, n.At = f.flags, f.sym, f.at
	return n
}

// leaf makes a node of the present token.
func (p *parser) leaf(op Op) {
	t := p.tok()
	p.node(op, t.start, t.end, int32(len(p.stack))).Sym = t.sym
	p.advance()
}

// none says that a part was not written.
func (p *parser) none() { p.stack = append(p.stack, NoNode) }

// run reads until nothing is open any more.
func (p *parser) run() {
	for len(p.frames) > 0 && !p.ended {
		p.step(p.top())
	}
	for len(p.frames) > 0 {
		p.pop()
	}
}

func (p *parser) declared(d Decl, from mark) {
	t := p.tree
	if p.bad || d.Kind == DeclRelation || p.library && d.Name == lang.NoSym {
		d.Root, d.Bad = NoNode, p.bad
		t.Nodes, t.kids = t.Nodes[:from.nodes], t.kids[:from.kids]
	} else {
		d.Root = p.stack[len(p.stack)-1]
	}
	d.First = NodeID(from.nodes)
	p.stack, p.ops = p.stack[:0], p.ops[:0]
	if p.library && d.Name == lang.NoSym {
		return
	}
	for i := from.diags; i < len(p.diags); i++ {
		p.diags[i].Definition = t.NameOf(&d)
	}
	t.Decls = append(t.Decls, d)
}

// A mark is how much there is before a declaration.
type mark struct{ nodes, kids, diags int }

// declaration reads one.
func (p *parser) declaration() {
	p.bad, p.silent, p.ended, p.nest, p.unclosed = false, false, false, 0, 0
	from := mark{len(p.tree.Nodes), len(p.tree.kids), len(p.diags)}
	first := p.tok()
	p.margin = first.indent
	d := Decl{Span: first.span(), NameSpan: first.span()}
	switch {
	case first.kind == tDef:
		d.Kind = DeclDef
		p.advance()
		p.declaredName(&d, tGlobal, "@", "the name of a definition")
		p.push(cFn)
	case first.kind == tType, first.kind == tExtern, p.is("data") && p.peek(1).kind == tName:
		p.dataHead(&d)
	case p.relationHere():
		p.relation(&d)
	case first.kind == tGlobal && p.peek(1).kind == tColon:
		d.Kind, d.Name = DeclGlobal, first.sym
		p.advance()
		p.advance()
		p.push(cType)
	case first.kind == tName && p.peek(1).kind == tColon, p.is("op") && p.peek(1).kind == tName && p.peek(2).kind == tColon:
		d.Kind = DeclOperator
		if p.peek(1).kind == tName {
			p.advance()
		}
		d.Name, d.NameSpan = p.tok().sym, p.here()
		p.advance()
		p.advance()
		p.push(cType)
	case first.kind == tName && p.peek(1).kind == tLBrack && !p.is("meta"):
		d.Kind, d.Name = DeclTypeOnly, lang.NoSym
		p.push(cType)
	case first.kind == tSemicolon:
		p.slip(lang.UnexpectedToken, first.span(), "nothing ends with this `;`", "not expected here", lang.Sure("delete the `;`", first.span(), ""))
		p.advance()
		return
	case first.kind.isCloser():
		p.oneTooMany()
		return
	case first.kind == tBad:
		p.advance()
		return
	case first.kind.startsExpression():
		d.Kind, d.Name, d.NameSpan = DeclExpr, lang.NoSym, lang.Span{}
		p.push(cBlock)
	default:
		p.say(lang.UnexpectedToken, first.span(), p.found()+" begins no declaration", "expected `def`, `type`, `data`, `extern`, a relation or an expression")
		p.advance()
		for k := p.kind(); k != tEOF && !p.startsDeclaration() && k != tSemicolon && !(p.tok().line && k.startsExpression()); k = p.kind() {
			p.advance()
		}
		return
	}
	p.run()
	d.Span.End = max(p.prevEnd(), d.Span.End)
	script := d.Kind == DeclExpr || d.Kind == DeclTypeOnly
	if script {
		d.NameSpan = d.Span
	}
	if script && !p.bad && p.kind() != tEOF && !p.tok().line && p.kind() != tSemicolon && !p.kind().isCloser() && p.kind() != tBad {
		p.unexpected("an operator or the end of the line")
		for depth := 0; p.kind() != tEOF && (depth > 0 || !p.tok().line) && !p.startsDeclaration(); p.advance() {
			switch k := p.kind(); {
			case k.isOpener():
				depth++
			case k.isCloser():
				depth = max(depth-1, 0)
			}
		}
		d.Span.End = p.prevEnd()
	}
	p.declared(d, from)
}

// declaredName reads the name of a declaration, which may lack its sign.
func (p *parser) declaredName(d *Decl, want kind, sign, what string) {
	t := p.tok()
	d.Name, d.NameSpan = t.sym, t.span()
	switch {
	case t.kind == want:
		p.advance()
	case sign != "" && t.kind == tName:
		d.Name = p.syms.InternString(sign + p.text())
		p.slip(lang.UnexpectedToken, t.span(), what+" begins with `"+sign+"`", "`"+sign+"` is missing", lang.Sure("write `"+sign+lang.Clip(p.text())+"`", t.span(), sign+p.text()))
		p.advance()
	case sign != "" && t.kind == tLocal:
		d.Name = p.syms.InternString(sign + p.text()[1:])
		p.slip(lang.UnexpectedToken, t.span(), what+" begins with `"+sign+"`", "the sign of a local", lang.Sure("write `"+sign+lang.Clip(p.text()[1:])+"`", t.span(), sign+p.text()[1:]))
		p.advance()
	default:
		d.Name = p.syms.InternString("?")
		d.NameSpan = d.Span
		p.unexpected(what)
		p.silent = true
	}
}

// dataHead reads what stands before the parameters of a type.
func (p *parser) dataHead(d *Decl) {
	d.Kind = DeclType
	start := p.tok().start
	word := p.here()
	switch p.kind() {
	case tExtern:
		d.Kind = DeclExtern
		p.advance()
		if p.kind() == tType {
			p.advance()
		} else {
			p.slip(lang.UnexpectedToken, word, "`extern` stands before `type`", "`type` is missing", lang.Sure("write `extern type`", word, "extern type"))
		}
		p.v005.note(word, "`extern type`")
	case tType:
		p.v005.note(word, "`type`")
		p.advance()
	default:
		p.doc.note(word, "`data`")
		p.advance()
	}
	p.declaredName(d, tName, "", "the name of a type")
	f := p.push(cData)
	f.start, f.at, f.sym = start, d.NameSpan.Start, d.Name
	if d.Kind == DeclExtern {
		f.mode = inExtern
	}
	if p.src[start] == 'd' {
		f.flags = FlagArrows
	}
}

// relationHere reports whether a clause of a relation begins at the present token: behind
// its keyword, or with a name, arguments and `:-`.
func (p *parser) relationHere() bool {
	if p.kind() != tName {
		return false
	}
	at := 0
	if (p.is("relation") || p.is("propagate")) && p.peek(1).kind == tName {
		return true
	}
	if p.peek(at+1).kind != tLParen {
		return false
	}
	depth := 0
	for i := p.i + 1; ; i++ {
		switch k := p.toks[i].kind; {
		case k == tTurnstile:
			return depth == 0
		case k.isOpener():
			depth++
		case k.isCloser():
			depth--
		case k == tEOF, k == tLocal, k == tGlobal && depth > 0, k == tSemicolon, k == tDef, k == tFatArrow, depth == 0 && p.toks[i].line:
			return false
		case depth == 0 && (k != tName || p.src[p.toks[i].start:p.toks[i].end] != "with"):
			// Attributes may stand before the goals.
			if !(k == tName || k == tColon || k == tEquals || k == tComma || k == tInt || k == tTrue || k == tFalse || k == tString || k == tType || k == tMinus || k == tQuestion) {
				return false
			}
		}
	}
}

// relation passes over a clause, up to its full stop or to what begins another declaration.
func (p *parser) relation(d *Decl) {
	d.Kind = DeclRelation
	if p.is("relation") || p.is("propagate") && p.peek(1).kind == tName {
		p.advance()
	}
	d.Name, d.NameSpan = p.tok().sym, p.here()
	d.Text = p.here()
	p.advance()
	depth := 0
	for k := p.kind(); k != tEOF; k = p.kind() {
		switch {
		case k.isOpener():
			depth++
		case k.isCloser():
			depth = max(depth-1, 0)
		case k == tDot && depth == 0 && p.fullStop():
			p.advance()
			return
		}
		if depth == 0 && p.tok().line && (p.startsDeclaration() || p.relationHere()) {
			return
		}
		d.Text.End = p.tok().end
		p.advance()
	}
}

// fullStop reports whether the dot that is the present token ends a clause: it is none of
// several, and a blank or a comment follows.
func (p *parser) fullStop() bool {
	t := p.tok()
	if p.peek(1).start == t.end && p.peek(1).kind != tEOF || p.toks[p.i-1].kind == tDot && p.prevEnd() == t.start {
		return false
	}
	return true
}

// startsDeclaration reports whether a declaration surely begins at the present token.
func (p *parser) startsDeclaration() bool {
	t := p.tok()
	switch t.kind {
	case tDef, tExtern: // not as the name of an attribute
		return p.peek(1).kind != tEquals
	case tType:
		return t.line && p.peek(1).kind != tEquals
	case tName:
		return t.line && p.peek(1).kind == tName && (p.is("data") || p.is("relation") || p.is("propagate") || p.is("op") && p.peek(2).kind == tColon)
	case tGlobal:
		return t.line && p.peek(1).kind == tColon
	}
	return false
}
