package tensorscript

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// If two sizes differ, users ask where each comes from. So the story of such an error goes from the stage back through
// earlier stages to the place where one number is written, and then names the layer or header that requires the other
// number, and where that is written.

// mostLines is the number of lines of such a story from which no earlier stages are followed.
const mostLines = 22

// Reports show all of a story of at most wholeStory lines, and of a longer one its first and last sideOfStory lines.
// Notes tell what is left out.
const (
	wholeStory  = 7
	sideOfStory = 3
)

// A tracer follows a size back through the stages.
type tracer struct {
	p       *program // without the constraints at fault
	d       int32
	from    *relation.Origins
	lines   []lang.Line
	asked   string // the number that the size has to be; empty: it is not known
	several bool   // a size is computed from several others, and not all of them are followed
}

func (t *tracer) line(at lang.Span, reason, says string, args ...any) {
	l := lang.Line{Text: lang.Say(says, args...), Span: at, Reason: reason, Definition: t.p.DefName(t.d)}
	for i := range t.lines {
		if t.lines[i].Span == at && t.lines[i].Text.String() == l.Text.String() {
			return // several sizes are computed with it
		}
	}
	t.lines = append(t.lines, l)
}

// dims returns the classes of the sizes of a tensor, in order.
func (t *tracer) dims(n unify.Node) []unify.Node { return t.p.binding.Over(t.p.Graph).Classes(n) }

// written adds a line with the place of an argument.
func (t *tracer) written(a tensorscript.NodeID) {
	t.line(t.p.tree.Span(a), "written", "%s is written here", quoted(t.p.tree.Source(a)))
}

// writtenAll adds the places of arguments, those that are neighbours in one line.
func (t *tracer) writtenAll(list []tensorscript.NodeID) {
	slices.Sort(list)
	for len(list) > 0 {
		at, names := t.p.tree.Span(list[0]), []string{quoted(t.p.tree.Source(list[0]))}
		for list = list[1:]; len(list) > 0; list = list[1:] {
			next := t.p.tree.Span(list[0])
			if next.Start < at.End || t.p.File.Text(lang.Span{Start: at.End, End: next.Start}) != ", " {
				break
			}
			at.End, names = next.End, append(names, quoted(t.p.tree.Source(list[0])))
		}
		if last := len(names) - 1; last > 0 {
			t.line(at, "written", "%s and %s are written here", strings.Join(names[:last], ", "), names[last])
		} else {
			t.line(at, "written", "%s is written here", names[0])
		}
	}
}

// twoChains replaces the story of an error in which two sizes differ, if both sizes can be traced.
func (p *program) twoChains(dg *report, id tensorscript.NodeID) {
	q, c, r := dg.Evidence.without, dg.Contradiction, dg.At.Reason
	if q == nil || dg.Code != lang.SizesDiffer || len(c.Facts) < 2 {
		return
	}
	var names [2]string // of the sizes
	for i := range names {
		of := p.constructorOf(c.Facts[i].Claim.Flat)
		if !p.isSize(of) {
			return
		}
		names[i] = p.Types.ConstructorName(of)
	}
	n, out := q.Ends(c.Def, r.Site)
	before := p.before(id)
	if r.Rule == byResult {
		n, before = out, id
	}
	t := &tracer{p: q, d: c.Def, from: q.originsOf(c.Def)}
	asked := -1 // the dimension that the message names
	if call := p.statedBy(c.Def, r.Site); call != nil {
		for x := range p.demands(p.originsOf(c.Def), call, dg.At) {
			asked = x.dim
		}
	}
	for k, class := range t.dims(n) {
		if class == unify.None || asked >= 0 && k != asked {
			continue // of a type without a node for each size, or another dimension
		}
		is := q.Types.ConstructorName(max(q.Graph.Flat(class).Constructor(), 0))
		i := slices.Index(names[:], is)
		if i < 0 {
			continue
		}
		if before != tensorscript.NoNode && r.Rule != byResult {
			gives, takes := quoted(q.nameOfValue(before)), quoted(q.nameOf(id))
			t.line(q.tree.Span(id), "pipe", "what %s gives goes into %s", gives, takes)
		}
		t.asked = relation.Plain(names[1-i])
		t.traceBack(before, class)
		if is, asked := relation.Plain(is), relation.Plain(names[1-i]); t.writeRequirement(r, id, asked) && len(t.lines) > 1 {
			dg.Explanation.Story = t.lines
			dg.Explanation.Shown = lang.Say("dimension %s is %s, but has to be %s", k, is, asked)
			dg.Notes = slices.DeleteFunc(dg.Notes, func(note lang.Phrase) bool {
				formula, _, _ := strings.Cut(note.String(), ", by ")
				ends := func(l lang.Line) bool { return strings.HasSuffix(l.Text.String(), formula) }
				if long := len(t.lines) > wholeStory; !t.several && !long {
					return true
				} else if long {
					last := len(t.lines) - sideOfStory
					return slices.ContainsFunc(t.lines[:sideOfStory], ends) || slices.ContainsFunc(t.lines[last:], ends)
				}
				return slices.ContainsFunc(t.lines, ends)
			})
		}
		return
	}
}

