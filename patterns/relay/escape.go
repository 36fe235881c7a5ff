package relay

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/unify"
)

// escapes reports type parameters of inner functions that occur in the types of variables outside these functions: the
// function is used at several types, but the variable has one. Without such functions it takes linear time.
func (p *program) escapes(d int32) (ds []lang.Diagnostic) {
	own := make(map[unify.Constructor]relay.NodeID) // from a type parameter to its function
	for id := relay.NodeID(p.Defs[d].First); id < p.rootOf(d); id++ {
		if p.tree.Nodes[id].Op == relay.OpFn {
			for _, param := range p.paramsOf(id) {
				own[p.parameter(param)] = id
			}
		}
	}
	if len(own) == 0 {
		return nil
	}
	x := &undecided{p: p, d: d, sought: func(n unify.Node) bool { _, ok := own[p.Graph.Flat(n).Constructor()]; return ok }}
	var binders []relay.NodeID
	var classes []unify.Node
	for id := relay.NodeID(p.Defs[d].First); id < p.rootOf(d); id++ {
		switch op := p.tree.Nodes[id].Op; {
		case op == relay.OpBind, op == relay.OpVar && (p.roles[id] == binder || p.roles[id] == pattern):
			_, out := p.Ends(d, int32(id))
			binders, classes = append(binders, id), append(classes, p.Graph.Find(out))
		}
	}
	x.markBearing(classes)
	reported := make(map[unify.Constructor]bool)
	for i, id := range binders {
		x.walk(classes[i], func(unify.Node) bool { return true }, func(n unify.Node) {
			param := p.Graph.Flat(n).Constructor()
			fn := own[param]
			if reported[param] || id >= p.tree.FirstOf(fn) && id <= fn || p.aliases[id] == fn {
				return
			}
			reported[param] = true
			name, declared := p.Types.ConstructorName(param), p.paramOf[param]
			ds = append(ds, lang.Diagnostic{
				Code: lang.RigidParameter, Span: p.tree.NameSpan(id), Definition: p.DefName(d),
				Message: lang.Say(
					"`%s` has one type, but the type parameter `%s` in it may be another one at each use of its function",
					p.File.Text(p.tree.NameSpan(id)), name),
				Related: []lang.Related{{Span: p.tree.Span(declared), Message: lang.Text("it is declared here")}},
			})
		})
	}
	return ds
}
