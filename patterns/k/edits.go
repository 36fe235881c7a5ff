package k

import (
	"slices"
	"strings"

	"bytes"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The kinds of changes that only k has.
var (
	editLiteral = &repair.Kind{Name: "literal", Side: 6, Else: 20, Class: repair.ByLiteral}     // 1 and "1"
	editDot     = &repair.Kind{Name: "form", Side: 18, Else: 22, Class: repair.ByForm}          // .l, {() l} and l
	editBracket = &repair.Kind{Name: "bracket", Side: 18, Else: 22, Class: repair.ByBracket}    // {…}, <…>, […] and (…)
	editComma   = &repair.Kind{Name: "comma", Side: 18, Else: 20, Class: repair.ByForm}         // [.x .y] and [.x, .y]
	editOrder   = &repair.Kind{Name: "order", Side: 10, Else: 14, Class: repair.ByLabel}        // {x int} and {$int x} in a filter
	editTypes   = &repair.Kind{Name: "type-product", Side: 4, Else: 6, Class: repair.ByType}    // {$T x, …}, ${…}
	editTypeBox = &repair.Kind{Name: "type-vector", Side: 22, Else: 28, Class: repair.ByType}   // $T and $[T]
	editBox     = &repair.Kind{Name: "vector", Side: 18, Else: 24, Class: repair.ByBox}         // e ^, | and [e]
	editConst   = &repair.Kind{Name: "constant", Side: 14, Else: 18, Class: repair.ByInsert}    // .l and .l 1, beside .m 2 and others
	editInfix   = &repair.Kind{Name: "infix", Side: 10, Else: 14, Class: repair.ByForm}         // x F y and [x, y] F
	editOpen    = &repair.Kind{Name: "filter-open", Side: 26, Else: 32, Class: repair.ByFilter} // {…} and {…, ...} in a filter
	editClose   = &repair.Kind{Name: "filter-closed", Side: 20, Else: 26, Class: repair.ByFilter}
)

// editKinds lists the kinds of all changes, in the order in which they are tried.
var editKinds = []*repair.Kind{
	repair.Typo, repair.TypoAny, repair.Match, repair.Label, repair.LabelHere, editLiteral, editDot, editBracket,
	repair.Type, editTypes, editTypeBox,
	repair.RefTypo, repair.Ref, repair.Swap, repair.Drop, repair.Project, repair.Call, editConst, repair.Tag, editComma,
	editOrder, editInfix, editBox, editOpen, editClose, repair.Field, repair.Remove, repair.Unneeded, repair.Hole,
}

const (
	gainOfName      = 8  // the label is the name of a function and occurs nowhere else
	costOfNoLiteral = 10 // the other side is neither an integer nor a string
	costOfStray     = 6  // a pipe without a caret
	gainOfCaret     = 14 // no caret collects what a pipe opens
)

// An editor proposes changes of k.
type editor struct {
	*repair.Repairer
	a    *program
	tree *k.Tree
	site k.NodeID // of the spot
}

func (r editor) parent(e k.NodeID) k.NodeID { return k.NodeID(r.Parent(int32(e))) }

func (a repairing) Propose(m *repair.Repairer, s repair.Spot) {
	r := editor{m, a.a, a.a.tree, k.NodeID(s.Site)}
	n := &a.a.tree.Nodes[s.Site]
	switch n.Op {
	case k.OpDot, k.OpVid, k.OpDiv:
		r.labelled(s, n)
	case k.OpVariant, k.OpProduct:
		r.literalProduct(s, n)
	case k.OpMerge, k.OpVector:
		r.elements(s, n)
	case k.OpInt, k.OpString:
		r.number(s, n)
	case k.OpIdentity:
		r.Offer(s, editDot, 0, lang.Text("use the unit: `{}`"), r.Edit(n.Span(), "{}"))
	case k.OpRef:
		r.reference(s, n)
	case k.OpCodeProduct, k.OpCodeUnion, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion:
		r.fielded(s, n)
	case k.OpCodeVector, k.OpCodeName, k.OpFilterVector:
		r.code(s, n)
	}
	r.Elements(s)
	r.Tagged(s)
	r.comma(s, n)
	if r.IsExpression(s.Site) {
		r.constant(s, n)
		if a.a.tree.Dialect != k.K6 {
			r.boxes(s, n)
		}
	}
}

// labelled proposes replacements for `.l`, `|l` or `/l`.
func (r editor) labelled(s repair.Spot, n *k.Node) {
	r.Relabel(s)
	if n.Op == k.OpDot && r.Vectorial() && !r.Labels.Index().Has(unify.Label(n.Sym)) {
		for i, index := range []string{"0", "1"} {
			if l, ok := r.Labels.Lookup(index); ok && r.InBracket(s.Site, l) {
				i += repair.CostOfTwice
			}
			r.Offer(s, repair.Label, -i, lang.Text("read the element `."+index+"`"),
				r.Edit(r.tree.DotLabelSpan(r.site), index))
		}
	}
	word := r.tree.File.Text(r.tree.DotLabelSpan(r.site))
	if r.tree.Dialect == k.K6 || n.Op != k.OpDot {
		r.signs(s, n, word)
	} else {
		gain := 0
		if !r.AsksForTag(s, s.Site, unify.Label(n.Sym)) {
			gain = -repair.CostOfOther
		}
		p := r.Offer(s, editDot, gain, lang.Say("make it the variant `{() %s}`", word), r.Edit(n.Span(), "{() "+word+"}"))
		if r.isRead(unify.Label(n.Sym)) {
			p.Hide()
		}
	}
	r.asFunction(s, n, word)
}

// isRead reports whether the next step reads parts of the value at the spot, but not the one with a label.
func (r editor) isRead(label unify.Label) bool {
	_, after := r.Neighbours(int32(r.site))
	return len(after.Labels) > 0 && !after.Has(label)
}

// infix proposes to write the values around a function before it: as a vector, with those around the same function that
// follows, or as a product of two fields.
func (r editor) infix(s repair.Spot, n *k.Node) {
	comp := r.parent(r.site)
	takes := r.Takes(s)
	product := takes.Flat.Shapes() == unify.Product && len(takes.Labels) == 2
	if comp == k.NoNode || r.tree.Nodes[comp].Op != k.OpComp || takes.Flat.Shapes() != unify.Vector && !product {
		return
	}
	kids := r.tree.Kids(comp)
	at := slices.Index(kids, r.site)
	reads := func(i int) bool { return i >= 0 && i < len(kids) && r.tree.Nodes[kids[i]].Op == k.OpDot }
	is := func(i int) bool {
		return i >= 0 && i < len(kids) && r.tree.Nodes[kids[i]].Op == k.OpRef && r.tree.Nodes[kids[i]].Sym == n.Sym
	}
	from, to := at-1, at
	for reads(from) && reads(from-1) {
		from--
	}
	if from < 0 {
		return
	}
	text := func(from, to int) string {
		return r.tree.File.Text(lang.Span{Start: r.tree.Nodes[kids[from]].Start, End: r.tree.Nodes[kids[to]].End})
	}
	values := []string{text(from, at-1)}
	for is(to) && to+1 < len(kids) && (to == at || !product) {
		first := to + 1
		for to = first; reads(to) && reads(to+1); to++ {
		}
		values = append(values, text(first, to))
		if is(to + 1) {
			to++
		}
	}
	if len(values) < 2 || is(to) {
		return
	}
	fresh := "[" + strings.Join(values, ", ") + "]"
	if product {
		var fields []string
		for i, l := range takes.Labels {
			fields = append(fields, values[i]+" "+r.Label(r.Labels.Text(l)))
		}
		fresh = "{" + strings.Join(fields, ", ") + "}"
	}
	fresh += " " + r.tree.File.Text(n.Span())
	whole := lang.Span{Start: r.tree.Nodes[kids[from]].Start, End: r.tree.Nodes[kids[to]].End}
	r.Offer(s, editInfix, 0, lang.Say("write the values before the function: `%s`", fresh), r.Edit(whole, fresh))
}

// asFunction proposes the function with the name of a label.
func (r editor) asFunction(s repair.Spot, n *k.Node, word string) {
	gain := 0
	if r.Count(unify.Label(n.Sym)) == 1 {
		gain = gainOfName
	}
	if d := r.a.names.Func[n.Sym]; d >= 0 && r.MayRefer(s.Site, d) {
		p := r.Offer(s, editDot, gain, lang.Say("use the function `%s`", word), r.Edit(n.Span(), word))
		p.Refs = append(p.Refs, d)
	} else if r.a.names.Builtin[n.Sym] >= 0 && d < 0 {
		r.Offer(s, editDot, gain, lang.Say("use the function `%s`", word), r.Edit(n.Span(), word))
	}
}

// literalProduct proposes other labels, other fields and other brackets for `{…}` in an expression.
func (r editor) literalProduct(s repair.Spot, n *k.Node) {
	r.Relabel(s)
	fields := r.tree.Fields(r.site)
	if n.Op == k.OpVariant {
		word := r.tree.File.Text(fields[0].LabelSpan())
		if kid := &r.tree.Nodes[fields[0].Node]; kid.Op == k.OpIdentity {
			r.Offer(s, editDot, 0, lang.Say("use %s", r.Signed(".", unify.Label(fields[0].Label))),
				r.Edit(n.Span(), "."+word))
		} else if !fields[0].Prefix {
			r.Offer(s, editDot, -repair.CostRare,
				lang.Say("read the field %s", r.Signed(".", unify.Label(fields[0].Label))),
				r.Edit(lang.Span{Start: n.Start, End: n.Start + 1}, ""),
				r.Edit(lang.Span{Start: r.TrimBlanks(fields[0].Start), End: n.End}, " ."+word))
		}
	}
	if r.tree.Dialect == k.K6 && len(fields) == 1 {
		r.oneField(s, n, &fields[0])
	}
	r.Fields(s)
	if f := r.a.typeOfProduct(r.site); len(f.Edits) == len(fields)+1 && len(fields) <= repair.MostElements {
		r.Offer(s, editTypes, 0, f.Title, f.Edits...) // for `{$int x, $int y}`, which needs an input that has both types
	}
	if len(fields) > 0 && len(fields) <= repair.MostElements {
		// Without labels it may be meant as a vector or a merge.
		for _, b := range []string{"[]", "<>"} {
			if b == "[]" && r.tree.Dialect == k.K6 {
				continue
			}
			edits := []lang.Edit{r.Edit(lang.Span{Start: n.Start, End: n.Start + 1}, b[:1])}
			for _, f := range fields {
				from := r.TrimBlanks(f.Start)
				if f.Prefix || r.tree.Nodes[f.Node].End > from {
					edits = nil
					break
				}
				edits = append(edits, lang.Edit{Span: lang.Span{Start: from, End: f.End}})
			}
			if edits != nil {
				edits = append(edits, r.Edit(lang.Span{Start: n.End - 1, End: n.End}, b[1:]))
				r.Offer(s, editBracket, -repair.CostUnusual, lang.Text("make it "+bracketWords[b]), edits...)
			}
		}
	}
}

// bracketWords says what a bracket without labels makes.
var bracketWords = map[string]string{"[]": "a vector `[…]`", "<>": "a merge `<…>`"}

// elements proposes other brackets for `<…>` and `[…]` in an expression.
func (r editor) elements(s repair.Spot, n *k.Node) {
	kids := r.tree.Kids(r.site)
	other := "[]"
	if n.Op == k.OpVector {
		other = "<>"
	}
	if len(kids) > 0 && r.tree.Dialect != k.K6 {
		r.Offer(s, editBracket, 0, lang.Text("make it "+bracketWords[other]), r.brackets(n, other)...)
	}
	// With the labels of the other side, in their order, it may be meant as a product.
	for _, side := range r.Sides {
		labels := side.Order
		if len(labels) != len(kids) || len(kids) < 2 || len(kids) > repair.MostElements ||
			side.View.Flat.Shapes()&unify.Product == 0 {
			continue
		}
		edits := []lang.Edit{r.Edit(lang.Span{Start: n.Start, End: n.Start + 1}, "{")}
		for i, kid := range kids {
			end := r.closeParens(r.tree.Nodes[kid].End, n.End-1)
			edits = append(edits, r.Edit(lang.Span{Start: end, End: end},
				" "+r.tree.Dialect.LabelText(r.Labels.Text(labels[i]))))
		}
		edits = append(edits, r.Edit(lang.Span{Start: n.End - 1, End: n.End}, "}"))
		r.Offer(s, editBracket, repair.CostUnusual, lang.Say("make it a product with %s", r.LabelList(labels, "field")),
			edits...)
	}
}

// closeParens returns the end of the closing parentheses after an offset.
func (r editor) closeParens(at, limit int32) int32 {
	end := at
	for i := at; i < limit; i++ {
		switch c := r.tree.File.Src[i]; {
		case c == ')':
			end = i + 1
		case !repair.IsBlank(c):
			return end
		}
	}
	return end
}

// brackets replaces the brackets of a node.
func (r editor) brackets(n *k.Node, to string) []lang.Edit {
	end := n.End - 1
	for end > n.Start && !repair.IsCloser(r.tree.File.Src[end]) {
		end-- // skip a name after the bracket, as in {…}=X
	}
	return []lang.Edit{
		{Span: lang.Span{Start: n.Start, End: n.Start + 1}, Text: to[:1]},
		{Span: lang.Span{Start: end, End: end + 1}, Text: to[1:]},
	}
}

// number proposes a string for a number and vice versa.
func (r editor) number(s repair.Spot, n *k.Node) {
	text := r.tree.Syms.Text(n.Sym)
	gain := 0
	if s.Side < 0 || !r.OtherIsLiteral(s.Side) {
		gain = -costOfNoLiteral
	}
	if n.Op == k.OpInt {
		r.Offer(s, editLiteral, gain, lang.Say("write `\"%s\"`, a string", text), r.Edit(n.Span(), `"`+text+`"`))
	} else if r.tree.Dialect.LabelText(text) == text && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') {
		r.Offer(s, editLiteral, gain, lang.Say("write `%s`, an integer", text), r.Edit(n.Span(), text))
	}
}

