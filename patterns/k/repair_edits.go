package k

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// An editKind is a kind of mistake, and the change that undoes it.
type editKind uint8

const (
	editTypo      editKind = iota // a label like one that the other side has
	editTypoAny                   // a label like one that the program has
	editMatch                     // the one label too many, and the one that is missing
	editLabel                     // a label, and another that the other side has
	editLabelHere                 // a label, and another that the same value has
	editLiteral                   // 1 and "1"
	editDot                       // .l, {() l} and l
	editBracket                   // {…}, <…>, […] and (…)
	editType                      // $T and $U
	editTypeBox                   // $T and $[T]
	editRefTypo                   // f and a definition of a similar name
	editRef                       // f and g
	editSwap                      // e1 e2 and e2 e1
	editDrop                      // e1 e2 and e1
	editProject                   // e and e .l
	editCall                      // e and e f
	editBox                       // e ^, | and [e]
	editOpen                      // {…} and {…, ...} in a filter
	editClose
	editField  // a field that is read from the input is missing
	editRemove // a field is too many
	editHole   // a field is missing whose value is not known
	numEdits
)

// editCost is how implausible a change is by its kind: the proposals are tried in
// the order of these figures, to which the rank of the place and the length of
// the change add. The first of the two stands for a place that states one of the
// facts of the clash and the second for any other place.
var editCost = [numEdits][2]int{
	editTypo:      {0, 4},
	editTypoAny:   {9, 12},
	editMatch:     {12, 16},
	editLabel:     {18, 24},
	editLabelHere: {20, 22},
	editLiteral:   {6, 20},
	editDot:       {18, 22},
	editBracket:   {18, 22},
	editType:      {18, 24},
	editTypeBox:   {22, 28},
	editRefTypo:   {14, 18},
	editRef:       {24, 30},
	editSwap:      {18, 24},
	editDrop:      {28, 32},
	editProject:   {21, 26},
	editCall:      {32, 36},
	editBox:       {18, 24},
	editOpen:      {26, 32},
	editClose:     {20, 26},
	editField:     {22, 26},
	editRemove:    {26, 32},
	editHole:      {30, 36},
}

const (
	costOfRank      = 1  // for each place before
	costOfDistance  = 3  // for each letter of a typo
	costOfBytes     = 16 // so many bytes changed cost 1
	mostBytesCost   = 6
	gainOfOddLabel  = 4  // the label that is replaced occurs nowhere else, and the new one does
	costOfOddLabel  = 8  // the other way round
	gainOfWord      = 2  // the new label looks more like the words of the file
	costOfDeclared  = 1  // it is a type or a filter that is changed
	costOfTwice     = 2  // the bracket has the new label already
	gainOfRepeat    = 14 // the element that is left out stands there twice
	gainOfIdentity  = 3  // what is inserted stands in the place of ()
	gainOfName      = 8  // the label is that of nothing but a function
	costOfType      = 4  // a type is changed
	costUnusual     = 2  // the less usual of several ways
	costRare        = 4
	costOfOther     = 6  // the clash is not about this
	costOfNoLiteral = 10 // the other side is no integer and no string
	costOfLoose     = 6  // it would say less than before
	costOfStray     = 6  // a pipe without a caret
	gainOfSignature = 2  // a definition takes, or gives, what the one in its place does
	gainOfFit       = 5  // a type, a definition or a field is just what the other side has
)

const (
	mostLabels     = 8 // proposed in one place
	mostNames      = 8
	mostDefs       = 64  // definitions around the clash that are looked at
	manyLabels     = 200 // of one pattern: it is compared in fewer ways
	mostElements   = 50  // of a bracket that becomes another one
	mostPath       = 3   // labels of the clash's path
	nearbyNodes    = 2000
	mostSpots      = 20
	mostLabelled   = 4   // places with one label of the clash's path
	mostNear       = 4   // labels of the program that are like one
	longestSwap    = 80  // nodes
	longestBracket = 200 // nodes
)

// A spot is a place to change.
type spot struct {
	node  k.NodeID
	label lang.Span
	rank  int
	side  int // of the clash, whose fact it states; -1 for none
}

// column is that of editCost.
func (s *spot) column() int {
	if s.side < 0 {
		return 1
	}
	return 0
}

