package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// statement parses one definition or the main expression. Unreadable text before a definition does not belong to it.
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
		p.context = lang.MainName
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
			p.reportLater(h.span, "a name")
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
			p.reportLater(h.span, "a type name")
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
		p.context = p.typeText(h.span, h.name)
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
			Fixes = lang.Sure("delete the `;`", p.here(), "")
		p.begin()
		p.advance()

	default:
		spoil()
		p.main(start, first)
	}
}

// typeText returns the name of a type with its dollar: a part of the source if the dollar is directly before the name,
// to avoid an allocation.
func (p *parser) typeText(s lang.Span, name lang.Sym) string {
	text := p.syms.Text(name)
	if int(s.End-s.Start) == len(text)+1 {
		return p.src[s.Start:s.End]
	}
	return "$" + text
}

// reportLater reports a construct of the later dialect that the scanner cannot detect.
func (p *parser) reportLater(s lang.Span, what string) {
	p.laterDialect(int(s.Start), int(s.End), what)
	p.bad, p.top().broken = true, true
}

// A mark is the length of the tree's arrays at some point.
type mark struct{ nodes, kids, fields int }

func (p *parser) mark() mark { return mark{len(p.nodes), len(p.kids), len(p.fields)} }

// truncate removes everything added since a mark.
func (p *parser) truncate(m mark) {
	p.nodes, p.kids, p.fields = p.nodes[:m.nodes], p.kids[:m.kids], p.fields[:m.fields]
}

// define parses a definition from its "=" on, or from a ":" in its place.
func (p *parser) define(h head, first mark) {
	p.context = p.src[h.span.Start:h.span.End]
	if h.isType {
		p.context = p.typeText(h.span, h.name)
		p.top().kind = fTypeBody
	}
	if p.tok == tColon {
		p.advance()
	}
	if p.tok == tEquals {
		p.advance()
	}
	if p.read == K4 && p.tok == tLAngle && h.isType && slices.Contains(BuiltinTypes, p.syms.Text(h.name)) {
		p.mayBeLater(int(h.span.Start), int(h.span.End))
	}
	end := p.body()
	p.unfinished = p.unfinished || p.tok == tEOF && end == atEnd && !p.bad
	root, whole := p.bodyOf(end, h.span.Start, first)
	switch {
	case end == atEnd && p.tok == tSemicolon:
		whole.End = int32(p.end)
	case p.silent || p.bad && p.top().broken:
	default:
		what := "the next definition begins here"
		d := p.report(lang.MissingSemicolon, int(whole.End), int(whole.End),
			"the definition of `"+lang.Clip(p.context)+"` does not end with `;`", "`;` is missing here")
		d.Fixes = lang.Sure("add `;`", d.Span, ";")
		switch end {
		case atHead:
			d.Related = []lang.Related{{Span: p.here(), Message: lang.Text(what)}}
		case headRead:
			d.Related = []lang.Related{{Span: p.head.span, Message: lang.Text(what)}}
		}
		p.suspect(d)
	}
	nodes := NodeID(first.nodes)
	if p.bad {
		p.truncate(first)
		root = NoNode
	}
	defs := &p.tree.Defs
	if h.isType {
		defs = &p.tree.Types
	}
	*defs = append(*defs, Def{
		Name: h.name, NameSpan: h.span, Span: whole, First: nodes, Root: root,
		Depth: int32(p.depth), Type: h.isType, Bad: p.bad,
	})
	p.leave()
}

// main parses the main expression, whose first part may already be an item. It belongs at the end of the file;
// elsewhere it is kept if it is the only one.
func (p *parser) main(start int, first mark) {
	end := p.body()
	root, whole := p.bodyOf(end, int32(start), first)
	const message = "the main expression is not the last thing in the file"
	switch {
	case p.silent || p.top().broken:
	case end == headRead:
		p.say(lang.AfterMain, p.head.span, message, "a definition after it")
	case end == atHead:
		p.say(lang.AfterMain, p.here(), message, "a definition after it")
	case p.tok == tSemicolon:
		bad := p.bad
		d := p.say(lang.AfterMain, p.here(), "the main expression ends with the file and not with `;`",
			"not expected here")
		d.Related = []lang.Related{{Span: whole,
			Message: lang.Text("this is read as the main expression, because no `name =` stands before it")}}
		p.bad = bad
	}
	if p.bad || p.hasMain || p.library {
		p.truncate(first)
		root = NoNode
	}
	if !p.hasMain && (!p.bad || p.tok == tEOF) {
		p.hasMain = true
		if !p.library {
			p.tree.Defs = append(p.tree.Defs, Def{
				Name: p.syms.InternString(lang.MainName), NameSpan: whole, Span: whole,
				First: NodeID(first.nodes), Root: root, Depth: int32(p.depth), Main: true, Bad: p.bad,
			})
		}
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

// bodyOf makes one node of a parsed body, and returns the place of its definition.
func (p *parser) bodyOf(end outcome, start int32, first mark) (root NodeID, whole lang.Span) {
	whole = lang.Span{Start: start, End: int32(p.prevEnd)}
	if end == headRead {
		whole.End = p.headGap
	}
	root = p.bodyRoot(end)
	if p.strings && p.read == K6 {
		p.noStrings(first)
	}
	return root, whole
}

// noStrings reports a string in a definition that is not a label; the later dialect has no such strings.
func (p *parser) noStrings(first mark) {
	for i := first.nodes; i < len(p.nodes); i++ {
		if n := &p.nodes[i]; n.Op == OpString {
			p.earlierDialect(int(n.Start), int(n.End), "a string", "in k6 a text in quotes is a label and nothing else")
			p.bad = true
			return
		}
	}
}

// bodyRoot makes one node of a parsed body.
func (p *parser) bodyRoot(end outcome) NodeID {
	if len(p.frames) > 1 { // brackets are open, which is already reported
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
