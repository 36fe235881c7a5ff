package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// baseless finds definitions that call themselves, directly or not, on each way to a result: they give no value
// for any input, whatever their types. Package partial finds more, at a higher cost. It takes time linear in the
// recursive groups.
func (a *program) baseless() {
	isRecursive := func(d int32) bool { return a.Solver.Derivation(d).Recursive }
	for group := range a.Solver.Groups() {
		if slices.ContainsFunc(group, isRecursive) {
			for _, m := range a.baselessOf(group, a.opens()[group[0]]) {
				a.Solver.Derivation(m).Baseless = true
			}
		}
	}
}

// opensVectors finds the definitions that open vectors, or refer to definitions that do.
func (a *program) opensVectors() []bool {
	t := a.tree
	does := make([]bool, len(t.Defs))
	for group := range a.Solver.Groups() {
		opens := slices.ContainsFunc(group, func(d int32) bool {
			def := &t.Defs[d]
			return !def.Bad && slices.ContainsFunc(t.Nodes[def.First:def.Root+1], func(n k.Node) bool {
				c := int32(-1)
				if n.Op == k.OpRef {
					c = a.names.Func[n.Sym]
				}
				return n.Op == k.OpPipe || c >= 0 && does[c]
			})
		})
		for _, d := range group {
			does[d] = opens
		}
	}
	return does
}

// baselessOf returns the definitions of a group that give no value, if all else in them does. An expression gives one if
// all its parts do; a merge, if one of its branches does; a reference, if its definition does. If they open vectors,
// only the first part of a composition counts: what follows `|` is not needed for an empty vector.
func (a *program) baselessOf(group []int32, opens bool) (list []int32) {
	t := a.tree
	offset := make(map[int32]int32, len(group)) // by definition: of its nodes in needs
	size := int32(0)
	for _, d := range group {
		if t.Defs[d].Bad {
			return nil
		}
		offset[d] = size - int32(t.Defs[d].First)
		size += int32(t.Defs[d].Root-t.Defs[d].First) + 1
	}
	needs := make([]int32, size)            // by node: the parts that it waits for; 0: it gives a value
	whole := make([]k.NodeID, size)         // by node: the expression that it is a part of
	users := make(map[int32][]k.NodeID)     // by definition: the references to it
	owner := make(map[k.NodeID]int32, size) // by reference: the definition that contains it
	type given struct {
		of int32 // the definition
		e  k.NodeID
	}
	var queue []given
	for _, d := range group {
		def := &t.Defs[d]
		for e := def.First; e <= def.Root; e++ {
			n := &t.Nodes[e]
			kids := t.Kids(e)
			if n.Op == k.OpComp && opens {
				kids = kids[:1]
			}
			need := int32(len(kids))
			for i, kid := range t.Kids(e) {
				whole[offset[d]+int32(kid)] = k.NoNode // it is not needed
				if i < len(kids) {
					whole[offset[d]+int32(kid)] = e
				}
			}
			switch n.Op {
			case k.OpMerge:
				need = min(need, 1)
			case k.OpRef:
				if c := a.names.Func[n.Sym]; c >= 0 && a.Solver.SameGroup(c, d) {
					need = 1
					users[c] = append(users[c], e)
					owner[e] = d
				}
			}
			needs[offset[d]+int32(e)] = need
			if need == 0 {
				queue = append(queue, given{d, e})
			}
		}
	}
	gives := make(map[int32]bool, len(group))
	for len(queue) > 0 {
		a.watch.Step()
		x := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if x.e == t.Defs[x.of].Root {
			gives[x.of] = true
			for _, use := range users[x.of] {
				queue = append(queue, given{owner[use], use})
			}
			continue
		}
		up := whole[offset[x.of]+int32(x.e)]
		if up == k.NoNode {
			continue
		}
		if at := offset[x.of] + int32(up); needs[at] > 0 {
			if needs[at]--; needs[at] == 0 {
				queue = append(queue, given{x.of, up})
			}
		}
	}
	for _, d := range group {
		if !gives[d] {
			list = append(list, d)
		}
	}
	return list
}

// morePartiality is a help that says how to find more.
var morePartiality = lang.Texts("`patgraph check --partiality` also finds functions that are undefined for some inputs")

// warnBaseless warns about definitions that give no value. The warnings share their texts: there may be very many.
func (a *program) warnBaseless() {
	label, back := lang.Text("never defined"), lang.Text("this leads back")
	for i := range a.tree.Defs {
		d, def := int32(i), &a.tree.Defs[i]
		if !a.Solver.Derivation(d).Baseless {
			continue
		}
		name, at := "`"+a.tree.NameOf(def)+"`", def.NameSpan
		if def.Main {
			name, at = "the main expression", a.tree.Span(def.Root)
		}
		dg := lang.Diagnostic{
			Code: lang.NeverDefined, Severity: lang.Warning, Span: at, Definition: a.DefName(d), Label: label,
			Message: lang.Text(name + " is never defined: on each way to a result it calls itself"), Help: morePartiality,
		}
		if m, ok := a.mismatches[d]; ok {
			dg.Message = lang.Text(name + " is never defined: it gives no value for any input")
			a.describeMismatch(&dg, m)
			a.diagnostics = append(a.diagnostics, dg)
			continue
		}
		for e := def.First; e <= def.Root; e++ {
			if n := &a.tree.Nodes[e]; n.Op == k.OpRef {
				if c := a.names.Func[n.Sym]; c >= 0 && a.Solver.SameGroup(c, d) {
					dg.Related = []lang.Related{{Span: n.Span(), Message: back}}
					break
				}
			}
		}
		if of, missing := a.tagsWithoutBranch(d); len(missing) > 0 {
			dg.Notes = []lang.Phrase{lang.Text("there is no branch for " + a.listTags("tag", missing) + of)}
		}
		a.diagnostics = append(a.diagnostics, dg)
	}
}

// tagsWithoutBranch returns the tags of the union that a definition gets which none of its branches takes.
func (a *program) tagsWithoutBranch(d int32) (of string, missing []lang.Sym) {
	root := a.tree.Defs[d].Root
	if !a.tagger.isSound(d) {
		return "", nil
	}
	takes := a.tagger.takes(d, root)
	if takes == 0 {
		return "", nil
	}
	var one [1]lang.Sym
	body := a.body(d)
	flat, missing := a.tagsLacking(body.in(root), a.tagger.tagsOf(takes, &one))
	return a.ofType(flat), missing
}
