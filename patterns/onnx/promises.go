package onnx

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// promises reports sizes that the inputs of a model declare free, but for which nodes work only at some values. It also
// returns these limits, for each diagnostic.
func (p *program) promises(d int32) ([]lang.Diagnostic, []limit) {
	x := &demands{
		program: p, system: p.system(), d: d, at: make(map[string]int), factors: make(map[string]*factor),
	}
	v := p.binding.Over(p.Graph)
	for i := range p.uses[d] {
		u := &p.uses[d][i]
		p.watch.Step()
		for k := u.First; k < u.End; k++ {
			in := p.Graph.InstanceOf(int32(k))
			if in.State != unify.Fires {
				continue
			}
			for _, a := range v.Promises(&p.machine, in.Relation.(*relation.Rule), in.Args) {
				x.add(i, u, a)
			}
		}
	}
	return x.reports()
}

// The demands of the nodes of a model are what they need of sizes that are declared dynamic.
type demands struct {
	*program
	system  *System
	d       int32
	list    []demand
	at      map[string]int     // by what is needed: its number in list
	factors map[string]*factor // by name: what several nodes need together
}

// A demand is what one node or several need of a size.
type demand struct {
	lang.Diagnostic
	limit
	promise promise
	orOne   string // it also holds where a size is 1
	latest  int    // the last node that needs it
	further int    // how many need it beside the first one
}

// add adds what use i needs.
func (x *demands) add(i int, u *use, a relation.Promise) {
	p, sizes := x.program, x.binding.Sizes
	left, right := a.X, a.Y
	if isNumber(left) ||
		!isWhole(x.system.FormatSize(left)) && isWhole(x.system.FormatSize(right)) && !isNumber(right) {
		left, right = right, left
	}
	says := p.demand(x.system, left, right)
	if k, known := x.at[says]; known {
		x.again(k, i)
		if !a.OrOne {
			x.list[k].orOne = ""
		}
		return
	}
	also := ""
	if a.OrOne {
		also = p.alsoOne(left, right)
	}
	name, single := onlyName(sizes.Parameters(left), sizes.Parameters(right))
	if _, _, _, only := p.only(left, right); single && !only {
		if k, not := p.multiple(left, right, name); k > 0 {
			if f := x.factors[name]; f != nil {
				f.k = multipleOf(f.k, k)
				x.again(f.at, i)
				return
			}
			x.factors[name], also = &factor{len(x.list), k, not}, ""
		}
	}
	x.at[says] = len(x.list)
	var names repair.Distinct[string]
	names.Add(slices.Concat(sizes.Parameters(left), sizes.Parameters(right))...)
	is := "is declared dynamic"
	if len(names.List) > 1 {
		is = "are declared dynamic"
	}
	dg := lang.Diagnostic{
		Code: lang.Promise, Severity: lang.Warning, Span: p.callSpan(u.id), Definition: p.Defs[x.d].Name,
		Message: lang.Say("`%s` %s, but the model works only %s", strings.Join(names.List, "` and `"), is, says),
	}
	p.relateInputs(&dg, x.d, u)
	for _, name := range names.List {
		p.relateName(&dg, x.d, name)
	}
	promised := p.fixing(&dg, x.d, a, left, right, u)
	p.computed(&dg, x.d, u, left, right)
	if u.frame.call != onnx.NoNode {
		dg.Relate(p.callSpan(u.frame.call), "in this call")
	}
	showOnce(&dg)
	x.list = append(x.list, demand{
		Diagnostic: dg, promise: promised, orOne: also, latest: i,
		limit: limit{names: names.List, Limit: patterns.Limit{Span: dg.Span, Says: "works only " + says}},
	})
}

// again counts a use that needs what another one needs.
func (x *demands) again(k, use int) {
	if is := &x.list[k]; is.latest != use {
		is.latest = use
		is.further++
	}
}

// reports returns a warning and a limit for each demand.
func (x *demands) reports() (ds []lang.Diagnostic, limits []limit) {
	for name, f := range x.factors {
		k, not := strconv.FormatInt(f.k, 10), strconv.FormatInt(f.not, 10)
		is := &x.list[f.at]
		is.Message = lang.Say(
			"`%s` is declared dynamic, but the model does not work for all sizes: it works for multiples of %s, "+
				"and not for %s", name, k, not)
		is.Says = "works for multiples of " + k + ", and not for " + not
	}
	for i := range x.list {
		is := &x.list[i]
		is.Message = lang.Say("%s%s", is.Message, is.orOne)
		is.Says += is.orOne
		if is.further > 0 {
			is.Notes = append(is.Notes, lang.Say("%s the same", needing(is.further)))
		}
		x.promised[promiseKey{is.Diagnostic.Span, is.Message.String()}] = is.promise
		ds, limits = append(ds, is.Diagnostic), append(limits, is.limit)
	}
	return ds, limits
}

