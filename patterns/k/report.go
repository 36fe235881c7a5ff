package k

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// report turns what the solver found into diagnostics.
func (a *analysis) report() {
	unended := make(map[string]bool)
	for i := range a.diagnostics {
		if a.diagnostics[i].Code == lang.MissingSemicolon {
			unended[a.diagnostics[i].Definition] = true
		}
	}
	told := make(map[int32]*toldClashes)
	var left []int32 // for which the program had no work left
	for d := range a.tree.Defs {
		a.watch.Step()
		id := int32(d)
		x := a.solver.Derivation(id)
		name := a.tree.Syms.Text(a.tree.Defs[d].Name)
		switch x.Breach {
		case patterns.NoBreach:
		case patterns.WorkBreach:
			left = append(left, id)
		default:
			a.diagnostics = append(a.diagnostics, a.breach(id, name, x))
		}
		if x.Warn != patterns.NoWarn {
			a.diagnostics = append(a.diagnostics, a.warning(id, name, x))
		}
		if x.Unsettled && x.Recursive {
			a.diagnostics = append(a.diagnostics, a.unsettled(id, name))
		}
		if len(a.solver.Conflicts(id)) > 0 && (a.options.Told == nil || !a.options.Told(a.tree.Defs[d].Span)) {
			a.tellConflicts(id, told, unended)
		}
	}
	if len(a.taken) > 0 {
		a.tellHidden(told, unended)
	}
	if left != nil {
		a.diagnostics = append(a.diagnostics, a.outOfWork(left)...)
	}
}

// toldClashes are the clashes of a definition, or of those that are explained
// together, that have been told: the places of their diagnostics, and those of
// both sides.
type toldClashes struct {
	at       map[lang.Span]bool
	sides    map[[2]lang.Span]bool
	complete bool // all of them were explained
}

func (t *toldClashes) add(dg *lang.Diagnostic) {
	t.at[dg.Span] = true
	if c := dg.Clash; c != nil && c.C == nil {
		t.sides[[2]lang.Span{c.A.Span, c.B.Span}] = true
		t.sides[[2]lang.Span{c.B.Span, c.A.Span}] = true
	}
}

func (t *toldClashes) has(dg *lang.Diagnostic) bool {
	c := dg.Clash
	return c != nil && c.C == nil && t.sides[[2]lang.Span{c.A.Span, c.B.Span}]
}

// tellConflicts reports the conflicts of a definition: explained as far as the
// bounds on that allow, the others as they were found.
func (a *analysis) tellConflicts(d int32, all map[int32]*toldClashes, unended map[string]bool) {
	first := a.explainer().Together(d)[0]
	told := all[first]
	if told == nil {
		told = &toldClashes{at: make(map[lang.Span]bool), sides: make(map[[2]lang.Span]bool)}
		all[first] = told
		if !a.options.Brief {
			var ds []lang.Diagnostic
			ds, told.complete = a.contradictions(d)
			for i, dg := range ds {
				// What a definition that calls itself asks is asked of each call again.
				again := slices.ContainsFunc(ds[:i], func(o lang.Diagnostic) bool { return saysSame(&o, &dg) })
				dg.Secondary = dg.Secondary || unended[dg.Definition] || again
				told.add(&dg)
				a.diagnostics = append(a.diagnostics, dg)
			}
		}
	}
	if told.complete {
		return
	}
	name := a.defName(d)
	explained := len(told.at) > 0
	for _, c := range a.solver.Conflicts(d) {
		for _, dg := range a.clashes(d, name, c) {
			if explained && told.has(&dg) {
				continue
			}
			// A second clash at one place, or a clash in a definition that runs on
			// into the next one, is a consequence.
			dg.Secondary = told.at[dg.Span] || unended[name]
			told.add(&dg)
			a.diagnostics = append(a.diagnostics, dg)
		}
	}
}

// saysSame reports whether people could not tell two clashes apart.
func saysSame(x, y *lang.Diagnostic) bool {
	return x.Code == y.Code && x.Span == y.Span && x.Message == y.Message && x.Clash.A.Span == y.Clash.A.Span && x.Clash.B.Span == y.Clash.B.Span
}

