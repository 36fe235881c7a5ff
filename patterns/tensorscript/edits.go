package tensorscript

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// What changes of a program cost: the less they do, and the more often people mean them, the cheaper.
const (
	costOfTypo     = 0
	costOfArgument = 4  // one is missing, or is too many
	costOfNumber   = 8  // another one
	costOfOrder    = 10 // two arguments
	costOfStages   = 12 // two neighbours
	costOfUnused   = 12 // a weight that nothing uses is a stage
	costOfName     = 14 // another one
	costOfFunction = 16 // a function is a stage
	costOfDrop     = 18 // of a stage
	costOfEntry    = 18 // a size more or less
	costOfFar      = 10 // what the error does not show
	costOfAll      = 4  // in several places at once
)

// workOfMending is how many syntax nodes are derived again for the changes of all errors of a program.
const workOfMending = 300_000

// mending tries changes for all errors, and gives them those that help. Explained ones get the places that may be at fault.
func (p *program) mending(ds []lang.Diagnostic, of map[int]*retold) {
	errors := slices.DeleteFunc(slices.Clone(ds), func(dg lang.Diagnostic) bool { return dg.Severity != lang.Error })
	g := &mend.Guesser{
		File: p.File, Errors: errors, Left: workOfMending / (len(p.tree.Nodes) + len(p.File.Src)/8 + 1),
		Count: func(text *lang.File) int { return derived(text, p.options, p.watch, nil).errors() },
		Check: func(text *lang.File) (left []lang.Diagnostic) {
			q := derived(text, p.options, p.watch, nil)
			return slices.DeleteFunc(append(q.diagnose(), q.Known...), func(dg lang.Diagnostic) bool { return dg.Severity != lang.Error })
		},
	}
	for i := range ds {
		dg := &ds[i]
		if dg.Severity != lang.Error || dg.Code.Class() == lang.ClassSyntax && dg.Code != lang.UsedBefore {
			continue
		}
		x := &proposer{p: p, dg: dg, ranks: make(map[tensorscript.NodeID]int)}
		if r := of[i]; r != nil {
			x.c, x.at = r.c, r.source
		}
		var accepted []mend.Guessed
		if len(errors) <= mostMended {
			x.propose()
			accepted = g.Try(dg, x.list)
		}
		for _, f := range dg.Fixes { // those that come with it count only if they were tried, too
			if again := slices.ContainsFunc(accepted, func(a mend.Guessed) bool { return slices.Equal(a.Edits, f.Edits) }); !again && len(accepted) == 0 {
				accepted = append(accepted, g.Try(dg, []mend.Guess{{Title: f.Title.String(), Edits: f.Edits}})...)
			}
		}
		if fixes := mend.Offered(accepted); len(fixes) > 0 {
			if isNaming(dg.Code) && dg.Code != lang.WrongCount {
				dg.Help = nil // it names them
			}
			dg.Fixes = fixes
		}
		if x.c != nil && dg.Explanation != nil {
			p.blame(dg, x, accepted)
		}
	}
}

// mostMended is how many errors a program has at most for which changes are tried.
const mostMended = 20

// errors counts what is wrong with a derived program.
func (p *program) errors() (n int) {
	for i := range p.Known {
		if p.Known[i].Severity == lang.Error {
			n++
		}
	}
	for d := range int32(len(p.Defs)) {
		if !p.Solver.Derivation(d).Derived {
			n++
			continue
		}
		n += len(p.Solver.Conflicts(d))
		if n == 0 {
			n += len(p.undetermined(d))
		}
		if p.options.Rigid {
			n += len(p.notes(d))
		}
	}
	return n
}

// A proposer proposes changes for one error.
type proposer struct {
	p     *program
	dg    *lang.Diagnostic
	c     *explain.Contradiction // nil: it has none
	at    explain.Source
	ranks map[tensorscript.NodeID]int // places that the error shows or rests on, the likeliest first
	order []tensorscript.NodeID
	pairs [][2]int64 // of what was to be one, two sizes
	near  []int64    // sizes around the error
	list  []mend.Guess
}

