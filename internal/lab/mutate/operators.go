package mutate

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// operations are the operators with one edit. An operation adds its candidates at one node.
var operations = map[string]func(*maker, k.NodeID, *k.Node){
	"label":         (*maker).label,
	"typo":          (*maker).typo,
	"kind":          (*maker).kind,
	"type":          (*maker).typ,
	"ref":           (*maker).ref,
	"identity":      (*maker).identity,
	"product-label": (*maker).productLabel,
	"field-drop":    (*maker).fieldDrop,
	"field-add":     (*maker).fieldAdd,
	"merge-product": (*maker).mergeProduct,
	"filter":        (*maker).filter,
	"comp-drop":     (*maker).compDrop,
	"comp-swap":     (*maker).compSwap,
	"comp-insert":   (*maker).compInsert,
	"sign":          (*maker).sign,
	"field-swap":    (*maker).fieldSwap,
	"literal":       (*maker).literal,
}

// A maker collects the candidates of one operator in one program.
type maker struct {
	*kSubject
	rand *rand.Rand
	list []*candidate

	definition string
	def        int32
}

// candidates lists the candidates of an operator with one edit, in order of the source.
func (s *kSubject) candidates(operator string, r *rand.Rand) []*candidate {
	m := &maker{kSubject: s, rand: r, def: -1}
	if operator == "typedef" {
		for i := range s.tree.Types {
			d := &s.tree.Types[i]
			m.definition = "$" + s.tree.Syms.Text(d.Name)
			for e := d.First; e <= d.Root; e++ {
				m.typedef(d, e, &s.tree.Nodes[e])
			}
		}
		return m.list
	}
	operation := operations[operator]
	for d := range s.tree.Defs {
		def := &s.tree.Defs[d]
		m.def, m.definition = int32(d), s.defName(int32(d))
		for e := def.First; e <= def.Root; e++ {
			operation(m, e, &s.tree.Nodes[e])
		}
	}
	return m.list
}

// add adds a candidate, unless it changes nothing.
func (m *maker) add(c *candidate) {
	if !c.changes(m.Source) {
		return
	}
	c.truths[0].def, c.truths[0].definition = m.def, m.definition
	m.list = append(m.list, c)
}

// relabel replaces a label by others of the program.
func (m *maker) relabel(span lang.Span, sym lang.Sym, taken []k.Field, places ...draftPlace) {
	for _, text := range m.labels {
		if text != m.tree.Syms.Text(sym) && !hasLabel(m.tree, taken, text) {
			m.add(replace(span, m.labelText(text)).with(places...))
		}
	}
}

func hasLabel(t *k.Tree, fields []k.Field, text string) bool {
	return slices.ContainsFunc(fields, func(f k.Field) bool { return t.Syms.Text(f.Label) == text })
}

func (s *kSubject) labelText(label string) string { return s.tree.Dialect.LabelText(label) }

func (m *maker) label(e k.NodeID, n *k.Node) {
	if k.Labelled(n.Op) {
		m.relabel(m.tree.DotLabelSpan(e), n.Sym, nil)
	}
}

func (m *maker) typo(e k.NodeID, n *k.Node) {
	var span lang.Span
	var text string
	switch n.Op {
	case k.OpDot, k.OpVid, k.OpDiv:
		span, text = m.tree.DotLabelSpan(e), m.tree.Syms.Text(n.Sym)
	case k.OpVariant:
		f := m.tree.Fields(e)[0]
		span, text = f.LabelSpan(), m.tree.Syms.Text(f.Label)
	default:
		return
	}
	if m.text(span) != text || text[0] <= '9' {
		return // quoted, or a number, perhaps with a sign: neither has typing errors of this kind
	}
	for _, s := range typingErrors(text, 0, m.rand) {
		if isName(s) && !slices.Contains(m.labels, s) {
			m.add(replace(span, s))
		}
	}
}

// isName reports whether a text of name characters is a name.
func isName(s string) bool {
	return s != "" && k.K4.LabelText(s) == s && s[0] > '9' // in each dialect
}

