package onnx

import (
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/repair"
)

// A limit is what a node, or the declared type of an output, needs of sizes that the inputs of a model name.
type limit struct {
	names []string
	patterns.Limit
	declared bool // by an output: the model runs without it
}

// namedSizes lists the names of sizes of the inputs of models, without those that the options fix.
func namedSizes(r *patterns.Result) (list []patterns.NamedSize) {
	p := r.Front.(*program)
	for d := range int32(len(p.graphs)) {
		for _, name := range p.inputNames(d, p.system()) {
			x := patterns.NamedSize{Definition: d, Name: name}
			for _, l := range p.limits[d] {
				if slices.Contains(l.names, name) {
					x.Limits = append(x.Limits, l.Limit)
				}
			}
			list = append(list, x)
		}
	}
	return list
}

// inputNames lists the names of sizes in the types of the inputs of a model, in their order.
func (p *program) inputNames(d int32, s *System) []string {
	var names repair.Distinct[string]
	if !p.graphs[d].whole {
		return nil
	}
	for _, in := range p.tree.Inputs(p.graphs[d].id) {
		typ := p.tree.Type(in)
		if typ == onnx.NoNode {
			continue
		}
		for _, id := range p.tree.Kids(typ) {
			if !p.tree.Is(id, onnx.OpName) {
				continue
			}
			size := (&deriver{System: s, p: p}).size(id)
			names.Add(s.Binding.Sizes.Parameters(size)...)
		}
	}
	return names.List
}

// mostNames is the maximum number of names of sizes that a hint lists.
const mostNames = 10

// checkFixed reports fixed sizes of names that no input has.
func (p *program) checkFixed() {
	if len(p.fixed) == 0 {
		return
	}
	var all repair.Distinct[string]
	first := int32(-1)
	for d := range int32(len(p.graphs)) {
		if p.graphs[d].whole && first < 0 {
			first = d
		}
		all.Add(p.inputNames(d, NewSystem(p.Graph, p.binding))...)
	}
	names := all.List
	if first < 0 {
		return // the graph has errors
	}
	for _, name := range slices.Sorted(maps.Keys(p.fixed)) {
		if slices.Contains(names, name) {
			continue
		}
		dg := lang.Diagnostic{
			Code: lang.NotChecked, Span: p.Defs[first].NameSpan, Definition: p.Defs[first].Name,
			Message: lang.Say("no input of `%s` has the size `%s`", p.Defs[first].Name, name),
		}
		if near := lang.Nearest(name, slices.Values(names), 1); len(near) > 0 {
			dg.Help = append(dg.Help, lang.Say("did you mean `%s`?", near[0]))
		} else if len(names) > 0 {
			list := "`" + strings.Join(names[:min(len(names), mostNames)], "`, `") + "`"
			if more := len(names) - mostNames; more > 0 {
				list += " and " + ordinal(more) + " more"
			}
			dg.Help = append(dg.Help, lang.Say("the inputs name these sizes: %s", list))
		} else {
			dg.Help = append(dg.Help, lang.Say("no size of an input has a name"))
		}
		p.Known = append(p.Known, dg)
	}
}
