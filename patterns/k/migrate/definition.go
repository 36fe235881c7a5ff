package migrate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// outline lists the operations of a body in post-order, except identities and the nesting of compositions, which make
// no difference.
func outline(t *lk.Tree, d *lk.Def) []string {
	var list []string
	for e := d.First; e <= d.Root; e++ {
		n := &t.Nodes[e]
		if n.Op == lk.OpComp || n.Op == lk.OpIdentity {
			continue
		}
		list = append(list, item(t, e, n.Op, n.Flags == lk.FlagOpen, symText(t, n)))
	}
	return list
}

func symText(t *lk.Tree, n *lk.Node) string {
	if n.Sym == lang.NoSym {
		return ""
	}
	return t.Syms.Text(n.Sym)
}

// item writes a node of an outline, with the given operation.
func item(t *lk.Tree, e lk.NodeID, op lk.Op, open bool, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %v %q", op, open, name)
	if lk.Fielded(t.Nodes[e].Op) {
		for _, f := range t.Fields(e) {
			fmt.Fprintf(&b, " %q", t.Syms.Text(f.Label))
		}
	} else {
		b.WriteString(" " + strconv.Itoa(len(t.Kids(e))))
	}
	return b.String()
}

// definition collects the edits of a definition, or the reasons why it is not migrated.
func (m *migrator) definition(i int) {
	u := &m.units[i]
	if u.left {
		return
	}
	b := body{migrator: m, unit: u, d: int32(i)}
	if i < len(m.tree.Defs) {
		b.product = m.products(b.d)
	}
	for e := u.def.First; e <= u.def.Root; e++ {
		b.node(e)
	}
	u.left = len(u.problems) > 0
}

// A body is a definition during its migration to k6.
type body struct {
	*migrator
	*unit
	d    int32        // of a function
	open []unify.Node // classes that are reported as undecided

	product map[unify.Node]bool // classes that can only be products, although the derived pattern is more general
}

// undecided reports whether a class is already reported as undecided; deciding it in one place decides it in all.
func (b *body) undecided(class unify.Node) bool {
	if slices.Contains(b.open, class) {
		return true
	}
	b.open = append(b.open, class)
	return false
}

func (b *body) edit(s lang.Span, text string) {
	b.edits = append(b.edits, lang.Edit{Span: s, Text: text})
}

func (b *body) problem(code lang.Code, at lang.Span, message, label string, help ...string) {
	b.problems = append(b.problems, b.diagnostic(code, at, b.name, message, label, help...))
}

// reportMissing reports a feature of k4 that k6 does not have, once for a definition, with its other places.
func (b *body) reportMissing(at lang.Span, what, why string) {
	message := "there " + what + " in k6"
	for i := range b.problems {
		if p := &b.problems[i]; p.Message.String() == message {
			if len(p.Related) < mostPlaces {
				p.Related = append(p.Related, lang.Related{Span: at, Message: lang.Text("here, too")})
			}
			return
		}
	}
	b.problem(lang.MigrationLacks, at, message, "of k4 only", why)
}

// mostPlaces bounds the further places in a report about a missing feature.
const mostPlaces = 3

func (b *body) expect(e lk.NodeID, op lk.Op) {
	n := &b.tree.Nodes[e]
	b.expected = append(b.expected, item(b.tree, e, op, n.Flags == lk.FlagOpen, symText(b.tree, n)))
}

