package k

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// compare says how two facts contradict each other: the code, the sentence and
// the labels of the source frame. x is the primary one.
func (a *analysis) compare(d *lang.Diagnostic, x, y *witness) {
	d.Label = x.says
	fx, fy := x.fact.Flat, y.fact.Flat
	hx, hy := fx.Head(), fy.Head()
	switch {
	case hx != unify.NoHead && hy != unify.NoHead:
		a.typesDiffer(d, x, y)
		return
	case hx != unify.NoHead && a.types.Heads().IsLiteral(hx):
		a.literalClash(d, y, x)
		return
	case hy != unify.NoHead && a.types.Heads().IsLiteral(hy):
		a.literalClash(d, x, y)
		return
	}
	common := a.shapes(x) & a.shapes(y)
	vector := a.isVector(fx) || a.isVector(fy)
	switch {
	case vector && a.mayBeIndexed(x, y):
		a.noIndex(d, x, y)
	case common&(unify.Product|unify.Union) == 0:
		d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
		d.Message = disagree(x, y, a.bare(x), a.bare(y))
	default:
		a.labelClash(d, x, y, common&unify.Product != 0)
	}
}

// disagree is the sentence about two places that name different things. A
// place that asks something of a value is told apart from one that makes it.
func disagree(x, y *witness, xThing, yThing string) string {
	switch {
	case x.asks && y.asks && x.trust >= trustFilter && y.trust < trustFilter:
		// What is declared is there as soon as something else asks for it.
		return fmt.Sprintf("%s is needed where the program has %s", yThing, xThing)
	case x.asks && y.asks && y.trust >= trustFilter && x.trust < trustFilter:
		return fmt.Sprintf("%s is needed where the program has %s", xThing, yThing)
	case x.asks && y.asks:
		return fmt.Sprintf("one value would have to be both %s and %s", xThing, yThing)
	case x.asks:
		return fmt.Sprintf("%s is needed where the program has %s", xThing, yThing)
	case y.asks:
		return fmt.Sprintf("%s is needed where the program has %s", yThing, xThing)
	}
	return fmt.Sprintf("this is %s where it has to agree with %s", xThing, yThing)
}

func (a *analysis) shapes(w *witness) unify.Shape {
	// A node's own labels may have excluded a vector; what its form would allow
	// is what tells the kinds apart.
	switch w.fact.Flat.Form() {
	case "(...)", "()":
		return unify.AnyShape
	}
	return w.fact.Flat.Shapes()
}

func (a *analysis) isVector(f unify.Flat) bool { return f.Shapes() == unify.Vector }

// mayBeIndexed reports whether of a vector and another pattern the other could
// be a vector but for its labels.
func (a *analysis) mayBeIndexed(x, y *witness) bool {
	other := x
	if a.isVector(x.fact.Flat) {
		other = y
	}
	switch other.fact.Flat.Form() {
	case "(...)", "()", "{...}":
		return true
	}
	return false
}

// bare names a witness's kind without its labels.
func (a *analysis) bare(w *witness) string {
	f := w.fact.Flat
	if h := f.Head(); h != unify.NoHead {
		return a.typeThing(h)
	}
	switch f.Form() {
	case "[]":
		return "a vector"
	case "{}":
		if len(w.fact.Edges) == 0 {
			return "the unit `{}`"
		}
		return "a product"
	case "{...}", "{}|[]":
		return "a product"
	case "<>", "<...>":
		if len(w.fact.Edges) == 1 && f.Form() == "<...>" {
			return "a variant " + a.labelWord(w.fact.Edges[0].Label)
		}
		return "a union"
	}
	return w.thing
}

// noIndex: a label of a vector that is no index.
func (a *analysis) noIndex(d *lang.Diagnostic, x, y *witness) {
	other := x
	if a.isVector(x.fact.Flat) {
		other = y
	}
	d.Code, d.Clash.Reason = lang.NotAnIndex, "no-index"
	for _, l := range a.labelsOf(other.fact) {
		if !a.labels.Index().Has(l) {
			d.Clash.Label = a.labels.Text(l)
			d.Message = fmt.Sprintf("a vector has no field %s: its elements are read by an index, as in `.0`", a.labelWord(l))
			return
		}
	}
}

