package match

import (
	"cmp"
	"math"
	"slices"
)

// A row is one of a matrix in which the clauses have their order.
type row struct{ cell, clause int32 }

// A group is what becomes of a matrix under a constructor: rows of it that begin with the constructor, and those that begin with
// a wildcard. They are looked into when their turn comes, which is often never.
type group struct {
	con       int32 // or others, or asItIs
	own, wild []row
}

const (
	few   = 8  // so many clauses are made as few as can be
	alone = 64 // so many are looked at for one that covers another alone
)

// reach answers which clauses are reached, and what covers the others.
func (e *engine) reach(rows []row, clauses []Clause, equal []int32, steps int) {
	e.pending = make([]bool, len(clauses))
	e.killers = make([][]int32, len(clauses))
	for _, r := range rows {
		e.pending[r.clause] = true
	}
	whole := e.within(steps/2, func() bool { return e.walk(rows, false) })
	var open []int // of rows
	for k, r := range rows {
		if e.pending[r.clause] {
			open = append(open, k)
		} else {
			clauses[r.clause].Reached = Yes
		}
	}
	if !whole {
		// One by one, so that a hard one does not take all steps from the others.
		clear(e.pending)
		left := steps
		open = slices.DeleteFunc(open, func(k int) bool {
			clause := rows[k].clause
			e.pending[clause] = true
			part := min(left, steps/64)
			whole := e.within(part, func() bool { return e.walk(rows[:k+1], false) })
			left -= part - max(0, e.left)
			switch {
			case !e.pending[clause]:
				clauses[clause].Reached = Yes
			case !whole:
				clauses[clause].Reached = Exceeded
			}
			e.pending[clause] = false
			return clauses[clause].Reached != No
		})
		for _, k := range open {
			e.pending[rows[k].clause] = true
		}
	}
	e.within(steps, func() bool { e.cover(rows, open, clauses); return true })
	for i, j := range equal {
		switch {
		case j < 0:
		case clauses[j].Reached == No:
			clauses[i] = clauses[j]
		default:
			clauses[i].By = []int32{j}
		}
	}
}

// within does something with a number of steps.
func (e *engine) within(steps int, do func() bool) bool {
	e.left = steps
	defer func() { e.taken += steps - e.left }()
	return do()
}

// cover says what covers the clauses that are not reached, which are pending.
func (e *engine) cover(rows []row, open []int, clauses []Clause) {
	if len(open) == 0 {
		return
	}
	whole := e.walk(rows, true)
	clear(e.pending)
	cells := make([]int32, len(clauses))
	for _, r := range rows {
		cells[r.clause] = r.cell
	}
	// covers reports whether clauses are known to cover one.
	covers := func(by []int32, clause int32) bool {
		some := make([]row, 0, len(by)+1)
		for _, i := range append(by[:len(by):len(by)], clause) {
			some = append(some, row{cells[i], i})
		}
		e.pending[clause] = true
		known := e.walk(some, false) && e.pending[clause]
		e.pending[clause] = false
		return known
	}
	for _, at := range open {
		clause := rows[at].clause
		by := e.killers[clause]
		slices.Sort(by)
		by = slices.Compact(by)
		// What covers it alone is mostly the last one.
		for k := len(by) - 1; k >= max(0, len(by)-alone) && len(by) > 1 && e.left >= 0; k-- {
			if covers(by[k:k+1], clause) {
				by = by[k : k+1]
			}
		}
		for k := len(by) - 1; k >= 0 && len(by) > 1 && len(by) <= few && e.left >= 0; k-- {
			if without := slices.Delete(slices.Clone(by), k, k+1); covers(without, clause) {
				by = without
			}
		}
		clauses[clause].By, clauses[clause].Partial = by, !whole || e.left < 0 && len(by) > 1
	}
}

