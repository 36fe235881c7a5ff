package tensorscript

import (
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Parse parses a file. The grammar is in grammar.txt.
//
// It never fails: it reports unreadable text, and the declarations around it are in the tree. It takes linear time and
// constant stack for nested constructs. A file that is not UTF-8 or too large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) { return ParseReuse(f, nil, nil) }

// ParseReuse is Parse with the memory of an old tree, which must not be used any more, nor any data from it; or nil. A
// watch may end it.
func ParseReuse(f *lang.File, old *Tree, watch *cancel.Watch) (*Tree, []lang.Diagnostic) {
	if old == nil {
		old = &Tree{}
	}
	t := &Tree{}
	t.Renew(f, &old.Tree)
	if bad := f.Unreadable(); bad != nil {
		return t, []lang.Diagnostic{*bad}
	}
	t.Decls = old.Decls[:0]
	*old = Tree{}
	p := &parser{Parser: syntax.Take(), tree: t}
	defer p.Give()
	p.Parser.GiveUp = p.giveUp
	ds := p.Read(&t.Tree, watch, func(src string, part lang.Part) { p.part(src, int(part.Start)) })
	return t, syntax.Python(f, ds, "TensorScript", "a network is a node with weights and a graph: `graph Net<[?, 784] -> [?, 10]> { def forward { x |> lin } }`")
}

// A parser parses declarations by functions and expressions as a machine; see doc.go.
type parser struct {
	syntax.Parser
	tree  *Tree
	sizes bool  // within brackets
	block int32 // the current one, an index in Tree.Decls, or -1

	returned, applied int               // the reports of the definition about `return` and about calls of layers; see Once
	rewritten         int               // the token up to which calls of layers are reported
	functions         map[lang.Sym]bool // the names after `def`; made on demand
}

func (p *parser) part(src string, start int) {
	p.block, p.rewritten, p.functions = -1, 0, nil
	before := len(p.Diags)
	p.scan(p.Part(src, start))
	p.Scanned()
	lexical := len(p.Diags)
	from := len(p.tree.Decls)
	for p.Kind() != syntax.EOF {
		p.item()
	}
	p.lexical(p.Diags[before:lexical], from)
}

// lexical makes declarations with unreadable tokens bad, from index from on.
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
		if !d.IsBlock() || d.Root != NoNode && at.Start < p.Tree.Nodes[d.Root].End {
			d.Bad, d.Root = true, NoNode
		}
	}
}

// begin begins a declaration at the current token, in the current block.
func (p *parser) begin(kind DeclKind) (Decl, syntax.Mark) {
	return Decl{Decl: syntax.Decl{Span: p.Here(), NameSpan: p.Here()}, Kind: kind, Of: p.block}, p.Mark()
}

// declared ends a declaration with the previous token.
func (p *parser) declared(d Decl, from syntax.Mark) {
	d.First, d.Root = p.Declared(from, true)
	d.Bad, d.Depth = d.Root == NoNode, p.Deepest(from)
	d.Span.End = max(p.PrevEnd(), d.Span.End)
	p.Of(from, func() string { return p.tree.NameOf(&d) })
	p.tree.Decls = append(p.tree.Decls, d)
}

// name parses the name of a declaration.
func (p *parser) name(d *Decl, what string) {
	t := p.Tok()
	d.Name, d.NameSpan = t.Sym, t.Span()
	if p.reserved(what) || p.Expect(syntax.Name, what) {
		return
	}
	d.Name, d.NameSpan, p.Silent = p.Syms.InternString("?"), d.Span, true
}

// reserved moves past a keyword in the place of a name, unless it begins a declaration, and reports whether there was
// one.
func (p *parser) reserved(what string) bool {
	k := p.Kind()
	if !isKeyword(k) || p.Tok().Line && p.elsewhere() {
		return false
	}
	p.Say(lang.UnexpectedToken, p.Here(), "`"+p.Text()+"` is a keyword and cannot be "+what, "not a name")
	p.Advance()
	return true
}

