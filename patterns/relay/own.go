package relay

import (
	"maps"
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/relation"
)

// readRelations reads the relations that the program declares, and those of relation files that precede it, and returns
// the errors in them.
func (p *front) readRelations(f *lang.File) (ds []lang.Diagnostic) {
	var declared []lang.Span
	for i := range p.tree.Decls {
		if d := &p.tree.Decls[i]; d.Kind == relay.DeclRelation && !d.Bad {
			declared = append(declared, d.Span)
		}
	}
	p.own, ds = relation.ReadParts(f, declared, Vocabulary, Operators)
	return ds
}

// relationNamed returns the program's own or the built-in relation with a name, or nil.
func (p *front) relationNamed(name string) *relation.Relation {
	if p.own != nil {
		if r := p.own.Relation(name); r != nil {
			return r
		}
	}
	return Operators().Relation(name)
}

// operatorNamed returns the program's own or the built-in operator with a name, or nil.
func (p *front) operatorNamed(name string) *relation.Operator {
	if p.own != nil {
		if o := p.own.Operator(name); o != nil {
			return o
		}
	}
	return Operators().Operator(name)
}

// preludeNames returns the names that the Prelude declares.
var preludeNames = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	t, _ := relay.Parse(lang.NewFile("prelude.rly", prelude))
	for i := range t.Decls {
		names[t.NameOf(&t.Decls[i])] = true
	}
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Op == relay.OpCon {
			names[t.Syms.Text(n.Sym)] = true
		}
	}
	return names
})

// known returns the operators and relations that the program may name without declaring them. The result must not be
// changed: programs without their own relations share it.
func (p *front) known() *relay.Known {
	if p.own == nil {
		return commonlyKnown()
	}
	k := commonlyKnown()
	k = &relay.Known{Operators: maps.Clone(k.Operators), Relations: maps.Clone(k.Relations), Prelude: k.Prelude}
	addKnown(k, p.own)
	return k
}

// commonlyKnown returns the known names of programs without relations or operators of their own.
var commonlyKnown = sync.OnceValue(func() *relay.Known {
	k := &relay.Known{Operators: make(map[string]bool), Relations: make(map[string]bool), Prelude: preludeNames()}
	addKnown(k, Operators())
	return k
})

func addKnown(k *relay.Known, f *relation.File) {
	for _, name := range f.OperatorNames() {
		k.Operators[name] = true
	}
	for _, r := range f.Relations {
		k.Relations[r.Name] = true
	}
}
