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
	t, s, sizes := p.tree, p.system(), p.binding.Sizes
	var inputs, limited repair.Distinct[string]
	inputs.Add(p.inputNames(d, s)...)
	for _, l := range others {
		limited.Add(l.names...)
	}
	has := func(in *repair.Distinct[string], names []string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return !in.Has(name) })
	}
	known := func(x Size) bool { return x != Unknown && has(&inputs, sizes.Parameters(x)) }
	type output struct {
		id                onnx.NodeID
		derived, declared Type
	}
	var outputs []output
	means, first := make(map[string]Size), make(map[string]onnx.NodeID)
	for _, id := range t.Outputs(p.graphs[d].id) {
		p.watch.Step()
		typ, def := t.Type(id), p.names.Def[id]
		if typ == onnx.NoNode || def == onnx.NoNode || p.siteOf[def] < 0 {
			continue
		}
		_, out := p.Ends(d, p.siteOf[def])
		x := output{id: id, declared: (&deriver{System: s, p: p}).typeOf(typ)}
		x.derived, _ = s.Read(out)
		if code, _, _, _ := p.differ(s, x.derived, typ); code != "" || len(x.derived.Shape) != len(x.declared.Shape) {
			continue
		}
		outputs = append(outputs, x)
		for i, y := range x.declared.Shape {
			if y == Unknown || known(y) || !known(x.derived.Shape[i]) {
				continue
			}
			name, isName := sizes.ParameterOf(y)
			if _, again := means[name]; isName && !again {
				means[name], first[name] = x.derived.Shape[i], t.Kid(typ, i)
			}
		}
	}
	at, count := make(map[string]int), make(map[int]int) // by demand; by diagnostic
	for _, o := range outputs {
		name, typ, axis, never := t.Plain(o.id), t.Type(o.id), -1, false
		equal := make(map[string]Size) // what a name has to be
		var names, also, demands repair.Distinct[string]
		for i, y := range o.declared.Shape {
			x := o.derived.Shape[i]
			if y = p.replaced(y, means); !known(x) || !known(y) {
				continue
			}
			if x, y = p.replaced(x, equal), p.replaced(y, equal); !p.mayDiffer(x, y) {
				continue
			}
			if axis < 0 {
				axis = i
			}
			for _, n := range sizes.Parameters(o.declared.Shape[i]) {
				if !inputs.Has(n) {
					also.Add(n)
				}
			}
			names.Add(slices.Concat(sizes.Parameters(x), sizes.Parameters(y))...)
			if never = never || !sizes.MayEqual(x, y); !never {
				demands.Add(p.demand(s, x, y))
				if of, n, ok := sizes.Only(x, y); ok {
					equal[of] = sizes.Whole(n)
				} else if of, ok := sizes.ParameterOf(y); ok && !slices.Contains(sizes.Parameters(x), of) {
					equal[of] = x
				}
			}
		}
		if axis < 0 || len(names.List) > 0 && has(&limited, names.List) {
			continue
		}
		when := "only " + strings.Join(demands.List, " and ")
		says, limits := "they are equal "+when, "the output `"+name+"` has its declared type "+when
		if never {
			says, limits = "they are never equal", "the output `"+name+"` never has its declared type"
		}
		dg := lang.Diagnostic{
			Code: lang.Promise, Severity: lang.Warning, Span: t.Span(t.Kid(typ, axis)), Definition: p.Defs[d].Name,
		}
		for _, n := range also.List {
			says += ", since `" + n + "` is also " + s.FormatSize(means[n])
			dg.Relate(t.Span(first[n]), "`%s` is %s here", n, s.FormatSize(means[n]))
		}
		if k, again := at[says]; again && !never {
			count[k]++
			continue
		}
		at[says] = len(ds)
		is := promise{d: d, output: o.id, typ: s.Format(o.derived)}
		dg.Message = lang.Say("the output `%s` is declared as `%s`, but it is `%s`: %s", name, s.Format(o.declared),
			is.typ, says)
		def := p.names.Def[o.id]
		dg.Relate(p.whole(def), "`%s` is computed here", name)
		for _, n := range names.List {
			p.relateName(&dg, d, n)
		}
		_, out := p.Ends(d, p.siteOf[def])
		p.derivedFrom(&dg, &evidence{def: d}, out, axis)
		message.ShowOnce(&dg)
		p.promised[promiseKey{dg.Span, dg.Message.String()}] = is
		ds = append(ds, dg)
		further = append(further, limit{
			names: names.List, Limit: patterns.Limit{Span: dg.Span, Says: limits}, declared: true,
		})
	}
	for k, n := range count {
		ds[k].Notes = append(ds[k].Notes, lang.Say("the same holds for %s", message.Counted(n, "further output")))
	}
	return ds, further
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
