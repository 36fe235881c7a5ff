package graphviz

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Error draws a contradiction: the two facts that cannot both hold, each with the lines of the program that state it,
// and the lines by which both reach one value. It marks the place that is most likely wrong, and its notes have the
// first change that is offered. With all it draws the proof instead: all steps from the first fact to the last, with
// numbers. For an error without a derivation, or if the analysis ran without sketches, only the facts are drawn.
// It reports false for a diagnostic that is not a contradiction.
func Error(r *patterns.Result, d *lang.Diagnostic, all bool) (*Picture, bool) {
	if d.Clash == nil || d.Clash.A == nil || d.Clash.B == nil {
		return nil, false
	}
	v := errorView{
		Picture: newPicture(r.File, string(d.Code)+" in "+base(r.File.At(d.Span.Start).Name)+": "+d.Message.String()),
		sketch:  &lang.Sketch{}, error: d, types: r.TypeDefs,
	}
	switch x := d.Explanation; {
	case !all && v.asStages(r):
	case x != nil && x.Sketch != nil && all && x.Sketch.Walk != nil:
		v.sketch = x.Sketch.Walk
	case x != nil && x.Sketch != nil:
		v.sketch = x.Sketch
	case x != nil && len(x.Steps) > 0 && x.Steps[len(x.Steps)-1].Rule == lang.StepRelation:
		v.Notes = append(v.Notes, "how the relation comes to fail is not drawn; patgraph explain --tree shows it")
	default:
		v.Notes = append(v.Notes, "the steps between the two facts are not known")
	}
	switch {
	case v.stages:
	case v.sketch.Fails:
		v.drawFailure()
	case all || !v.drawOrigins():
		v.draw()
	}
	if !v.markChanges() {
		v.markPlace(r)
		v.showFix()
	}
	return v.Picture, true
}

// asStages draws an error in a chain of stages as these, with the places that decide its two facts. It reports false if
// there are no stages, or if the error has a picture of its own.
func (v *errorView) asStages(r *patterns.Result) bool {
	x := v.error.Explanation
	if x == nil || x.Sketch != nil && x.Sketch.Fails {
		return false
	}
	for i := range r.Definitions {
		def := &r.Definitions[i]
		if def.Name != v.error.Definition || !def.Span.Contains(v.error.Span) {
			continue
		}
		p := stages(r, []int32{int32(i)}, v.error)
		p.Title, p.Notes = v.Title, nil
		for j := range p.Nodes {
			n := &p.Nodes[j]
			v.stages = v.stages || n.Role == RoleFault
			n.fixed = n.Role == RoleFault || n.Role == RoleWitnessA || n.Role == RoleWitnessB
			n.entry = n.entry || n.fixed
		}
		if len(p.Nodes) > MaxStages {
			p.focus("the error", 1, func(n *Node) bool { return n.fixed || n.Role == RoleSource || n.Role == RolePassing })
		}
		if v.stages {
			v.Picture = p
		}
		return v.stages
	}
	return false
}

// showFix notes the first change that is offered, with its place.
func (v *errorView) showFix() {
	if len(v.error.Fixes) == 0 || len(v.error.Fixes[0].Edits) == 0 {
		return
	}
	says := "help: " + v.change(&v.error.Fixes[0])
	if v.error.Fixes[0].Checked {
		says += " [checked]"
	}
	v.Notes = slices.Insert(v.Notes, 0, says)
}

// change is the text of a change, with its places in parentheses: each "here" within its title, and the
// first other place that it edits.
func (v *errorView) change(fix *lang.Fix) string {
	title := slices.Clone(fix.Title)
	if last := len(title) - 1; last >= 0 && title[last].IsHere() {
		title = title[:last]
	}
	var named []string
	for i := range title {
		if w := &title[i]; w.IsHere() {
			at := v.file.Position(w.Span.Start).String()
			w.Text, named = "("+at+")", append(named, at)
		}
	}
	says := strings.TrimSpace(title.String())
	for _, e := range fix.Edits {
		if at := v.file.Position(e.Span.Start).String(); !slices.Contains(named, at) {
			return says + " (" + at + ")"
		}
	}
	return says
}

