package sound

import (
	"slices"

	"github.com/patgraph/patgraph/lang/k"
)

// An oracleVerdict is the oracle's decision about a program.
type oracleVerdict uint8

const (
	accepted oracleVerdict = iota
	rejected
	unsettled // the rounds did not end, or cost too much
)

// An answer is the result of the oracle for a program, with the signatures of its definitions if it is accepted.
type answer struct {
	Verdict    oracleVerdict
	Signatures []*signatureGraph // by index in the tree
	Rounds     int
}

// Bounds above which the oracle gives up.
const (
	mostRounds = 24
	mostNodes  = 120  // of a signature
	mostSteps  = 8000 // of the unifications of a definition
)

// askOracle derives a program without errors in its syntax and its names.
func askOracle(t *k.Tree, names *k.Names) *answer {
	a := &answer{Signatures: make([]*signatureGraph, len(t.Defs))}
	keys := make([]string, len(t.Defs))
	for d := range t.Defs {
		a.Signatures[d] = graph(anything(), anything())
		keys[d] = a.Signatures[d].key()
	}
	for a.Rounds = 1; a.Rounds <= mostRounds; a.Rounds++ {
		next := make([]*signatureGraph, len(t.Defs))
		for d := range t.Defs {
			r := &round{Tree: t, names: names, signatures: a.Signatures, variables: make(map[string]*pattern),
				in: make(map[k.NodeID]*pattern), out: make(map[k.NodeID]*pattern), types: make(map[int32]*pattern)}
			root := t.Defs[d].Root
			r.expression(root)
			next[d] = graph(r.in[root], r.out[root])
			switch {
			case r.clashed:
				a.Verdict = rejected
				return a
			case r.steps > mostSteps, len(next[d].Nodes) > mostNodes:
				a.Verdict = unsettled
				return a
			}
		}
		before := slices.Clone(keys)
		for d := range next {
			keys[d] = next[d].key()
		}
		a.Signatures = next
		if slices.Equal(keys, before) {
			return a
		}
	}
	a.Verdict = unsettled
	return a
}

// A round is the derivation of one definition from the signatures of all.
type round struct {
	*k.Tree
	unifier
	names      *k.Names
	signatures []*signatureGraph
	in, out    map[k.NodeID]*pattern
	variables  map[string]*pattern
	types      map[int32]*pattern // by definition of a type
}

// expression derives an expression, its parts first. It is recursive: programs for the oracle are small.
func (r *round) expression(e k.NodeID) {
	if r.clashed {
		return
	}
	n := &r.Nodes[e]
	in, out := anything(), anything()
	r.in[e], r.out[e] = in, out
	text := r.Syms.Text(n.Sym)
	switch n.Op {
	case k.OpIdentity:
		r.equal(in, out)
	case k.OpRef:
		var i, o *pattern
		if d := r.names.Func[n.Sym]; d >= 0 {
			i, o = r.signatures[d].copies()
		} else {
			i, o = builtin(text)
		}
		r.equal(in, i)
		r.equal(out, o)
	case k.OpInt:
		r.equal(out, &pattern{atom: "int"})
	case k.OpString:
		r.equal(out, &pattern{atom: "string"})
	case k.OpDot:
		takes := anything()
		if r.Dialect == k.K6 {
			takes = &pattern{product: true}
		}
		r.equal(in, with(takes, text, out))
	case k.OpVid:
		r.equal(out, with(&pattern{union: true}, text, in))
	case k.OpDiv:
		r.equal(in, with(&pattern{union: true}, text, out))
	case k.OpPipe:
		r.equal(in, vectorOf(out))
	case k.OpType:
		r.equal(in, r.code(r.Kids(e)[0]))
		r.equal(in, out)
	case k.OpFilter:
		r.equal(in, r.filter(r.Kids(e)[0]))
		r.equal(in, out)
	case k.OpComp:
		kids := r.Kids(e)
		for i, kid := range kids {
			r.expression(kid)
			if i == 0 {
				r.equal(in, r.in[kid])
			} else {
				r.equal(r.out[kids[i-1]], r.in[kid])
			}
		}
		r.equal(out, r.out[kids[len(kids)-1]])
	case k.OpCaret:
		kid := r.Kids(e)[0]
		r.expression(kid)
		r.equal(in, r.in[kid])
		r.equal(out, vectorOf(r.out[kid]))
	case k.OpProduct, k.OpVariant:
		p := &pattern{product: true, closed: true}
		if n.Op == k.OpVariant {
			p = &pattern{union: true}
		}
		for _, f := range r.Fields(e) {
			r.expression(f.Node)
			r.equal(in, r.in[f.Node])
			with(p, r.Syms.Text(f.Label), r.out[f.Node])
		}
		r.equal(out, p)
	case k.OpMerge:
		for _, kid := range r.Kids(e) {
			r.expression(kid)
			r.equal(in, r.in[kid])
			r.equal(out, r.out[kid])
		}
	case k.OpVector:
		of := anything()
		for _, kid := range r.Kids(e) {
			r.expression(kid)
			r.equal(in, r.in[kid])
			r.equal(of, r.out[kid])
		}
		r.equal(out, vectorOf(of))
	}
}

