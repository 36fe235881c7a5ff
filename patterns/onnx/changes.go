package onnx

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The costs of changes, by kind; the distance of the node from the error adds to them.
const (
	costMultiple = 1 // a size becomes a multiple of a number, as sizes have to be
	costOdd      = 2 // one number of a list that are otherwise equal becomes equal, too
	costUsual    = 3 // an attribute is added, as other nodes of the operator have it
	costNumber   = 4 // another number in an attribute
	costAbsent   = 5 // an attribute is added
	costPart     = 8 // one of several equal numbers becomes different
	costEntry    = 5 // another entry of a constant
	costSwap     = 5 // two inputs are exchanged
	costCast     = 6 // an element type is converted
	costDeclared = 9 // another declared size of an input
	costWeight   = 9 // another size of a weight
	costOther    = 8 // another value as an input
	costMissing  = 8 // a node is inserted
	costChannels = 3 // a list with a number for each channel gets the axes after the channels
	costLayout   = 6 // the axes of an image or of its weight get another order
	costUnused   = 5 // a node with values that are not used is inserted
	costLeftOver = 6 // a node is left out
	costOutput   = 6 // the derived type of an output is declared
)

// Bounds of the changes for one error.
const (
	mostNodes   = 60 // nodes that are changed
	mostFar     = 8  // the greatest distance that counts
	mostOthers  = 24 // other values for an input
	margin      = 5  // changes that cost so much more than one that fits are not tried
	mostUnused  = 6  // values that no node uses
	mostPerms   = 6  // the rank up to which axes are exchanged
	widestTitle = 40
)

// A proposer looks for the changes that remove one error.
type proposer struct {
	repair.Draft
	p     *program
	x     *replay
	e     *evidence
	sizes repair.Sizes
	far   int // the distance of the current node from the error, from 0
	list  []change
	// unused are the values that no node uses, up to mostUnused; lists those that are lists of whole numbers, first
	// those that nodes compute.
	unused     []onnx.NodeID
	lists      []onnx.NodeID
	everywhere map[onnx.NodeID]bool // values for which nodes before all uses are proposed; see weighted

	numbers  map[int64]int   // how often each number occurs
	elements map[string]int  // and each element type
	perms    map[string]bool // the orders of axes that occur

	rounded bool                 // the two sizes that differ nearly agree
	seen    map[onnx.NodeID]bool // written values for which changes are proposed
}

// propose returns the changes that remove an error at a place according to a replay, the likeliest first.
func (p *program) propose(e *evidence, at lang.Span) []change {
	if e == nil || p.runs != nil && *p.runs <= runsToPropose {
		return nil
	}
	g := &proposer{Draft: repair.Draft{Tree: &p.tree.Tree, Widest: widestTitle, Watch: p.watch}, p: p, e: e}
	p.Solver.Restore(e.def)
	g.x = p.newReplay(e.def, e.use, e.wrong)
	g.x.free = e.free
	g.sizes, g.unused = e.sizes, g.findUnused()
	for _, written := range []bool{false, true} {
		for _, id := range g.unused {
			if is, _ := g.x.typeOf(id); isList(is) && p.tree.Is(id, onnx.OpName) != written {
				g.lists = append(g.lists, id)
			}
		}
	}
	g.rounded, g.seen, g.everywhere = e.rounded, make(map[onnx.NodeID]bool), make(map[onnx.NodeID]bool)
	for i := 0; i < len(e.wrong) && !e.free; i++ {
		g.declared(e.wrong[i], at)
	}
	for far, list := range p.before(e) {
		g.far = min(far, mostFar)
		for _, at := range list {
			if u := g.useAt(at); u != nil {
				g.x.frame = at.frame
				g.around(u)
			}
		}
	}
	g.x.frame = p.frames[e.def]
	had := g.x.left
	fits := g.try()
	*p.runs -= had - g.x.left
	return fits
}

// useAt returns a node as it was stated where it runs, or nil. A call of a function has an operator without a name.
func (g *proposer) useAt(at spot) *use {
	for _, k := range g.x.at[at.id] {
		if g.p.called(at.id) != onnx.NoNode {
			unnamed := &relation.Operator{Names: make([]relation.OperatorName, 1)}
			inputs := make([]unify.Node, len(g.p.tree.Args(at.id)))
			return &use{id: at.id, frame: at.frame, operator: unnamed, Inputs: inputs}
		}
		for i := range g.x.units[k].uses {
			if u := &g.x.units[k].uses[i]; u.id == at.id && u.frame == at.frame {
				return u
			}
		}
	}
	return nil
}

// before lists the nodes that may be at fault by their distance from the error: the nodes before it, also in functions
// that are called, and before the call of a function, and those that compute a size of it.
func (p *program) before(e *evidence) (list [][]spot) {
	var all repair.Distinct[spot]
	var next []spot
	add := func(at spot) {
		if p.tree.Is(at.id, onnx.OpNode) && !all.Has(at) && len(all.List) < mostNodes {
			all.Add(at)
			next = append(next, at)
		}
	}
	var maker func(f *frame, def onnx.NodeID)
	maker = func(f *frame, def onnx.NodeID) {
		switch {
		case def == onnx.NoNode:
		case p.tree.Is(def, onnx.OpName):
			node := p.parents[p.parents[def]]
			if add(spot{f, node}); p.called(node) == onnx.NoNode {
				return
			}
			results := p.tree.Outputs(p.called(node))
			k := slices.Index(p.tree.Results(node), def)
			if g := p.callee(spot{f, node}); g != nil && k < len(results) {
				maker(g, p.names.Def[results[k]])
			}
		case f.up != nil && slices.Contains(p.tree.Inputs(f.body), def):
			add(spot{f.up, f.caller})
		}
	}
	if e.use != nil {
		add(spot{e.use.frame, e.use.id})
	}
	for _, id := range e.wrong {
		maker(p.frames[e.def], p.names.Def[id])
	}
	for len(next) > 0 {
		level := next
		list, next = append(list, level), nil
		if len(list) == 1 {
			for _, site := range e.via {
				add(spot{p.frames[e.def], p.ids[site]})
			}
		}
		for _, at := range level {
			for _, arg := range p.tree.Args(at.id) {
				if p.tree.Is(arg, onnx.OpName) {
					maker(at.frame, p.names.Def[arg])
				}
			}
		}
	}
	return list
}

