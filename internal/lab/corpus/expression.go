package corpus

import "strconv"

// expression writes an expression that maps each value of a type to a value of another type.
func (g *generator) expression(from, to *typ, depth int) {
	g.indent++
	defer func() { g.indent-- }()
	if from == to && g.IntN(3) > 0 {
		g.put("()")
		return
	}
	if from.kind == aUnion && depth > 0 && g.IntN(3) > 0 {
		g.branches(from, to, depth)
		return
	}
	near := func() bool { return g.reachable(from, to) }
	ways := []func() bool{near, near}
	if depth > 0 {
		call := func() bool { return g.call(from, to, depth) }
		ways = append(ways, call, call,
			func() bool { return g.loop(from, to, depth) },
			func() bool { return g.unionPart(from, to, depth) },
			func() bool { return g.choice(from, to, depth) },
			func() bool { g.construct(from, to, depth); return true },
		)
	}
	g.Shuffle(len(ways), func(i, j int) { ways[i], ways[j] = ways[j], ways[i] })
	for _, way := range ways {
		if way() {
			return
		}
	}
	g.construct(from, to, depth)
}

// project writes projections. A misspelt one is an error if the input type is known.
func (g *generator) project(p path) {
	for i, l := range p.labels {
		g.put(".")
		if g.certain {
			g.spot(wrongLabel, l, p.owners[i])
		}
		g.put(l)
	}
}

// reachable writes the projections to a part of type to.
func (g *generator) reachable(from, to *typ) bool {
	ps := from.pathsTo(func(t *typ) bool { return t == to })
	if len(ps) == 0 {
		return false
	}
	g.project(ps[g.IntN(len(ps))])
	return true
}

// unionPart writes the projections to a part that is a union, and a merge over its alternatives.
func (g *generator) unionPart(from, to *typ, depth int) bool {
	ps := from.pathsTo(func(t *typ) bool { return t.kind == aUnion })
	if len(ps) == 0 {
		return false
	}
	p := ps[g.IntN(len(ps))]
	g.project(p)
	g.put(" ")
	g.branches(p.to, to, depth)
	return true
}

// branches writes a merge over the alternatives of a union.
func (g *generator) branches(from, to *typ, depth int) {
	g.put("<")
	g.list(len(from.fields), func(i int) {
		g.put("." + from.fields[i].label + " ")
		g.expression(from.fields[i].typ, to, depth-1)
	})
	g.put(">")
}

// call writes a call of a function that returns the type.
func (g *generator) call(from, to *typ, depth int) bool {
	list := g.by[to]
	if len(list) == 0 {
		return false
	}
	f := g.functions[list[len(list)-1-g.IntN(min(len(list), 12))]]
	if f.in == nil || f.in == from {
		g.put(f.name)
		return true
	}
	if !g.reachable(from, f.in) {
		if f.in.weight() > 12 {
			return false
		}
		g.expression(from, f.in, depth-1)
	}
	g.put(" " + f.name)
	return true
}

// loop writes a comprehension: it takes a vector apart, and makes something from each member.
func (g *generator) loop(from, to *typ, depth int) bool {
	if to.kind != aVector && to.kind != anInt && to.kind != aString {
		return false
	}
	p := path{to: from}
	if from.kind != aVector {
		ps := from.pathsTo(func(t *typ) bool { return t.kind == aVector })
		if len(ps) == 0 {
			return false
		}
		p = ps[g.IntN(len(ps))]
	}
	// An inner loop's caret would otherwise belong to the outer pipe.
	inner := g.inLoop
	if inner {
		g.put("(")
	}
	g.inLoop = true
	if len(p.labels) > 0 {
		g.project(p)
		g.put(" ")
	}
	g.put("| ")
	made := to
	if to.kind == aVector {
		made = to.member
	}
	g.expression(p.to.member, made, depth-1)
	g.put(" ^")
	switch to.kind {
	case anInt:
		g.put([]string{" PLUS", " TIMES"}[g.IntN(2)])
	case aString:
		g.put(" CONCAT")
	}
	g.inLoop = inner
	if inner {
		g.put(")")
	}
	return true
}

// choice writes a merge whose first branch is defined only if a test holds.
func (g *generator) choice(from, to *typ, depth int) bool {
	if g.IntN(3) > 0 || to.weight() > 12 {
		return false
	}
	g.put("<{[")
	g.expression(from, g.integer, depth-1)
	g.put(", ")
	g.number()
	g.put("] " + []string{"GT", "EQ"}[g.IntN(2)] + " test")
	g.next()
	g.expression(from, to, depth-1)
	g.put(" then} .then")
	g.next()
	g.expression(from, to, depth-1)
	g.put(">")
	return true
}

func (g *generator) number() { g.put(strconv.Itoa(g.IntN(100) - 9)) }

// construct writes a constructor of the type, with parts made from the input.
func (g *generator) construct(from, to *typ, depth int) {
	sub := func(t *typ) {
		if depth > 0 && (t.weight() <= 12 || depth > 1) {
			g.expression(from, t, depth-1)
		} else if from == t {
			g.put("()")
		} else if !g.reachable(from, t) {
			g.construct(from, t, 0)
		}
	}
	switch to.kind {
	case anInt:
		switch {
		case depth == 0 || g.IntN(4) == 0:
			g.number()
		case g.IntN(4) == 0:
			g.put("[")
			sub(g.integer)
			g.put(", 1" + strconv.Itoa(g.IntN(90)) + "] DIV " + []string{".div", ".rem"}[g.IntN(2)])
		default:
			g.put("[")
			sub(g.integer)
			g.put(", ")
			if g.IntN(2) == 0 {
				n := strconv.Itoa(1 + g.IntN(100))
				g.spot(textForNumber, n, nil)
				g.put(n)
			} else {
				sub(g.integer)
			}
			g.put([]string{"] PLUS", "] TIMES"}[g.IntN(2)])
		}
	case aString:
		switch {
		case depth == 0 || g.IntN(4) == 0:
			g.put(`"` + texts[g.IntN(len(texts))] + `"`)
		case g.IntN(3) == 0:
			sub(g.integer)
			g.put(" toJSON")
		default:
			g.put("[")
			g.list(2+g.IntN(2), func(int) { sub(g.text) })
			g.put("] CONCAT")
		}
	case aBool:
		g.put([]string{"true", "false"}[g.IntN(2)])
	case aVector:
		g.put("[")
		g.list(g.IntN(3), func(int) { sub(to.member) })
		g.put("]")
	case aUnion:
		f := to.fields[0]
		if depth > 0 {
			f = to.fields[g.IntN(len(to.fields))]
		}
		g.put("{")
		sub(f.typ)
		g.put(" " + f.label + "}")
		g.typeAfter(to, true)
	case aProduct:
		g.put("{")
		g.list(len(to.fields), func(i int) {
			sub(to.fields[i].typ)
			g.put(" " + to.fields[i].label)
		})
		g.put("}")
		if len(to.fields) == 1 || to.name != "" && g.IntN(3) == 0 {
			g.typeAfter(to, true)
		}
	}
}
