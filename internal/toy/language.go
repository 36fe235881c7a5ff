// Package toy is a small language without functions, for tests of the packages that all languages share. A program is a
// list of definitions that each begin in the first column:
//
//	point = {x: 1, y: 2}      # a record
//	width = let p = point in
//	  {left: p.x, right: _}   # a field that is read, and a hole
//
// A definition has a value and no input. So the input node of an expression only has a meaning where a field is read:
// it is the record of the field. A hole is any value; `._` reads an unknown field.
package toy

import (
	"context"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Language is the record of the toy language.
var Language = &language.Language{
	Name: "toy", Extensions: []string{".toy"}, Dialects: []string{"toy"},
	Pages: lang.Pages{
		{Code: lang.UnexpectedToken, Title: "an unexpected token", Bad: "a = {", Good: "a = {}"},
		{Code: lang.UnknownFunction, Title: "a name of nothing", Bad: "a = b", Good: "a = 1"},
		{Code: lang.DuplicateLabel, Title: "a field that a record has twice", Bad: "a = {b: 1, b: 2}", Good: "a = {b: 1}"},
		{Code: lang.FunctionRedefined, Title: "a name that is defined twice", Bad: "a = 1\na = 2", Good: "a = 1\nb = 2"},
		{Code: lang.ShapeClash, Title: "a field of a value that is not a record", Bad: "a = 1.b", Good: "a = {b: 1}.b"},
		{Code: lang.MissingField, Title: "a field that a record lacks", Bad: "a = {b: 1}.c", Good: "a = {c: 1}.c"},
	},
	Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
		return patterns.Watched(ctx, f, "toy", o.Limits, func(watch *cancel.Watch) *patterns.Result {
			p := derived(f, o, watch, func(*program) message.Holes { return nil })
			o.Ended(patterns.Derived)
			ds, _ := diagnose.Run(p.toDiagnose(), diagnose.Options{Known: p.Known, Sketch: o.Sketch,
				ReportedElsewhere: o.ReportedElsewhere})
			r := p.Result(p, append(p.Known, ds...), nil, nil)
			r.Dialect, r.SyntaxNodes = "toy", len(p.Nodes)
			o.Ended(patterns.Explained)
			return r
		})
	},
	Format:  func(f *lang.File, _ string, _ lang.Layout) ([]byte, []lang.Diagnostic) { return f.Src, nil },
	Dialect: func(*lang.File, string) string { return "toy" },
}

// style is the notation of repairs.
var style = repair.Style{Field: ".", Signs: ".", Hole: "_", Colon: ": ", LeastFields: 1}

// Style and Rederive are the methods that repairs need beyond repair.Plain.
func (p *program) Style() *repair.Style { return &style }

func (p *program) Rederive(text *lang.File, at func(int32) int32, _ repair.Memory) *repair.Program {
	moved := func(q *program) message.Holes { return p.HolesMoved(q.Program, int32(len(q.Nodes)), at) }
	return derived(text, p.options, p.watch, moved).repairProgram()
}

func (p *program) repairProgram() *repair.Program {
	return &repair.Program{Program: p.Program, Language: p, Size: len(p.Nodes),
		Errors: len(p.Known) + p.Solver.Breached(), Misnamed: p.Misnamed}
}

func (p *program) toDiagnose() diagnose.Derived {
	return diagnose.Derived{
		Program: p.repairProgram(),
		Hole: func(site int32) string {
			if p.Nodes[site].Op == read {
				return "._"
			}
			return "_"
		},
		Without: func(holes message.Holes, _ repair.Memory) diagnose.Derived {
			return derived(p.File, p.options, p.watch, func(*program) message.Holes { return holes }).toDiagnose()
		},
	}
}