// suspect returns the place that is most likely wrong, and a text that says so.
func (v *errorView) suspect() (at lang.Span, says string) {
	list := v.error.Blame
	if len(list) == 0 {
		return at, ""
	}
	if _, undecided := lang.Rival(list); undecided {
		return list[0].Span, "perhaps the mistake is here"
	}
	return list[0].Span, "most likely the mistake is here"
}

// sourceAndMark is the source of a place. If the suspect is there, the signs are below it, with a text.
func (v *errorView) sourceAndMark(at lang.Span) []string {
	lines := v.source(at, true)
	suspect, says := v.suspect()
	if v.marked || says == "" || !at.Contains(suspect) {
		return lines
	}
	if tight := v.source(suspect, true); len(tight) == 2 && len(lines) == 2 {
		lines = tight
	} else if at != suspect {
		return lines
	}
	v.marked = true
	return v.showChange(beside(lines, says), suspect)
}

// beside puts a text after the signs in the last row, or before them, or if neither has room, below them.
func beside(lines []string, says string) []string {
	last := &lines[len(lines)-1]
	signs, size := len(*last)-len(strings.TrimLeft(*last, " ")), utf8.RuneCountInString(says)
	const margin = 4
	switch {
	case len(*last)+size < sourceWidth:
		*last += " " + says
	case signs > margin+size:
		*last = strings.Repeat(" ", signs-size-1) + says + (*last)[signs-1:]
	default:
		return append(lines, strings.Repeat(" ", min(signs, max(sourceWidth-size, 0)))+says)
	}
	return lines
}

// showChange adds to the line of the suspect where the first change is, if that is elsewhere on the line.
func (v *errorView) showChange(lines []string, suspect lang.Span) []string {
	if len(v.error.Fixes) == 0 || len(v.error.Fixes[0].Edits) == 0 {
		return lines
	}
	at := v.error.Fixes[0].Edits[0].Span
	at.End = max(at.End, at.Start+1) // what is inserted has a sign, too
	row := v.source(at, true)
	if suspect.Contains(at) || at.Contains(suspect) || len(row) != 2 || row[0] != lines[0] {
		return lines
	}
	return append(lines, beside(row[1:], "help: "+v.change(&v.error.Fixes[0]))...)
}

// markPlace marks the suspect if no source does: at its box, else in the smallest box around it, else in a
// box of its own, else in a note.
func (v *errorView) markPlace(r *patterns.Result) {
	at, says := v.suspect()
	if says == "" || v.marked {
		return
	}
	box := v.boxOf(at)
	if box == nil && v.drawSuspect(r, at, says) {
		return
	}
	if box == nil || box.Span != at && !(signed(box.Lines) && slices.Contains(box.Spans[min(1, len(box.Spans)):], at)) {
		says = strings.TrimSuffix(says, "here") + "at " + v.place(at)
	}
	if box == nil {
		v.Notes = append(v.Notes, says)
		return
	}
	if box.Left && box.Span == at && !signed(box.Lines) {
		box.Lines = append(box.Lines, v.sourceAround(at, true, sourceWidth/4)...)
	}
	if signed(box.Lines) {
		box.Lines = beside(box.Lines, says)
	} else {
		box.Lines = append(box.Lines, says)
	}
	if box.Text != "" {
		box.Text += "; " + says
	}
	if box.Role == RolePassing || box.Role == RoleStage || box.Role == RoleSource {
		box.Role = RoleSuspect
	}
}

// signed reports whether the last of some lines has only signs.
func signed(lines []string) bool {
	last := strings.TrimLeft(lines[len(lines)-1], " ")
	return last != "" && strings.Trim(last, "^") == ""
}

