package relay

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Errors that are not contradictions have no proof that suggests repairs. The guesser proposes repairs from the error's
// code and the program's text, and each proposal is a trial: the program is derived with it.

const (
	mostTries   = 24                // guesses for one error; the last is not tried
	mostGuesses = 3                 // guesses that one error offers
	mostOfOne   = mostTries * 2 / 3 // guesses of one kind
	mostEnds    = 2                 // constructors without fields that may be a missing argument
	costOfGuess = 4                 // no guess is certain
	costOfLast  = 13                // it is not offered beside other guesses

	workPerError = 16 // the work of reporting an error of the text or its names, in bytes
)

// A guesser proposes repairs for one error.
type guesser struct {
	repair.Draft
	p    *program
	dg   *lang.Diagnostic
	list []repair.Guess
	late int // the cost of the following guesses beyond costOfGuess
}

// Guesser returns a repair.Guesser that derives the program with changes.
func (p *program) Guesser([]lang.Diagnostic) *repair.Guesser {
	o := p.options
	return &repair.Guesser{
		File:  p.File,
		Size:  len(p.tree.Nodes) + len(p.File.Src) + workPerError*len(p.Known),
		Found: func() repair.Found { return p.errors().Found() },
		Analyze: func(text *lang.File) repair.Found {
			of := o
			o.Reuse = nil // this derivation consumes it
			q := derived(text, of, p.watch)
			o.Reuse = &patterns.Result{Front: q} // for the next trial
			return q.errors().Found()
		},
		Keys: p.keysOf,
	}
}

// Guesses lists changes that may fix an error. Of an unknown name, these are the similar names, which only have to
// remove the error and add no other; other guesses must leave no error in the definition.
func (p *program) Guesses(r *report) diagnose.Guesses {
	if r.Code == lang.UnknownOperator && namedElsewhere(p.File.Text(r.Span)) != nil {
		r.Fixes = slices.DeleteFunc(r.Fixes, func(f lang.Fix) bool { // the name is not misspelt, but may lack its sign
			return !strings.ContainsAny(f.Edits[0].Text[:1], "@%")
		})
	}
	named := isUnknown(r.Code) && len(r.Fixes) > 1
	list := func() []repair.Guess {
		g := guesser{Draft: repair.Draft{Tree: &p.tree.Tree, Widest: 24, Watch: p.watch}, p: p, dg: &r.Diagnostic}
		g.guess()
		return g.list
	}
	if named {
		list = nil
	}
	return diagnose.Guesses{
		List: list, Instead: named, Named: named || r.Code == lang.Underdetermined,
		Bounds: repair.Bounds{Tries: mostTries - 1, Kept: mostGuesses + 1, Margin: 1, Once: true, Whole: !named},
	}
}

// isUnknown reports whether an error is about an undeclared name.
func isUnknown(code lang.Code) bool {
	switch code {
	case lang.UnknownLocal, lang.UnknownGlobal, lang.UnknownOperator,
		lang.UnknownConstructor, lang.UnknownType, lang.UnknownRelation:
		return true
	}
	return false
}

// keysOf returns the keys under which trials count an error. An error about type parameters counts the conflicts of all
// definitions of its recursive group.
func (p *program) keysOf(dg *lang.Diagnostic) (keys []repair.ErrorKey) {
	if dg.Code != lang.RigidParameter {
		return []repair.ErrorKey{keyOf(dg)}
	}
	for _, e := range p.groupOf(dg) {
		keys = append(keys, repair.ErrorKey{Definition: p.DefName(e), At: repair.Anywhere})
	}
	return keys
}

// add adds a guess. Libraries are not changed.
func (g *guesser) add(title string, edits ...lang.Edit) { g.offer(g.Fix(title, edits...)) }

// offer adds a guess with a fix of its own title, as add does.
func (g *guesser) offer(f lang.Fix) {
	if len(f.Edits) > 0 && !slices.ContainsFunc(f.Edits, func(e lang.Edit) bool { return !g.p.File.InMain(e.Span) }) {
		g.list = append(g.list, repair.Guess{Fix: f, Cost: costOfGuess + g.late})
	}
}