// offer adds a proposal.
func (r *repairer) offer(s spot, kind editKind, gain int, title string, edits ...lang.Edit) *proposal {
	cost := editCost[kind][s.column()]
	bytes := 0
	for _, e := range edits {
		bytes += int(e.Span.End-e.Span.Start) + len(e.Text)
	}
	cost += costOfRank*s.rank - gain
	named := kind == editDot && r.tree.Nodes[s.node].Op == k.OpRef
	r.list = append(r.list, proposal{
		cost: cost + min(bytes/costOfBytes, mostBytesCost), plainCost: cost, named: named,
		kind: kind, title: title, edits: edits, def: r.defAt(s.node),
		nodes: []k.NodeID{s.node}, with: s.node, plainKind: kind,
	})
	return &r.list[len(r.list)-1]
}

// propose fills the list of proposals.
func (r *repairer) propose(places []repairPlace) {
	for _, s := range r.spots(places) {
		n := &r.tree.Nodes[s.node]
		switch n.Op {
		case k.OpDot:
			r.dot(s, n)
		case k.OpVid, k.OpDiv:
			r.tag(s, n)
		case k.OpVariant, k.OpProduct:
			r.literalProduct(s, n)
		case k.OpMerge, k.OpVector:
			r.elements(s, n)
		case k.OpInt, k.OpString:
			r.number(s, n)
		case k.OpRef:
			r.reference(s, n)
		case k.OpCodeProduct, k.OpCodeUnion, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion:
			r.fielded(s, n)
		case k.OpCodeVector, k.OpCodeName, k.OpFilterVector:
			r.code(s, n)
		case k.OpFilterVar, k.OpFilterCode, k.OpBad:
		}
		if r.isExpression(s.node) {
			r.composition(s, n)
			if r.tree.Dialect != k.K6 {
				r.boxes(s, n)
			}
		}
	}
}

// dot proposes what `.l` may have been meant to be.
func (r *repairer) dot(s spot, n *k.Node) {
	r.relabel(s)
	if r.vectorial() && !r.Labels.Index().Has(unify.Label(n.Sym)) {
		for i, index := range []string{"0", "1"} {
			if l, ok := r.Labels.Lookup(index); ok && r.inBracket(s.node, l) {
				i += costOfTwice
			}
			r.offer(s, editLabel, -i, "read the element `."+index+"`", r.edit(r.tree.DotLabelSpan(s.node), index))
		}
	}
	word := r.tree.File.Text(r.tree.DotLabelSpan(s.node))
	if r.tree.Dialect == k.K6 {
		r.signs(s, n, word)
	} else {
		r.offer(s, editDot, 0, fmt.Sprintf("make it the variant `{() %s}`", word), r.edit(n.Span(), "{() "+word+"}"))
	}
	r.asFunction(s, n, word)
}

// asFunction proposes the function of the name of a label.
func (r *repairer) asFunction(s spot, n *k.Node, word string) {
	gain := 0
	if r.count[n.Sym] == 1 {
		gain = gainOfName
	}
	if d := r.names.Func[n.Sym]; d >= 0 && r.mayCall(d) {
		p := r.offer(s, editDot, gain, fmt.Sprintf("use the function `%s`", word), r.edit(n.Span(), word))
		p.refs = append(p.refs, d)
	} else if r.names.Builtin[n.Sym] >= 0 && d < 0 {
		r.offer(s, editDot, gain, fmt.Sprintf("use the function `%s`", word), r.edit(n.Span(), word))
	}
}

// literalProduct proposes other labels, other fields and other brackets for
// `{…}` in an expression.
func (r *repairer) literalProduct(s spot, n *k.Node) {
	r.relabel(s)
	fields := r.tree.Fields(s.node)
	if n.Op == k.OpVariant {
		word := r.tree.File.Text(fields[0].LabelSpan())
		if kid := &r.tree.Nodes[fields[0].Node]; kid.Op == k.OpIdentity {
			r.offer(s, editDot, 0, fmt.Sprintf("use `.%s`", word), r.edit(n.Span(), "."+word))
		} else if !fields[0].Prefix {
			r.offer(s, editDot, -costRare, fmt.Sprintf("read the field `.%s`", word),
				r.edit(lang.Span{Start: n.Start, End: n.Start + 1}, ""),
				r.edit(lang.Span{Start: r.trimBlanks(fields[0].Start), End: n.End}, " ."+word))
		}
	}
	if r.tree.Dialect == k.K6 && len(fields) == 1 {
		r.oneField(s, n, &fields[0])
	}
	r.addFields(s, n, fields)
	r.removeField(s, n)
	if len(fields) > 0 && len(fields) <= mostElements {
		// Without labels it may be a vector or a merge.
		for _, b := range []string{"[]", "<>"} {
			if b == "[]" && r.tree.Dialect == k.K6 {
				continue
			}
			edits := []lang.Edit{r.edit(lang.Span{Start: n.Start, End: n.Start + 1}, b[:1])}
			for _, f := range fields {
				from := r.trimBlanks(f.Start)
				if f.Prefix || r.tree.Nodes[f.Node].End > from {
					edits = nil
					break
				}
				edits = append(edits, lang.Edit{Span: lang.Span{Start: from, End: f.End}})
			}
			if edits != nil {
				edits = append(edits, r.edit(lang.Span{Start: n.End - 1, End: n.End}, b[1:]))
				r.offer(s, editBracket, -costUnusual, "make it "+bracketWord(b), edits...)
			}
		}
	}
}

