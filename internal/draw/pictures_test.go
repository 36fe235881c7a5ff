// Package draw makes every kind of picture of a program, for tests.
package draw

import (
	"context"
	"fmt"
	"iter"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

// folded is the maximal number of nodes of a folded picture.
const folded = 20

// large is the number of nodes above which drawing a picture repeatedly takes too long.
const large = 20_000

// Pictures analyses a program and draws it: the patterns of all definitions, their calls and the results of their
// histories; for each definition its patterns, also at a moment in the middle, and its history; for each error the
// derivation with and without the obvious steps; with types as nodes and in full, whole, folded and around a
// definition. Names are distinct.
func Pictures(f *lang.File) iter.Seq2[string, *graphviz.Picture] {
	return func(yield func(string, *graphviz.Picture) bool) {
		r := k.Analyze(context.Background(), f, k.Options{Sketch: true})
		d := drawing{r: r, yield: yield}
		var all []int32
		for i := range r.Definitions {
			all = append(all, int32(i))
		}
		if len(all) == 0 {
			return
		}
		whole := graphviz.PatternsOptions{At: -1}
		d.every("patterns", func() *graphviz.Picture { return graphviz.Patterns(r, all, whole) })
		if !d.large {
			d.add("patterns, full types", graphviz.Patterns(r, all, graphviz.PatternsOptions{At: -1, FullTypes: true}))
		}
		d.every("calls", func() *graphviz.Picture { return graphviz.Calls(r, all) })
		d.every("histories", func() *graphviz.Picture { return graphviz.History(r, all, -1, false) })
		for _, i := range all {
			d.definition(i)
		}
		for i := range r.Diagnostics {
			for _, all := range []bool{false, true} {
				if p, ok := graphviz.Error(r, &r.Diagnostics[i], all); ok {
					d.add(fmt.Sprintf("error %d, all %v", i, all), p)
					p, _ := graphviz.Error(r, &r.Diagnostics[i], all)
					p.Fold(folded)
					d.add(fmt.Sprintf("error %d, all %v, folded", i, all), p)
				}
			}
		}
	}
}

// DOT returns the pictures of Pictures as DOT text.
func DOT(f *lang.File) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for name, p := range Pictures(f) {
			if !yield(name, p.AppendDOT(nil, graphviz.DOT{File: f.Name})) {
				return
			}
		}
	}
}

type drawing struct {
	r     *patterns.Result
	yield func(string, *graphviz.Picture) bool
	over  bool
	large bool // some picture was large
}

// add adds a picture, folded to the size at which the command would draw it.
func (d *drawing) add(name string, p *graphviz.Picture) {
	p.Fold(graphviz.MaxNodes)
	if !d.over {
		d.over = !d.yield(name, p)
	}
}

// every adds a picture and its narrowed versions.
func (d *drawing) every(name string, draw func() *graphviz.Picture) {
	p := draw()
	size := len(p.Nodes)
	d.add(name, p)
	if size > large {
		d.large = true
		return
	}
	if size > folded {
		p = draw()
		p.Fold(folded)
		d.add(name+", folded", p)
	}
	first := &d.r.Definitions[0]
	if p = draw(); p.FocusName(first.Name, 1) {
		d.add(name+", around "+first.Name, p)
	}
	last := d.r.Definitions[len(d.r.Definitions)-1].Span
	if p = draw(); p.FocusPlace((last.Start+last.End)/2, 1) {
		d.add(name+", around the middle of the last", p)
	}
}

func (d *drawing) definition(i int32) {
	name := fmt.Sprintf("%d %s, ", i, d.r.Definitions[i].Name)
	only := []int32{i}
	if !d.large {
		d.add(name+"patterns", graphviz.Patterns(d.r, only, graphviz.PatternsOptions{At: -1, FullTypes: true}))
	}
	p := graphviz.History(d.r, only, -1, true)
	if len(p.Nodes) == 0 {
		return
	}
	d.add(name+"history", p)
	d.add(name+"history, shortened", graphviz.History(d.r, only, -1, false))
	_, steps := d.r.Front.Trace(i, 0)
	if !d.large {
		d.add(name+"patterns at a moment", graphviz.Patterns(d.r, only, graphviz.PatternsOptions{At: int32(steps / 2)}))
	}
	p = graphviz.History(d.r, only, int32(steps/2), true)
	p.Fold(folded)
	d.add(name+"history up to a moment, folded", p)
}