// use guesses that another name was meant.
func (g *guesser) use(at lang.Span, name string) {
	if name != g.p.File.Text(at) {
		g.add("use `"+name+"`", lang.Edit{Span: at, Text: name})
	}
}

// leaveOut guesses that one element of a list is superfluous. The fix removes it with its comma.
func (g *guesser) leaveOut(list []relay.NodeID, i int) {
	if g.Nodes[list[i]].Flags&relay.FlagParen == 0 {
		g.offer(g.LeaveOut(list, i))
	}
}

// guess proposes fixes by the code of the error.
func (g *guesser) guess() {
	e := g.p.outermostAt(g.dg.Span)
	switch g.dg.Code {
	case lang.UnknownLocal:
		if len(g.dg.Fixes) == 0 {
			now, beside := g.p.File.Text(g.dg.Span), g.p.beside(e)
			names, _ := g.p.unusedFirst(g.dg.Span)
			for _, name := range names {
				if !beside[name] || strings.HasPrefix(name, now) || strings.HasPrefix(now, name) {
					g.use(g.dg.Span, name)
				}
			}
		}
	case lang.UnknownOperator:
		if len(g.dg.Fixes) == 0 {
			g.operators(e)
		}
	case lang.Underdetermined:
		g.annotate()
		g.guessDeciding()
	case lang.RigidParameter:
		g.results()
	case lang.WrongCount:
		g.count(e)
	case lang.WrongAttribute:
		if len(g.dg.Fixes) == 0 {
			g.attributes(e)
		}
	case lang.DuplicateVariable:
		g.guessDuplicateAttribute()
	case lang.WrongKind:
		g.kind(e)
	case lang.MissingCases:
		g.cases()
	}
}

// outermostAt returns the outermost node with a given span, or NoNode.
func (p *front) outermostAt(span lang.Span) relay.NodeID {
	if p.outermost == nil {
		p.outermost = make(map[lang.Span]relay.NodeID, len(p.tree.Nodes))
		for e := range p.tree.Nodes { // children come before their parents, so the outermost node wins
			p.outermost[p.tree.Span(relay.NodeID(e))] = relay.NodeID(e)
		}
	}
	if e, ok := p.outermost[span]; ok {
		return e
	}
	return relay.NoNode
}

// bounds returns the nodes of the definition around a place.
func (p *program) bounds(at lang.Span) (first, root relay.NodeID) {
	for d := range p.Defs {
		if p.Defs[d].Span.Contains(at) {
			return relay.NodeID(p.Defs[d].First), relay.NodeID(p.Defs[d].Root)
		}
	}
	return 0, -1
}

// boundBefore returns the variables that the definition binds before a place: the nearest first.
func (p *program) boundBefore(at lang.Span) []string {
	var bound repair.Distinct[string]
	first, root := p.bounds(at)
	for id := first; id <= root; id++ {
		if p.tree.Is(id, relay.OpVar) && p.tree.Span(id).Start < at.Start {
			bound.Add(p.tree.Name(id))
		}
	}
	slices.Reverse(bound.List)
	return bound.List
}

// unusedFirst returns the variables that the definition binds before a place, the unused ones first, and the number of
// unused ones.
func (p *program) unusedFirst(at lang.Span) (list []string, unused int) {
	uses := p.usesWithin(at)
	list = p.boundBefore(at)
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(min(uses[a], 1), min(uses[b], 1)) })
	for unused < len(list) && uses[list[unused]] == 0 {
		unused++
	}
	return list, unused
}

// usesWithin counts the uses of each variable in the definition around a place.
func (p *program) usesWithin(at lang.Span) map[string]int {
	uses := make(map[string]int)
	first, root := p.bounds(at)
	for id := first; id <= root; id++ {
		if p.tree.Is(id, relay.OpLocal, relay.OpGraph) {
			uses[p.tree.Name(id)]++
		}
	}
	return uses
}

