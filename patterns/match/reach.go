package match

import (
	"cmp"
	"math"
	"slices"
)

// A row is a row of a matrix in the order of the clauses.
type row struct{ cell, clause int32 }

// A group is a matrix under a constructor: the rows that begin with the constructor, and those that begin with a
// wildcard. It is evaluated lazily, often never.
type group struct {
	con       int32 // or others, or asItIs
	own, wild []row
}

const (
	few   = 8  // up to how many covering clauses are reduced to a minimum
	alone = 64 // how many are tried as the only covering clause
)

// reach decides which clauses are reached, and which clauses cover the others.
func (e *engine) reach(rows []row, clauses []Clause, equal []int32, steps int) {
	e.pending = make([]bool, len(clauses))
	e.killers = make([][]int32, len(clauses))
	for _, r := range rows {
		e.pending[r.clause] = true
	}
	whole := e.within(steps/2, func() bool { return e.walk(rows, false) })
	var open []int // indexes of rows
	for k, r := range rows {
		if e.pending[r.clause] {
			open = append(open, k)
		} else {
			clauses[r.clause].Reached = Yes
		}
	}
	if !whole {
		// One by one, so that a hard clause does not use all steps.
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

// within calls do with a number of steps.
func (e *engine) within(steps int, do func() bool) bool {
	e.left = steps
	defer func() { e.taken += steps - e.left }()
	return do()
}

// cover finds which clauses cover the unreached ones, which are pending.
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
	// covers reports whether some clauses are known to cover a clause.
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
		// A clause that covers it alone is usually the last one.
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

// walk visits the matrices derived from rows, as long as they have a pending clause. A pending clause that is reached
// stops being pending. With kill, the pending clauses are known to be unreached, and walk collects the clauses that
// take their values. It reports whether it stayed within the bound.
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

// matrix returns the matrix of a group, without irrelevant rows and columns: rows after one that matches everything or
// after the last pending one, rows equal to an earlier one, columns of wildcards. It is empty if no row is pending.
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

// split pushes the groups of a matrix on a stack. The groups with the fewest rows are on top: late rows are reached
// there.
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
