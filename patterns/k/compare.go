package k

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// compare says how two facts contradict each other: the code, the sentence and
// the labels of the source frame. x is the primary one. It returns the labels from
// the part in which they meet down to where they differ.
func (a *analysis) compare(d *lang.Diagnostic, x, y *witness) (below []unify.Label) {
	d.Label = x.says
	fx, fy := x.fact.Claim.Flat, y.fact.Claim.Flat
	hx, hy := fx.Head(), fy.Head()
	switch {
	case hx != unify.NoHead && hy != unify.NoHead:
		return a.typesDiffer(d, x, y)
	case hx != unify.NoHead && a.Types.Heads().IsLiteral(hx):
		a.literalClash(d, x, y, x)
		return nil
	case hy != unify.NoHead && a.Types.Heads().IsLiteral(hy):
		a.literalClash(d, x, x, y)
		return nil
	}
	common := a.shapes(x) & a.shapes(y)
	vector := a.isVector(fx) || a.isVector(fy)
	switch {
	case vector && a.mayBeIndexed(x, y):
		a.noIndex(d, x, y)
	case common&(unify.Product|unify.Union) == 0:
		d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
		d.Message = a.disagree(x, y, a.bare(x), a.bare(y))
	default:
		a.labelClash(d, x, y, common&unify.Product != 0)
	}
	return nil
}

// disagree is the sentence about two places that name different things: what the
// primary one is or asks for, and what it gets or has to fit.
func (a *analysis) disagree(x, y *witness, xThing, yThing string) string {
	xAsks, yAsks := x.demands(y), y.demands(x)
	switch first := a.states(x, y, xThing, xAsks, true); {
	case xAsks && !yAsks && y.callee != "":
		return fmt.Sprintf("%s, but gets %s from `%s`", first, yThing, y.callee)
	case xAsks && !yAsks:
		return fmt.Sprintf("%s, but gets %s", first, yThing)
	case yAsks || y.declares || y.callee != "":
		return first + ", but " + a.states(y, x, yThing, yAsks, false)
	default:
		return fmt.Sprintf("%s, but has to agree with %s", first, yThing)
	}
}

// demands reports whether a witness asks something of a value that another one
// has made. What is declared is there as soon as something else asks for it.
func (w *witness) demands(other *witness) bool {
	return w.asks && !(w.declares && (len(w.path) > 0 || other.asks && !other.declares))
}

// states is a clause about a witness: "`f` takes a string", "this is a vector".
func (a *analysis) states(w, other *witness, thing string, asks, first bool) string {
	isType := a.tree.Nodes[w.site].Op == k.OpType
	switch {
	case w.callee != "" && w.asks:
		return "`" + w.callee + "` takes " + thing
	case w.callee != "":
		return "`" + w.callee + "` gives " + thing
	case a.tree.Nodes[w.site].Op == k.OpPipe:
		return "`|` takes " + thing
	case w.declares && !isType && first:
		return "this filter asks for " + thing
	case w.declares && !isType && other.declares && a.tree.Nodes[other.site].Op != k.OpType:
		return "the other filter asks for " + thing
	case w.declares && !isType:
		return "the filter asks for " + thing
	case isType && len(w.path) > 0 && first:
		return "this type has " + thing
	case isType && len(w.path) > 0:
		return a.noun(w.site) + " has " + thing
	case asks && first:
		return "this needs " + thing
	case asks:
		return thing + " is needed"
	case first:
		return "this is " + thing
	}
	return a.noun(w.site) + " is " + thing
}

func (a *analysis) shapes(w *witness) unify.Shape {
	// A node's own labels may have excluded a vector; what its form would allow
	// is what tells the kinds apart.
	switch w.fact.Claim.Flat.Form() {
	case "(...)", "()":
		return unify.AnyShape
	}
	return w.fact.Claim.Flat.Shapes()
}

func (a *analysis) isVector(f unify.Flat) bool { return f.Shapes() == unify.Vector }

