package k

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The parts of k's interface to packages diagnose and blame.

// toDiagnose returns the program in the form that package diagnose takes.
func (a *program) toDiagnose() diagnose.Derived {
	return diagnose.Derived{Program: a.repairProgram(), Spare: a.tried, Hole: a.hole, Without: a.without,
		Remark: a.noteOneField}
}

// without derives the program again without the constraints of the holes.
func (a *program) without(holes message.Holes, memory repair.Memory) diagnose.Derived {
	options := a.options
	options.Reuse = memoryOf(memory)
	options.leaveOut = func(*program) message.Holes { return holes }
	next := derived(a.tree, nil, options)
	next.borrowed = true
	return next.toDiagnose()
}

// The hole of an expression takes and gives anything; the hole of a part of a filter admits anything.
const (
	holeText       = "<>"
	filterHoleText = "(...)"
)

func (a *program) hole(site int32) string {
	if a.tree.Nodes[site].Op >= k.OpFilterVar {
		return filterHoleText
	}
	return holeText
}

const (
	maxBraces  = 32     // bytes of a type in a note about braces of one field
	mostBraces = 10_000 // types for which there are such notes: writing each of them takes some 40 µs
)

// oneFields maps the first types of the program that are written in braces of one field, by their texts in reports, to
// a phrase that says which union it is.
func (a *program) oneFields() map[string]lang.Phrase {
	if a.braces != nil {
		return a.braces
	}
	a.braces = make(map[string]lang.Phrase)
	count := 0
	for e := range a.tree.Nodes {
		id := k.NodeID(e)
		if a.tree.Nodes[e].Op != k.OpCodeProduct || len(a.tree.Fields(id)) != 1 || a.typeOf(id) == patterns.NoType {
			continue
		}
		if count++; count > mostBraces {
			break
		}
		t := a.typeOf(id)
		is := a.TypeThing(t)
		if _, named := a.TypeName(t); !named {
			is = a.Quote(int32(e))
		}
		spelt := a.TypeExpression(t)
		is = lang.Say("%s is the union `$%s`", is, a.ShortTypeDefinition(t, maxBraces))
		// The choice between two such phrases must not depend on the order of definitions.
		if said, ok := a.braces[spelt]; !ok || is.String() < said.String() {
			a.braces[spelt] = is
		}
	}
	return a.braces
}

// noteOneField adds a note about the first type in an error that is written in braces of one field, and so is a union.
func (a *program) noteOneField(dg *lang.Diagnostic) {
	if a.tree.Dialect != k.K4 {
		return
	}
	said := []lang.Phrase{dg.Message, dg.Label}
	for _, r := range dg.Related {
		said = append(said, r.Message)
	}
	for _, w := range slices.Concat(said...) {
		note, ok := a.oneFields()[w.Type]
		named := !strings.Contains(w.Type, "<")
		if w.Type != "" && ok && !(named && dg.Code == lang.TypesDiffer) {
			dg.Notes = append(dg.Notes, lang.Say(oneFieldNote+", so %s", note))
			return
		}
	}
	if c := dg.Clash; c != nil && dg.Code == lang.ShapeClash && c.C == nil {
		for _, w := range [...][2]*lang.Witness{{c.A, c.B}, {c.B, c.A}} {
			if n := len(w[0].Labels); n == 1 && w[0].Shape == "<...>" && strings.HasPrefix(w[0].Expression, "{") &&
				a.isProduct(w[1].Shape) {
				dg.Notes = append(dg.Notes, lang.Text(oneFieldNote+", not a product"))
			}
		}
	}
}

// isProduct reports whether the shape of a witness (a form or a type) is a product.
func (a *program) isProduct(shape string) bool {
	if a.products == nil {
		a.products = make(map[string]bool)
		for i := range a.tree.Types {
			if t := a.typeDef[i]; t != patterns.NoType && a.Types.Shape(t) == unify.Product {
				a.products["$"+a.tree.Syms.Text(a.tree.Types[i].Name)] = true
			}
		}
	}
	return strings.HasPrefix(shape, "{") || strings.HasPrefix(shape, "${") || a.products[shape]
}

const oneFieldNote = "in k4 a bracket of one field is a variant"

// dedupeNotes keeps each note of noteOneField only at the first reported error that has it.
func (a *program) dedupeNotes() {
	first := make(map[string]int32) // the place of the first error with each note
	each := func(do func(dg *lang.Diagnostic, note string) (keep bool)) {
		for i := range a.diagnostics {
			dg := &a.diagnostics[i]
			if dg.Secondary {
				continue
			}
			dg.Notes = slices.DeleteFunc(dg.Notes, func(n lang.Phrase) bool {
				text := n.String()
				return strings.HasPrefix(text, oneFieldNote) && !do(dg, text)
			})
		}
	}
	each(func(dg *lang.Diagnostic, note string) bool {
		if at, ok := first[note]; !ok || dg.Span.Start < at {
			first[note] = dg.Span.Start
		}
		return true
	})
	each(func(dg *lang.Diagnostic, note string) bool {
		at, ok := first[note]
		delete(first, note)
		if ok && at != dg.Span.Start {
			first[note] = at
		}
		return ok && at == dg.Span.Start
	})
}