func (x *proposer) offer(class mend.Class, cost int, title string, edits ...lang.Edit) {
	slices.SortStableFunc(edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	x.list = append(x.list, mend.Guess{Class: class, Cost: cost, Title: title, Edits: edits})
}

func (x *proposer) text(id tensorscript.NodeID) string { return x.p.File.Text(x.p.tree.Span(id)) }

func (x *proposer) edit(id tensorscript.NodeID, text string) lang.Edit {
	return lang.Edit{Span: x.p.tree.Span(id), Text: text}
}

// quoted is a text with marks.
func quoted(text string) string {
	return "`" + tell.Shortened(strings.Join(strings.Fields(text), " "), 40) + "`"
}

// add notes a place.
func (x *proposer) add(id tensorscript.NodeID) {
	if id == tensorscript.NoNode {
		return
	}
	if _, known := x.ranks[id]; !known {
		x.ranks[id] = len(x.order)
		x.order = append(x.order, id)
	}
}

// nodeAt is the outermost node whose text is a span, or else the innermost one around it.
func (p *program) nodeAt(s lang.Span) tensorscript.NodeID {
	found := tensorscript.NoNode
	for i := range p.tree.Nodes {
		id := tensorscript.NodeID(i)
		switch span := p.tree.Span(id); {
		case span == s:
			found = id
		case span.Contains(s) && found == tensorscript.NoNode:
			return id
		}
	}
	return found
}

func (x *proposer) propose() {
	if isNaming(x.dg.Code) {
		x.names()
	}
	x.places()
	x.sizesAround()
	for _, id := range x.reach() {
		x.node(id)
	}
	if e := x.p.nodeAt(x.dg.Span); e != tensorscript.NoNode {
		x.arguments(e)
		x.inserts(e)
	}
}

// isNaming reports whether an error is about a name that means nothing.
func isNaming(code lang.Code) bool {
	switch code {
	case lang.UnknownLocal, lang.UnknownGlobal, lang.UnknownOperator, lang.UnknownConstructor, lang.UnknownType, lang.UsedBefore, lang.WrongCount:
		return true
	}
	return false
}

// places finds those of the error: what it shows, what it rests on, the arguments of the layers that are there, and
// what stands before.
func (x *proposer) places() {
	e := x.p.nodeAt(x.dg.Span)
	x.add(e)
	for _, r := range x.dg.Related {
		x.add(x.p.nodeAt(r.Span))
	}
	if x.c != nil {
		for i := range x.c.Core {
			if m := &x.c.Core[i]; m.Def == x.c.Def {
				if site := x.p.siteStating(m.Source); site >= 0 {
					x.add(x.p.nodeOf[site])
				}
			}
		}
		for i := range x.c.Facts {
			if site := x.p.FactSite(&x.c.Facts[i]); site >= 0 {
				x.add(x.p.nodeOf[site])
			}
		}
	}
	for before, n := e, 0; before != tensorscript.NoNode && n < 3; n++ {
		if before = x.p.before(before); before != tensorscript.NoNode {
			x.add(before)
		}
	}
	for _, id := range slices.Clone(x.order) {
		c := x.p.callees[id]
		if c.kind == anOperation && c.decl >= 0 {
			call := x.p.tree.Kids(x.p.tree.Decls[c.decl].Root)[1]
			for _, a := range x.p.arguments(call) {
				x.add(a)
			}
			x.add(call)
		} else if c.kind == aHelper && c.decl >= 0 {
			if root := x.p.tree.Decls[c.decl].Root; root != tensorscript.NoNode {
				x.add(root)
			}
		}
	}
}

// siteStating is the site that states a constraint.
func (p *program) siteStating(s explain.Source) int32 {
	switch {
	case s.Relation > 0:
		return p.Graph.InstanceOf(s.Relation - 1).Reason.Site
	case s.Event < 0:
		return p.SiteOf(s.Node)
	}
	return s.Reason.Site
}

// definition is that of the error, or -1.
func (x *proposer) definition() int32 {
	if x.c != nil {
		return x.c.Def
	}
	for d := range x.p.Defs {
		if x.p.Defs[d].Name == x.dg.Definition && x.dg.Definition != "" {
			return int32(d)
		}
	}
	return -1
}

// reach are the nodes that may have to do with the error: those of its node of the network, of those that this uses, and what
// stands before all.
func (x *proposer) reach() (list []tensorscript.NodeID) {
	d := x.definition()
	add := func(k int32) {
		if decl := &x.p.tree.Decls[k]; decl.Root != tensorscript.NoNode {
			for id := decl.First; id <= decl.Root; id++ {
				list = append(list, id)
			}
		}
	}
	of := []int32{d}
	if d >= 0 {
		for site := x.p.Defs[d].First; site < x.p.Defs[d].Root; site++ {
			if c, ok := x.p.Callee(site); ok && !slices.Contains(of, c) {
				of = append(of, c)
			}
		}
	}
	for k := range x.p.tree.Decls {
		switch decl := &x.p.tree.Decls[k]; {
		case decl.Of < 0 && (decl.Kind == tensorscript.DeclDim || decl.Kind == tensorscript.DeclTensor):
			add(int32(k))
		case d < 0 && decl.Kind != tensorscript.DeclUse:
			add(int32(k))
		}
	}
	for _, d := range of {
		if d >= 0 {
			for _, k := range x.p.decls[d] {
				add(k)
			}
		}
	}
	return list
}

// far is what it adds to the cost of a change that it is not where the error shows.
func (x *proposer) far(id tensorscript.NodeID) int {
	for up, n := id, 0; up != tensorscript.NoNode && n < 3; up, n = x.p.parents[up], n+1 {
		if rank, ok := x.ranks[up]; ok {
			return min(n+rank/2, costOfFar)
		}
	}
	return costOfFar
}

// sizesAround finds the sizes that were to be one, and those of the types around the error.
func (x *proposer) sizesAround() {
	add := func(n int64) {
		if n > 0 && !slices.Contains(x.near, n) && len(x.near) < mostNear {
			x.near = append(x.near, n)
		}
	}
	pair := func(a, b int64) {
		if a > 0 && b > 0 && a != b && !slices.Contains(x.pairs, [2]int64{a, b}) {
			x.pairs = append(x.pairs, [2]int64{a, b}, [2]int64{b, a})
		}
	}
	if x.c != nil {
		var of []int64
		for i := range x.c.Facts {
			if n, ok := x.p.Types.NumberOf(max(x.p.constructorOf(x.c.Facts[i].Claim.Flat), 0)); ok {
				of = append(of, n)
				add(n)
			}
		}
		if len(of) == 2 {
			pair(of[0], of[1])
		}
	}
	e := x.p.nodeAt(x.dg.Span)
	if x.c == nil { // nothing tells which
		for _, id := range x.reach() {
			if x.p.tree.Nodes[id].Op == tensorscript.OpInt {
				add(x.p.tree.Int(id))
			}
		}
	}
	if e == tensorscript.NoNode || x.p.siteOf[e] < 0 || x.c == nil {
		return
	}
	in, out := x.p.ends(x.c.Def, x.p.siteOf[e])
	takes, gives := x.numbers(in), x.numbers(out)
	all := [2]int64{product(takes), product(gives)}
	pair(all[0], all[1])
	for _, list := range [][]int64{takes, gives} {
		for i := len(list) - 1; i >= 0; i-- {
			add(list[i])
		}
	}
	if len(takes) > 2 {
		add(product(takes[1:]))
	}
	add(all[0])
	if want := x.demandAt(e); want != nil {
		for i, n := range want {
			add(n)
			if i < len(takes) && len(want) == len(takes) {
				pair(n, takes[i])
			}
			if i < len(gives) && len(want) == len(gives) {
				pair(n, gives[i])
			}
		}
	}
	for _, a := range x.order {
		if x.p.tree.Nodes[a].Op == tensorscript.OpArg {
			if v := x.p.tree.Kids(a)[0]; x.p.tree.Nodes[v].Op == tensorscript.OpInt {
				for _, n := range takes {
					if strings.HasPrefix(x.p.tree.Name(a), "in") || x.p.tree.Name(a) == "num_features" {
						pair(x.p.tree.Int(v), n)
					}
				}
			}
		}
	}
}

// mostNear is how many sizes around an error are tried, and mostPairs how many pairs.
const (
	mostNear  = 8
	mostPairs = 8
)

// demandAt are the sizes of the header at the end of the node.
func (x *proposer) demandAt(tensorscript.NodeID) []int64 {
	d := x.definition()
	if d < 0 || x.p.header(d) == tensorscript.NoNode {
		return nil
	}
	_, n := x.p.ends(d, x.p.siteOf[x.p.tree.Kids(x.p.header(d))[1]])
	return x.numbers(n)
}

// numbers are the sizes of a tensor that are numbers; others are 0.
func (x *proposer) numbers(n unify.Node) (list []int64) {
	p := x.p
	if p.mended != nil && p.mended.Solver.Derivation(x.definition()).Derived {
		p = p.mended
	}
	f, fields := p.WhatIs(tell.Place{Node: int32(n)})
	c := p.constructorOf(f)
	if !p.isTensor(c) {
		return nil
	}
	list = make([]int64, len(fields))
	for _, part := range fields {
		g, _ := p.WhatIs(p.Part(tell.Place{Node: int32(n)}, part))
		if k := slices.Index(p.Types.Heads().Parts(c), part.Label); k >= 0 && k < len(list) {
			list[k], _ = p.Types.NumberOf(max(p.constructorOf(g), 0))
		}
	}
	return list
}

// product is that of the numbers of a list, 0 where it is too large.
func product(list []int64) int64 {
	all := int64(1)
	for _, n := range list {
		if n > 0 {
			if all > 1<<40/n {
				return 0
			}
			all *= n
		}
	}
	return all
}

// node proposes what may stand in the place of a node.
func (x *proposer) node(id tensorscript.NodeID) {
	n := &x.p.tree.Nodes[id]
	up := x.p.parents[id]
	switch n.Op {
	case tensorscript.OpInt:
		x.number(id)
	case tensorscript.OpFloat:
		x.floats(id)
	case tensorscript.OpName:
		if x.p.scoped[id] == sized {
			x.sizeName(id)
		}
	case tensorscript.OpBool:
		if up != tensorscript.NoNode && x.p.tree.Nodes[up].Op == tensorscript.OpArg {
			x.offer(mend.ByLiteral, costOfNumber+x.far(id), "write the other truth", x.edit(id, map[string]string{"true": "false", "false": "true"}[x.text(id)]))
		}
	case tensorscript.OpTensor, tensorscript.OpView:
		x.entries(id)
	case tensorscript.OpCall, tensorscript.OpMethod:
		x.swaps(id)
	case tensorscript.OpPipe:
		x.stages(id)
	case tensorscript.OpBinary:
		if x.p.scoped[id] == valued {
			kids := x.p.tree.Kids(id)
			a, b := x.text(kids[0]), x.text(kids[1])
			for k, text := range []string{a, b} {
				x.offer(mend.ByDrop, costOfDrop+x.far(id), "leave out "+quoted([]string{b, a}[k]), x.edit(id, text))
			}
		}
	}
	if x.p.scoped[id] == staged {
		x.others(id)
	}
}

// floats proposes a number without its point, where a whole number is asked for.
func (x *proposer) floats(id tensorscript.NodeID) {
	v := x.p.tree.Float(id)
	if n := int64(v); float64(n) == v && x.p.parents[id] != tensorscript.NoNode && x.p.tree.Nodes[x.p.parents[id]].Op == tensorscript.OpArg {
		text := strconv.FormatInt(n, 10)
		x.offer(mend.ByLiteral, costOfNumber+x.far(id), "write `"+text+"`", x.edit(id, text))
	}
}

// number proposes others in the place of one: those that make two sizes equal, those around the error, and near ones.
func (x *proposer) number(id tensorscript.NodeID) {
	now := x.p.tree.Int(id)
	seen := map[int64]bool{now: true}
	base := costOfNumber + x.far(id)
	title := func(text string) string { return "write `" + text + "` in the place of `" + x.text(id) + "`" }
	arg := x.p.parents[id]
	if arg != tensorscript.NoNode && x.p.tree.Nodes[arg].Op == tensorscript.OpTuple {
		arg = x.p.parents[arg]
	}
	named := ""
	if arg != tensorscript.NoNode && x.p.tree.Nodes[arg].Op == tensorscript.OpArg {
		named = x.p.tree.Name(arg)
		if x.p.parents[id] == arg {
			title = func(text string) string { return "write `" + named + "=" + text + "`" }
		}
	}
	write := func(n int64, more int) {
		if n < 0 || n == 0 && (x.p.scoped[id] == sized || named == "") || seen[n] {
			return
		}
		seen[n] = true
		text := strconv.FormatInt(n, 10)
		x.offer(mend.ByLiteral, base+more, title(text), x.edit(id, text))
		if others := x.repeated(id); len(others) > 0 {
			edits := []lang.Edit{x.edit(id, text)}
			for _, o := range others {
				edits = append(edits, x.edit(o, text))
			}
			x.offer(mend.ByLiteral, base+more+costOfAll, "write `"+text+"` in all headers of the node", edits...)
		}
		if others := x.same(id); len(others) > 1 && more <= costOfAll {
			var edits []lang.Edit
			for _, o := range others {
				edits = append(edits, x.edit(o, text))
			}
			x.offer(mend.ByLiteral, base+more+2*costOfAll, "write `"+text+"` in the place of each `"+x.text(id)+"` of the node", edits...)
		}
	}
	for i, p := range x.pairs[:min(len(x.pairs), mostPairs)] {
		if now == p[0] {
			write(p[1], i/2)
		}
		if now < 1<<31 && p[1] < 1<<31 && now*p[1]%p[0] == 0 {
			write(now*p[1]/p[0], 2+i/2)
		}
		if i < 4 {
			write(now+p[1]-p[0], 3+i/2)
		}
	}
	if named != "dim" && named != "axis" && named != "stride" && named != "padding" {
		for i, n := range x.near {
			write(n, 3+i/2)
		}
	}
	more := 4
	if named == "dim" || named == "axis" || named == "index" || named == "start_dim" || named == "a" || named == "b" {
		more = 0
		for n := range int64(4) {
			write(n, more+int(n)/2)
		}
	}
	for _, n := range []int64{now + 1, now - 1, 2 * now, now / 2} {
		write(n, more)
	}
	if named != "" {
		x.likeOthers(named, now, func(n int64) { write(n, 5) })
		if named == "stride" || named == "padding" || named == "dilation" || named == "kernel_size" {
			for n := range int64(4) {
				write(n, 6)
			}
		}
		write(1, 6)
	}
}

// likeOthers visits what arguments of a name are elsewhere.
func (x *proposer) likeOthers(name string, now int64, visit func(int64)) {
	var list []int64
	for i := range x.p.tree.Nodes {
		if n := &x.p.tree.Nodes[i]; n.Op == tensorscript.OpArg && x.p.tree.Name(tensorscript.NodeID(i)) == name {
			if v := x.p.tree.Kids(tensorscript.NodeID(i))[0]; x.p.tree.Nodes[v].Op == tensorscript.OpInt {
				if n := x.p.tree.Int(v); n != now && !slices.Contains(list, n) && len(list) < 6 {
					list = append(list, n)
					visit(n)
				}
			}
		}
	}
}

// repeated are the same entries in the other headers of a node.
func (x *proposer) repeated(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	tensor := x.p.parents[id]
	if tensor == tensorscript.NoNode || x.p.tree.Nodes[tensor].Op != tensorscript.OpTensor {
		return nil
	}
	header := x.p.parents[tensor]
	if header == tensorscript.NoNode || x.p.tree.Nodes[header].Op != tensorscript.OpHeader || x.p.declAt[header] < 0 || x.p.siteOf[id] < 0 {
		return nil
	}
	end, entry := slices.Index(x.p.tree.Kids(header), tensor), slices.Index(x.p.tree.Kids(tensor), id)
	for _, k := range x.p.decls[x.p.Owner(x.p.siteOf[id])] {
		decl := &x.p.tree.Decls[k]
		if !decl.IsBlock() || decl.Root == tensorscript.NoNode || decl.Root == header {
			continue
		}
		other := x.p.tree.Kids(decl.Root)[end]
		if x.p.tree.Nodes[other].Op != tensorscript.OpTensor {
			continue
		}
		if kids := x.p.tree.Kids(other); entry < len(kids) && x.text(kids[entry]) == x.text(id) {
			list = append(list, kids[entry])
		}
	}
	return list
}

// same are all sizes of the node of the network that are the same number.
func (x *proposer) same(id tensorscript.NodeID) (list []tensorscript.NodeID) {
	if x.p.scoped[id] != sized || x.p.siteOf[id] < 0 {
		return nil
	}
	def := &x.p.Defs[x.p.Owner(x.p.siteOf[id])]
	for site := def.First; site < def.Root; site++ {
		if other := x.p.nodeOf[site]; x.p.tree.Nodes[other].Op == tensorscript.OpInt && x.p.scoped[other] == sized && x.p.tree.Int(other) == x.p.tree.Int(id) {
			list = append(list, other)
		}
	}
	return list
}

// sizeName proposes other names of sizes in the place of one, and numbers.
func (x *proposer) sizeName(id tensorscript.NodeID) {
	base := costOfName + x.far(id)
	now := x.text(id)
	for _, name := range x.sizesInScope() {
		if name != now {
			x.offer(mend.ByRef, base, "write `"+name+"` in the place of `"+now+"`", x.edit(id, name))
		}
	}
	for i, n := range x.near[:min(len(x.near), 3)] {
		text := strconv.FormatInt(n, 10)
		x.offer(mend.ByLiteral, base+i, "write `"+text+"` in the place of `"+now+"`", x.edit(id, text))
	}
}

// sizesInScope are the size parameters of the node, and the names of dimensions.
func (x *proposer) sizesInScope() (list []string) {
	d := x.definition()
	add := func(text string) {
		if !slices.Contains(list, text) && len(list) < mostNear {
			list = append(list, text)
		}
	}
	for _, s := range x.p.names.Sizes {
		if d >= 0 && (s.Of == x.p.decls[d][0]) {
			add(x.p.tree.Syms.Text(s.Name))
		}
	}
	for k := range x.p.tree.Decls {
		if x.p.tree.Decls[k].Kind == tensorscript.DeclDim {
			add(x.p.tree.Syms.Text(x.p.tree.Decls[k].Name))
		}
	}
	return list
}

// without is the edit that takes one of a list out, with its comma.
func (x *proposer) without(list []tensorscript.NodeID, i int) lang.Edit {
	s := x.p.tree.Span(list[i])
	switch {
	case i+1 < len(list):
		s.End = x.p.tree.Span(list[i+1]).Start
	case i > 0:
		s.Start = x.p.tree.Span(list[i-1]).End
	}
	return lang.Edit{Span: s}
}

// entries proposes a size more or less of a tensor or a view, and two of them in the other order.
func (x *proposer) entries(id tensorscript.NodeID) {
	kids := x.p.tree.Kids(id)
	base := costOfEntry + x.far(id)
	for i, kid := range kids {
		if len(kids) > 1 {
			x.offer(mend.ByDrop, base, "leave out "+quoted(x.text(kid)), x.without(kids, i))
		}
		if i > 0 && x.text(kid) != x.text(kids[i-1]) {
			x.offer(mend.BySwap, base, "swap "+quoted(x.text(kids[i-1]))+" and "+quoted(x.text(kid)), x.edit(kids[i-1], x.text(kid)), x.edit(kid, x.text(kids[i-1])))
		}
		if x.p.tree.Nodes[id].Op == tensorscript.OpView && x.p.tree.Nodes[kid].Op != tensorscript.OpHole {
			for _, other := range []string{"_", "?"} {
				x.offer(mend.ByLiteral, base-4, "write `"+other+"` in the place of "+quoted(x.text(kid)), x.edit(kid, other))
			}
		}
		if x.p.tree.Nodes[kid].Op == tensorscript.OpHole {
			for i, text := range append(x.sizeTexts(), "1", "?") {
				x.offer(mend.ByLiteral, base-4+i/2, "write `"+text+"` in the place of `_`", x.edit(kid, text))
			}
		}
		at := x.p.tree.Span(kid).End
		x.offer(mend.ByInsert, base+2, "add the size `1` behind "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: at, End: at}, Text: ", 1"})
		for k, text := range x.sizeTexts() {
			x.offer(mend.ByInsert, base+2+k/2, "add the size `"+text+"` behind "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: at, End: at}, Text: ", " + text})
		}
		if at := x.p.tree.Span(kid).Start; i == 0 {
			for k, text := range append([]string{"?", "_"}, x.sizeTexts()...) {
				x.offer(mend.ByInsert, base+2+k/2, "add the size `"+text+"` before "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text + ", "})
			}
		}
	}
}