// mayBeIndexed reports whether of a vector and another pattern the other could
// be a vector but for its labels.
func (a *analysis) mayBeIndexed(x, y *witness) bool {
	other := x
	if a.isVector(x.fact.Claim.Flat) {
		other = y
	}
	switch other.fact.Claim.Flat.Form() {
	case "(...)", "()", "{...}":
		return true
	}
	return false
}

// bare names a witness's kind without its labels.
func (a *analysis) bare(w *witness) string { return a.bareClaim(w.fact.Claim) }

func (a *analysis) bareClaim(fact unify.Claim) string {
	f := fact.Flat
	if h := f.Head(); h != unify.NoHead {
		return a.typeThing(h)
	}
	switch f.Form() {
	case "[]":
		return "a vector"
	case "{}":
		if len(fact.Labels) == 0 {
			return "the unit `{}`"
		}
		return "a product"
	case "{...}", "{}|[]":
		return "a product"
	case "<>", "<...>":
		if len(fact.Labels) == 1 && f.Form() == "<...>" {
			return "a variant " + a.labelWord(fact.Labels[0])
		}
		return "a union"
	}
	return a.thing(fact)
}

// noIndex: a label of a vector that is no index.
func (a *analysis) noIndex(d *lang.Diagnostic, x, y *witness) {
	other, vector := x, y
	if a.isVector(x.fact.Claim.Flat) {
		other, vector = y, x
	}
	d.Code, d.Clash.Reason = lang.NotAnIndex, "no-index"
	for _, l := range a.labelsOf(other.fact.Claim) {
		if !a.Labels.Index().Has(l) {
			d.Clash.Label = a.Labels.Text(l)
			d.Message = fmt.Sprintf("a vector has no field %s: its elements are read by an index, as in `.0`", a.labelWord(l))
			if vector.callee != "" && !vector.asks && len(vector.path) == 0 {
				d.Message = fmt.Sprintf("`%s` gives a vector, which has no field %s: elements are read by an index, as in `.0`", vector.callee, a.labelWord(l))
			}
			if other.callee != "" && !other.fact.Claim.Flat.Closed() {
				other.says = a.callAsks(other, []unify.Label{l}, "field")
				if other == x {
					d.Label = x.says
				}
			}
			return
		}
	}
}

// literalClash: a built-in type, the witness t, against a pattern.
func (a *analysis) literalClash(d *lang.Diagnostic, primary, x, t *witness) {
	f := x.fact.Claim.Flat
	name, _ := a.Types.Atom(t.fact.Claim.Flat.Head())
	if f.Shapes()&unify.Union != 0 && !f.Closed() {
		for _, l := range a.labelsOf(x.fact.Claim) {
			if !a.literalHas(name, l) {
				d.Code, d.Clash.Reason, d.Clash.Label = lang.NotALiteral, "no-literal", a.Labels.Text(l)
				switch {
				case x.fact.Claim.Flat.Form() == "<...>":
					d.Message = fmt.Sprintf("a variant %s is not %s", a.labelWord(l), t.thing)
					a.pointAt(d, x, l, x.says)
				case t.callee != "" && !t.asks && len(t.path) == 0:
					d.Message = fmt.Sprintf("`%s` gives %s, which has no field %s", t.callee, t.thing, a.labelWord(l))
				default:
					d.Message = fmt.Sprintf("%s has no field %s", t.thing, a.labelWord(l))
				}
				if x.callee != "" && x.fact.Claim.Flat.Form() != "<...>" {
					x.says = a.callAsks(x, []unify.Label{l}, "field")
					if x == primary {
						d.Label = x.says
					}
				}
				return
			}
		}
	}
	d.Code, d.Clash.Reason = lang.ShapeClash, "kind"
	if primary == t {
		x, t = t, x
	}
	d.Message = a.disagree(x, t, a.bare(x), a.bare(t))
}

