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

// manyCallers is how many definitions call a helper at least: one that calls no other. Their boxes name it, for so many
// arrows to one box cannot be followed.
const manyCallers = 5

// leastAlike is how many definitions have the same signature at least if it is written once.
const leastAlike = 4

// mostUses is the maximum number of instances of others shown in a box that uses them.
const mostUses = 6

// maxTooltipSignature is the maximum length of a signature in the tooltip.
const maxTooltipSignature = 400

// Calls draws definitions with their signatures and the calls between them. Mutually recursive definitions are in a
// frame; errors and warnings are marked. A signature that most definitions have is written once, above the picture.
// What many definitions call has no arrows.
func Calls(r *patterns.Result, definitions []int32) *Picture {
	p := newPicture(r.File, "calls of "+subject(r, definitions))
	p.Across, p.calls = true, true
	v := callsView{
		Picture: p, result: r, at: make(map[int32]int), edges: make(map[int32][]patterns.BodyCall),
		callers: make(map[int32]int), calls: make(map[int32]bool),
		placed: make(map[int32]bool), worst: diagnosed(r),
	}
	for _, d := range definitions {
		v.at[d] = -1
	}
	for _, d := range definitions {
		v.edges[d] = r.Front.Callees(d)
		met := map[int32]bool{d: true}
		for _, c := range v.edges[d] {
			if _, drawn := v.at[c.Callee]; drawn && !met[c.Callee] {
				met[c.Callee], v.calls[d] = true, true
				v.callers[c.Callee]++
			}
		}
	}
	signatures, common := v.signatures(definitions)
	frame := make(map[int32]int) // by first member of a recursive group
	for i, d := range definitions {
		cluster := -1
		if group := r.Solver.Group(d); len(group) > 1 {
			first := slices.Min(group)
			i, ok := frame[first]
			if !ok {
				i = p.cluster(Cluster{
					ID: p.id(r.Definitions[first].Name, "group"), Role: RoleRecursive, Label: "refer to each other", Parent: -1,
					Tooltip: count(len(group), "definition that refers", "definitions that refer") + " to each other: " +
						recursion(r.Solver.Derivation(d)),
				})
				frame[first] = i
			}
			cluster = i
		}
		texts := signatures[i]
		if common != "" && strings.Join(texts, " ") == common {
			texts = nil
		}
		v.at[d] = v.definition(d, texts, cluster)
	}
	for _, d := range definitions {
		v.callsOf(d)
	}
	if common != "" {
		p.Notes = append(p.Notes, "boxes without a signature have "+common)
	}
	p.Across = p.Across && p.fitsAcross()
	return p
}

// A callsView draws definitions and the calls between them.
type callsView struct {
	*Picture
	result  *patterns.Result
	at      map[int32]int // the nodes of the definitions
	edges   map[int32][]patterns.BodyCall
	callers map[int32]int  // how many other definitions call it
	calls   map[int32]bool // it calls other definitions
	placed  map[int32]bool // helpers that are below a caller
	worst   map[string][]*lang.Diagnostic
}

// isHelper reports whether a definition is named in the boxes of its callers.
func (v *callsView) isHelper(d int32) bool { return v.callers[d] >= manyCallers && !v.calls[d] }

// signatures returns the lines of each signature, and the signature that most definitions have, if that is worth it.
func (v *callsView) signatures(definitions []int32) (list [][]string, common string) {
	same := make(map[string]int)
	for _, d := range definitions {
		in, out := v.result.Front.ShortSignature(v.result.Solver.View(d).Within(maxTooltipSignature))
		v.Across = v.Across && in != "" // layers are below one another
		lines := []string{shorten(in, maxSignature), "--> " + shorten(out, maxSignature)}
		switch takes, gives, _ := v.result.Brief(d); {
		case takes != "":
			lines = []string{takes, "-> " + gives}
		case gives != "":
			lines = []string{"-> " + gives}
		case in == "":
			lines = []string{abridged(out, maxSignature)}
		}
		list = append(list, lines)
		text := strings.Join(lines, " ")
		if same[text]++; same[text] >= leastAlike && 2*same[text] > len(definitions) {
			common = text
		}
	}
	return list, common
}

