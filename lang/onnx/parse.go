package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Parse parses a file. The grammar is in grammar.txt.
//
// It never fails: it reports unreadable text, and the nodes and declarations around it are in the tree. It takes linear
// time and constant stack for nested constructs. A file that is not UTF-8 or too large gives an empty tree and one
// diagnostic.
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
	return t, p.Read(&t.Tree, watch, func(src string, part lang.Part) { p.part(src, int(part.Start)) })
}

// A parser parses declarations as a machine; see doc.go.
type parser struct {
	syntax.Parser
	tree  *Tree
	name  []byte    // being written
	own   lang.Sym  // the name of the declaration
	ownAt lang.Span // its place
}

func (p *parser) part(src string, start int) {
	before, from := len(p.Diags), len(p.tree.Decls)
	p.scan(p.Part(src, start))
	p.Scanned()
	lexical := len(p.Diags)
	for p.Kind() != syntax.EOF {
		kind := DeclGraph
		if len(p.tree.Decls) > from {
			kind = DeclFunction
		}
		p.declaration(kind)
	}
	for i := before; i < lexical; i++ {
		d := &p.Diags[i]
		p.Unfinished = p.Unfinished || d.Code == lang.UnterminatedString
		for ; from < len(p.tree.Decls) && p.tree.Decls[from].Span.End <= d.Span.Start; from++ {
		}
		if from < len(p.tree.Decls) && p.tree.Decls[from].Span.Contains(d.Span) {
			d.Definition = p.tree.NameOf(&p.tree.Decls[from])
		}
	}
}

// declaration parses the graph of a model, or a function.
func (p *parser) declaration(kind DeclKind) {
	from, at := p.Mark(), p.I
	p.own = lang.NoSym
	d := Decl{Decl: syntax.Decl{Span: p.Here(), NameSpan: p.Here()}, Kind: kind}
	if p.Kind().IsCloser() {
		p.Stray()
		return
	}
	p.Push([...]uint8{DeclGraph: cModel, DeclFunction: cFunction}[kind])
	syntax.Run(p, &p.Parser, steps[:])
	if p.I == at {
		p.Advance()
	}
	if p.Lost {
		p.Skip(func(syntax.Kind, int) bool { return p.I > at && p.startsFunction() })
	}
	d.Span.End = max(p.PrevEnd(), d.Span.End)
	d.First, d.Root = p.Declared(from, true)
	d.Bad, d.Depth = d.Root == NoNode, p.Deepest(from)
	if p.own != lang.NoSym {
		d.Name, d.NameSpan = p.own, p.ownAt
	}
	p.Of(from, func() string { return p.tree.NameOf(&d) })
	p.tree.Decls = append(p.tree.Decls, d)
}

// The constructs of frames.
const (
	cModel    uint8 = iota
	cFunction       //
	cGraph          //
	cBody           // nodes in braces
	cNode           //
	cList           // parts in brackets, with commas between them
	cSetting        //
	cValue          // of a signature
	cAttr           //
	cTyped          // a type, or a tensor
	cType           //
)

// The modes of lists: their parts.
const (
	ofSettings uint8 = iota
	ofInputs         // values that may have data
	ofOutputs        // values without data
	ofAttrs          // attributes
	ofParams         // attributes that may lack a value
	ofValues         // values of attributes
	ofTypes          //
	ofNames          // names with dots
	ofPairs          // the first one without parts that nest
	ofSizes          //
	ofData           // numbers or strings
)

// wanted has what a list of each mode expects, for messages.
var wanted = [...]string{
	ofSettings: "a setting such as `ir_version: 8`", ofInputs: "a value such as `float[N, 3] x`",
	ofOutputs: "a value such as `float[N, 3] x`", ofAttrs: "an attribute such as `axis = 1`", ofParams: "a parameter",
	ofValues: "the value of an attribute", ofTypes: "a type", ofNames: "a name",
	ofPairs: "a pair such as `\"\" : 17`", ofSizes: "a size: a number, a name or `?`", ofData: "a number or a string",
}