// writeRequirement writes which layer or header requires the other size of a stage, and where that is written; false if
// it is not known.
func (t *tracer) writeRequirement(r unify.Reason, id tensorscript.NodeID, size string) bool {
	p := t.p
	want, who, says := tensorscript.NoNode, p.nameOf(id), "%s takes %s, so it has to be %s"
	switch r.Rule {
	case byOperation:
		o := p.callee(id).operation
		if o == nil || o.call == tensorscript.NoNode || o.Operator == nil {
			return false
		}
		t.line(p.tree.Span(id), "rule "+strings.ToLower(o.Of().Name), "%s needs %s", quoted(who), size)
		for _, a := range p.given(o, []string{"in", "num_features", "in_ch", "input_size"}) {
			t.written(a)
		}
		return true
	case byResult:
		def := p.tree.Decls[p.functionAround(id)].Root
		want, who = p.declaredResult(t.d, def), p.functionName(def)
		says = "%s is declared to give %s, so it has to be %s"
	case byHelper, byNode, bySignature:
		if r.Part == goesIn {
			want = p.demand(t.d, r, id)
		}
	}
	if want == tensorscript.NoNode {
		return false
	}
	t.line(p.tree.Span(want), "written", says, quoted(who), quoted(p.tree.Text(want)), size)
	return true
}

// nameOfValue returns the name of a stage's callee, or the text of the value at the head of a pipe.
func (p *front) nameOfValue(id tensorscript.NodeID) string {
	if p.scoped[id] == staged {
		return p.nameOf(id)
	}
	return p.tree.Source(id)
}