// upper checks that a name begins with a capital letter.
func (p *parser) upper(what string) {
	if text := p.Text(); p.Kind() == syntax.Name && (text[0] < 'A' || text[0] > 'Z') {
		d := p.Say(lang.UnexpectedToken, p.Here(), what+" begins with a capital letter", "no capital letter")
		if capital := strings.ToUpper(text[:1]) + text[1:]; capital != text {
			d.Fixes = lang.Perhaps(lang.Sure("write `"+lang.Clip(capital)+"`", p.Here(), capital))
		}
	}
}

// item parses one declaration of the top level.
func (p *parser) item() {
	switch k := p.Kind(); {
	case k == tUse:
		p.use()
	case k == tDim, k == tTsr:
		p.alias()
	case startsBlock(k):
		p.blockOf(k)
	case k == syntax.BadToken:
		p.Advance()
	case k == syntax.Semicolon:
		p.needless()
	case k.IsCloser():
		p.Bad, p.Silent = false, false
		p.Stray()
	default:
		p.Bad, p.Silent = false, false
		p.Say(lang.UnexpectedToken, p.Here(), p.Found()+" does not begin a declaration",
			"expected `use`, `dim`, `tsr`, `node`, `weights` or `graph`")
		for p.Advance(); p.Kind() != syntax.EOF &&
			(!startsItem(p.Kind()) || p.Peek(1).Kind == syntax.Equals); p.Advance() {
		}
	}
}

// needless reports a semicolon that ends nothing.
func (p *parser) needless() {
	p.Bad, p.Silent = false, false
	p.Needless(lang.UnexpectedToken, "nothing ends with this `;`", "not expected here", "delete the `;`")
}

func (p *parser) use() {
	d, from := p.begin(DeclUse)
	p.Advance()
	path := *p.Tok()
	flags := syntax.Flags(0)
	if p.Expect(syntax.Name, "the module of an operation") && p.Expect(syntax.Path, "`::`") {
		if p.Kind() == syntax.LBrace {
			flags = FlagBraced
			p.list("the name of an operation", p.imported)
		} else {
			p.imported()
		}
	}
	p.end()
	n := p.Node(OpUse, d.Span.Start, 0)
	n.Sym, n.At, n.Flags = path.Sym, path.Start, flags
	p.declared(d, from)
}

// imported parses an operation of an import.
func (p *parser) imported() {
	name, base := *p.Tok(), p.Height()
	p.Expect(syntax.Name, "the name of an operation")
	switch {
	case p.Lost:
		return
	case !p.Is("as"):
		p.None()
	default:
		if p.Advance(); p.Kind() != syntax.Name {
			p.reserved("a name")
			p.Expect(syntax.Name, "another name for it")
			return
		}
		p.Leaf(OpName)
	}
	p.Node(OpImport, name.Start, base).Sym = name.Sym
}

// list parses parts separated by commas, between the bracket that is the current token and its partner. Only
// parentheses may be empty, and only braces may have a comma after the last part.
func (p *parser) list(what string, part func()) {
	open := *p.Tok()
	closer := open.Kind.Partner()
	p.Advance()
	for n := 0; !p.Lost; n++ {
		if p.Kind() == closer && (n == 0 || open.Kind != syntax.LParen) {
			if n == 0 && open.Kind != syntax.LParen {
				p.Missing(what)
			}
			break
		}
		if p.comma(what) {
			continue
		}
		if part(); p.Lost || p.Kind() != syntax.Comma {
			break
		}
		if comma := p.Here(); open.Kind == syntax.LBrack && p.Peek(1).Kind == closer {
			p.Slip(lang.UnexpectedToken, comma, "`,` is not allowed before `]`", "one comma too many",
				lang.Sure("delete it", comma, ""))
		}
		p.Advance()
	}
	p.closes(&open, "`,` or `"+closer.String()+"`")
}