// actions are the actions of recipes.
var actions = map[string]func(*parser, *syntax.Frame){
	"header": optionalList(syntax.Less, OpHeader, ofSettings), "params": optionalList(syntax.Less, OpParams, ofParams),
	"inputs": list(OpInputs, ofInputs), "outputs": list(OpOutputs, ofOutputs),
	"locals": optionalList(syntax.Less, OpLocals, ofInputs), "attributes": optionalList(syntax.Less, OpAttrs, ofAttrs),
	"title": (*parser).title,
	"graph": func(p *parser, _ *syntax.Frame) { p.Push(cGraph) }, "body": (*parser).body, "label": (*parser).label,
	"results": (*parser).results, "operator": (*parser).operator, "arguments": (*parser).arguments, "kind": (*parser).kind,
	"type": (*parser).typed, "data": (*parser).valueData, "value": (*parser).value, "more": (*parser).moreAttributes,
}

// steps continue the innermost construct.
var steps = [...]func(*parser, *syntax.Frame){
	cModel:    syntax.Recipe(OpModel, "header graph", actions),
	cFunction: syntax.Recipe(OpFunction, "header title params inputs => outputs locals body", actions),
	cGraph:    syntax.Recipe(OpGraph, "title inputs => outputs locals body", actions),
	cBody:     (*parser).nodes, cNode: (*parser).node, cList: (*parser).parts, cSetting: (*parser).setting,
	cValue: syntax.Recipe(OpValue, "type title data", actions),
	cAttr:  syntax.Recipe(OpAttr, "title kind value", actions),
	cTyped: (*parser).typeOrTensor, cType: (*parser).typeHere,
}

var nodeStep = syntax.Recipe(OpNode, "label results = operator attributes arguments more", actions)

// The states of graphs and functions after their signatures.
var bodyState = [...]uint8{cFunction: 7, cGraph: 5}

// list returns the action that begins a list in parentheses.
func list(op Op, of uint8) func(*parser, *syntax.Frame) {
	return func(p *parser, _ *syntax.Frame) {
		if p.Need(p.Kind() == syntax.LParen, "`(`") {
			p.begin(op, of)
		}
	}
}

// optionalList returns the action that begins a list, if its bracket is here.
func optionalList(open syntax.Kind, op Op, of uint8) func(*parser, *syntax.Frame) {
	return func(p *parser, _ *syntax.Frame) {
		if p.Kind() == open && (of == ofSettings || !p.startsFunction()) {
			p.begin(op, of)
		} else {
			p.None()
		}
	}
}

// begin begins a list at its bracket.
func (p *parser) begin(op Op, of uint8) *syntax.Frame {
	f := p.Push(cList)
	f.Op, f.Mode = op, of
	p.Enter(f)
	return f
}

// parts parses the parts of a list. In state 1, a part is complete.
func (p *parser) parts(f *syntax.Frame) {
	closer := p.Toks[f.Open].Kind.Partner()
	switch k := p.Kind(); {
	case f.State == 1 && k == syntax.Comma:
		comma := p.Here()
		if p.Advance(); p.Kind() == closer {
			p.Slip(lang.UnexpectedToken, comma, "`,` is not allowed before `"+closer.String()+"`", "one comma too many",
				lang.Sure("delete it", comma, ""))
		}
		f.State = 0
	case f.State == 1 && k == syntax.Name && f.Mode <= ofOutputs && p.unknownType():
	case f.State == 1 || k == closer:
		if p.closes(&p.Toks[f.Open], "`,` or `"+closer.String()+"`") {
			p.Finish(f.Op)
		}
	case k == syntax.Comma:
		p.Needless(lang.UnexpectedToken, "`,` is unexpected: expected "+wanted[f.Mode],
			"one comma too many", "delete it")
	default:
		f.State = 1
		p.item(f.Mode)
	}
}

// unknownType reports a word in the place of a type: the name that follows it is the current token. It returns false if
// that cannot be so.
func (p *parser) unknownType() bool {
	t := &p.Toks[p.I-1]
	if t.Kind != syntax.Name || p.Tok().Line || p.Tree.Nodes[p.Stack[p.Height()-1]].Start != t.Start {
		return false
	}
	says := "`" + lang.Clip(p.Src[t.Start:t.End]) + "` is not a type"
	p.notType(p.Say(lang.UnexpectedToken, t.Span(), says, "not a type"), t)
	p.Advance()
	return true
}