// traceBack follows a size of a stage's result to the place where it is written.
func (t *tracer) traceBack(id tensorscript.NodeID, n unify.Node) {
	for id != tensorscript.NoNode && len(t.lines) < mostLines {
		id = t.p.shownAt(id)
		if t.p.tree.Is(id, tensorscript.OpName) && t.p.names.Meaning[id] == tensorscript.MeansLet {
			id = t.p.tree.Kids(tensorscript.NodeID(t.p.names.At[id]))[0]
			continue
		}
		list, sites := t.from.Chain(n, 1)
		size := t.p.Types.ConstructorName(max(t.p.Graph.Flat(n).Constructor(), 0))
		site := t.p.siteOf[id]
		if t.p.scoped[id] != staged || site < 0 { // the input of the pipe
			for _, s := range sites {
				value, typ := quoted(t.p.nameOfValue(id)), "`"+t.p.TypeOf(t.outOf(id))+"`"
				known := func(l lang.Line) bool { return strings.HasPrefix(l.Text.String(), value+" is "+typ+";") }
				switch text := quoted(t.p.Short(s)); {
				case text == quoted(size) && slices.ContainsFunc(t.lines, known):
					t.line(t.p.Span(s), "written", "the size %s of %s is written here", size, value)
				case text == quoted(size):
					t.line(t.p.Span(s), "written", "%s is %s; its size %s is written here", value, typ, size)
				case t.p.names.Meaning[t.p.nodeOf[s]] == tensorscript.MeansSize:
					t.line(t.p.Span(s), "written", "%s is %s; its size %s is always %s", value, typ, text, size)
					t.lines = append(t.lines, t.p.pinned(t.d, n, size)...)
				default:
					t.line(t.p.Span(s), "written", "%s is %s; its size %s is written here as %s", value, typ, size, text)
				}
			}
			return
		}
		c := t.p.callee(id)
		in, _ := t.p.Ends(t.d, site)
		at := t.p.tree.Span(id)
		rule := ""
		if c.operation != nil && c.operation.Operator != nil {
			rule = "rule " + strings.ToLower(c.operation.Of().Name)
		}
		switch {
		case slices.Contains(t.dims(in), n):
			first, names := id, []string{quoted(t.p.nameOf(id))}
			for before := t.p.before(id); before != tensorscript.NoNode; before = t.p.before(before) {
				if t.p.scoped[before] != staged || t.p.siteOf[before] < 0 {
					break
				}
				if in, _ := t.p.Ends(t.d, t.p.siteOf[before]); !slices.Contains(t.dims(in), n) {
					break
				}
				id = before
				names = append(names, quoted(t.p.nameOf(id)))
			}
			switch k := len(names); {
			case k == 1:
				t.line(at, rule, "%s keeps the size %s", names[0], size)
			case k <= 3:
				others := strings.Join(names[:k-1], ", ")
				t.line(t.p.tree.Span(first), rule, "%s and %s keep the size %s", others, names[k-1], size)
			default:
				count := message.Counted(k-1, "stage")
				t.line(t.p.tree.Span(first), rule, "%s and %s before it keep the size %s", names[0], count, size)
			}
		case len(list) > 0 && list[0].Site == site:
			says := size
			if strings.Contains(list[0].Formula, "=") {
				says = list[0].Formula
			}
			t.line(at, rule, "%s gives %s", quoted(t.p.nameOf(id)), says)
			t.writtenAll(t.p.given(c.operation, list[0].Attrs))
			if len(list[0].Of) == 0 {
				return
			}
			of := t.doubtful(&list[0])
			t.several = t.several || len(of) < len(list[0].Of)
			t.asked = "" // it is about the whole
			if len(of) != 1 {
				for _, part := range of {
					t.traceBack(t.p.before(id), part)
				}
				return
			}
			n = of[0]
		default:
			t.line(at, rule, "%s gives %s", quoted(t.p.tree.Source(id)), size)
			for _, s := range sites {
				t.line(t.p.Span(s), "written", "%s is written here", quoted(t.p.Short(s)))
			}
			return
		}
		id = t.p.before(id)
	}
}

// doubtful returns the sizes, of those that one is computed from, that may be wrong. Of a product they are the factors
// that could make it the number that is asked for: one alone, as the 6 of 4·6·6 if that is 196, or else all but one. It
// has each number once, and none if all would have to change. Of others it is the first size.
func (t *tracer) doubtful(c *relation.Computed) (list []unify.Node) {
	asked, err := strconv.ParseInt(t.asked, 10, 64)
	factors, product := factorsOf(c.Formula)
	if err != nil || !product {
		return c.Of[:1]
	}
	var others []unify.Node // of the first factor that may stay
	for k, f := range factors {
		if slices.Contains(factors[:k], f) {
			continue
		}
		alone, stays := explains(factors, f, asked)
		if alone {
			list = append(list, t.among(c.Of, func(is int64) bool { return is == f })...)
		} else if stays && others == nil {
			others = t.among(c.Of, func(is int64) bool { return is != f })
		}
	}
	if len(list) == 0 && len(others) > 1 {
		list = others
	}
	return list
}

// among returns sizes that are certain numbers, each number once.
func (t *tracer) among(of []unify.Node, numbers func(int64) bool) (list []unify.Node) {
	known := make(map[int64]bool)
	for _, n := range of {
		is, ok := t.p.Types.NumberOf(max(t.p.Graph.Flat(n).Constructor(), 0))
		if ok && !known[is] && numbers(is) {
			known[is], list = true, append(list, n)
		}
	}
	return list
}

// factorsOf returns the factors of a formula, if it is a product of positive numbers.
func factorsOf(formula string) (list []int64, ok bool) {
	_, product, _ := strings.Cut(formula, " = ")
	for f := range strings.SplitSeq(product, "·") {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil || n <= 0 {
			return nil, false
		}
		list = append(list, n)
	}
	return list, len(list) > 1
}

// explains reports whether a product becomes the number that is asked for if another number is in the places of one
// factor, and whether it can become so if only the others change.
func explains(factors []int64, factor, asked int64) (alone, stays bool) {
	others, same, times := int64(1), int64(1), 0
	for _, f := range factors {
		if f == factor {
			same *= f
			times++
		} else {
			others *= f
		}
	}
	stays = asked > 0 && asked%same == 0
	if asked <= 0 || asked%others != 0 {
		return false, stays
	}
	root := int64(math.Round(math.Pow(float64(asked/others), 1/float64(times))))
	for range times {
		others *= root
	}
	return others == asked, stays
}