// isWhole reports whether a size is a name or a number.
func isWhole(text string) bool { return !strings.ContainsAny(text, "+-·*/() ") }

func isNumber(d Size) bool {
	_, number := d.Number()
	return number
}

// only returns the only name in two sizes, and the least and the greatest number for which the sizes are equal. It does
// so only if they are also equal for all numbers between: the difference of the sizes never falls or never rises.
func (p *program) only(x, y Size) (name string, least, greatest int64, ok bool) {
	sizes := p.binding.Sizes
	if name, n, ok := sizes.Only(x, y); ok {
		return name, n, n, true
	}
	name, ok = onlyName(sizes.Parameters(x), sizes.Parameters(y))
	differ := func(n int64) int64 {
		p.watch.Step()
		with := map[string]Size{name: sizes.Whole(n)}
		a, err := sizes.Replace(x, with)
		b, also := sizes.Replace(y, with)
		m, known := a.Number()
		k, isNumber := b.Number()
		ok = ok && err == nil && also == nil && known && isNumber
		return m - k
	}
	rises, falls := false, false
	compare := func(n, m int64) {
		if ok {
			before, after := differ(n), differ(m)
			rises, falls = rises || before < after, falls || before > after
		}
	}
	for n := int64(1); n < mostTried; n *= 2 {
		compare(n, 2*n)
	}
	first := func(m int64) int64 {
		return 1 + int64(sort.Search(mostTried, func(i int) bool {
			d := differ(int64(i) + 1)
			return rises && d >= m || falls && -d >= m
		}))
	}
	if ok && rises != falls {
		least, greatest = first(0), first(1)-1
	}
	for n := range int64(mostNear) {
		compare(n+1, n+2)
		compare(max(least-n, 1), max(least-n, 1)+1)
		compare(greatest+n, greatest+n+1)
	}
	return name, least, greatest, ok && rises != falls && least <= greatest && greatest < mostTried
}

// ranksDiffer reports whether several inputs of a node have more than one axis, and not equally many.
func (p *program) ranksDiffer(u *use) bool {
	first := 0
	for _, in := range u.Inputs {
		if in == unify.None {
			continue
		}
		t, _ := p.system().Read(in)
		if n := len(t.Shape); n > 1 && first > 0 && n != first {
			return true
		} else if n > 1 {
			first = n
		}
	}
	return false
}

// bounds reports whether two sizes are equal for several values of the only name in them: this is mostly meant.
func (p *program) bounds(x, y Size) bool {
	_, least, greatest, ok := p.only(x, y)
	return ok && least < greatest
}

// mostTried bounds the sizes that only tries. mostNear is how many it tries around the least and the greatest one, and
// how many mayDiffer tries.
const (
	mostTried = 1 << 20
	mostNear  = 16
)

// from writes numbers from the least to the greatest one.
func from(least, greatest int64) string {
	switch text := strconv.FormatInt(greatest, 10); least {
	case greatest:
		return text
	case 1:
		return "up to " + text
	default:
		return "from " + strconv.FormatInt(least, 10) + " to " + text
	}
}

// demand writes for which values of their parameters two sizes are equal: for some numbers, or by the equation, without
// a common factor.
func (p *program) demand(s *System, x, y Size) string {
	if name, least, greatest, ok := p.only(x, y); ok && least == greatest {
		return "for " + name + " = " + from(least, greatest)
	} else if ok {
		return "for " + name + " " + from(least, greatest)
	}
	left, right := s.FormatSize(x), s.FormatSize(y)
	for _, size := range [][2]string{{left, right}, {right, left}} {
		k, rest, _ := strings.Cut(size[0], "*floor(")
		if of := size[1]; rest == of+"/"+k+")" || rest == "("+of+")/"+k+")" {
			whole, _ := strconv.ParseInt(k, 10, 64)
			if factor, name, ok := strings.Cut(of, "*"); ok && !strings.ContainsAny(of, "+-/() ") {
				if n, err := strconv.ParseInt(factor, 10, 64); err == nil && n > 0 {
					of, whole = name, multipleOf(n, whole)/n
				}
			}
			return "where " + of + " is a multiple of " + strconv.FormatInt(whole, 10)
		}
	}
	left, right = reduced(left, right)
	return "for " + left + " = " + right
}