// fielded proposes other labels and brackets for a part of a type or a filter.
func (r editor) fielded(s repair.Spot, n *k.Node) {
	r.Relabel(s)
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
			gain -= repair.CostOfType
		}
		if b.bracket == "()" {
			gain -= repair.CostOfLoose
		}
		r.Offer(s, editBracket, gain, lang.Text(b.title), r.brackets(n, b.bracket)...)
	}
	switch n.Op {
	case k.OpCodeProduct:
		r.AddToType(s, unify.Product)
	case k.OpCodeUnion:
		r.AddToType(s, unify.Union)
	}
	if isCode {
		return
	}
	r.proposeTypeFirst(s)
	edits := r.brackets(n, "{}")
	end := edits[1].Span.Start
	fields := r.tree.Fields(r.site)
	if n.Flags != k.FlagOpen {
		text := ", ..."
		if len(fields) == 0 {
			text = "..."
		}
		at := r.TrimBlanks(end)
		r.Offer(s, editOpen, 0, lang.Text("let the filter admit more: `...`"),
			lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text})
		return
	}
	// Admitting less fixes nothing, except that a filter of a single label is a union.
	if span, ok := r.ellipsis(n, fields, end); ok && len(fields) == 1 {
		r.Offer(s, editClose, 0, lang.Text("make the filter a union of this tag: without `...`"), lang.Edit{Span: span})
	}
}

