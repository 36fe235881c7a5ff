package diagnose

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// breach is the diagnostic of a limit.
func (d *diagnoser) breach(def int32, x *patterns.Derivation) lang.Diagnostic {
	name, words := d.DefNoun(def), d.Words()
	dg := lang.Diagnostic{Definition: d.DefName(def), Span: d.Definition(def).NameSpan}
	switch x.Breach {
	case patterns.NodeBreach:
		dg.Code, dg.Label = lang.NodeLimit, lang.Text("too large")
		dg.Message = lang.Say("the pattern of %s is larger than the limit of nodes allows", name)
		dg.Notes = []lang.Phrase{lang.Say("its callers see it as %s; everything else was derived", words.Anything)}
		dg.Help = []lang.Phrase{lang.Say("%s or a named type where the pattern grows keeps it small; --limit-nodes N raises the limit", words.Annotation.One)}
	case patterns.RoundBreach:
		dg.Code, dg.Label = lang.RoundLimit, lang.Text("still changing")
		dg.Message = lang.Say("the signature of %s still changed when the limit of rounds was reached", name)
		dg.Help = []lang.Phrase{lang.Say("%s on the recursive definition settles it; --limit-rounds N raises the limit", words.Annotation.One)}
	case patterns.TimeBreach:
		dg.Code, dg.Label = lang.TimeLimit, lang.Text("out of time")
		dg.Message = lang.Say("the derivation of %s took longer than the limit of time allows", name)
		dg.Help = lang.Texts("--limit-time DURATION raises the limit")
	case patterns.DepthBreach:
		dg.Code, dg.Label = lang.DepthLimit, lang.Text("nested too deep")
		dg.Message = lang.Say("the brackets of %s are nested %s deep, more than the limit allows", name, d.Definition(def).Depth)
		dg.Help = lang.Texts("--limit-depth N raises the limit")
	}
	return dg
}

// namedLeftOut is how many definitions are named that were left out.
const namedLeftOut = 5

// outOfWork are the diagnostics of the definitions that the limit of the program
// left out: one for all of them, and its consequences.
func (d *diagnoser) outOfWork(left []int32) []lang.Diagnostic {
	most := d.Solver.Reserve()
	leftOut := func(def int32) lang.Diagnostic {
		return lang.Diagnostic{Code: lang.NodeLimit, Definition: d.DefName(def), Span: d.Definition(def).NameSpan, Label: lang.Text("not derived")}
	}
	dg := leftOut(left[0])
	dg.Message = lang.Say("the limit of %s nodes for a whole program leaves too few for %s", most, d.DefNoun(left[0]))
	seen := lang.Say("its callers see it as %s; everything else was derived", d.Words().Anything)
	if n := len(left) - 1; n > 0 {
		seen = lang.Say("their callers see them as %s; everything else was derived", d.Words().Anything)
		dg.Message = lang.Say("%s and %s more", dg.Message, n)
		var also []lang.Phrase
		for _, def := range left[1:min(len(left), 1+namedLeftOut)] {
			also = append(also, d.DefNoun(def))
		}
		if n > namedLeftOut {
			also = append(also, lang.Say("%s others", n-namedLeftOut))
		}
		dg.Notes = append(dg.Notes, lang.Say("also not derived: %s", lang.JoinPhrases(also, ", ")))
	}
	dg.Notes = append(dg.Notes, seen)
	if def, work := d.Solver.MostWork(); 4*work > most {
		dg.Related = append(dg.Related, lang.Related{
			Span: d.Definition(def).NameSpan, Message: lang.Say("%s took %s nodes", d.DefNoun(def), work),
		})
	}
	dg.Help = append(dg.Help, lang.Say("%ss or named types where patterns grow keep them small; --limit-work N raises the limit", d.Words().Annotation.Noun))
	ds := []lang.Diagnostic{dg}
	for _, def := range left[1:] {
		dg := leftOut(def)
		dg.Secondary = true
		dg.Message = lang.Say("the limit of nodes for a whole program leaves too few for %s", d.DefNoun(def))
		ds = append(ds, dg)
	}
	return ds
}

// warning is the diagnostic of a recursion whose signature is not certain.
func (d *diagnoser) warning(def int32, x *patterns.Derivation) lang.Diagnostic {
	name, annotation := d.DefNoun(def), d.Words().Annotation.One
	dg := lang.Diagnostic{Definition: d.DefName(def), Severity: lang.Warning, Span: d.Span(x.WarnSite)}
	if x.Warn == patterns.WarnNarrow {
		group, partners := d.narrowGroup(x.WarnSite)
		dg.Code, dg.Label = lang.NarrowRecursion, lang.Text("used more widely here")
		dg.Message = lang.Say("this use of %s fits only the polymorphic signature of a recursion that does not settle", d.Quote(x.WarnSite))
		dg.Notes = append(dg.Notes, lang.Say("%s%s was derived with one pattern for all its inner uses; that is narrower than what this use needs", group, partners))
		dg.Help = append(dg.Help, lang.Say("%s in the definition of %s that says what it takes and gives makes the signature certain", annotation, group))
		return dg
	}
	dg.Code, dg.Label = lang.PolymorphicRecursion, lang.Text("used at another pattern")
	dg.Message = lang.Say("the recursion of %s is polymorphic: one pattern does not serve all its inner uses, and its signature does not settle", name)
	dg.Notes = append(dg.Notes, lang.Text("the signature shown is a necessary condition only; the program is not rejected for it"))
	dg.Help = append(dg.Help, lang.Say("%s in %s that says what it takes and gives makes the signature certain", annotation, name))
	if s := d.Definition(def).NameSpan; s != dg.Span {
		dg.Related = append(dg.Related, lang.Related{Span: s, Message: lang.Text("the recursive definition")})
	}
	return dg
}

// narrowGroup names the monomorphic definition behind the reference at a site,
// and the others of its group.
func (d *diagnoser) narrowGroup(site int32) (name, partners lang.Phrase) {
	callee, ok := d.Callee(site)
	if !ok || callee < 0 {
		return d.Quote(site), nil
	}
	def := d.Solver.NarrowSource(callee)
	var list []lang.Phrase
	for _, p := range d.Solver.Derivation(def).Partners {
		if p != def {
			list = append(list, d.DefNoun(p))
		}
	}
	if list != nil {
		partners = lang.Say(" (with %s)", lang.JoinPhrases(list, ", "))
	}
	return d.DefNoun(def), partners
}

func (d *diagnoser) unsettled(def int32) lang.Diagnostic {
	return lang.Diagnostic{
		Code: lang.RoundLimit, Severity: lang.Warning, Definition: d.DefName(def), Span: d.Definition(def).NameSpan,
		Label:   lang.Text("does not settle"),
		Message: lang.Say("the polymorphic rounds of %s grow without end, so its signature is only a necessary condition", d.DefNoun(def)),
		Help:    lang.Texts("--recursion auto derives such definitions with one pattern for all inner uses"),
	}
}
