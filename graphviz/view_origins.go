package graphviz

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A picture of a contradiction has a box for each fact, and below them the lines of the program through which both
// reach one value. Both chains lead down to the line where they meet. The steps of the proof within a line are one box.
// The proof that two wholes are equal is left out where the lines that remain still connect the facts.

// maxLevel is the number of nested proofs that are tried before the whole proof is drawn.
const maxLevel = 4

// enough is the number of lines between two facts that explain how they are connected.
const enough = 2

// mostSaid is the number of sentences in a tooltip.
const mostSaid = 8

// An originsView draws the lines of the program that a contradiction comes from.
type originsView struct {
	*errorView
	facts []fact
	depth []int // by group: how many groups contain it

	same   []int32         // by place: another place of its line that represents it, or itself
	joins  [][]joint       // by place that represents a line: the steps to other lines
	within [][]int         // by place that represents a line: the steps within it
	places [][]int32       // by place that represents a line: the places in it
	fact   map[int32]int   // by place that represents the line of a fact: the fact
	next   map[int32]joint // by place that represents a line: the step that leads to where all meet
}

// A joint is a step from one line of the program to another.
type joint struct {
	link int
	to   int32
}

// drawOrigins draws the lines that connect the facts. It reports false if the proof does not say what they are.
func (v *errorView) drawOrigins() bool {
	o := originsView{errorView: v, facts: v.facts()}
	for _, f := range o.facts {
		if f.place < 0 {
			return false
		}
	}
	if len(o.facts) < 2 {
		return false
	}
	o.depth = make([]int, len(v.sketch.Groups))
	deepest := 0
	for i, g := range v.sketch.Groups {
		if g.Parent >= 0 {
			o.depth[i] = o.depth[g.Parent] + 1
		}
		deepest = max(deepest, o.depth[i]+1)
	}
	best, most := deepest, -1
	for level := 0; most < enough && level <= deepest; level++ {
		if level == maxLevel {
			level = deepest
		}
		o.gather(level)
		if path := o.path(); path != nil && len(o.between(path)) > most {
			best, most = level, len(o.between(path))
		}
	}
	o.gather(best)
	path := o.path()
	if path == nil {
		return false
	}
	o.draw(path)
	return true
}

// level is the number of proofs that contain a group.
func (o *originsView) level(group int32) int {
	if group < 0 {
		return 0
	}
	return o.depth[group] + 1
}

// gather collects the steps that are in at most so many proofs of equal wholes. Deeper proofs are replaced by their
// conclusions. Places on one line that a step links become one, and so do a place that is not in the text and the next.
func (o *originsView) gather(level int) {
	s := o.sketch
	o.same = make([]int32, len(s.Places))
	for i := range o.same {
		o.same[i] = int32(i)
	}
	var links []int
	for i := range s.Links {
		l := &s.Links[i]
		at := o.level(l.Group)
		if l.Rule == lang.StepLabel && at != level || at > level ||
			o.level(s.Places[l.From].Group) > level || o.level(s.Places[l.To].Group) > level {
			continue
		}
		links = append(links, i)
		x, y := o.onLine(l.From), o.onLine(l.To)
		if from, to := o.representative(l.From), o.representative(l.To); x == y || x == "" || y == "" {
			o.same[max(from, to)] = min(from, to)
		}
	}
	o.joins, o.within = make([][]joint, len(s.Places)), make([][]int, len(s.Places))
	o.places = make([][]int32, len(s.Places))
	for i := range s.Places {
		r := o.representative(int32(i))
		o.places[r] = append(o.places[r], int32(i))
	}
	for _, i := range links {
		from, to := o.representative(s.Links[i].From), o.representative(s.Links[i].To)
		if from == to {
			o.within[from] = append(o.within[from], i)
			continue
		}
		o.joins[from] = append(o.joins[from], joint{i, to})
		o.joins[to] = append(o.joins[to], joint{i, from})
	}
	o.fact = make(map[int32]int)
	for i, f := range o.facts {
		r := o.representative(f.place)
		shown := []lang.Span{s.Places[f.place].Says}
		if f.witness != nil {
			shown = append(shown, f.witness.Span)
		}
		for _, at := range shown {
			if _, taken := o.fact[r]; !taken && o.line(at) == o.onLine(f.place) {
				o.fact[r] = i
			}
		}
	}
}

