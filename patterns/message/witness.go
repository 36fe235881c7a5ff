package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A Witness is one side of a clash, with its words.
type Witness struct {
	Site int32
	Fact explain.Fact
	Span lang.Span

	trust    trust
	kind     Kind
	asks     bool        // it requires something of a value that others make
	declares bool        // it states the type or pattern of a value
	thing    lang.Phrase // "a string", "a product with the fields …"
	says     lang.Phrase // the label at its place
	callee   string      // the text of the call that the fact came through
	path     []unify.Label
	reader   int32         // the site that reads the relevant part of a declared type, or -1
	origin   *lang.Related // the place in a callee that states it
}

// trust is how rarely such a place is at fault. Where nothing else decides, the side with the lowest trust comes first.
type trust uint8

const (
	trustLabel trust = iota // a label is easily misspelled
	trustCode
	trustCall
	trustFilter
	trustType
)

// Witness describes the place that states a side of a contradiction.
func (p *Program) Witness(f explain.Fact) *Witness {
	w := p.witnessAt(p.FactSite(&f), f)
	if f.Use >= 0 {
		p.throughCall(w, p.Solver.UseOf(f.Use))
		return w
	}
	switch w.kind {
	case Reads:
		w.trust, w.asks = trustLabel, true
	case Variant, Injects:
		w.trust = trustLabel
	case Opens:
		w.asks = true
	case Declares:
		w.trust, w.asks, w.declares = trustType, true, true
	case Filters:
		w.trust, w.asks, w.declares = trustFilter, true, true
	}
	w.path = f.Within
	w.says = p.frameLabel(w)
	return w
}

func (p *Program) witnessAt(site int32, f explain.Fact) *Witness {
	return &Witness{
		Fact: f, Site: site, reader: -1, Span: p.Span(site), kind: p.Kind(site), trust: trustCode,
		thing: p.Thing(f.Claim),
	}
}

// throughCall describes a fact that comes through a call.
func (p *Program) throughCall(w *Witness, use *patterns.Use) {
	w.trust, w.kind, w.callee = trustCall, Calls, p.Short(use.Site)
	w.path = w.Fact.Part()
	w.asks = w.Fact.Side == 0
	if len(w.path) > 0 {
		w.says = lang.Say("in %s, %s is %s", p.sideOf(p.callee(w), !w.asks), p.PartText(w.path), w.thing)
	} else {
		w.says = lang.Say("%s %s %s", p.callee(w), p.verb(!w.asks), w.thing)
	}
	o := w.Fact.Origin
	if o == nil {
		return
	}
	at := p.OriginSite(o)
	own := false // it is a place of the callee, not of a definition that the callee calls
	if o.Node != unify.None {
		_, own = p.Graph.Site(o.Node)
	}
	switch {
	case !own:
		w.origin = &lang.Related{Span: p.Span(at), Message: lang.Say("%s calls %s here", p.DefNoun(o.Def), p.Noun(at))}
	case o.Def == p.Owner(use.Site) && p.Reads(at):
		// A definition that calls itself: the place that requires it is at fault.
		call := lang.Related{Span: w.Span, Message: lang.Say("%s is called here", p.callee(w))}
		within := w.Fact.Within
		*w = *p.Witness(explain.Fact{Node: o.Node, Within: o.Within, Claim: o.Claim, Use: -1})
		w.Fact.Within, w.origin = within, &call
	default:
		w.origin = &lang.Related{Span: p.Span(at), Message: p.originText(o.Def, at, o.Claim)}
	}
}

// verb is the verb for an end of an expression.
func (p *Program) verb(gives bool) string {
	switch {
	case p.Words().Part != nil:
		return "is" // the only end is its type
	case gives:
		return "gives"
	}
	return "takes"
}

// sideOf names an end of a callee: "what `f` gives".
func (p *Program) sideOf(name lang.Phrase, gives bool) lang.Phrase {
	if p.Words().Part != nil {
		return lang.Say("the signature of %s", name)
	}
	return lang.Say("what %s %s", name, p.verb(gives))
}

// callee is the call of a witness by its text.
func (p *Program) callee(w *Witness) lang.Phrase {
	return lang.Phrase{{Text: "`" + w.callee + "`", Span: w.Span}}
}