// notType offers the type that a word probably means.
func (p *parser) notType(d *lang.Diagnostic, t *syntax.Tok) {
	word := p.Src[t.Start:t.End]
	if elem, ok := otherNames[strings.ToLower(word)]; ok && t.Kind == syntax.Name {
		d.Fixes = lang.Sure("write `"+elem+"`", t.Span(), elem)
	} else if t.Kind == syntax.Name && len(word) < 40 {
		syntax.Offer(d, t.Span(), lang.Nearest(word, slices.Values(Elements[1:]), 1))
	}
}

// item begins a part of a list.
func (p *parser) item(of uint8) {
	switch of {
	case ofSettings:
		p.Push(cSetting)
	case ofInputs, ofOutputs:
		p.Push(cValue).Mode = of
	case ofAttrs, ofParams:
		p.Push(cAttr).Mode = of
	case ofValues:
		p.single()
	case ofTypes:
		p.Push(cType)
	case ofNames:
		p.dotted()
	case ofPairs:
		p.pair()
	case ofSizes:
		p.size()
	case ofData:
		p.Need(p.literal(), wanted[ofData])
	}
}

// symbol returns the symbol of the name that is the current token.
func (p *parser) symbol() lang.Sym {
	t := p.Tok()
	switch {
	case t.Kind == syntax.String:
		p.name = AppendName(p.name[:0], unquoted(p.Syms.Text(t.Sym)))
	case words.Kind(p.Text()) != syntax.Name:
		p.name = AppendName(p.name[:0], p.Text())
	default:
		return t.Sym
	}
	return p.Syms.Intern(p.name)
}

func isName(k syntax.Kind) bool { return k == syntax.Name || k == syntax.String }

// named moves past a name and returns its symbol.
func (p *parser) named(what string) lang.Sym {
	if !p.Need(isName(p.Kind()), what) {
		return lang.NoSym
	}
	name := p.symbol()
	first := p.Here()
	p.Advance()
	if p.Toks[p.I-1].Kind != syntax.Name || p.Kind() != syntax.Dot {
		return name
	}
	for k := p.Kind(); p.Tok().Start == first.End && (k == syntax.Dot || isValue(k)); k = p.Kind() {
		first.End = p.Tok().End
		p.Advance()
	}
	text := `"` + p.Src[first.Start:first.End] + `"`
	p.Slip(lang.UnexpectedToken, first, quotes, "quotes are missing",
		lang.Sure("write `"+lang.Clip(text)+"`", first, text))
	return p.Syms.InternString(text)
}

// title parses the name of a construct. The first one in a declaration is that of the declaration.
func (p *parser) title(f *syntax.Frame) {
	at := p.Here()
	name := p.named([...]string{cFunction: "the name of a function", cGraph: "the name of a graph",
		cValue: "the name of a value", cAttr: "the name of an attribute"}[f.What])
	if name == lang.NoSym {
		return
	}
	if f.At, f.Sym = at.Start, name; p.own == lang.NoSym && (f.What == cGraph || f.What == cFunction) {
		p.own, p.ownAt = name, lang.Span{Start: at.Start, End: p.PrevEnd()}
	}
}

// leaf makes a node of a name, and returns false if there is none.
func (p *parser) leaf(op Op, what string) bool {
	start, base := p.Tok().Start, p.Height()
	name := p.named(what)
	if name != lang.NoSym {
		p.Node(op, start, base).Sym = name
	}
	return name != lang.NoSym
}

// setting parses a setting of a header.
func (p *parser) setting(f *syntax.Frame) {
	if f.State == 1 {
		p.Finish(OpSetting)
		return
	}
	f.State, f.Sym = 1, p.Tok().Sym
	if !p.Need(p.Kind() == syntax.Name, wanted[ofSettings]) {
		return
	}
	key, known := p.Text(), p.checkWord(Settings, "setting")
	if p.Advance(); !p.Expect(syntax.Colon, "`:`") {
		return
	}
	want, what := syntax.String, "a string"
	switch key {
	case "ir_version", "model_version":
		want, what = syntax.Int, "a whole number"
	case "opset_import", "metadata_props":
		want, what = syntax.LBrack, "`[`"
	}
	switch k := p.Kind(); {
	case !p.Need(k == want || !known, what):
	case k == syntax.LBrack:
		p.begin(OpPairs, ofPairs)
	default:
		p.Need(p.literal(), what)
	}
}

