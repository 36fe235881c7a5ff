//go:build !js

package k

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Hashes returns the content addresses of the functions of a program of dialect k6, by definition, as k computes them
// since version 6: the id of a normal form of the definition between the filters of its signature. Types and filters
// within it are left out, a reference is the hash of its definition, and those within a recursive group are numbered.
//
// The normal form is that of k's parser: compositions and merges are flattened, identities and what is computed before
// a constant are dropped. So is what follows an empty merge, before k derives types. That may change the signature:
// such a definition has no hash here, nor has one that relies on it or on an error, or is of dialect k4. No more than
// 16 MB of canonical forms of types are hashed, and what needs more has no hash.
func Hashes(r *patterns.Result) (functions []string) {
	a := r.Front.(*program)
	h := &hasher{program: a, result: r, hash: make([]string, len(a.tree.Defs)), of: make([]int, len(a.tree.Defs)),
		plain: make([]bool, len(a.tree.Defs)), normal: make([]*expr, len(a.tree.Nodes)),
		ids: make(map[patterns.Type]string), room: mostHashed}
	if a.tree.Dialect != k.K6 {
		return h.hash
	}
	groups := 0
	for group := range r.Solver.Groups() {
		groups++
		for _, d := range group {
			h.of[d] = groups
		}
		if !slices.ContainsFunc(group, h.hasNone) {
			h.group(group)
		}
	}
	return h.hash
}

type hasher struct {
	*program
	result *patterns.Result
	hash   []string
	of     []int   // by definition: its group
	plain  []bool  // by definition: its normal form is only a filter
	normal []*expr // by node
	cut    bool    // the last normal form is without what follows an empty merge
	ids    map[patterns.Type]string
	room   int // bytes of canonical forms that may still be hashed
}

// mostHashed bounds the canonical forms that are hashed for a program, in bytes.
const mostHashed = 16 << 20

// id returns the id of a type, which is empty if there is no room for its form.
func (h *hasher) id(t patterns.Type) string {
	return patterns.Remember(&h.ids, t, func() string {
		form, ok := h.Types.FormWithin(t, h.Types.Len(), h.room)
		if h.room -= len(form); !ok {
			h.room = 0
			return ""
		}
		return patterns.ID(form)
	})
}

// An expr is an expression in normal form. Its parts are a list, which a composition of two joins in one step.
type expr struct {
	op          k.Op
	text        string // of a reference or a projection
	def         int32  // of a reference: its definition, or -1
	label       string // of a part of a product
	first, last *expr
	prev, next  *expr // in the list that it is in
	full        bool  // it is defined everywhere
	fixed       bool  // it is a constant
}

// add appends the expressions from first to last.
func (x *expr) add(first, last *expr) {
	switch {
	case first == nil:
		return
	case x.first == nil:
		x.first = first
	default:
		x.last.next, first.prev = first, x.last
	}
	x.last = last
}

