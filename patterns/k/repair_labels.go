package k

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// Repairs that put one label in the place of another.

// A slot is a label token and the labels that stand beside it.
type slot struct {
	label lang.Sym
	span  lang.Span
	noun  string // what the label is of: "field", "tag" or, of a projection, ""
}

// slots returns the label tokens of a node.
func (r *repairer) slots(e k.NodeID) []slot {
	n := &r.tree.Nodes[e]
	switch {
	case n.Op == k.OpVid:
		return []slot{{n.Sym, r.tree.DotLabelSpan(e), "tag"}}
	case n.Op.Labelled():
		return []slot{{n.Sym, r.tree.DotLabelSpan(e), ""}}
	case !n.Op.Fielded():
		return nil
	}
	var list []slot
	noun := "field"
	if n.Op == k.OpVariant || n.Op == k.OpCodeUnion || n.Op == k.OpFilterUnion {
		noun = "tag"
	}
	for _, f := range r.tree.Fields(e) {
		list = append(list, slot{f.Label, f.LabelSpan(), noun})
	}
	return list
}

// relabel proposes other labels for those of a node.
func (r *repairer) relabel(s spot) {
	slots := r.slots(s.node)
	own := make(map[unify.Label]bool, len(slots))
	for _, t := range slots {
		own[unify.Label(t.label)] = true
	}
	others, shared := r.otherLabels(own)
	var missing, extra []unify.Label
	for _, l := range others {
		if !own[l] {
			missing = append(missing, l)
		}
	}
	for _, t := range slots {
		if !shared[unify.Label(t.label)] {
			extra = append(extra, unify.Label(t.label))
		}
	}
	here := r.labelsHere(s.node)
	done := 0
	for _, t := range slots {
		l := unify.Label(t.label)
		if s.label != (lang.Span{}) && s.label != t.span || shared[l] && t.span != s.label && len(slots) > 1 {
			continue
		}
		if done++; done > mostElements {
			break
		}
		// The nearest label of the other side, if there is just one.
		nearest, nearestDist, ties := unify.Member, 0, 0
		for _, m := range missing {
			if d, near := r.distance(l, m); near {
				switch {
				case ties == 0 || d < nearestDist:
					nearest, nearestDist, ties = m, d, 1
				case d == nearestDist:
					ties++
				}
			}
		}
		for i, m := range missing {
			kind, gain := editLabel, 0
			if d, near := r.distance(l, m); near {
				kind, gain = editTypo, -costOfDistance*d
			} else if i >= mostLabels {
				continue
			} else if len(missing) == 1 && len(extra) == 1 && s.side >= 0 {
				kind = editMatch
			}
			p := r.rename(s, t, m, kind, gain)
			p.near = p.near && kind == editTypo && ties == 1 && m == nearest && nearestDist <= 2
		}
		for _, m := range here {
			if own[m] || slices.Contains(missing, m) {
				continue
			}
			if d, near := r.distance(l, m); near {
				r.rename(s, t, m, editTypo, -costOfDistance*d-1).near = false
			} else {
				r.rename(s, t, m, editLabelHere, 0).near = false
			}
		}
		for _, m := range r.nearLabels(l) {
			if !own[m] && !slices.Contains(missing, m) && !slices.Contains(here, m) {
				d, _ := r.distance(l, m)
				r.rename(s, t, m, editTypoAny, -costOfDistance*d).near = false
			}
		}
	}
}