// guessDeciding guesses what would decide a type: an unused variable in place of another one, other orders of the
// arguments of a waiting operator, or an attribute that other calls of the operator have.
func (g *guesser) guessDeciding() {
	if e := g.p.outermostAt(g.dg.Span); e == relay.NoNode || g.Is(e, relay.OpVar) || g.p.roles[e] == binder {
		name := g.p.File.Text(g.dg.Span)
		if uses := g.p.usesWithin(g.dg.Span); uses[name] == 0 {
			first, root := g.p.bounds(g.dg.Span)
			var places []relay.NodeID
			for id := first; id <= root; id++ {
				if g.Is(id, relay.OpLocal) && g.Span(id).Start > g.dg.Span.End {
					places = append(places, id)
				}
			}
			var names []string
			for _, e := range places {
				names = append(names, g.Name(e))
			}
			rank := lang.Nearness(name, names)
			slices.SortStableFunc(places, func(a, b relay.NodeID) int { // names with several uses first
				return cmp.Or(
					cmp.Compare(min(uses[g.Name(b)], 2), min(uses[g.Name(a)], 2)),
					cmp.Compare(rank(g.Name(a)), rank(g.Name(b))),
				)
			})
			for _, e := range places[:min(len(places), mostOfOne)] {
				g.add("use `"+name+"` in place of `"+g.Name(e)+"`", lang.Edit{Span: g.Span(e), Text: name})
			}
		}
	}
	for _, r := range append([]lang.Related{{Span: g.dg.Span}}, g.dg.Related...) {
		e := g.p.outermostAt(r.Span)
		if !g.Is(e, relay.OpCall) || g.p.roles[e] != expression {
			continue
		}
		args := g.p.arguments(e)
		for k := 1; k < len(args); k++ {
			g.offer(g.Swap(args[k-1], args[k]))
		}
		for _, a := range g.p.givenElsewhere(e) {
			g.offer(further(g.Draft, e, a))
		}
	}
}

// givenElsewhere returns the attributes, with their values, that other calls of a call's operator have and this call
// does not.
func (p *front) givenElsewhere(e relay.NodeID) (list []string) {
	name := p.operatorName(e)
	for other := range p.tree.Of(relay.OpCall) {
		if other == e || p.operatorName(other) != name {
			continue
		}
		for _, kid := range p.tree.KidsOf(other, relay.OpAttr) {
			if _, given := p.attribute(e, p.tree.Name(kid)); !given {
				list = repair.With(list, mostOfOne, p.tree.Source(kid))
			}
		}
	}
	return list
}

// count guesses why a call or a pattern has the wrong number of parts: one is superfluous, one is missing, or another
// name was meant.
func (g *guesser) count(e relay.NodeID) {
	if e == relay.NoNode {
		return
	}
	if g.Is(e, relay.OpConPat) {
		kids := g.Kids(e)
		g.constructors(g.p.tree.NameSpan(e), len(kids))
		switch len(kids) - len(g.p.fields(relay.NodeID(g.p.names.At[e]))) {
		case -1:
			for i := range len(kids) + 1 {
				at, text := g.p.tree.NameSpan(e).End, "(_)"
				switch {
				case i > 0:
					at, text = g.Span(kids[i-1]).End, ", _"
				case len(kids) > 0:
					at, text = g.Span(kids[0]).Start, "_, "
				}
				whole, from := g.Source(e), at-g.Span(e).Start
				g.add("write `"+whole[:from]+text+whole[from:]+"`", repair.Insert(at, text))
			}
		case 1:
			uses := g.p.usesWithin(g.Span(e))
			for i, kid := range slices.Backward(kids) {
				if g.Is(kid, relay.OpAny) || g.Is(kid, relay.OpVar) && uses[g.Name(kid)] == 0 {
					g.leaveOut(kids, i)
				}
			}
		}
		return
	}
	if !g.Is(e, relay.OpCall) {
		return
	}
	callee := g.Kids(e)[0]
	args := g.p.arguments(e)
	to := g.p.target(callee)
	takes := g.p.arity(to)
	if g.p.isOperator(to) {
		if o := g.p.operatorNamed(g.Name(to)); o != nil {
			takes = len(o.Inputs())
			if at := g.p.forgottenTuple(e, o); !at.Empty() {
				text := message.Shortened("("+g.p.File.Text(at)+")", 40)
				g.add("write `"+text+"`", repair.Wrap(at, "()")...)
				g.late = costOfLast
			}
		}
	}
	if takes == 1 && len(args) > 1 && g.p.names.Meaning[callee] == relay.MeansConstructor {
		from, to := g.Span(args[0]).Start, g.Span(args[len(args)-1]).End
		g.add("put the arguments into a tuple", repair.Insert(from, "("), repair.Insert(to, ")"))
	}
	switch {
	case takes == len(args)-1:
		all := g.Kids(e)[2:]
		for i, a := range all {
			if slices.Contains(args, a) {
				g.leaveOut(all, i)
			}
		}
		g.callees(e, callee, len(args))
	case takes == len(args)+1:
		names, unused := g.p.unusedFirst(g.Span(e))
		g.insert(e, args, names[:unused], mostTries/3)
		if g.p.names.Meaning[callee] == relay.MeansConstructor {
			ends := g.p.constructorsFor(g.Source(callee), 0)
			g.insert(e, args, ends[:min(len(ends), mostEnds)], mostTries/3)
		}
		g.insert(e, args, names[unused:], mostTries/2)
		g.late = costOfLast
		g.callees(e, callee, len(args))
	default:
		g.callees(e, callee, len(args))
	}
}