// callee returns the frame of a call, or nil if no node runs there.
func (p *program) callee(call spot) *frame {
	if p.callees == nil {
		p.callees = make(map[spot]*frame)
		for d := range p.uses {
			for i := range p.uses[d] {
				for f := p.uses[d][i].frame; f.up != nil && p.callees[spot{f.up, f.caller}] == nil; f = f.up {
					p.callees[spot{f.up, f.caller}] = f
				}
			}
		}
	}
	return p.callees[call]
}

// offer proposes a change.
func (g *proposer) offer(c change, cost int, class repair.Class, title string, edits ...lang.Edit) {
	c.Fix, c.Cost, c.Class = g.Fix(title, edits...), cost+(g.far+1)/2, class
	g.list = append(g.list, c)
}

// try returns the proposed changes that fit, in order of their costs. Those that cost much more than the first one are
// not tried.
func (g *proposer) try() (fits []change) {
	slices.SortStableFunc(g.list, func(a, b change) int { return cmp.Compare(a.Cost, b.Cost) })
	best := math.MaxInt - margin
	for i := range g.list {
		c := &g.list[i]
		if g.x.left <= 0 || c.Cost > best+margin {
			break
		}
		same := func(other change) bool { return slices.Equal(other.Edits, c.Edits) }
		if c.write == nil && (len(c.Edits) == 0 || slices.ContainsFunc(fits, same)) || !c.sure && !g.x.fits(c) {
			continue
		}
		if c.write != nil {
			c.Fix = c.write()
		}
		fits, best = append(fits, *c), min(best, c.Cost)
	}
	slices.SortStableFunc(fits, func(a, b change) int { return cmp.Compare(a.Cost, b.Cost) })
	if len(fits) > 0 && !fits[0].asks {
		fits = slices.DeleteFunc(fits, func(c change) bool { return c.asks })
	}
	return fits
}

// common returns what to add to the cost of a change from one number to another: numbers that occur elsewhere in the
// model are likelier.
func (g *proposer) common(now, then int64) (cost int) {
	if g.numbers == nil {
		g.numbers = make(map[int64]int)
		for id := range g.Of(onnx.OpInt) {
			g.numbers[g.p.tree.Int(id)]++
		}
	}
	if then > few && g.numbers[then] > 0 {
		cost -= 2
	}
	if now > few && g.numbers[now] > 1 {
		cost += 2
	}
	return cost
}

// few is the number up to which numbers occur in all models.
const few = 4

// mostChanged bounds the inputs of a node for which changes are proposed: they are the first ones.
const mostChanged = 1000

// around proposes the changes of a node and of the constants that only its inputs name.
func (g *proposer) around(u *use) {
	for _, a := range g.p.tree.Attrs(u.id) {
		g.attribute(u, a)
	}
	g.absent(u)
	args := g.p.tree.Args(u.id)
	args = args[:min(len(args), mostChanged)]
	for i, arg := range args {
		if g.Is(arg, onnx.OpName) && g.p.names.Def[arg] != onnx.NoNode {
			g.constant(g.p.names.Def[arg])
		}
		if i > 0 {
			g.swap(u, i-1, i)
		}
	}
	for i, arg := range args {
		if g.Is(arg, onnx.OpName) && g.p.names.Def[arg] != onnx.NoNode {
			if g.far <= 2 {
				g.missing(u, i)
			}
			if u.frame.up == nil {
				g.weighted(u, i)
			}
			g.other(u, i)
		}
	}
	g.slots(u)
	g.alike(u)
	g.directions(u)
	g.axesOf(u)
	g.parts(u)
	g.longer(u)
	g.product(u)
	g.leftOver(u)
}

// declared proposes to declare the derived type of an output, whose error is at a place.
func (g *proposer) declared(id onnx.NodeID, at lang.Span) {
	if is, _ := g.x.typeOf(g.p.names.Def[id]); is.Head == Tensor+1 {
		want := (&deriver{System: g.x.system, p: g.p}).typeOf(g.p.tree.Type(id))
		for _, f := range g.p.atOutput(&g.Draft, g.x.d, id, is, want) {
			g.list = append(g.list, change{Guess: repair.Guess{Fix: f, Cost: costOutput, Class: repair.ByInsert},
				sure: true, is: isOther, places: []lang.Span{at}})
		}
		for _, f := range g.p.declaring(&g.Draft, id, g.x.system.Format(is)) {
			g.list = append(g.list, change{Guess: repair.Guess{Fix: f, Cost: costOutput, Class: repair.ByType},
				sure: true, is: isOther, places: []lang.Span{at}})
		}
	}
}

// declaring returns the change that declares another type of an output, or nothing if the type has a computed size.
func (p *front) declaring(g *repair.Draft, output onnx.NodeID, typ string) []lang.Fix {
	if strings.ContainsAny(typ, "+-·*/()") {
		return nil
	}
	return []lang.Fix{g.Fix("declare `"+p.tree.Plain(output)+"` as `"+typ+"`", g.Replace(p.tree.Type(output), typ))}
}