// literalClash: a built-in type, the witness t, against a pattern.
func (a *analysis) literalClash(d *lang.Diagnostic, x, t *witness) {
	f := x.fact.Flat
	name, _ := a.types.Atom(t.fact.Flat.Head())
	if f.Shapes()&unify.Union != 0 && !f.Closed() {
		for _, l := range a.labelsOf(x.fact) {
			if !a.literalHas(name, l) {
				d.Code, d.Clash.Reason, d.Clash.Label = lang.NotALiteral, "no-literal", a.labels.Text(l)
				d.Message = fmt.Sprintf("%s has no field %s", t.thing, a.labelWord(l))
				if x.fact.Flat.Form() == "<...>" {
					d.Message = fmt.Sprintf("a variant %s is no value of `$%s`", a.labelWord(l), name)
					a.pointAt(d, x, l, x.says)
				}
				return
			}
		}
	}
	d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
	d.Message = disagree(x, t, a.bare(x), a.bare(t))
}

func (a *analysis) literalHas(name string, l unify.Label) bool {
	switch text := a.labels.Text(l); name {
	case "int":
		return patterns.IsIndex(text)
	case "bool":
		return text == "true" || text == "false"
	}
	return true
}

// typesDiffer: two named or built-in types.
func (a *analysis) typesDiffer(d *lang.Diagnostic, x, y *witness) {
	hx, hy := x.fact.Flat.Head(), y.fact.Flat.Head()
	diff := a.types.Difference(hx, hy)
	d.Code, d.Clash.Reason = lang.TypesDiffer, "type-differs"
	if x.span == y.span && len(x.fact.Within) > 0 && len(y.fact.Within) > 0 {
		d.Message = fmt.Sprintf("%s and %s of one type would have to agree: %s and %s",
			a.partText(x.fact.Within), a.partText(y.fact.Within), x.thing, y.thing)
		return
	}
	for _, l := range diff.Path {
		d.Clash.Path = append(d.Clash.Path, a.labels.Text(l))
	}
	if len(diff.Path) == 0 {
		d.Message = disagree(x, y, x.thing, y.thing)
		if _, atom := a.types.Atom(hx); !atom {
			if _, atom := a.types.Atom(hy); !atom {
				d.Notes = append(d.Notes, a.howTypesDiffer(diff, x, y))
			}
		}
		return
	}
	d.Message = fmt.Sprintf("%s and %s differ in %s: %s in one, %s in the other",
		x.thing, y.thing, a.partText(diff.Path), a.typeThing(diff.A), a.typeThing(diff.B))
	if x.thing == y.thing {
		d.Message = fmt.Sprintf("two types differ in %s: %s in one, %s in the other",
			a.partText(diff.Path), a.typeThing(diff.A), a.typeThing(diff.B))
	}
}

// howTypesDiffer compares two structured types that differ at once.
func (a *analysis) howTypesDiffer(diff patterns.Difference, x, y *witness) string {
	if sa, sb := a.types.Shape(diff.A), a.types.Shape(diff.B); sa != sb {
		return fmt.Sprintf("%s is %s, %s is %s", x.thing, shapeWord(sa), y.thing, shapeWord(sb))
	}
	only, other := a.fieldDifference(diff.A, diff.B)
	return differenceText(x.thing, y.thing, a.labelListOrEmpty(only), a.labelListOrEmpty(other))
}

func (a *analysis) labelListOrEmpty(ls []unify.Label) string {
	if len(ls) == 0 {
		return ""
	}
	return a.labelList(ls, "label")
}

func differenceText(x, y, only, other string) string {
	switch {
	case other == "":
		return fmt.Sprintf("only %s has %s", x, only)
	case only == "":
		return fmt.Sprintf("only %s has %s", y, other)
	}
	return fmt.Sprintf("only %s has %s, only %s has %s", x, only, y, other)
}

func shapeWord(s unify.Shape) string {
	switch s {
	case unify.Product:
		return "a product"
	case unify.Union:
		return "a union"
	}
	return "a vector"
}

func (a *analysis) fieldDifference(x, y patterns.Type) (only, other []unify.Label) {
	return a.difference(a.labelsOf(patterns.Fact{Flat: a.types.Heads().Flat(x)}),
		a.labelsOf(patterns.Fact{Flat: a.types.Heads().Flat(y)}))
}

// difference returns the labels that only one of two lists has.
func (a *analysis) difference(x, y []unify.Label) (only, other []unify.Label) {
	in := make(map[unify.Label]bool, len(y))
	for _, l := range y {
		in[l] = true
	}
	for _, l := range x {
		if !in[l] {
			only = append(only, l)
		}
		delete(in, l)
	}
	for _, l := range y {
		if in[l] {
			other = append(other, l)
		}
	}
	return only, other
}