// reduced divides two sizes, each a number, a name or a product of both, by the greatest number that divides both.
func reduced(left, right string) (string, string) {
	factor := func(size string) (k int64, rest string) {
		if strings.ContainsAny(size, "+-/() ") {
			return 1, size
		}
		number, rest, _ := strings.Cut(size, "*")
		if k, err := strconv.ParseInt(number, 10, 64); err == nil && k > 0 {
			return k, rest
		}
		return 1, size
	}
	product := func(k int64, rest string) string {
		switch {
		case rest == "":
			return strconv.FormatInt(k, 10)
		case k == 1:
			return rest
		}
		return strconv.FormatInt(k, 10) + "*" + rest
	}
	k, x := factor(left)
	n, y := factor(right)
	d, rest := k, n
	for rest != 0 {
		d, rest = rest, d%rest
	}
	return product(k/d, x), product(n/d, y)
}

// alsoOne continues a demand on two sizes that also broadcast if one of them is 1.
func (p *program) alsoOne(x, y Size) string {
	name, n, _, only := p.only(x, y)
	if !only {
		return ", or where one of them is 1"
	}
	for _, z := range []Size{x, y} {
		if of, least, greatest, ok := p.only(z, p.binding.Sizes.Whole(1)); ok && of == name && least != n {
			return " or " + from(least, greatest)
		}
	}
	return ""
}

// onlyName returns the name that two lists of names have, if it is the only one.
func onlyName(x, y []string) (string, bool) {
	var all repair.Distinct[string]
	if all.Add(slices.Concat(x, y)...); len(all.List) != 1 {
		return "", false
	}
	return all.List[0], true
}

// mostMultiple bounds the numbers that multiple tries.
const mostMultiple = 512

// multiple returns a number such that two sizes are equal where a parameter is a multiple of it, and a greater number
// for which they are not; 0 if there is none.
func (p *program) multiple(x, y Size, name string) (k, not int64) {
	var equal [mostMultiple + 1]bool
	for n := int64(1); n <= mostMultiple; n++ {
		with := map[string]Size{name: p.binding.Sizes.Whole(n)}
		a, err := p.binding.Sizes.Replace(x, with)
		b, also := p.binding.Sizes.Replace(y, with)
		if err != nil || also != nil {
			return 0, 0
		}
		p.watch.Step()
		equal[n] = a == b
	}
	for k = 2; k <= mostMultiple/4; k++ {
		all := true
		for n := k; n <= mostMultiple && all; n += k {
			all = equal[n]
		}
		if all {
			for not = k + 1; not <= mostMultiple; not++ {
				if !equal[not] {
					return k, not
				}
			}
		}
	}
	return 0, 0
}

func needing(n int) string {
	if n == 1 {
		return "1 further node needs"
	}
	return message.Counted(n, "further node") + " need"
}

// A factor is what several nodes need of one size: that it is a multiple of a number.
type factor struct {
	at     int // index of the diagnostic
	k, not int64
}

func multipleOf(x, y int64) int64 { return x / relation.GCD(x, y) * y }

// computed shows how those of two sizes of the inputs of a node are computed that are not names or numbers.
func (p *program) computed(dg *lang.Diagnostic, d int32, u *use, x, y Size) {
	v, s := p.binding.Over(p.Graph), p.system()
	for _, size := range []Size{x, y} {
		if isWhole(s.FormatSize(size)) {
			continue
		}
		for _, in := range u.Inputs {
			if in == unify.None {
				continue
			}
			t, _ := s.Read(in)
			if axis := slices.Index(t.Shape, size); axis >= 0 {
				if list := v.Classes(in); axis < len(list) && list[axis] != unify.None {
					p.chain(dg, &evidence{}, p.originsOf(d), list[axis])
				}
				break
			}
		}
	}
}

// relateName shows where an input declares a name.
func (p *front) relateName(dg *lang.Diagnostic, d int32, name string) {
	if dims := p.dimsNamed(d, name); len(dims) > 0 && p.tree.Is(p.parents[p.parents[p.parents[dims[0]]]], onnx.OpInputs) {
		dg.Relate(p.tree.Span(dims[0]), "`%s` is declared here", name)
	}
}