// sizeTexts are what one size more may be: sizes around the error, and those of the tensors that it shows.
func (x *proposer) sizeTexts() (list []string) {
	add := func(text string) {
		if text != "" && !slices.Contains(list, text) && len(list) < 2*mostNear {
			list = append(list, text)
		}
	}
	for _, id := range x.order {
		if x.p.tree.Nodes[id].Op == tensorscript.OpTensor {
			for _, kid := range x.p.tree.Kids(id) {
				add(x.text(kid))
			}
		}
	}
	for _, n := range x.near {
		add(strconv.FormatInt(n, 10))
	}
	return list
}

// swaps proposes two arguments with each other's values.
func (x *proposer) swaps(id tensorscript.NodeID) {
	args := x.p.arguments(id)
	base := costOfOrder + x.far(id)
	for i, a := range args {
		for _, b := range args[i+1:] {
			v, w := x.p.tree.Kids(a)[0], x.p.tree.Kids(b)[0]
			if x.text(v) != x.text(w) {
				more := 0
				if x.p.tree.Nodes[v].Op != x.p.tree.Nodes[w].Op {
					more = 2
				}
				x.offer(mend.BySwap, base+more, "swap "+quoted(x.text(a))+" and "+quoted(x.text(b)), x.edit(v, x.text(w)), x.edit(w, x.text(v)))
			}
		}
	}
	for i, a := range args {
		if v := x.p.tree.Kids(a)[0]; x.p.tree.Nodes[v].Op == tensorscript.OpTuple {
			if kids := x.p.tree.Kids(v); len(kids) == 2 && x.text(kids[0]) != x.text(kids[1]) {
				x.offer(mend.BySwap, base, "swap "+quoted(x.text(kids[0]))+" and "+quoted(x.text(kids[1])), x.edit(kids[0], x.text(kids[1])), x.edit(kids[1], x.text(kids[0])))
			}
		}
		if x.isOptional(id, x.p.tree.Name(a)) {
			x.offer(mend.ByDrop, base+6, "leave out "+quoted(x.text(a)), x.without(args, i))
		}
	}
	// An argument that other calls of the same have.
	for _, text := range x.givenElsewhere(id) {
		x.offer(mend.ByInsert, base+4, "add "+quoted(text), x.further(id, text))
	}
}