// comma reports a comma in the place of a part of a bracket, if it is the current token.
func (p *parser) comma(what string) bool {
	if p.Kind() != syntax.Comma {
		return false
	}
	p.Needless(lang.UnexpectedToken, "`,` is unexpected: expected "+what,
		"one comma too many", "delete it")
	return true
}

// alias parses a declaration of `dim` or `tsr`.
func (p *parser) alias() {
	kind, what, value := DeclDim, "the name of a size", p.dimension
	if p.Kind() == tTsr {
		kind, what, value = DeclTensor, "the name of a tensor", p.tensor
	}
	d, from := p.begin(kind)
	p.Advance()
	p.name(&d, what)
	if p.Expect(syntax.Equals, "`=`") {
		value()
	}
	p.end()
	p.declared(d, from)
}

// end parses the semicolon after a declaration. If the declaration is lost, parsing continues after the next semicolon,
// or at the certain beginning of another declaration.
func (p *parser) end() {
	if !p.Lost {
		p.semicolon("`;`")
	}
	if !p.Lost {
		return
	}
	p.Skip(func(k syntax.Kind, depth int) bool {
		return p.elsewhere() || k == syntax.Semicolon ||
			depth == 0 && (k == syntax.RBrace ||
				p.block >= 0 && p.Tok().Line && k == syntax.Name && p.Peek(1).Kind == syntax.Equals)
	})
	p.Accept(syntax.Semicolon)
}

// semicolon parses a semicolon, which is certainly missing where a line ends instead.
func (p *parser) semicolon(expected string) {
	switch k := p.Kind(); {
	case k == syntax.Semicolon:
		p.Advance()
	case p.Tok().Line || k == syntax.RBrace || k == syntax.EOF || startsItem(k):
		p.Unfinished = p.Unfinished || k == syntax.EOF && !p.Silent
		p.Slip(lang.MissingSemicolon, p.Behind(), "`;` is missing here", "`;` is missing",
			lang.Sure("add `;`", p.Behind(), ";"))
	default:
		p.Unexpected(expected)
		p.Lost = true
	}
}

func (p *parser) dimension() { p.run(cBinary, ofSizes) }

// tensor parses a tensor, or the name of one.
func (p *parser) tensor() {
	switch start, base := p.Tok().Start, p.Height(); {
	case p.Lost:
	case p.Kind() == syntax.Name:
		p.Leaf(OpName)
	case p.Kind() == syntax.LBrack:
		if p.list("a size", p.dimension); !p.Lost {
			p.Node(OpTensor, start, base)
		}
	case p.reserved("a tensor"):
	default:
		p.Fail("a tensor, as in `[?, 3]`")
	}
}

// header parses `<A -> B>`, where brackets may be missing.
func (p *parser) header() {
	start, base := p.Tok().Start, p.Height()
	p.Expect(syntax.Less, "`<`")
	bare := p.side()
	p.Expect(syntax.Arrow, "`->`")
	bare = append(bare, p.side()...)
	if len(bare) > 0 && !p.Lost {
		var edits []lang.Edit
		for _, s := range bare {
			edits = append(edits, lang.Edit{Span: lang.Span{Start: s.Start, End: s.Start}, Text: "["},
				lang.Edit{Span: lang.Span{Start: s.End, End: s.End}, Text: "]"})
		}
		p.Slip(lang.UnexpectedToken, bare[0], "the sizes of a tensor need brackets", "`[` and `]` are missing",
			[]lang.Fix{{Title: lang.Text("write brackets, as in `[?, 3]`"), Grade: "machine", Edits: edits}})
	}
	if p.Expect(syntax.Greater, "`>`") {
		p.Node(OpHeader, start, base)
	}
}

// side parses a tensor of a header. It returns the place of sizes without brackets.
func (p *parser) side() []lang.Span {
	start, base := p.Tok().Start, p.Height()
	if p.Lost || p.Kind() != syntax.Int && (p.Kind() != syntax.Name || p.Peek(1).Kind != syntax.Comma) {
		p.tensor()
		return nil
	}
	for p.dimension(); p.Accept(syntax.Comma) && !p.Lost; {
		p.dimension()
	}
	if p.Lost {
		return nil
	}
	p.Node(OpTensor, start, base)
	return []lang.Span{{Start: start, End: p.PrevEnd()}}
}