// kind turns a construct into a similar one of another kind.
func (m *maker) kind(e k.NodeID, n *k.Node) {
	span := n.Span()
	switch n.Op {
	case k.OpDot, k.OpVid:
		m.add(replace(span, "{() "+m.text(m.tree.DotLabelSpan(e))+"}"))
	case k.OpVariant:
		f := m.tree.Fields(e)[0]
		label := m.text(f.LabelSpan())
		if m.tree.Nodes[f.Node].Op == k.OpIdentity {
			m.add(replace(span, "."+label))
		} else if !f.Prefix {
			c := newCandidate(
				lang.Edit{Span: lang.Span{Start: n.Start, End: m.tree.Nodes[f.Node].Start}},
				lang.Edit{Span: lang.Span{Start: m.tree.Nodes[f.Node].End, End: n.End}, Text: " ." + label})
			m.add(c.with(writtenPart(1, 1, 2+len(label))))
		}
	case k.OpProduct:
		if m.tree.Dialect != k.K6 {
			m.rebracket(e, n, "[]", false)
		} else if fields := m.tree.Fields(e); len(fields) == 1 {
			// The variant of k4, and its meaning in k6.
			value, label := m.text(m.tree.Span(fields[0].Node)), m.text(fields[0].LabelSpan())
			if m.tree.Nodes[fields[0].Node].Op == k.OpIdentity {
				m.add(replace(span, "|"+label))
			} else {
				m.add(replace(span, "("+value+" |"+label+")"))
			}
		}
	case k.OpMerge:
		if m.tree.Dialect != k.K6 {
			m.rebracket(e, n, "[]", false)
		}
	case k.OpVector:
		m.rebracket(e, n, "<>", false)
		m.rebracket(e, n, "{}", true)
	case k.OpCaret:
		m.add(newCandidate(lang.Edit{Span: lang.Span{Start: n.End - 1, End: n.End}}).
			with(m.lastOf(m.tree.Kids(e)[0])))
	}
}

// sign replaces the sign before a label: a projection of a product or of a union, or the tag of a variant.
func (m *maker) sign(e k.NodeID, n *k.Node) {
	if m.tree.Dialect != k.K6 || !k.Labelled(n.Op) {
		return
	}
	for _, s := range []string{".", "/", "|"} {
		m.add(replace(n.Span(), s+m.text(m.tree.DotLabelSpan(e))))
	}
}

// literal writes a number as a text, and a text as a number.
func (m *maker) literal(e k.NodeID, n *k.Node) {
	switch text := m.tree.Syms.Text(n.Sym); n.Op {
	case k.OpInt:
		m.add(replace(n.Span(), strconv.Quote(text)))
	case k.OpString:
		if _, err := strconv.Atoi(text); err != nil {
			text = strconv.Itoa(len(text))
		}
		m.add(replace(n.Span(), text))
	}
}

// lastOf returns the last element of a composition, or the node itself.
func (m *maker) lastOf(e k.NodeID) draftPlace {
	if m.tree.Nodes[e].Op == k.OpComp {
		kids := m.tree.Kids(e)
		e = kids[len(kids)-1]
	}
	return keptPlace(m.tree.Span(e))
}

// rebracket changes the brackets of a product, merge or vector. It removes labels where the new kind has none, and adds
// them where it needs some.
func (m *maker) rebracket(e k.NodeID, n *k.Node, brackets string, label bool) {
	edits := bracketed(n.Start, n.End, brackets)
	if k.Fielded(n.Op) {
		for _, f := range m.tree.Fields(e) {
			value := m.tree.Span(f.Node)
			if f.Prefix {
				edits = append(edits, lang.Edit{Span: lang.Span{Start: f.Start, End: value.Start}})
			} else {
				edits = append(edits, lang.Edit{Span: lang.Span{Start: value.End, End: f.End}})
			}
		}
	} else if label {
		order := m.rand.Perm(len(m.labels))
		if len(order) < len(m.tree.Kids(e)) {
			return
		}
		for i, kid := range m.tree.Kids(e) {
			end := m.tree.Span(kid).End
			edits = append(edits, lang.Edit{Span: lang.Span{Start: end, End: end},
				Text: " " + m.labelText(m.labels[order[i]])})
		}
	}
	m.add(newCandidate(edits...).with(keptPlace(n.Span())))
}

