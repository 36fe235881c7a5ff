package partial

import (
	"slices"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/unify"
)

// A decision is the result of a test on a part of the input that holds throughout a leaf.
type decision struct {
	path int32
	test unify.Label
	is   bool
}

var noDecision = decision{path: noPath}

// A choice is one of several answers in a run.
type choice struct{ at, of int }

// An end is a set of ways in which runs can end.
type end uint8

const (
	undefined end = 1 << iota
	defined
	endless // it does not end, or fails
	own     // and this because of a call within its recursive group
	tried   // for the branch of a merge, beside its ends: it was evaluated
)

// A run evaluates a definition once, with an answer or a choice for each unknown fact.
type run struct {
	a         *analyzer
	e         *explorer
	decisions []decision
	choices   []choice
	next      int // index of the next choice
	steps     int64

	values []known
	states []state
	frames []frame
	parts  []value // of the value being built

	asked  decision // see candidate
	giveUp bool
}

type frameKind uint8

const (
	inComp frameKind = iota
	inMerge
	inParts // of a product, a variant or a vector
	inCaret
	inLoop // the rest of a composition, on a member
)

type frame struct {
	kind frameKind
	node k.NodeID
	next int
	base int
	in   value
}

// choose takes one of several answers; successive runs take all of them.
func (r *run) choose(of int) int {
	if r.next == len(r.choices) {
		r.choices = append(r.choices, choice{0, of})
	}
	c := r.choices[r.next]
	r.next++
	return c.at
}

// candidate records the first test of a run that the leaf does not decide but a finer leaf could.
func (r *run) candidate(s *state, test unify.Label) {
	if r.asked == noDecision && s.path != noPath && int(r.e.paths[s.path].depth) <= deepPath {
		r.asked = decision{path: s.path, test: test}
	}
}

// begin resets a run for the next one of a leaf.
func (r *run) begin() {
	r.next = 0
	r.values, r.states, r.frames, r.parts = r.values[:0], r.states[:0], r.frames[:0], r.parts[:0]
	r.asked = noDecision
}

// advance moves to the next sequence of choices, and reports whether there is one.
func (r *run) advance() bool {
	r.choices = r.choices[:r.next]
	for len(r.choices) > 0 {
		last := &r.choices[len(r.choices)-1]
		if last.at++; last.at < last.of {
			return true
		}
		r.choices = r.choices[:len(r.choices)-1]
	}
	return false
}

// evaluate runs the body of the definition. If steps is negative afterwards, the run was not completed.
func (r *run) evaluate() (end, value) {
	t := r.a.tree
	at := t.Defs[r.e.def].Root
	v := r.unknown(r.e.in, r.e.step(noPath, 0))
	var out end
	var kid int

evaluate:
	if r.steps--; r.steps < 0 || r.giveUp {
		return 0, noValue
	}
	r.a.cancel.Nth(int(r.steps))
	switch n := &t.Nodes[at]; n.Op {
	case k.OpComp:
		r.frames = append(r.frames, frame{kind: inComp, node: at, next: 1})
		at = t.Kids(at)[0]
		goto evaluate
	case k.OpMerge:
		kid = 0
		goto merge
	case k.OpProduct, k.OpVariant, k.OpVector:
		if n.Op == k.OpProduct && len(t.Fields(at)) == 0 {
			v = r.unit()
			break
		}
		r.frames = append(r.frames, frame{kind: inParts, node: at, base: len(r.parts), in: v})
		goto build
	case k.OpCaret:
		r.frames = append(r.frames, frame{kind: inCaret, node: at})
		at = t.Kids(at)[0]
		goto evaluate
	default:
		if v, out = r.leaf(at, n, v); out != defined {
			goto ended
		}
	}

deliver:
	if len(r.frames) == 0 {
		return defined, v
	}
	{
		f := &r.frames[len(r.frames)-1]
		switch f.kind {
		case inComp:
			kids := t.Kids(f.node)
			if f.next == len(kids) {
				r.pop()
				goto deliver
			}
			v = r.opened(v)
			if k := r.values[v]; k.kind == isOpen {
				// The rest is evaluated for each member: here for one member, chosen freely. The results of all members
				// together are not one of these results, so nothing is known of them.
				if len(k.parts) == 0 {
					r.pop()
					goto deliver
				}
				rest := f.next
				f.kind, f.next = inLoop, 0
				r.frames = append(r.frames, frame{kind: inComp, node: f.node, next: rest + 1})
				v = r.deref(k.parts[r.choose(len(k.parts))])
				at = kids[rest]
				goto evaluate
			}
			at = kids[f.next]
			f.next++
			goto evaluate
		case inLoop:
			if r.values[r.opened(v)].kind == isOpen {
				r.giveUp = true // two levels are open
				return 0, noValue
			}
			r.pop()
			v = r.loop()
			goto deliver
		case inMerge:
			r.mark(f, defined)
			r.pop()
			goto deliver
		case inParts:
			r.parts = append(r.parts, v)
			goto build
		default: // inCaret
			r.pop()
			v = r.unknownVector()
			goto deliver
		}
	}

build:
	{
		f := &r.frames[len(r.frames)-1]
		if part := r.a.tree.Kid(f.node, f.next); part != k.NoNode {
			at, v = part, f.in
			f.next++
			goto evaluate
		}
		v = r.built(f)
		r.pop()
		goto deliver
	}

merge: // at is a merge, which continues with branch kid on v
	{
		kids := t.Kids(at)
		if kid == len(kids) {
			out = undefined
			goto ended
		}
		if r.e.only >= 0 && r.a.parents[r.e.only] == at && kids[kid] != r.e.only {
			kid++
			goto merge
		}
		r.frames = append(r.frames, frame{kind: inMerge, node: at, next: kid + 1, base: len(r.parts), in: v})
		at = kids[kid]
		r.a.marks[at] |= tried
		goto evaluate
	}

ended: // undefined, or endless
	for len(r.frames) > 0 {
		f := &r.frames[len(r.frames)-1]
		switch f.kind {
		case inMerge:
			r.mark(f, out)
			if out == undefined {
				at, kid, v = f.node, f.next, f.in
				r.pop()
				goto merge
			}
		case inLoop:
			// The result has one member less, or the member is one that other vectors do not have.
			r.pop()
			v = r.loop()
			goto deliver
		case inParts:
			r.parts = r.parts[:f.base]
		}
		r.pop()
	}
	return out, noValue
}