// insert guesses that a call lacks one of some variables. It makes at most most guesses.
func (g *guesser) insert(e relay.NodeID, args []relay.NodeID, names []string, most int) {
	for _, name := range names {
		for i := len(args); i >= 0; i-- {
			if most--; most < 0 {
				return
			}
			var edit lang.Edit
			switch {
			case i < len(args) && g.Nodes[args[i]].Flags&relay.FlagParen == 0:
				at := g.Span(args[i]).Start
				edit = repair.Insert(at, name+", ")
			case i == len(args) && i > 0 && g.Nodes[args[i-1]].Flags&relay.FlagParen == 0:
				at := g.Span(args[i-1]).End
				edit = repair.Insert(at, ", "+name)
			case len(g.Kids(e)) == 2:
				at := g.Span(e).End - 1
				edit = repair.Insert(at, name)
			default:
				continue
			}
			g.add("add the argument `"+name+"`", edit)
		}
	}
}

// callees guesses that another operator, constructor or global with n arguments was meant.
func (g *guesser) callees(e, callee relay.NodeID, n int) {
	at := g.Span(callee)
	switch g.Nodes[callee].Op {
	case relay.OpGlobal:
		for _, name := range g.p.globals(callee, n) {
			g.use(at, name)
		}
	case relay.OpName:
		if g.p.names.Meaning[callee] == relay.MeansConstructor {
			g.constructors(at, n)
			return
		}
		for _, name := range g.p.operatorsFor(e, n) {
			g.use(at, name)
		}
	}
}

// globals returns the functions with n parameters that may be meant in place of a callee, nearest names first. The
// definition itself is included only if it calls itself elsewhere; functions with errors are excluded, since their
// result is unknown.
func (p *program) globals(callee relay.NodeID, n int) (list []string) {
	now := p.tree.Text(callee)
	first, root := p.bounds(p.tree.Span(callee))
	recursive := false
	for id := first; id <= root; id++ {
		isSelf := p.names.Meaning[id] == relay.MeansGlobal && p.tree.Decls[p.names.At[id]].Root == root
		recursive = recursive || id != callee && isSelf
	}
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Kind != relay.DeclDef || !p.tree.Is(d.Root, relay.OpFn) || len(p.variables(d.Root)) != n {
			continue
		}
		if name := p.tree.NameOf(d); name != now && (d.Root == root && recursive || d.Root != root && p.isSound(p.def[i])) {
			list = append(list, name)
		}
	}
	return nearestFirst(now, list)
}

// isSound reports whether a definition has no error.
func (p *program) isSound(d int32) bool {
	return patterns.Remember(&p.sound, d, func() bool {
		return !p.faulty[d] && p.Solver.Derivation(d).Derived && len(p.Solver.Conflicts(d)) == 0 &&
			!slices.ContainsFunc(p.Others(d), isError)
	})
}

