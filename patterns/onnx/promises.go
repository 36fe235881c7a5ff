package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// promises reports sizes that the inputs of a model declare free, but for which nodes work only at some values. It also
// returns these limits, for each diagnostic.
func (p *program) promises(d int32) (ds []lang.Diagnostic, limits []limit) {
	s, v := p.system(), p.binding.Over(p.Graph)
	at, factors := make(map[string]int), make(map[string]*factor)
	count := make(map[int]int)
	var orOne []string // by diagnostic: that the demand also holds where a size is 1
	var latest []int   // by diagnostic: the last node that needs the same
	for i := range p.uses[d] {
		again := func(k int) {
			if latest[k] != i {
				count[k]++
				latest[k] = i
			}
		}
		u := &p.uses[d][i]
		p.watch.Step()
		for k := u.First; k < u.End; k++ {
			in := p.Graph.InstanceOf(int32(k))
			rule := in.Relation.(*relation.Rule)
			if in.State != unify.Fires {
				continue
			}
			for _, a := range v.Promises(&p.machine, rule, in.Args) {
				x, y := a.X, a.Y
				if _, number := x.Number(); number || !isWhole(s.FormatSize(x)) && isWhole(s.FormatSize(y)) && !isNumber(y) {
					x, y = y, x
				}
				says := p.demand(s, x, y)
				name, single := onlyName(p.binding.Sizes.Parameters(x), p.binding.Sizes.Parameters(y))
				if _, _, exactly := p.binding.Sizes.Only(x, y); single && !exactly && !seen(at, says) {
					if most := p.most(x, y, name); most > 0 {
						says = "for " + name + " up to " + strconv.FormatInt(most, 10)
					} else if k, not := p.multiple(x, y, name); k > 0 {
						if f := factors[name]; f != nil {
							f.k = multipleOf(f.k, k)
							again(f.at)
							continue
						}
						factors[name] = &factor{len(ds), k, not}
						says = name + " % " // not written
					}
				}
				if k, known := at[says]; known {
					again(k)
					if !a.OrOne {
						orOne[k] = ""
					}
					continue
				}
				at[says] = len(ds)
				orOne, latest = append(orOne, ""), append(latest, i)
				if a.OrOne && says == p.demand(s, x, y) {
					orOne[len(ds)] = p.alsoOne(x, y)
				}
				names := p.binding.Sizes.Parameters(x)
				for _, name := range p.binding.Sizes.Parameters(y) {
					if !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
				is := "is declared free"
				if len(names) > 1 {
					is = "are declared free"
				}
				dg := lang.Diagnostic{
					Code: lang.Promise, Severity: lang.Warning, Span: p.callSpan(u.id), Definition: p.Defs[d].Name,
					Message: lang.Say("`%s` %s, but the model works only %s", strings.Join(names, "` and `"), is, says),
				}
				p.relateInputs(&dg, d, u)
				for _, name := range names {
					p.relateName(&dg, d, name)
				}
				origin := p.fixing(&dg, d, a, x, y, u)
				if name, n, exactly := p.binding.Sizes.Only(x, y); exactly {
					p.promised[dg.Span] = promise{d, name, n, u.id, origin}
				}
				message.ShowOnce(&dg)
				ds = append(ds, dg)
				limits = append(limits, limit{names, patterns.Limit{Span: dg.Span, Says: "works only " + says}})
			}
		}
	}
	for name, f := range factors {
		k, not := strconv.FormatInt(f.k, 10), strconv.FormatInt(f.not, 10)
		ds[f.at].Message = lang.Say(
			"`%s` is declared free, but the model does not work for all sizes: it works for multiples of %s, "+
				"and not for %s", name, k, not)
		limits[f.at].Says = "works for multiples of " + k + ", and not for " + not
	}
	for k, also := range orOne {
		ds[k].Message = lang.Say("%s%s", ds[k].Message, also)
		limits[k].Says += also
	}
	for k, n := range count {
		ds[k].Notes = append(ds[k].Notes, lang.Say("%s the same", needing(n)))
	}
	return ds, limits
}

// isWhole reports whether a size is a name or a number.
func isWhole(text string) bool { return !strings.ContainsAny(text, "+-·*/() ") }

func isNumber(d Size) bool {
	_, number := d.Number()
	return number
}

// demand writes for which values of their parameters two sizes are equal: for one number, or by the equation, without a
// common factor.
func (p *program) demand(s *System, x, y Size) string {
	sizes := p.binding.Sizes
	if name, n, ok := sizes.Only(x, y); ok {
		return "for " + name + " = " + strconv.FormatInt(n, 10)
	}
	left, right := s.FormatSize(x), s.FormatSize(y)
	if factor, rest, ok := strings.Cut(left, "*"); ok && !strings.ContainsAny(left, "+-/() ") {
		k, err := strconv.ParseInt(factor, 10, 64)
		if n, also := strconv.ParseInt(right, 10, 64); err == nil && also == nil && k > 0 && n%k == 0 {
			left, right = rest, strconv.FormatInt(n/k, 10)
		}
	}
	return "for " + left + " = " + right
}

// alsoOne continues a demand on two sizes that also broadcast if one of them is 1.
func (p *program) alsoOne(x, y Size) string {
	sizes := p.binding.Sizes
	name, n, exactly := sizes.Only(x, y)
	if !exactly {
		return ", or where one of them is 1"
	}
	for _, z := range []Size{x, y} {
		if of, k, ok := sizes.Only(z, sizes.Whole(1)); ok && of == name && k != n {
			return " or " + strconv.FormatInt(k, 10)
		}
	}
	return ""
}

// onlyName returns the name that two lists of names have, if it is the only one.
func onlyName(x, y []string) (string, bool) {
	all := append(slices.Clone(x), y...)
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) != 1 {
		return "", false
	}
	return all[0], true
}