// with adds a label to a pattern. If the label is not an index, the pattern cannot be a vector any more.
func with(p *pattern, label string, of *pattern) *pattern {
	p.parts = append(p.parts, part{label, of})
	p.vector = p.vector && isIndex(label)
	return p
}

func vectorOf(of *pattern) *pattern { return &pattern{vector: true, parts: []part{{memberLabel, of}}} }

// code returns the type of a code, written out.
func (r *round) code(e k.NodeID) *pattern {
	n := &r.Nodes[e]
	switch n.Op {
	case k.OpCodeName:
		d := r.names.Type[n.Sym]
		if d < 0 { // a name of k6 is always declared
			return &pattern{atom: r.Syms.Text(n.Sym)}
		}
		p, ok := r.types[d]
		if !ok {
			p = &pattern{}
			r.types[d] = p
			p.is = r.code(r.Types[d].Root)
		}
		return p
	case k.OpCodeVector:
		return vectorOf(r.code(r.Kids(e)[0]))
	}
	p := &pattern{closed: true}
	fields := r.Fields(e)
	if n.Op == k.OpCodeProduct && (len(fields) != 1 || r.Dialect == k.K6) {
		p.product = true
	} else {
		p.union = true
	}
	for _, f := range fields {
		with(p, r.Syms.Text(f.Label), r.code(f.Node))
	}
	return p
}

// filter returns the pattern of a filter.
func (r *round) filter(e k.NodeID) *pattern {
	n := &r.Nodes[e]
	var p *pattern
	switch n.Op {
	case k.OpFilterVar:
		return r.variable(r.Syms.Text(n.Sym))
	case k.OpFilterCode:
		p = r.code(r.Kids(e)[0])
	case k.OpFilterVector:
		p = vectorOf(r.filter(r.Kids(e)[0]))
	default:
		fields := r.Fields(e)
		p = &pattern{closed: n.Flags != k.FlagOpen}
		switch {
		case n.Op == k.OpFilterUnion || n.Flags != k.FlagOpen && len(fields) == 1 && r.Dialect != k.K6:
			p.union = true
		case n.Op == k.OpFilterAny:
			p.product, p.union, p.vector = true, true, true
		default:
			p.product, p.vector = true, n.Flags == k.FlagOpen && r.Dialect != k.K6
		}
		for _, f := range fields {
			with(p, r.Syms.Text(f.Label), r.filter(f.Node))
		}
	}
	if name := r.Syms.Text(n.Sym); name != "" {
		r.equal(r.variable(name), p)
	}
	return p
}

func (r *round) variable(name string) *pattern {
	if r.variables[name] == nil {
		r.variables[name] = anything()
	}
	return r.variables[name]
}

// builtin returns the signature of a built-in function.
func builtin(name string) (in, out *pattern) {
	atom := func(name string) *pattern { return &pattern{atom: name} }
	cell := func(of *pattern) (*pattern, *pattern) {
		v := vectorOf(of)
		return with(with(&pattern{product: true, closed: true}, "car", of), "cdr", v), v
	}
	switch name {
	case "true", "false":
		return anything(), atom("bool")
	case "PLUS", "TIMES":
		return vectorOf(atom("int")), atom("int")
	case "DIV":
		return vectorOf(atom("int")),
			with(with(&pattern{product: true, closed: true}, "div", atom("int")), "rem", atom("int"))
	case "CONCAT":
		return vectorOf(atom("string")), atom("string")
	case "toVEC":
		return atom("string"), vectorOf(atom("string"))
	case "GT", "EQ":
		v := vectorOf(anything())
		return v, v
	case "CONS":
		return cell(anything())
	case "SNOC":
		c, v := cell(anything())
		return v, c
	case "toJSON", "toDateStr":
		return anything(), atom("string")
	case "fromJSON":
		return atom("string"), anything()
	case "toDateMsec":
		return anything(), atom("int")
	case "_log!":
		p := anything()
		return p, p
	}
	return anything(), anything() // null, FDIV
}
