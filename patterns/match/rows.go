package match

import "github.com/patgraph/patgraph/internal/cancel"

// An engine works on one match. Its constructors are numbered densely.
type engine struct {
	sig   Signature
	watch *cancel.Watch
	left  int // steps left
	taken int // steps of earlier questions

	cons     map[int32]int32 // dense numbers
	infos    []info
	families [][]int32 // in the order of declaration

	pats []pattern // from 1
	args []int32   // 0: Any

	cells []cell // from 1
	index map[cell]int32
	seen  []seen  // by cell: its last occurrence
	round int32   // the number of matrices so far
	slot  []int32 // by constructor: 1 + the index of its group, while a matrix is split

	// By clause:
	pending []bool    // it is not decided
	killers [][]int32 // clauses that take some of its values

	states []state
	known  map[string]int32
}

type info struct {
	con, arity, family int32
	order              int32 // in its family; -1: it has no values
	only               bool  // it is the only one of its family
}

// A pattern is a constructor and its first arguments; the others are wildcards.
type pattern struct {
	con      int32
	first, n int32 // in args
}

const never = -1 // a pattern that matches no value

// What a column is split by, besides constructors.
const (
	others = -1 // the constructors that occur in no row
	asItIs = -2 // no split
)

type seen struct{ round, clause int32 }

// A cell begins a row: with a pattern, or with a run of wildcards. It is a number in e.cells; 0 is the row without
// columns. Equal rows have equal numbers, because a run never follows a run.
type cell struct {
	head int32 // 0: wildcards
	run  int32
	next int32
}

func (e *engine) cell(c cell) int32 {
	id, ok := e.index[c]
	if !ok {
		id = int32(len(e.cells))
		e.index[c] = id
		e.cells = append(e.cells, c)
		e.seen = append(e.seen, seen{})
	}
	return id
}

// wild reports whether a row matches everything.
func (e *engine) wild(row int32) bool {
	return row == 0 || e.cells[row].head == 0 && e.cells[row].next == 0
}

// pushRun returns a row with more wildcards before it.
func (e *engine) pushRun(row, n int32) int32 {
	if n == 0 {
		return row
	}
	if c := e.cells[row]; row != 0 && c.head == 0 {
		return e.cell(cell{0, c.run + n, c.next})
	}
	return e.cell(cell{0, n, row})
}

// push returns a row with a pattern before it.
func (e *engine) push(row, pat int32) int32 {
	if pat == 0 {
		return e.pushRun(row, 1)
	}
	return e.cell(cell{pat, 0, row})
}

// drop returns a row without n of the wildcards that it begins with.
func (e *engine) drop(row, n int32) int32 {
	c := e.cells[row]
	return e.pushRun(c.next, c.run-n)
}

// head returns the constructor that a row begins with, or -1.
func (e *engine) head(row int32) int32 {
	if c := e.cells[row]; c.head != 0 {
		return e.pats[c.head].con
	}
	return -1
}

// under returns the rest of a row that begins with a constructor or a wildcard, under that constructor.
func (e *engine) under(row, con int32) int32 {
	c := e.cells[row]
	switch {
	case con == asItIs:
		return row
	case con == others:
		return e.drop(row, 1)
	case c.head == 0:
		return e.pushRun(e.drop(row, 1), e.infos[con].arity)
	}
	p := e.pats[c.head]
	e.left -= int(p.n)
	row = e.pushRun(c.next, e.infos[con].arity-p.n)
	for i := p.first + p.n - 1; i >= p.first; i-- {
		row = e.push(row, e.args[i])
	}
	return row
}

// run returns how many wildcards a row begins with.
func (e *engine) run(row int32) int32 { return e.cells[row].run }