func (t *tracer) outOf(id tensorscript.NodeID) unify.Node {
	_, out := t.p.Ends(t.d, t.p.siteOf[id])
	return out
}

// flow records where the inputs of a stage come from.
func (p *program) flow(s *patterns.Stage, id tensorscript.NodeID, listed *listed) {
	from := func(e tensorscript.NodeID) {
		for _, k := range p.sourcesOf(e, listed) {
			if k != listed.at[id] && !slices.Contains(s.From, k) {
				s.From = append(s.From, k)
			}
		}
	}
	if p.scoped[id] == staged {
		switch c := p.callee(id); {
		case c.kind == anOperation && isLayer(c.operation.name):
			s.Uses = c.operation.name[strings.LastIndexByte(c.operation.name, '.')+1:]
			if c.operation.call != tensorscript.NoNode {
				s.Layer = p.tree.Span(c.operation.call)
				_, args, _ := strings.Cut(p.File.TextWithin(p.tree.Span(c.operation.call), mostOfStage), "(")
				s.Details = strings.Join(strings.Fields(strings.TrimSuffix(args, ")")), " ")
			}
		case c.decl < 0:
		case c.kind == aNode:
			s.Uses = p.tree.Syms.Text(p.tree.Decls[c.decl].Name)
		case c.kind == aHelper:
			s.Uses = p.tree.NameOf(&p.tree.Decls[c.decl])
		}
		if before := p.prev[id]; before != tensorscript.NoNode {
			from(before)
		}
		for _, a := range p.arguments(id) {
			if v := p.tree.Kids(a)[0]; p.scoped[v] == valued {
				from(v)
			}
		}
		return
	}
	switch p.tree.Nodes[id].Op {
	case tensorscript.OpName:
		if k, ok := listed.names[p.meaningOf(id)]; ok && k < listed.at[id] {
			s.Same = k // an earlier stage is the same parameter
		}
		if p.names.Meaning[id] == tensorscript.MeansLet {
			if list := p.sourcesOf(p.tree.Kids(tensorscript.NodeID(p.names.At[id]))[0], listed); len(list) == 1 {
				s.Same = list[0]
			}
		}
	default:
		for _, kid := range p.tree.Kids(id) {
			if kid != tensorscript.NoNode {
				if p.tree.Nodes[kid].Op == tensorscript.OpArg {
					kid = p.tree.Kids(kid)[0]
				}
				from(kid)
			}
		}
	}
}

// listed are the stages of a function that are listed already, by their numbers.
type listed struct {
	at    map[tensorscript.NodeID]int
	names map[meaning]int // the first stage that is a name with the meaning
}

// A meaning is what a name denotes; see tensorscript.Names.
type meaning struct {
	kind tensorscript.Meaning
	at   int32
}

func (p *front) meaningOf(name tensorscript.NodeID) meaning {
	return meaning{p.names.Meaning[name], p.names.At[name]}
}

// list adds a stage with the next number.
func (p *front) list(l *listed, id tensorscript.NodeID) {
	k := len(l.at)
	l.at[id] = k
	if p.tree.Is(id, tensorscript.OpName) && p.scoped[id] == valued {
		if _, ok := l.names[p.meaningOf(id)]; !ok {
			l.names[p.meaningOf(id)] = k
		}
	}
}

// sourcesOf returns the numbers of the stages from which the value of an expression comes.
func (p *front) sourcesOf(e tensorscript.NodeID, listed *listed) (list []int) {
	for stack := []tensorscript.NodeID{e}; len(stack) > 0; {
		e := p.shownAt(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if k, ok := listed.at[e]; ok {
			list = append(list, k)
			continue
		}
		switch p.tree.Nodes[e].Op {
		case tensorscript.OpName:
			if p.names.Meaning[e] == tensorscript.MeansLet {
				stack = append(stack, p.tree.Kids(tensorscript.NodeID(p.names.At[e]))[0])
				continue
			}
			if k, ok := listed.names[p.meaningOf(e)]; ok {
				list = append(list, k)
			}
		case tensorscript.OpIf, tensorscript.OpBinary, tensorscript.OpNot, tensorscript.OpTuple:
			for _, kid := range p.tree.Kids(e) {
				if kid != tensorscript.NoNode {
					stack = append(stack, kid)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