// blockOf parses a node, weights or a graph.
func (p *parser) blockOf(k syntax.Kind) {
	d, from := p.begin(DeclNode + DeclKind(k-tNode))
	p.Advance()
	p.upper("the name of a node")
	p.name(&d, "the name of a node")
	p.header()
	if !p.Need(p.Kind() == syntax.LBrace, "`{`") {
		for k := p.Kind(); k != syntax.LBrace && k != syntax.RBrace && k != syntax.Semicolon && k != syntax.EOF &&
			!p.elsewhere(); k = p.Kind() {
			p.Advance()
		}
	}
	p.declared(d, from)
	open := p.Tok()
	if !p.Accept(syntax.LBrace) && (p.Kind() != tDef || d.Kind != DeclGraph) { // a graph without its brace continues
		return
	}
	p.block = int32(len(p.tree.Decls) - 1)
	decl := p.block
	for p.declarationOf(d.Kind) {
	}
	p.block = -1
	_, from = p.begin(0)
	if open.Kind == syntax.LBrace || p.Kind() == syntax.RBrace {
		p.closes(&syntax.Tok{Kind: syntax.LBrace, Start: open.Start, End: open.End}, "`}`")
	}
	p.Of(from, func() string { return p.tree.NameOf(&d) })
	p.tree.Decls[decl].Span.End = max(d.Span.End, p.PrevEnd())
}

// declarationOf parses a declaration of a block, and returns false at the end of the block.
func (p *parser) declarationOf(of DeclKind) bool {
	k := p.Kind()
	switch {
	case k == syntax.EOF, k == syntax.RBrace,
		startsItem(k) && (k != tDim && k != tTsr || of != DeclNode && p.Tok().Line && p.Tok().Indent == 0):
		return false
	case k == syntax.Semicolon:
		p.needless()
	case k == tDim, k == tTsr:
		if of != DeclNode {
			p.Bad, p.Silent = false, false
			p.Say(lang.UnexpectedToken, p.Here(), "`"+p.Text()+"` belongs into the node or before it",
				"not expected here")
		}
		p.alias()
	case of == DeclWeights && (k == syntax.Name || isKeyword(k) && p.Peek(1).Kind == syntax.Equals):
		p.weight()
	case of == DeclGraph && k == tDef:
		p.def()
	default:
		p.Bad, p.Silent, p.Lost = false, false, false
		what := [...]string{"`dim` or `tsr`", "a weight, as in `w = Linear::new(in=2, out=3);`", "`def`"}[of-DeclNode]
		p.Fail(what)
		at := p.I
		p.Skip(func(k syntax.Kind, depth int) bool {
			return p.I > at && (startsItem(k) || k == tDef) && p.Peek(1).Kind != syntax.Equals ||
				depth == 0 && (k == syntax.RBrace || k == syntax.Semicolon)
		})
		p.Accept(syntax.Semicolon)
	}
	return true
}

// withoutNew reports the arguments of a constructor without its name.
func (p *parser) withoutNew() {
	if p.Kind() == syntax.LParen && !p.Lost {
		at := p.Behind()
		p.Slip(lang.UnexpectedToken, p.Here(), "a weight is made by a constructor, as in `Linear::new(in=2, out=3)`",
			"`::new` is missing", lang.Sure("write `::new` before `(`", at, "::new"))
		p.Lost = true
	}
}