// greatest bounds the sizes that most tries.
const greatest = 1 << 20

// most returns a number such that two sizes are equal for all smaller values of a parameter, and for none of some
// greater ones; 0 if there is none.
func (p *program) most(x, y Size, name string) int64 {
	equal := func(n int64) bool {
		with := map[string]Size{name: p.binding.Sizes.Whole(n)}
		a, err := p.binding.Sizes.Replace(x, with)
		b, also := p.binding.Sizes.Replace(y, with)
		p.watch.Step()
		return err == nil && also == nil && a == b
	}
	for n := int64(1); n <= leastMost; n++ {
		if !equal(n) {
			return 0
		}
	}
	yes, no := int64(leastMost), int64(greatest)
	for no > yes+1 {
		if n := (yes + no) / 2; equal(n) {
			yes = n
		} else {
			no = n
		}
	}
	for n := yes + 1; n <= yes+leastMost; n++ {
		if equal(n) || equal(yes-(n-yes)/2) != (yes-(n-yes)/2 > 0) {
			return 0
		}
	}
	if yes+1 == greatest {
		return 0
	}
	return yes
}

// leastMost is how many values most tries before and after the greatest one, and from 1 on.
const leastMost = 16

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

func seen(at map[string]int, says string) bool {
	_, ok := at[says]
	return ok
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

func multipleOf(x, y int64) int64 {
	a, b := x, y
	for b != 0 {
		a, b = b, a%b
	}
	return x / a * y
}

// relateName shows where an input declares a name.
func (p *program) relateName(dg *lang.Diagnostic, d int32, name string) {
	for _, in := range p.tree.Inputs(p.graphs[d].id) {
		if typ := p.tree.Type(in); typ != onnx.NoNode {
			for _, dim := range p.tree.Kids(typ) {
				if p.tree.Is(dim, onnx.OpName) && p.tree.Plain(dim) == name {
					dg.Relate(p.tree.Span(dim), "`%s` is declared here", name)
					return
				}
			}
		}
	}
}

// fixing shows where the number is written that makes a node assume that two sizes are equal: an entry of an input with
// the value of the only name in the sizes, or else the size y. With the name or x in place of the number, the node does
// not assume it. It returns the sites.
func (p *program) fixing(dg *lang.Diagnostic, d int32, a relation.Promise, x, y Size, u *use) []int32 {
	s, from, tries := p.system(), p.originsOf(d), mostReplaced
	find := func(now, then Size, sizes func(*Type) *[]Size, classes func(unify.Node) []unify.Node) []int32 {
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
				if !p.assumes(d, u, i, other, a) {
					e := &evidence{}
					p.chain(dg, e, from, list[k])
					return e.origin
				}
			}
		}
		return nil
	}
	shape := func(t *Type) *[]Size { return &t.Shape }
	entries := func(t *Type) *[]Size { return &t.Entries }
	if name, n, ok := p.binding.Sizes.Only(x, y); ok {
		if list := find(p.binding.Sizes.Whole(n), s.Name(name), entries, p.entryClasses); list != nil {
			return list
		}
	}
	if !isNumber(y) {
		return nil
	}
	if list := find(y, x, shape, p.binding.Over(p.Graph).Classes); list != nil {
		return list
	}
	return find(y, x, entries, p.entryClasses)
}

