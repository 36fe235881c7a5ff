package tensorscript

import (
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/halt"
	"github.com/patgraph/patgraph/lang"
)

// Parse reads a file. The grammar is in grammar.txt.
//
// It never fails: what cannot be read is reported, and the declarations around it are in
// the tree. It takes linear time, and no more of the goroutine's stack for deep nesting than
// for flat text. A file that is not UTF-8 or too large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) { return ParseReuse(f, nil, nil) }

// ParseReuse is Parse with the memory of a tree that is not used any more, nor anything
// that was got from it; nil is none. A watch may end it.
func ParseReuse(f *lang.File, old *Tree, watch *halt.Watch) (*Tree, []lang.Diagnostic) {
	if old == nil {
		old = &Tree{}
	}
	t := &Tree{File: f, Syms: old.Syms.Reuse(min(len(f.Src)/24, 1<<12))}
	if bad := f.Unreadable(); bad != nil {
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
		if !strings.HasSuffix(part.File.Name, lang.RelationSuffix) {
			p.part(src[:part.End()], int(part.Start))
		}
	}
	t.Unfinished = p.unfinished
	lang.Sort(p.diags)
	return t, p.diags
}

// spare are parsers for their memory.
var spare = sync.Pool{New: func() any { return new(parser) }}

// A parser reads declarations by functions and expressions as a machine; see doc.go. The nodes that
// a construct has so far stand on stack; when it is complete, its own node takes their place.
type parser struct {
	scanner
	tree   *Tree
	i      int // the present token, of toks
	frames []frame
	stack  []NodeID
	ops    []infix

	block      int32 // that is being read, of Tree.Decls, or -1
	bad        bool  // the declaration has an error
	lost       bool  // nothing more of it can be read
	silent     bool  // nothing more is said of it
	unfinished bool
	nowhere    lang.Diagnostic
}

// part reads one part of the file.
func (p *parser) part(src string, start int) {
	p.src, p.comments, p.block, p.i = src, p.tree.Comments, -1, 0
	if strings.HasPrefix(src[start:], "\ufeff") {
		start += len("\ufeff")
	}
	told := len(p.diags)
	p.scan(start)
	lexical := len(p.diags)
	p.tree.Comments = p.comments
	from := len(p.tree.Decls)
	for p.kind() != tEOF {
		p.item()
	}
	p.lexical(p.diags[told:lexical], from)
}

// lexical makes the declarations from one on bad that have unreadable tokens.
func (p *parser) lexical(diags []lang.Diagnostic, from int) {
	decls, k := p.tree.Decls, from
	for i := range diags {
		at := diags[i].Span
		for k+1 < len(decls) && decls[k+1].Span.Start <= at.Start {
			k++
		}
		in := int32(k)
		if k < len(decls) && !decls[k].Span.Contains(at) {
			in = decls[k].Of
		}
		if in < 0 || int(in) >= len(decls) || !decls[in].Span.Contains(at) {
			continue
		}
		d := &decls[in]
		diags[i].Definition = p.tree.NameOf(d)
		if !d.IsBlock() || d.Root != NoNode && at.Start < p.tree.Nodes[d.Root].End {
			d.Bad, d.Root = true, NoNode
		}
	}
}

func (p *parser) tok() *tok           { return &p.toks[p.i] }
func (p *parser) kind() kind          { return p.toks[p.i].kind }
func (p *parser) here() lang.Span     { return p.toks[p.i].span() }
func (p *parser) text() string        { t := p.tok(); return p.src[t.start:t.end] }
func (p *parser) peek(n int) kind     { return p.toks[min(p.i+n, len(p.toks)-1)].kind }
func (p *parser) is(name string) bool { return p.kind() == tName && p.text() == name }

// prevEnd is where the token before ends.
func (p *parser) prevEnd() int32 {
	if p.i == 0 {
		return p.tok().start
	}
	return p.toks[p.i-1].end
}

