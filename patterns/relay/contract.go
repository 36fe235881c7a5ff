//go:build !js

package relay

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/contract"
	"github.com/patgraph/patgraph/unify"
)

// A page in a browser does without it.
func init() { Language.Contract = contractOf }

// contractOf returns the contract of a definition: the parameters and the result of a function, or a value.
func contractOf(t *contract.Terms, d int32) (contract.Contract, bool) {
	if t.Means == nil {
		t.Means = t.Result().Front.(*program).meanings()
	}
	c := t.Of(d)
	c.In, c.Out[0].Says = nil, "the type"
	if f := t.All[c.Out[0].Term]; f.Name == "fn" {
		for i, part := range f.Parts {
			if part.Label == "result" {
				c.Out[0].Term, c.Out[0].Says = part.To, "the result"
				continue
			}
			c.In = append(c.In, contract.Port{Says: "argument " + strconv.Itoa(i+1), Term: part.To})
		}
	}
	return c, true
}

// meanings returns a function for the texts of declared types, each with those that it refers to. The names of type
// parameters do not matter.
func (p *program) meanings() func(unify.Constructor) string {
	declared := make(map[string]int32)
	for i := range p.tree.Decls {
		if d := &p.tree.Decls[i]; d.Kind == relay.DeclType && d.Root != relay.NoNode {
			declared[p.tree.NameOf(d)] = int32(i)
		}
	}
	text := func(decl int32) string {
		root := p.tree.Decls[decl].Root
		says := p.tree.Text(root)
		for i, id := range p.typeParams(decl) {
			says = regexp.MustCompile(`\b`+regexp.QuoteMeta(p.tree.Name(id))+`\b`).ReplaceAllString(says, "$$"+strconv.Itoa(i))
		}
		return says
	}
	known := make(map[unify.Constructor]string)
	for decl, c := range p.data {
		if p.tree.Decls[decl].Root == relay.NoNode {
			continue // its definition has an error
		}
		list := []int32{decl}
		var texts []string
		for i := 0; i < len(list); i++ {
			texts = append(texts, text(list[i]))
			d := &p.tree.Decls[list[i]]
			for id := range d.Nodes {
				if p.tree.Is(id, relay.OpTypeName, relay.OpTypeCall) {
					if other, ok := declared[p.tree.Name(id)]; ok && !slices.Contains(list, other) {
						list = append(list, other)
					}
				}
			}
		}
		slices.Sort(texts[1:])
		known[c] = strings.Join(texts, "\n")
	}
	return func(c unify.Constructor) string { return known[c] }
}
