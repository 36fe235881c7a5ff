package onnx

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Notes returns the errors of declared outputs, and warnings: declared types that are not the derived ones, sizes that
// are declared dynamic, but are not, and names of sizes in declared outputs that mean other sizes.
func (p *program) Notes(without *program) (ds []lang.Diagnostic) {
	q := without
	if q == nil {
		q = p
	}
	p.mismatched = q.mismatched // which compare fills
	for d := range int32(len(p.Defs)) {
		if g := &p.graphs[d]; g.whole && q.Solver.Derivation(d).Derived {
			q.Solver.Restore(d)
			ds = append(ds, q.compare(d)...)
			if g.names {
				list, limits := q.promises(d)
				ds, p.limits[d] = append(ds, list...), limits
			}
			list, limits := q.misnamed(d, p.limits[d])
			ds, p.limits[d] = append(ds, list...), append(p.limits[d], limits...)
		}
	}
	return ds
}

// compare compares the declared types of a model with the derived ones.
func (p *program) compare(d int32) (ds []lang.Diagnostic) {
	t, s := p.tree, p.system()
	var stale *lang.Diagnostic
	var edits []lang.Edit // that declare the derived types
	further := 0
	for of := range p.graphs {
		g := &p.graphs[of]
		if int32(of) != d && g.of != d {
			continue
		}
		outputs := t.Outputs(g.id)
		for i, id := range slices.Concat(outputs, t.Locals(g.id)) {
			p.watch.Step()
			typ, def := t.Type(id), p.names.Def[id]
			if typ == onnx.NoNode || def == onnx.NoNode || t.Data(id) != onnx.NoNode || p.siteOf[def] < 0 {
				continue
			}
			_, out := p.Ends(d, p.siteOf[def])
			derived, _ := s.Read(out)
			code, at, axis, says := p.differ(s, derived, typ)
			if code == "" {
				continue
			}
			dg := lang.Diagnostic{Code: code, Span: at, Definition: p.Defs[d].Name}
			name := t.Plain(id)
			if i < len(outputs) && of == int(d) {
				dg.Message = lang.Say("the output `%s` is declared as `%s`, but it is `%s`: %s",
					name, t.Text(typ), s.Format(derived), says)
			} else if edits = append(edits, lang.Edit{Span: t.Span(typ), Text: p.declarable(s, derived)}); stale != nil {
				further++
				continue
			} else {
				dg.Code, dg.Severity = lang.Stale, lang.Warning
				dg.Message = lang.Say("`%s` is declared as `%s`, but it is `%s`: %s", name, t.Text(typ), s.Format(derived), says)
			}
			dg.Relate(p.whole(def), "`%s` is computed here", name)
			e := &evidence{def: d, wrong: []onnx.NodeID{id}}
			if axis >= 0 {
				p.derivedFrom(&dg, e, out, axis)
				n, _ := derived.Shape[axis].Number()
				e.sizes.Differ(n, p.tree.Int(p.tree.Kid(typ, axis)))
			}
			if code == lang.ElementsDiffer {
				p.relateElement(&dg, e, d, def)
			}
			if dg.Severity == lang.Error {
				p.mismatched[dg.Span] = e
			}
			message.ShowOnce(&dg)
			if ds = append(ds, dg); dg.Severity == lang.Warning {
				stale = &ds[len(ds)-1]
			}
		}
	}
	for i := range ds {
		if dg := &ds[i]; dg.Code == lang.Stale {
			title := lang.Say("declare the type `%s`", edits[0].Text)
			if further > 0 {
				says := "%s differ, too"
				if further == 1 {
					says = "%s differs, too"
				}
				dg.Notes = append(dg.Notes, lang.Say(says, message.Counted(further, "further declared type")))
				title = lang.Say("declare the derived types of %s", message.Counted(further+1, "value"))
			}
			dg.Fixes = []lang.Fix{{Title: title, Grade: "maybe", Edits: edits}}
		}
	}
	return ds
}

// declarable writes a type as one that can be declared: sizes that are computed from names, and names that are not words,
// are left open.
func (p *program) declarable(s *System, t Type) string {
	t.Shape = slices.Clone(t.Shape)
	for i, x := range t.Shape {
		_, number := x.Number()
		name, _ := p.binding.Sizes.ParameterOf(x)
		if !number && (name == "" || string(onnx.AppendName(nil, name)) != name) {
			t.Shape[i] = Unknown
		}
	}
	return s.Format(t)
}

// refresh tries the change for a warning about what the text says: with it, the model has no error, and fewer such
// warnings; of declared types that differ, none.
func (p *program) refresh(r *report) {
	if len(r.Fixes) != 1 || len(p.tree.Nodes) > repair.PerFile/16 {
		r.Fixes = nil
		return
	}
	f, before := &r.Fixes[0], 0
	for i := range p.Known {
		if p.Known[i].Code == r.Code {
			before++
		}
	}
	if !repair.Attempt(func() {
		o := p.options
		o.Reuse = nil
		q := derived(p.File.Edited(f.Edits), o, p.watch, nil)
		ds := append(diagnose.RunOrdered(q, diagnose.OrderedOptions{Brief: true}), q.Breaches()...)
		after := 0
		f.Checked = !slices.ContainsFunc(ds, func(dg lang.Diagnostic) bool {
			if dg.Code == r.Code {
				after++
			}
			return dg.Severity == lang.Error
		}) && after <= max(0, before-1)
	}) || !f.Checked {
		r.Fixes = nil
		return
	}
	f.Clean, r.Help = true, nil
}

