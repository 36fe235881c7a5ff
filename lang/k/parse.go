package k

import (
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
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
	t := &Tree{}
	p := &parser{Parser: syntax.Take(), tree: t, asked: d}
	defer p.Give()
	memory := labels.Get().(*[]Field)
	p.labels = (*memory)[:0]
	defer func() {
		*memory = p.labels
		labels.Put(memory)
	}()
	bad := f.Unreadable()
	if bad == nil {
		p.headers(f)
	}
	p.headed = len(p.Diags)
	if p.read = K4; p.asked == K6 {
		p.read = K6
	}
	if t.Dialect = p.read; bad == nil && p.isRead(f, old) {
		p.takeOver(f, old)
	} else if p.renew(f, old); bad != nil {
		return t, []lang.Diagnostic{*bad}
	}
	ds := p.Read(&t.Tree, watch, p.part)
	guess := p.asked == Auto && p.earlier.Empty() && p.evidence.Empty()
	if guess {
		p.evidence = p.hint
	}
	readable := !hasErrors(ds)
	if p.read == K4 && !p.evidence.Empty() { // again, in the other dialect
		again := *t
		*t = Tree{Dialect: K6}
		p.renew(f, &again)
		p.read, p.Diags, p.Unfinished = K6, p.Diags[:p.headed], false
		ds = p.Read(&t.Tree, watch, p.part)
	}
	t.guessed = guess
	switch {
	case p.asked != Auto:
	case len(p.mixed) > 0: // both decide
		return t.or(p.read.other(), ds, watch)
	case !guess:
	case p.read == K4 && (hasErrors(ds) || p.apart.constant || p.apart.name && t.mistakes(ds, watch) > 0):
		return t.or(K6, ds, watch)
	case p.read == K6 && readable && t.mistakes(ds, watch) > 0:
		return t.or(K4, ds, watch)
	}
	return t, ds
}

// or returns the text of a tree in another dialect, if it has no errors there, or fewer, and else the tree itself. A
// text with tokens of one dialect only is not read in the other one because of fewer errors, nor a text without errors
// of syntax in one: another layout of it could be read otherwise.
func (t *Tree) or(d Dialect, ds []lang.Diagnostic, watch *cancel.Watch) (*Tree, []lang.Diagnostic) {
	other, diags := ParseReuse(t.File, d, nil, watch)
	n := other.mistakes(diags, watch)
	mayBe := hasErrors(ds) && hasErrors(diags) && (isMixed(ds) || !isMixed(diags))
	if n == 0 || mayBe && n < t.mistakes(ds, watch) {
		other.guessed = true
		return other, diags
	}
	return t, ds
}

func isMixed(ds []lang.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d lang.Diagnostic) bool { return d.Code == lang.OtherDialect })
}

// mistakes returns the number of errors in the syntax and the names of a tree that was parsed with some diagnostics.
func (t *Tree) mistakes(ds []lang.Diagnostic, watch *cancel.Watch) int {
	names, more := ResolveReuse(t, nil, watch)
	return len(lang.Errors(ds)) + len(lang.Errors(more)) + len(names.UnknownTypes)
}

func hasErrors(ds []lang.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d lang.Diagnostic) bool { return d.Severity == lang.Error })
}

// labels is memory for parser.labels, which parsers share in turn.
var labels = sync.Pool{New: func() any { return new([]Field) }}

// renew empties the tree, in the memory of an old one.
func (p *parser) renew(f *lang.File, old *Tree) {
	t := p.tree
	t.Renew(f, &old.Tree)
	t.Defs, t.Types, t.fields = old.Defs[:0], old.Types[:0], old.fields[:0]
	*old = Tree{}
}

// headers processes the lines that set the dialect. The main file's line counts, otherwise the first one.
func (p *parser) headers(f *lang.File) {
	parts := f.Parts()
	if home := f.Home(); len(parts) > 1 {
		parts = append([]lang.Part{home}, parts[:len(parts)-1]...)
	}
	for _, part := range parts {
		d, known, place, ok := header(f.Src[part.Start:part.End()])
		place.Start, place.End = place.Start+part.Start, place.End+part.Start
		switch {
		case !ok || known && d == Auto:
		case !known:
			p.Diags = append(p.Diags, badHeader(f.Text(place), place))
		case p.settled.Empty():
			p.asked, p.settled = d, place
		case d != p.asked:
			p.Diags = append(p.Diags, lang.Diagnostic{
				Code: lang.OtherDialect, Span: place, Label: lang.Text("another dialect"),
				Message: lang.Say("this file is %s, and the program that it is a part of is %s", d.String(),
					p.asked.String()),
				Related: []lang.Related{{Span: p.settled, Message: lang.Text("this line says so")}},
				Help:    lang.Texts("all files of a program are in one dialect"),
			})
		}
	}
}

// before describes the parsed files before the main file, if they have no errors: many programs have the same ones, and
// the main file does not change them.
type before struct {
	files               []*lang.File
	read                Dialect
	size                syntax.Size
	fields, types, defs int
	earlier, hint       lang.Span
	apart               apart
}

