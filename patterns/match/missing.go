package match

import (
	"cmp"
	"math"
	"slices"
)

// A state is a set of rows: a matrix in which the order of rows does not matter. None of its rows matches everything,
// and at least one begins with a constructor, except in two states: nothing, without rows, where everything is missing,
// and all, with a row that matches everything.
type state struct {
	rows   []int32 // cells, sorted
	family int32   // of the constructors that rows begin with
	absent int     // how many of them no row begins with
	rest   kid     // the state under those
	kids   []kid   // under the others, in the order of declaration; or one kid, under whichever
	count  int     // number of cases; -1: not counted

	split, whole     bool // rest is known; kids are known, too
	decided, missing bool
}

const (
	nothing = 0 // the state without rows
	all     = 1 // the state with a row that matches everything
)

// A kid is the state under a constructor, after skip wildcards; the wildcards for the arguments of others and whichever
// are not included.
type kid struct {
	con   int32 // or others, or whichever
	skip  int32
	state int32
}

const whichever = -3 // of the constructors: it does not matter which

// missing lists cases that no row matches: the paths through the states on which each step leads to a missing case.
func (e *engine) missing(rows []row, most int, r *Result) {
	e.states = []state{{decided: true, missing: true, count: 1}, {decided: true}}
	cells := make([]int32, 0, len(rows))
	for _, r := range rows {
		cells = append(cells, r.cell)
	}
	type frame struct {
		state, order int32 // of the next constructor
		kid          int   // the next one
		path         int   // its length
	}
	root := e.kid(asItIs, cells)
	path := []kid{root}
	stack := []frame{{state: root.state, path: 1}}
	for r.Missing = e.missesCase(root.state); len(stack) > 0 && r.Missing == Yes; {
		f := &stack[len(stack)-1]
		path = path[:f.path]
		if f.state == nothing {
			if len(r.Cases) == most {
				r.More = Uncounted
				spared := e.left - e.left/4 // spend at most a quarter of the steps on the number
				e.left -= spared
				if n, ok := e.cases(root.state); ok {
					r.More = n - most
				}
				e.left += spared
				return
			}
			r.Cases = append(r.Cases, e.pattern(path, &r.Arena))
			stack = stack[:len(stack)-1]
			continue
		}
		e.expand(f.state)
		s := &e.states[f.state]
		k := s.rest
		switch family := e.families[s.family]; {
		case f.kid < len(s.kids) && (s.kids[f.kid].con == whichever || s.kids[f.kid].con == family[f.order]):
			k = s.kids[f.kid]
			f.kid++
			f.order++
		case f.order < int32(len(family)) && s.kids[0].con != whichever:
			k.con = family[f.order]
			k.skip += e.infos[k.con].arity
			f.order++
		default:
			stack = stack[:len(stack)-1]
			continue
		}
		switch e.missesCase(k.state) {
		case Exceeded:
			r.Missing = Exceeded
		case Yes:
			path = append(path, k)
			stack = append(stack, frame{state: k.state, path: len(path)})
		}
	}
}

// kid returns the kid for some rows.
func (e *engine) kid(con int32, cells []int32) kid {
	if len(cells) == 0 {
		return kid{con, 0, nothing}
	}
	run := int32(math.MaxInt32)
	for _, c := range cells {
		if e.wild(c) {
			return kid{con, 0, all}
		}
		run = min(run, e.run(c))
	}
	if run > 0 {
		for i, c := range cells {
			cells[i] = e.drop(c, run)
		}
	}
	slices.Sort(cells)
	cells = slices.Compact(cells)
	var key []byte
	for _, c := range cells {
		key = appendInt(key, c)
	}
	id, ok := e.known[string(key)]
	if !ok {
		id = int32(len(e.states))
		e.known[string(key)] = id
		e.states = append(e.states, state{rows: cells, count: -1})
	}
	return kid{con, run, id}
}

// rest computes the kid of a state under constructors that occur in no row.
func (e *engine) rest(id int32) {
	s := &e.states[id]
	if s.split || id <= all {
		return
	}
	s.split, s.family = true, -1
	var wild []int32
	for _, c := range s.rows {
		e.spend(1)
		switch con := e.head(c); {
		case con < 0:
			wild = append(wild, e.drop(c, 1))
		case s.family < 0:
			s.family = e.infos[con].family
			s.absent = len(e.families[s.family])
			fallthrough
		case e.infos[con].family == s.family && e.slot[con] == 0:
			e.slot[con] = 1
			s.absent--
		}
	}
	for _, c := range s.rows {
		if con := e.head(c); con >= 0 {
			e.slot[con] = 0
		}
	}
	k := kid{others, 0, all}
	if s.absent > 0 {
		k = e.kid(others, wild)
	}
	e.states[id].rest = k
}