// Note is the part of patterns.Bodies that names the place of a conflict: the
// reference, nearest to it, whose monomorphic signature it comes from or which
// is used at another pattern within its group.
func (a *analysis) Note(d int32, c unify.Conflict) int32 {
	clash := a.solver.Explain(d, c)
	for _, f := range clash.Facts {
		if i, ok := a.graph.Instance(f.Node); ok && a.recursiveUse(d, k.NodeID(a.solver.UseOf(i).Site)) {
			return a.solver.UseOf(i).Site
		}
	}
	for _, n := range [2]unify.Node{clash.Given.Y, clash.Given.X} {
		if site, ok := a.graph.Site(n); ok && a.recursiveUse(d, k.NodeID(site)) {
			return site
		}
	}
	// Within the construct that states the constraint, else within the body.
	r, _ := clash.Given.Cause.Given()
	def := &a.tree.Defs[d]
	for _, s := range [2]lang.Span{a.tree.Span(k.NodeID(r.Site)), def.Span} {
		for e := def.First; e <= def.Root; e++ {
			if s.Contains(a.tree.Span(e)) && a.recursiveUse(d, e) {
				return int32(e)
			}
		}
	}
	return r.Site
}

// recursiveUse reports whether a node is a reference to a recursive group that
// was derived monomorphically, or to the group of definition d.
func (a *analysis) recursiveUse(d int32, e k.NodeID) bool {
	n := &a.tree.Nodes[e]
	if n.Op != k.OpRef {
		return false
	}
	c := a.names.Func[n.Sym]
	return c >= 0 && (a.solver.Tainted(c) || a.solver.SameGroup(c, d))
}

// witness is one side of a clash, ready to be told.
type witness struct {
	fact     patterns.Fact
	span     lang.Span
	trust    int    // how little it is to blame
	asks     bool   // it asks something of a value that others make
	declares bool   // it is a type or a filter
	thing    string // "a string", "a product with the fields …"
	says     string // the label at its place
	text     string // its source text, shortened
	site     k.NodeID
	callee   string        // of a fact that a call brought along
	path     []unify.Label // the part of what stands there that is meant
	origin   *lang.Related
}

// clashes builds the diagnostics of a conflict: one, and one for each further
// projection that asks the same closed pattern for a label it lacks.
func (a *analysis) clashes(d int32, name string, c unify.Conflict) []lang.Diagnostic {
	clash := a.solver.Explain(d, c)
	ds := []lang.Diagnostic{a.clash(name, clash, nil)}
	if ds[0].Code != lang.MissingField && ds[0].Code != lang.MissingTag {
		return ds
	}
	closed := clash.Facts[0]
	if !closed.Flat.Closed() {
		closed = clash.Facts[1]
	}
	told := map[string]bool{ds[0].Clash.Label: true}
	for _, f := range clash.More {
		site, ok := a.graph.Site(f.Node)
		if !ok || !a.reads(k.NodeID(site)) || told[a.labels.Text(f.Edges[0].Label)] {
			continue
		}
		told[a.labels.Text(f.Edges[0].Label)] = true
		again := clash
		again.Facts = []patterns.Fact{f, closed}
		if dg := a.clash(name, again, nil); dg.Code == ds[0].Code {
			ds = append(ds, dg)
		}
	}
	return ds
}

// reads reports whether an expression reads the part of a value under a label.
func (a *analysis) reads(e k.NodeID) bool {
	op := a.tree.Nodes[e].Op
	return op == k.OpDot || op == k.OpDiv
}