// behind is the place behind the token before.
func (p *parser) behind() lang.Span {
	at := p.prevEnd()
	return lang.Span{Start: at, End: at}
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

// node adds a node whose kids are on the stack from base on, and puts it in their place. It ends
// with the token before.
func (p *parser) node(op Op, start int32, base int) *Node {
	kids := p.stack[base:]
	t := p.tree
	t.Nodes = append(t.Nodes, Node{Op: op, Start: start, End: max(p.prevEnd(), start), At: start, first: int32(len(t.kids)), n: int32(len(kids))})
	t.kids = append(t.kids, kids...)
	p.stack = append(p.stack[:base], NodeID(len(t.Nodes)-1))
	return &t.Nodes[len(t.Nodes)-1]
}

// leaf makes a node of the present token.
func (p *parser) leaf(op Op) {
	t := p.tok()
	p.advance()
	p.node(op, t.start, len(p.stack)).Sym = t.sym
}

// none says that a part was not written.
func (p *parser) none() { p.stack = append(p.stack, NoNode) }

// A mark is how much there is before a declaration.
type mark struct{ nodes, kids, diags int }

// begin begins a declaration at the present token, which is of the block that is being read.
func (p *parser) begin(kind DeclKind) (Decl, mark) {
	p.bad, p.lost, p.silent = false, false, false
	p.stack, p.ops, p.frames = p.stack[:0], p.ops[:0], p.frames[:0]
	return Decl{Kind: kind, Span: p.here(), NameSpan: p.here(), Of: p.block}, mark{len(p.tree.Nodes), len(p.tree.kids), len(p.diags)}
}

// declared ends a declaration with the token before.
func (p *parser) declared(d Decl, from mark) {
	t := p.tree
	d.First = NodeID(from.nodes)
	d.Span.End = max(p.prevEnd(), d.Span.End)
	if p.bad || len(p.stack) == 0 {
		d.Root, d.Bad = NoNode, true
		t.Nodes, t.kids = t.Nodes[:from.nodes], t.kids[:from.kids]
	} else {
		d.Root = p.stack[len(p.stack)-1]
	}
	for i := from.diags; i < len(p.diags); i++ {
		p.diags[i].Definition = t.NameOf(&d)
	}
	t.Decls = append(t.Decls, d)
}

// name reads a name of what is declared.
func (p *parser) name(d *Decl, what string) {
	t := p.tok()
	d.Name, d.NameSpan = t.sym, t.span()
	if p.reserved(what) || p.expect(tName, what) {
		return
	}
	d.Name, d.NameSpan, p.silent = p.syms.InternString("?"), d.Span, true
}

// reserved goes past a word of the language that stands in the place of a name, unless it begins a
// declaration, and reports whether there was one.
func (p *parser) reserved(what string) bool {
	k := p.kind()
	if !k.isKeyword() || p.tok().line && p.elsewhere() {
		return false
	}
	p.say(lang.UnexpectedToken, p.here(), "`"+p.text()+"` is a word of the language and cannot be "+what, "not a name")
	p.advance()
	return true
}

// upper checks that a name begins with a capital letter.
func (p *parser) upper(what string) {
	if text := p.text(); p.kind() == tName && (text[0] < 'A' || text[0] > 'Z') {
		d := p.say(lang.UnexpectedToken, p.here(), what+" begins with a capital letter", "no capital letter")
		if c := text[0]; c >= 'a' && c <= 'z' {
			d.Fixes = lang.Perhaps(lang.Sure("write `"+lang.Clip(string(c-'a'+'A')+text[1:])+"`", p.here(), string(c-'a'+'A')+text[1:]))
		}
	}
}

// item reads one declaration of the top level.
func (p *parser) item() {
	switch k := p.kind(); {
	case k == tUse:
		p.use()
	case k == tDim, k == tTsr:
		p.alias()
	case k.startsBlock():
		p.blockOf(k)
	case k == tBad:
		p.advance()
	case k == tSemicolon:
		p.needless()
	case k.isCloser():
		p.bad, p.silent = false, false
		p.slip(lang.StrayBracket, p.here(), "this `"+spellings[k]+"` closes nothing", "one too many", lang.Sure("delete it", p.here(), ""))
		p.advance()
	default:
		p.bad, p.silent = false, false
		p.say(lang.UnexpectedToken, p.here(), p.found()+" begins no declaration", "expected `use`, `dim`, `tsr`, `node`, `weights` or `graph`")
		for p.advance(); p.kind() != tEOF && (!p.kind().startsItem() || p.peek(1) == tEquals); p.advance() {
		}
	}
}

// needless reports a semicolon that ends nothing.
func (p *parser) needless() {
	p.bad, p.silent = false, false
	p.slip(lang.UnexpectedToken, p.here(), "nothing ends with this `;`", "not expected here", lang.Sure("delete the `;`", p.here(), ""))
	p.advance()
}

// use reads an import.
func (p *parser) use() {
	d, from := p.begin(DeclUse)
	p.advance()
	path := *p.tok()
	flags := Flags(0)
	one := func() {
		start := p.tok().start
		base, name := len(p.stack), p.tok().sym
		if !p.expect(tName, "the name of an operation") {
			return
		}
		if p.is("as") {
			if p.advance(); p.kind() != tName {
				p.reserved("a name")
				p.expect(tName, "another name for it")
				return
			}
			p.leaf(OpName)
		} else {
			p.none()
		}
		p.node(OpImport, start, base).Sym = name
	}
	if p.expect(tName, "the module of an operation") && p.expect(tPath, "`::`") {
		if p.kind() == tLBrace {
			flags = FlagBraced
			p.list(true, "the name of an operation", one)
		} else {
			one()
		}
	}
	p.end()
	if !p.bad {
		n := p.node(OpUse, d.Span.Start, 0)
		n.Sym, n.At, n.Flags = path.sym, path.start, flags
	}
	p.declared(d, from)
}

// list reads parts between the bracket that is the present token and its partner, with commas
// between them; one may stand behind the last if trailing.
func (p *parser) list(trailing bool, what string, part func()) {
	open := p.tok()
	p.advance()
	for n := 0; !p.lost; n++ {
		if p.kind() == open.kind+(tRParen-tLParen) && (n == 0 || trailing) {
			if n == 0 && open.kind == tLBrace {
				p.missing(what)
			}
			break
		}
		if p.comma(what) {
			continue
		}
		if part(); p.lost || !p.accept(tComma) {
			break
		}
	}
	p.closes(open, "`,` or `"+spellings[open.kind+(tRParen-tLParen)]+"`")
}

// comma reports a comma where a part of a bracket has to be, if it is the present token.
func (p *parser) comma(what string) bool {
	if p.kind() != tComma {
		return false
	}
	p.slip(lang.UnexpectedToken, p.here(), "`,` cannot stand here, where "+what+" is expected", "one comma too many", lang.Sure("delete it", p.here(), ""))
	p.advance()
	return true
}

// alias reads what `dim` or `tsr` declares.
func (p *parser) alias() {
	kind := DeclDim
	what := "a size"
	if p.kind() == tTsr {
		kind, what = DeclTensor, "a tensor"
	}
	d, from := p.begin(kind)
	p.advance()
	p.name(&d, "the name of "+what)
	if !p.lost && p.expect(tEquals, "`=`") {
		if kind == DeclDim {
			p.run(cBinary, ofSizes)
		} else {
			p.tensor()
		}
	}
	p.end()
	p.declared(d, from)
}

// end reads the semicolon behind a declaration. Where nothing can be made of that, reading goes on
// behind the next one, or with what surely is another declaration.
func (p *parser) end() {
	if !p.lost {
		p.semicolon("`;`")
	}
	if !p.lost {
		return
	}
	for depth := 0; ; p.advance() {
		switch k := p.kind(); {
		case k == tEOF, p.elsewhere(), depth == 0 && k == tRBrace,
			p.block >= 0 && depth == 0 && p.tok().line && k == tName && p.peek(1) == tEquals:
			return
		case k == tSemicolon:
			p.advance()
			return
		case k.isOpener():
			depth++
		case k.isCloser():
			depth = max(depth-1, 0)
		}
	}
}

// semicolon reads one, which is surely missing where a line ends instead.
func (p *parser) semicolon(expected string) {
	switch k := p.kind(); {
	case k == tSemicolon:
		p.advance()
	case p.tok().line || k == tRBrace || k == tEOF || k.startsItem():
		p.unfinished = p.unfinished || k == tEOF && !p.silent
		p.slip(lang.MissingSemicolon, p.behind(), "`;` is missing here", "`;` is missing", lang.Sure("add `;`", p.behind(), ";"))
	default:
		p.unexpected(expected)
		p.lost = true
	}
}

// tensor reads a tensor, or a name for one.
func (p *parser) tensor() {
	switch {
	case p.kind() == tName:
		p.leaf(OpName)
	case p.kind() == tLBrack:
		start, base := p.tok().start, len(p.stack)
		open := *p.tok()
		p.advance()
		if p.kind() == tRBrack {
			p.missing("a size")
		}
		p.entries(open, OpTensor, start, base)
	case p.reserved("a tensor"):
	default:
		p.fail("a tensor, as in `[?, 3]`")
	}
}

// entries reads the sizes of a tensor and its closing bracket.
func (p *parser) entries(open tok, op Op, start int32, base int) {
	for !p.lost && p.kind() != tRBrack {
		if p.comma("a size") {
			continue
		}
		p.run(cBinary, ofSizes)
		if p.lost || p.kind() != tComma {
			break
		}
		if comma := p.here(); p.peek(1) == tRBrack {
			p.slip(lang.UnexpectedToken, comma, "`,` cannot stand before `]`", "one comma too many", lang.Sure("delete it", comma, ""))
		}
		p.advance()
	}
	if p.closes(&open, "`,` or `]`"); !p.lost {
		p.node(op, start, base)
	}
}

// header reads `<A -> B>`.
func (p *parser) header() {
	start, base := p.tok().start, len(p.stack)
	if !p.expect(tLess, "`<`") {
		return
	}
	if p.tensor(); p.lost || !p.expect(tArrow, "`->`") {
		return
	}
	if p.tensor(); !p.lost && p.expect(tGreater, "`>`") {
		p.node(OpHeader, start, base)
	}
}

// blockOf reads a node, weights or a graph.
func (p *parser) blockOf(k kind) {
	d, from := p.begin(DeclNode + DeclKind(k-tNode))
	p.advance()
	p.upper("the name of a node")
	if p.name(&d, "the name of a node"); !p.lost {
		p.header()
	}
	if p.lost || p.kind() != tLBrace {
		if !p.lost {
			p.fail("`{`")
		}
		for k := p.kind(); k != tLBrace && k != tRBrace && k != tSemicolon && k != tEOF && !p.elsewhere(); k = p.kind() {
			p.advance()
		}
	}
	p.declared(d, from)
	open := p.tok()
	if !p.accept(tLBrace) && (p.kind() != tDef || d.Kind != DeclGraph) { // whose brace is missing, and that is told
		return
	}
	p.block = int32(len(p.tree.Decls) - 1)
	decl := p.block
	for p.declarationOf(d.Kind) {
	}
	p.block = -1
	p.begin(0)
	told := len(p.diags)
	if open.kind == tLBrace || p.kind() == tRBrace {
		p.closes(&tok{kind: tLBrace, start: open.start, end: open.end}, "`}`")
	}
	for i := told; i < len(p.diags); i++ {
		p.diags[i].Definition = p.tree.NameOf(&d)
	}
	p.tree.Decls[decl].Span.End = max(d.Span.End, p.prevEnd())
}

// outermost reports whether the present token begins a line without a blank before it.
func (p *parser) outermost() bool {
	at := p.tok().start
	return at == 0 || p.src[at-1] == '\n'
}

// declarationOf reads one of a block, and reports false where there is no more.
func (p *parser) declarationOf(of DeclKind) bool {
	k := p.kind()
	switch {
	case k == tEOF, k == tRBrace, k.startsItem() && (k != tDim && k != tTsr || of != DeclNode && p.outermost()):
		return false
	case k == tSemicolon:
		p.needless()
	case k == tDim, k == tTsr:
		if of != DeclNode {
			p.bad, p.silent = false, false
			p.say(lang.UnexpectedToken, p.here(), "`"+p.text()+"` cannot stand here, but in the node or before it", "not expected here")
		}
		p.alias()
	case of == DeclWeights && (k == tName || k.isKeyword() && p.peek(1) == tEquals):
		p.weight()
	case of == DeclGraph && k == tDef:
		p.def()
	default:
		p.bad, p.silent, p.lost = false, false, false
		what := [...]string{"`dim` or `tsr`", "a weight, as in `w = Linear::new(in=2, out=3);`", "`def`"}[of-DeclNode]
		p.fail(what)
		at := p.i
		for depth := 0; ; p.advance() {
			k := p.kind()
			if k == tEOF || p.i > at && (k.startsItem() || k == tDef) && p.peek(1) != tEquals || depth == 0 && k == tRBrace {
				break
			}
			if depth == 0 && k == tSemicolon {
				p.advance()
				break
			}
			if k.isOpener() {
				depth++
			} else if k.isCloser() {
				depth = max(depth-1, 0)
			}
		}
	}
	return true
}

// weight reads one.
func (p *parser) weight() {
	d, from := p.begin(DeclWeight)
	p.name(&d, "the name of a weight")
	var class tok
	if !p.lost && p.expect(tEquals, "`=`") {
		class = *p.tok()
		p.upper("the class of a weight")
		if p.reserved("the class of a weight") || p.expect(tName, "the class of a weight, as in `Linear::new(in=2, out=3)`") {
			if p.expect(tPath, "`::`") {
				if p.kind() == tLess {
					if p.header(); !p.lost {
						p.expect(tPath, "`::`")
					}
				} else {
					p.none()
				}
			}
		}
	}
	if !p.lost {
		if p.kind() == tName && p.peek(1) == tLParen {
			p.run(cUnit, ofValues)
		} else {
			p.fail("a constructor, as in `new(in=2, out=3)`")
		}
	}
	p.end()
	if !p.bad {
		n := p.node(OpWeight, d.Span.Start, 0)
		n.Sym, n.At = class.sym, class.start
		n.End = p.tree.Nodes[len(p.tree.Nodes)-2].End
	}
	p.declared(d, from)
}

// def reads a function of a graph.
func (p *parser) def() {
	d, from := p.begin(DeclDef)
	p.advance()
	name := p.here()
	p.name(&d, "the name of a function")
	switch {
	case p.lost:
	case p.kind() == tLParen:
		p.params()
		if p.lost {
			break
		}
		if p.kind() == tLBrace {
			dg := p.slip(lang.UnexpectedToken, p.behind(), "a function with parameters says what it gives", "`->` and a tensor are missing", nil)
			dg.Help = lang.Texts("write `-> [?, 3]`, or what else its result is, before the body")
			p.none()
			break
		}
		p.typed(tArrow, "`->` and a tensor")
	default:
		if p.tree.Syms.Text(d.Name) != "forward" {
			p.say(lang.UnexpectedToken, name, "only `forward` may be without parameters and a result", "parameters and a result are missing").
				Help = lang.Texts("write them as in `def " + lang.Clip(p.src[name.Start:name.End]) + "(x: [?, 3]) -> [?, 3] { … }`")
		}
		p.none()
		p.none()
	}
	if !p.lost && p.kind() == tLBrace {
		p.run(cBlock, ofValues)
	} else if !p.lost {
		p.fail("`{`")
	}
	if p.lost {
		p.skipFunction()
	}
	if !p.bad {
		p.node(OpDef, d.Span.Start, 0)
	}
	p.declared(d, from)
}

// skipFunction goes on behind the body of a function that cannot be read.
func (p *parser) skipFunction() {
	for depth := 0; ; p.advance() {
		switch k := p.kind(); {
		case k == tEOF, p.elsewhere(), k == tRBrace && depth == 0:
			return
		case k == tLBrace:
			depth++
		case k == tRBrace:
			if depth--; depth == 0 {
				p.advance()
				return
			}
		}
	}
}

// params reads the parameters of a function.
func (p *parser) params() {
	start, base := p.tok().start, len(p.stack)
	p.list(false, "a parameter", func() {
		t, base := *p.tok(), len(p.stack)
		if !p.reserved("a parameter") && !p.expect(tName, "a parameter") {
			return
		}
		if p.kind() == tColon {
			p.typed(tColon, "")
		} else {
			p.none()
		}
		if !p.lost {
			p.node(OpParam, t.start, base).Sym = t.sym
		}
	})
	if !p.lost {
		p.node(OpParams, start, base)
	}
}

// typed reads a sign and a tensor behind it, which may stand in angle brackets.
func (p *parser) typed(sign kind, expected string) {
	if !p.expect(sign, expected) {
		return
	}
	open := *p.tok()
	angle := p.accept(tLess)
	if p.tensor(); p.lost || angle == (p.kind() == tGreater) {
		if angle && !p.lost {
			p.advance()
		}
		return
	}
	if angle {
		p.unclosed(&open, ">")
		return
	}
	p.slip(lang.StrayBracket, p.here(), "this `>` closes nothing", "one too many", lang.Sure("delete it", p.here(), ""))
	p.advance()
}