// representative returns the place that represents the line of a place.
func (o *originsView) representative(i int32) int32 {
	for o.same[i] != i {
		o.same[i] = o.same[o.same[i]]
		i = o.same[i]
	}
	return i
}

// line is the line of the program where a place begins, as a text.
func (o *originsView) line(at lang.Span) string {
	if at.Empty() {
		return ""
	}
	p := o.file.Position(at.Start)
	return p.File + ":" + strconv.Itoa(p.Line)
}

func (o *originsView) onLine(place int32) string { return o.line(o.sketch.Places[place].Span) }

// search sets next for all lines that steps connect to a line.
func (o *originsView) search(root int32) {
	o.next = map[int32]joint{root: {-1, root}}
	for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
		for _, j := range o.joins[queue[0]] {
			if _, seen := o.next[j.to]; !seen {
				o.next[j.to] = joint{j.link, queue[0]}
				queue = append(queue, j.to)
			}
		}
	}
}

// path lists the lines from the first fact to the second; it is nil if the steps do not connect all facts.
func (o *originsView) path() (list []int32) {
	root := o.representative(o.facts[1].place)
	o.search(root)
	for _, f := range o.facts {
		if _, ok := o.next[o.representative(f.place)]; !ok {
			return nil
		}
	}
	return o.arm(o.representative(o.facts[0].place))
}

// arm lists the lines from one to the line where all meet.
func (o *originsView) arm(at int32) (list []int32) {
	for {
		list = append(list, at)
		j := o.next[at]
		if j.link < 0 {
			return list
		}
		at = j.to
	}
}

// between lists the lines of a path that are not those of a fact. A block of several lines says less than the sentences
// of the report.
func (o *originsView) between(path []int32) (list []int32) {
	for _, r := range path {
		if _, ok := o.fact[r]; !ok && !o.isBlock(o.shortest(r)) {
			list = append(list, r)
		}
	}
	return list
}

// isBlock reports whether a place has several lines.
func (o *originsView) isBlock(at lang.Span) bool {
	return strings.Contains(o.file.Text(at), "\n")
}

// meeting chooses where on a path the chains meet: at the likeliest suspect, or where the error is reported, or in
// another definition, or in the middle. It reports false if there is nothing between the facts.
func (o *originsView) meeting(path []int32) (int32, bool) {
	list := o.between(path)
	if len(list) == 0 {
		return path[len(path)-1], false
	}
	suspect, _ := o.suspect()
	for _, at := range []lang.Span{suspect, o.error.Span} {
		for _, r := range list {
			if !at.Empty() && o.onLine(r) == o.line(at) {
				return r, true
			}
		}
	}
	for _, r := range list {
		if name := o.sketch.Places[r].Definition; name != "" && name != o.error.Definition {
			return r, true
		}
	}
	return list[len(list)/2], true
}

