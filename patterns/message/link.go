package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// Wrong records an error of the text or its names.
func (p *Basic) Wrong(code lang.Code, at lang.Span, message lang.Phrase) {
	p.Known = append(p.Known, lang.Diagnostic{Code: code, Span: at, Message: message})
}

// Add adds a node after its parts and returns its site.
func (p *Basic) Add(n Node) int32 {
	p.Nodes = append(p.Nodes, n)
	return int32(len(p.Nodes) - 1)
}

// Link resolves each call, a node whose construct has the kind Calls, to the first definition of its name. It reports
// names that are defined twice or not at all, and labels that a site has twice. So a use of a built-in operator has
// another kind, such as Composes.
func (p *Basic) Link() {
	p.Misnamed = make([]bool, len(p.Defs))
	named := make(map[string]int32)
	for d, def := range p.Defs {
		if _, p.Misnamed[d] = named[def.Name]; !p.Misnamed[d] {
			named[def.Name] = int32(d)
		} else {
			p.Wrong(lang.FunctionRedefined, def.NameSpan, lang.Say("`%s` is defined already", def.Name))
		}
	}
	for e := range p.Nodes {
		n, before := &p.Nodes[e], len(p.Known)
		if to, ok := named[n.Name]; p.Constructs[n.Op].Kind == Calls && ok {
			n.To = to
		} else if p.Constructs[n.Op].Kind == Calls {
			p.Wrong(lang.UnknownFunction, n.Span, lang.Say("`%s` is not defined", n.Name))
		}
		labels := make(map[unify.Label]bool)
		for _, s := range n.Slots {
			if labels[s.Label] {
				p.Wrong(lang.DuplicateLabel, s.Span,
					lang.Say("the %s `%s` occurs twice", p.Words().Field, p.File.Text(s.Span)))
			}
			labels[s.Label] = true
		}
		if len(p.Known) > before {
			p.Misnamed[p.Owner(int32(e))] = true
		}
	}
}
