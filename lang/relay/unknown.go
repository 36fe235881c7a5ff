package relay

import (
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// These functions report unknown names, with the names that were probably meant.

func (r *resolver) unknownLocal(n *Node) {
	if use := (unboundName{r.decl, n.Sym}); !r.unbound[use] {
		if r.unbound == nil {
			r.unbound = make(map[unboundName]bool)
		}
		r.unbound[use] = true
	} else {
		return // one declaration of the name is missing
	}
	text := r.t.Syms.Text(n.Sym)
	d := r.Report(lang.UnknownLocal, n.Span(), lang.Say("`%s` is not bound here", lang.Clip(text)),
		"nothing binds this name")
	if n.Op == OpGraph {
		d.Help = lang.Texts("a graph variable is bound by `" + lang.Clip(text) +
			" = …;` before it is used, in the same definition")
		return
	}
	// Division without blanks: %a/b is one name.
	if a, b, ok := strings.Cut(text, "/"); ok && r.local("%"+a[1:]) != NoNode {
		if r.local("%"+b) != NoNode {
			b = "%" + b
		}
		d.Help = lang.Texts("a slash may be part of a name: write spaces around it to divide")
		d.Fixes = lang.Sure("write `"+lang.Clip(a+" / "+b)+"`", n.Span(), a+" / "+b)
		return
	}
	if r.global("@"+text[1:]) >= 0 {
		d.Help = lang.Texts("there is a global of this name: did you mean `@" + lang.Clip(text[1:]) + "`?")
		return
	}
	if r.hints++; r.hints > 1000 { // bounds the comparisons in a file
		return
	}
	names := r.inScope(100, true)
	slices.Sort(names)
	near := NearLocals(text, slices.Compact(names), 3)
	if r.offer(d, n.Span(), near); len(near) == 0 {
		name := lang.Clip(text)
		d.Help = lang.Texts("add `" + name + "` to the parameters of the function, or bind it before this by `let " +
			name + " = …;`")
	}
}

// NearLocals returns at most a number of locals that a misspelt one most likely meant, as lang.Nearest does. The sign of
// all locals makes no two of them similar.
func NearLocals(name string, locals []string, most int) []string {
	var names []string
	for _, other := range locals {
		names = append(names, other[1:])
	}
	near := lang.Nearest(name[1:], slices.Values(names), most)
	for i := range near {
		near[i] = "%" + near[i]
	}
	return near
}

// An unboundName is a name that is not bound in a declaration.
type unboundName struct {
	decl *Decl
	sym  lang.Sym
}

// inScope returns some locals or type parameters in scope, the innermost first.
func (r *resolver) inScope(most int, locals bool) (list []string) {
	for sym := range r.locals.All {
		if len(list) == most {
			break
		}
		if name := r.t.Syms.Text(sym); (name[0] == '%') == locals {
			list = append(list, name)
		}
	}
	return list
}

// offer adds the names that may be meant to a diagnostic, each as a change.
func (r *resolver) offer(d *lang.Diagnostic, at lang.Span, near []string) {
	switch name := r.t.File.Text(at); {
	case r.known != nil && r.known.Prelude[name]:
		d.Help = append(d.Help, lang.Text("the Prelude declares `"+name+"`: use --prelude"))
	default:
		syntax.Offer(d, at, near)
	}
}

// local returns the binder of a local variable, or NoNode.
func (r *resolver) local(name string) NodeID { return r.locals.Of(r.t.Syms.Lookup(name)) }

func (r *resolver) global(name string) int32 {
	if sym := r.t.Syms.Lookup(name); sym != lang.NoSym && int(sym) < len(r.n.Globals) {
		return r.n.Globals[sym]
	}
	return -1
}

// speller makes a Speller of the symbols in a table.
func speller[T ~int32](t *Tree, s **lang.Speller, table []T, more ...string) *lang.Speller {
	if *s == nil {
		*s = lang.NewSpeller()
		for sym, at := range table {
			if at >= 0 {
				(*s).Add(t.Syms.Text(lang.Sym(sym)))
			}
		}
		for _, name := range more {
			(*s).Add(name)
		}
	}
	return *s
}

func (r *resolver) unknownGlobal(n *Node) {
	text := r.t.Syms.Text(n.Sym)
	if r.mayBeUnread(text) || r.hasUnreadName(r.n.Globals) {
		return
	}
	d := r.Report(lang.UnknownGlobal, n.Span(), lang.Say("the global `%s` is not defined", lang.Clip(text)),
		"no definition has this name")
	r.offer(d, n.Span(), speller(r.t, &r.globals, r.n.Globals).Near(text))
}

// unknownName reports a name without a sign. A name that has a meaning with a sign probably lacks it.
func (r *resolver) unknownName(id NodeID, n *Node, text string) {
	at := n.Span()
	local := "%" + text
	if binds := r.local(local); binds != NoNode {
		if i, ok := r.bare[binds]; ok { // its pattern lacks the sign, too
			r.means(id, MeansVariable, int32(binds))
			edits := &r.Diags[i].Fixes[0].Edits
			*edits = append(*edits, lang.Edit{Span: at, Text: local})
			return
		}
		d := r.Report(lang.UnknownOperator, at, lang.Say("there is no operator `%s`", lang.Clip(text)),
			"names of values begin with `%`")
		d.Fixes = lang.Sure("write `"+lang.Clip(local)+"`", at, local)
		return
	}
	if r.global("@"+text) >= 0 {
		d := r.Report(lang.UnknownOperator, at, lang.Say("there is no operator `%s`", lang.Clip(text)),
			"names of functions begin with `@`")
		d.Fixes = lang.Sure("write `@"+lang.Clip(text)+"`", at, "@"+text)
		return
	}
	if r.known == nil || r.mayBeUnread(text) {
		return
	}
	if truth := map[string]string{"true": "True", "false": "False"}[text]; truth != "" {
		r.Report(lang.UnknownOperator, at, lang.Say("there is no operator `%s`", text),
			"truth values are `True` and `False`").
			Fixes = lang.Sure("write `"+truth+"`", at, truth)
		return
	}
	code, what := lang.UnknownOperator, "operator"
	if 'A' <= text[0] && text[0] <= 'Z' {
		code, what = lang.UnknownConstructor, "constructor"
	}
	if isLowered(text) {
		if r.lowered++; r.lowered == 1 {
			d := r.Report(code, at, lang.Say("the operator `%s` is not typed", text), "an operator of compiled programs")
			d.Notes = lang.Texts("TVM inserts such operators when it compiles a program: print it before that")
		}
		r.unsure = true
		return
	}
	d := r.Report(code, at, lang.Say("there is no %s `%s`", what, lang.Clip(text)), "no "+what+" has this name")
	if r.names == nil {
		names := slices.Sorted(maps.Keys(r.known.Operators))
		for sym, con := range r.n.Constructors {
			if con != NoNode {
				names = append(names, r.t.Syms.Text(lang.Sym(sym)))
			}
		}
		for _, op := range names {
			// An operator is also found by its last part: relu for nn.relu.
			if _, last, ok := cutLast(op); ok {
				if r.lastParts == nil {
					r.lastParts = make(map[string]string)
				}
				r.lastParts[last] = op
			}
		}
		speller(r.t, &r.names, r.n.Operators, names...)
	}
	near := r.names.Near(text)
	if whole := r.lastParts[text]; whole != "" {
		near = []string{whole}
	}
	r.offer(d, at, near)
}

// isLowered reports whether TVM inserts the operators of this name when it compiles a program: for memory, for its
// virtual machine, for a certain device, or with layouts that a search found.
func isLowered(name string) bool {
	switch name {
	case "call_lowered", "torch_op", "auto_scheduler_layout_transform", "meta_schedule_layout_transform":
		return true
	}
	for _, module := range []string{"memory.", "vm.", "contrib.ethosu."} {
		if strings.HasPrefix(name, module) {
			return true
		}
	}
	return false
}

// cutLast cuts a name at its last dot.
func cutLast(name string) (before, after string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// mayBeUnread reports whether a name occurs in unreadable text that may declare it: in a type, in an expression, which
// may be a declaration without its keyword, or outside of declarations. That text is already reported.
func (r *resolver) mayBeUnread(name string) bool {
	within := func(s lang.Span) bool {
		r.hints++
		return r.hints < 1000 && hasName(r.t.File.Text(s), name)
	}
	found := slices.ContainsFunc(r.unread, within)
	r.unsure = r.unsure || found
	return found
}

// hasName reports whether a text contains a name that is not part of another one.
func hasName(text, name string) bool {
	isPart := func(i int) bool {
		return i >= 0 && i < len(text) && (syntax.IsLetter(text[i]) || syntax.IsDigit(text[i]))
	}
	for from := 0; ; from++ {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		if from += i; !isPart(from-1) && !isPart(from+len(name)) {
			return true
		}
	}
}

// hasUnreadName reports whether some declaration has an unreadable name, which may be any name.
func (r *resolver) hasUnreadName(table []int32) bool {
	sym := r.t.Syms.Lookup(noName)
	found := sym != lang.NoSym && int(sym) < len(table) && table[sym] >= 0
	r.unsure = r.unsure || found
	return found
}

// unknownPattern reports a pattern with an unknown constructor. A lower-case name is probably a variable without its
// sign, and so are its uses in the clause.
func (r *resolver) unknownPattern(id NodeID, n *Node, group NodeID) {
	text := r.t.Syms.Text(n.Sym)
	at := r.t.NameSpan(id)
	if r.mayBeUnread(text) {
		return
	}
	d := r.Report(lang.UnknownConstructor, at, lang.Say("there is no constructor `%s`", lang.Clip(text)),
		"no constructor has this name")
	if n.Flags&FlagCalled == 0 && (text[0] < 'A' || text[0] > 'Z') {
		local := "%" + text
		d.Help = lang.Texts("a variable is written `" + lang.Clip(local) + "`")
		d.Fixes = lang.Sure("write `"+lang.Clip(local)+"`", at, local)
		r.locals.Bind(r.t.Syms.InternString(local), id)
		if r.bare == nil {
			r.bare = make(map[NodeID]int)
		}
		if last := len(r.Diags) - 1; d == &r.Diags[last] { // it is kept
			r.bare[id] = last
		}
		return
	}
	r.offer(d, at, speller(r.t, &r.constructors, r.n.Constructors).Near(text))
}

func (r *resolver) unknownType(id NodeID, n *Node, text string) {
	at := r.t.NameSpan(id)
	if n.Op == OpTypeName {
		at = n.Span()
	}
	if r.mayBeUnread(text) || r.hasUnreadName(r.n.Types) {
		return
	}
	d := r.Report(lang.UnknownType, at, lang.Say("there is no type `%s`", lang.Clip(text)), "no type has this name")
	if text == "Tensor" {
		d.Help = lang.Texts("a tensor has a shape and an element type: `Tensor[(2, 3), float32]`")
		return
	}
	near := speller(r.t, &r.types, r.n.Types, Dtypes...).Near(text)
	if more := lang.Nearest(text, slices.Values(r.inScope(20, false)), 1); len(more) > 0 {
		near = append(more, near...)
	}
	r.offer(d, at, near[:min(len(near), 3)])
}

func (r *resolver) unknownRelation(id NodeID, text string) {
	at := r.t.NameSpan(id)
	d := r.Report(lang.UnknownRelation, at, lang.Say("there is no relation `%s`", lang.Clip(text)),
		"no relation has this name")
	var names []string
	if r.known != nil {
		names = slices.Sorted(maps.Keys(r.known.Relations))
	}
	r.offer(d, at, speller(r.t, &r.relations, r.n.Relations, names...).Near(text))
}
