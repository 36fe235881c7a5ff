package patterns

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// The part of a signature that is not a pattern: instances of relations that wait for something that is open in it.
// They are conditions on its users, who may know more.

// Assuming is a relation that knows more within a definition than in its signature: there it is replaced by Plain, with
// its first args arguments.
type Assuming interface {
	Plain() (rel unify.Relation, args int)
}

// plain returns the relation and the arguments of an instance in a signature.
func plain(x *unify.Instance) (unify.Relation, []unify.Node) {
	if a, ok := x.Relation.(Assuming); ok {
		rel, n := a.Plain()
		return rel, x.Args[:n]
	}
	return x.Relation, x.Args
}

// instances is a range of instances of relations.
type instances struct{ from, to int }

// keepWaiting collects the waiting instances of a range from which something open is reachable that is also reachable
// from the roots, or from another kept instance. It costs the size of what is reachable from them.
func (q *Quotienter) keepWaiting(g *unify.Graph, where instances) {
	into := make(map[unify.Node][]unify.Node) // by class: the classes that have it as a part
	uses := make(map[unify.Node][]int32)      // by class: the instances with it as an argument
	seen := make(map[unify.Node]bool)
	var queue []unify.Node
	for i := int32(where.from); int(i) < where.to; i++ {
		x := g.InstanceOf(i)
		if x.State != unify.Waits {
			continue
		}
		_, args := plain(x)
		for _, n := range args {
			r := g.Find(n)
			uses[r] = append(uses[r], i)
			if !seen[r] {
				seen[r] = true
				queue = append(queue, r)
			}
		}
	}
	for len(queue) > 0 {
		r := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		q.watch.Step()
		for _, e := range g.Edges(r) {
			to := g.Find(e.To)
			into[to] = append(into[to], r)
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	touched := make(map[unify.Node]bool) // classes that lead to something open that is kept
	kept := make(map[int32]bool)
	for at := 0; at < len(q.reps); at++ {
		if q.flats[at].Head() != unify.NoHead || q.structural(int32(at)) || !seen[q.reps[at]] {
			continue
		}
		for queue = append(queue, q.reps[at]); len(queue) > 0; {
			r := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if touched[r] {
				continue
			}
			touched[r] = true
			queue = append(queue, into[r]...)
			for _, i := range uses[r] {
				if !kept[i] {
					kept[i] = true
					q.kept = append(q.kept, i)
					_, args := plain(g.InstanceOf(i))
					q.gather(g, args)
				}
			}
		}
	}
	slices.Sort(q.kept)
	if q.implied != nil {
		q.kept = q.implied(q.kept)
	}
}

// nextKept moves the next instance in canonical order to the front: by its relation, and by the numbers of its
// arguments as far as they have numbers; instances without numbered arguments come last. Of instances that are alike in
// this, the one that was stated first comes first.
func (q *Quotienter) nextKept(g *unify.Graph, rest, numbers []int32) {
	compare := func(i, j int32) int {
		x, y := g.InstanceOf(i), g.InstanceOf(j)
		of := func(x *unify.Instance) (unknown int, ns []uint32) {
			unknown = 1
			_, args := plain(x)
			for _, n := range args {
				at := q.numberOf(g, n, numbers)
				if ns = append(ns, uint32(at)); at >= 0 {
					unknown = 0
				}
			}
			return unknown, ns
		}
		ux, nx := of(x)
		uy, ny := of(y)
		return cmp.Or(cmp.Compare(ux, uy), cmp.Compare(x.Relation.Key(), y.Relation.Key()), slices.Compare(nx, ny),
			cmp.Compare(i, j))
	}
	least := 0
	for k := range rest {
		if compare(rest[k], rest[least]) < 0 {
			least = k
		}
	}
	rest[0], rest[least] = rest[least], rest[0]
}

// numberOf returns the number of a node in the scheme, or -1, given the numbers of blocks, + 1.
func (q *Quotienter) numberOf(g *unify.Graph, n unify.Node, numbers []int32) int32 {
	return numbers[q.block[q.local[g.Find(n)-q.base]-1]] - 1
}

// relate states an instance in a scheme, unless it has it already.
func (q *Quotienter) relate(t *unify.Template, g *unify.Graph, x *unify.Instance, numbers []int32) {
	rel, of := plain(x)
	args := make([]unify.Node, len(of))
	for i, n := range of {
		args[i] = unify.Node(q.numberOf(g, n, numbers))
	}
	same := func(a unify.Application) bool {
		return slices.Equal(a.Args, args) && a.Relation.Key() == rel.Key()
	}
	if !slices.ContainsFunc(t.Relations(), same) {
		t.Relate(rel, args...)
	}
}

// compute states the relations of computed constructors, also of those with parameters that occur nowhere else in the
// scheme.
func (q *Quotienter) compute(s *Scheme) {
	own := s.Graph.Len()
	for _, o := range s.Opened {
		by := q.types.ComputedOf(o.Parameter)
		if by == nil {
			continue
		}
		rel, args := by.Compute, make([]unify.Node, 0, len(by.Of)+1)
		for _, c := range by.Of {
			i := slices.IndexFunc(s.Opened, func(o Opened) bool { return o.Parameter == c })
			if i >= 0 && int(s.Opened[i].Node) >= own {
				rel = by.Solve
			} else if i < 0 {
				rel = by.Solve
				i = len(s.Opened)
				s.Opened = append(s.Opened, Opened{s.Graph.Add(unify.Open, nil), c})
				s.Anchor = append(s.Anchor, s.Anchor[o.Node])
			}
			args = append(args, unify.Node(s.Opened[i].Node))
		}
		s.Graph.Relate(rel, append(args, unify.Node(o.Node))...)
	}
}