// ellipsis returns the place of a filter's "..." with the adjacent comma.
func (r editor) ellipsis(n *k.Node, fields []k.Field, end int32) (lang.Span, bool) {
	src := r.tree.File.Src
	last := n.Start + 1
	for _, f := range fields {
		last = max(last, f.End, r.tree.Nodes[f.Node].End)
	}
	i := bytes.Index(src[last:end], []byte("..."))
	if i < 0 {
		return lang.Span{}, false // it is before the fields
	}
	span := lang.Span{Start: last + int32(i), End: last + int32(i) + 3}
	if len(fields) > 0 {
		span.Start = last
	}
	return span, true
}

// reference proposes other functions for a reference, or the field or the type with its name.
func (r editor) reference(s repair.Spot, n *k.Node) {
	r.Reference(s)
	r.infix(s, n)
	name := r.tree.Syms.Text(n.Sym)
	if r.Count(unify.Label(n.Sym)) > 0 {
		r.Offer(s, editDot, 0, lang.Say("read the field: `.%s`", name), r.Edit(n.Span(), "."+name)).Named = true
	}
	if t := r.a.names.Type[n.Sym]; t >= 0 {
		p := r.Offer(s, editDot, 0, lang.Say("use the type `$%s`", name), r.Edit(n.Span(), "$"+name))
		p.Named, p.Types = true, append(p.Types, t)
	}
}

