package sound

import (
	"fmt"
	"slices"
	"strings"
)

// A signatureGraph is a list of patterns with two roots: a signature, or a graph to compare with one.
type signatureGraph struct {
	Nodes []signatureNode
	Roots []int
}

// A signatureNode is a pattern of a graph.
type signatureNode struct {
	Form  string          // in the notation of unify.Flat.Form; a type is closed patterns, an atom its name
	Parts []signaturePart // without order
}

// A signaturePart is the pattern below a label.
type signaturePart struct {
	Label string
	To    int
}

// graph numbers patterns and writes them as a graph.
func graph(roots ...*pattern) *signatureGraph {
	g := &signatureGraph{}
	number := make(map[*pattern]int)
	var list []*pattern
	visit := func(p *pattern) int {
		p = p.self()
		n, ok := number[p]
		if !ok {
			n = len(list)
			number[p] = n
			list = append(list, p)
		}
		return n
	}
	for _, r := range roots {
		g.Roots = append(g.Roots, visit(r))
	}
	for i := 0; i < len(list); i++ {
		p := list[i]
		n := signatureNode{Form: p.form()}
		for _, x := range p.parts {
			if p.atom == "" {
				n.Parts = append(n.Parts, signaturePart{x.label, visit(x.of)})
			}
		}
		g.Nodes = append(g.Nodes, n)
	}
	return g
}

func (p *pattern) form() string {
	switch {
	case p.atom != "":
		return p.atom
	case p.product && p.union:
		return pick(p.closed, "()", "(...)")
	case p.union:
		return pick(p.closed, "<>", "<...>")
	case !p.product:
		return "[]"
	case p.closed && p.vector:
		return "{}|[]"
	}
	return pick(p.closed, "{}", "{...}")
}

func pick(c bool, yes, no string) string {
	if c {
		return yes
	}
	return no
}

// key returns a text that is equal for two graphs exactly if they are the same signature: closed products, closed
// unions and vectors with equal parts are equal, and an open pattern is only equal to itself. It costs at least the
// cube of the size.
func (g *signatureGraph) key() string {
	n := len(g.Nodes)
	// Which pairs differ: at first by form and labels, then by their parts.
	differ := make([][]bool, n)
	for i := range differ {
		differ[i] = make([]bool, n)
		for j := range differ[i] {
			differ[i][j] = i != j && (!g.structural(i) || g.labelsOf(i) != g.labelsOf(j))
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range n {
			for j := range i {
				partDiffers := func(p signaturePart) bool { return differ[p.To][g.to(j, p.Label)] }
				if !differ[i][j] && slices.ContainsFunc(g.Nodes[i].Parts, partDiffers) {
					differ[i][j], differ[j][i] = true, true
					changed = true
				}
			}
		}
	}
	first := func(i int) int {
		for j := range i {
			if !differ[i][j] {
				return j
			}
		}
		return i
	}
	number := make(map[int]int)
	var list []int
	visit := func(i int) int {
		i = first(i)
		if _, ok := number[i]; !ok {
			number[i] = len(list)
			list = append(list, i)
		}
		return number[i]
	}
	var b strings.Builder
	for _, r := range g.Roots {
		fmt.Fprintf(&b, "%d ", visit(r))
	}
	for k := 0; k < len(list); k++ {
		node := g.Nodes[list[k]]
		fmt.Fprintf(&b, "; %d %s", k, node.Form)
		parts := slices.Clone(node.Parts)
		slices.SortFunc(parts, func(x, y signaturePart) int { return strings.Compare(x.Label, y.Label) })
		for _, p := range parts {
			fmt.Fprintf(&b, " %q %d", p.Label, visit(p.To))
		}
	}
	return b.String()
}

func (g *signatureGraph) structural(i int) bool {
	switch n := &g.Nodes[i]; n.Form {
	case "{}", "<>", "int", "string", "bool":
		return true
	case "[]":
		return len(n.Parts) > 0
	}
	return false
}

func (g *signatureGraph) labelsOf(i int) string {
	var labels []string
	for _, p := range g.Nodes[i].Parts {
		labels = append(labels, fmt.Sprintf("%q", p.Label))
	}
	slices.Sort(labels)
	return g.Nodes[i].Form + strings.Join(labels, " ")
}

func (g *signatureGraph) to(i int, label string) int {
	for _, p := range g.Nodes[i].Parts {
		if p.Label == label {
			return p.To
		}
	}
	return -1
}

// copies makes patterns of a graph and returns its roots.
func (g *signatureGraph) copies() (in, out *pattern) {
	list := make([]*pattern, len(g.Nodes))
	for i := range g.Nodes {
		list[i] = &pattern{}
	}
	for i := range g.Nodes {
		n, p := &g.Nodes[i], list[i]
		switch n.Form {
		case "int", "string", "bool":
			p.atom = n.Form
		default:
			p.product = strings.ContainsAny(n.Form, "({")
			p.union = strings.ContainsAny(n.Form, "(<")
			p.vector = strings.ContainsAny(n.Form, "([") || n.Form == "{...}"
		}
		p.closed = strings.Contains("(){}<>{}|[]", n.Form) && n.Form != "[]" && p.atom == ""
		for _, x := range n.Parts {
			p.parts = append(p.parts, part{x.Label, list[x.To]})
			if !isIndex(x.Label) && n.Form != "[]" {
				p.vector = false
			}
		}
	}
	return list[g.Roots[0]], list[g.Roots[1]]
}
