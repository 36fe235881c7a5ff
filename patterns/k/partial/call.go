package partial

import (
	"slices"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// reference evaluates a definition or a built-in function.
func (r *run) reference(n *k.Node, v value) (value, end) {
	if d := r.a.names.Func[n.Sym]; d >= 0 {
		return r.call(d, v)
	}
	b := r.a.names.Builtin[n.Sym]
	if b < 0 {
		r.giveUp = true
		return noValue, endless
	}
	return r.builtin(k.Builtins[b], v)
}

// builtin evaluates a built-in function on a value of its input pattern.
func (r *run) builtin(name string, v value) (value, end) {
	atom := func(t patterns.Type) (value, end) { return r.unknown(pat{typ: t}, noPath), defined }
	switch name {
	case "true", "false":
		return r.add(known{kind: isBool, text: name}), defined
	case "PLUS", "TIMES":
		return atom(r.a.intType)
	case "CONCAT", "toJSON":
		return atom(r.a.stringType)
	case "_log!":
		return v, defined
	case "toVEC":
		return r.unknownVector(), defined
	case "toDateMsec", "toDateStr":
		if r.choose(2) == 1 {
			return noValue, undefined
		}
		if name == "toDateStr" {
			return atom(r.a.stringType)
		}
		return atom(r.a.intType)
	case "DIV":
		// Two members are required, and the second must not be 0.
		if !r.has(v, cell) {
			return noValue, undefined
		}
		rest := r.part(v, stepTail)
		if !r.has(rest, cell) || r.has(r.part(rest, stepHead), r.a.zero) {
			return noValue, undefined
		}
		q, _ := atom(r.a.intType)
		m, _ := atom(r.a.intType)
		return r.product([]unify.Label{r.a.div, r.a.rem}, []value{q, m}), defined
	case "GT", "EQ":
		// Both hold for fewer than two members.
		if t, _, _ := r.test(v, cell); t == no {
			return v, defined
		} else if t == yes {
			if t, _, _ := r.test(r.part(v, stepTail), cell); t == no {
				return v, defined
			}
		}
		if r.choose(2) == 1 {
			return noValue, undefined
		}
		return v, defined
	case "CONS":
		if !r.has(v, r.a.car) || !r.has(v, r.a.cdr) {
			return noValue, undefined
		}
		return r.cons(r.part(v, r.a.car), r.part(v, r.a.cdr)), defined
	case "SNOC":
		if !r.has(v, cell) {
			return noValue, undefined
		}
		return r.product([]unify.Label{r.a.car, r.a.cdr}, []value{r.part(v, stepHead), r.part(v, stepTail)}), defined
	}
	r.giveUp = true // the types of null, FDIV and fromJSON say nothing about their results
	return noValue, endless
}

// call evaluates a call by the decision tree of the callee.
func (r *run) call(d int32, v value) (value, end) {
	t := &r.a.trees[d]
	if t.unknown {
		r.giveUp = true
		return noValue, endless
	}
	inGroup := r.a.group[d] == r.a.group[r.e.def]
	c := call{r: r, callee: r.a.explorers[d], paths: []int32{0}, values: []value{v}}
	var ends end
	var terms []*term
	stack := []int32{0}
	for len(stack) > 0 {
		if r.steps--; r.steps < 0 {
			return noValue, endless
		}
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if n.path == noPath {
			ends |= n.ends
			if n.gives != nil {
				terms = append(terms, n.gives)
			}
			continue
		}
		is, on, test := r.test(c.resolve(n.path), n.test)
		if is == either && on != noValue && !inGroup && r.values[on].kind == isUnknown {
			r.candidate(&r.states[r.values[on].more], test)
		}
		if is != yes {
			stack = append(stack, n.no)
		}
		if is != no {
			stack = append(stack, n.yes)
		}
	}
	if ends&own != 0 && !inGroup {
		ends &^= own
	} else if inGroup && ends&endless != 0 {
		ends |= own
	}
	// Choose one of the ends.
	options := make([]end, 0, 3)
	for _, e := range [...]end{defined, undefined, endless} {
		if ends&e != 0 {
			options = append(options, e)
		}
	}
	if len(options) == 0 {
		r.giveUp = true
		return noValue, endless
	}
	e := options[0]
	if len(options) > 1 {
		e = options[r.choose(len(options))]
	}
	if e != defined {
		if e == endless {
			e |= ends & own
		}
		return noValue, e
	}
	all := terms[0]
	for _, x := range terms[1:] {
		all = r.a.join(all, x, r.a.explorers[d].out, 0)
	}
	return c.value(all), defined
}

// A call maps the paths of a callee to values of the caller.
type call struct {
	r      *run
	callee *explorer
	paths  []int32 // the resolved ones, few
	values []value
}

func (c *call) known(path int32) (value, bool) {
	if i := slices.Index(c.paths, path); i >= 0 {
		return c.values[i], true
	}
	return noValue, false
}

// resolve returns the part of the argument at a path of the callee.
func (c *call) resolve(path int32) value {
	var ways []int32
	v, ok := c.known(path)
	for !ok {
		ways = append(ways, path)
		path = c.callee.paths[path].from
		v, ok = c.known(path)
	}
	c.r.steps -= int64(len(c.paths)) / costly
	for i := len(ways) - 1; i >= 0; i-- {
		l := c.callee.paths[ways[i]].step
		if t, _, _ := c.r.test(v, under(l)); t == yes {
			v = c.r.part(v, l)
		} else {
			v = c.r.unknown(c.r.a.part(c.patternOf(v), l), noPath)
		}
		c.paths, c.values = append(c.paths, ways[i]), append(c.values, v)
	}
	return v
}

func (c *call) patternOf(v value) pat {
	if k := &c.r.values[c.r.deref(v)]; k.kind == isUnknown {
		return c.r.states[k.more].pat
	}
	return pat{}
}

// value makes the value that a term describes. Terms have a bounded depth.
func (c *call) value(t *term) value {
	r := c.r
	switch t.kind {
	case termHole:
		return c.resolve(t.path)
	case termOpaque:
		return r.unknown(t.pat, noPath)
	}
	parts := make([]value, len(t.parts))
	for i, p := range t.parts {
		parts[i] = c.value(p)
	}
	switch t.kind {
	case termAlt:
		return r.alternatives(parts)
	case termKnown:
		return r.add(known{kind: t.value, text: t.text, labels: t.labels, parts: parts})
	}
	return r.unknown(pat{}, noPath)
}
