package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Breaches returns the diagnostics of the limits that derivations reached: an error for each definition that is not
// derived because of a limit. Result adds them for all languages.
func (p *Program) Breaches() (ds []lang.Diagnostic) {
	var outOfWork, outOfTime []int32
	for d := range int32(p.Definitions()) {
		switch x := p.Solver.Derivation(d); x.Breach {
		case patterns.NoBreach:
		case patterns.WorkBreach:
			outOfWork = append(outOfWork, d)
		case patterns.TimeBreach:
			outOfTime = append(outOfTime, d)
		default:
			ds = append(ds, p.breach(d, x.Breach))
		}
	}
	if outOfWork != nil {
		ds = append(ds, p.leftOut(outOfWork, lang.NodeLimit,
			lang.Say("the limit of %s nodes for a whole program leaves too few for", p.Solver.Reserve()),
			p.small("--limit-work N raises the limit"))...)
	}
	if outOfTime != nil {
		ds = append(ds, p.leftOut(outOfTime, lang.TimeLimit,
			lang.Say("the limit of %s for a whole program leaves no time for", p.Solver.Limits.Time.String()),
			lang.Texts("--limit-time T raises the limit"))...)
	}
	return ds
}

// breach returns the diagnostic of a limit that one definition reached.
func (p *Program) breach(d int32, b patterns.Breach) lang.Diagnostic {
	dg := p.notDerived(d)
	dg.Notes = p.seen(d)
	name := p.definitionWord(d)
	switch b {
	case patterns.NodeBreach:
		dg.Code, dg.Label = lang.NodeLimit, lang.Text("too large")
		dg.Message = lang.Say("the derivation of %s takes more nodes than the limit allows", name)
		dg.Help = p.small("--limit-nodes N raises the limit")
	case patterns.RoundBreach:
		dg.Code, dg.Label = lang.RoundLimit, lang.Text("still changing")
		dg.Message = lang.Say("the signature of %s still changed when the limit of rounds was reached", name)
		dg.Help = []lang.Phrase{lang.Say("%s on the recursive definition settles it; --limit-rounds N raises the limit",
			p.Words().Annotation.One)}
	case patterns.DepthBreach:
		dg.Code, dg.Label = lang.DepthLimit, lang.Text("nested too deep")
		dg.Message = lang.Say("the brackets of %s are nested %s deep, more than the limit allows",
			name, p.Definition(d).Depth)
		dg.Help = lang.Texts("--limit-depth N raises the limit")
	}
	return dg
}

// notDerived begins the diagnostic of a limit at a definition.
func (p *Program) notDerived(d int32) lang.Diagnostic {
	return lang.Diagnostic{Definition: p.DefName(d), Span: p.Definition(d).NameSpan, Label: lang.Text("not derived")}
}

// definitionWord names a definition, or an expression without a name.
func (p *Program) definitionWord(d int32) lang.Phrase {
	if p.DefName(d) == "" {
		return lang.Text("the expression")
	}
	return p.DefNoun(d)
}

// seen is the note about the types that the users of underived definitions see; nil without users.
func (p *Program) seen(left ...int32) []lang.Phrase {
	if !slices.ContainsFunc(left, p.Solver.Used) {
		return nil
	}
	whose := "its"
	if len(left) > 1 {
		whose = "their"
	}
	return []lang.Phrase{lang.Say("%s callers see only %s", whose, p.Words().Anything)}
}

// small is the advice for staying within a limit of nodes.
func (p *Program) small(raises string) []lang.Phrase {
	if small := p.Words().Small; small != "" {
		raises = small + "; " + raises
	}
	return lang.Texts(raises)
}

// namedLeftOut is how many left-out definitions a note names.
const namedLeftOut = 5

// leftOut returns the diagnostics of the definitions that a limit of the program left out: the first one is primary,
// the others are consequences.
func (p *Program) leftOut(left []int32, code lang.Code, leaves lang.Phrase, help []lang.Phrase) (ds []lang.Diagnostic) {
	for i, d := range left {
		dg := p.notDerived(d)
		dg.Code, dg.Secondary = code, i > 0
		dg.Message = lang.Say("%s %s", leaves, p.definitionWord(d))
		ds = append(ds, dg)
	}
	dg := &ds[0]
	if n := len(left) - 1; n > 0 {
		dg.Message = lang.Say("%s and %s more", dg.Message, n)
		var also []lang.Phrase
		for _, d := range left[1:min(len(left), 1+namedLeftOut)] {
			also = append(also, p.definitionWord(d))
		}
		if n > namedLeftOut {
			also = append(also, lang.Say("%s more", n-namedLeftOut))
		}
		dg.Notes = append(dg.Notes, lang.Say("also not derived: %s", lang.JoinPhrases(also, ", ")))
	}
	dg.Notes = append(dg.Notes, p.seen(left...)...)
	most := p.Solver.Reserve() // name a definition that used much of it
	if code == lang.TimeLimit {
		most = p.Solver.Work()
	}
	if d, took := p.Solver.MostWork(); took > 0 && 4*took > most {
		dg.Related = append(dg.Related, lang.Related{
			Span: p.Definition(d).NameSpan, Message: lang.Say("%s took %s nodes", p.definitionWord(d), took),
		})
	}
	dg.Help = help
	return ds
}