// originText relates a place in a callee to a witness.
func (p *Program) originText(d, site int32, c unify.Claim) lang.Phrase {
	template := p.Construct(site).Origin
	if template == "" {
		template = "that comes from here, in %d"
	}
	return lang.Fill(template, func(letter byte) lang.Phrase {
		switch letter {
		case 'd':
			return p.DefNoun(d)
		case 'l':
			return p.LabelWord(p.Slots(site)[0].Label)
		}
		return p.Bare(c)
	})
}

// frameLabel is the label in the source frame at a witness in the program's own code.
func (p *Program) frameLabel(w *Witness) lang.Phrase {
	c := p.Construct(w.Site)
	part := len(w.Fact.Within) > 0
	switch many := len(w.Fact.Claim.Labels); {
	case part && (c.Says == "" || w.declares):
		word := c.Word
		if word == "" {
			word = "value"
		}
		return lang.Say("%s of this %s is %s", p.PartText(w.Fact.Within), word, w.thing)
	case c.Says == "", c.Kind == Product && many == 0:
		return lang.Say("this is %s", w.thing)
	case c.Kind == Product && many > MaxListed+1:
		return lang.Say("has %s other %ss", many, p.Words().Field)
	}
	return lang.Fill(c.Says, p.claimSlots(w.Site, w.Fact.Claim))
}

// claimSlots returns the values of template letters for a site and its claim.
func (p *Program) claimSlots(site int32, c unify.Claim) func(byte) lang.Phrase {
	return func(letter byte) lang.Phrase {
		switch letter {
		case 'q':
			return p.Noun(site)
		case 'p':
			noun, own := p.noun(site)
			if word := p.Construct(site).Word; own && word != "" {
				return lang.Say("the %s %s", word, noun)
			}
			return noun
		case 'l':
			return p.LabelWord(p.Slots(site)[0].Label)
		case 'b':
			return p.Bare(c)
		case 'F':
			return p.LabelList(p.ListedLabels(c), p.Words().Field)
		case 'T':
			return p.LabelList(p.ListedLabels(c), p.Words().Tag)
		}
		return p.Thing(c)
	}
}

// demands reports whether a witness requires something of a value that the other one has made. A declaration counts as
// made if the other side requires something.
func (w *Witness) demands(other *Witness) bool {
	return w.asks && !(w.declares && (len(w.path) > 0 || other.asks && !other.declares))
}

// data returns a witness in the form of diagnostics.
func (p *Program) data(w *Witness) *lang.Witness {
	v := &lang.Witness{Span: w.Span, Shape: w.Fact.Claim.Flat.Form(), Expression: p.Short(w.Site)}
	if h := w.Fact.Claim.Flat.Head(); h != unify.NoHead {
		v.Shape = p.TypeExpression(h)
	}
	if len(w.path) > 0 {
		v.Part = p.elementText(w.path)
	}
	labels := p.LabelsOf(w.Fact.Claim)
	p.count(len(labels) / labelsPerStep)
	for _, l := range labels {
		v.Labels = append(v.Labels, p.Labels.Text(l))
	}
	return v
}

// Clash builds the diagnostic of a contradiction, without suspects and repairs. The side at the place with the lowest
// rank comes first; without ranks, the side with the lowest trust. The primary place is primary.Span, with the message
// of primary if it is not a place of the first side; if the span is zero, it is the place of the first side.
func (p *Program) Clash(
	name string, c *explain.Contradiction, rank func(*Witness) int, primary lang.Related,
) lang.Diagnostic {
	var ws []*Witness
	for _, f := range c.Facts {
		ws = append(ws, p.Witness(f))
	}
	slices.SortStableFunc(ws, func(x, y *Witness) int {
		if rank != nil && rank(x) != rank(y) {
			return rank(x) - rank(y)
		}
		if x.trust != y.trust {
			return int(x.trust) - int(y.trust)
		}
		return int(y.Span.Start - x.Span.Start)
	})
	if len(ws) == 1 {
		ws = append(ws, ws[0]) // a relation that fails whatever its arguments are
	}
	var meet *meeting
	if c.Proof != nil {
		meet = p.meeting(c)
	}
	return p.between(name, ws, c.Path, meet, primary)
}

