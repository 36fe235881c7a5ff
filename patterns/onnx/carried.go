package onnx

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// takes reports an input of a node, by its number, that has another element type than the node takes.
func (b *deriver) takes(id onnx.NodeID, input int, what string, n unify.Node, elem string) {
	x, _ := b.read(n)
	if x.Elem == "" || x.Elem == elem {
		return
	}
	dg := b.wrongOnce(lang.ElementsDiffer, b.p.callSpan(id), lang.Say("%s is `%s`, not `%s`", what, b.Format(x), elem))
	t := b.p.tree
	arg := t.Args(id)[input]
	dg.Relate(t.NameSpan(arg), "this is `%s`", b.Format(x))
	g := b.p.draft()
	name, cast := b.p.fresh(t.Plain(arg)+"_cast"), "Cast<to = "+ordinal(int(elementNumbers[elem]))+">("+t.Text(arg)+")"
	dg.Fixes = append(dg.Fixes, g.Fix("insert `"+cast+"`",
		repair.Insert(t.Span(id).Start, name+" = "+cast+"\n"+b.p.indent(id)), g.Replace(arg, name)))
}

// condition reports a condition that the body of a Loop gives and that is not a bool. If it is given in the place of
// another output, it returns the number of that one, else 0.
func (b *deriver) condition(body onnx.NodeID, after []Type) int {
	if after[0].Head != Tensor+1 || after[0].Elem == "" || after[0].Elem == "bool" {
		return 0
	}
	t, outputs := b.p.tree, b.p.tree.Outputs(body)
	dg := b.wrongOnce(lang.ElementsDiffer, t.NameSpan(outputs[0]), lang.Say(
		"the first output of the body of `Loop` is the condition for the next turn, and `%s` is `%s`, not `bool`",
		t.Plain(outputs[0]), b.Format(after[0])))
	b.computedAt(dg, outputs[0])
	i := slices.IndexFunc(after, func(x Type) bool { return x.Elem == "bool" })
	if i < 0 {
		return 0
	}
	g := b.p.draft()
	title := "swap the outputs `" + t.Plain(outputs[0]) + "` and `" + t.Plain(outputs[i]) + "` of the body"
	dg.Fixes = append(dg.Fixes, g.Fix(title, g.Replace(outputs[0], t.Text(outputs[i])),
		g.Replace(outputs[i], t.Text(outputs[0]))))
	return i
}

func (b *deriver) computedAt(dg *lang.Diagnostic, output onnx.NodeID) {
	if def := b.p.names.Def[output]; def != onnx.NoNode {
		dg.Relate(b.p.whole(def), "`%s` is computed here", b.p.tree.Plain(output))
	}
}

// keeps reports a value that the body of a Loop or a Scan gives for the next turn with another type than it has in this
// one: another element type, or, if a turn must keep the shape, another shape. It returns the type of both turns.
func (b *deriver) keeps(operator string, formal, output onnx.NodeID, index int, is, next Type, shape bool) Type {
	code, says := lang.Code(""), ""
	switch {
	case is.Head == 0 || next.Head == 0:
		return next
	case is.Head != next.Head:
		code, says = lang.KindsDiffer, "the kinds differ"
	case is.Elem != "" && next.Elem != "" && is.Elem != next.Elem:
		code, says = lang.ElementsDiffer, "the element types differ"
	case shape && is.Ranked && next.Ranked && len(is.Shape) != len(next.Shape):
		code, says = lang.RanksDiffer, "the ranks differ"
	case shape && is.Ranked && next.Ranked:
		for i, x := range is.Shape {
			if y := next.Shape[i]; x != Unknown && y != Unknown && !b.Binding.Sizes.MayEqual(x, y) {
				code, says = lang.SizesDiffer, "the sizes of axis "+ordinal(i)+" differ"
				break
			}
		}
	}
	if code == "" {
		return next
	}
	t := b.p.tree
	is.Valued, is.Entries, next.Valued, next.Entries = false, nil, false, nil
	dg := b.wrongOnce(code, t.NameSpan(output), lang.Say(
		"the body of `%s` takes `%s` as `%s`, but gives `%s` for the next turn as `%s`: %s",
		operator, t.Plain(formal), b.Format(is), t.Plain(output), b.Format(next), says))
	b.computedAt(dg, output)
	dg.Relate(t.NameSpan(formal), "this is `%s` in the first turn", b.Format(is))
	if code == lang.ElementsDiffer {
		dg.Fixes = b.p.converting(b.p.graphOf(output), index, is.Elem)
	}
	return is
}

// declares compares the type that the body of a Loop declares for an input with the one that it has in the first turn,
// or, if an output of the body gives it, in the next one. It returns the type, with the declared element type if the body
// cannot take it.
func (b *deriver) declares(formal, output onnx.NodeID, is Type) Type {
	t := b.p.tree
	typ := t.Type(formal)
	if typ == onnx.NoNode {
		return is
	}
	is.Valued, is.Entries = false, nil
	code, _, _, says := b.p.differ(b.System, is, typ)
	who, turn := "`Loop`", "first"
	if output != onnx.NoNode {
		who, turn = "the body of `Loop`", "next"
	}
	text := lang.Say("`%s` is declared as `%s`, but %s gives it `%s` for the %s turn: %s",
		t.Plain(formal), t.Text(typ), who, b.Format(is), turn, says)
	switch {
	case code == "":
	case code == lang.ElementsDiffer && output == onnx.NoNode:
		b.wrongOnce(code, t.Span(typ), text)
		is.Elem = b.typeOf(typ).Elem
	case !b.trial && !b.p.reported[t.Span(typ)]:
		b.p.reported[t.Span(typ)] = true
		dg := lang.Collect(&b.p.Known, lang.Diagnostic{
			Code: lang.Stale, Severity: lang.Warning, Span: t.Span(typ), Definition: b.p.Defs[b.d].Name, Message: text,
		})
		if output != onnx.NoNode {
			b.computedAt(dg, output)
		}
	}
	return is
}