// clash builds the diagnostic of a conflict with its facts. The side at the place
// with the lowest rank comes first; without ranks it is the one that is trusted
// least.
func (a *analysis) clash(name string, clash patterns.Clash, rank func(*witness) int) lang.Diagnostic {
	given, _ := clash.Given.Cause.Given()
	if len(clash.Facts) < 2 {
		// Not reached: a clash has two or three facts. Tell what is certain.
		return lang.Diagnostic{
			Code: lang.ShapeClash, Definition: name, Span: a.tree.Span(k.NodeID(given.Site)),
			Message: "the patterns that meet here cannot be one",
		}
	}
	var ws []*witness
	for i, f := range clash.Facts {
		ws = append(ws, a.witness(f, clash.Facts[(i+1)%len(clash.Facts)]))
	}
	slices.SortStableFunc(ws, func(x, y *witness) int {
		if rank != nil && rank(x) != rank(y) {
			return rank(x) - rank(y)
		}
		if x.trust != y.trust {
			return x.trust - y.trust
		}
		return int(y.span.Start - x.span.Start)
	})
	dg := lang.Diagnostic{Definition: name, Span: ws[0].span}
	c0 := &lang.Clash{A: a.dataWitness(ws[0]), B: a.dataWitness(ws[1])}
	for _, l := range clash.Path {
		c0.Path = append(c0.Path, a.labels.Text(l))
	}
	dg.Clash = c0
	path := clash.Path
	if len(ws) == 3 {
		c0.C = a.dataWitness(ws[2])
		a.onlyVector(&dg, ws)
	} else {
		path = append(slices.Clone(path), a.compare(&dg, ws[0], ws[1])...)
	}
	if part := a.pathText(path); part != "" && (ws[0].span != ws[1].span || len(ws[0].fact.Within) == 0) {
		dg.Message = "in " + part + ", " + dg.Message
	}
	for _, w := range ws[1:] {
		if w.span == ws[0].span {
			// Both sides are one place (a call, say): one label tells both.
			dg.Label = dg.Label + "; " + w.says
			continue
		}
		dg.Related = append(dg.Related, lang.Related{Span: w.span, Message: w.says})
	}
	for _, w := range ws {
		if w.origin != nil {
			dg.Related = append(dg.Related, *w.origin)
		}
	}
	dg.Notes = append(dg.Notes, a.because(given, clash))
	return dg
}

func (a *analysis) dataWitness(w *witness) *lang.Witness {
	v := &lang.Witness{Span: w.span, Shape: w.fact.Flat.Form(), Expression: w.text}
	if h := w.fact.Flat.Head(); h != unify.NoHead {
		v.Shape = a.typeWord(h)
	}
	if len(w.path) > 0 {
		v.Part = a.elementText(w.path)
	}
	for _, l := range a.labelsOf(w.fact) {
		v.Labels = append(v.Labels, a.labels.Text(l))
	}
	return v
}

// labelsOf returns the labels of a fact in print order; of a type its own.
func (a *analysis) labelsOf(f patterns.Fact) []unify.Label {
	var ls []unify.Label
	if h := f.Flat.Head(); h != unify.NoHead {
		for _, e := range a.types.Fields(h) {
			ls = append(ls, e.Label)
		}
	} else {
		for _, e := range f.Edges {
			ls = append(ls, e.Label)
		}
	}
	slices.SortFunc(ls, a.labelOrder(len(ls)))
	return ls
}

// because says in which place of the program the two sides became one.
func (a *analysis) because(r unify.Reason, c patterns.Clash) string {
	e := k.NodeID(r.Site)
	var at string
	x, y := c.Given.X, c.Given.Y
	switch Rule(r.Rule) {
	case R2Comp:
		switch r.Part {
		case partChain:
			at = fmt.Sprintf("what %s gives goes into %s", a.siteNoun(x), a.siteNoun(y))
		case partStart:
			at = fmt.Sprintf("what goes into a composition goes into its first part, %s", a.siteNoun(y))
		default:
			at = fmt.Sprintf("what a composition gives is what its last part, %s, gives", a.siteNoun(y))
		}
	case R4Prod, R5Variant:
		at = "all fields of a product take the same input"
	case R6Merge:
		at = "all branches of a merge take the same input"
		if r.Part == partOutput {
			at = "all branches of a merge give the same pattern"
		}
	case R8Vector:
		at = "all elements of a vector take the same input"
		if r.Part == partMember {
			at = "all elements of a vector give the same pattern"
		}
	case R1Ref, R13Builtin:
		at = fmt.Sprintf("this is a use of %s", a.noun(e))
	case R12Filter:
		at = "a filter says what its input is"
		if r.Part == partVariable {
			at = "a filter variable is one pattern wherever it stands in a definition"
		}
	case R2Identity:
		at = "the identity gives what it takes"
	case R3Type:
		at = "a type gives what it takes"
	case R9Caret:
		at = "the caret takes what its expression takes"
	default:
		at = "they are one value"
	}
	p := a.tree.File.Position(a.tree.Nodes[e].Start)
	return fmt.Sprintf("%s (%s, %s)", at, p, ReasonText(r))
}

// maxPath is how many labels of a path a message spells.
const maxPath = 12