// further is the edit that gives a call one more argument.
func (x *proposer) further(id tensorscript.NodeID, text string) lang.Edit {
	at := x.p.tree.Span(id).End
	if x.p.File.Text(lang.Span{Start: at - 1, End: at}) != ")" {
		return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: "(" + text + ")"}
	}
	if args := x.p.arguments(id); len(args) > 0 {
		at = x.p.tree.Span(args[len(args)-1]).End
		return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: ", " + text}
	}
	return lang.Edit{Span: lang.Span{Start: at - 1, End: at - 1}, Text: text}
}

// operationOf is what a call or the constructor of a weight stands for.
func (x *proposer) operationOf(id tensorscript.NodeID) *operation {
	if up := x.p.parents[id]; up != tensorscript.NoNode && x.p.tree.Nodes[up].Op == tensorscript.OpWeight {
		return x.p.weights[x.p.declAt[up]]
	}
	return x.p.callees[id].operation
}

func (x *proposer) isOptional(id tensorscript.NodeID, name string) bool {
	if o := x.operationOf(id); o != nil {
		for _, a := range o.Accepts() {
			if a.Name == name {
				return !a.Required()
			}
		}
	}
	return false
}

// givenElsewhere are arguments, with their values, that other calls of an operation have and one has not.
func (x *proposer) givenElsewhere(id tensorscript.NodeID) (list []string) {
	o := x.operationOf(id)
	if o == nil {
		return nil
	}
	for i := range x.p.tree.Nodes {
		other := tensorscript.NodeID(i)
		if op := x.p.tree.Nodes[i].Op; other == id || op != tensorscript.OpCall {
			continue
		}
		of := x.operationOf(other)
		if of == nil {
			continue
		}
		for _, a := range x.p.arguments(other) {
			name := x.p.tree.Name(a)
			accepts := slices.ContainsFunc(o.Accepts(), func(at relation.Attr) bool { return at.Name == name })
			if text := x.text(a); accepts && x.p.argument(id, name) == tensorscript.NoNode && !slices.Contains(list, text) && len(list) < mostNear {
				list = append(list, text)
			}
		}
	}
	return list
}

