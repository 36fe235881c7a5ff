package relay

import (
	"encoding/json"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Parse parses a file in the dialect that it shows. The grammar is in grammar.txt.
//
// A file of several parts gives one tree. Each part is parsed by itself, and may have its own dialect; expressions on
// the top level of parts before the main file are not in the tree.
//
// It never fails: it reports unreadable text, and the declarations around it are in the tree. It takes linear time and
// constant stack for nested constructs. A file that is not UTF-8 or too large gives an empty tree and one diagnostic.
func Parse(f *lang.File) (*Tree, []lang.Diagnostic) { return ParseReuse(f, Auto, nil, nil) }

// ParseAs is Parse for a dialect. The header of a file may set another one.
func ParseAs(f *lang.File, d Dialect) (*Tree, []lang.Diagnostic) { return ParseReuse(f, d, nil, nil) }

// ParseReuse is ParseAs with the memory of an old tree, which must not be used any more, nor any data from it; or nil.
// A watch may end it.
func ParseReuse(f *lang.File, d Dialect, old *Tree, watch *cancel.Watch) (*Tree, []lang.Diagnostic) {
	if old == nil {
		old = &Tree{}
	}
	t := &Tree{Dialect: d}
	t.Renew(f, &old.Tree)
	if bad := f.Unreadable(); bad != nil {
		if d == Auto {
			t.Dialect = V005
		}
		return t, []lang.Diagnostic{*bad}
	}
	t.Decls = old.Decls[:0]
	*old = Tree{}
	p := &parser{Parser: syntax.Take(), tree: t}
	defer p.Give()
	p.Parser.GiveUp = p.giveUp
	ds := p.Read(&t.Tree, watch, func(src string, part lang.Part) {
		p.part(src, int(part.Start), part == f.Home(), d)
	})
	return t, syntax.Python(f, ds, "Relay", "a function is `def @f(%x: Tensor[(2), float32]) { … }`; in TVM, `print(mod)` writes a model so")
}

// A parser is a machine with a stack of frames, one for each construct that is being parsed.
//
// A mistake is reported once. If its meaning is certain, parsing continues as if it were fixed (Slip). Otherwise the
// open constructs are abandoned up to the innermost brace, and parsing continues after the next `;`, or at the end of
// the brace, or at the next declaration (Fail).
type parser struct {
	syntax.Parser
	tree     *Tree
	version  lang.Span // the header, as in #[version = "0.0.5"]
	metadata lang.Span // from #[metadata] on

	doc, v005 evidence // the first construct that only one of the dialects has

	margin     uint8
	library    bool
	unclosed   int               // the number of the last diagnostic about an unclosed bracket, from 1
	unclosedAt int               // the token before which it should have been closed
	unmatched  map[int32]bool    // brackets that are never closed, by token; nil if not computed yet
	dotted     map[lang.Sym]bool // locals of the declaration whose names end like projections: %input.1
	unlet      int               // the number of the declaration's report of a missing `let`, from 1; 0: none
	returned   int               // that of a superfluous `return`
	crowded    int32             // the last bracket with a missing comma, about which nothing more is reported
}

// part parses one part of the file.
func (p *parser) part(src string, start int, home bool, asked Dialect) {
	p.version, p.metadata, p.doc, p.v005 = lang.Span{}, lang.Span{}, evidence{}, evidence{}
	p.unmatched = nil
	before := len(p.Diags)
	p.scan(p.Part(src, start))
	pair(p.Toks)
	p.Scanned()
	lexical := len(p.Diags)
	p.library = !home
	from := len(p.tree.Decls)
	for p.Kind() != syntax.EOF {
		p.declaration()
	}
	p.lexical(before, lexical, p.tree.Decls[from:])
	d := p.settle(asked)
	if home {
		p.tree.Dialect, p.tree.Version, p.tree.Metadata = d, p.version, p.metadata
		p.readMetadata()
	}
}

// lexical makes declarations with unreadable tokens bad, and drops diagnostics about tokens of relations, which another
// package parses.
func (p *parser) lexical(from, to int, decls []Decl) {
	kept := p.Diags[:from]
	next := 0
	for _, d := range p.Diags[from:to] {
		for next < len(decls) && decls[next].Span.End <= d.Span.Start {
			next++
		}
		if next < len(decls) && decls[next].Span.Start <= d.Span.Start {
			if decls[next].Kind == DeclRelation && d.Code != lang.TooManyErrors {
				continue
			}
			if d.Severity == lang.Error {
				decls[next].Bad = true
			}
			d.Definition = p.tree.NameOf(&decls[next])
		}
		if d.Code == lang.UnterminatedComment || d.Code == lang.UnterminatedString {
			p.Unfinished = true
		}
		kept = append(kept, d)
	}
	p.Diags = append(kept, p.Diags[to:]...)
	for i := range decls {
		if d := &decls[i]; d.Bad {
			d.Root = NoNode
		}
	}
}

// readMetadata reads the section of metadata. It reports one that is not JSON.
func (p *parser) readMetadata() {
	if p.metadata.Empty() {
		return
	}
	text := p.Src[p.metadata.Start:p.metadata.End]
	body := []byte(text[strings.IndexByte(text, ']')+1:])
	if json.Unmarshal(body, &p.tree.Meta) == nil {
		return
	}
	p.tree.Meta = Metadata{}
	if !json.Valid(body) {
		p.Report(lang.UnexpectedToken, int(p.metadata.Start), int(p.metadata.Start)+strings.IndexByte(text, ']')+1,
			"what follows `#[metadata]` is not JSON", "JSON up to the end of the file is expected")
	}
}

// bracket begins a construct within the bracket that is the current token.
func (p *parser) bracket(what, where uint8) *syntax.Frame {
	f := p.Push(what)
	f.Mode = where
	p.Enter(f)
	return f
}

// declared ends a declaration.
func (p *parser) declared(d Decl, from syntax.Mark) {
	nameless := p.library && d.Name == lang.NoSym
	d.First, d.Root = p.Declared(from, d.Kind != DeclRelation && !nameless)
	d.Depth = p.Deepest(from)
	if d.Bad = p.Bad; nameless {
		return
	}
	p.Of(from, func() string { return p.tree.NameOf(&d) })
	p.tree.Decls = append(p.tree.Decls, d)
}

// declaration parses one declaration.
func (p *parser) declaration() {
	p.unclosed, p.crowded, p.dotted, p.unlet, p.returned = 0, -1, nil, 0, 0
	from := p.Mark()
	first := p.Tok()
	if first.Line || p.I == 0 {
		p.margin = first.Indent
	}
	d := Decl{Decl: syntax.Decl{Span: first.Span(), NameSpan: first.Span()}}
	switch {
	case first.Kind == tDef:
		d.Kind = DeclDef
		p.Advance()
		p.declaredName(&d, tGlobal, "@", "the name of a definition")
		p.Push(cFn)
	case first.Kind == tType, first.Kind == tExtern, p.Is("data") && p.Peek(1).Kind == syntax.Name:
		p.dataHead(&d)
	case p.relationHere():
		p.relation(&d)
	case first.Kind == tGlobal && p.Peek(1).Kind == syntax.Colon:
		d.Kind, d.Name = DeclGlobal, first.Sym
		p.Advance()
		p.Advance()
		p.Push(cType)
	case first.Kind == syntax.Name && p.Peek(1).Kind == syntax.Colon,
		p.Is("op") && p.Peek(1).Kind == syntax.Name && p.Peek(2).Kind == syntax.Colon:
		d.Kind = DeclOperator
		if p.Peek(1).Kind == syntax.Name {
			p.Advance()
		}
		d.Name, d.NameSpan = p.Tok().Sym, p.Here()
		p.Advance()
		p.Advance()
		p.Push(cType)
	case first.Kind == syntax.Name && p.Peek(1).Kind == syntax.LBrack && !p.Is("meta"):
		d.Kind, d.Name = DeclTypeOnly, lang.NoSym
		p.Push(cType)
	case first.Kind == syntax.Semicolon:
		p.Needless(lang.UnexpectedToken, "nothing ends with this `;`", "not expected here", "delete the `;`")
		return
	case first.Kind.IsCloser():
		p.Stray()
		return
	case first.Kind == syntax.BadToken:
		p.Advance()
		return
	case startsExpression(first.Kind):
		d.Kind, d.Name, d.NameSpan = DeclExpr, lang.NoSym, lang.Span{}
		p.Push(cBlock)
	default:
		p.Say(lang.UnexpectedToken, first.Span(), "a declaration cannot begin with "+p.Found(),
			"expected `def`, `type`, `data`, `extern`, a relation or an expression")
		p.Advance()
		p.pass(first.Start)
		return
	}
	syntax.Run(p, &p.Parser, steps[:])
	if p.Bad && (!p.Tok().Line || p.Tok().Indent > p.margin || p.Kind().IsCloser()) {
		p.pass(p.Tok().Start) // skip the rest of it
	}
	d.Span.End = max(p.PrevEnd(), d.Span.End)
	script := d.Kind == DeclExpr || d.Kind == DeclTypeOnly
	if script {
		d.NameSpan = d.Span
	}
	if script && !p.Bad && p.Kind() != syntax.EOF && !p.Tok().Line && p.Kind() != syntax.Semicolon &&
		!p.Kind().IsCloser() && p.Kind() != syntax.BadToken {
		p.Unexpected("an operator or the end of the line")
		p.pass(p.Tok().Start)
		d.Span.End = p.PrevEnd()
	}
	p.declared(d, from)
}

// pass skips text from a place on, up to a token that begins a declaration, or may begin one because it is in a new
// line that is not indented more than the last declaration.
func (p *parser) pass(from int32) {
	p.Skip(func(k syntax.Kind, depth int) bool {
		return p.startsDeclaration() || depth == 0 && p.Tok().Line && startsExpression(k) && p.Tok().Indent <= p.margin
	})
	if end := p.PrevEnd(); end > from {
		p.tree.Unread = append(p.tree.Unread, lang.Span{Start: from, End: end})
	}
}

// noName is the name of a declaration with an unreadable name.
const noName = "?"

// declaredName parses the name of a declaration, which may lack its sign.
func (p *parser) declaredName(d *Decl, want syntax.Kind, sign, what string) {
	t := p.Tok()
	d.Name, d.NameSpan = t.Sym, t.Span()
	switch {
	case t.Kind == want:
		p.Advance()
	case sign != "" && t.Kind == syntax.Name:
		d.Name = p.Syms.InternString(sign + p.Text())
		p.Slip(lang.UnexpectedToken, t.Span(), what+" begins with `"+sign+"`", "`"+sign+"` is missing",
			lang.Sure("write `"+sign+lang.Clip(p.Text())+"`", t.Span(), sign+p.Text()))
		p.Advance()
	case sign != "" && t.Kind == tLocal:
		d.Name = p.Syms.InternString(sign + p.Text()[1:])
		p.Slip(lang.UnexpectedToken, t.Span(), what+" begins with `"+sign+"`", "names of values begin with `%`",
			lang.Sure("write `"+sign+lang.Clip(p.Text()[1:])+"`", t.Span(), sign+p.Text()[1:]))
		p.Advance()
	case isKeyword(t.Kind) && p.Peek(1).Kind != syntax.Name && p.Peek(1).Kind != tGlobal:
		p.Say(lang.UnexpectedToken, t.Span(), p.Found()+" is a word of the language, not a name", "expected "+what)
		p.Silent = true
		p.Advance()
	default:
		d.Name = p.Syms.InternString(noName)
		d.NameSpan = d.Span
		p.Unexpected(what)
		p.Silent = true
		switch next := p.Peek(1).Kind; {
		case next == syntax.LBrace, next == syntax.LParen, next == syntax.LBrack, next == syntax.Less:
			p.Advance() // it is in the place of the name
		}
	}
}

// dataHead parses the text before the parameters of a type.
func (p *parser) dataHead(d *Decl) {
	d.Kind = DeclType
	start := p.Tok().Start
	word := p.Here()
	switch p.Kind() {
	case tExtern:
		d.Kind = DeclExtern
		p.Advance()
		if p.Kind() == tType {
			p.Advance()
		} else {
			p.Slip(lang.UnexpectedToken, word, "`extern` has to be followed by `type`", "`type` is missing",
				lang.Sure("write `extern type`", word, "extern type"))
		}
		p.v005.note(word, "`extern type`")
	case tType:
		p.v005.note(word, "`type`")
		p.Advance()
	default:
		p.doc.note(word, "`data`")
		p.Advance()
	}
	p.declaredName(d, syntax.Name, "", "the name of a type")
	f := p.Push(cData)
	f.Start, f.At, f.Sym = start, d.NameSpan.Start, d.Name
	if d.Kind == DeclExtern {
		f.Mode = inExtern
	}
	if p.Src[start] == 'd' {
		f.Flags = FlagArrows
	}
}

// relationHere reports whether a clause of a relation begins at the current token: with its keyword, or with a name,
// arguments and `:-`.
func (p *parser) relationHere() bool {
	if p.Kind() != syntax.Name {
		return false
	}
	at := 0
	if (p.Is("relation") || p.Is("propagate")) && p.Peek(1).Kind == syntax.Name {
		return true
	}
	if p.Peek(at+1).Kind != syntax.LParen {
		return false
	}
	depth := 0
	for i := p.I + 1; ; i++ {
		switch k := p.Toks[i].Kind; {
		case k == syntax.Turnstile:
			return depth == 0
		case k.IsOpener():
			depth++
		case k.IsCloser():
			depth--
		case k == syntax.EOF, k == tLocal, k == tGlobal && depth > 0, k == syntax.Semicolon, k == tDef,
			k == syntax.FatArrow, depth == 0 && p.Toks[i].Line:
			return false
		case depth == 0 && (k != syntax.Name || p.Src[p.Toks[i].Start:p.Toks[i].End] != "with"):
			// Attributes may precede the goals.
			if !(k == syntax.Name || k == syntax.Colon || k == syntax.Equals || k == syntax.Comma || k == syntax.Int ||
				k == tTrue || k == tFalse || k == syntax.String || k == tType || k == syntax.Minus ||
				k == syntax.Question) {
				return false
			}
		}
	}
}

// relation skips a clause, up to its full stop or the beginning of another declaration.
func (p *parser) relation(d *Decl) {
	d.Kind = DeclRelation
	if p.Is("relation") || p.Is("propagate") && p.Peek(1).Kind == syntax.Name {
		p.Advance()
	}
	d.Name, d.NameSpan = p.Tok().Sym, p.Here()
	d.Text = p.Here()
	p.Advance()
	depth := 0
	for k := p.Kind(); k != syntax.EOF; k = p.Kind() {
		switch {
		case k.IsOpener():
			depth++
		case k.IsCloser():
			depth = max(depth-1, 0)
		case k == syntax.Dot && depth == 0 && p.fullStop():
			p.Advance()
			return
		}
		if depth == 0 && p.Tok().Line && (p.startsDeclaration() || p.relationHere()) {
			return
		}
		d.Text.End = p.Tok().End
		p.Advance()
	}
}

// fullStop reports whether the current token, a dot, ends a clause: it is a single dot, and a blank or a comment
// follows.
func (p *parser) fullStop() bool {
	t := p.Tok()
	if p.Peek(1).Start == t.End && p.Peek(1).Kind != syntax.EOF ||
		p.Toks[p.I-1].Kind == syntax.Dot && p.PrevEnd() == t.Start {
		return false
	}
	return true
}

// startsDeclaration reports whether a declaration certainly begins at the current token.
func (p *parser) startsDeclaration() bool {
	t := p.Tok()
	switch t.Kind {
	case tDef: // but not the name of an attribute, or a word within an expression
		next := p.Peek(1).Kind
		return t.Line && t.Indent <= p.margin && next != syntax.Equals || next == tGlobal
	case tExtern:
		next := p.Peek(1).Kind
		return t.Line && next != syntax.Equals || next == tType
	case tType:
		return t.Line && p.Peek(1).Kind != syntax.Equals
	case syntax.Name:
		return t.Line && p.Peek(1).Kind == syntax.Name &&
			(p.Is("data") || p.Is("relation") || p.Is("propagate") || p.Is("op") && p.Peek(2).Kind == syntax.Colon)
	case tGlobal:
		return t.Line && p.Peek(1).Kind == syntax.Colon
	}
	return false
}
