package repair

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A Trials has the data that all trials of one program share: references, parents, and the memory of the programs that
// are derived to try a change. It only reads the program itself.
type Trials struct {
	*Program
	// Memory is that of the last tried program.
	Memory Memory

	style *Style
	order map[*Kind]int // the order of the kinds of edits

	expression []bool // by site: it is an expression, not a part of a type or a filter
	composes   bool   // it has compositions

	callees, users    relation      // by definition
	types, parts      relation      // by definition, and by type definition: the type definitions that it names
	typeUsers, wholes relation      // by type definition: the definitions, and the type definitions, that name it
	together          map[int32]int // by definition, see InErrorWith

	// A part of the program can be derived by itself: the program has no error in its text or its names, and no name
	// depends on the types of the whole program.
	sliceable bool
	all       *Region

	stamp []int32 // by definition, then by type: the last round that reached it
	round int32

	builtins  []Builtin
	typeNames []TypeName

	outcomes map[string][]*Outcome // the outcomes of tried changes, by their edits

	spelling
	extraCost int // the cost of trials beyond the size of their syntax, in sites; see Try
}

// A relation maps each definition to a list of others.
type relation struct{ start, list []int32 }

func (r *relation) of(d int32) []int32 { return r.list[r.start[d]:r.start[d+1]] }

// end ends the list of the next definition.
func (r *relation) end() { r.start = append(r.start, int32(len(r.list))) }

// reversed returns the relation from n definitions to those whose lists they are in, in order.
func (r *relation) reversed(n int) relation {
	to := relation{make([]int32, n+1), make([]int32, len(r.list))}
	for _, d := range r.list {
		to.start[d+1]++
	}
	for d := range n {
		to.start[d+1] += to.start[d]
	}
	next := slices.Clone(to.start)
	for d := range int32(len(r.start) - 1) {
		for _, e := range r.of(d) {
			to.list[next[e]] = d
			next[e]++
		}
	}
	return to
}

// NewTrials prepares the trials of a program. The memory is that of an earlier program which is not used any more, or
// nil.
func NewTrials(p *Program, memory Memory) *Trials {
	n, types := int32(p.Definitions()), int32(p.TypeDefinitions())
	w := &Trials{
		Program: p, Memory: memory, style: p.Style(), order: make(map[*Kind]int),
		stamp:     make([]int32, n+types),
		together:  make(map[int32]int),
		sliceable: p.Errors == 0 && !p.Entangled,
		all:       &Region{whole: true, Size: p.Size},
		spelling:  spelling{near: make(map[unify.Label][]unify.Label), letters: lettersPerFile},
	}
	kinds := w.style.Kinds
	if kinds == nil {
		kinds = Kinds
	}
	for i, k := range kinds {
		w.order[k] = i
	}
	for d := range n {
		w.all.Defs = append(w.all.Defs, d)
	}
	for t := range types {
		w.all.Types = append(w.all.Types, t)
	}
	w.builtins, w.typeNames = p.Builtins(), p.TypeNames()
	w.relate()
	w.index()
	return w
}

// index fills in the data by site.
func (w *Trials) index() {
	w.expression = make([]bool, w.Size)
	for e := range w.expression {
		w.composes = w.composes || w.Kind(int32(e)) == message.Composes
	}
	for d := range w.Definitions() {
		if root := w.Definition(int32(d)).Root; root != none {
			w.expression[root] = true
		}
	}
	for e := w.Size - 1; e >= 0; e-- {
		if p := w.Parent(int32(e)); p != none && w.expression[p] {
			w.expression[e] = !w.IsAnnotation(p) && w.Kind(p) != message.Other
		}
	}
}

// relate fills in the references between definitions and from definitions to types.
func (w *Trials) relate() {
	n := w.Definitions()
	w.types.end()
	w.parts.end()
	_, w.callees.start, w.callees.list = w.References()
	w.users = w.callees.reversed(n)
	typesOf := func(r *relation, def message.Definition) {
		for e := def.First; e <= def.Root; e++ {
			if t := w.TypeNamed(e); t >= 0 {
				r.list = append(r.list, t)
			}
		}
		r.end()
	}
	for d := range n {
		typesOf(&w.types, w.Definition(int32(d)))
	}
	for t := range w.TypeDefinitions() {
		typesOf(&w.parts, w.TypeDefinition(int32(t)))
	}
	w.typeUsers, w.wholes = w.types.reversed(w.TypeDefinitions()), w.parts.reversed(w.TypeDefinitions())
}

// IsExpression reports whether a site is an expression, not a part of a type or a filter.
func (w *Trials) IsExpression(site int32) bool { return w.expression[site] }

// InError counts the definitions with a conflict.
func (p *Program) InError() int {
	if p.counted {
		return p.inError
	}
	p.inError, p.counted = 0, true
	for d := range p.Definitions() {
		if len(p.Solver.Conflicts(int32(d))) > 0 {
			p.inError++
		}
	}
	return p.inError
}

// InErrorWith counts the definitions with a conflict that one change may fix together with a definition: those that
// share a dependency with it, the definition included.
func (w *Trials) InErrorWith(def int32) int {
	if n, ok := w.together[def]; ok {
		return n
	}
	related := w.Below(def)
	var types []int32
	for _, d := range related {
		types = append(types, w.types.of(d)...)
	}
	for _, t := range w.reach(w.reach(types, &w.parts), &w.wholes) {
		related = append(related, w.typeUsers.of(t)...)
	}
	n := 0
	for _, d := range w.Above(related...) {
		if len(w.Solver.Conflicts(d)) > 0 {
			n++
		}
	}
	w.together[def] = n
	return n
}

// reach returns some definitions and all that are reachable from them. It counts a step for each, as explaining many
// errors of definitions that all depend on each other would otherwise take quadratic time.
func (w *Trials) reach(from []int32, over *relation) []int32 {
	w.round++
	var list []int32
	add := func(defs []int32) {
		for _, d := range defs {
			if w.stamp[d] != w.round {
				w.stamp[d] = w.round
				list = append(list, d)
			}
		}
	}
	add(from)
	for i := 0; i < len(list); i++ {
		add(over.of(list[i]))
	}
	w.Solver.Watch.Steps(len(list))
	return list
}

// Above returns definitions and all their dependents.
func (w *Trials) Above(defs ...int32) []int32 { return w.reach(defs, &w.users) }

// Below returns definitions and all their dependencies.
func (w *Trials) Below(defs ...int32) []int32 { return w.reach(defs, &w.callees) }

// Usual programs take 4 pattern nodes for each site, a recursive group takes some thousand, and a few lines may take
// millions. excessShare nodes beyond the usual number take as long as a site of a usual program, with its text and its
// nodes.
const (
	usualWork   = 500
	workPerSite = 5
	excessShare = 6
)

// Took returns the cost of deriving the program, in sites.
func (p *Program) Took() int { return p.Size + p.excess() }

func (p *Program) excess() int {
	return max(0, p.Solver.Work()-usualWork-workPerSite*p.Size) / excessShare
}

// Try derives a changed program; at maps offsets of this program to the changed one.
func (w *Trials) Try(text *lang.File, at func(int32) int32) *Program {
	t := w.Rederive(text, at, w.Memory)
	w.extraCost += t.excess()
	w.Memory = t.Memory
	return t
}

// Debt returns the cost of trials since the last call beyond the size of their syntax, in sites.
func (w *Trials) Debt() int {
	debt := w.extraCost
	w.extraCost = 0
	return debt
}
