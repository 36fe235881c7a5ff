package onnx

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// misnamed reports outputs of a model whose declared sizes equal the derived ones only for some values of the names in
// them. A name that only outputs have means the first derived size that it is declared for. What follows from the
// limits of nodes is not reported. It also returns the limits that outputs add.
func (p *program) misnamed(d int32, others []limit) (ds []lang.Diagnostic, further []limit) {
	x := &misnaming{
		program: p, system: p.system(), d: d, means: make(map[string]Size), first: make(map[string]onnx.NodeID),
	}
	x.inputs.Add(p.inputNames(d, x.system)...)
	for _, l := range others {
		x.limited.Add(l.names...)
	}
	at, count := make(map[string]int), make(map[int]int) // by demand; by diagnostic
	for _, o := range x.outputs() {
		m := x.compare(&o)
		if m.axis < 0 || len(m.names.List) > 0 && hasAll(&x.limited, m.names.List) {
			continue
		}
		says, limits := x.words(&o, &m)
		if k, again := at[says]; again && !m.never {
			count[k]++
			continue
		}
		at[says] = len(ds)
		dg := x.report(&o, &m, says)
		p.promised[promiseKey{dg.Span, dg.Message.String()}] = promise{
			d: d, output: o.id, typ: x.system.Format(o.derived),
		}
		ds = append(ds, dg)
		further = append(further, limit{
			names: m.names.List, Limit: patterns.Limit{Span: dg.Span, Says: limits}, declared: true,
		})
	}
	for k, n := range count {
		ds[k].Notes = append(ds[k].Notes, lang.Say("the same holds for %s", message.Counted(n, "further output")))
	}
	return ds, further
}

// A misnaming compares the declared sizes of the outputs of a model with the derived ones.
type misnaming struct {
	*program
	system          *System
	d               int32
	inputs, limited repair.Distinct[string] // the names that inputs have, and those that nodes limit
	means           map[string]Size         // what the names mean that only outputs have
	first           map[string]onnx.NodeID  // where that is declared
}

// An output of a model has a declared and a derived type.
type output struct {
	id                onnx.NodeID
	derived, declared Type
}

// A mismatch is how the declared and the derived sizes of an output differ.
type mismatch struct {
	axis    int                     // the first axis with other sizes, or -1
	never   bool                    // they are never equal
	demands repair.Distinct[string] // what makes them equal
	names   repair.Distinct[string] // the names in the sizes
	also    repair.Distinct[string] // those that only outputs have
}

// hasAll reports whether a list contains all names.
func hasAll(in *repair.Distinct[string], names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !in.Has(name) })
}

// isKnown reports whether a size only has names of inputs.
func (x *misnaming) isKnown(size Size) bool {
	return size != Unknown && hasAll(&x.inputs, x.binding.Sizes.Parameters(size))
}

// outputs returns the outputs of as many axes as declared, and finds out what names mean.
func (x *misnaming) outputs() (list []output) {
	p, t := x.program, x.tree
	for _, id := range t.Outputs(p.graphs[x.d].id) {
		p.watch.Step()
		typ, def := t.Type(id), p.names.Def[id]
		if typ == onnx.NoNode || def == onnx.NoNode || p.siteOf[def] < 0 {
			continue
		}
		_, out := p.Ends(x.d, p.siteOf[def])
		o := output{id: id, declared: (&deriver{System: x.system, p: p}).typeOf(typ)}
		o.derived, _ = x.system.Read(out)
		code, _, _, _ := p.differ(x.system, o.derived, typ)
		if code != "" || len(o.derived.Shape) != len(o.declared.Shape) {
			continue
		}
		list = append(list, o)
		for i, size := range o.declared.Shape {
			if size == Unknown || x.isKnown(size) || !x.isKnown(o.derived.Shape[i]) {
				continue
			}
			name, isName := p.binding.Sizes.ParameterOf(size)
			if _, again := x.means[name]; isName && !again {
				x.means[name], x.first[name] = o.derived.Shape[i], t.Kid(typ, i)
			}
		}
	}
	return list
}

