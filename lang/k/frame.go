package k

// A frameKind is the construct of an open bracket.
type frameKind uint8

const (
	fBody frameKind = iota // no bracket: the body of a definition, or the main expression
	fParen
	fProduct
	fMerge
	fVector

	fTypeBody // no bracket: the body of a type definition
	fCodeProduct
	fCodeUnion
	fCodeVector

	fFilterAny
	fFilterProduct
	fFilterUnion
	fFilterVector

	fSkipped // a bracket in skipped text
)

type family uint8

const (
	inExpression family = iota
	inCode
	inFilter
	inSkipped
)

func (k frameKind) family() family {
	switch {
	case k <= fVector:
		return inExpression
	case k <= fCodeVector:
		return inCode
	case k <= fFilterVector:
		return inFilter
	}
	return inSkipped
}

// ops maps brackets to the operations of their nodes.
var ops = [...]Op{
	fProduct: OpProduct, fMerge: OpMerge, fVector: OpVector,
	fCodeProduct: OpCodeProduct, fCodeUnion: OpCodeUnion, fCodeVector: OpCodeVector,
	fFilterAny: OpFilterAny, fFilterProduct: OpFilterProduct, fFilterUnion: OpFilterUnion,
	fFilterVector: OpFilterVector,
}

// A frame is an open bracket.
type frame struct {
	kind   frameKind
	opener token // tEOF without a bracket
	state  state // of codes and filters
	open   bool  // an ellipsis was read
	comma  bool  // a comma was read
	prefix bool  // the field began with `label:`, which is in label
	broken bool  // an error in this field is reported: report no more up to the next comma
	hole   bool  // the field before the comma is missing, which is reported

	start  int32 // of the bracket
	dollar int32 // of the "$" before a code, or -1
	query  int32 // of the "?" before a filter, or -1

	items   int32 // start of its elements in parser.items
	comp    int32 // start of the current composition there
	pending int32 // start of its fields in parser.pending

	node  NodeID // codes and filters: the last operand
	label Field
}

// enter opens a bracket at the current token.
func (p *parser) enter(kind frameKind, dollar, query int32) {
	n := int32(len(p.items))
	p.frames = append(p.frames, frame{})
	f := p.top()
	f.kind, f.opener, f.node = kind, p.tok, NoNode
	f.start, f.dollar, f.query = int32(p.start), dollar, query
	f.items, f.comp, f.pending = n, n, int32(len(p.pending))
	p.open[p.tok]++
	p.depth = max(p.depth, len(p.frames)-1)
	p.advance()
}

// exit closes the innermost bracket.
func (p *parser) exit() {
	f := p.top()
	p.open[f.opener]--
	p.items, p.pending = p.items[:f.items], p.pending[:f.pending]
	p.frames = p.frames[:len(p.frames)-1]
}