// drawFailure draws a failed relation, above it the types that it read, and above these the origins of the sizes.
func (v *errorView) drawFailure() {
	s := v.sketch
	v.node = make([]int, len(s.Places))
	at := v.node
	letters := v.letters()
	begins, leads := v.ends()
	aside := v.aside(begins)
	groups := v.together(begins, letters)
	for i := range s.Places {
		pl := &s.Places[i]
		if groups[i][0].place != i {
			at[i] = at[groups[i][0].place]
			continue
		}
		letter, stated := letters[i], cmp.Or(pl.Says, pl.Span)
		text := v.unshortened(pl.Text, stated)
		if letter != "" {
			text = letter + ": " + text
		}
		n := Node{
			ID: v.id("place", strconv.Itoa(i)), Role: RolePassing, Span: pl.Span, Cluster: -1, Left: true,
			Names: []string{pl.Definition},
			Spans: []lang.Span{pl.Span}, Step: pl.Step, Reason: pl.Reason, Tooltip: text, Lines: wrapped(text, factWidth),
			entry: i == 0, fixed: i == 0 || letter != "", aside: aside[i],
		}
		n.Name = n.Lines[0]
		if stated != pl.Span {
			n.Spans = append(n.Spans, stated) // where its signs are
		}
		switch {
		case i == 0:
			n.Role = RoleFailing
			n.Lines = append(n.Lines, v.source(pl.Span, true)...)
		case letter != "":
			n.Role = letterRole(letter)
		}
		if len(groups[i]) > 1 {
			n.Spans = nil
			list := make([]written, 0, len(groups[i]))
			for _, x := range groups[i] {
				list = append(list, x.written)
			}
			v.write(&n, list, factWidth, sourceWidth/4)
		} else if i > 0 && (letter != "" || begins[i] && !s.Places[0].Span.Contains(pl.Span)) {
			n.Lines = append(n.Lines, v.sourceAround(stated, true, sourceWidth/4)...)
		}
		at[i] = v.Picture.node(n)
	}
	drawn := make(map[[2]int]int) // by nodes: the edge
	for i := range s.Links {
		l := &s.Links[i]
		e := Edge{
			From: at[l.From], To: at[l.To], Role: RoleReads, Label: strings.Join(wrapped(l.Label, labelWidth), "\n"),
			Span: l.Span, Tooltip: l.Label, Step: l.Step, Reason: l.Reason,
		}
		k := [2]int{e.From, e.To}
		if j, ok := drawn[k]; ok && (groups[l.From][0].place != int(l.From) || groups[l.To][0].place != int(l.To)) {
			if one := &v.Edges[j]; e.Label != "" && e.Label != one.Label {
				more := e.Tooltip
				if noun, number, ok := strings.Cut(more, " "); ok && !strings.Contains(number, " ") &&
					strings.HasPrefix(one.Tooltip, noun+" ") {
					more = number // as in "axis 0, 1"
				}
				one.Tooltip += ", " + more
				one.Label = strings.Join(wrapped(one.Tooltip, labelWidth), "\n")
			}
			continue
		}
		drawn[k] = len(v.Edges)
		switch l.Rule {
		case lang.SketchPart:
			e.Role = RolePart
			if !leads[l.To] { // the whole is made of it
				e.From, e.To, e.Role = e.To, e.From, RoleComputes
			}
		case lang.SketchComputes:
			e.Role, e.Tooltip = RoleComputes, "one size is computed from the other"
		}
		v.edge(e)
	}
}

// A placed is a place of a sketch with its text.
type placed struct {
	written
	place int
}

// together groups the origins that share a box: those on one line that the same places are computed from or have as
// parts. The group of any other place is the place itself.
func (v *errorView) together(begins []bool, letters map[int]string) [][]placed {
	s := v.sketch
	links := make([]string, len(s.Places))
	for _, l := range s.Links {
		links[l.From] += fmt.Sprint(l.Rule, " to ", l.To, ",")
		links[l.To] += fmt.Sprint(l.Rule, " from ", l.From, ",")
	}
	suspect, _ := v.suspect()
	first := make(map[string]int) // by line and links
	groups := make([][]placed, len(s.Places))
	for i := range s.Places {
		pl := &s.Places[i]
		p := placed{written{pl.Span, v.unshortened(pl.Text, pl.Span)}, i}
		p.says = strings.TrimSuffix(p.says, " ("+v.place(pl.Span)+")")
		groups[i] = []placed{p}
		if i == 0 || !begins[i] || letters[i] != "" || pl.Span.Contains(suspect) || s.Places[0].Span.Contains(pl.Span) {
			continue
		}
		key := fmt.Sprint(v.file.Position(pl.Span.Start).Line, links[i])
		if j, ok := first[key]; ok && v.onOneLine(groups[j][0].written, p.written) {
			groups[j] = append(groups[j], p)
			groups[i] = groups[j][:1]
		} else {
			first[key] = i
		}
	}
	return groups
}