func (b *body) node(e lk.NodeID) {
	n := &b.tree.Nodes[e]
	own := lang.Span{Start: n.Start, End: n.Start + 1}
	last := lang.Span{Start: n.End - 1, End: n.End}
	switch n.Op {
	case lk.OpComp, lk.OpIdentity:
	case lk.OpRef:
		if i := b.syntax.Names.Builtin[n.Sym]; b.syntax.Names.Func[n.Sym] < 0 && i >= 0 && lk.Builtins[i] != "_log!" {
			b.reportMissing(n.Span(), "is no built-in function `"+lk.Builtins[i]+"`",
				"define a function of this name, on types of your own")
		}
		b.expect(e, n.Op)
	case lk.OpInt, lk.OpString:
		b.reportMissing(n.Span(), "are no literals",
			"a type of your own can stand for the values, such as `<{} 0, {} 1>` for digits, and `{} |1` for one of them")
	case lk.OpVector, lk.OpFilterVector, lk.OpCodeVector:
		b.reportMissing(own, "are no vectors",
			"a list of its own type can take their place: `$list = <{} nil, {item head, list tail} cons>`")
	case lk.OpCaret:
		b.reportMissing(last, "is no `^`", "a recursive function on lists can take its place")
	case lk.OpPipe:
		b.reportMissing(n.Span(), "is no `|` that opens vectors", "a recursive function on lists can take its place")
	case lk.OpDot:
		b.projection(e, n)
	case lk.OpVariant:
		b.variant(e, n)
	case lk.OpCodeName:
		b.codeName(e, n)
	case lk.OpCodeProduct:
		op := n.Op
		if len(b.tree.Fields(e)) == 1 {
			op = lk.OpCodeUnion
			b.edit(own, "<")
			b.edit(last, ">")
		}
		b.expect(e, op)
	case lk.OpFilterAny, lk.OpFilterProduct:
		b.filter(e, n)
	default:
		b.expect(e, n.Op)
	}
}

// possible returns the possible shapes of a class: the derived ones, without those that its uses exclude.
func (b *body) possible(class unify.Node, f unify.Flat) unify.Shape {
	switch shape := f.Shapes(); {
	case shape&either != either:
		return shape
	case b.product[class]:
		return shape &^ unify.Union
	case b.whole:
		comes := b.analyzeUses().reaching(b.d, class, shape)
		if comes != shape {
			b.uses.narrow(b.d, class)
		}
		return comes
	default:
		return shape
	}
}

// wholeProgramHint returns the hint that a class would be decided if the program were a whole one.
func (b *body) wholeProgramHint(class unify.Node, shape unify.Shape) string {
	comes := ""
	switch b.analyzeUses().reaching(b.d, class, shape) & either {
	case unify.Product:
		comes = "products"
	case unify.Union:
		comes = "unions"
	default:
		return ""
	}
	return "in this program only " + comes + " come here: if no other one uses `" + b.name +
		"`, --whole-program decides by that"
}

// projection decides between `.l` and `/l`.
func (b *body) projection(e lk.NodeID, n *lk.Node) {
	label := b.tree.Dialect.LabelText(b.tree.Syms.Text(n.Sym))
	class, f, ok := b.syntax.InAt(b.d, e)
	shape := b.possible(class, f)
	if _, atom := b.old.Types.Atom(patterns.Type(f.Head())); ok && f.Head() != unify.NoHead && atom {
		b.reportMissing(n.Span(), "are no literals to take apart", "")
		return
	}
	switch {
	case !ok || shape == unify.Vector:
		b.reportMissing(n.Span(), "are no vectors", "a list of its own type can take their place")
	case shape&unify.Union == 0:
		b.expect(e, lk.OpDot)
	case shape == unify.Union:
		text := "/"
		if int(n.Start)+1 < len(b.src) && b.src[n.Start+1] == '/' {
			text = "/ " // two of them begin a comment
		}
		b.edit(lang.Span{Start: n.Start, End: n.Start + 1}, text)
		b.expect(e, lk.OpDiv)
	case b.undecided(class):
	default:
		b.problem(lang.MigrationUndecided, n.Span(),
			"`."+label+"` may read a field or a tag, but k6 has different projections for these",
			"both products and unions are possible here",
			"a filter before it decides: `?{(...) "+label+", ...}` for products, `?<(...) "+label+", ...>` for unions",
			b.wholeProgramHint(class, shape))
	}
}

