package graphviz

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// relationWidth is about how many characters a line of a relation or of a type has.
const relationWidth = 34

// Relations draws the relations that definitions state and the types that are their arguments: the relations that hold,
// numbered in the order in which they fired, with the types that they read and decided; the waiting ones, with what
// they wait for; the failed ones, with the reason. With at at 0 or above it shows the state after so many steps of each
// derivation. Definitions that were not derived or have no relations are left out, so the picture may be empty.
func Relations(r *patterns.Result, definitions []int32, at int32) *Picture {
	p := newPicture(r.File, "relations of "+subject(r, definitions))
	p.unit = [2]string{"relation or type", "relations and types"}
	alone := len(definitions) == 1
	waiting, ordered := 0, false
	for _, d := range definitions {
		related, ok := r.Front.Related(d, at)
		if !ok || len(related.Uses) == 0 {
			continue
		}
		v := relationsView{Picture: p, result: r, name: r.Definitions[d].Name, cluster: -1}
		if related.Step < related.Steps && alone {
			p.Title += " after step " + strconv.Itoa(int(related.Step)) + " of " + strconv.Itoa(int(related.Steps))
		}
		if !alone {
			def := &r.Definitions[d]
			v.cluster = p.cluster(Cluster{
				ID: p.id(def.Name, "frame"), Role: RoleOfDefinition, Label: definitionName(def.Name), Span: def.Span, Parent: -1,
				Tooltip: definitionName(def.Name) + " states " + count(len(related.Uses), "relation", "relations"),
			})
		}
		waiting += v.draw(&related)
		ordered = ordered || slices.ContainsFunc(related.Uses, func(u patterns.RelationUse) bool { return u.Order > 1 })
	}
	if ordered {
		p.Notes = append(p.Notes, "the numbers are the order in which relations were decided")
	}
	if waiting > 0 {
		p.Notes = append(p.Notes, count(waiting, "relation waits", "relations wait"))
	}
	return p
}

// relationsView draws the relations of a definition.
type relationsView struct {
	*Picture
	result  *patterns.Result
	name    string
	cluster int
	at      []int              // by type
	failing map[lang.Span]bool // the places of relations that do not hold
}

func (v *relationsView) draw(r *patterns.Related) (waiting int) {
	given, part := make([]bool, len(r.Types)), make([]bool, len(r.Types))
	v.failing = make(map[lang.Span]bool)
	for i := range r.Uses {
		if r.Uses[i].State == unify.Fails {
			v.failing[r.Uses[i].Span] = true
		}
		for _, a := range r.Uses[i].Args {
			given[a.To] = given[a.To] || a.Gives
		}
	}
	for i := range r.Types {
		part[i] = part[i] || r.Types[i].Like >= 0
		for _, x := range r.Types[i].Parts {
			part[x.To] = true
		}
	}
	// In reading order: the types a relation takes, the relation, the types it gives.
	v.at = make([]int, len(r.Types))
	for i := range v.at {
		v.at[i] = -1
	}
	round := func(i int32) int {
		if v.at[i] < 0 {
			v.at[i] = v.round(int(i), &r.Types[i], !given[i] && !part[i])
		}
		return v.at[i]
	}
	for i := range r.Uses {
		u := &r.Uses[i]
		for _, a := range u.Args {
			if !a.Gives {
				round(a.To)
			}
		}
		box := v.box(i, u)
		if u.State == unify.Waits {
			waiting++
		}
		for k := range u.Args {
			v.argument(u, &u.Args[k], box, round(u.Args[k].To), k == 0)
		}
	}
	for i := range r.Types {
		t := &r.Types[i]
		for _, x := range t.Parts {
			v.edge(Edge{
				From: v.at[i], To: v.at[x.To], Role: RolePart, Label: x.Label, Tooltip: x.Label + " of " + v.Nodes[v.at[i]].Name,
				Back: !given[i] && given[x.To], // it is built from its part
			})
		}
		if t.Like >= 0 {
			v.edge(Edge{
				From: v.at[t.Like], To: v.at[i], Role: RoleLike, Tooltip: "each use may have other sizes where they are not known",
			})
		}
	}
	return waiting
}