// nearestFirst sorts names by their similarity to a name and returns the first mostOfOne.
func nearestFirst(now string, list []string) []string {
	rank := lang.Nearness(now, list)
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return list[:min(len(list), mostOfOne)]
}

// operators guesses that an unknown name is that of an operator which takes as many arguments and the same attributes:
// one that other tools call so, or one whose name begins with the same word.
func (g *guesser) operators(e relay.NodeID) {
	call := g.p.parents[e]
	if e == relay.NoNode || !g.Is(call, relay.OpCall) || g.Kids(call)[0] != e {
		return
	}
	name := g.Source(e)
	of := namedElsewhere(name)
	for _, other := range g.p.operatorsTaking(call, len(g.p.arguments(call))) {
		if slices.Contains(of, other) || sameWord(name, other) {
			g.use(g.Span(e), other)
		}
	}
}

// elsewhere has operators by names that NumPy, PyTorch, TensorFlow or ONNX give them.
var elsewhere = map[string][]string{
	"plus": {"add"}, "sub": {"subtract"}, "minus": {"subtract"}, "mul": {"multiply"},
	"times": {"multiply"}, "div": {"divide"}, "truediv": {"divide"}, "pow": {"power"}, "neg": {"negative"},
	"mm": {"nn.matmul", "nn.dense"}, "matmul": {"nn.matmul", "nn.dense", "nn.batch_matmul"}, "bmm": {"nn.batch_matmul"},
	"dot": {"nn.matmul", "nn.dense"}, "linear": {"nn.dense"}, "gemm": {"nn.dense", "nn.matmul"},
	"fully_connected": {"nn.dense"}, "conv": {"nn.conv1d", "nn.conv2d", "nn.conv3d"},
	"cat": {"concatenate"}, "concat": {"concatenate"}, "permute": {"transpose"}, "unsqueeze": {"expand_dims"},
	"view": {"reshape"}, "flatten": {"nn.batch_flatten"}, "astype": {"cast"}, "to": {"cast"},
	"gather": {"take"}, "reduce_mean": {"mean"}, "reduce_sum": {"sum"}, "reduce_max": {"max"}, "average": {"mean"},
	"maxpool": {"nn.max_pool2d"}, "maxpool2d": {"nn.max_pool2d"}, "avgpool": {"nn.avg_pool2d"},
	"avgpool2d": {"nn.avg_pool2d"}, "batchnorm": {"nn.batch_norm"}, "layernorm": {"nn.layer_norm"},
	"amax": {"max"}, "amin": {"min"}, "absolute": {"abs"},
}

// namedElsewhere returns the operators that have a name elsewhere, nil for other names.
func namedElsewhere(name string) []string {
	return elsewhere[strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])]
}

// leastWord is the length of the shortest word that two names may have in common.
const leastWord = 3

// sameWord reports whether a word of one name begins with the first word of the other.
func sameWord(name, other string) bool {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return c == '_' || c == '.' })
	}
	a, b := words(name), words(strings.TrimPrefix(other, "nn."))
	if len(a) == 0 || len(b) == 0 || min(len(a[0]), len(b[0])) < leastWord {
		return false
	}
	return strings.HasPrefix(a[0], b[0]) || strings.HasPrefix(b[0], a[0])
}

// constructors guesses that another constructor with n fields was meant.
func (g *guesser) constructors(at lang.Span, n int) {
	for _, name := range g.p.constructorsFor(g.p.File.Text(at), n) {
		g.use(at, name)
	}
}

// constructorsFor returns the constructors with n fields that may be meant in place of the constructor named now, those
// of the same type first.
func (p *front) constructorsFor(now string, n int) (names []string) {
	var type_ relay.NodeID = relay.NoNode
	var list []relay.NodeID
	for id := range p.tree.Of(relay.OpCon) {
		if p.tree.Name(id) == now {
			type_ = p.parents[id]
		} else if len(p.fields(id)) == n {
			list = append(list, id)
		}
	}
	slices.SortStableFunc(list, func(a, b relay.NodeID) int {
		other := func(e relay.NodeID) int {
			if p.parents[e] == type_ {
				return 0
			}
			return 1
		}
		return cmp.Compare(other(a), other(b))
	})
	for _, e := range list[:min(len(list), mostOfOne)] {
		names = append(names, p.tree.Name(e))
	}
	return names
}