// definition draws a definition.
func (v *callsView) definition(d int32, signature []string, cluster int) int {
	r := v.result
	def, x := &r.Definitions[d], r.Solver.Derivation(d)
	n := Node{
		ID: v.id(def.Name), Role: RoleDefinition, Span: def.Span, Cluster: cluster,
		Names: []string{def.Name}, Spans: []lang.Span{def.Span}, entry: v.callers[d] == 0, Left: true,
	}
	mark := ""
	switch ds := v.worst[def.Name]; {
	case !def.OK || slices.ContainsFunc(ds, func(d *lang.Diagnostic) bool { return d.Severity == lang.Error }):
		n.Role, mark = RoleWrong, " [error]"
	case len(ds) > 0:
		n.Role, mark = RoleDoubtful, " [warning]"
	case def.Name == lang.MainName:
		n.Role = RoleMain
	}
	n.Name = v.Picture.at(shorten(definitionName(def.Name), maxSignature), def.Span) + mark
	texts := append([]string{n.Name}, signature...)
	in, out := r.Front.ShortSignature(r.Solver.View(d).Within(maxTooltipSignature))
	n.Tooltip = definitionName(def.Name) + ": " + shorten(lang.Signature(in, out), maxTooltipSignature)
	if x.Recursive {
		n.Tooltip += "\nrecursive, " + recursion(x)
	}
	for _, m := range v.worst[def.Name] {
		n.Tooltip += "\n" + v.Picture.at(m.String(), m.Span)
	}
	var built, helpers []string
	for _, c := range v.edges[d] {
		name, list := shorten(c.Name, maxName), &built
		if c.Callee >= 0 {
			name, list = shorten(definitionName(r.Definitions[c.Callee].Name), maxName), &helpers
		}
		if (c.Callee < 0 || c.Callee != d && v.isHelper(c.Callee)) && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	texts = append(texts, v.instances(d)...)
	if len(helpers) > 0 {
		texts = append(texts, "calls "+enumerated(helpers))
	}
	if v.isHelper(d) {
		texts = append(texts, "called by "+thousands(v.callers[d])+" definitions")
	}
	n.Text = strings.Join(texts, "  ")
	for _, text := range texts {
		for k, line := range wrappedList(text, signatureWidth) {
			if k > 0 {
				line = "  " + line
			}
			n.Lines = append(n.Lines, line)
		}
	}
	if len(built) > 0 {
		n.Tooltip += "\nuses " + strings.Join(built, ", ")
	}
	return v.node(n)
}

// instances says with which types a definition uses others, where their boxes do not say so. At arrows these texts would
// be beside other arrows.
func (v *callsView) instances(d int32) (list []string) {
	for _, c := range v.edges[d] {
		if _, drawn := v.at[c.Callee]; !drawn || c.Used == "" || c.Callee == d {
			continue
		}
		text := "uses " + shorten(c.Name, maxName) + " as " + c.Used
		if _, _, own := v.result.Brief(c.Callee); c.Used == own || slices.Contains(list, text) {
			continue
		}
		if len(list) == mostUses {
			return append(list, "and other uses")
		}
		list = append(list, text)
	}
	return list
}

// callsOf draws an arrow to each definition that definition d refers to.
func (v *callsView) callsOf(d int32) {
	var order []int32
	places := make(map[int32][]string)
	first := make(map[int32]lang.Span)
	for _, c := range v.edges[d] {
		if _, ok := v.at[c.Callee]; !ok || c.Callee < 0 {
			continue
		}
		if places[c.Callee] == nil {
			order = append(order, c.Callee)
			first[c.Callee] = c.Span
		}
		places[c.Callee] = append(places[c.Callee], v.place(c.Span))
	}
	for _, c := range order {
		e := Edge{From: v.at[d], To: v.at[c], Role: RoleCalls, Span: first[c]}
		if n := len(places[c]); n > 1 && !v.Across { // else an arrow is too short for it
			e.Label = thousands(n) + " calls"
		}
		e.Tooltip = definitionName(v.result.Definitions[d].Name) + " calls " + definitionName(v.result.Definitions[c].Name) +
			" at " + enumerated(places[c])
		if c != d && v.isHelper(c) {
			e.Absent, e.Label, e.Loose = true, "", v.placed[c] // one caller decides its place
			v.placed[c] = true
		}
		v.edge(e)
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