// whole returns the place of the node that defines a value, or of its declaration.
func (p *front) whole(def onnx.NodeID) lang.Span {
	if up := p.parents[def]; p.tree.Is(up, onnx.OpResults) {
		return p.callSpan(p.parents[up])
	}
	return p.tree.Span(def)
}

// derivedFrom reports the origins of a size of a derived type.
func (p *program) derivedFrom(dg *lang.Diagnostic, e *evidence, out unify.Node, axis int) {
	v := p.binding.Over(p.Graph)
	if classes := v.Classes(out); axis < len(classes) && classes[axis] != unify.None {
		from := p.originsOf(e.def)
		p.chain(dg, e, from, classes[axis])
		e.computedBy(from, classes[axis])
	}
}

// differ returns how a derived type contradicts a declared one, and at which axis, or -1. The code is empty if it does
// not.
func (p *program) differ(s *System, t Type, typ onnx.NodeID) (
	code lang.Code, at lang.Span, axis int, says string,
) {
	at = p.tree.Span(typ)
	want := (&deriver{System: s, p: p}).typeOf(typ)
	if t.Head == 0 || want.Head == 0 {
		return "", at, -1, ""
	}
	if t.Head != want.Head {
		return lang.KindsDiffer, at, -1, "`" + s.Format(t) + "` and `" + s.Format(want) + "`"
	}
	if t.Elem != "" && want.Elem != "" && t.Elem != want.Elem {
		return lang.ElementsDiffer, at, -1, "the element types are `" + want.Elem + "` and `" + t.Elem + "`"
	}
	if !t.Ranked || !want.Ranked {
		return "", at, -1, ""
	}
	if len(t.Shape) != len(want.Shape) {
		return lang.RanksDiffer, at, -1, "the ranks are " + ordinal(len(want.Shape)) + " and " + ordinal(len(t.Shape))
	}
	for i, x := range t.Shape {
		y := want.Shape[i]
		n, known := x.Number()
		m, also := y.Number()
		if x != Unknown && y != Unknown && known && also && n != m {
			return lang.SizesDiffer, p.tree.Span(p.tree.Kid(typ, i)), i,
				"axis " + ordinal(i) + " has the size " + s.FormatSize(x) + ", not " + s.FormatSize(y)
		}
	}
	return "", at, -1, ""
}

// Guesser returns a repair.Guesser that analyses the text with changes.
func (p *program) Guesser(errors []lang.Diagnostic) *repair.Guesser {
	o, size := p.options, len(p.tree.Nodes)+len(p.File.Src)/2+1
	o.Reuse = nil
	tally := func(ds []lang.Diagnostic) repair.Tally {
		t := make(repair.Tally)
		t.Add(ds, func(dg *lang.Diagnostic) repair.ErrorKey { return keyOf(dg) })
		return t
	}
	count := func(ds []lang.Diagnostic) (n int) {
		for i := range ds {
			if ds[i].Severity == lang.Error {
				n++
			}
		}
		return n
	}
	return &repair.Guesser{
		File: p.File, Size: size,
		Found: func() repair.Found {
			warned := p
			if p.shown != nil {
				warned = p.shown
			}
			return repair.Found{Count: count(errors), Tally: func() repair.Tally { return tally(errors) }, Warns: warned.limited()}
		},
		Analyze: func(text *lang.File) repair.Found {
			ds, warns := p.errorsOf(text)
			n := count(ds)
			return repair.Found{Count: n, Size: n * size, Tally: func() repair.Tally { return tally(ds) }, Warns: warns}
		},
		Keys:   func(dg *lang.Diagnostic) []repair.ErrorKey { return []repair.ErrorKey{keyOf(dg)} },
		Hidden: p.hiddenBy,
	}
}

// hiddenBy lists the places of the nodes that are undecided because they depend on the results of the node at an error.
func (p *program) hiddenBy(dg *lang.Diagnostic) (list []int32) {
	for d := range int32(len(p.Defs)) {
		if dg.Definition != p.Defs[d].Name || !p.Solver.Derivation(d).Derived {
			continue
		}
		p.Solver.Restore(d)
		affected := make(map[onnx.NodeID]bool)
		for i := range p.uses[d] {
			u := &p.uses[d][i]
			at := p.callSpan(u.id)
			depends := slices.ContainsFunc(p.tree.Args(u.id), func(arg onnx.NodeID) bool { return affected[p.names.Def[arg]] })
			if !at.Contains(dg.Span) && !depends {
				continue
			}
			for _, res := range p.resultsOf(u.id) {
				affected[res] = res != onnx.NoNode
			}
			if depends && p.waits(u) {
				list = append(list, at.Start)
			}
		}
	}
	return list
}

// waits reports whether a node is undecided.
func (p *program) waits(u *use) bool {
	for k := u.First; k < u.End; k++ {
		if p.Graph.InstanceOf(int32(k)).State == unify.Waits {
			return true
		}
	}
	return false
}

// errorsOf returns the errors of a changed text, and how much sizes are limited that are declared dynamic.
func (p *program) errorsOf(text *lang.File) ([]lang.Diagnostic, int) {
	o := p.options
	o.Reuse = nil
	q := derived(text, o, p.watch, nil)
	ds := lang.Errors(append(diagnose.RunOrdered(q, diagnose.OrderedOptions{Brief: true}), q.Breaches()...))
	return ds, q.limited()
}

// keyOf identifies an error by its code and its place.
func keyOf(dg *lang.Diagnostic) repair.ErrorKey {
	return repair.ErrorKey{What: string(dg.Code), At: dg.Span.Start}
}