func (p *parser) weight() {
	d, from := p.begin(DeclWeight)
	p.name(&d, "the name of a weight")
	p.Expect(syntax.Equals, "`=`")
	if p.Kind() == syntax.Name && p.isPrefix(p.I) {
		module := p.Here().To(p.Toks[p.I+1].Span())
		p.Slip(lang.UnexpectedToken, module, "a class is written without a module", "not needed here",
			lang.Sure("leave out `"+p.Text()+".`", module, ""))
		p.Advance()
		p.Advance()
	}
	class := *p.Tok()
	if !p.Lost {
		p.upper("the class of a weight")
		if !p.reserved("the class of a weight") {
			p.Expect(syntax.Name, "the class of a weight, as in `Linear::new(in=2, out=3)`")
		}
	}
	p.withoutNew()
	if p.Expect(syntax.Path, "`::`") && p.Kind() == syntax.Less {
		p.header()
		p.withoutNew()
		p.Expect(syntax.Path, "`::`")
	} else {
		p.None()
	}
	if p.Need(p.Kind() == syntax.Name && p.Peek(1).Kind == syntax.LParen, "a constructor, as in `new(in=2, out=3)`") {
		p.run(cUnit, ofValues)
	}
	p.end()
	if !p.Bad {
		n := p.Node(OpWeight, d.Span.Start, 0)
		n.Sym, n.At = class.Sym, class.Start
		n.End = p.Tree.Nodes[len(p.Tree.Nodes)-2].End
	}
	p.declared(d, from)
}

// def parses a function of a graph.
func (p *parser) def() {
	d, from := p.begin(DeclDef)
	p.returned, p.applied = 0, 0
	p.Advance()
	name := p.Here()
	p.name(&d, "the name of a function")
	switch {
	case p.Lost:
	case p.Kind() == syntax.LParen:
		start, base := p.Tok().Start, p.Height()
		if p.list("a parameter", p.param); p.Lost {
			break
		}
		if p.Node(OpParams, start, base); p.Kind() != syntax.LBrace {
			p.typed(syntax.Arrow, "`->` and a tensor")
			break
		}
		p.Slip(lang.UnexpectedToken, p.Behind(), "a function with parameters says what it gives",
			"`->` and a tensor are missing", nil).
			Help = lang.Texts("write the type of the result before the body, such as `-> [?, 3]`")
		p.None()
	default:
		if p.Tree.Syms.Text(d.Name) != "forward" {
			p.Say(lang.UnexpectedToken, name, "only `forward` may be without parameters and a result",
				"parameters and a result are missing").
				Help = lang.Texts("write them as in `def " + lang.Clip(p.Src[name.Start:name.End]) +
				"(x: [?, 3]) -> [?, 3] { … }`")
		}
		p.None()
		p.None()
	}
	if p.Need(p.Kind() == syntax.LBrace, "`{`") {
		p.run(cBlock, ofValues)
	}
	if p.Lost {
		p.skipFunction()
	}
	p.Node(OpDef, d.Span.Start, 0)
	p.declared(d, from)
}

// skipFunction continues after the body of an unreadable function.
func (p *parser) skipFunction() {
	for depth := 0; ; p.Advance() {
		switch k := p.Kind(); {
		case k == syntax.EOF, p.elsewhere(), k == syntax.RBrace && depth == 0:
			return
		case k == syntax.LBrace:
			depth++
		case k == syntax.RBrace:
			if depth--; depth == 0 {
				p.Advance()
				return
			}
		}
	}
}

func (p *parser) param() {
	t, base := *p.Tok(), p.Height()
	switch {
	case !p.reserved("a parameter") && !p.Expect(syntax.Name, "a parameter"):
	case p.Kind() == syntax.Colon:
		p.typed(syntax.Colon, "")
	default:
		p.None()
	}
	if !p.Lost {
		p.Node(OpParam, t.Start, base).Sym = t.Sym
	}
}

// typed parses a sign and a tensor after it, which may be in angle brackets.
func (p *parser) typed(sign syntax.Kind, expected string) {
	if !p.Expect(sign, expected) {
		return
	}
	open := *p.Tok()
	angle := p.Accept(syntax.Less)
	p.tensor()
	switch closes := p.Kind() == syntax.Greater; {
	case p.Lost:
	case angle && closes:
		p.Advance()
	case angle:
		p.unclosed(&open)
	case closes:
		p.Stray()
	}
}