// bracketed returns the edits that replace the brackets at the ends of a range.
func bracketed(start, end int32, brackets string) []lang.Edit {
	return []lang.Edit{
		{Span: lang.Span{Start: start, End: start + 1}, Text: brackets[:1]},
		{Span: lang.Span{Start: end - 1, End: end}, Text: brackets[1:]},
	}
}

func (m *maker) mergeProduct(e k.NodeID, n *k.Node) {
	switch n.Op {
	case k.OpProduct:
		m.rebracket(e, n, "<>", false)
	case k.OpMerge:
		m.rebracket(e, n, "{}", true)
	}
}

// typ replaces `$T`, or a name within it.
func (m *maker) typ(e k.NodeID, n *k.Node) {
	for _, t := range m.types {
		switch {
		case n.Op == k.OpCodeName && t != m.tree.Syms.Text(n.Sym):
			c := replace(n.Span(), t)
			if up := m.places.parent[e]; m.tree.Nodes[up].Op == k.OpType {
				c.with(keptPlace(m.tree.Span(up))) // the name with its sign is the expression
			}
			m.add(c)
		case n.Op == k.OpType && m.tree.Nodes[m.tree.Kids(e)[0]].Op != k.OpCodeName:
			m.add(replace(n.Span(), "$"+t))
		}
	}
}

func (m *maker) ref(e k.NodeID, n *k.Node) {
	if n.Op != k.OpRef {
		return
	}
	others := m.functions
	if m.names.Func[n.Sym] < 0 && m.tree.Dialect != k.K6 {
		others = []string{"PLUS", "DIV", "CONCAT", "GT", "CONS", "SNOC", "toVEC"}
	}
	for _, f := range others {
		m.add(replace(n.Span(), f))
	}
}

func (m *maker) identity(e k.NodeID, n *k.Node) {
	switch n.Op {
	case k.OpComp:
		for _, kid := range m.tree.Kids(e) {
			if m.tree.Nodes[kid].Op != k.OpIdentity && m.single(kid) {
				m.add(replace(m.tree.Span(kid), "()"))
			}
		}
	case k.OpIdentity:
		for range 4 {
			m.add(replace(n.Span(), m.someLeaf()))
		}
	}
}

// someLeaf returns the text of a one-token expression from anywhere in the program.
func (m *maker) someLeaf() string {
	return m.text(m.tree.Span(m.leaves[m.rand.IntN(len(m.leaves))]))
}

func (m *maker) productLabel(e k.NodeID, n *k.Node) {
	if n.Op != k.OpProduct {
		return
	}
	fields := m.tree.Fields(e)
	for _, f := range fields {
		m.relabel(f.LabelSpan(), f.Label, fields)
	}
}

// fieldSpans returns the fields of a bracket with their spans. ok is false if anything but a comma and blanks is
// between them.
func (m *maker) fieldSpans(e k.NodeID, n *k.Node) (fields []k.Field, spans []lang.Span, ok bool) {
	fields = m.tree.Fields(e)
	last := n.Start + 1
	for i := range fields {
		s := m.places.fieldSpan(&fields[i])
		want := ","
		if i == 0 {
			want = ""
		}
		if strings.TrimSpace(string(m.Source[last:s.Start])) != want {
			return nil, nil, false
		}
		spans = append(spans, s)
		last = s.End
	}
	return fields, spans, true
}

// dropField returns the edit that removes a field and one comma.
func dropField(spans []lang.Span, i int) lang.Edit {
	switch {
	case i+1 < len(spans):
		return lang.Edit{Span: lang.Span{Start: spans[i].Start, End: spans[i+1].Start}}
	case i > 0:
		return lang.Edit{Span: lang.Span{Start: spans[i-1].End, End: spans[i].End}}
	}
	return lang.Edit{Span: spans[i]}
}

// placesBeside returns the places of a missing field: the bracket and the fields next to it, each also by its label.
func placesBeside(n *k.Node, fields []k.Field, spans []lang.Span, i int) []draftPlace {
	places := []draftPlace{keptPlace(n.Span())}
	for _, j := range [2]int{i - 1, i + 1} {
		if j >= 0 && j < len(spans) {
			places = append(places, keptPlace(spans[j]), keptPlace(fields[j].LabelSpan()))
		}
	}
	return places
}