func bracketWord(b string) string {
	switch b {
	case "[]":
		return "a vector `[…]`"
	case "<>":
		return "a merge `<…>`"
	case "()":
		return "`(…)`"
	}
	return "a product `{…}`"
}

// trimBlanks returns where the blanks before an offset begin.
func (r *repairer) trimBlanks(at int32) int32 {
	src, start := r.tree.File.Src, r.tree.File.PartAt(at).Start
	for at > start && isBlank(src[at-1]) {
		at--
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// elements proposes other brackets for `<…>` and `[…]` in an expression.
func (r *repairer) elements(s spot, n *k.Node) {
	kids := r.tree.Kids(s.node)
	other := "[]"
	if n.Op == k.OpVector {
		other = "<>"
	}
	if len(kids) > 0 && r.tree.Dialect != k.K6 {
		r.offer(s, editBracket, 0, "make it "+bracketWord(other), r.brackets(n, other)...)
	}
	// With the labels that the other side has, in their order, it may be a product.
	for _, side := range r.sides {
		labels := side.order
		if len(labels) != len(kids) || len(kids) < 2 || len(kids) > mostElements || side.view.flat.Shapes()&unify.Product == 0 {
			continue
		}
		edits := []lang.Edit{r.edit(lang.Span{Start: n.Start, End: n.Start + 1}, "{")}
		for i, kid := range kids {
			end := r.closeParens(r.tree.Nodes[kid].End, n.End-1)
			edits = append(edits, r.edit(lang.Span{Start: end, End: end}, " "+r.tree.Dialect.LabelText(r.Labels.Text(labels[i]))))
		}
		edits = append(edits, r.edit(lang.Span{Start: n.End - 1, End: n.End}, "}"))
		r.offer(s, editBracket, -costRare, "make it a product with "+r.labelList(labels, "field"), edits...)
	}
}

// closeParens returns the end of the parentheses that close after an offset.
func (r *repairer) closeParens(at, limit int32) int32 {
	end := at
	for i := at; i < limit; i++ {
		switch c := r.tree.File.Src[i]; {
		case c == ')':
			end = i + 1
		case !isBlank(c):
			return end
		}
	}
	return end
}

// brackets replaces the brackets of a node.
func (r *repairer) brackets(n *k.Node, to string) []lang.Edit {
	end := n.End - 1
	for end > n.Start && !isCloser(r.tree.File.Src[end]) {
		end-- // a name follows, as in {…}=X
	}
	return []lang.Edit{
		{Span: lang.Span{Start: n.Start, End: n.Start + 1}, Text: to[:1]},
		{Span: lang.Span{Start: end, End: end + 1}, Text: to[1:]},
	}
}

func isCloser(c byte) bool { return c == ')' || c == '}' || c == '>' || c == ']' }

// number proposes a text for a number and the other way round.
func (r *repairer) number(s spot, n *k.Node) {
	text := r.tree.Syms.Text(n.Sym)
	gain := 0
	if s.side < 0 || !r.otherIsLiteral(s.side) {
		gain = -costOfNoLiteral
	}
	if n.Op == k.OpInt {
		r.offer(s, editLiteral, gain, fmt.Sprintf("write `\"%s\"`, a string", text), r.edit(n.Span(), `"`+text+`"`))
	} else if r.tree.Dialect.LabelText(text) == text && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') {
		r.offer(s, editLiteral, gain, fmt.Sprintf("write `%s`, an integer", text), r.edit(n.Span(), text))
	}
}

// fielded proposes other labels and brackets for a part of a type or a filter.
func (r *repairer) fielded(s spot, n *k.Node) {
	r.relabel(s)
	isCode := n.Op == k.OpCodeProduct || n.Op == k.OpCodeUnion
	what := "filter"
	if isCode {
		what = "type"
	}
	shapes := []struct{ bracket, title string }{
		{"{}", "make the " + what + " a product `{…}`"},
		{"<>", "make the " + what + " a union `<…>`"},
		{"()", "leave open which kind it is: `(…)`"},
	}
	for _, b := range shapes {
		if b.bracket == "()" && isCode || b.bracket[0] == r.tree.File.Src[n.Start] {
			continue
		}
		gain := 0
		if isCode {
			gain -= costOfType
		}
		if b.bracket == "()" {
			gain -= costOfLoose
		}
		r.offer(s, editBracket, gain, b.title, r.brackets(n, b.bracket)...)
	}
	if isCode {
		return
	}
	edits := r.brackets(n, "{}")
	end := edits[1].Span.Start
	fields := r.tree.Fields(s.node)
	if !n.Open {
		text := ", ..."
		if len(fields) == 0 {
			text = "..."
		}
		at := r.trimBlanks(end)
		r.offer(s, editOpen, 0, "let the filter admit more: `...`", lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text})
		return
	}
	// To admit less mends nothing, but a filter of one label alone is a union.
	if span, ok := r.ellipsis(n, fields, end); ok && len(fields) == 1 {
		r.offer(s, editClose, 0, "make the filter a union of this tag: without `...`", lang.Edit{Span: span})
	}
}