// pathText spells a path of labels: "the field `a.b`", "their members".
func (a *analysis) pathText(path []unify.Label) string {
	if len(path) == 0 {
		return ""
	}
	s := ""
	members := 0
	for i, l := range path {
		if l == unify.Member {
			members++
		}
		if len(path) > maxPath && i >= maxPath/2 && i < len(path)-maxPath/2 {
			if i == maxPath/2 {
				s += fmt.Sprintf(".…(%d more)…", len(path)-maxPath)
			}
			continue
		}
		if l == unify.Member {
			s += "[]"
			continue
		}
		if s != "" {
			s += "."
		}
		s += a.tree.Dialect.LabelText(a.labels.Text(l))
	}
	if members == len(path) {
		if members == 1 {
			return "the members of the vectors"
		}
		return "the innermost members"
	}
	return "the part `" + s + "`"
}

// siteNoun names the expression that a node belongs to.
func (a *analysis) siteNoun(n unify.Node) string {
	if site, ok := a.graph.Site(n); ok {
		return a.noun(k.NodeID(site))
	}
	return "it"
}

// nextTo is the name of what stands behind something, told apart when both are
// named alike.
func nextTo(name, next string) string {
	if kind, ok := strings.CutPrefix(next, "the "); ok && name == next {
		return "the next " + kind
	}
	return next
}

// quote is an expression's source text in backquotes, shortened.
func (a *analysis) quote(e k.NodeID) string { return "`" + a.short(e) + "`" }

const shortText = 32

func (a *analysis) short(e k.NodeID) string {
	s := a.tree.Span(e)
	var buf [4 * shortText]rune
	text := buf[:0]
	for _, r := range string(a.tree.File.Src[s.Start:min(s.End, s.Start+4*shortText)]) {
		if r == '\n' || r == '\r' || r == '\t' {
			r = ' '
		}
		if r == ' ' && len(text) > 0 && text[len(text)-1] == ' ' {
			continue
		}
		text = append(text, r)
	}
	if len(text) > shortText {
		text = append(text[:shortText-1], '…')
	}
	return string(text)
}

// breach is the diagnostic of a limit.
func (a *analysis) breach(d int32, name string, x *patterns.Derivation) lang.Diagnostic {
	dg := lang.Diagnostic{Definition: name, Span: a.nameSpan(d)}
	switch x.Breach {
	case patterns.NodeBreach:
		dg.Code, dg.Label = lang.NodeLimit, "too large"
		dg.Message = fmt.Sprintf("the pattern of `%s` is larger than the limit of nodes allows", name)
		dg.Notes = append(dg.Notes, "its callers see it as `(...) --> (...)`; everything else was derived")
		dg.Help = append(dg.Help, "a filter or a named type where the pattern grows keeps it small; --limit-nodes N raises the limit")
	case patterns.RoundBreach:
		dg.Code, dg.Label = lang.RoundLimit, "still changing"
		dg.Message = fmt.Sprintf("the signature of `%s` still changed when the limit of rounds was reached", name)
		dg.Help = append(dg.Help, "a filter on the recursive definition settles it; --limit-rounds N raises the limit")
	case patterns.TimeBreach:
		dg.Code, dg.Label = lang.TimeLimit, "out of time"
		dg.Message = fmt.Sprintf("the derivation of `%s` took longer than the limit of time allows", name)
		dg.Help = append(dg.Help, "--limit-time DURATION raises the limit")
	case patterns.DepthBreach:
		dg.Code, dg.Label = lang.DepthLimit, "nested too deep"
		dg.Message = fmt.Sprintf("the brackets of `%s` are nested %d deep, more than the limit allows", name, a.tree.Defs[d].Depth)
		dg.Help = append(dg.Help, "--limit-depth N raises the limit")
	}
	return dg
}