func (a *analysis) literalHas(name string, l unify.Label) bool {
	switch text := a.Labels.Text(l); name {
	case "int":
		return patterns.IsIndex(text)
	case "bool":
		return text == "true" || text == "false"
	}
	return true
}

// typesDiffer: two named or built-in types. It returns the labels from the types
// down to where they differ.
func (a *analysis) typesDiffer(d *lang.Diagnostic, x, y *witness) []unify.Label {
	hx, hy := x.fact.Claim.Flat.Head(), y.fact.Claim.Flat.Head()
	diff := a.Types.Difference(hx, hy)
	d.Code, d.Clash.Reason = lang.TypesDiffer, "type-differs"
	if x.span == y.span && len(x.fact.Within) > 0 && len(y.fact.Within) > 0 {
		d.Message = fmt.Sprintf("%s and %s of one type would have to agree: %s and %s",
			a.partText(x.fact.Within), a.partText(y.fact.Within), x.thing, y.thing)
		return nil
	}
	for _, l := range diff.Path {
		d.Clash.Path = append(d.Clash.Path, a.Labels.Text(l))
	}
	dx, dy := a.typeThing(diff.A), a.typeThing(diff.B)
	if dx == dy {
		// Shortened, they would read the same.
		dx, dy = shapeWord(a.Types.Shape(diff.A)), shapeWord(a.Types.Shape(diff.B))
	}
	d.Message = a.disagree(x, y, dx, dy)
	if dx == dy {
		d.Message = "two types differ"
	}
	if _, atom := a.Types.Atom(diff.A); !atom {
		if _, atom := a.Types.Atom(diff.B); !atom {
			d.Notes = append(d.Notes, a.howTypesDiffer(diff))
		}
	}
	return diff.Path
}

// howTypesDiffer compares two structured types that differ at once.
func (a *analysis) howTypesDiffer(diff patterns.Difference) string {
	x, y := a.typeThing(diff.A), a.typeThing(diff.B)
	if x == y {
		x, y = "the one", "the other"
	}
	if sa, sb := a.Types.Shape(diff.A), a.Types.Shape(diff.B); sa != sb {
		return fmt.Sprintf("%s is %s, %s is %s", x, shapeWord(sa), y, shapeWord(sb))
	}
	only, other := a.fieldDifference(diff.A, diff.B)
	return differenceText(x, y, a.labelListOrEmpty(only), a.labelListOrEmpty(other))
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
	return a.difference(a.labelsOf(unify.Claim{Flat: a.Types.Heads().Flat(x)}),
		a.labelsOf(unify.Claim{Flat: a.Types.Heads().Flat(y)}))
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
	lx, ly := a.labelsOf(x.fact.Claim), a.labelsOf(y.fact.Claim)
	only, other := a.difference(lx, ly)
	closedX, closedY := x.fact.Claim.Flat.Closed(), y.fact.Claim.Flat.Closed()
	noun, whole := "field", "product"
	if !product {
		noun, whole = "tag", "union"
	}
	if closedX && closedY {
		a.tellApart(x, only, other, noun)
		a.tellApart(y, other, only, noun)
		d.Label = x.says
	}
	switch {
	case len(only) == 0 && (len(other) == 0 || closedY && !closedX), len(other) == 0 && closedX && !closedY:
		// What was found first differs in a part, of which nothing is known here.
		d.Code, d.Clash.Reason = lang.TypesDiffer, "type-differs"
		d.Message = fmt.Sprintf("%s does not fit %s, though the %ss are the same", a.this(x, whole), a.owner(y, whole), noun)
	case closedY && !closedX:
		// x asks for labels that y has not.
		a.missing(d, y, x, only, ly, noun, whole)
	case closedX && !closedY:
		a.missing(d, x, y, other, lx, noun, whole)
	case len(other) == 0:
		d.Code, d.Clash.Reason = lang.ExtraLabel, "extra-label"
		d.Clash.Label = a.Labels.Text(only[0])
		a.pointAt(d, x, only[0], a.owner(y, whole)+" has no such "+noun)
		d.Message = fmt.Sprintf("%s has %s too many for %s", a.this(x, whole), a.someLabels(only, noun), a.owner(y, whole))
	case len(only) == 0:
		d.Code, d.Clash.Reason = missingCode(product), "missing-label"
		d.Clash.Label = a.Labels.Text(other[0])
		d.Message = fmt.Sprintf("%s lacks %s of %s", a.this(x, whole), a.someLabels(other, noun), a.owner(y, whole))
	default:
		d.Code, d.Clash.Reason = lang.LabelsDiffer, "label-sets"
		d.Message = fmt.Sprintf("%s has %s, but %s has %s", a.this(x, whole),
			a.someLabels(only, noun), a.owner(y, whole), a.someLabels(other, noun))
		switch same := len(lx) - len(only); same {
		case 0:
		case 1:
			d.Message += "; one " + noun + " is the same"
		default:
			d.Message += fmt.Sprintf("; %d %ss are the same", same, noun)
		}
	}
}