// checkWord reports the current token if it is not one of some words, and returns whether it is.
func (p *parser) checkWord(words []string, what string) bool {
	text := p.Text()
	if slices.Contains(words, text) {
		return true
	}
	d := p.Say(lang.UnexpectedToken, p.Here(), "`"+lang.Clip(text)+"` is not a "+what, "not a "+what)
	if len(text) < 40 {
		syntax.Offer(d, p.Here(), lang.Nearest(text, slices.Values(words), 1))
	}
	return false
}

// pair parses a pair.
func (p *parser) pair() {
	key, base := *p.Tok(), p.Height()
	if !p.Need(key.Kind == syntax.String, wanted[ofPairs]) {
		return
	}
	p.Advance()
	if p.Expect(syntax.Colon, "`:`") && p.Need(p.literal(), "a number or a string") {
		p.Node(OpPair, key.Start, base).Sym = key.Sym
	}
}

// typed begins the type of a value, if there is one.
func (p *parser) typed(*syntax.Frame) {
	if p.startsType() || p.Kind() == syntax.Name && p.Peek(1).Kind == syntax.LBrack {
		p.Push(cType)
	} else {
		p.None()
	}
}

func (p *parser) startsType() bool {
	if p.Kind() != syntax.Name {
		return false
	}
	k := words.Kind(p.Text())
	return k == tElement || k == tType && p.Peek(1).Kind == syntax.LParen
}

// typeHere parses a type.
func (p *parser) typeHere(f *syntax.Frame) {
	if f.State == 1 { // the parts of a type call are parsed
		p.checkParts()
		p.Pop()
		return
	}
	word, t := p.Text(), *p.Tok()
	switch {
	case p.startsType():
	case p.Kind() == syntax.Name && p.Peek(1).Kind == syntax.LBrack:
		p.notType(p.Say(lang.UnexpectedToken, p.Here(), "`"+lang.Clip(word)+"` is not a type", "not a type"), p.Tok())
	default:
		p.notType(p.Unexpected("a type such as `float[N, 3]`"), p.Tok())
		p.GiveUp()
		return
	}
	op, of, flags := OpTypeCall, ofTypes, syntax.Flags(0)
	switch p.Advance(); {
	case word == "opaque":
		of = ofNames
	case words.Kind(word) == tType:
	case p.Kind() == syntax.LBrack && !(p.Peek(1).Kind == syntax.String && p.Peek(2).Kind == syntax.Colon):
		op, of, flags = OpTensorType, ofSizes, FlagShaped
	default:
		p.Pop()
		p.Node(OpTensorType, t.Start, p.Height()).Sym = t.Sym
		return
	}
	f.State = 1
	list := p.begin(op, of)
	list.Start, list.At, list.Sym, list.Flags = t.Start, t.Start, t.Sym, flags
}

func (p *parser) size() {
	switch k := p.Kind(); {
	case k == syntax.Int && p.Text()[0] == '-':
		d := p.Say(lang.UnexpectedToken, p.Here(), "a size is not negative", "a negative number")
		d.Fixes = lang.Sure("write `?`, a size that is not known", p.Here(), "?")
		p.Leaf(OpInt)
	case k == syntax.Int:
		p.Leaf(OpInt)
	case k == syntax.Question:
		p.Leaf(OpAny)
	default:
		p.leaf(OpName, wanted[ofSizes])
	}
}

