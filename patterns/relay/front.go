package relay

import (
	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relation"
)

// A front is what the text of a program says before any type is derived: its tree, the meaning of its names, the role
// of each node, and the values that a variable only names again. Its methods need no types.
type front struct {
	tree    *relay.Tree
	names   *relay.Names
	own     *relation.File // the relations and operators that the program declares; may be nil
	parents []relay.NodeID
	roles   []role
	def     []int32                // by declaration: the number of its definition, or -1
	declOf  map[relay.NodeID]int32 // from the root of a declaration to its number

	aliases map[relay.NodeID]relay.NodeID // from variables and their fields to the polymorphic values that they name
	tuples  map[relay.NodeID]relay.NodeID // from variables and their fields to tuples that contain polymorphic values
	carries map[relay.NodeID]bool         // nodes that contain polymorphic values without using them
	silent  map[relay.NodeID]bool         // expressions without constraints
	uses    map[relay.NodeID]*operation   // calls of operators
	opens   map[relay.NodeID]relay.NodeID // from the first node of a body to its function
	apart   map[int32]bool                // references within a group to fully annotated definitions
	wide    map[relay.NodeID]bool         // see widen
	marked  bool                          // the program may have dynamic sizes
	marking map[lang.Sym]bool             // by operator: its result may have dynamic sizes; see marks

	outermost map[lang.Span]relay.NodeID // see outermostAt; nil until needed
}

// parse parses a text, using the memory of an earlier tree, and resolves its names. It returns the errors in both.
func (p *front) parse(f *lang.File, o *language.Options, old *relay.Tree, watch *cancel.Watch) []lang.Diagnostic {
	tree, ds := relay.ParseReuse(f, dialectOf(o.Dialect), old, watch)
	o.Ended(patterns.Parsed)
	*p = front{
		tree: tree, declOf: make(map[relay.NodeID]int32), apart: make(map[int32]bool),
		aliases: make(map[relay.NodeID]relay.NodeID), tuples: make(map[relay.NodeID]relay.NodeID),
		carries: make(map[relay.NodeID]bool), silent: make(map[relay.NodeID]bool),
		uses: make(map[relay.NodeID]*operation), opens: make(map[relay.NodeID]relay.NodeID),
		wide: make(map[relay.NodeID]bool),
	}
	ds = append(ds, p.readRelations(f)...)
	var wrong []lang.Diagnostic
	p.names, wrong = relay.ResolveWatched(tree, p.known(), watch)
	p.parents = tree.Parents()
	p.number()
	p.findAliases()
	p.assign()
	return append(ds, wrong...)
}

// number numbers the definitions.
func (p *front) number() {
	p.def = make([]int32, len(p.tree.Decls))
	defs := int32(0)
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Root != relay.NoNode {
			p.declOf[d.Root] = int32(i)
		}
		switch p.def[i] = -1; d.Kind {
		case relay.DeclDef, relay.DeclExpr, relay.DeclGlobal, relay.DeclOperator:
			p.def[i] = defs
			defs++
		}
	}
}
