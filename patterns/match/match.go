package match

import (
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
)

// A Signature defines constructors. The constructor of a tuple is the only one of its family.
type Signature interface {
	// Siblings returns the constructors of the family of a constructor, in the order in which cases are listed. It
	// omits constructors without values, which have an argument of a type without values. So a constructor may not be
	// among its siblings.
	Siblings(c int32) []int32
	// Arity returns how many arguments a constructor has.
	Arity(c int32) int
}

// A Pattern is the index of a pattern in its Arena.
type Pattern int32

// Any is the wildcard, in every arena.
const Any Pattern = 0

// An Arena holds patterns. The zero Arena is empty.
type Arena struct {
	nodes []node // of Pattern 1 and up
	subs  []Pattern
}

type node struct {
	con      int32
	first, n int32 // in subs
}

// Con appends a pattern: a constructor and patterns of the arena for its arguments. Missing arguments count as
// wildcards, and arguments beyond its arity are ignored.
func (a *Arena) Con(c int32, args ...Pattern) Pattern {
	a.nodes = append(a.nodes, node{c, int32(len(a.subs)), int32(len(args))})
	a.subs = append(a.subs, args...)
	return Pattern(len(a.nodes))
}

// At returns the constructor of a pattern other than Any, and the patterns of its arguments. The slice belongs to the
// arena.
func (a *Arena) At(p Pattern) (c int32, args []Pattern) {
	n := &a.nodes[p-1]
	return n.con, a.subs[n.first : n.first+n.n]
}

// Reset empties the arena and keeps its memory.
func (a *Arena) Reset() { a.nodes, a.subs = a.nodes[:0], a.subs[:0] }

// A Match is a question to Check.
type Match struct {
	Arena     *Arena // of this match alone: it is read completely
	Signature Signature
	Clauses   []Pattern
	Empty     bool // the matched type has no values
	Cases     int  // how many missing cases are listed at most; 0: none are searched, and Missing is No

	// Steps bounds the work for each of three questions, in rows, beyond what is linear in the patterns: which clauses
	// are reached, which clauses cover the others, which cases are missing. 0: DefaultSteps.
	Steps int
	Watch *cancel.Watch // also counts the steps; may be nil
}

// DefaultSteps is a bound of some tenths of a second.
const DefaultSteps = 1 << 21

// An Answer is the answer to a question that may be too hard.
type Answer uint8

const (
	No Answer = iota
	Yes
	Exceeded // it was not decided within the bound
)

// A Clause is the result for a clause.
type Clause struct {
	Reached Answer

	// By are the earlier clauses that together cover an unreached clause, in order. None of them is known to be
	// unreached. If there are eight or fewer, each is needed. If By is empty, the clause matches no values.
	By []int32
	// Partial: the bound was met, so By may be incomplete or have superfluous clauses.
	Partial bool
}

// A Result is the answer to a Match.
type Result struct {
	Clauses []Clause // by number of the clause

	// Missing is whether cases are missing, and Cases are the first of them, as patterns of Arena. They are disjoint.
	// They are ordered by the siblings where they first differ, from the left. Irrelevant parts are wildcards.
	Missing Answer
	Cases   []Pattern
	Arena   Arena
	// More is the number of further cases; Uncounted if some exist, but too many to count within the bound. If Missing
	// is Exceeded there may be cases besides Cases, and More is 0.
	More int

	Steps int // steps taken
}

// Uncounted is a number of cases that is too hard, or too large, to compute.
const Uncounted = -1

// Check answers a question.
func Check(m *Match) *Result {
	e := engine{sig: m.Signature, watch: m.Watch, index: make(map[cell]int32), cells: make([]cell, 1),
		seen: make([]seen, 1),
		cons: make(map[int32]int32), known: make(map[string]int32)}
	steps := m.Steps
	if steps <= 0 {
		steps = DefaultSteps
	}
	steps += 8 * (len(m.Arena.nodes) + len(m.Arena.subs) + len(m.Clauses))
	r := &Result{Clauses: make([]Clause, len(m.Clauses))}

	// Clauses without values are left out, and those that are equal to an earlier one.
	var (
		pats  = e.intern(m.Arena)
		rows  []row
		equal = make([]int32, len(m.Clauses)) // the clause that it is equal to
		first = make(map[int32]int32)         // the clause, by cell
	)
	for i, p := range m.Clauses {
		equal[i] = -1
		if m.Empty || pats[p] == never {
			continue
		}
		row := row{e.push(0, pats[p]), int32(i)}
		if j, ok := first[row.cell]; ok {
			equal[i] = j
			continue
		}
		first[row.cell] = row.clause
		rows = append(rows, row)
	}
	e.reach(rows, r.Clauses, equal, steps)
	if m.Cases > 0 && !m.Empty {
		e.within(steps, func() bool { e.missing(rows, m.Cases, r); return true })
	}
	r.Steps = e.taken
	return r
}

// spend counts steps, and reports whether some are left.
func (e *engine) spend(n int) bool {
	e.left -= n
	e.watch.Steps(n)
	return e.left >= 0
}

// intern gives equal patterns of an arena equal numbers, which are indexes of e.pats; patterns that match no value get
// never, and those that match all values Any.
func (e *engine) intern(a *Arena) []int32 {
	out := make([]int32, len(a.nodes)+1)
	e.pats = make([]pattern, 1)
	known := make(map[string]int32)
	var key []byte
	var args []int32
	for i := range a.nodes {
		n := &a.nodes[i]
		con := e.con(n.con)
		info := &e.infos[con]
		wild, void := info.only, info.order < 0
		args = args[:0]
		for _, sub := range a.subs[n.first : n.first+min(n.n, info.arity)] {
			arg := out[sub]
			wild, void = wild && arg == 0, void || arg == never
			args = append(args, arg)
		}
		e.watch.Steps(1 + len(args))
		switch {
		case void:
			out[i+1] = never
			continue
		case wild:
			continue
		}
		for len(args) > 0 && args[len(args)-1] == 0 { // missing arguments are wildcards
			args = args[:len(args)-1]
		}
		key = appendInt(key[:0], con)
		for _, arg := range args {
			key = appendInt(key, arg)
		}
		id, ok := known[string(key)]
		if !ok {
			id = int32(len(e.pats))
			known[string(key)] = id
			e.pats = append(e.pats, pattern{con, int32(len(e.args)), int32(len(args))})
			e.args = append(e.args, args...)
		}
		out[i+1] = id
	}
	return out
}

func appendInt(b []byte, n int32) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// con returns the dense number of a constructor.
func (e *engine) con(c int32) int32 {
	if id, ok := e.cons[c]; ok {
		return id
	}
	add := func(c int32) int32 {
		id := int32(len(e.infos))
		e.cons[c] = id
		e.infos = append(e.infos, info{con: c, arity: int32(max(0, e.sig.Arity(c))), order: -1,
			family: int32(len(e.families))})
		e.slot = append(e.slot, 0)
		return id
	}
	siblings := e.sig.Siblings(c)
	e.watch.Steps(len(siblings))
	if !slices.Contains(siblings, c) {
		// It has no values, so no row has it and its family does not matter.
		return add(c)
	}
	family := make([]int32, 0, len(siblings))
	for i, s := range siblings {
		id := add(s)
		e.infos[id].order, e.infos[id].only = int32(i), len(siblings) == 1
		family = append(family, id)
	}
	e.families = append(e.families, family)
	return e.cons[c]
}