// checkParts checks how many parts the type has that was parsed last.
func (p *parser) checkParts() {
	id := p.Stack[p.Height()-1]
	n, name := len(p.Tree.Kids(id)), p.Tree.Name(id)
	if want, call := types[name]; call && (n < want[0] || n > want[1]) {
		count := [...]string{"", "one type", "a type of keys and one of values"}[want[1]]
		if want[0] == 0 {
			count = "a domain and a name"
		}
		p.Say(lang.UnexpectedToken, p.Tree.Span(id), "`"+name+"` takes "+count, "expected "+count)
	}
}

// typeOrTensor parses a type, or a tensor, which has data after its type.
func (p *parser) typeOrTensor(f *syntax.Frame) {
	switch f.State++; f.State {
	case 1:
		p.Push(cType)
	case 2:
		k := p.Kind()
		if !isName(k) && k != syntax.Equals && k != syntax.LBrace && k != syntax.LBrack {
			p.Pop()
			return
		}
		if isName(k) {
			f.At, f.Sym = p.Tok().Start, p.named("a name")
		}
		p.Accept(syntax.Equals)
		p.data()
	default:
		p.Finish(OpTensor)
	}
}

// data parses the data of a tensor, or begins them.
func (p *parser) data() {
	switch k := p.Kind(); {
	case k == syntax.LBrack && !(p.Peek(1).Kind == syntax.Int || p.Peek(1).Kind == syntax.Float):
		p.begin(OpPairs, ofPairs)
	case k == syntax.LBrack:
		p.Slip(lang.UnexpectedToken, p.Here(), "the numbers of a tensor are in braces", "expected `{`", p.inBraces())
		p.begin(OpData, ofData)
	case k == syntax.Int || k == syntax.Float:
		text := "{" + p.Text() + "}"
		p.Slip(lang.UnexpectedToken, p.Here(), "the numbers of a tensor are in braces", "expected `"+text+"`",
			lang.Sure("write `"+text+"`", p.Here(), text))
		base := p.Height()
		start := p.Tok().Start
		p.literal()
		p.Node(OpData, start, base)
	case !p.Need(k == syntax.LBrace, "`{` and the numbers of the tensor"):
	case p.Peek(1).Kind == tEllipsis:
		open, base := *p.Tok(), p.Height()
		p.Advance()
		if p.Advance(); p.closes(&open, "`}`") {
			p.Node(OpData, open.Start, base).Flags = FlagUnknown
		}
	default:
		p.begin(OpData, ofData)
	}
}

// inBraces returns the change of the square brackets that begin here to braces.
func (p *parser) inBraces() []lang.Fix {
	n := 1
	for isValue(p.Peek(n).Kind) || p.Peek(n).Kind == syntax.Comma {
		n++
	}
	if p.Peek(n).Kind != syntax.RBrack {
		return nil
	}
	return []lang.Fix{{Title: lang.Text("write braces"), Grade: "machine", Edits: []lang.Edit{
		{Span: p.Here(), Text: "{"}, {Span: p.Peek(n).Span(), Text: "}"},
	}}}
}

// literal parses a number or a string, and returns false if there is none.
func (p *parser) literal() bool {
	switch k := p.Kind(); {
	case k == syntax.Int:
		p.Leaf(OpInt)
	case k == syntax.Float, k == syntax.Name && isNumber(p.Text()):
		p.Leaf(OpFloat)
	case k == syntax.String:
		p.Leaf(OpString)
	default:
		return false
	}
	return true
}

// valueData parses the data of a value, if it has any.
func (p *parser) valueData(f *syntax.Frame) {
	if f.Mode == ofInputs && p.Accept(syntax.Equals) {
		p.data()
	} else {
		p.None()
	}
}

// kind parses the kind of an attribute, if it has one.
func (p *parser) kind(*syntax.Frame) {
	switch {
	case !p.Accept(syntax.Colon):
		p.None()
	case p.Need(p.Kind() == syntax.Name, "a kind such as `ints`"):
		p.checkWord(Kinds[1:], "kind of attributes")
		p.Leaf(OpKind)
	}
}

// value begins the value of an attribute.
func (p *parser) value(f *syntax.Frame) {
	switch {
	case f.Mode == ofParams && p.Kind() != syntax.Equals:
		p.None()
	case !p.Expect(syntax.Equals, "`=`"):
	case p.Kind() == syntax.LBrack:
		p.begin(OpList, ofValues)
	default:
		p.single()
	}
}