// comma proposes to split an element of a vector between two steps of its composition.
func (r editor) comma(s repair.Spot, n *k.Node) {
	comp := r.parent(r.site)
	if comp == k.NoNode || r.tree.Nodes[comp].Op != k.OpComp {
		return
	}
	if up := r.parent(comp); up == k.NoNode || r.tree.Nodes[up].Op != k.OpVector {
		return
	}
	kids := r.tree.Kids(comp)
	for i, kid := range kids[1:] {
		before := r.tree.Nodes[kids[i]].End
		if kid == r.site && before < n.Start && repair.IsBlank(r.tree.File.Src[before]) {
			r.Offer(s, editComma, 0, lang.Say("put a comma before %s", r.Quote(s.Site)),
				lang.Edit{Span: lang.Span{Start: before, End: before}, Text: ","})
		}
	}
}

// proposeTypeFirst proposes to write the type of a field before its label, where a filter has the name of a type as a
// label.
func (r editor) proposeTypeFirst(s repair.Spot) {
	var edits []lang.Edit
	title := ""
	for _, f := range r.tree.Fields(r.site) {
		part := &r.tree.Nodes[f.Node]
		if label := r.tree.Syms.Text(f.Label); part.Op == k.OpFilterVar && !f.Prefix && r.a.isTypeName(f.Label) {
			name := r.tree.Syms.Text(part.Sym)
			edits = append(edits, r.Edit(r.tree.Span(f.Node), "$"+label), r.Edit(f.LabelSpan(), name))
			title = "$" + label + " " + name
		}
	}
	if len(edits) > 0 {
		r.Offer(s, editOrder, 0, lang.Text("write the type before its label: `"+title+"`"),
			edits...).Several = len(edits) > 2
	}
}

// isTypeName reports whether a name is the name of a type in the program.
func (a *program) isTypeName(name lang.Sym) bool {
	return a.names.Type[name] >= 0 ||
		a.tree.Dialect != k.K6 && slices.Contains(k.BuiltinTypes[:], a.tree.Syms.Text(name))
}

// constant proposes a final constant for the only one of several parts that lacks it.
func (r editor) constant(s repair.Spot, n *k.Node) {
	part, other := r.Outlier(s.Site)
	if part != s.Site || r.Kind(other) != message.Composes {
		return
	}
	own, like := []int32{part}, r.Kids(other)
	if r.Kind(part) == message.Composes {
		own = r.Kids(part)
	}
	last := len(like) - 1
	if r.Kind(like[last]) != message.Literal ||
		!slices.EqualFunc(own, like[:last], func(a, b int32) bool { return r.Kind(a) == r.Kind(b) }) {
		return
	}
	value := r.tree.File.Text(r.tree.Nodes[like[last]].Span())
	r.Offer(s, editConst, 0, lang.Say("end it with a constant, as the others do: `%s`",
		r.tree.File.Text(n.Span())+" "+value),
		r.Edit(lang.Span{Start: n.End, End: n.End}, " "+value))
}