// ellipsis returns the place of a filter's "..." with the comma next to it.
func (r *repairer) ellipsis(n *k.Node, fields []k.Field, end int32) (lang.Span, bool) {
	src := r.tree.File.Src
	last := n.Start + 1
	for _, f := range fields {
		last = max(last, f.End, r.tree.Nodes[f.Node].End)
	}
	i := bytes.Index(src[last:end], []byte("..."))
	if i < 0 {
		return lang.Span{}, false // it stands before the fields
	}
	span := lang.Span{Start: last + int32(i), End: last + int32(i) + 3}
	if len(fields) > 0 {
		span.Start = last
	}
	return span, true
}

// addFields proposes the fields that a literal lacks: read from its input where
// that has them, else to be filled in.
func (r *repairer) addFields(s spot, n *k.Node, fields []k.Field) {
	own := make(map[unify.Label]bool, len(fields))
	for _, f := range fields {
		own[unify.Label(f.Label)] = true
	}
	var missing []unify.Label
	for _, l := range r.asked() {
		if !own[l] {
			missing = append(missing, l)
		}
	}
	if len(missing) == 0 || len(missing) > maxListed {
		return
	}
	here := r.labelsIn(s.node)
	text, read := "", true
	hole := "null"
	if r.tree.Dialect == k.K6 {
		hole = "<>"
	}
	for _, l := range missing {
		word := r.tree.Dialect.LabelText(r.Labels.Text(l))
		if slices.Contains(here, l) {
			text += ", ." + word + " " + word
		} else {
			text += ", " + hole + " " + word
			read = false
		}
	}
	at := r.trimBlanks(n.End - 1)
	if len(fields) == 0 {
		text = text[2:]
	}
	list := r.labelList(missing, "field")
	edit := lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text}
	if read {
		r.offer(s, editField, 0, "add "+list, edit)
		return
	}
	where := "the `" + hole + "`"
	if len(missing) > 1 {
		where = "each `" + hole + "`"
	}
	r.offer(s, editHole, 0, fmt.Sprintf("add %s, with its value in the place of %s", list, where), edit)
}

// removeField proposes to leave out a field that the other side has not.
func (r *repairer) removeField(s spot, n *k.Node) {
	if s.side < 0 || n.Op != k.OpProduct {
		return
	}
	fields := r.tree.Fields(s.node)
	if len(fields) > mostElements {
		return
	}
	least := 2
	if r.tree.Dialect == k.K6 {
		least = 1
	}
	for i, f := range fields {
		l := unify.Label(f.Label)
		wanted := false
		for j := range r.sides {
			wanted = wanted || j != s.side && r.sides[j].view.has(l)
		}
		if wanted || len(fields) <= least || f.Prefix {
			continue // in k4 a product with one field left would be a variant
		}
		span := lang.Span{End: f.End}
		if i > 0 {
			span.Start = max(fields[i-1].End, r.tree.Nodes[fields[i-1].Node].End)
		} else {
			next := r.tree.Nodes[fields[1].Node].Start
			span = lang.Span{Start: r.tree.Nodes[f.Node].Start, End: next}
		}
		r.offer(s, editRemove, 0, "leave out the field "+r.labelWord(l), lang.Edit{Span: span})
	}
}

// otherIsLiteral reports whether a side of the clash is against a built-in type.
func (r *repairer) otherIsLiteral(side int) bool {
	for i := range r.sides {
		if h := r.sides[i].view.flat.Head(); i != side && h != unify.NoHead && r.Types.Heads().IsLiteral(h) {
			return true
		}
	}
	return false
}