// draw draws the facts, the chains from them and the line where they meet.
func (o *originsView) draw(path []int32) {
	root, between := o.meeting(path)
	o.search(root)
	joined := !between && o.isSaid()
	box := make(map[int32]int) // by place that represents a line
	var letters []string
	var lines []int32
	seen := make(map[int32]bool) // the lines
	for i := range o.facts {
		f := &o.facts[i]
		f.node = o.errorView.fact(f)
		if f.letter != "" {
			letters = append(letters, f.letter)
		}
		at := o.representative(f.place)
		if j, ok := o.fact[at]; ok && j == i {
			box[at] = f.node
		}
	}
	for _, f := range o.facts {
		if joined {
			break
		}
		arm := o.arm(o.representative(f.place))
		hidden := o.hidden(arm, root)
		for _, r := range arm {
			if seen[r] {
				break // the rest of the chain is drawn
			}
			lines, seen[r] = append(lines, r), true
			if _, drawn := box[r]; drawn {
				continue
			}
			if first, ok := hidden[r]; ok {
				if r == first {
					box[r] = o.Picture.node(Node{ID: o.id("passed", strconv.Itoa(int(r))), Role: RoleFolded, Cluster: -1})
				}
				box[r] = box[first]
				o.hide(&o.Nodes[box[r]], r)
				continue
			}
			box[r] = o.Picture.node(o.lineNode(r, r == root && between))
		}
	}
	if joined {
		o.sentences()
	}
	for _, r := range lines {
		if j := o.next[r]; j.link >= 0 && box[r] != box[j.to] {
			o.join(box[r], box[j.to], j.link)
		}
	}
	apart := joined // another edge than the last determines the order of the facts
	for i := range o.facts {
		f := &o.facts[i]
		at := o.representative(f.place)
		if _, ok := o.fact[at]; !ok && !joined {
			p := &o.sketch.Places[f.place]
			o.edge(Edge{
				From: f.node, To: box[at], Role: RoleHolds, Tooltip: ofProof(o.said(p.Claim, p.Says), p.Step), Span: p.Says,
				Step: p.Step, Reason: p.Reason,
			})
		}
		apart = apart || at != root
	}
	if last := len(letters) - 1; between && last > 0 {
		n := &o.Nodes[box[root]]
		n.Lines = slices.Insert(n.Lines, 0, strings.Join(letters[:last], ", ")+" and "+letters[last]+" meet here:")
		n.Name = n.Lines[0]
		return
	}
	verdict, tip := o.verdict()
	for i := 1; i < len(o.facts); i++ {
		o.edge(Edge{
			From: o.facts[i-1].node, To: o.facts[i].node, Role: RoleClash, Label: verdict, Tooltip: tip, Loose: apart,
		})
	}
}

// isSaid reports whether the report has sentences between the two facts.
func (o *originsView) isSaid() bool {
	x := o.error.Explanation
	return len(o.facts) == 2 && x != nil && len(x.Story) > 0
}

// sentences draws the sentences of the report between two facts that no other line of the program connects: how both
// come to be about one value.
func (o *originsView) sentences() {
	x := o.error.Explanation
	shown := x.Shown.String()
	if rest, ok := strings.CutPrefix(shown, "these "); ok {
		shown = "A and B " + rest
	}
	n := Node{ID: o.id("way"), Role: RolePassing, Cluster: -1, Left: true, Name: shown + ", because"}
	n.Lines = wrapped(n.Name, factWidth)
	for i := range x.Story {
		l := &x.Story[i]
		says := o.said(l.Text, l.Span)
		n.Tooltip += "\n" + says
		n.Names, n.Spans = append(n.Names, o.error.Definition), append(n.Spans, l.Span)
		if i == mostSaid {
			n.Lines = append(n.Lines, "   and "+count(len(x.Story)-i, "more line", "more lines"))
		}
		for k, line := range wrapped(says, factWidth) {
			if number := strconv.Itoa(i + 1); i >= mostSaid {
				break
			} else if k > 0 {
				n.Lines = append(n.Lines, strings.Repeat(" ", len(number)+2)+line)
			} else {
				n.Lines = append(n.Lines, number+"  "+line)
			}
		}
	}
	n.Tooltip, n.Span = n.Tooltip[1:], x.Story[0].Span
	way := o.Picture.node(n)
	for i := range o.facts {
		e := Edge{From: o.facts[i].node, To: way, Role: RoleEqual, Tooltip: n.Name}
		if i > 0 {
			e.From, e.To = e.To, e.From
		}
		o.edge(e)
	}
}

// hidden returns the lines in the middle of a chain, which only pass a type on, if they are many, each with the first.
func (o *originsView) hidden(arm []int32, root int32) map[int32]int32 {
	const most = 3
	list := o.between(arm)
	if n := len(list); n > 0 && list[n-1] == root {
		list = list[:n-1]
	}
	suspect, _ := o.suspect()
	for i, r := range list {
		if o.onLine(r) == o.line(suspect) {
			list = list[i+1:] // it stays
			break
		}
	}
	if len(list) <= most {
		return nil
	}
	all := make(map[int32]int32)
	for _, r := range list[1 : len(list)-1] {
		all[r] = list[1]
	}
	return all
}