// round draws a type.
func (v *relationsView) round(i int, t *patterns.RelatedType, entry bool) int {
	n := Node{
		ID: v.id(v.name, "type"+strconv.Itoa(i)), Role: RoleAType, Cluster: v.cluster, Names: []string{v.name},
		Spans: t.Spans, entry: entry,
		Name: strings.Join(append(shortened(t.Names), t.Text), " "),
	}
	if t.Open {
		n.Role = RoleOpenType
	}
	if len(t.Spans) > 0 {
		n.Span = t.Spans[0]
	}
	if len(t.Names) > 0 {
		n.Lines = wrapped(strings.Join(shortened(t.Names), ", "), relationWidth)
	}
	n.Lines = append(n.Lines, wrapped(shorten(t.Text, maxSignature), relationWidth)...)
	n.Tooltip = t.Text
	var places []string
	for _, s := range t.Spans {
		places = append(places, v.place(s))
	}
	if len(places) > 0 {
		n.Tooltip += "\nthe type at " + enumerated(places)
	}
	return v.node(n)
}

func shortened(names []string) []string {
	var list []string
	for _, name := range names {
		list = append(list, shorten(name, maxName))
	}
	return list
}

// box draws a relation.
func (v *relationsView) box(i int, u *patterns.RelationUse) int {
	n := Node{
		ID: v.id(v.name, "relation"+strconv.Itoa(i)), Role: RoleHolding, Span: u.Span, Cluster: v.cluster,
		Names: []string{v.name, u.Name},
		Spans: []lang.Span{u.Span},
	}
	n.Name = v.Picture.at(shorten(u.Name, maxName), u.Span)
	if u.Order > 0 {
		n.Name = strconv.Itoa(int(u.Order)) + ": " + n.Name
	}
	n.Tooltip = u.Attributes
	n.Lines = wrapped(n.Name, relationWidth)
	says := []string{u.Relation + " holds"}
	switch m := v.wrong(u.Span); {
	case m != "" && (u.State == unify.Fails || !v.failing[u.Span]): // else another relation at this place fails
		n.Role = RoleFailing
		says = []string{u.Relation + " cannot hold:", strings.TrimPrefix(m, "`"+u.Name+"`: ")}
	case u.State == unify.Waits:
		n.Role = RoleWaiting
		says = []string{u.Relation + " waits"}
	case u.State == unify.Fails:
		n.Role = RoleFailing
		says = []string{u.Relation + " cannot hold"}
	}
	for _, s := range says {
		n.Tooltip += "\n" + s
		n.Lines = append(n.Lines, wrapped(s, relationWidth)...)
	}
	return v.node(n)
}

// wrong is the error of the relation at a place.
func (v *relationsView) wrong(at lang.Span) string {
	for i := range v.result.Diagnostics {
		if d := &v.result.Diagnostics[i]; d.Span == at && d.Clash != nil && d.Severity == lang.Error {
			return d.Message.String()
		}
	}
	return ""
}

// argument draws the edge between a relation and a type. A type that the relation takes is above it, one that it gives
// below, regardless of which decided the other. The first argument, which is the data of most operators, and the result
// are in line.
func (v *relationsView) argument(u *patterns.RelationUse, a *patterns.RelationArg, box, round int, first bool) {
	e := Edge{From: round, To: box, Role: RoleAbout, Label: a.Name, Span: u.Span, Main: first || a.Gives}
	from := false // whether it leads from the relation to the type
	tip := shorten(u.Name, maxName) + " is about it"
	switch {
	case a.Waits:
		e.Role, from = RoleAwaits, true
		tip = shorten(u.Name, maxName) + " waits for it"
		if len(a.Part) > 0 {
			e.Label = strings.TrimSpace(e.Label + ": " + strings.TrimPrefix(a.Part.String(), "the "))
			e.Label = strings.TrimPrefix(e.Label, ": ")
			tip = shorten(u.Name, maxName) + " waits for " + a.Part.String()
		}
	case a.Determined:
		e.Role, from = RoleDetermines, true
		tip = shorten(u.Name, maxName) + " decides it"
	case a.Read:
		e.Role = RoleReads
		tip = shorten(u.Name, maxName) + " rests on it"
	}
	if from {
		e.From, e.To = box, round
	} else if a.Gives && a.Read {
		e.Back = true // it is still below
	} else if a.Gives {
		e.From, e.To = box, round
	}
	if from && !a.Gives {
		e.Back = true
	}
	e.Label = strings.Join(wrapped(e.Label, labelWidth), "\n")
	e.Tooltip = v.Picture.at(tip, u.Span)
	v.edge(e)
}