// single parses or begins a value that is not a list.
func (p *parser) single() {
	switch k := p.Kind(); {
	case p.startsType():
		p.Push(cTyped)
	case isName(k) && p.Peek(1).Kind == syntax.LParen:
		p.Push(cGraph)
	case p.literal():
	case k == tEllipsis:
		p.Leaf(OpUnknown)
	case k == tAt:
		start := p.Tok().Start
		if p.Advance(); p.leaf(OpRef, "the name of a parameter") {
			p.Tree.Nodes[len(p.Tree.Nodes)-1].Start = start
		}
	case k == syntax.Name:
		d := p.Unexpected(wanted[ofValues])
		text := `"` + p.Text() + `"`
		switch word := strings.ToLower(p.Text()); word { // there are no truth values
		case "true", "yes", "on":
			text = "1"
		case "false", "no", "off":
			text = "0"
		default:
			if n := slices.Index(Elements[1:], word); n >= 0 { // attributes have element types as numbers
				text = strconv.Itoa(n + 1)
			}
		}
		d.Fixes = lang.Perhaps(lang.Sure("write `"+lang.Clip(text)+"`", p.Here(), text))
		p.GiveUp()
	default:
		p.Missing(wanted[ofValues])
		p.GiveUp()
	}
}

// body begins the nodes of a graph.
func (p *parser) body(*syntax.Frame) {
	if p.Need(p.Kind() == syntax.LBrace, "`{`") {
		p.Enter(p.Push(cBody))
	}
}

// nodes parses nodes up to the end of their graph, which gets them as its parts.
func (p *parser) nodes(f *syntax.Frame) {
	switch k := p.Kind(); {
	case k == syntax.RBrace || k == syntax.EOF || p.startsFunction():
		bad := p.Bad
		if p.closes(&p.Toks[f.Open], "`}`") {
			p.Bad = bad // only the end of the graph is missing
			p.Pop()
		}
	case k == syntax.RParen || k == syntax.Greater || k == syntax.Comma:
		bad := p.Bad
		p.Needless(lang.UnexpectedToken, "`"+p.Text()+"` is unexpected: expected a node", "one too many",
			"delete it")
		p.Bad = bad
	default:
		n := p.Push(cNode)
		n.First, n.Op = int32(p.I), 0
		if p.Bad {
			n.Op = 1
		}
		p.Bad = false
	}
}

// node parses a node. One with a syntax error becomes an OpBroken, and its graph is not bad for that.
func (p *parser) node(f *syntax.Frame) {
	n, whole := len(p.Frames)-1, f.Op != 0
	nodeStep(p, f)
	if len(p.Frames) == n && !p.Lost {
		if p.Bad {
			p.Tree.Nodes[p.Stack[p.Height()-1]].Op = OpBroken
		}
		p.Bad = whole
	}
}

func (p *parser) label(*syntax.Frame) {
	if p.Kind() != syntax.LBrack {
		p.None()
		return
	}
	open := *p.Tok()
	p.Advance()
	if p.leaf(OpLabel, "the name of a node") {
		p.closes(&open, "`]`")
	}
}

// results parses the names before the operator of a node.
func (p *parser) results(*syntax.Frame) {
	start, base := p.Tok().Start, p.Height()
	if p.startsType() && p.Peek(1).Kind == syntax.LBrack {
		p.weight()
		return
	}
	for n := 0; p.Kind() != syntax.Equals || n > 0; n++ {
		if !p.Need(isName(p.Kind()), "a node such as `y = Relu(x)`") {
			return
		}
		if p.reference(); !p.Accept(syntax.Comma) {
			break
		}
	}
	p.Node(OpResults, start, base)
}