// outOfWork are the diagnostics of the definitions that the limit of the program
// left out: one for all of them, and its consequences.
func (a *analysis) outOfWork(left []int32) []lang.Diagnostic {
	name := func(d int32) string { return a.tree.Syms.Text(a.tree.Defs[d].Name) }
	most := a.solver.Reserve()
	dg := lang.Diagnostic{
		Code: lang.NodeLimit, Definition: name(left[0]), Span: a.nameSpan(left[0]), Label: "not derived",
		Message: fmt.Sprintf("the limit of %d nodes for a whole program leaves too few for `%s`", most, name(left[0])),
	}
	told := "its callers see it as `(...) --> (...)`; everything else was derived"
	if n := len(left) - 1; n > 0 {
		told = "their callers see them as `(...) --> (...)`; everything else was derived"
		dg.Message += fmt.Sprintf(" and %d more", n)
		var also []string
		for _, d := range left[1:min(len(left), 1+toldLeftOut)] {
			also = append(also, "`"+name(d)+"`")
		}
		if n > toldLeftOut {
			also = append(also, fmt.Sprintf("%d others", n-toldLeftOut))
		}
		dg.Notes = append(dg.Notes, "not derived, too: "+strings.Join(also, ", "))
	}
	dg.Notes = append(dg.Notes, told)
	if d, work := a.solver.MostWork(); 4*work > most {
		dg.Related = append(dg.Related, lang.Related{
			Span: a.nameSpan(d), Message: fmt.Sprintf("`%s` took %d nodes", name(d), work),
		})
	}
	dg.Help = append(dg.Help, "filters or named types where patterns grow keep them small; --limit-work N raises the limit")
	ds := []lang.Diagnostic{dg}
	for _, d := range left[1:] {
		ds = append(ds, lang.Diagnostic{
			Code: lang.NodeLimit, Definition: name(d), Span: a.nameSpan(d), Label: "not derived", Secondary: true,
			Message: fmt.Sprintf("the limit of nodes for a whole program leaves too few for `%s`", name(d)),
		})
	}
	return ds
}

// toldLeftOut is how many definitions are named that were left out.
const toldLeftOut = 5

func (a *analysis) nameSpan(d int32) lang.Span { return a.tree.Defs[d].NameSpan }

func (a *analysis) warning(d int32, name string, x *patterns.Derivation) lang.Diagnostic {
	site := k.NodeID(x.WarnSite)
	dg := lang.Diagnostic{Definition: name, Severity: lang.Warning, Span: a.tree.Span(site)}
	if x.Warn == patterns.WarnNarrow {
		group, partners := a.narrowGroup(site)
		dg.Code, dg.Label = lang.NarrowRecursion, "used more widely here"
		dg.Message = fmt.Sprintf("this use of `%s` fits only the polymorphic signature of a recursion that does not settle", a.short(site))
		dg.Notes = append(dg.Notes, fmt.Sprintf("`%s`%s was derived with one pattern for all its inner uses; that is narrower than what this use needs", group, partners))
		dg.Help = append(dg.Help, fmt.Sprintf("a filter in the definition of `%s` that says what it takes and gives makes the signature certain", group))
		return dg
	}
	dg.Code, dg.Label = lang.PolymorphicRecursion, "used at another pattern"
	dg.Message = fmt.Sprintf("the recursion of `%s` is polymorphic: one pattern does not serve all its inner uses, and its signature does not settle", name)
	dg.Notes = append(dg.Notes, "the signature shown is a necessary condition only; the program is not rejected for it")
	dg.Help = append(dg.Help, fmt.Sprintf("a filter in `%s` that says what it takes and gives makes the signature certain", name))
	if s := a.nameSpan(d); s != dg.Span {
		dg.Related = append(dg.Related, lang.Related{Span: s, Message: "the recursive definition"})
	}
	return dg
}

// narrowGroup names the monomorphic definition behind the reference at a site,
// and the others of its group.
func (a *analysis) narrowGroup(site k.NodeID) (name, partners string) {
	n := &a.tree.Nodes[site]
	if n.Op != k.OpRef || a.names.Func[n.Sym] < 0 {
		return a.short(site), ""
	}
	d := a.solver.NarrowSource(a.names.Func[n.Sym])
	for _, p := range a.solver.Derivation(d).Partners {
		if p != d {
			partners += ", `" + a.tree.Syms.Text(a.tree.Defs[p].Name) + "`"
		}
	}
	if partners != "" {
		partners = " (with" + partners[1:] + ")"
	}
	return a.tree.Syms.Text(a.tree.Defs[d].Name), partners
}

func (a *analysis) unsettled(d int32, name string) lang.Diagnostic {
	return lang.Diagnostic{
		Code: lang.RoundLimit, Severity: lang.Warning, Definition: name, Span: a.nameSpan(d),
		Label:   "does not settle",
		Message: fmt.Sprintf("the polymorphic rounds of `%s` grow without end, so its signature is only a necessary condition", name),
		Help:    []string{"--recursion auto derives such definitions with one pattern for all inner uses"},
	}
}