// ends reports for each place of a sketch of a failure whether it is an origin, and whether it leads to the failure by
// links other than from a part to its whole.
func (v *errorView) ends() (begins, leads []bool) {
	s := v.sketch
	begins, leads = make([]bool, len(s.Places)), make([]bool, len(s.Places))
	for i := range begins {
		begins[i], leads[i] = true, i == 0
	}
	for changed := true; changed; {
		changed = false
		for _, l := range s.Links {
			switch {
			case l.Rule == lang.SketchPart:
				begins[l.From] = false
			case leads[l.To] && !leads[l.From]:
				leads[l.From], changed = true, true
			}
			if l.Rule == lang.SketchComputes {
				begins[l.To] = false
			}
		}
	}
	return begins, leads
}

// aside reports which origins of a sketch of a failure are folded first, so that the computations stay: not the
// likeliest suspect, nor what the failed relation reads.
func (v *errorView) aside(begins []bool) []bool {
	list := slices.Clone(begins)
	for _, l := range v.sketch.Links {
		if l.To == 0 {
			list[l.From] = false
		}
	}
	for i := range list {
		if len(v.error.Blame) > 0 && v.sketch.Places[i].Span == v.error.Blame[0].Span {
			list[i] = false
		}
	}
	return list
}

// letters returns the letters of the witnesses at places of their own, as in the report, by place: the last place if a
// witness is at several.
func (v *errorView) letters() map[int]string {
	list := make(map[int]string)
	if x := v.error.Explanation; x == nil || len(x.Story) == 0 {
		return list // the report has no letters either
	}
	for k, w := range [...]*lang.Witness{v.error.Clash.A, v.error.Clash.B} {
		for i := len(v.sketch.Places) - 1; i > 0 && w.Span != v.error.Span; i-- {
			if v.sketch.Places[i].Span == w.Span {
				if list[i] == "" {
					list[i] = "AB"[k : k+1]
				}
				break
			}
		}
	}
	return list
}

func letterRole(letter string) Role {
	return cmp.Or(map[string]Role{"B": RoleWitnessB, "C": RoleWitnessC}[letter], RoleWitnessA)
}

type errorView struct {
	*Picture
	sketch *lang.Sketch
	error  *lang.Diagnostic
	types  []patterns.TypeDef
	node   []int
	steps  int  // that have a number
	marked bool // the suspect is marked
	stages bool // drawn as stages
}

func (v *errorView) draw() {
	clusters := v.frames()
	facts := v.facts()
	// The walk begins at the first fact and ends at the other facts.
	facts[0].node = v.fact(&facts[0])
	s := v.sketch
	v.node = make([]int, len(s.Places))
	for i := range s.Places {
		pl := &s.Places[i]
		cluster := -1
		if pl.Group >= 0 {
			cluster = clusters[pl.Group]
		}
		v.node[i] = v.Picture.node(Node{
			ID: v.id("place", strconv.Itoa(i)), Role: RolePassing, Lines: v.placeLines(pl),
			Name: v.unshortened(pl.Text, pl.Span), Span: pl.Span, Cluster: cluster,
			Tooltip: v.said(pl.Text, pl.Span), Names: []string{pl.Definition}, Spans: []lang.Span{pl.Span},
		})
	}
	first := ""
	if p := facts[0].place; p >= 0 {
		first = v.numbered(s.Places[p].Reason, s.Places[p].Says)
	}
	for i := range s.Links {
		v.link(&s.Links[i])
	}
	verdict, tip := v.verdict()
	for i := range facts {
		f := &facts[i]
		if i > 0 {
			f.node = v.fact(f)
		}
		if f.place >= 0 {
			pl := &s.Places[f.place]
			e := Edge{
				From: v.node[f.place], To: f.node, Role: RoleHolds, Label: first,
				Tooltip: ofProof(v.said(pl.Claim, pl.Says), pl.Step), Span: pl.Says, Step: pl.Step, Reason: pl.Reason,
			}
			if i == 0 {
				e.From, e.To = e.To, e.From
			} else {
				e.Label = v.numbered(pl.Reason, pl.Says)
			}
			v.edge(e)
		}
		if i > 0 {
			// If there are no links between the facts, this edge determines their order.
			v.edge(Edge{
				From: facts[i-1].node, To: f.node, Role: RoleClash, Label: verdict, Loose: len(s.Links) > 0, Tooltip: tip,
			})
		}
	}
}

// verdict is the label between two facts, with a tooltip.
func (v *errorView) verdict() (label, tip string) {
	if v.error.Clash.C != nil {
		return "cannot all hold", "one value would have to be all of them"
	}
	return "cannot both hold", "one value would have to be both"
}