// weight reports a weight in the place of a node. Its name is that of a result, so it counts as defined.
func (p *parser) weight() {
	at, start, base := p.Here(), p.Tok().Start, p.Height()
	for p.Advance(); p.Kind() != syntax.RBrack && p.Kind() != syntax.EOF && !p.Tok().Line; {
		p.Advance()
	}
	p.Accept(syntax.RBrack)
	at.End = p.PrevEnd()
	if isName(p.Kind()) {
		p.reference()
	}
	p.Node(OpResults, start, base)
	p.Say(lang.UnexpectedToken, at, "a type is unexpected: expected a node such as `y = Relu(x)`", "not a node").
		Help = lang.Texts("weights are declared before the nodes: `(inputs) => (outputs) <float[8] w = {…}> { nodes }`")
	p.GiveUp()
}

// reference parses the name of a value, or the empty name.
func (p *parser) reference() {
	if p.Kind() == syntax.String && p.Tok().End-p.Tok().Start == 2 {
		p.Tok().Sym = lang.NoSym
		p.Leaf(OpAbsent)
		return
	}
	p.leaf(OpName, "the name of a value")
}

// operator parses the operator of a node, with its domain and its overload.
func (p *parser) operator(*syntax.Frame) {
	start, base := p.Tok().Start, p.Height()
	if !p.Need(isName(p.Kind()), "the name of an operator") {
		return
	}
	if p.Peek(1).Kind == syntax.Dot {
		p.dotted()
	} else {
		p.None()
	}
	at := p.Tok().Start
	if !p.Need(isName(p.Kind()), "the name of an operator") {
		return
	}
	name := p.symbol()
	if p.Advance(); !p.Accept(syntax.Colon) {
		p.None()
	} else if !p.leaf(OpName, "the overload of an operator") {
		return
	}
	n := p.Node(OpOperator, start, base)
	n.At, n.Sym = at, name
}

// dotted parses a domain up to its last dot, or up to its end within brackets.
func (p *parser) dotted() {
	start, first, last := p.Tok().Start, p.I, p.I
	within := p.Top().What == cList
	for isName(p.Kind()) && (within || p.Peek(1).Kind == syntax.Dot) {
		last = p.I
		if p.Advance(); within && p.Kind() != syntax.Dot {
			break
		}
		p.Advance()
	}
	if !p.Need(p.I > first, "a name") {
		return
	}
	var text strings.Builder
	for i := first; i <= last; i++ {
		if t := &p.Toks[i]; t.Kind != syntax.Dot {
			text.WriteString(unquoted(p.Syms.Text(t.Sym)))
		} else {
			text.WriteByte('.')
		}
	}
	n := p.Node(OpDomain, start, p.Height())
	n.Sym, n.End = p.Syms.Intern(AppendDomain(nil, text.String())), p.Toks[last].End
}

// arguments parses the inputs of a node.
func (p *parser) arguments(*syntax.Frame) {
	open, base := *p.Tok(), p.Height()
	if !p.Need(open.Kind == syntax.LParen, "`(`") {
		return
	}
	for p.Advance(); p.Kind() != syntax.RParen; {
		switch {
		case p.Kind() == syntax.Comma:
			p.Node(OpAbsent, p.PrevEnd(), p.Height())
		case isName(p.Kind()) && p.Peek(1).Kind != syntax.Equals:
			if p.reference(); p.Kind() == syntax.LParen {
				p.Fail("`,` or `)`").Help = lang.Texts("an input is the name of a value: write the operator as another node")
				return
			}
		default:
			if p.Peek(1).Kind == syntax.Equals && p.Tok().Kind == syntax.Name && !p.Tok().Line {
				p.Fail("the name of a value").Help = lang.Texts("attributes are written in angle brackets: `<axis = 1>`")
			} else if p.closes(&open, "the name of a value") {
				p.Node(OpArgs, open.Start, base)
			}
			return
		}
		if !p.Accept(syntax.Comma) {
			break
		}
	}
	if p.closes(&open, "`,` or `)`") {
		p.Node(OpArgs, open.Start, base)
	}
}

// moreAttributes parses the attributes after the inputs, if there are none before.
func (p *parser) moreAttributes(f *syntax.Frame) {
	switch {
	case p.Kind() != syntax.Less || p.startsFunction():
		p.None()
	case p.Stack[f.Base+3] != NoNode:
		p.Fail("a node or `}`").Help = lang.Texts("the attributes of a node are in one list")
	default:
		p.begin(OpAttrs, ofAttrs)
	}
}