// hide adds a line to the box of those that are not shown.
func (o *originsView) hide(n *Node, r int32) {
	for _, i := range o.places[r] {
		n.Spans = append(n.Spans, o.sketch.Places[i].Span)
		n.Names = append(n.Names, o.sketch.Places[i].Definition)
	}
	if n.Tooltip == "" {
		n.Count, n.Span = 0, o.sketch.Places[r].Span
	}
	if n.Count++; n.Count <= mostSaid {
		n.Tooltip = strings.TrimPrefix(n.Tooltip+"\n"+o.says(r)[0], "\n")
	}
	n.Lines = []string{count(n.Count, "more line", "more lines")}
}

// lineNode is the box of a line of the program.
func (o *originsView) lineNode(r int32, meets bool) Node {
	says := o.says(r)
	at := o.shortest(r)
	n := Node{
		ID: o.id("line", strconv.Itoa(int(r))), Role: RolePassing, Cluster: -1, Left: true,
		Tooltip: strings.Join(says, "\n"),
	}
	for _, i := range o.places[r] {
		p := &o.sketch.Places[i]
		n.Names, n.Spans = append(n.Names, p.Definition), append(n.Spans, p.Span)
	}
	if o.isBlock(at) {
		p := &o.sketch.Places[r]
		says = []string{o.said(p.Text, p.Span)}
	}
	const most = 2 // clauses in a box
	for _, text := range says[:min(len(says), most)] {
		n.Lines = append(n.Lines, wrapped(text, factWidth)...)
	}
	n.Name, n.Span = n.Lines[0], at
	marked := o.marked
	if o.isBlock(at) { // its first line says which one it is
		first, _, _ := strings.Cut(o.file.Text(at), "\n")
		at.End = at.Start + int32(len(first))
	}
	n.Lines = append(n.Lines, o.sourceAndMark(at)...)
	switch {
	case meets:
		n.Role, n.fixed = RoleFault, true
	case o.marked && !marked:
		n.Role = RoleSuspect
	}
	return n
}

// shortest is the place of a line with the shortest text; the likeliest suspect if it is there.
func (o *originsView) shortest(r int32) (best lang.Span) {
	suspect, _ := o.suspect()
	if !o.marked && !suspect.Empty() && o.line(suspect) == o.onLine(r) {
		return suspect
	}
	for _, i := range o.places[r] {
		at := o.sketch.Places[i].Span
		if !at.Empty() && (best.Empty() || at.End-at.Start < best.End-best.Start) {
			best = at
		}
	}
	return best
}

// says lists what the first steps within a line say; if there are none, the first place of it.
func (o *originsView) says(r int32) (list []string) {
	for _, i := range o.within[r] {
		l := &o.sketch.Links[i]
		if l.Folded || l.Rule == lang.SketchPart || l.Rule == lang.StepLabel {
			continue
		}
		if text := o.unshortened(l.Text, l.Span); !slices.Contains(list, text) {
			list = append(list, text)
		}
		if len(list) == mostSaid {
			break
		}
	}
	if len(list) == 0 {
		p := &o.sketch.Places[r]
		list = append(list, o.unshortened(p.Text, p.Span))
	}
	return list
}

// join draws a step from one box to another.
func (o *originsView) join(from, to, link int) {
	l := &o.sketch.Links[link]
	e := Edge{
		From: from, To: to, Role: RoleEqual, Label: strings.Join(wrapped(o.said(l.Text, l.Span), labelWidth), "\n"),
		Span: l.Span, Tooltip: ofProof(o.said(l.Text, l.Span), l.Step), Step: l.Step, Reason: l.Reason,
	}
	switch l.Rule {
	case lang.SketchPart:
		e.Role, e.Label = RolePart, l.Label
		if o.next[o.representative(l.To)].link == link {
			e.From, e.To, e.Back = to, from, true // the chain leads from the part to its whole
		}
	case lang.StepLabel:
		e.Role, e.Label = RoleFollows, l.Label
	case lang.StepInstance:
		e.Role = RoleInstance
	default:
		if l.Folded {
			e.Role, e.Label = RoleObvious, ""
		}
	}
	o.edge(e)
}