// fixing shows where a number is written that makes a node assume that two sizes are equal: an entry of an input that
// is the value of the only name in the sizes, or else the size y. With that name, or with x, in place of the number,
// the node does not assume it. It also shows the nodes that give one of these sizes another axis. It returns what the
// sizes have to be.
func (p *program) fixing(dg *lang.Diagnostic, d int32, a relation.Promise, x, y Size, u *use) promise {
	s, from := p.system(), p.originsOf(d)
	is := promise{
		d: d, values: make(map[string]string), node: u.id, bounds: p.bounds(x, y), ranks: a.OrOne && p.ranksDiffer(u),
	}
	written := func(class unify.Node) {
		e := &evidence{}
		p.chain(dg, e, from, class)
		is.origin = append(is.origin, e.origin...)
	}
	// A place is a size of the shape of an input, or one of its entries, that makes the node assume it.
	type place struct {
		input, at int
		class     unify.Node
	}
	find := func(now, then Size, sizes func(*Type) *[]Size, classes func(unify.Node) []unify.Node) (place, bool) {
		tries := mostReplaced
		for i, in := range u.Inputs {
			if in == unify.None {
				continue
			}
			t, _ := s.Read(in)
			list := classes(in)
			for k, size := range *sizes(&t) {
				if size != now || list[k] == unify.None || tries <= 0 {
					continue
				}
				tries--
				other := t
				*sizes(&other) = slices.Clone(*sizes(&t))
				(*sizes(&other))[k] = then
				if left, holds := p.assumes(d, u, i, other); holds && !slices.Contains(left, a) {
					return place{i, k, list[k]}, true
				}
			}
		}
		return place{}, false
	}
	shape := func(t *Type) *[]Size { return &t.Shape }
	entries := func(t *Type) *[]Size { return &t.Entries }
	name, least, n, only := p.only(x, y)
	if only = only && (least == n || isNumber(y)); only {
		for k := int64(2); k <= n && n/k*k >= least; k *= 2 { // the roundest one
			n = n / k * k
		}
		is.values[name] = strconv.FormatInt(n, 10)
		if at, ok := find(p.binding.Sizes.Whole(n), s.Name(name), entries, p.entryClasses); ok {
			written(at.class)
			return is
		}
	}
	var at place
	var found bool
	for _, other := range [...][2]Size{{x, y}, {y, x}} {
		if at, found = find(other[0], other[1], shape, p.binding.Over(p.Graph).Classes); found {
			for _, m := range p.moves(d, p.names.Def[p.tree.Args(u.id)[at.input]], at.at) {
				is.moves = append(is.moves, m)
				dg.Relate(p.callSpan(m.node), "`%s` becomes axis %s here", s.FormatSize(other[0]), ordinal(m.to))
			}
		}
	}
	if isNumber(y) {
		if !found {
			at, found = find(y, x, entries, p.entryClasses)
		}
		if found {
			written(at.class)
			return is
		}
	}
	if only {
		return is
	}
	name, other := reduced(s.FormatSize(x), s.FormatSize(y))
	isName := func(name string, of Size) bool { return slices.Contains(p.binding.Sizes.Parameters(of), name) }
	if isName(name, x) && isName(other, y) && !a.OrOne {
		dims := p.dims(d, map[string]string{name: "", other: ""})
		if len(dims) > 0 && p.tree.Plain(dims[0]) == other {
			name, other = other, name
		}
		is.values[other] = string(onnx.AppendName(nil, name))
		return is
	}
	if len(u.Inputs) < 2 || u.Inputs[0] == unify.None || u.Inputs[1] == unify.None { // not a Reshape
		return is
	}
	data, _ := s.Read(u.Inputs[0])
	for _, fromEnd := range []bool{false, true} {
		if values, at := p.baked(d, u, data.Shape, fromEnd); values != nil {
			for _, k := range at {
				written(p.entryClasses(u.Inputs[1])[k])
			}
			is.values, is.entries = values, at
			break
		}
	}
	return is
}

// A move is a node whose result has a size at another axis than its input.
type move struct {
	node onnx.NodeID
	to   int // the axis of the result
}

// mostMoved bounds the nodes through which a size is followed, and the nodes that move it.
const mostMoved = 200

// moves follows a size of a value back, and lists the nodes that move it, the nearest first. A node that adds or removes
// only axes before the size, or only axes after it, does not move it.
func (p *program) moves(d int32, def onnx.NodeID, axis int) (list []move) {
	v := p.binding.Over(p.Graph)
	for range mostMoved {
		if def == onnx.NoNode || p.siteOf[def] < 0 || !p.tree.Is(p.parents[def], onnx.OpResults) {
			break
		}
		_, out := p.Ends(d, p.siteOf[def])
		classes := v.Classes(out)
		if axis >= len(classes) || classes[axis] == unify.None {
			break
		}
		node := p.parents[p.parents[def]]
		from := p.source(d, node, func(n unify.Node) bool { return slices.Contains(v.Classes(n), classes[axis]) })
		if from == onnx.NoNode {
			break
		}
		_, in := p.Ends(d, p.siteOf[from])
		before := v.Classes(in)
		now := slices.Index(before, classes[axis])
		for _, same := range [...]int{axis, axis + len(before) - len(classes)} {
			if same >= 0 && same < len(before) && before[same] == classes[axis] {
				now = same
			}
		}
		if now != axis && len(before)-now != len(classes)-axis {
			list = append(list, move{node, axis})
		}
		def, axis = from, now
	}
	return list
}