// operatorsFor returns the operators that take n arguments and all attributes of a call: first those used elsewhere in
// the program, then those with the nearest names. For a call without attributes, an unused operator must have a similar
// name.
func (p *front) operatorsFor(e relay.NodeID, n int) (list []string) {
	now := p.operatorName(e)
	list = p.operatorsTaking(e, n)
	used := make(map[string]bool)
	for id := range p.tree.Nodes {
		if p.isOperator(relay.NodeID(id)) {
			used[p.tree.Name(relay.NodeID(id))] = true
		}
	}
	nearness := lang.Nearness(now, list)
	if len(p.tree.KidsOf(e, relay.OpAttr)) == 0 {
		list = slices.DeleteFunc(list, func(name string) bool { return !used[name] && nearness(name) == lang.Unlike })
	}
	rank := func(name string) int {
		if used[name] {
			return -1
		}
		return nearness(name)
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return list[:min(len(list), mostOfOne)]
}

// operatorsTaking returns the other operators that take n arguments and all attributes of a call, by name.
func (p *front) operatorsTaking(e relay.NodeID, n int) (list []string) {
	now := p.operatorName(e)
	attrs := p.tree.KidsOf(e, relay.OpAttr)
	for name := range p.known().Operators {
		o := p.operatorNamed(name)
		if o == nil || name == now || len(o.Inputs()) != n {
			continue
		}
		accepts := o.Accepts()
		if !slices.ContainsFunc(attrs, func(a relay.NodeID) bool {
			return !slices.ContainsFunc(accepts, func(b relation.Attr) bool { return b.Name == p.tree.Name(a) })
		}) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// attributes guesses what was meant where an operator has a wrong attribute or lacks one.
func (g *guesser) attributes(e relay.NodeID) {
	if e == relay.NoNode {
		return
	}
	call := g.p.parents[e]
	if !g.Is(call, relay.OpCall) {
		return
	}
	o := g.p.operatorNamed(g.p.operatorName(call))
	if o == nil {
		return
	}
	args := g.p.arguments(call)
	if g.Is(e, relay.OpAttr) {
		all := g.Kids(call)[2:]
		if o.Takes(g.p.tree.Name(e)) { // its value is wrong
			g.leaveOut(all, slices.Index(all, e))
			return
		}
		accepts, name := o.Accepts(), g.p.tree.NameSpan(e)
		for _, a := range accepts {
			_, given := g.p.attribute(call, a.Name)
			if !given && (a.Required() || len(accepts) == 1) && len(g.list) < mostGuesses {
				g.add("write `"+a.Name+"`", lang.Edit{Span: name, Text: a.Name})
			}
		}
		for _, name := range g.p.operatorsFor(call, len(args)) {
			g.use(g.Span(g.Kids(call)[0]), name)
		}
		if i := slices.Index(all, e); i > 0 {
			g.leaveOut(all, i)
		}
		return
	}
	for _, a := range o.Accepts() {
		if _, given := g.p.attribute(call, a.Name); given || !a.Required() {
			continue
		}
		for _, v := range g.p.valuesOf(call, a.Name) {
			g.offer(further(g.Draft, call, a.Name+"="+v))
		}
	}
}

// guessDuplicateAttribute guesses that a repeated attribute is superfluous.
func (g *guesser) guessDuplicateAttribute() {
	if e := g.p.attributeAt(g.dg.Span); e != relay.NoNode {
		all := g.Kids(g.p.parents[e])
		if g.Is(g.p.parents[e], relay.OpCall) {
			all = all[2:]
		}
		g.leaveOut(all, slices.Index(all, e))
	}
}

// attributeAt returns the attribute whose name has a given span, or NoNode.
func (p *front) attributeAt(at lang.Span) relay.NodeID {
	for e := range p.tree.Of(relay.OpAttr) {
		if p.tree.NameSpan(e) == at {
			return e
		}
	}
	return relay.NoNode
}

// valuesOf returns values that an attribute may have in a call: the values that it has elsewhere, then element types
// for an attribute of element types, and otherwise the sizes that the definition writes.
func (p *program) valuesOf(call relay.NodeID, name string) []string {
	var list repair.Distinct[string]
	for id := range p.tree.Of(relay.OpAttr) {
		if p.tree.Name(id) == name {
			list.Add(p.tree.Source(p.tree.Kids(id)[0]))
		}
	}
	if strings.HasSuffix(name, "dtype") {
		for _, t := range []string{"float32", "int32", "bool", "int64", "float16"} {
			list.Add(strconv.Quote(t))
		}
		return list.List
	}
	first, root := p.bounds(p.tree.Span(call))
	for id := first; id <= root; id++ {
		if p.roles[id] == dimension && p.tree.Is(id, relay.OpInt) {
			list.Add(p.tree.Source(id))
		}
	}
	return list.List
}

// kind guesses which type was meant where a type has the wrong number of type arguments.
func (g *guesser) kind(e relay.NodeID) {
	if e == relay.NoNode {
		return
	}
	now := g.p.File.Text(g.dg.Span)
	others := g.p.writtenTypes(e)
	switch g.Nodes[e].Op {
	case relay.OpTypeCall:
		for _, kid := range g.Kids(e) {
			g.add("write `"+g.Source(kid)+"`", lang.Edit{Span: g.dg.Span, Text: g.Source(kid)})
		}
		name := g.p.File.Text(g.p.tree.NameSpan(e))
		g.add("write `"+name+"`", lang.Edit{Span: g.dg.Span, Text: name})
	case relay.OpTypeName:
		for _, text := range others[:min(len(others), mostTries/3)] {
			g.add("write `"+now+"["+text+"]`", lang.Edit{Span: g.dg.Span, Text: now + "[" + text + "]"})
		}
	default:
		return
	}
	for _, text := range others {
		g.add("write `"+text+"`", lang.Edit{Span: g.dg.Span, Text: text})
	}
}

// writtenTypes returns types that are written elsewhere, those of the same declaration first.
func (p *program) writtenTypes(e relay.NodeID) []string {
	var list repair.Distinct[string]
	add := func(d *relay.Decl) {
		p.watch.Steps(1)
		for id := d.First; id <= d.Root && d.Root != relay.NoNode && len(list.List) <= mostOfOne; id++ {
			if p.roles[id] != typed || p.tree.Nodes[id].Op == relay.OpHole {
				continue
			}
			if s := p.tree.Span(id); s.End-s.Start <= longestType {
				list.Add(p.tree.Source(id))
			}
		}
	}
	if p.types == nil {
		for i := range p.tree.Decls {
			add(&p.tree.Decls[i])
		}
		p.types = append([]string{}, list.List...)
		list = repair.Distinct[string]{}
	}
	root := e
	for p.parents[root] != relay.NoNode {
		root = p.parents[root]
	}
	if decl, ok := p.declOf[root]; ok {
		add(&p.tree.Decls[decl])
	}
	list.Add(p.types...)
	now := p.File.Text(p.tree.Span(e))
	all := slices.DeleteFunc(list.List, func(text string) bool { return text == now })
	return all[:min(len(all), mostOfOne)]
}

// longestType bounds the length of a guessed type, in bytes.
const longestType = 60

// cases guesses that a pattern of a match with a missing case has the wrong constructor.
func (g *guesser) cases() {
	for id := range g.Of(relay.OpMatch) {
		if g.p.tree.Head(id) != g.dg.Span {
			continue
		}
		for e := g.FirstOf(id); e < id && len(g.list) < mostTries; e++ {
			if !g.Is(e, relay.OpConPat) || g.p.names.Meaning[e] != relay.MeansConstructor {
				continue
			}
			con := relay.NodeID(g.p.names.At[e])
			at := g.p.tree.NameSpan(e)
			for _, other := range g.Kids(g.p.parents[con])[1:] {
				if other != con && g.Is(other, relay.OpCon) && len(g.p.fields(other)) == len(g.p.fields(con)) {
					g.add("write `"+g.Name(other)+"` in place of `"+g.p.File.Text(at)+"`", lang.Edit{Span: at, Text: g.Name(other)})
				}
			}
		}
		return
	}
}
