package graphviz

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Error draws the derivation of an error: the places that say what a value is,
// and what makes them one value. With all it also draws what goes without saying.
// It reports false for a diagnostic that has no derivation, or when the analysis
// was not asked for sketches.
func Error(r *patterns.Result, d *lang.Diagnostic, all bool) (*Picture, bool) {
	if d.Explanation == nil || d.Explanation.Sketch == nil || len(d.Explanation.Sketch.Places) == 0 {
		return nil, false
	}
	v := errorView{
		Picture: newPicture(r.File, string(d.Code)+" in "+r.File.At(d.Span.Start).Name+": "+d.Message.String()),
		sketch:  d.Explanation.Sketch, home: d.Definition, all: all,
	}
	v.draw()
	return v.Picture, true
}

type errorView struct {
	*Picture
	sketch *lang.Sketch
	home   string
	all    bool
	same   []int32 // by place: the one that it is drawn as
	node   []int
}

// stand returns the place that a place is drawn as.
func (v *errorView) stand(i int32) int32 {
	for v.same[i] != i {
		v.same[i] = v.same[v.same[i]]
		i = v.same[i]
	}
	return i
}

func (v *errorView) draw() {
	s := v.sketch
	v.same = make([]int32, len(s.Places))
	for i := range v.same {
		v.same[i] = int32(i)
	}
	hidden := 0
	if !v.all {
		for _, l := range s.Links {
			if !l.Folded {
				continue
			}
			hidden++
			if x, y := v.stand(l.From), v.stand(l.To); x != y {
				// What says something stays, and what stands deeper in the proof goes.
				if len(s.Places[y].Claim) > 0 && len(s.Places[x].Claim) == 0 || s.Places[y].Claim.String() == s.Places[x].Claim.String() && s.Places[y].Group < s.Places[x].Group {
					x, y = y, x
				}
				v.same[y] = x
			}
		}
	}
	if hidden > 0 {
		v.Notes = append(v.Notes, count(hidden, "step that goes", "steps that go")+" without saying not shown: --all")
	}
	clusters := make([]int, len(s.Groups))
	for i, g := range s.Groups {
		parent := -1
		if g.Parent >= 0 {
			parent = clusters[g.Parent]
		}
		clusters[i] = v.cluster(Cluster{
			ID: v.id("because", strconv.Itoa(i)), Role: RoleBecause, Parent: parent,
			// Short: what leads into the frame from above should pass beside it.
			Label: "because these are one", Tooltip: "equal wholes have equal parts " + g.Label,
		})
	}
	v.node = make([]int, len(s.Places))
	ends := make(map[int]int) // by place
	var claims []int
	for i := range s.Places {
		if pl := &s.Places[i]; len(pl.Claim) > 0 {
			claims = append(claims, i)
			if pl.Witness == "A" {
				ends[i] = v.witness(pl)
			}
		}
	}
	slices.SortStableFunc(claims, func(i, j int) int { return strings.Compare(s.Places[i].Witness, s.Places[j].Witness) })
	for i := range s.Places {
		pl := &s.Places[i]
		if v.stand(int32(i)) != int32(i) {
			continue
		}
		cluster := -1
		if pl.Group >= 0 {
			cluster = clusters[pl.Group]
		}
		v.node[i] = v.Picture.node(Node{
			ID: v.id("place", strconv.Itoa(i)), Role: RolePassing, Lines: v.placeLines(pl), Span: pl.Span, Cluster: cluster,
			Tooltip: v.said(pl.Text, pl.Span), Names: []string{pl.Definition}, Spans: []lang.Span{pl.Span},
		})
	}
	number := 0
	for i := range s.Links {
		l := &s.Links[i]
		from, to := v.node[v.stand(l.From)], v.node[v.stand(l.To)]
		if from == to || l.Folded && !v.all {
			continue
		}
		e := Edge{From: from, To: to, Span: l.Span, Tooltip: v.said(l.Text, l.Span)}
		switch {
		case l.Rule == lang.SketchPart:
			e.Role, e.Label = RolePart, l.Label
			e.Back = to < from // the walk comes from the part to its whole
		case l.Folded:
			e.Role = RoleObvious
		case l.Rule == lang.StepLabel:
			number++
			e.Role, e.Label = RoleFollows, strconv.Itoa(number)+" part "+l.Label
		default:
			number++
			e.Role, e.Label = RoleEqual, strconv.Itoa(number)+" "+l.Reason
			if l.Rule == lang.StepInstance {
				e.Role = RoleInstance
			}
		}
		if !l.Span.Empty() && l.Rule != lang.SketchPart && !l.Folded {
			e.Label = v.at(e.Label, l.Span)
		}
		v.edge(e)
	}
	verdict, tip := "cannot both hold", "one value would have to be both"
	if len(claims) > 2 {
		verdict, tip = "cannot all hold", "one value would have to be all of them"
	}
	last := -1
	for _, i := range claims {
		pl := &s.Places[i]
		w, first := ends[i]
		if !first {
			w = v.witness(pl)
		}
		e := Edge{From: v.node[v.stand(int32(i))], To: w, Role: RoleHolds, Tooltip: v.said(pl.Claim, pl.Says), Span: pl.Says}
		if first {
			e.From, e.To = e.To, e.From // the walk begins here
		}
		v.edge(e)
		if last >= 0 {
			v.edge(Edge{From: last, To: w, Role: RoleClash, Label: verdict, Loose: true, Tooltip: tip})
		}
		last = w
	}
}

func (v *errorView) placeLines(p *lang.SketchPlace) []string {
	lines := wrapped(v.said(p.Text, p.Span), 38)
	if p.Definition != v.home && p.Definition != "" {
		lines = append(lines, "in "+definitionName(p.Definition))
	}
	return lines
}

// witness draws what the program says of a place.
func (v *errorView) witness(p *lang.SketchPlace) int {
	role := cmp.Or(map[string]Role{"B": RoleWitnessB, "C": RoleWitnessC}[p.Witness], RoleWitnessA)
	says := v.said(p.Claim, p.Says)
	text := says
	if p.Witness != "" {
		text = p.Witness + ": " + says
	}
	return v.Picture.node(Node{
		ID: v.id("witness", p.Witness), Role: role, Lines: wrapped(text, 38), Span: p.Says, Cluster: -1,
		Tooltip: says, Names: []string{p.Definition}, Spans: []lang.Span{p.Says}, entry: true,
	})
}

// wrapped breaks a text into lines of about so many characters, at blanks.
func wrapped(s string, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= most:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