// someLabels is labelList for labels that are not all that there are.
func (a *analysis) someLabels(labels []unify.Label, noun string) string {
	const most = 3
	if len(labels) <= most+1 {
		return a.labelList(labels, noun)
	}
	return a.labelList(labels[:most], noun) + fmt.Sprintf(" and %d more", len(labels)-most)
}

// tellApart makes the label of a closed witness one of the labels that only one
// of the two has.
func (a *analysis) tellApart(w *witness, own, lacks []unify.Label, noun string) {
	says := ""
	switch {
	case len(lacks) == 0:
		says = "has " + a.someLabels(own, noun) + ", too"
	case len(own) == 0:
		says = "has no " + noun + " " + a.labelWord(lacks[0])
		if len(lacks) > 1 {
			says += fmt.Sprintf(" and not %d others", len(lacks)-1)
		}
	default:
		says = "has " + a.someLabels(own, noun) + ", not " + a.labelWord(lacks[0])
		if len(lacks) > 1 {
			says += fmt.Sprintf(" and %d more", len(lacks)-1)
		}
	}
	w.says = a.subject(w) + says
}

// subject begins a label that is about a part of its place, or about what a call
// takes or gives.
func (a *analysis) subject(w *witness) string {
	verb := "gives"
	if w.asks {
		verb = "takes"
	}
	what := "filter"
	if a.tree.Nodes[w.site].Op == k.OpType {
		what = "type"
	}
	switch {
	case w.callee != "" && len(w.path) > 0:
		return fmt.Sprintf("in what `%s` %s, %s ", w.callee, verb, a.partText(w.path))
	case w.callee != "":
		return fmt.Sprintf("what `%s` %s ", w.callee, verb)
	case w.declares && len(w.path) > 0:
		return a.partText(w.path) + " of this " + what + " "
	case w.declares:
		return "this " + what + " "
	}
	return ""
}

func missingCode(product bool) lang.Code {
	if product {
		return lang.MissingField
	}
	return lang.MissingTag
}

// owner names the closed side of a clash.
func (a *analysis) owner(w *witness, whole string) string {
	if h := w.fact.Claim.Flat.Head(); h != unify.NoHead {
		return a.typeThing(h)
	}
	if w.callee != "" {
		return a.calleeOwner(w, whole)
	}
	if w.declares {
		return "the filter"
	}
	return "the other " + whole
}

// this names the primary one of two closed sides.
func (a *analysis) this(w *witness, whole string) string {
	switch {
	case w.callee != "":
		return a.calleeOwner(w, whole)
	case w.declares && a.tree.Nodes[w.site].Op == k.OpType:
		return "this type"
	case w.declares:
		return "this filter"
	}
	return "this " + whole
}