// compare finds out how the sizes of an output differ.
func (x *misnaming) compare(o *output) mismatch {
	p, sizes := x.program, x.binding.Sizes
	m := mismatch{axis: -1}
	equal := make(map[string]Size) // what a name has to be
	for i, declared := range o.declared.Shape {
		is := o.derived.Shape[i]
		if declared = p.replaced(declared, x.means); !x.isKnown(is) || !x.isKnown(declared) {
			continue
		}
		if is, declared = p.replaced(is, equal), p.replaced(declared, equal); !p.mayDiffer(is, declared) {
			continue
		}
		if m.axis < 0 {
			m.axis = i
		}
		for _, n := range sizes.Parameters(o.declared.Shape[i]) {
			if !x.inputs.Has(n) {
				m.also.Add(n)
			}
		}
		m.names.Add(slices.Concat(sizes.Parameters(is), sizes.Parameters(declared))...)
		if m.never = m.never || !sizes.MayEqual(is, declared); !m.never {
			m.demands.Add(p.demand(x.system, is, declared))
			if of, n, ok := sizes.Only(is, declared); ok {
				equal[of] = sizes.Whole(n)
			} else if of, ok := sizes.ParameterOf(declared); ok && !slices.Contains(sizes.Parameters(is), of) {
				equal[of] = is
			}
		}
	}
	return m
}

// words says when the sizes of an output are equal, and when it has its declared type.
func (x *misnaming) words(o *output, m *mismatch) (says, limits string) {
	name, when := x.tree.Plain(o.id), "only "+strings.Join(m.demands.List, " and ")
	says, limits = "they are equal "+when, "the output `"+name+"` has its declared type "+when
	if m.never {
		says, limits = "they are never equal", "the output `"+name+"` never has its declared type"
	}
	for _, n := range m.also.List {
		says += ", since `" + n + "` is also " + x.system.FormatSize(x.means[n])
	}
	return says, limits
}

// report returns the warning about an output.
func (x *misnaming) report(o *output, m *mismatch, says string) lang.Diagnostic {
	p, t, s := x.program, x.tree, x.system
	dg := lang.Diagnostic{
		Code: lang.Promise, Severity: lang.Warning, Span: t.Span(t.Kid(t.Type(o.id), m.axis)),
		Definition: p.Defs[x.d].Name,
	}
	for _, n := range m.also.List {
		dg.Relate(t.Span(x.first[n]), "`%s` is %s here", n, s.FormatSize(x.means[n]))
	}
	name := t.Plain(o.id)
	dg.Message = lang.Say("the output `%s` is declared as `%s`, but it is `%s`: %s",
		name, s.Format(o.declared), s.Format(o.derived), says)
	def := p.names.Def[o.id]
	dg.Relate(p.whole(def), "`%s` is computed here", name)
	for _, n := range m.names.List {
		p.relateName(&dg, x.d, n)
	}
	_, out := p.Ends(x.d, p.siteOf[def])
	p.derivedFrom(&dg, &evidence{def: x.d}, out, m.axis)
	message.ShowOnce(&dg)
	return dg
}

// replaced returns a size with others in place of names, or Unknown if it would be too large.
func (p *program) replaced(x Size, with map[string]Size) Size {
	if x != Unknown && len(with) > 0 {
		var err error
		if x, err = p.binding.Sizes.Replace(x, with); err != nil {
			return Unknown
		}
	}
	return x
}

// mayDiffer reports whether two sizes differ for some values of their names. It tries a few.
func (p *program) mayDiffer(x, y Size) bool {
	if x == y || x == Unknown || y == Unknown {
		return false
	}
	names := slices.Concat(p.binding.Sizes.Parameters(x), p.binding.Sizes.Parameters(y))
	for n := range int64(mostNear) {
		with := make(map[string]Size)
		for i, name := range names {
			with[name] = p.binding.Sizes.Whole(100 + n*n*int64(2*i+1)) // no size is negative for so large ones
		}
		p.watch.Step()
		a, isNumber := p.replaced(x, with).Number()
		b, also := p.replaced(y, with).Number()
		if isNumber && also && a != b {
			return true
		}
	}
	return false
}
