package k

import (
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Trust in a witness: how little a place is to blame, so that the one that most
// often is comes first.
const (
	trustDot = iota
	trustCode
	trustRef
	trustFilter
	trustType
)

// witness describes the place that states a fact.
func (a *analysis) witness(f explain.Fact) *witness {
	w := &witness{fact: f}
	if f.Use >= 0 {
		a.calleeWitness(w, a.Solver.UseOf(f.Use))
		return w
	}
	e := a.siteBelow(f.Node)
	n := &a.tree.Nodes[e]
	w.site, w.span, w.text, w.trust = e, n.Span(), a.short(e), trustCode
	w.path = f.Within
	switch n.Op {
	case k.OpDot, k.OpDiv:
		w.trust, w.asks = trustDot, true
	case k.OpVariant, k.OpVid:
		w.trust = trustDot // a tag is misspelt as easily as a field that is read
	case k.OpPipe:
		w.asks = true
	case k.OpType:
		w.trust, w.asks, w.declares = trustType, true, true
	case k.OpFilterVar, k.OpFilterCode, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector:
		w.trust, w.asks, w.declares = trustFilter, true, true
	}
	w.thing = a.thing(f.Claim)
	w.says = a.says(w, n)
	return w
}

// siteBelow is the place that a node is about: of a part of a type the constraint that
// had it unfolded.
func (a *analysis) siteBelow(n unify.Node) k.NodeID {
	if ev, ok := a.Graph.UnfoldedBy(n); ok {
		return k.NodeID(a.siteOf(ev))
	}
	if i, ok := a.Graph.Instance(n); ok {
		return k.NodeID(a.Solver.UseOf(i).Site)
	}
	site, _ := a.Graph.Site(n)
	return k.NodeID(site)
}

// calleeWitness describes a fact that a call brought along.
func (a *analysis) calleeWitness(w *witness, use *patterns.Use) {
	e := k.NodeID(use.Site)
	w.site, w.span, w.text, w.trust = e, a.tree.Span(e), a.short(e), trustRef
	w.callee = a.short(e)
	w.thing = a.thing(w.fact.Claim)
	path := w.fact.Part()
	w.path = path
	where := "takes"
	w.asks = w.fact.Side == 0
	if !w.asks {
		where = "gives"
	}
	if len(path) > 0 {
		w.says = fmt.Sprintf("in what `%s` %s, %s is %s", w.callee, where, a.partText(path), w.thing)
	} else {
		w.says = fmt.Sprintf("`%s` %s %s", w.callee, where, w.thing)
	}
	o := w.fact.Origin
	if o == nil {
		return
	}
	at := a.originPlace(o).site
	if site, own := a.Graph.Site(o.Node); o.Node == unify.None || !own {
		w.origin = &lang.Related{Span: a.tree.Span(at), Message: "`" + a.defName(o.Def) + "` calls " + a.noun(at) + " here"}
	} else if o.Def == a.defAt(e) && a.reads(k.NodeID(site)) {
		// A definition that calls itself: what it asks is the place at fault.
		call := lang.Related{Span: w.span, Message: fmt.Sprintf("`%s` is called here", w.callee)}
		within := w.fact.Within
		*w = *a.witness(explain.Fact{Node: o.Node, Within: o.Within, Claim: o.Claim, Use: -1})
		w.fact.Within, w.origin = within, &call
	} else {
		w.origin = &lang.Related{Span: a.tree.Span(at), Message: a.originText(o.Def, at, o.Claim)}
	}
}

// originText says what a place in a callee has to do with a witness.
func (a *analysis) originText(d int32, e k.NodeID, c unify.Claim) string {
	name := "`" + a.defName(d) + "`"
	switch op := a.tree.Nodes[e].Op; {
	case op == k.OpDot || op == k.OpDiv:
		return name + " reads " + a.labelWord(unify.Label(a.tree.Nodes[e].Sym)) + " here"
	case op == k.OpProduct || op == k.OpVariant || op == k.OpVid || op == k.OpVector || op == k.OpCaret:
		return name + " makes " + a.bareClaim(c) + " here"
	case op == k.OpPipe:
		return name + " takes a vector apart here"
	case op == k.OpType || op >= k.OpFilterVar:
		return name + " says so here"
	}
	return "that comes from here, in " + name
}

// partText names a part below a pattern: "the field `a.b`", "the member".
func (a *analysis) partText(path []unify.Label) string {
	members := 0
	for _, l := range path {
		if l == unify.Member {
			members++
		}
	}
	switch {
	case members == 1 && len(path) == 1:
		return "the member"
	case members == len(path) && members > 0:
		return "the innermost member"
	}
	return a.pathText(path)
}

// thing names what a fact says, with an article: "an integer", "a vector", "a
// product with the field `x`".
func (a *analysis) thing(f unify.Claim) string {
	if h := f.Flat.Head(); h != unify.NoHead {
		return a.typeThing(h)
	}
	labels := a.labelsOf(f)
	fields, tags := a.labelList(labels, "field"), a.labelList(labels, "tag")
	switch f.Flat.Form() {
	case "[]":
		return "a vector"
	case "{}":
		if len(labels) == 0 {
			return "the unit `{}`"
		}
		return "a product of exactly " + fields
	case "<>":
		if len(labels) == 0 {
			return "the empty union"
		}
		return "a union of exactly " + tags
	case "<...>":
		if len(labels) == 0 {
			return "a union"
		}
		return "a union with " + tags
	case "{...}":
		if len(labels) == 0 {
			return "a product"
		}
		return "a product with " + fields
	case "()":
		return "something with exactly " + fields
	}
	if len(labels) == 0 {
		return "anything"
	}
	return "something with at least " + fields
}

// typeThing names a type with an article.
func (a *analysis) typeThing(t patterns.Type) string {
	if name, ok := a.Types.Atom(t); ok {
		switch name {
		case "int":
			return "an integer"
		case "string":
			return "a string"
		case "bool":
			return "a boolean"
		}
		return "`" + name + "`"
	}
	if a.Types.IsUnit(t) {
		return "the unit `{}`"
	}
	return "`" + a.typeWord(t) + "`"
}

// typeWord is a type as an expression: its name, or its structure as far as it
// is short, which for a recursive type without a name is a filter.
func (a *analysis) typeWord(t patterns.Type) string {
	text := a.shortTypeText(t, 4*60)
	if !strings.HasPrefix(text, "$") {
		text = "?" + text
	}
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:59]) + "…"
	}
	return text
}