// stages proposes to leave out one of a pipe, and to swap two neighbours.
func (x *proposer) stages(id tensorscript.NodeID) {
	kids := x.p.tree.Kids(id)
	for i, kid := range kids {
		if i == 0 {
			continue
		}
		s := lang.Span{Start: x.p.tree.Span(kids[i-1]).End, End: x.p.tree.Span(kid).End}
		x.offer(mend.ByDrop, costOfDrop+x.far(kid), "leave out the stage "+quoted(x.text(kid)), lang.Edit{Span: s})
		if i > 1 && x.text(kids[i-1]) != x.text(kid) {
			x.offer(mend.BySwap, costOfStages+min(x.far(kid), x.far(kids[i-1])), "swap the stages "+quoted(x.text(kids[i-1]))+" and "+quoted(x.text(kid)),
				x.edit(kids[i-1], x.text(kid)), x.edit(kid, x.text(kids[i-1])))
		}
	}
}

// others proposes other weights and functions in the place of a stage, those first that nothing uses.
func (x *proposer) others(id tensorscript.NodeID) {
	now := x.p.nameOf(id)
	base := costOfName + x.far(id)
	if op := x.p.tree.Nodes[id].Op; op != tensorscript.OpName {
		return
	}
	used, unused := x.layers()
	for _, name := range unused {
		x.offer(mend.ByRef, base-4, "use `"+name+"` in the place of `"+now+"`", x.edit(id, name))
	}
	for _, name := range used {
		if name != now {
			x.offer(mend.ByRef, base+2, "use `"+name+"` in the place of `"+now+"`", x.edit(id, name))
		}
	}
}