// baked finds entries of the second input of a node that stand for sizes of the first one with names, which are at the
// same places, counted from the beginning or from the end. With these names in place of the entries, the node assumes
// nothing, or that one other name is 1. It returns the values of the names and the entries, or nothing.
func (p *program) baked(d int32, u *use, shape []Size, fromEnd bool) (values map[string]string, at []int) {
	var left []relation.Promise
	values = make(map[string]string)
	t, _ := p.system().Read(u.Inputs[1])
	t.Entries = slices.Clone(t.Entries)
	for axis := range min(len(shape), len(t.Entries), mostReplaced) {
		k := axis
		if fromEnd {
			axis, k = len(shape)-1-axis, len(t.Entries)-1-axis
		}
		name, isName := p.binding.Sizes.ParameterOf(shape[axis])
		was := t.Entries[k]
		if n, _ := was.Number(); !isName || n < 1 || len(values) > 0 && len(left) == 0 {
			continue
		}
		t.Entries[k] = shape[axis]
		if list, holds := p.assumes(d, u, 1, t); holds {
			values[name], at, left = p.system().FormatSize(was), append(at, k), list
		} else {
			t.Entries[k] = was
		}
	}
	if len(left) == 1 {
		if other, n, ok := p.binding.Sizes.Only(left[0].X, left[0].Y); ok && n == 1 {
			values[other], left = "1", nil
		}
	}
	if len(values) == 0 || len(left) > 0 {
		return nil, nil
	}
	return values, at
}

// mostReplaced bounds the numbers that fixing replaces.
const mostReplaced = 16

// assumes returns what a node assumes if an input has another type; holds is false if it fails.
func (p *program) assumes(d int32, u *use, input int, t Type) (list []relation.Promise, holds bool) {
	s := NewSystem(unify.New(p.Types.Heads(), p.Labels.Index()), p.binding)
	b := &deriver{System: s, p: p, d: d, trial: true}
	attrs, ok := b.attributes(&frame{call: onnx.NoNode, of: d, body: onnx.NoNode}, u.id, u.operator)
	if !ok || u.frame.call != onnx.NoNode {
		return nil, false
	}
	in := make([]unify.Node, len(u.Inputs))
	for i, n := range u.Inputs {
		if in[i] = n; n != unify.None {
			was, _ := p.system().Read(n)
			if i == input {
				was = t
			}
			in[i] = s.Add(0, unify.Reason{}, was)
		}
	}
	st := s.State(&Use{Operator: u.operator, Inputs: in, Outputs: len(p.resultsOf(u.id)), Attributes: attrs})
	s.Graph.Solve()
	over := p.binding.Over(s.Graph)
	for k := st.First; k < st.End; k++ {
		at := s.Graph.InstanceOf(int32(k))
		rule := at.Relation.(*relation.Rule)
		if at.State != unify.Fires {
			return nil, false
		}
		list = append(list, over.Promises(&p.machine, rule, at.Args)...)
	}
	return list, true
}

// A promise is one or more sizes that are declared dynamic, although a node limits them.
type promise struct {
	d      int32
	values map[string]string // by name: what can be declared in its place
	node   onnx.NodeID       // that limits the sizes
	bounds bool              // several values are possible: the model has a bound
	ranks  bool              // values of different ranks are broadcast
	moves  []move            // the nodes that give a size another axis
	origin []int32           // sites where the values are written
	// entries are those of the second input of the node that stand for several sizes.
	entries []int
	output  onnx.NodeID // instead of values: an output whose declared type is to be typ, its derived one
	typ     string
}

// A promiseKey identifies the diagnostic of a promise.
type promiseKey struct {
	at   lang.Span
	says string
}

// entryClasses returns the classes of the entries of a tensor.
func (p *program) entryClasses(n unify.Node) (list []unify.Node) {
	v := p.binding.Over(p.Graph)
	at := v.Number(n)
	if v.Head(at) != Tensor {
		return nil
	}
	entries := v.Part(at, 2)
	for i := range v.Length(entries) {
		if x, ok := v.Pattern(v.Item(entries, i)); ok {
			list = append(list, p.Graph.Find(x))
		}
	}
	return list
}