// between builds the diagnostic of a clash between witnesses, at a path of labels. The primary place is the given one,
// or that of the first witness; meet is nil if it is not known how the witnesses meet.
func (p *Program) between(
	name string, ws []*Witness, path []unify.Label, meet *meeting, primary lang.Related,
) lang.Diagnostic {
	dg := lang.Diagnostic{Definition: name, Span: ws[0].Span}
	dg.Clash = &lang.Clash{A: p.data(ws[0]), B: p.data(ws[1])}
	for _, l := range path {
		dg.Clash.Path = append(dg.Clash.Path, p.Labels.Text(l))
	}
	header := primary.Span
	t := draft{Diagnostic: &dg, primary: header, meet: meet}
	p.read(meet, ws)
	t.elsewhere = !header.Empty() && header != ws[0].Span &&
		!slices.ContainsFunc(p.Slots(ws[0].Site), func(s Slot) bool { return s.Span == header })
	if len(ws) == 3 {
		dg.Clash.C = p.data(ws[2])
		p.onlyVector(&t, ws)
	} else {
		below := p.compare(&t, ws[0], ws[1])
		if t.parted {
			path = t.part
		}
		path = append(slices.Clone(path), below...)
	}
	if part := p.pathText(path); part != nil && (ws[0].Span != ws[1].Span || len(ws[0].Fact.Within) == 0) {
		t.message = lang.Say("in %s, %s", part, t.message)
	}
	for _, w := range ws[1:] {
		if w.Span == ws[0].Span {
			// Both sides are at one place (a call, say): one label has both texts.
			t.label = lang.Say("%s; %s", t.label, w.says)
			continue
		}
		dg.Related = append(dg.Related, lang.Related{Span: w.Span, Message: w.says})
	}
	dg.Related = append(dg.Related, t.related...)
	for _, w := range ws {
		if w.origin != nil {
			dg.Related = append(dg.Related, *w.origin)
		}
	}
	dg.Message, dg.Label = t.message, t.label
	switch {
	case t.elsewhere:
		dg.Related = slices.Insert(dg.Related, 0, lang.Related{Span: ws[0].Span, Message: t.label})
		dg.Span, dg.Label = header, primary.Message
		if at := slices.IndexFunc(dg.Related, func(r lang.Related) bool { return r.Span == header }); at >= 0 {
			dg.Label = lang.Say("%s; %s", dg.Related[at].Message, dg.Label)
			dg.Related = slices.Delete(dg.Related, at, at+1)
		}
	case !header.Empty():
		dg.Span = header
	}
	return dg
}

// A draft is a diagnostic in the making, with its sentences.
type draft struct {
	*lang.Diagnostic
	message, label lang.Phrase
	primary        lang.Span     // the primary place; the zero span: not given
	elsewhere      bool          // the primary place is not at a witness
	meet           *meeting      // nil if it is not known how the sides meet
	part           []unify.Label // if parted is set, the part that the message is about
	parted         bool
	related        []lang.Related // further places that the message names
}

// inPart reports whether the message is about a part that it names before everything else.
func (d *draft) inPart() bool {
	if d.parted {
		return len(d.part) > 0
	}
	return len(d.Clash.Path) > 0
}

// Because names the constraint or relation, and its place in the program, that united two sides.
func (p *Program) Because(given int32) lang.Phrase {
	r := p.Graph.Reason(given)
	rule := p.Rule(r.Rule, r.Part).Text()
	return lang.Say("%s (%s, %s)", p.inWords(given), p.File.Position(p.Span(r.Site).Start).String(), rule)
}

// inWords says why two sides were united, without the name of the rule.
func (p *Program) inWords(given int32) lang.Phrase {
	ev := p.Graph.Event(given)
	if instance, _, fired := ev.Cause.Fired(); fired {
		return p.relationHolds(instance)
	}
	if instance, failed := ev.Cause.Failed(); failed {
		site := p.Graph.InstanceOf(instance).Reason.Site
		return lang.Say("%s does not hold for %s", p.relationName(instance), p.Noun(site))
	}
	r, _ := ev.Cause.Given()
	rule := p.Rule(r.Rule, r.Part)
	if rule.Because == "" {
		return lang.Text("they must be equal")
	}
	return lang.Fill(rule.Because, func(letter byte) lang.Phrase {
		switch letter {
		case 'x':
			return p.SiteNoun(ev.X)
		case 'y':
			return p.SiteNoun(ev.Y)
		}
		return p.Noun(r.Site)
	})
}
