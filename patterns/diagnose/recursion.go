package diagnose

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// warning returns the diagnostic of a recursion whose signature is not certain.
func (d *diagnoser) warning(def int32, x *patterns.Derivation) lang.Diagnostic {
	name, annotation := d.DefNoun(def), d.Words().Annotation.One
	dg := lang.Diagnostic{Definition: d.DefName(def), Severity: lang.Warning, Span: d.Span(x.WarnSite)}
	if x.Warn == patterns.WarnNarrow {
		group, partners := d.narrowGroup(x.WarnSite)
		dg.Code, dg.Label = lang.NarrowRecursion, lang.Text("used more widely here")
		dg.Message = lang.Say("this use of %s needs a more general type than its recursion could be given",
			d.Quote(x.WarnSite))
		dg.Notes = append(dg.Notes, lang.Say(
			"%s%s was derived with one pattern for all its inner uses; that is narrower than what this use needs",
			group, partners))
		dg.Help = append(dg.Help, lang.Say(
			"%s in the definition of %s that says what it takes and gives makes the signature certain",
			annotation, group))
		return dg
	}
	dg.Code, dg.Label = lang.PolymorphicRecursion, lang.Text("used at another type")
	dg.Message = lang.Say(
		"%s is used within its own recursion at different types, and its signature cannot be determined exactly",
		name)
	dg.Notes = append(dg.Notes,
		lang.Text("the signature shown is a necessary condition; the program is not rejected"))
	dg.Help = append(dg.Help,
		lang.Say("%s in %s that says what it takes and gives makes the signature certain", annotation, name))
	if s := d.Definition(def).NameSpan; s != dg.Span {
		dg.Related = append(dg.Related, lang.Related{Span: s, Message: lang.Text("the recursive definition")})
	}
	return dg
}

// narrowGroup names the monomorphic definition behind the reference at a site, and the others of its group.
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
		Label: lang.Text("does not settle"),
		Message: lang.Say(
			"the polymorphic rounds of %s grow without end, so its signature is only a necessary condition",
			d.DefNoun(def)),
		Help: lang.Texts("--recursion auto derives such definitions with one pattern for all inner uses"),
	}
}