// mostReplaced bounds the numbers that fixing replaces.
const mostReplaced = 16

// assumes reports whether a node fails or makes an assumption if an input has another type.
func (p *program) assumes(d int32, u *use, input int, t Type, a relation.Promise) bool {
	s := NewSystem(unify.New(p.Types.Heads(), p.Labels.Index()), p.binding)
	b := &deriver{System: s, p: p, d: d, trial: true}
	attrs, ok := b.attributes(&frame{call: onnx.NoNode, of: d, body: onnx.NoNode}, u.id)
	if !ok || u.call != onnx.NoNode {
		return true
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
			return true
		}
		if slices.Contains(over.Promises(&p.machine, rule, at.Args), a) {
			return true
		}
	}
	return false
}

// A promise is a size that is declared free, but has to be a number, which is written at some sites.
type promise struct {
	d      int32
	name   string
	n      int64
	node   onnx.NodeID
	origin []int32
}

// mostPromises is the maximum number of promises for which changes are tried.
const mostPromises = 4

// keep offers changes for a size that is not free: declaring the number, and writing 0 or -1 in the constant that says
// it. They are tried: the model has no error with them, and fewer such sizes.
func (p *program) keep(r *report) {
	is, ok := p.promised[r.Span]
	if p.kept++; !ok || p.kept > mostPromises || len(p.tree.Nodes) > repair.PerFile/len(p.promised)/16 {
		return
	}
	t := p.tree
	g := repair.Draft{Tree: &t.Tree, Widest: widestTitle, Watch: p.watch}
	number := strconv.FormatInt(is.n, 10)
	var edits []lang.Edit
	graph := p.graphs[is.d].id
	for _, v := range slices.Concat(t.Inputs(graph), t.Outputs(graph)) {
		if typ := t.Type(v); typ != onnx.NoNode {
			for _, dim := range t.Kids(typ) {
				if t.Is(dim, onnx.OpName) && t.Plain(dim) == is.name {
					edits = append(edits, g.Replace(dim, number))
				}
			}
		}
	}
	var entries repair.Distinct[onnx.NodeID]
	for _, site := range is.origin {
		if id := p.ids[site]; id != onnx.NoNode && t.Is(p.parents[id], onnx.OpData) {
			entries.Add(id)
		}
	}
	for _, arg := range t.Args(is.node) {
		if def := p.names.Def[arg]; t.Is(arg, onnx.OpName) && def != onnx.NoNode {
			if _, data, ok := p.written(def); ok && data != onnx.NoNode {
				for _, id := range p.numbersOf(data) {
					if t.Is(id, onnx.OpInt) && t.Int(id) == is.n {
						entries.Add(id)
					}
				}
			}
		}
	}
	var others []lang.Fix
	for _, id := range entries.List[:min(len(entries.List), 2)] {
		others = append(others, g.Instead(id, "0"), g.Instead(id, "-1"))
	}
	for _, list := range [][]lang.Fix{others, {g.Fix("declare `"+is.name+"` as "+number, edits...)}} {
		for _, f := range list {
			if repair.Attempt(func() { f.Checked = p.keeps(f.Edits) }) && f.Checked {
				f.Clean = true
				r.Fixes = append(r.Fixes, f)
				break
			}
		}
	}
}

// keeps reports whether a changed model has no error, and fewer sizes that are declared free and are not.
func (p *program) keeps(edits []lang.Edit) bool {
	if len(edits) == 0 {
		return false
	}
	o := p.options
	o.Reuse = nil
	q := derived(p.File.Edited(edits), o, p.watch, nil)
	ds := append(diagnose.RunOrdered(q, diagnose.OrderedOptions{Brief: true}), q.Breaches()...)
	return len(lang.Errors(ds)) == 0 && len(q.promised) < len(p.promised)
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