// layers are the weights of the node of the error, those that are stages and those that are not.
func (x *proposer) layers() (used, unused []string) {
	d := x.definition()
	if d < 0 {
		return nil, nil
	}
	stages := make(map[int32]bool)
	for site := x.p.Defs[d].First; site < x.p.Defs[d].Root; site++ {
		if id := x.p.nodeOf[site]; x.p.scoped[id] == staged && x.p.names.Meaning[id] == tensorscript.MeansWeight {
			stages[x.p.names.At[id]] = true
		}
	}
	for _, k := range x.p.decls[d] {
		if decl := &x.p.tree.Decls[k]; decl.Kind == tensorscript.DeclWeight {
			if name := x.p.tree.Syms.Text(decl.Name); stages[k] {
				used = append(used, name)
			} else {
				unused = append(unused, name)
			}
		}
	}
	return used[:min(len(used), 2*mostNear)], unused[:min(len(unused), mostNear)]
}

// arguments proposes what a call lacks, and what it has too much.
func (x *proposer) arguments(e tensorscript.NodeID) {
	if x.dg.Code != lang.WrongCount {
		return
	}
	call := e
	switch x.p.tree.Nodes[e].Op {
	case tensorscript.OpArg:
		call = x.p.parents[e]
	case tensorscript.OpWeight:
		call = x.p.tree.Kids(e)[1]
	}
	args := x.p.arguments(call)
	if i := slices.IndexFunc(args, func(a tensorscript.NodeID) bool {
		return x.p.tree.NameSpan(a) == x.dg.Span || x.p.tree.Span(a) == x.dg.Span
	}); i >= 0 {
		x.offer(mend.ByDrop, costOfArgument+4, "leave out "+quoted(x.text(args[i])), x.without(args, i))
	}
	o := x.operationOf(call)
	if o == nil {
		return
	}
	for _, a := range o.Accepts() {
		if !a.Required() || x.p.argument(call, a.Name) != tensorscript.NoNode {
			continue
		}
		values := x.valuesFor(a.Name)
		for i, v := range values {
			x.offer(mend.ByInsert, costOfArgument+i, "add `"+a.Name+"="+v+"`", x.further(call, a.Name+"="+v))
		}
	}
}