// calleeOwner names what a call takes or gives, or of a part of that just its
// kind, as the part is told before.
func (a *analysis) calleeOwner(w *witness, whole string) string {
	switch {
	case len(w.path) > 0:
		return fmt.Sprintf("the %s of `%s`", whole, w.callee)
	case w.asks:
		return fmt.Sprintf("the %s that `%s` takes", whole, w.callee)
	}
	return fmt.Sprintf("the %s that `%s` gives", whole, w.callee)
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

// maxOwner is up to how many characters a type without a name is spelled in a
// sentence that says what it lacks.
const maxOwner = 40

// missing: a label is asked for that the closed side lacks.
func (a *analysis) missing(d *lang.Diagnostic, closed, asker *witness, missing, has []unify.Label, noun, whole string) {
	d.Code, d.Clash.Reason = missingCode(noun == "field"), "missing-label"
	l := missing[0]
	d.Clash.Label = a.Labels.Text(l)
	primary := d.Span == asker.span && d.Span != closed.span
	owner := "this " + whole
	switch h := closed.fact.Claim.Flat.Head(); {
	case h != unify.NoHead:
		owner = a.typeThing(h)
		if len([]rune(owner)) > maxOwner && len(closed.path) == 0 {
			// The frame shows it.
			owner = strings.TrimSpace(a.subject(closed))
		}
	case closed.callee != "":
		owner = a.calleeOwner(closed, whole)
	case primary:
		owner = "the " + whole
	}
	d.Message = fmt.Sprintf("%s has no %s %s", owner, noun, a.labelWord(l))
	switch {
	case asker.callee != "":
		asker.says = a.callAsks(asker, missing, noun)
	case a.reads(asker.site):
		asker.says = "needs a " + noun + " " + a.labelWord(l)
	}
	if primary {
		d.Label = asker.says
		if asker.fact.Claim.Flat.Form() == "<...>" {
			a.pointAt(d, asker, l, asker.says)
		}
	}
	names := make([]string, len(has))
	for i, h := range has {
		names[i] = a.Labels.Text(h)
	}
	if near := lang.Nearest(a.Labels.Text(l), slices.Values(names), 1); len(near) == 1 {
		word := "`" + a.tree.Dialect.LabelText(near[0]) + "`"
		d.Help = append(d.Help, fmt.Sprintf("there is a %s %s", noun, word))
		if at, ok := a.Labels.Lookup(near[0]); ok && d.Span == closed.span {
			a.pointAt(d, closed, at, "this is not "+a.labelWord(l))
		}
	} else if len(has) > 0 && (closed.fact.Claim.Flat.Head() != unify.NoHead || len(has) > maxListed+1) {
		d.Help = append(d.Help, "there is "+a.labelList(has, noun)+" only")
		if len(has) > 1 {
			d.Help[len(d.Help)-1] = "there are " + a.labelList(has, noun) + " only"
		}
	}
}

// callAsks is the label of a call that wants some labels of a value, or has them
// of one that it gives.
func (a *analysis) callAsks(w *witness, labels []unify.Label, noun string) string {
	if !w.asks {
		return a.subject(w) + "has " + a.someLabels(labels, noun)
	}
	text := fmt.Sprintf("`%s` needs ", w.callee)
	if len(labels) == 1 {
		text += "a " + noun + " " + a.labelWord(labels[0])
	} else {
		text += a.someLabels(labels, noun)
	}
	if len(w.path) > 0 {
		text += " in " + a.partText(w.path) + " of what it takes"
	}
	return text
}

// onlyVector: two patterns leave only a vector, the third is none.
func (a *analysis) onlyVector(d *lang.Diagnostic, ws []*witness) {
	d.Code, d.Clash.Reason = lang.OnlyVector, "kind"
	d.Label = ws[0].says
	d.Message = fmt.Sprintf("%s, %s and %s cannot be one pattern, though any two of them can", ws[0].thing, ws[1].thing, ws[2].thing)
	d.Notes = append(d.Notes, "two patterns with different labels that are all indices can only be a vector, which the third is not")
}