func (m *maker) fieldDrop(e k.NodeID, n *k.Node) {
	if n.Op != k.OpProduct {
		return
	}
	fields, spans, ok := m.fieldSpans(e, n)
	if !ok {
		return
	}
	for i := range fields {
		m.add(newCandidate(dropField(spans, i)).with(placesBeside(n, fields, spans, i)...))
	}
}

// fieldSwap exchanges the labels of two fields of a product, or two elements of a vector.
func (m *maker) fieldSwap(e k.NodeID, n *k.Node) {
	var spans []lang.Span
	switch n.Op {
	case k.OpProduct:
		for _, f := range m.tree.Fields(e) {
			spans = append(spans, f.LabelSpan())
		}
	case k.OpVector:
		for _, kid := range m.tree.Kids(e) {
			spans = append(spans, m.tree.Span(kid))
		}
	}
	if len(spans) > mostSwapped {
		return
	}
	for i, a := range spans {
		for _, b := range spans[i+1:] {
			m.add(exchange(m.Source, a, b))
		}
	}
}

// mostSwapped is the maximal number of fields of a bracket for which all pairs are swapped.
const mostSwapped = 12

func (m *maker) fieldAdd(e k.NodeID, n *k.Node) {
	if n.Op != k.OpProduct && n.Op != k.OpVariant {
		return
	}
	fields := m.tree.Fields(e)
	for range min(4, len(m.labels)) {
		label := m.labels[m.rand.IntN(len(m.labels))]
		if hasLabel(m.tree, fields, label) {
			continue
		}
		text, at := m.someLeaf()+" "+m.labelText(label), n.End-1
		if len(fields) > 0 {
			at = m.places.fieldSpan(&fields[len(fields)-1]).End
			text = ", " + text
		}
		from := len(text) - len(strings.TrimPrefix(text, ", "))
		m.add(insert(at, text).with(newPart(from, len(text)), newPart(len(text)-len(m.labelText(label)), len(text))))
	}
}

// filter edits a filter: a label, whether it is closed, or a variable.
func (m *maker) filter(e k.NodeID, n *k.Node) {
	switch n.Op {
	case k.OpFilterVar:
		for _, t := range m.types {
			m.add(replace(n.Span(), "$"+t))
		}
	case k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion:
		if m.tree.Dialect == k.K6 {
			if n.Op == k.OpFilterAny {
				return // it has one form
			}
			m.otherBrackets(n)
		}
		fields := m.tree.Fields(e)
		for _, f := range fields {
			m.relabel(f.LabelSpan(), f.Label, fields)
		}
		from := n.Start + 1
		if len(fields) > 0 {
			from = m.places.fieldSpan(&fields[len(fields)-1]).End
		}
		if n.Flags != k.FlagOpen {
			text := "..."
			if len(fields) > 0 {
				text = ", ..."
			}
			m.add(insert(from, text).with(keptPlace(n.Span()), writtenPart(0, len(text)-3, len(text))))
			return
		}
		if i := bytes.Index(m.Source[from:n.End], []byte("...")); i >= 0 {
			m.add(newCandidate(lang.Edit{Span: lang.Span{Start: from,
				End: from + int32(i) + 3}}).with(keptPlace(n.Span())))
		}
	}
}

// otherBrackets turns a union within a type or a filter of k6 into a product, or a product into a union.
func (m *maker) otherBrackets(n *k.Node, uses ...draftPlace) {
	end := n.End - 1
	for m.Source[end] != '}' && m.Source[end] != '>' {
		end-- // the name of a shape follows the bracket
	}
	brackets := "<>"
	if m.Source[n.Start] == '<' {
		brackets = "{}"
	}
	m.add(newCandidate(bracketed(n.Start, end+1, brackets)...).with(keptPlace(n.Span())).with(uses...))
}