// valuesFor are what an argument that is missing may be: what others of its name are, all sizes that are written, and small numbers.
func (x *proposer) valuesFor(name string) (list []string) {
	add := func(text string) {
		if !slices.Contains(list, text) && len(list) < 40 {
			list = append(list, text)
		}
	}
	for pass := range 2 {
		for i := range x.p.tree.Nodes {
			id := tensorscript.NodeID(i)
			n := &x.p.tree.Nodes[i]
			if n.Op != tensorscript.OpInt && n.Op != tensorscript.OpFloat && n.Op != tensorscript.OpTuple {
				continue
			}
			up := x.p.parents[id]
			of := up != tensorscript.NoNode && x.p.tree.Nodes[up].Op == tensorscript.OpArg && x.p.tree.Name(up) == name
			if of || pass == 1 && n.Op == tensorscript.OpInt {
				add(x.text(id))
			}
		}
	}
	for n := range 6 {
		add(strconv.Itoa(n))
	}
	if name == "p" || name == "std" {
		list = append([]string{"0.5", "1."}, list...)
	}
	return list
}

// inserts proposes a stage more, before the error and behind it.
func (x *proposer) inserts(e tensorscript.NodeID) {
	pipe := e
	for pipe != tensorscript.NoNode && x.p.tree.Nodes[pipe].Op != tensorscript.OpPipe {
		pipe = x.p.parents[pipe]
	}
	if pipe == tensorscript.NoNode {
		return
	}
	kids := x.p.tree.Kids(pipe)
	here := slices.IndexFunc(kids, func(kid tensorscript.NodeID) bool { return x.p.tree.Span(kid).Contains(x.p.tree.Span(e)) })
	_, unused := x.layers()
	stages := x.stageTexts()
	d := x.definition()
	for i := len(kids) - 1; i >= 0; i-- {
		if i > here || here-i > mostBefore || i == here && x.dg.Code == lang.RanksDiffer && i < len(kids)-1 {
			continue
		}
		kid := kids[i]
		end := x.p.tree.Span(kid).End
		put := func(cost int, text string) {
			x.offer(mend.ByInsert, cost+min(here-i, costOfFar), "add the stage `"+text+"` behind "+quoted(x.text(kid)), lang.Edit{Span: lang.Span{Start: end, End: end}, Text: " |> " + text})
		}
		for _, name := range unused {
			put(costOfUnused, name)
		}
		if d >= 0 && x.c != nil && x.p.siteOf[kid] >= 0 {
			_, out := x.p.ends(d, x.p.siteOf[kid])
			if sizes := x.numbers(out); len(sizes) > 2 {
				put(costOfFunction-2, "view(_, "+strconv.FormatInt(product(sizes[1:]), 10)+")")
			}
		}
		for k, text := range stages {
			put(costOfFunction+k/4, text)
		}
		for _, id := range x.order {
			if x.p.tree.Nodes[id].Op == tensorscript.OpTensor && x.p.scoped[id] == shaped {
				put(costOfFunction-2, "view("+strings.Trim(x.text(id), "[]")+")")
			}
		}
	}
}

// mostBefore is how many stages before the error one more is tried.
const mostBefore = 6

// stageTexts are the stages of the program that are no weights, those with arguments first, and the functions that it imports.
func (x *proposer) stageTexts() (list []string) {
	var plain []string
	for i := range x.p.tree.Nodes {
		id := tensorscript.NodeID(i)
		if x.p.scoped[id] != staged || x.p.names.Meaning[id] == tensorscript.MeansWeight {
			continue
		}
		text := strings.Join(strings.Fields(x.text(id)), " ")
		if to := &list; !slices.Contains(*to, text) && len(*to) < mostNear {
			if x.p.tree.Nodes[id].Op == tensorscript.OpName {
				to = &plain
			}
			if !slices.Contains(*to, text) {
				*to = append(*to, text)
			}
		}
	}
	for i := range x.p.tree.Nodes {
		if id := tensorscript.NodeID(i); x.p.tree.Nodes[i].Op == tensorscript.OpImport && x.p.names.Meaning[id] == tensorscript.MeansImport {
			name := x.p.tree.Name(id)
			if at := x.p.tree.Kids(id)[0]; at != tensorscript.NoNode {
				name = x.p.tree.Name(at)
			}
			operation := x.p.tree.Name(x.p.parents[id]) + "." + x.p.tree.Name(id)
			o := Operations().Operator(operation)
			if o == nil || isLayer(operation) || slices.Contains(plain, name) {
				continue
			}
			list = append(list, x.usual(name, o)...)
			if !slices.ContainsFunc(o.Accepts(), func(a relation.Attr) bool { return a.Required() }) {
				plain = append(plain, name)
			}
		}
	}
	return append(list, plain[:min(len(plain), mostNear)]...)
}

// usual are calls of an operation as people often write them: with 2 for what has to be there, and with each of the first dimensions.
func (x *proposer) usual(name string, o *relation.Operator) (list []string) {
	var required []string
	dim := ""
	for _, a := range o.Accepts() {
		switch {
		case a.Name == "dim" || a.Name == "axis" || a.Name == "index":
			dim = a.Name
		case a.Required():
			required = append(required, a.Name)
		}
	}
	switch {
	case dim != "":
		for _, n := range []string{"1", "2", "3", "0"} {
			list = append(list, name+"("+dim+"="+n+")")
		}
	case len(required) == 1:
		list = append(list, name+"("+required[0]+"=2)")
	case len(required) == 2 && required[0] == "a":
		for _, n := range [][2]string{{"1", "2"}, {"2", "3"}, {"0", "1"}, {"1", "3"}, {"0", "2"}} {
			list = append(list, name+"(a="+n[0]+", b="+n[1]+")")
		}
	}
	return list
}

