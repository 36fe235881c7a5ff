package relay

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Errors of operators one of whose arguments has other sizes than the others require.

// An input is an argument of such an operator.
type input struct {
	arg   relay.NodeID
	sizes []string
	says  lang.Phrase // its type, as a note
	wrong bool        // the message is about it
}

// requires explains a relation that would determine other sizes of an argument than it has: the argument, with its type
// and the required one. It returns false if that does not hold of a single argument.
func (o *origins) requires(
	m *meeting, dg *lang.Diagnostic, site relay.NodeID, rule *relation.Rule, nodes []unify.Node,
) bool {
	wants := make(map[unify.Node]string)
	for class, x := range o.Demands(rule, nodes) {
		wants[class] = x.Value
	}
	wrong := 0
	var says, has lang.Phrase
	var inputs []input
	for i, a := range o.p.argumentsOf(site) {
		is := o.p.TypeOf(nodes[i])
		shape, of, _ := strings.Cut(is, "), ")
		sizes := strings.Split(strings.TrimPrefix(shape, "Tensor[("), ", ")
		classes := o.p.binding.Over(o.p.Graph).Classes(nodes[i])
		if len(classes) != len(sizes) {
			continue
		}
		x := input{arg: a, sizes: slices.Clone(sizes), says: lang.Say("%s has the type `%s`", o.p.Noun(int32(a)), is)}
		for k, class := range classes {
			sizes[k] = cmp.Or(wants[class], sizes[k])
		}
		if text := "Tensor[(" + strings.Join(sizes, ", ") + "), " + of; text != is {
			wrong++
			x.wrong, has = true, x.says
			says = lang.Say("%s is `%s`, but `%s` needs `%s`", o.p.Noun(int32(a)), is, o.p.operatorName(site), text)
		}
		inputs = append(inputs, x)
	}
	if wrong == 1 {
		m.inputs, dg.Message = inputs, says
		dg.Notes = without(dg.Notes, has)
	}
	return wrong == 1
}

// without returns notes without one.
func without(notes []lang.Phrase, says lang.Phrase) []lang.Phrase {
	return slices.DeleteFunc(notes, func(n lang.Phrase) bool { return n.String() == says.String() })
}

// Restate names the arguments that the first change puts into another order, or the one around which it writes an
// operator or in place of which it writes another variable, if the message is about another argument.
func (p *program) Restate(r *report) {
	m, edits := r.Evidence, r.Fixes[0].Edits
	if m == nil || m.inputs == nil {
		return
	}
	name := p.operatorName(relay.NodeID(r.At.Reason.Site))
	var changed []input
	for _, x := range m.inputs {
		if p.changesWhole(x.arg, edits) {
			changed = append(changed, x)
		}
	}
	shape := func(x input) string { return "(" + strings.Join(x.sizes, ", ") + ")" }
	switch {
	case len(changed) == 2:
		a, b := changed[0], changed[1]
		r.Message = lang.Say("`%s` gets %s with the sizes `%s` and %s with `%s`",
			name, p.Noun(int32(a.arg)), shape(a), p.Noun(int32(b.arg)), shape(b))
	case len(changed) != 1 || changed[0].wrong:
		return
	case len(edits) == 1 || strings.HasPrefix(edits[0].Text, "transpose("):
		r.Message = lang.Say("`%s` gets %s with the sizes `%s`", name, p.Noun(int32(changed[0].arg)), shape(changed[0]))
	default:
		r.Message = lang.Say("`%s` gets %s with %s dimensions: `%s`",
			name, p.Noun(int32(changed[0].arg)), strconv.Itoa(len(changed[0].sizes)), shape(changed[0]))
	}
	for _, x := range m.inputs {
		said := slices.ContainsFunc(changed, func(y input) bool { return y.arg == x.arg })
		if r.Notes = without(r.Notes, x.says); !said {
			r.Notes = slices.Insert(r.Notes, 0, x.says)
		}
	}
	if m.drawn != nil {
		m.drawn.Places[0].Text = r.Message
	}
}

// changesWhole reports whether edits replace an argument, or insert text before and after it or what it is bound to.
func (p *front) changesWhole(arg relay.NodeID, edits []lang.Edit) bool {
	at := p.tree.Span(arg)
	if slices.ContainsFunc(edits, func(e lang.Edit) bool { return e.Span == at }) {
		return true
	}
	if len(edits) != 2 || !edits[0].Span.Empty() || !edits[1].Span.Empty() {
		return false
	}
	around := lang.Span{Start: edits[0].Span.Start, End: edits[1].Span.Start}
	value := p.valueOf(arg)
	return around == at || value != relay.NoNode && around == p.tree.Span(value)
}