// variant rewrites {e l} as e |l. The nesting of compositions makes no difference, so e needs no parentheses.
func (b *body) variant(e lk.NodeID, n *lk.Node) {
	f := &b.tree.Fields(e)[0]
	b.expected = append(b.expected, fmt.Sprintf("%d false %q 0", lk.OpVid, b.tree.Syms.Text(f.Label)))
	opens, closes := lang.Span{Start: n.Start, End: n.Start + 1}, lang.Span{Start: n.End - 1, End: n.End}
	label := string(b.src[f.Start:f.End])
	if f.Prefix {
		colon := b.gap(f.End)
		head := b.erase(lang.Span{Start: n.Start, End: colon + 1}, true)
		if inner := string(b.src[n.Start+1 : f.Start]); strings.TrimFunc(inner, lk.IsBlank) != "" ||
			strings.TrimFunc(string(b.src[f.End:colon]), lk.IsBlank) != "" {
			// Keep the comments.
			b.edits = append(b.edits, b.erase(opens, true))
			b.edit(f.LabelSpan(), "")
			head = lang.Edit{Span: lang.Span{Start: colon, End: colon + 1}}
		}
		b.edits = append(b.edits, head)
		tail := b.erase(closes, false)
		tail.Text = " |" + label + tail.Text
		b.edits = append(b.edits, tail)
		return
	}
	if inner := string(b.src[n.Start+1 : f.Start]); strings.TrimFunc(inner, lk.IsBlank) == "()" {
		// Omit the identity.
		whole := b.erase(lang.Span{Start: n.Start, End: f.Start}, true)
		b.edit(whole.Span, whole.Text+"|")
	} else {
		b.edits = append(b.edits, b.erase(opens, true))
		text := "|"
		if !lk.IsBlank(rune(b.src[f.Start-1])) && !b.joins(f.Start) {
			text = " |"
		}
		b.edit(lang.Span{Start: f.Start, End: f.Start}, text)
	}
	b.edits = append(b.edits, b.erase(closes, false))
}

// codeName keeps the name of a type; a canonical name becomes that of k6.
func (b *body) codeName(e lk.NodeID, n *lk.Node) {
	name := b.tree.Syms.Text(n.Sym)
	if b.syntax.Names.Type[n.Sym] >= 0 {
		b.expect(e, n.Op)
		return
	}
	if slices.Contains(lk.BuiltinTypes, name) {
		b.reportMissing(n.Span(), "is no built-in type `"+name+"`", "a type of your own can stand for it")
		return
	}
	form, ok := b.old.Types.FormWithin(b.syntax.TypeOf(e), 500, 1<<16)
	if !ok {
		b.reportMissing(n.Span(), "is no name for this type, which is too large", "define a name for it")
		return
	}
	id := patterns.ID(form)
	b.edit(n.Span(), id)
	b.expected = append(b.expected, item(b.tree, e, n.Op, n.Flags == lk.FlagOpen, id))
}

// filter decides the bracket of a filter.
func (b *body) filter(e lk.NodeID, n *lk.Node) {
	fields := b.tree.Fields(e)
	op := n.Op
	switch {
	case n.Flags != lk.FlagOpen && len(fields) == 1:
		op = lk.OpFilterUnion
	case op == lk.OpFilterProduct, n.Flags == lk.FlagOpen && len(fields) == 0: // (...) stays as it is
	default:
		class, f, ok := b.syntax.InAt(b.d, e)
		switch shape := b.possible(class, f); {
		case !ok || shape == unify.Vector:
			b.reportMissing(lang.Span{Start: n.Start, End: n.Start + 1}, "are no vectors", "")
			return
		case shape&unify.Union == 0:
			op = lk.OpFilterProduct
		case shape == unify.Union:
			op = lk.OpFilterUnion
		case b.undecided(class):
			return
		default:
			b.problem(lang.MigrationUndecided, lang.Span{Start: n.Start, End: n.Start + 1},
				"this filter lets products and unions through, but k6 has no filter for both",
				"both products and unions are possible here",
				"braces `{…}` decide for products, angles `<…>` for unions", b.wholeProgramHint(class, shape))
			return
		}
	}
	if op != n.Op {
		end := n.Start + 1
		for _, f := range fields {
			end = max(end, f.End, b.tree.Nodes[f.Node].End)
		}
		end = b.gap(end)
		for b.src[end] == ',' || b.src[end] == '.' {
			end = b.gap(end + 1)
		}
		opener, closer := "{", "}"
		if op == lk.OpFilterUnion {
			opener, closer = "<", ">"
		}
		b.edit(lang.Span{Start: n.Start, End: n.Start + 1}, opener)
		b.edit(lang.Span{Start: end, End: end + 1}, closer)
	}
	b.expect(e, op)
}