// apart says what follows a bar after blanks: in the later dialect the tag of a variant, in the earlier one a function
// of elements, or a constant, which is hardly ever meant.
type apart struct{ name, constant bool }

// noteBefore records that the first n files are parsed.
func (p *parser) noteBefore(n int) {
	t := p.tree
	t.before = before{
		read: p.read, size: t.Size(), fields: len(t.fields), types: len(t.Types), defs: len(t.Defs),
		earlier: p.earlier, hint: p.hint, apart: p.apart,
	}
	for _, part := range t.File.Parts()[:n] {
		t.before.files = append(t.before.files, part.File)
	}
}

// isRead reports whether an old tree begins with the files that are to be parsed.
func (p *parser) isRead(f *lang.File, old *Tree) bool {
	b, parts := &old.before, f.Parts()
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
func (p *parser) takeOver(f *lang.File, old *Tree) {
	b, t := old.before, p.tree
	t.Keep(f, &old.Tree, b.size)
	t.Defs, t.Types, t.fields, t.before = old.Defs[:b.defs], old.Types[:b.types], old.fields[:b.fields], b
	p.earlier, p.hint, p.apart = b.earlier, b.hint, b.apart
	*old = Tree{}
}

// A parser is a stack of frames, one for each open bracket, above the frame of the definition. The parts of a frame so
// far are nodes on the stack, from the frame's base on, and for each field there is an element of labels.
type parser struct {
	syntax.Parser
	tree *Tree

	lex  *lexicon
	read Dialect // the dialect in which the text is parsed: K4 or K6

	asked    Dialect   // the requested dialect
	settled  lang.Span // the line of the text that sets the dialect, if there is one
	headed   int       // the number of diagnostics about lines that set a dialect
	earlier  lang.Span // the first token that only the earlier dialect has
	hint     lang.Span // the first text that shows the later dialect if nothing shows the earlier one
	apart    apart
	evidence lang.Span // a construct of the later dialect, the reason why the text is parsed as that

	mixed     map[int32]int // the diagnostics about constructs of the other dialect, by the ends of their statements
	statement lang.Span     // the last text up to a semicolon with such a construct

	// Of the scanner.
	unclosed    [2]bool   // a string with this quote runs to the end of the file
	noComment   bool      // no further "*/" follows
	longString  lang.Span // the last string that spans lines
	escapes     int       // number of invalid escapes in the current string
	moreEscapes lang.Span // from the first to the last of those that are not reported one by one
	buf         []byte    // for decoding strings
	junk        uint8     // bits for the next token
	findings    []finding // ends with one for the last token
	stop        int       // the token of the first of them

	hasMain bool
	library bool // do not keep a main expression

	context   string                 // the name of the definition; empty between definitions
	unplaced  int                    // the first diagnostic of the scanner whose definition is not known yet
	scanned   int                    // the end of these diagnostics
	mute      bool                   // no further errors of the definition are reported; if only Silent, none of the current field
	open      [syntax.Less + 1]int32 // number of open brackets, by opener
	depth     int                    // the maximum number of open brackets in it
	swallowed lang.Span              // its last string that seems to contain a definition
	labels    []Field                // of the fields of open brackets
}

// part parses one part of the file, with which a text ends. Only the main expression of the main file is in the tree;
// others are parsed to report their errors in brackets. Once the dialect must be another one, it does nothing.
func (p *parser) part(src string, part lang.Part) {
	t := p.tree
	home := part == t.File.Home()
	n := len(t.File.Parts()) - 1
	switch {
	case p.read == K4 && !p.evidence.Empty(), !home && t.before.files != nil: // or it is read already
		return
	case home && n > 0 && len(p.Diags) == p.headed:
		p.noteBefore(n)
	}
	p.hasMain, p.library, p.lex, p.context, p.unplaced = false, !home, p.read.lexicon(), "", len(p.Diags)
	p.scan(p.Part(src, int(part.Start)))
	if p.scanned = len(p.Diags); p.read == K4 && !p.evidence.Empty() {
		return
	}
	p.Scanned()
	p.stop = p.findings[0].tok
	t.Defs = slices.Grow(t.Defs, strings.Count(src[part.Start:], ";")+1)
	t.fields = slices.Grow(t.fields, len(p.Toks)/8)
	if p.Kind() == tMark {
		p.applyFinding()
		d := p.Report(lang.IncrementalMark, int(p.Tok().Start), int(p.Tok().End),
			"the incremental mark `"+p.Text()+"` is ignored: every file is analysed by itself", "ignored")
		d.Severity = lang.Warning
		t.incremental = true
		p.Advance()
	}
	for p.Kind() != syntax.EOF {
		p.definition()
	}
	p.shortenMixed()
}

// advance moves past the current token. Unreadable text before the next one is an error of the current field.
func (p *parser) advance() {
	if p.I++; p.I >= p.stop { // at the latest for the last token
		p.applyFinding()
	}
}

// reports sets the definition of the scanner's diagnostics that begin before a place.
func (p *parser) reports(before int32) {
	for ; p.unplaced < p.scanned && p.Diags[p.unplaced].Span.Start < before; p.unplaced++ {
		if d := &p.Diags[p.unplaced]; d.Definition == "" {
			d.Definition = p.context
		}
	}
}

// A finding is what the scanner found in a token, or before it.
type finding struct {
	tok  int
	bits uint8
}

// applyFinding takes account of what the scanner found in the current token and before it, if anything.
func (p *parser) applyFinding() {
	if p.I < p.stop {
		return
	}
	p.I = min(p.I, len(p.Toks)-1)
	t, bits := p.Tok(), p.findings[0].bits
	p.reports(t.End)
	if bits&isSuspicious != 0 {
		p.swallowed = t.Span()
	}
	if bits&(hasHole|hasWreck) != 0 {
		p.Bad, p.Silent, p.mute = true, true, p.mute || bits&hasWreck != 0
	}
	if len(p.findings) > 1 {
		p.findings = p.findings[1:]
		p.stop = p.findings[0].tok
	}
}

// Kinds of frames: brackets, and the bodies of definitions.
const (
	fMain uint8 = iota // the main expression
	fBody
	fParen
	fProduct
	fMerge
	fVector

	fTypeBody
	fCodeProduct
	fCodeUnion
	fCodeVector

	fFilterAny
	fFilterProduct
	fFilterUnion
	fFilterVector

	fSkipped // a bracket in skipped text
)

// ops are the constructs of brackets.
var ops = [...]Op{
	fProduct: OpProduct, fMerge: OpMerge, fVector: OpVector,
	fCodeProduct: OpCodeProduct, fCodeUnion: OpCodeUnion, fCodeVector: OpCodeVector,
	fFilterAny: OpFilterAny, fFilterProduct: OpFilterProduct, fFilterUnion: OpFilterUnion,
	fFilterVector: OpFilterVector,
}

// Modes of frames.
const (
	mComma  uint8 = 1 << iota // a comma was read
	mPrefix                   // the field began with `label:`
	mHole                     // the field before the comma is missing, which is reported
	mDollar                   // of a type: a "$" precedes the bracket
	mQuery                    // of a filter: a "?" precedes it
	mSilent                   // errors around the bracket are not reported
)

func isExpression(f *syntax.Frame) bool { return f.What <= fVector }
func isCode(f *syntax.Frame) bool       { return f.What >= fTypeBody && f.What <= fCodeVector }
func isFilter(f *syntax.Frame) bool     { return f.What >= fFilterAny && f.What <= fFilterVector }

// enter opens a bracket at the current token.
func (p *parser) enter(what, mode uint8) {
	if p.Silent {
		mode |= mSilent
	}
	p.Silent = p.mute
	p.open[p.Kind()]++
	f := p.Push(what)
	f.Mode, f.Part, f.Open = mode, f.Base, int32(p.I)
	p.Nest++
	p.depth = max(p.depth, p.Nest)
	p.advance()
}

// exit closes the innermost bracket.
func (p *parser) exit() {
	f := p.Top()
	p.open[p.Toks[f.Open].Kind]--
	p.Silent = p.mute || f.Mode&mSilent != 0
	p.Pop()
}

// shut closes the innermost bracket at the current token, and makes a node of its parts.
func (p *parser) shut() *Node {
	f := p.Top()
	op, start, base, flags := ops[f.What], f.Start, f.Base, f.Flags
	p.exit()
	p.advance()
	if !Fielded(op) {
		return p.Node(op, start, base)
	}
	n := int(p.Height() - base)
	if n == 1 && op == OpProduct && p.read == K4 {
		op = OpVariant
	}
	if n > 0 && !p.Bad {
		own := p.labels[len(p.labels)-n:]
		for i := range own {
			own[i].Node = p.Stack[int(base)+i]
		}
		p.tree.fields = append(p.tree.fields, own...)
		p.labels = p.labels[:len(p.labels)-n]
	}
	node := p.Node(op, start, base)
	node.Flags, node.At = flags, int32(len(p.tree.fields)-n)
	return node
}

// leafOf makes a node from the current token.
func (p *parser) leafOf(op Op) {
	t := p.Tok()
	p.advance()
	p.Node(op, t.Start, p.Height()).Sym = t.Sym
}

// comma ends a part of a bracket.
func (p *parser) comma(f *syntax.Frame) {
	f.Mode = f.Mode&^mPrefix | mComma
	p.Silent = p.mute
	p.advance()
}

// label adds the label of a field, the current token.
func (p *parser) label(prefix bool) {
	t := p.Tok()
	p.labels = append(p.labels, Field{})
	f := &p.labels[len(p.labels)-1]
	f.Label, f.Start, f.End, f.Prefix = t.Sym, t.Start, t.End, prefix
	p.advance()
}