// expand computes the kids of a state under all constructors.
func (e *engine) expand(id int32) {
	e.rest(id)
	s := &e.states[id]
	if s.whole || id <= all {
		return
	}
	s.whole = true
	var kids []kid
	var own [][]int32
	for _, c := range s.rows {
		con := e.head(c)
		if con < 0 || e.infos[con].family != s.family {
			continue // another family occurs only in patterns without types
		}
		if e.slot[con] == 0 {
			kids = append(kids, kid{con: con})
			own = append(own, nil)
			e.slot[con] = int32(len(kids))
		}
		own[e.slot[con]-1] = append(own[e.slot[con]-1], c)
	}
	rest, rows, absent := s.rest, s.rows, s.absent
	for i, k := range kids {
		e.slot[k.con] = 0
		cells := own[i][:0]
		for _, c := range own[i] {
			cells = append(cells, e.under(c, k.con))
			e.spend(1)
		}
		if !slices.ContainsFunc(cells, e.wild) {
			for _, c := range rows {
				if e.head(c) < 0 && e.spend(1) {
					cells = append(cells, e.under(c, k.con))
				}
			}
		}
		kids[i] = e.kid(k.con, cells)
	}
	slices.SortFunc(kids, func(a, b kid) int { return cmp.Compare(e.infos[a.con].order, e.infos[b.con].order) })

	// If all constructors have the same kid after their arguments, the constructor does not matter.
	same := kid{whichever, kids[0].skip - e.infos[kids[0].con].arity, kids[0].state}
	for _, k := range kids {
		if k.state != same.state || k.skip-e.infos[k.con].arity != same.skip {
			same.state = all
		}
	}
	if same.state != all && same.skip >= 0 && (absent == 0 || rest.state == same.state && rest.skip == same.skip) {
		kids = []kid{same}
	}
	e.states[id].kids = kids
}

// missesCase reports whether no row of a state matches some case.
func (e *engine) missesCase(id int32) Answer {
	type frame struct {
		state int32
		kid   int
	}
	stack := []frame{{state: id}}
	if e.left < 0 {
		return Exceeded
	}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		e.rest(f.state)
		s := &e.states[f.state]
		k, last := s.rest, true
		switch {
		case s.decided:
			stack = stack[:len(stack)-1]
			continue
		case s.absent == 0:
			e.expand(f.state)
			s = &e.states[f.state]
			k, last = s.kids[f.kid], f.kid == len(s.kids)-1
		}
		if !e.spend(1) {
			return Exceeded
		}
		// Cases that are missing under others are missing under each constructor, which has more rows.
		if under := &e.states[k.state]; !under.decided {
			stack = append(stack, frame{state: k.state})
		} else if under.missing || last {
			s.decided, s.missing = true, under.missing
		} else {
			f.kid++
		}
	}
	if e.states[id].missing {
		return Yes
	}
	return No
}

// cases counts the cases that no row of a state matches, if that is possible within the bound.
func (e *engine) cases(id int32) (int, bool) {
	const most = 1 << 31
	type frame struct {
		state int32
		kid   int // -1: rest
	}
	stack := []frame{{id, -1}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		e.expand(f.state)
		s := &e.states[f.state]
		switch {
		case !e.spend(1):
			return 0, false
		case s.count >= 0:
			stack = stack[:len(stack)-1]
			continue
		case f.kid < len(s.kids):
			k := s.rest
			if f.kid >= 0 {
				k = s.kids[f.kid]
			}
			f.kid++
			stack = append(stack, frame{k.state, -1})
			continue
		}
		s.count = 0
		for _, k := range s.kids {
			s.count += e.states[k.state].count
		}
		if s.kids[0].con != whichever {
			s.count += s.absent * e.states[s.rest.state].count
		}
		if s.count > most {
			return 0, false
		}
	}
	return e.states[id].count, true
}

// pattern returns the case at the end of a path.
func (e *engine) pattern(path []kid, a *Arena) Pattern {
	columns := 1
	for i, k := range path {
		columns -= int(k.skip)
		switch {
		case i == 0:
		case k.con == whichever:
			columns--
		default:
			columns += int(e.infos[k.con].arity) - 1
		}
	}
	// From the last column to the first, which is on top.
	stack := make([]Pattern, columns, columns+len(path))
	for i, k := range slices.Backward(path) {
		for range k.skip {
			stack = append(stack, Any)
		}
		switch {
		case i == 0:
		case k.con == whichever:
			stack = append(stack, Any)
		default:
			n := len(stack) - int(e.infos[k.con].arity)
			slices.Reverse(stack[n:])
			p := a.Con(e.infos[k.con].con, stack[n:]...)
			stack = append(stack[:n], p)
		}
	}
	return stack[0]
}