// group computes the hashes of a group whose callees have theirs.
func (h *hasher) group(group []int32) {
	own := make(map[int32]string)
	var all []string
	for _, d := range group {
		body := d
		for seen := 0; seen < len(h.tree.Defs); seen++ { // another name of a function has its definition
			e := h.expression(body)
			if e.op != k.OpRef || e.def < 0 || e.def == body {
				break
			}
			body = e.def
		}
		if own[d] = patterns.ID(h.text(body, d)); h.room == 0 {
			return // some type has no id
		}
		all = append(all, own[d])
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, d := range group {
		if h.hash[d] = own[d]; len(all) > 1 {
			h.hash[d] = patterns.ID(own[d] + ":" + strings.Join(all, ":"))
		}
	}
}

// hasNone reports whether a definition cannot have a hash.
func (h *hasher) hasNone(d int32) bool {
	def := &h.tree.Defs[d]
	if !h.result.Definitions[d].Sound() || def.Root == k.NoNode || !h.Solver.Derivation(d).Derived {
		return true
	}
	h.cut = false
	h.expression(d)
	for e := def.First; e <= def.Root; e++ {
		if x := h.normal[e]; x.op == k.OpRef && x.def >= 0 && h.hash[x.def] == "" && h.of[x.def] != h.of[d] {
			return true
		}
	}
	return h.cut
}

// expression returns the normal form of a definition.
func (h *hasher) expression(d int32) *expr {
	def := &h.tree.Defs[d]
	for e := def.First; e <= def.Root && h.normal[def.Root] == nil; e++ { // parts come before wholes
		h.normal[e] = h.normalize(e)
	}
	return h.normal[def.Root]
}

func (h *hasher) normalize(e k.NodeID) *expr {
	n := &h.tree.Nodes[e]
	x := &expr{op: n.Op, def: -1, text: h.tree.Syms.Text(n.Sym)}
	kids := h.tree.Kids(e)
	switch n.Op {
	case k.OpIdentity:
		x.full = true
	case k.OpRef:
		x.def = h.names.Func[n.Sym]
	case k.OpProduct:
		x.full, x.fixed = true, true
		for _, f := range h.tree.Fields(e) {
			kid := h.normal[f.Node]
			kid.label = h.tree.Syms.Text(f.Label)
			x.add(kid, kid)
			x.full, x.fixed = x.full && kid.full, x.fixed && kid.fixed
		}
	case k.OpMerge:
		for _, kid := range kids {
			if kid := h.normal[kid]; kid.op == k.OpMerge {
				x.add(kid.first, kid.last)
			} else {
				x.add(kid, kid)
			}
		}
		if x.first != nil && x.first == x.last {
			return x.first
		}
	case k.OpComp:
		whole := h.normal[kids[0]]
		for _, kid := range kids[1:] {
			h.cut = h.cut || whole.op == k.OpMerge && whole.first == nil && h.normal[kid].op != k.OpIdentity
			whole = composed(whole, h.normal[kid])
		}
		return whole
	}
	return x
}

// composed returns the normal form of a composition of two expressions, which are not used otherwise.
func composed(x, y *expr) *expr {
	switch {
	case x.op == k.OpIdentity:
		return y
	case y.op == k.OpIdentity, x.op == k.OpMerge && x.first == nil:
		return x
	case x.op != k.OpComp:
		x = &expr{op: k.OpComp, def: -1, first: x, last: x, full: x.full}
	}
	first, last := y, y
	if y.op == k.OpComp {
		first, last = y.first, y.last
	}
	for first.fixed && x.last != nil && x.last.full {
		if x.last = x.last.prev; x.last == nil {
			x.first = nil
		} else {
			x.last.next = nil
		}
	}
	x.full = y.full && (x.first == nil || x.full)
	first.prev = nil
	x.add(first, last)
	return x
}

// isDropped reports whether an expression is left out: it is the identity, or its types only.
func (h *hasher) isDropped(x *expr) bool {
	switch x.op {
	case k.OpIdentity, k.OpType, k.OpFilter:
		return true
	case k.OpComp:
		for kid := x.first; kid != nil; kid = kid.next {
			if !h.isDropped(kid) {
				return false
			}
		}
		return true
	}
	return x.op == k.OpRef && x.def >= 0 && h.plain[x.def]
}

// text returns the text of a definition that is hashed, for one of its names.
func (h *hasher) text(body, name int32) string {
	in, out := h.filters(body)
	x := h.expression(body)
	if h.plain[name] = h.isDropped(x); h.plain[name] {
		return in
	}
	number := map[int32]string{name: "X0"}
	var b strings.Builder
	b.WriteString(in + " ")
	type piece struct {
		text string
		x    *expr
	}
	for stack := []piece{{" " + out, nil}, {"", x}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.x == nil {
			b.WriteString(p.text)
			continue
		}
		var later []piece
		list := func(open, between, end string) {
			later = append(later, piece{open, nil})
			for kid := p.x.first; kid != nil; kid = kid.next {
				if p.x.op == k.OpComp && h.isDropped(kid) {
					continue
				}
				if len(later) > 1 {
					later = append(later, piece{between, nil})
				}
				if later = append(later, piece{"", kid}); p.x.op == k.OpProduct {
					later = append(later, piece{spacedLabel(kid.label), nil})
				}
			}
			later = append(later, piece{end, nil})
		}
		switch x := p.x; {
		case h.isDropped(x):
			b.WriteString("()")
		case x.op == k.OpComp:
			list("", " ", "")
		case x.op == k.OpProduct:
			list("{", ", ", "}")
		case x.op == k.OpMerge:
			list("<", ", ", ">")
		case x.op == k.OpRef && x.def < 0:
			b.WriteString(x.text)
		case x.op == k.OpRef:
			if _, known := number[x.def]; !known && h.of[x.def] == h.of[name] {
				number[x.def] = "X" + strconv.Itoa(len(number))
			}
			if text, in := number[x.def]; in {
				b.WriteString(text)
			} else {
				b.WriteString(h.hash[x.def])
			}
		default:
			sign := map[k.Op]string{k.OpDot: ".", k.OpDiv: "/", k.OpVid: "|"}[x.op]
			b.WriteString(sign + strings.TrimPrefix(spacedLabel(x.text), " "))
		}
		slices.Reverse(later)
		stack = append(stack, later...)
	}
	return b.String()
}

// spacedLabel writes a label after what it belongs to.
func spacedLabel(text string) string {
	first := strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-?!") == ""
	if text != "" && first && text[0] != '?' && text[0] != '!' {
		return " " + text
	}
	return string(lang.AppendJSONString(nil, text))
}

// A filter is a part of a filter that is written.
type filter struct {
	node   int32
	again  bool // only its name, which an earlier one has
	fields []labelled
}

type labelled struct {
	label string
	*filter
}

// filters returns the filters of the input and the output of a definition. Variables are numbered in the order of the
// labels' code units, and fields are written in that of the keys of an object in JavaScript.
func (h *hasher) filters(d int32) (in, out string) {
	v := h.Solver.View(d)
	p, _ := h.result.PatternWithin(v.Scheme, math.MaxInt, v.In, v.Out)
	uses := make([]int, len(p.Nodes))
	uses[p.Roots[0]]++
	uses[p.Roots[1]]++
	for i := range p.Nodes {
		for _, e := range p.Nodes[i].Edges {
			uses[e.To]++
		}
	}
	names := make(map[int32]string)
	side := func(root int32) string {
		whole := &filter{node: root}
		for stack := []*filter{whole}; len(stack) > 0; {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n := &p.Nodes[f.node]
			if n.Type != patterns.NoType {
				continue
			}
			if _, f.again = names[f.node]; f.again {
				continue
			}
			if uses[f.node] > 1 {
				names[f.node] = "X" + strconv.Itoa(len(names))
			}
			for _, e := range n.Edges {
				f.fields = append(f.fields, labelled{e.Label, &filter{node: e.To}})
			}
			for _, x := range slices.Backward(f.fields) {
				stack = append(stack, x.filter)
			}
			slices.SortStableFunc(f.fields, func(a, b labelled) int { return cmp.Compare(keyOf(a.label), keyOf(b.label)) })
		}
		type piece struct {
			text string
			*filter
		}
		var b strings.Builder
		for stack := []piece{{"", whole}}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if at.filter == nil {
				b.WriteString(at.text)
				continue
			}
			n, name := &p.Nodes[at.node], names[at.node]
			switch {
			case n.Type != patterns.NoType:
				b.WriteString("$" + h.id(n.Type))
				continue
			case at.again, n.Flat.IsAnything() && name != "":
				b.WriteString(name)
				continue
			case n.Flat.IsAnything():
				b.WriteString("(...)")
				continue
			}
			open, end := "{", "}"
			if n.Flat.Shapes() == unify.Union {
				open, end = "<", ">"
			}
			later := []piece{{open, nil}}
			for _, f := range at.fields {
				later = append(later, piece{"", f.filter}, piece{spacedLabel(f.label), nil}, piece{", ", nil})
			}
			if !n.Flat.Closed() {
				later = append(later, piece{"...", nil})
			} else if len(at.fields) > 0 {
				later = later[:len(later)-1]
			}
			if later = append(later, piece{end, nil}); name != "" {
				later = append(later, piece{"=" + name, nil})
			}
			slices.Reverse(later)
			stack = append(stack, later...)
		}
		if text := b.String(); text[0] != '$' {
			return "?" + text
		}
		return b.String()
	}
	in = side(p.Roots[0])
	return in, side(p.Roots[1])
}

// keyOf orders the keys of an object in JavaScript: indices of arrays come first, by their number.
func keyOf(label string) uint64 {
	n, err := strconv.ParseUint(label, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != label {
		return math.MaxUint64
	}
	return n
}