// labelClash: shapes fit, labels do not. A closed side has exactly its labels.
func (a *analysis) labelClash(d *lang.Diagnostic, x, y *witness, product bool) {
	lx, ly := a.labelsOf(x.fact), a.labelsOf(y.fact)
	only, other := a.difference(lx, ly)
	closedX, closedY := x.fact.Flat.Closed(), y.fact.Flat.Closed()
	noun, whole := "field", "product"
	if !product {
		noun, whole = "tag", "union"
	}
	switch {
	case closedY && !closedX:
		// x asks for labels that y has not.
		a.missing(d, y, x, only, ly, noun, whole)
	case closedX && !closedY:
		a.missing(d, x, nil, other, lx, noun, whole)
	case len(other) == 0:
		d.Code, d.Clash.Reason = lang.ExtraLabel, "extra-label"
		d.Clash.Label = a.labels.Text(only[0])
		a.pointAt(d, x, only[0], "no such "+noun+" in "+a.owner(y, whole))
		d.Message = fmt.Sprintf("this %s has %s too many for %s", whole, a.labelList(only, noun), a.owner(y, whole))
	case len(only) == 0:
		d.Code, d.Clash.Reason = missingCode(product), "missing-label"
		d.Clash.Label = a.labels.Text(other[0])
		d.Message = fmt.Sprintf("this %s lacks %s of %s", whole, a.labelList(other, noun), a.owner(y, whole))
	default:
		d.Code, d.Clash.Reason = lang.LabelsDiffer, "label-sets"
		d.Message = fmt.Sprintf("this %s has %s where %s has %s", whole,
			a.labelList(only, noun), a.owner(y, whole), a.labelList(other, noun))
	}
}

func missingCode(product bool) lang.Code {
	if product {
		return lang.MissingField
	}
	return lang.MissingTag
}

// owner names the closed side of a clash.
func (a *analysis) owner(w *witness, whole string) string {
	if h := w.fact.Flat.Head(); h != unify.NoHead {
		return a.typeThing(h)
	}
	if w.callee != "" {
		return fmt.Sprintf("the %s of `%s`", whole, w.callee)
	}
	return "the other " + whole
}

// pointAt moves the primary place from a whole literal to one of its labels.
func (a *analysis) pointAt(d *lang.Diagnostic, w *witness, l unify.Label, says string) {
	if w.callee != "" || !a.tree.Nodes[w.site].Op.Fielded() || d.Span != w.span {
		return
	}
	for _, f := range a.tree.Fields(w.site) {
		if unify.Label(f.Label) == l {
			d.Span, d.Label = f.LabelSpan(), says
		}
	}
}

// missing: a label is asked for, by the primary place when asker is set, that
// the closed side lacks.
func (a *analysis) missing(d *lang.Diagnostic, closed, asker *witness, missing, has []unify.Label, noun, whole string) {
	d.Code, d.Clash.Reason = missingCode(noun == "field"), "missing-label"
	if len(missing) == 0 {
		return
	}
	l := missing[0]
	d.Clash.Label = a.labels.Text(l)
	owner := "this " + whole
	if h := closed.fact.Flat.Head(); h != unify.NoHead {
		owner = a.typeThing(h)
	}
	d.Message = fmt.Sprintf("%s has no %s %s", owner, noun, a.labelWord(l))
	if asker != nil && asker.fact.Flat.Form() == "<...>" {
		a.pointAt(d, asker, l, asker.says)
	}
	if asker != nil && noun == "tag" && asker.trust == trustDot && asker.asks {
		d.Label = "needs a tag " + a.labelWord(l)
	}
	names := make([]string, len(has))
	for i, h := range has {
		names[i] = a.labels.Text(h)
	}
	if near := lang.Nearest(a.labels.Text(l), slices.Values(names), 1); len(near) == 1 {
		word := "`" + k.LabelText(near[0]) + "`"
		d.Help = append(d.Help, fmt.Sprintf("there is a %s %s", noun, word))
		if at, ok := a.labels.Lookup(near[0]); ok && d.Span == closed.span {
			a.pointAt(d, closed, at, "this is not "+a.labelWord(l))
		}
	} else if len(has) > 0 {
		d.Help = append(d.Help, "there is "+a.labelList(has, noun)+" only")
		if len(has) > 1 {
			d.Help[len(d.Help)-1] = "there are " + a.labelList(has, noun) + " only"
		}
	}
}

// onlyVector: two patterns leave only a vector, the third is none.
func (a *analysis) onlyVector(d *lang.Diagnostic, ws []*witness) {
	d.Code, d.Clash.Reason = lang.OnlyVector, "kind"
	d.Label = ws[0].says
	d.Message = fmt.Sprintf("%s, %s and %s cannot be one pattern, though any two of them can", ws[0].thing, ws[1].thing, ws[2].thing)
	d.Notes = append(d.Notes, "two patterns with different labels that are all indices can only be a vector, which the third is not")
}