// rename proposes one label in the place of another. It is not certain, in near,
// when it may as well be the other one that is misspelt.
func (r *repairer) rename(s spot, t slot, to unify.Label, kind editKind, gain int) *proposal {
	old, now := r.count[t.label], r.countOf(to)
	guess := false // which of the two is misspelt
	before := gain
	words := 0 // what the rest of the text, names and comments too, has to say
	switch {
	case old == 1 && now > 1:
		gain += gainOfOddLabel
	case old > 1 && now == 1:
		gain -= costOfOddLabel
	case old == 1 && now == 1:
		// What is spelt alike elsewhere, in a comment say, is spelt right.
		x, y := r.tree.Syms.Text(t.label), r.Labels.Text(to)
		if d := r.word(y) - r.word(x); d != 0 {
			gain += sign(d) * gainOfOddLabel
		} else {
			gain += sign(r.common(y)-r.common(x)) * gainOfWord
			guess = true
		}
		words = gain - before
		if r.isDeclaration(s.node) {
			gain -= costOfDeclared
		}
	}
	if r.inBracket(s.node, to) {
		gain -= costOfTwice
	}
	if r.fieldAround(s.node) == lang.Sym(to) {
		gain += gainOfWord
	}
	if s.label == t.span || r.primary == t.span {
		gain += 2
	}
	word := r.tree.Dialect.LabelText(r.Labels.Text(to))
	title := "use `" + signs[r.tree.Nodes[s.node].Op] + word + "`"
	if t.noun != "" {
		title = fmt.Sprintf("rename the %s to `%s`", t.noun, word)
	}
	p := r.offer(s, kind, gain, title, r.edit(t.span, word))
	p.near = !guess
	p.plainCost += words
	p.worded = words != 0 || guess
	return p
}

// isDeclaration reports whether a node is a part of a type or a filter.
func (r *repairer) isDeclaration(e k.NodeID) bool { return r.tree.Nodes[e].Op >= k.OpCodeName }

// signs stand before the labels of projections.
var signs = map[k.Op]string{k.OpDot: ".", k.OpDiv: "/"}

func sign(n int) int { return min(max(n, -1), 1) }

// inBracket reports whether a projection with the label stands in the bracket
// around a projection, beside it.
func (r *repairer) inBracket(e k.NodeID, l unify.Label) bool {
	op := r.tree.Nodes[e].Op
	if !op.Labelled() {
		return false
	}
	around := r.parent[e]
	for around != k.NoNode && !isBracket(r.tree.Nodes[around].Op) {
		around = r.parent[around]
	}
	if around == k.NoNode {
		return false
	}
	for i := around - 1; i >= 0 && r.tree.Nodes[i].Start >= r.tree.Nodes[around].Start && around-i < longestBracket; i-- {
		if n := &r.tree.Nodes[i]; i != e && n.Op == op && unify.Label(n.Sym) == l {
			return true
		}
	}
	return false
}

func isBracket(op k.Op) bool {
	switch op {
	case k.OpProduct, k.OpVariant, k.OpMerge, k.OpVector:
		return true
	}
	return false
}

// fieldAround returns the label of the field that a projection is the value of,
// or the beginning of it.
func (r *repairer) fieldAround(e k.NodeID) lang.Sym {
	if !r.reads(e) {
		return lang.NoSym
	}
	child := e
	for p := r.parent[e]; p != k.NoNode; child, p = p, r.parent[p] {
		switch r.tree.Nodes[p].Op {
		case k.OpComp, k.OpCaret:
			continue
		case k.OpProduct, k.OpVariant:
			for _, f := range r.tree.Fields(p) {
				if f.Node == child {
					return f.Label
				}
			}
		}
		break
	}
	return lang.NoSym
}

func (r *repairer) countOf(l unify.Label) int32 {
	if int(l) < len(r.count) {
		return r.count[l]
	}
	return 0
}

// nearLabels returns the labels of the program that are like one, the nearest
// first.
func (w *workshop) nearLabels(l unify.Label) []unify.Label {
	if near, ok := w.near[l]; ok {
		return near
	}
	text := w.Labels.Text(l)
	var names []string
	for m := 1; m < len(w.count); m++ {
		if other := w.tree.Syms.Text(lang.Sym(m)); w.count[m] > 0 && w.affordLetters(text, other) {
			names = append(names, other)
		}
	}
	var near []unify.Label
	for _, name := range lang.Nearest(text, slices.Values(names), mostNear) {
		near = append(near, unify.Label(w.tree.Syms.Lookup(name)))
	}
	w.near[l] = near
	return near
}