// walk goes through the matrices that come of one, as long as they have a pending clause. A pending clause
// that is reached is pending no more. To kill is to find, for pending clauses of which it is known that they
// are not reached, the others that take their values. It reports whether the bound was kept.
func (e *engine) walk(rows []row, kill bool) bool {
	var (
		stack   = []group{{con: asItIs, own: rows}}
		visited map[string]bool
		key     []byte
	)
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		matrix := e.matrix(g, kill)
		if e.left < 0 {
			return false
		}
		if len(matrix) == 0 {
			continue
		}
		if len(matrix) > 2 { // Two rows have few matrices.
			key = key[:0]
			for _, r := range matrix {
				who := r.clause
				if !kill && !e.pending[who] {
					who = -1
				}
				key = appendInt(appendInt(key, r.cell), who)
			}
			if visited[string(key)] {
				continue
			}
			if visited == nil {
				visited = make(map[string]bool)
			}
			visited[string(key)] = true
		}
		stack = e.split(matrix, stack)
	}
	return true
}

// matrix is that of a group, without what does not matter: rows behind one that takes all, or behind the last
// pending one, rows that are equal to an earlier one, columns of wildcards. It is empty if no row is in question.
func (e *engine) matrix(g group, kill bool) []row {
	next := func() (r row) {
		if len(g.wild) == 0 || len(g.own) > 0 && g.own[0].clause < g.wild[0].clause {
			r, g.own = g.own[0], g.own[1:]
		} else {
			r, g.wild = g.wild[0], g.wild[1:]
		}
		return r
	}
	asks := func(rows []row) bool {
		return slices.ContainsFunc(rows, func(r row) bool { return e.pending[r.clause] })
	}
	if kept := g; !kill && len(g.own)+len(g.wild) > 0 {
		e.pending[next().clause] = false
		g = kept
	}
	if !asks(g.own) && !asks(g.wild) {
		e.spend(1 + (len(g.own)+len(g.wild))/16)
		return nil
	}
	var matrix []row
	last, killer := 0, int32(-1)
	e.round++
	for len(g.own)+len(g.wild) > 0 && e.spend(1) {
		r := next()
		pending := e.pending[r.clause]
		by := killer
		if by < 0 {
			r.cell = e.under(r.cell, g.con)
			if seen := e.seen[r.cell]; seen.round == e.round {
				by = seen.clause
			}
		}
		if by >= 0 {
			if kill && pending {
				e.killers[r.clause] = append(e.killers[r.clause], by)
			}
			continue
		}
		matrix = append(matrix, r)
		if pending {
			last = len(matrix)
		}
		if !kill || !pending {
			e.seen[r.cell] = seen{e.round, r.clause}
			if e.wild(r.cell) {
				if killer = r.clause; !kill {
					break
				}
			}
		}
	}
	matrix = matrix[:last]
	run := int32(math.MaxInt32)
	for _, r := range matrix {
		run = min(run, e.run(r.cell))
	}
	if run > 0 {
		for i := range matrix {
			matrix[i].cell = e.drop(matrix[i].cell, run)
		}
	}
	return matrix
}

// split puts the groups of a matrix on a stack. Those with fewest rows are on top: late rows are reached there.
func (e *engine) split(matrix []row, stack []group) []group {
	var (
		base = len(stack)
		wild []row
	)
	for _, r := range matrix {
		con := e.head(r.cell)
		if con < 0 {
			wild = append(wild, r)
			continue
		}
		if e.slot[con] == 0 {
			stack = append(stack, group{con: con})
			e.slot[con] = int32(len(stack))
		}
		g := &stack[e.slot[con]-1]
		g.own = append(g.own, r)
	}
	if base == len(stack) {
		return stack
	}
	family := e.infos[stack[base].con].family
	absent := len(e.families[family])
	for i := range stack[base:] {
		g := &stack[base+i]
		e.slot[g.con] = 0
		g.wild = wild
		if e.infos[g.con].family == family {
			absent--
		}
	}
	slices.SortStableFunc(stack[base:], func(g, h group) int { return cmp.Compare(len(h.own), len(g.own)) })
	if absent > 0 && len(wild) > 0 {
		stack = append(stack, group{con: others, wild: wild})
	}
	return stack
}