// frames draws a frame around each proof that two wholes are equal.
func (v *errorView) frames() []int {
	clusters := make([]int, len(v.sketch.Groups))
	for i, g := range v.sketch.Groups {
		parent := -1
		if g.Parent >= 0 {
			parent = clusters[g.Parent]
		}
		clusters[i] = v.cluster(Cluster{
			ID: v.id("because", strconv.Itoa(i)), Role: RoleBecause, Parent: parent,
			// The label is short: an arrow that enters the frame from above should pass beside it.
			Label: "because these are equal", Tooltip: "equal wholes have equal parts " + g.Label,
		})
	}
	return clusters
}

// link draws an equality of two places, or a part of a whole.
func (v *errorView) link(l *lang.SketchLink) {
	from, to := v.node[l.From], v.node[l.To]
	e := Edge{
		From: from, To: to, Span: l.Span, Tooltip: ofProof(v.said(l.Text, l.Span), l.Step), Step: l.Step, Reason: l.Reason,
	}
	switch {
	case l.Rule == lang.SketchPart:
		e.Role, e.Label = RolePart, v.numbered(l.Label, l.Span)
		e.Back = to < from // the walk goes from the part to its whole
	case l.Folded:
		e.Role, e.Label = RoleObvious, v.numbered("", l.Span)
	case l.Rule == lang.StepLabel:
		e.Role, e.Label = RoleFollows, l.Label // it is a conclusion from steps of the walk, not one of them
	default:
		e.Role, e.Label = RoleEqual, v.numbered(l.Reason, l.Span)
		if l.Rule == lang.StepInstance {
			e.Role = RoleInstance
		}
	}
	v.edge(e)
}

// member is the label from a vector to its elements.
const member = "[ ]"

// numbered is the number of the next step of the walk, with a few words about it and its place.
func (v *errorView) numbered(words string, at lang.Span) string {
	v.steps++
	text := v.at(strings.TrimSpace(strconv.Itoa(v.steps)+" "+words), at)
	return strings.Join(wrapped(text, labelWidth), "\n")
}

// ofProof appends to a text the number of the step in the proof.
func ofProof(text string, step int32) string {
	if step > 0 {
		text += "\nstep " + strconv.Itoa(int(step)) + " of the proof"
	}
	return text
}

// Approximate numbers of characters per line.
const (
	factWidth   = 60
	boxWidth    = 38
	labelWidth  = 30
	sourceWidth = 72
)

func (v *errorView) placeLines(p *lang.SketchPlace) []string {
	lines := wrapped(v.unshortened(p.Text, p.Span), boxWidth)
	if p.Definition != v.error.Definition && p.Definition != "" {
		lines = append(lines, wrapped("in "+definitionName(p.Definition), boxWidth)...)
	}
	return lines
}

// A fact is one side of the contradiction.
type fact struct {
	letter  string
	witness *lang.Witness // nil if the walk has more ends than the report has witnesses
	place   int32         // of the sketch, or -1
	node    int
}

// facts lists the sides, the first witness first. Each witness is a fact, whether or not the walk has an end of its own
// for it.
func (v *errorView) facts() []fact {
	c := v.error.Clash
	var list []fact
	for i, w := range [...]*lang.Witness{c.A, c.B, c.C} {
		if w != nil {
			list = append(list, fact{letter: "ABC"[i : i+1], witness: w, place: -1})
		}
	}
	ends := make(map[int32]bool)
	for i := range v.sketch.Places {
		p := &v.sketch.Places[i]
		if len(p.Claim) == 0 {
			continue
		}
		ends[int32(i)] = true
		for j := range list {
			if list[j].letter == p.Witness {
				list[j].place = int32(i)
				delete(ends, int32(i))
			}
		}
	}
	for i := range v.sketch.Places {
		if ends[int32(i)] {
			list = append(list, fact{place: int32(i)})
		}
	}
	// The walk may return to its start: then both sides are about that place.
	for i := range list {
		if list[i].place < 0 && len(v.sketch.Places) > 0 {
			list[i].place = list[0].place
		}
	}
	return list
}

