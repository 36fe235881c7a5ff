package diagnose

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// reportedClashes are the reported clashes of a definition, or of those that are explained together: the places of
// their diagnostics, and the places of both sides.
type reportedClashes struct {
	at    map[lang.Span]bool
	sides map[[2]lang.Span]bool
	rest  explain.Remainder // what is left after the explained clashes
}

func (t *reportedClashes) add(dg *lang.Diagnostic) {
	t.at[dg.Span], t.at[dg.Clash.A.Span] = true, true
	if c := dg.Clash; c.C == nil {
		t.sides[[2]lang.Span{c.A.Span, c.B.Span}] = true
		t.sides[[2]lang.Span{c.B.Span, c.A.Span}] = true
	}
}

func (t *reportedClashes) has(dg *lang.Diagnostic) bool {
	c := dg.Clash
	return c.C == nil && t.sides[[2]lang.Span{c.A.Span, c.B.Span}]
}

// conflicts reports the conflicts of a definition: explained as far as the bounds allow, the others as the solver found
// them.
func (d *diagnoser) conflicts(def int32, all map[int32]*reportedClashes) {
	first := d.Explainer().Together(def)[0]
	reported := all[first]
	if reported == nil {
		reported = &reportedClashes{
			at: make(map[lang.Span]bool), sides: make(map[[2]lang.Span]bool), rest: explain.SomethingLeft,
		}
		all[first] = reported
		if !d.options.Brief {
			var ds []lang.Diagnostic
			ds, reported.rest = d.contradictions(def)
			for i, dg := range ds {
				// A requirement of a definition that calls itself is repeated at each call.
				again := slices.ContainsFunc(ds[:i], func(o lang.Diagnostic) bool { return saysSame(&o, &dg) })
				dg.Secondary = dg.Secondary || d.unended[dg.Definition] || again
				reported.add(&dg)
				d.report(dg)
			}
		}
	}
	if reported.rest == explain.NothingLeft {
		return
	}
	name := d.DefName(def)
	explained := len(reported.at) > 0
	for _, c := range d.Solver.Conflicts(def) {
		if d.found++; d.found > lang.MaxErrors {
			return
		}
		u := d.Unexplained(def, c)
		dg := d.Clash(name, u.Contradiction, nil, lang.Related{})
		d.because(&dg, u.Contradiction)
		if explained && reported.has(&dg) {
			continue
		}
		if dg.Provisional = d.options.Brief; !dg.Provisional {
			dg.Notes = append(dg.Notes, d.NotExplained(reported.rest == explain.TooMuchWork))
		}
		// A second clash at one place, or a clash in a definition that runs into the next one, is a consequence.
		dg.Secondary = reported.at[dg.Span] || d.unended[name]
		reported.add(&dg)
		d.report(dg)
	}
}

// saysSame reports whether a user could not distinguish two clashes.
func saysSame(x, y *lang.Diagnostic) bool {
	return x.Code == y.Code && x.Span == y.Span && x.Message.String() == y.Message.String() &&
		x.Clash.A.Span == y.Clash.A.Span && x.Clash.B.Span == y.Clash.B.Span
}

// sameSides reports whether two clashes are between the same two places, and about the same label, if any.
func sameSides(x, y *lang.Diagnostic) bool {
	c, d := x.Clash, y.Clash
	return c != nil && x.Code == y.Code && c.Label == d.Label && (c.C == nil) == (d.C == nil) &&
		(c.A.Span == d.A.Span && c.B.Span == d.B.Span || c.A.Span == d.B.Span && c.B.Span == d.A.Span)
}