// maxListed is how many labels a message lists before it counts them.
const maxListed = 6

// labelList spells labels with a noun: "the fields `x`, `y`".
func (a *analysis) labelList(labels []unify.Label, noun string) string {
	switch len(labels) {
	case 0:
		return "no " + noun
	case 1:
		return "the " + noun + " " + a.labelWord(labels[0])
	}
	s := "the " + noun + "s "
	for i, l := range labels {
		if i == maxListed && len(labels) > maxListed+1 {
			return s + fmt.Sprintf(" and %d more", len(labels)-i)
		}
		if i > 0 {
			s += ", "
		}
		s += a.labelWord(l)
	}
	return s
}

func (a *analysis) labelWord(l unify.Label) string {
	return "`" + a.tree.Dialect.LabelText(a.Labels.Text(l)) + "`"
}

// says is the label in the source frame at a witness of the program's own code.
func (a *analysis) says(w *witness, n *k.Node) string {
	part := ""
	if len(w.fact.Within) > 0 {
		part = a.partText(w.fact.Within) + " of this "
	}
	switch n.Op {
	case k.OpDot:
		return "needs " + a.needs(w.fact.Claim.Labels[0])
	case k.OpDiv:
		return "needs a tag " + a.labelWord(w.fact.Claim.Labels[0])
	case k.OpProduct:
		switch n := len(w.fact.Claim.Labels); {
		case n == 0:
			return "this is " + w.thing
		case n > maxListed+1:
			return fmt.Sprintf("has %d other fields", n)
		}
		return "has exactly " + a.labelList(a.labelsOf(w.fact.Claim), "field")
	case k.OpVariant, k.OpVid:
		return "is a variant with " + a.labelList(a.labelsOf(w.fact.Claim), "tag")
	case k.OpPipe:
		return "takes a vector apart"
	case k.OpCaret:
		return "collects a vector"
	case k.OpType:
		if part != "" {
			return part + "type is " + w.thing
		}
		if w.fact.Claim.Flat.Head() != unify.NoHead {
			return "must be " + w.thing
		}
	case k.OpFilterVar, k.OpFilterCode, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector:
		if part != "" {
			return part + "filter is " + w.thing
		}
		return "the filter asks for " + w.thing
	}
	if part != "" {
		noun := "value"
		switch n.Op {
		case k.OpInt:
			noun = "integer"
		case k.OpString:
			noun = "string"
		}
		return part + noun + " is " + w.thing
	}
	return "this is " + w.thing
}

// needs says what a projection needs: a field, or an element by its index.
func (a *analysis) needs(l unify.Label) string { return "a field " + a.labelWord(l) }
