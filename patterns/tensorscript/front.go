package tensorscript

import (
	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A front is what the text of a program says before any type is derived: its tree, the meaning of its names, and the
// declarations of each definition. Its methods need no types.
type front struct {
	tree  *tensorscript.Tree
	names *tensorscript.Names
	watch *cancel.Watch

	nodeOf  []tensorscript.NodeID // by site; NoNode: a whole definition
	siteOf  []int32               // by node; -1: it is not in a definition
	parents []tensorscript.NodeID
	decls   [][]int32                      // by definition: its blocks and their declarations
	def     []int32                        // by declaration: the definition that it is, or -1
	declAt  []int32                        // by node that is the root of a declaration: the declaration; else -1
	scoped  []role                         // by node
	shared  []int32                        // by declaration of a weight: its number of stages
	imports map[tensorscript.NodeID]string // the operations of imports
	prev    []tensorscript.NodeID          // by stage: the input from the pipe
}

// parse parses a text, using the memory of an earlier tree, and resolves its names. It returns the errors in both.
func (p *front) parse(f *lang.File, o *language.Options, old *tensorscript.Tree, watch *cancel.Watch) []lang.Diagnostic {
	tree, ds := tensorscript.ParseReuse(f, old, watch)
	o.Ended(patterns.Parsed)
	*p = front{tree: tree, watch: watch, imports: make(map[tensorscript.NodeID]string)}
	var wrong []lang.Diagnostic
	p.names, wrong = tensorscript.ResolveWatched(tree, known(), watch)
	p.parents = tree.Parents()
	return append(ds, wrong...)
}