// typedef edits the definition of a type.
func (m *maker) typedef(d *k.Def, e k.NodeID, n *k.Node) {
	uses := m.uses(d.Name)
	switch n.Op {
	case k.OpCodeName:
		for _, t := range m.types {
			m.add(replace(n.Span(), t).with(uses...))
		}
	case k.OpCodeProduct, k.OpCodeUnion:
		if m.tree.Dialect == k.K6 {
			m.otherBrackets(n, uses...)
		}
		fields, spans, ok := m.fieldSpans(e, n)
		for i, f := range fields {
			m.relabel(f.LabelSpan(), f.Label, fields, uses...)
			if ok {
				m.add(newCandidate(dropField(spans, i)).with(placesBeside(n, fields, spans, i)...).with(uses...))
			}
		}
	}
}

// uses returns the places where definitions use a type, by its name or by the name of a type that contains it.
func (m *maker) uses(name lang.Sym) []draftPlace {
	about := map[lang.Sym]bool{name: true}
	for again := true; again; {
		again = false
		for i := range m.tree.Types {
			t := &m.tree.Types[i]
			for e := t.First; e <= t.Root && !about[t.Name]; e++ {
				if n := &m.tree.Nodes[e]; n.Op == k.OpCodeName && about[n.Sym] {
					about[t.Name], again = true, true
				}
			}
		}
	}
	var places []draftPlace
	for e, n := range m.tree.Nodes {
		if n.Op != k.OpCodeName || m.defOf[e] < 0 || !about[n.Sym] {
			continue
		}
		for up := k.NodeID(e); up != k.NoNode; up = m.places.parent[up] {
			if op := m.tree.Nodes[up].Op; op == k.OpType || op == k.OpFilterCode {
				places = append(places, usePlace(m.tree.Span(up)))
				break
			}
		}
	}
	return places
}

// single reports whether an element of a composition certainly has no parentheses around it.
func (m *maker) single(e k.NodeID) bool {
	op := m.tree.Nodes[e].Op
	return op != k.OpComp && op != k.OpCaret
}

// compDrop removes an element of a composition.
func (m *maker) compDrop(e k.NodeID, n *k.Node) {
	if n.Op != k.OpComp {
		return
	}
	kids := m.tree.Kids(e)
	for i, kid := range kids {
		if !m.single(kid) {
			continue
		}
		s := m.tree.Span(kid)
		var around []draftPlace
		if i > 0 {
			around = append(around, keptPlace(m.tree.Span(kids[i-1])))
		}
		if i+1 == len(kids) {
			s.Start = m.tree.Span(kids[i-1]).End
		} else {
			next := m.tree.Span(kids[i+1])
			s.End, around = next.Start, append(around, keptPlace(next))
			if i > 0 {
				around = append(around, keptPlace(m.tree.Span(kids[i-1]).To(next)))
			}
		}
		m.add(newCandidate(lang.Edit{Span: s}).with(around...))
	}
}

// compSwap swaps two neighbours of a composition.
func (m *maker) compSwap(e k.NodeID, n *k.Node) {
	if n.Op != k.OpComp {
		return
	}
	kids := m.tree.Kids(e)
	for i := 1; i < len(kids); i++ {
		a, b := m.tree.Span(kids[i-1]), m.tree.Span(kids[i])
		if !m.single(kids[i-1]) || !m.single(kids[i]) || bytes.ContainsAny(m.Source[a.End:b.Start], "()") {
			continue
		}
		c := turn(m.Source, a, b)
		m.add(c.with(writtenPart(0, 0, len(c.edits[0].Text))))
	}
}

// compInsert inserts an element of another composition into a composition.
func (m *maker) compInsert(e k.NodeID, n *k.Node) {
	if n.Op != k.OpComp {
		return
	}
	kids := m.tree.Kids(e)
	for i := 0; i <= len(kids); i++ {
		for range 2 {
			leaf := m.someLeaf()
			at, text, from := int32(0), leaf+" ", 0
			if i < len(kids) {
				at = m.tree.Span(kids[i]).Start
			} else {
				at, text, from = m.tree.Span(kids[i-1]).End, " "+leaf, 1
			}
			m.add(insert(at, text).with(newPart(from, from+len(leaf))))
		}
	}
}