// fact draws what the report says of one side, with the lines of the program that it comes from.
func (v *errorView) fact(f *fact) int {
	n := Node{
		ID: v.id("witness", f.letter), Role: letterRole(f.letter), Name: f.letter, Cluster: -1, Left: true,
		entry: true, fixed: true,
	}
	say := func(x lang.Phrase, at lang.Span) {
		text := v.unshortened(x, at)
		if len(n.Lines) == 0 && f.letter != "" {
			text = f.letter + ": " + text
		}
		n.Tooltip += strings.TrimLeft("\n"+text, "\n")
		n.Lines = append(n.Lines, wrapped(text, factWidth)...)
		n.Lines = append(n.Lines, v.sourceAndMark(at)...)
		n.Spans = append(n.Spans, at)
		for _, name := range append([]string{v.file.Text(at)}, typesIn(x)...) {
			if def := v.defined(name); !def.Empty() && !slices.Contains(n.Spans, def) {
				n.Lines = append(n.Lines, v.source(def, false)...)
				n.Spans = append(n.Spans, def)
			}
		}
	}
	if f.witness != nil {
		n.Span, n.Names = f.witness.Span, []string{v.error.Definition}
		if says := v.says(f.witness); len(says) > 0 {
			// In a report the text is below its place, which is its subject.
			if first, _, _ := strings.Cut(says[0].Text, " "); first == "must" {
				says = lang.Say("a value here %s", says)
			} else if slices.Contains(verbs, first) {
				says = lang.Say("%s %s", lang.Phrase{{Text: "`" + f.witness.Expression + "`", Span: f.witness.Span}}, says)
			}
			say(says, f.witness.Span)
		}
	}
	if f.place >= 0 {
		p := &v.sketch.Places[f.place]
		if n.Span.Empty() {
			n.Span = p.Says
		}
		n.Names = append(n.Names, p.Definition)
		if claim := p.Claim; len(n.Lines) == 0 || p.Says != f.witness.Span {
			if label := v.label(); p.Says == v.error.Span && len(label) > 0 {
				claim = label
			}
			say(claim, p.Says)
		}
	}
	if len(n.Lines) == 0 {
		say(lang.Text("`"+f.witness.Expression+"` is "+f.witness.Shape), f.witness.Span)
	}
	return v.Picture.node(n)
}

// label is what the report says at the place of the error, apart from that it is the likeliest place.
func (v *errorView) label() lang.Phrase {
	_, says := v.suspect()
	x := slices.Clone(v.error.Label)
	if says == "" || !strings.HasSuffix(x.String(), says) {
		return x
	}
	for left := len("; " + says); left > 0 && len(x) > 0; {
		last := &x[len(x)-1]
		cut := min(left, len(last.Text))
		last.Text, left = last.Text[:len(last.Text)-cut], left-cut
		if last.Text == "" {
			x = x[:len(x)-1]
		}
	}
	return x
}

// defined is where the program defines the type that a text names.
func (v *errorView) defined(name string) lang.Span {
	for _, t := range v.types {
		if name != "" && "$"+t.Name == name {
			return t.Span
		}
	}
	return lang.Span{}
}

// typesIn lists the types that a text names.
func typesIn(x lang.Phrase) (list []string) {
	for _, w := range x {
		list = append(list, w.Type)
	}
	return list
}

// verbs are the first words of labels that need a subject.
var verbs = []string{"asks", "gives", "has", "needs", "takes"}

// says returns the report's text at the place of a witness.
func (v *errorView) says(w *lang.Witness) lang.Phrase {
	d := v.error
	if w.Span == d.Span {
		return d.Label
	}
	for i := range d.Related {
		if d.Related[i].Span == w.Span {
			return d.Related[i].Message
		}
	}
	if w == d.Clash.A && w.Span.Contains(d.Span) {
		return d.Label // it is about one label of the witness
	}
	return nil
}

// unshortened is a text with its place, in which the expressions that it names are not shortened: they wrap in a box.
func (v *errorView) unshortened(x lang.Phrase, at lang.Span) string {
	const longest = 400
	whole := slices.Clone(x)
	for i := range whole {
		w := &whole[i]
		if s := w.Span; !s.Empty() && int(s.End) <= len(v.file.Src) && s.End-s.Start <= longest &&
			strings.HasSuffix(w.Text, "…`") {
			w.Text = "`" + strings.Join(strings.Fields(v.file.Text(s)), " ") + "`"
		}
	}
	return v.said(whole, at)
}