func (r *run) pop() { r.frames = r.frames[:len(r.frames)-1] }

func (r *run) mark(f *frame, e end) {
	r.a.marks[r.a.tree.Kids(f.node)[f.next-1]] |= e & (undefined | defined | endless)
}

// loop returns the open vector of unknown results for the members of a pipe.
func (r *run) loop() value {
	return r.add(known{kind: isOpen, parts: []value{r.unknown(pat{}, noPath)}})
}

// opened chooses among alternatives if one of them is open.
func (r *run) opened(v value) value {
	v = r.deref(v)
	if k := &r.values[v]; k.kind == isAlt {
		for _, alt := range k.parts {
			if r.values[alt].kind == isOpen {
				chosen := k.parts[r.choose(len(k.parts))]
				r.states[k.more].chosen = chosen
				return chosen
			}
		}
	}
	return v
}

// assembled makes a value from its parts.
func (r *run) assembled(e k.NodeID, parts []value) value {
	if r.a.tree.Nodes[e].Op != k.OpVector {
		return r.product(r.a.fieldLabels(e), parts)
	}
	list := r.add(known{kind: isNil})
	for _, p := range slices.Backward(parts) {
		list = r.cons(p, list)
	}
	return list
}

// built makes a value from the parts on the stack; it is open if one of them is.
func (r *run) built(f *frame) value {
	parts := slices.Clone(r.parts[f.base:])
	r.parts = r.parts[:f.base]
	open := false
	for i := range parts {
		parts[i] = r.opened(parts[i])
		open = open || r.values[parts[i]].kind == isOpen
	}
	if !open {
		return r.assembled(f.node, parts)
	}
	for i, p := range parts {
		if k := r.values[p]; k.kind == isOpen {
			if len(k.parts) == 0 {
				return p // no member, so no combination
			}
			parts[i] = r.alternatives(k.parts)
		}
	}
	v := r.assembled(f.node, parts)
	return r.add(known{kind: isOpen, parts: []value{v}})
}

// unknownVector makes a vector with unknown members.
func (r *run) unknownVector() value { return r.unknown(r.a.anyVector, noPath) }

// leaf evaluates an expression without parts.
func (r *run) leaf(at k.NodeID, n *k.Node, v value) (value, end) {
	switch n.Op {
	case k.OpIdentity, k.OpFilter:
		return v, defined
	case k.OpInt:
		return r.add(known{kind: isInt, text: r.a.tree.Syms.Text(n.Sym)}), defined
	case k.OpString:
		return r.add(known{kind: isString, text: r.a.tree.Syms.Text(n.Sym)}), defined
	case k.OpVid:
		return r.product([]unify.Label{unify.Label(n.Sym)}, []value{v}), defined
	case k.OpDot, k.OpDiv:
		l := unify.Label(n.Sym)
		if !r.has(v, l) {
			return noValue, undefined
		}
		return r.part(v, l), defined
	case k.OpPipe:
		return r.pipe(v), defined
	case k.OpType:
		// The program is well-typed, so a value that arrives here belongs to this type.
		v = r.deref(v)
		if p := r.a.typeOf(at); r.values[v].kind == isUnknown {
			if s := &r.states[r.values[v].more]; s.pat == (pat{}) && len(s.labels) == 0 && s.path == noPath {
				s.pat = p
			}
		}
		return v, defined
	case k.OpRef:
		return r.reference(n, v)
	}
	r.giveUp = true
	return noValue, endless
}

// pipe opens a vector.
func (r *run) pipe(v value) value {
	var members []value
	for v = r.deref(v); len(members) < manyAlternatives; v = r.deref(r.part(v, stepTail)) {
		k := &r.values[v]
		if k.kind != isCons {
			break
		}
		members = append(members, k.parts[0])
	}
	if r.values[v].kind != isNil {
		var p pat
		if k := &r.values[v]; k.kind == isUnknown {
			p = r.a.part(r.states[k.more].pat, stepHead)
		}
		members = append(members, r.unknown(p, noPath))
	}
	return r.add(known{kind: isOpen, parts: members})
}
