package graphviz

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// maxSignature is how many characters of a definition's input or output are shown in a box, in lines of signatureWidth.
const (
	maxSignature   = 200
	signatureWidth = 36
)

// mostUses is the maximum number of instances of one definition shown at an arrow.
const mostUses = 3

// maxTooltipSignature is the maximum length of a signature in the tooltip.
const maxTooltipSignature = 400

// Calls draws definitions with their signatures and the calls between them. Mutually recursive definitions are in a
// frame; errors and warnings are marked.
func Calls(r *patterns.Result, definitions []int32) *Picture {
	p := newPicture(r.File, "calls of "+subject(r, definitions))
	p.Across = true
	at := make(map[int32]int)
	frame := make(map[int32]int) // by first member of a recursive group
	worst := diagnosed(r)
	called := make(map[int32]bool)
	edges := make(map[int32][]patterns.BodyCall)
	for _, d := range definitions {
		edges[d] = r.Front.Callees(d)
		for _, c := range edges[d] {
			if c.Callee != d {
				called[c.Callee] = true
			}
		}
	}
	for _, d := range definitions {
		def := &r.Definitions[d]
		x := r.Solver.Derivation(d)
		cluster := -1
		if group := r.Solver.Group(d); len(group) > 1 {
			first := slices.Min(group)
			i, ok := frame[first]
			if !ok {
				i = p.cluster(Cluster{
					ID: p.id(r.Definitions[first].Name, "group"), Role: RoleRecursive, Label: "refer to each other", Parent: -1,
					Tooltip: count(len(group), "definition that refers", "definitions that refer") + " to each other: " + recursion(x),
				})
				frame[first] = i
			}
			cluster = i
		}
		n := Node{
			ID: p.id(def.Name), Role: RoleDefinition, Span: def.Span, Cluster: cluster,
			Names: []string{def.Name}, Spans: []lang.Span{def.Span}, entry: !called[d],
		}
		mark := ""
		switch ds := worst[def.Name]; {
		case !def.OK || slices.ContainsFunc(ds, func(d *lang.Diagnostic) bool { return d.Severity == lang.Error }):
			n.Role, mark = RoleWrong, " [error]"
		case len(ds) > 0:
			n.Role, mark = RoleDoubtful, " [warning]"
		case def.Name == lang.MainName:
			n.Role = RoleMain
		}
		in, out := r.Front.ShortSignature(r.Solver.View(d).Within(maxTooltipSignature))
		p.Across = p.Across && in != "" // layers are below one another
		n.Name = p.at(shorten(definitionName(def.Name), maxSignature), def.Span) + mark
		texts := []string{n.Name, shorten(in, maxSignature), "--> " + shorten(out, maxSignature)}
		if in == "" {
			texts = []string{n.Name, shorten(out, maxSignature)}
		}
		n.Text = strings.Join(texts, "  ")
		for _, text := range texts {
			n.Lines = append(n.Lines, wrapped(text, signatureWidth)...)
		}
		n.Tooltip = definitionName(def.Name) + ": " + shorten(lang.Signature(in, out), maxTooltipSignature)
		if x.Recursive {
			n.Tooltip += "\nrecursive, " + recursion(x)
		}
		for _, m := range worst[def.Name] {
			n.Tooltip += "\n" + p.at(m.String(), m.Span)
		}
		var built []string
		for _, c := range edges[d] {
			if c.Callee < 0 && !slices.Contains(built, shorten(c.Name, maxName)) {
				built = append(built, shorten(c.Name, maxName))
			}
		}
		if len(built) > 0 {
			n.Tooltip += "\nuses " + strings.Join(built, ", ")
		}
		at[d] = p.node(n)
	}
	for _, d := range definitions {
		p.callsOf(r, d, at, edges[d])
	}
	return p
}

// callsOf draws an arrow to each definition that definition d refers to.
func (p *Picture) callsOf(r *patterns.Result, d int32, at map[int32]int, calls []patterns.BodyCall) {
	var order []int32
	places := make(map[int32][]string)
	used := make(map[int32][]string)
	first := make(map[int32]lang.Span)
	for _, c := range calls {
		if _, ok := at[c.Callee]; !ok || c.Callee < 0 {
			continue
		}
		if places[c.Callee] == nil {
			order = append(order, c.Callee)
			first[c.Callee] = c.Span
		}
		places[c.Callee] = append(places[c.Callee], p.place(c.Span))
		if c.Used != "" && c.Callee != d && !slices.Contains(used[c.Callee], c.Used) {
			used[c.Callee] = append(used[c.Callee], c.Used)
		}
	}
	for _, c := range order {
		e := Edge{From: at[d], To: at[c], Role: RoleCalls, Span: first[c]}
		var label []string
		for _, x := range used[c] {
			if len(label) == mostUses {
				label = append(label, "…")
				break
			}
			label = append(label, wrapped(x, signatureWidth)...)
		}
		if n := len(places[c]); n > 1 {
			label = append([]string{"x" + thousands(n)}, label...)
		}
		e.Label = strings.Join(label, "\n")
		e.Tooltip = definitionName(r.Definitions[d].Name) + " calls " + definitionName(r.Definitions[c].Name) +
			" at " + enumerated(places[c])
		p.edge(e)
	}
}

// enumerated joins the first maxUses places.
func enumerated(places []string) string {
	if len(places) > maxUses {
		places = append(places[:maxUses:maxUses], "…")
	}
	return strings.Join(places, ", ")
}

// diagnosed groups the diagnostics by definition.
func diagnosed(r *patterns.Result) map[string][]*lang.Diagnostic {
	m := make(map[string][]*lang.Diagnostic)
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if d.Definition != "" {
			m[d.Definition] = append(m[d.Definition], d)
		}
	}
	return m
}

func recursion(x *patterns.Derivation) string {
	if x.Recursion == patterns.Monomorphic {
		return "monomorphic"
	}
	return "polymorphic"
}