// names proposes names that are like one that means nothing: of the same sort first.
func (x *proposer) names() {
	at := x.dg.Span
	now := x.p.File.Text(at)
	id := x.p.nodeAt(at)
	var sorts [][]string
	var weights, imports, sizes, nodes, functions, values, modules []string
	d := x.definition()
	for k := range x.p.tree.Decls {
		decl := &x.p.tree.Decls[k]
		name := x.p.tree.Syms.Text(decl.Name)
		switch decl.Kind {
		case tensorscript.DeclDim, tensorscript.DeclTensor:
			sizes = append(sizes, name)
		case tensorscript.DeclNode:
			nodes = append(nodes, name)
		case tensorscript.DeclWeight:
			if d < 0 || slices.Contains(x.p.decls[d], int32(k)) {
				weights = append(weights, name)
			}
		case tensorscript.DeclDef:
			functions = append(functions, name)
		case tensorscript.DeclUse:
			if decl.Root != tensorscript.NoNode {
				for _, imp := range x.p.tree.Kids(decl.Root) {
					if to := x.p.tree.Kids(imp)[0]; to != tensorscript.NoNode {
						imp = to
					}
					imports = append(imports, x.p.tree.Name(imp))
				}
			}
		}
	}
	for _, s := range x.p.names.Sizes {
		sizes = append(sizes, x.p.tree.Syms.Text(s.Name))
	}
	for i := range x.p.tree.Nodes {
		switch e := tensorscript.NodeID(i); x.p.tree.Nodes[i].Op {
		case tensorscript.OpLet, tensorscript.OpParam:
			values = append(values, x.p.tree.Name(e))
		case tensorscript.OpArg:
			if x.dg.Code == lang.WrongCount && x.p.tree.NameSpan(e) == at {
				if o := x.operationOf(x.p.parents[e]); o != nil {
					for _, a := range o.Accepts() {
						modules = append(modules, a.Name)
					}
				}
				modules = append(modules, x.p.callees[x.p.parents[e]].params...)
			}
		}
	}
	if x.dg.Code == lang.WrongCount {
		sorts = [][]string{modules}
	} else if id != tensorscript.NoNode && (x.p.tree.Nodes[id].Op == tensorscript.OpImport || x.p.tree.Nodes[id].Op == tensorscript.OpUse) {
		all := known()
		use := id
		if x.p.tree.Nodes[id].Op == tensorscript.OpImport {
			use = x.p.parents[id]
		}
		if there, ok := all[x.p.tree.Name(use)]; ok && use != id {
			sorts = [][]string{there}
		} else {
			sorts = [][]string{slices.Sorted(maps.Keys(all))}
		}
	} else if x.dg.Code == lang.UsedBefore {
		sorts = [][]string{nodes}
	} else if x.dg.Code == lang.UnknownType {
		sorts = [][]string{sizes}
	} else if x.dg.Code == lang.UnknownGlobal {
		sorts = [][]string{functions}
	} else if x.dg.Code == lang.UnknownConstructor {
		sorts = [][]string{{"new"}}
	} else {
		sorts = [][]string{values, {"x"}, weights, imports, sizes, nodes}
	}
	var all []string
	for _, list := range sorts {
		for _, name := range list {
			if name != now && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	for _, module := range slices.Sorted(maps.Keys(known())) {
		if slices.Contains(known()[module], now) && len(x.p.tree.Decls) > 0 && x.dg.Code != lang.WrongCount {
			use := "use " + module + "::" + now + ";"
			e := lang.Edit{Span: lang.Span{Start: x.p.tree.Decls[0].Span.Start, End: x.p.tree.Decls[0].Span.Start}, Text: use + "\n"}
			for k := range x.p.tree.Decls {
				if decl := &x.p.tree.Decls[k]; decl.Kind == tensorscript.DeclUse {
					e = lang.Edit{Span: lang.Span{Start: decl.Span.End, End: decl.Span.End}, Text: "\n" + use}
				}
			}
			x.offer(mend.ByInsert, costOfTypo+1, "import it: `"+use+"`", e)
		}
	}
	near := lang.Nearest(now, slices.Values(all), 6)
	for i, name := range near {
		x.offer(mend.ByRef, costOfTypo+i, "write `"+name+"`", lang.Edit{Span: at, Text: name})
	}
	for i, name := range all[:min(len(all), 3*mostNear)] {
		if !slices.Contains(near, name) {
			x.offer(mend.ByRef, costOfName+i/4, "write `"+name+"`", lang.Edit{Span: at, Text: name})
		}
	}
	// What is declared or imported may be misspelt, where it is used rightly.
	for _, list := range [][]string{weights, imports, values, sizes, nodes} {
		for _, name := range lang.Nearest(now, slices.Values(list), 2) {
			if s, ok := x.declared(name); ok && name != now && x.dg.Code != lang.WrongCount {
				x.offer(mend.ByRef, costOfTypo+6, "call `"+name+"` `"+now+"` where it is declared", lang.Edit{Span: s, Text: now})
			}
		}
	}
}

// declared is where a name is declared.
func (x *proposer) declared(name string) (lang.Span, bool) {
	for k := range x.p.tree.Decls {
		if decl := &x.p.tree.Decls[k]; x.p.tree.Syms.Text(decl.Name) == name && decl.Kind != tensorscript.DeclUse && decl.Kind != tensorscript.DeclWeights && decl.Kind != tensorscript.DeclGraph {
			return decl.NameSpan, true
		}
	}
	for i := range x.p.tree.Nodes {
		switch e := tensorscript.NodeID(i); x.p.tree.Nodes[i].Op {
		case tensorscript.OpLet, tensorscript.OpParam, tensorscript.OpImport:
			if x.p.tree.Name(e) == name {
				return x.p.tree.NameSpan(e), true
			}
		}
	}
	return lang.Span{}, false
}
