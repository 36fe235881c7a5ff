package k

import (
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Changes that only k6 has: three signs before a label, and products of one field, which are variants in k4.

// signs proposes the other signs before a label.
func (r editor) signs(s repair.Spot, n *k.Node, word string) {
	if n.Op != k.OpDot {
		r.Offer(s, editDot, 0, lang.Say("read the field %s", r.Signed(".", unify.Label(n.Sym))),
			r.Edit(n.Span(), "."+word))
	}
	if n.Op != k.OpDiv {
		r.Offer(s, editDot, 0, lang.Say("read the tag %s", r.Signed("/", unify.Label(n.Sym))),
			r.Edit(n.Span(), "/"+word))
	}
	if n.Op != k.OpVid {
		gain := 0
		if !r.AsksForTag(s, s.Site, unify.Label(n.Sym)) || r.ComesWith(s, unify.Label(n.Sym)) {
			gain = -repair.CostOfOther
		}
		r.Offer(s, editDot, gain, lang.Say("make it the variant %s", r.Signed("|", unify.Label(n.Sym))),
			r.Edit(n.Span(), "|"+word))
		r.branchSigns(s, n)
		return
	}
	gain := 0
	if r.HasUnit() {
		gain = repair.CostOfOther
	}
	r.Offer(s, editDot, gain, lang.Say("put the unit `{}` before %s", r.Signed("|", unify.Label(n.Sym))),
		r.Insert(n.Start, "{}", true))
}

// branchSigns proposes the other projection for all branches of a merge that begin with this one: a union taken for a
// product is so in each branch, and changing a single branch fixes nothing.
func (r editor) branchSigns(s repair.Spot, n *k.Node) {
	up := r.parent(r.site)
	if up != k.NoNode && r.tree.Nodes[up].Op == k.OpComp && r.tree.Kids(up)[0] == r.site {
		up = r.parent(up)
	}
	if up == k.NoNode || r.tree.Nodes[up].Op != k.OpMerge {
		return
	}
	sign, what := "/", "tags"
	if n.Op == k.OpDiv {
		sign, what = ".", "fields"
	}
	var edits []lang.Edit
	var words []string
	for _, e := range r.tree.Kids(up) {
		if r.tree.Nodes[e].Op == k.OpComp {
			e = r.tree.Kids(e)[0]
		}
		if r.tree.Nodes[e].Op == n.Op {
			word := sign + r.tree.File.Text(r.tree.DotLabelSpan(e))
			words = append(words, "`"+word+"`")
			edits = append(edits, r.Edit(r.tree.Span(e), word))
		}
	}
	if len(edits) < 2 || len(edits) > repair.MostElements {
		return
	}
	list := strings.Join(words, ", ")
	if len(words) > message.MaxListed {
		list = fmt.Sprintf("%s and %d more", strings.Join(words[:message.MaxListed-1], ", "),
			len(words)-message.MaxListed+1)
	}
	p := r.Offer(s, editDot, 0, lang.Text("read the "+what+" "+list), edits...)
	p.Several = true
}

// oneField proposes replacements for a product of one field.
func (r editor) oneField(s repair.Spot, n *k.Node, f *k.Field) {
	word := r.tree.File.Text(f.LabelSpan())
	if r.tree.Nodes[f.Node].Op == k.OpIdentity {
		r.Offer(s, editDot, 0, lang.Say("make it the variant %s", r.Signed("|", unify.Label(f.Label))),
			r.Edit(n.Span(), "|"+word))
		r.Offer(s, editDot, 0, lang.Say("use %s", r.Signed(".", unify.Label(f.Label))), r.Edit(n.Span(), "."+word))
		r.Offer(s, editDot, 0, lang.Say("use %s", r.Signed("/", unify.Label(f.Label))), r.Edit(n.Span(), "/"+word))
		return
	}
	if f.Prefix {
		return
	}
	as := func(sign string) []lang.Edit {
		return []lang.Edit{
			r.Edit(lang.Span{Start: n.Start, End: n.Start + 1}, ""),
			r.Edit(lang.Span{Start: r.TrimBlanks(f.Start), End: n.End}, " "+sign+word),
		}
	}
	r.Offer(s, editDot, 0, lang.Say("make it a variant with the tag %s", r.Signed("|", unify.Label(f.Label))),
		as("|")...)
	r.Offer(s, editDot, -repair.CostRare, lang.Say("read the field %s", r.Signed(".", unify.Label(f.Label))),
		as(".")...)
	r.Offer(s, editDot, -repair.CostRare, lang.Say("read the tag %s", r.Signed("/", unify.Label(f.Label))), as("/")...)
}
