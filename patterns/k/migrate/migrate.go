package migrate

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/unify"
)

// Migration is the migration of this package for the record of k. The names of types have a dollar. Narrowed definitions
// took both products and unions, and now take only what the program gives them. Definitions that are left are comments
// in the new text.
var Migration = &language.Migration{From: lk.K4.String(), Program: Program}

// unit is a definition of a function or a type.
type unit struct {
	def      *lk.Def
	name     string // of a type, with its dollar
	users    []int32
	edits    []lang.Edit
	expected []string // see outline
	problems []lang.Diagnostic
	left     bool
	narrowed bool // see Result
}

type migrator struct {
	ctx      context.Context
	watch    *cancel.Watch
	old      *patterns.Result
	settings language.Settings
	whole    bool // see language.Migration
	syntax   k.Syntax
	tree     *lk.Tree
	src      []byte
	units    []unit // functions, then types
	keys     *keeper
	needs    [][]lang.Sym // by expression
	uses     *uses        // nil until first used
}

// rounds bounds how often definitions with different signatures are left out and the rest is derived again.
const rounds = 10

// Program migrates a program; see language.Migration. It derives the program several times.
func Program(ctx context.Context, f *lang.File, s language.Settings, whole bool) *language.Migrated {
	r, err := migrated(ctx, f, s, whole)
	if err != nil {
		r = &language.Migrated{Err: err}
	}
	r.Dialect = lk.K6.String()
	return r
}

func migrated(
	ctx context.Context, f *lang.File, s language.Settings, whole bool,
) (_ *language.Migrated, err error) {
	defer cancel.Catch(&err)
	old := derive(ctx, f, s)
	if old.Err != nil {
		return nil, old.Err
	}
	syntax, _ := k.SyntaxOf(old)
	m := &migrator{ctx: ctx, watch: cancel.New(ctx), old: old, settings: s, whole: whole, syntax: syntax, tree: syntax.Tree,
		src: f.Src, keys: newKeeper(old)}
	if m.tree.Dialect == lk.K6 {
		return &language.Migrated{Text: f.Src, Already: true, Complete: true}, nil
	}
	if m.unreadable() {
		return &language.Migrated{Problems: old.Diagnostics}, nil
	}
	m.collect()
	m.errors()
	m.findNeeds()
	for i := range m.units {
		m.watch.Check()
		m.definition(i)
	}
	var text []byte
	for range rounds {
		m.leaveUsers()
		text = m.text()
		differs, err := m.compare(text)
		if err != nil {
			return nil, err
		}
		if !differs {
			return m.result(text), nil
		}
	}
	for i := range m.units {
		if !m.units[i].left {
			m.leaveChanged(i, m.units[i].def.Span,
				"the signatures of the migrated program differ too much to be listed")
		}
	}
	return m.result(m.text()), nil
}

// unreadable reports whether the program has syntax errors: then the ends of its definitions are unknown.
func (m *migrator) unreadable() bool {
	for i := range m.old.Diagnostics {
		if d := &m.old.Diagnostics[i]; d.Severity == lang.Error &&
			(d.Code.Class() == lang.ClassSyntax || !d.Code.OfProgram()) {
			return true
		}
	}
	return false
}

// collect makes the units and their lists of users.
func (m *migrator) collect() {
	for _, defs := range [][]lk.Def{m.tree.Defs, m.tree.Types} {
		for i := range defs {
			m.units = append(m.units, unit{def: &defs[i], name: m.tree.NameOf(&defs[i])})
		}
	}
	for i := range m.units {
		def := m.units[i].def
		for e := def.First; e <= def.Root; e++ {
			if used := m.referencedUnit(e); used >= 0 {
				m.units[used].users = append(m.units[used].users, int32(i))
			}
		}
	}
}

// referencedUnit returns the unit that a node references, or -1.
func (m *migrator) referencedUnit(e lk.NodeID) int {
	switch n := &m.tree.Nodes[e]; n.Op {
	case lk.OpRef:
		return int(m.syntax.Names.Func[n.Sym])
	case lk.OpCodeName:
		if d := m.syntax.Names.Type[n.Sym]; d >= 0 {
			return len(m.tree.Defs) + int(d)
		}
	}
	return -1
}

// errors leaves the definitions with errors: their meaning is unknown.
func (m *migrator) errors() {
	for _, d := range m.old.Diagnostics {
		if d.Severity != lang.Error || d.Secondary {
			continue
		}
		if i := m.unitAt(d.Span.Start); i >= 0 {
			m.leave(i, d)
		}
	}
	for d := range m.old.Definitions {
		if x := m.old.Solver.Derivation(int32(d)); !m.units[d].left &&
			(!m.old.Definitions[d].OK || x.Bad || !x.Derived && m.tree.Defs[d].Root == lk.NoNode) {
			m.leaveChanged(d, m.tree.Defs[d].NameSpan, "this definition has an error, so its meaning is unknown")
		}
	}
}

// unitAt returns the definition that contains an offset, or -1.
func (m *migrator) unitAt(at int32) int {
	n := len(m.tree.Defs)
	for _, part := range [][2]int{{0, n}, {n, len(m.units)}} { // each in the order of the file
		units := m.units[part[0]:part[1]]
		i, _ := slices.BinarySearchFunc(units, at+1, func(u unit, at int32) int { return int(u.def.Span.Start - at) })
		if i > 0 && at < max(units[i-1].def.Span.End, units[i-1].def.Span.Start+1) {
			return part[0] + i - 1
		}
	}
	return -1
}

func (m *migrator) leave(i int, d lang.Diagnostic) {
	m.units[i].left = true
	m.units[i].problems = append(m.units[i].problems, d)
}

// leaveChanged leaves a definition that would change its meaning.
func (m *migrator) leaveChanged(i int, at lang.Span, message string) {
	m.leave(i, m.diagnostic(lang.MigrationDiffers, at, m.units[i].name, message, "not migrated"))
}

func (m *migrator) diagnostic(code lang.Code, at lang.Span, definition, message, label string,
	help ...string) lang.Diagnostic {
	help = slices.DeleteFunc(help, func(s string) bool { return s == "" })
	return lang.Diagnostic{Code: code, Span: at, Definition: definition, Message: lang.Text(message),
		Label: lang.Text(label), Help: lang.Texts(help...)}
}

// leaveUsers leaves all users of definitions that are left.
func (m *migrator) leaveUsers() {
	var queue []int32
	for i := range m.units {
		if m.units[i].left {
			queue = append(queue, int32(i))
		}
	}
	for i := 0; i < len(queue); i++ {
		u := &m.units[queue[i]]
		for _, by := range u.users {
			if m.units[by].left {
				continue
			}
			at := m.useOf(int(by), int(queue[i]))
			d := m.diagnostic(lang.MigrationUses, at, m.units[by].name,
				"`"+m.units[by].name+"` uses `"+u.name+"`, which is not migrated", "it is used here")
			d.Related = []lang.Related{{Span: u.problems[0].Span, Message: lang.Text("this is why")}}
			m.leave(int(by), d)
			queue = append(queue, by)
		}
	}
}

// useOf returns the first place at which a unit uses another one.
func (m *migrator) useOf(by, of int) lang.Span {
	def := m.units[by].def
	for e := def.First; e <= def.Root; e++ {
		if m.referencedUnit(e) == of {
			return m.tree.Span(e)
		}
	}
	return def.Span
}

// derive derives a program without explaining its errors.
func derive(ctx context.Context, f *lang.File, s language.Settings) *patterns.Result {
	return k.Language.Analyze(ctx, f, language.Options{Settings: s, Brief: true})
}

// compare derives the new text and leaves each definition that differs. It reports whether there is any.
func (m *migrator) compare(text []byte) (differs bool, err error) {
	settings := m.settings
	settings.Dialect = lk.K6.String()
	r := derive(m.ctx, lang.NewFile(m.old.File.Name, text), settings)
	if r.Err != nil {
		return false, r.Err
	}
	s, _ := k.SyntaxOf(r)
	keys := newKeeper(r)
	byName := make(map[string]int)
	for _, defs := range [][]lk.Def{s.Tree.Defs, s.Tree.Types} {
		for i := range defs {
			byName[s.Tree.NameOf(&defs[i])] = i
		}
	}
	n := len(m.tree.Defs)
	for i := range m.units {
		u := &m.units[i]
		m.watch.Check()
		if u.left {
			continue
		}
		why := ""
		j, found := byName[u.name]
		switch {
		case !found:
			why = "it is not read as a definition"
		case i >= n:
			if r.TypeDefs[j].Type == patterns.NoType || !slices.Equal(outline(s.Tree, &s.Tree.Types[j]), u.expected) ||
				keys.name(r.TypeDefs[j].Type) == "" ||
				keys.name(r.TypeDefs[j].Type) != m.keys.name(m.old.TypeDefs[i-n].Type) {
				why = "it is another type, or one that is too large to be compared"
			}
		case !r.Definitions[j].OK || r.Solver.Derivation(int32(j)).Bad ||
			!r.Solver.Derivation(int32(j)).Converged && m.old.Solver.Derivation(int32(i)).Converged:
			why = "it has an error there"
		default:
			before, after := m.old.Solver.Scheme(int32(i)), r.Solver.Scheme(int32(j))
			if !slices.Equal(outline(s.Tree, &s.Tree.Defs[j]), u.expected) {
				why = "it is read in another way"
			} else if same, narrower, ok := m.keys.same(before, keys, after, func(node int) (unify.Shape, bool) { return m.narrowedBy(i, node) }); !ok {
				why = "its signature is too large to be compared"
			} else if u.narrowed = narrower; !same {
				why = fmt.Sprintf("its signature is `%s`, not `%s`", short(r, after), short(m.old, before))
			}
		}
		if why != "" {
			differs = true
			m.leaveChanged(i, u.def.Span, "as k6, `"+u.name+"` would be something else: "+why)
		}
	}
	return differs, nil
}

// A keeper compares signatures.
type keeper struct {
	r     *patterns.Result
	names map[patterns.Type]string
	room  int // remaining budget of bytes for canonical forms
}

// mostForms bounds the canonical forms for comparing the types of a program.
const mostForms = 256 << 20

func newKeeper(r *patterns.Result) *keeper { return &keeper{r: r, room: mostForms} }

// name returns a text that is equal for equal types only. It is empty if the budget is spent.
func (p *keeper) name(t patterns.Type) string {
	return patterns.Remember(&p.names, t, func() string {
		form, ok := p.r.Types.FormWithin(t, math.MaxInt, p.room)
		if !ok {
			return ""
		}
		p.room -= len(form)
		return patterns.ID(form)
	})
}

// same reports whether a signature equals that of another program, as package migrate defines it; and whether that is
// so only because uses narrowed nodes of its pattern to shapes that the other one has, too. known is false if the
// signatures are too large to compare.
func (p *keeper) same(s *patterns.Scheme, q *keeper, t *patterns.Scheme,
	narrowed func(node int) (unify.Shape, bool)) (same, narrower, known bool) {
	before, after := p.r.Pattern(s), q.r.Pattern(t)
	if !slices.Equal(before.Roots, after.Roots) || len(before.Nodes) != len(after.Nodes) {
		return false, false, true
	}
	for i := range before.Nodes {
		a, b := &before.Nodes[i], &after.Nodes[i]
		if (a.Type == patterns.NoType) != (b.Type == patterns.NoType) || !slices.Equal(a.Edges, b.Edges) {
			return false, false, true
		}
		if a.Type == patterns.NoType {
			x, y := a.Flat.Shapes()&either, b.Flat.Shapes()&either
			decided := len(a.Edges) > 1 && y == unify.Product && x == either
			if came, ok := narrowed(i); ok && y != x {
				decided, narrower = x == either && came&either&^y == 0, true
			}
			if a.Flat.Closed() != b.Flat.Closed() || a.Flat.IsVector() != b.Flat.IsVector() ||
				!decided && (a.Flat.IsProduct() != b.Flat.IsProduct() || a.Flat.IsUnion() != b.Flat.IsUnion()) {
				return false, false, true
			}
			continue
		}
		x, y := p.name(a.Type), q.name(b.Type)
		if x == "" || y == "" {
			return false, false, false
		}
		if x != y {
			return false, false, true
		}
	}
	return true, narrower, true
}

func short(r *patterns.Result, s *patterns.Scheme) string {
	in, out := r.Front.ShortSignature(s, s.Roots[0], s.Roots[1], 200)
	return in + " --> " + out
}

// result returns the result for a text.
func (m *migrator) result(text []byte) *language.Migrated {
	r := &language.Migrated{Text: text}
	inOrder := slices.Clone(m.units)
	slices.SortStableFunc(inOrder, func(a, b unit) int { return int(a.def.Span.Start - b.def.Span.Start) })
	for _, u := range inOrder {
		if u.left {
			r.Left = append(r.Left, u.name)
			r.Problems = append(r.Problems, u.problems...)
		} else {
			r.Migrated = append(r.Migrated, u.name)
			if u.narrowed {
				r.Narrowed = append(r.Narrowed, u.name)
			}
		}
	}
	lang.Sort(r.Problems)
	r.Complete = text != nil && len(r.Problems) == 0
	return r
}

// text applies the edits of migrated definitions, and turns the others into comments.
func (m *migrator) text() []byte {
	edits := m.blanks()
	if i := m.gap(0); bytes.HasPrefix(m.src[i:], []byte("+++")) {
		edits = append(edits, lang.Edit{Span: lang.Span{Start: i, End: i + 3}, Text: "~"})
	}
	edits = append(edits, m.header())
	for i := range m.units {
		if u := &m.units[i]; u.left {
			edits = append(edits, m.comment(u))
		} else {
			edits = append(edits, u.edits...)
		}
	}
	return apply(m.src, edits)
}

// apply applies edits. Of overlapping edits the widest wins: turning a definition into a comment replaces the changes
// within it.
func apply(src []byte, edits []lang.Edit) []byte {
	slices.SortStableFunc(edits, func(a, b lang.Edit) int {
		if a.Span.Start != b.Span.Start {
			return int(a.Span.Start - b.Span.Start)
		}
		if a.Span.Empty() != b.Span.Empty() { // insertions come first
			if a.Span.Empty() {
				return -1
			}
			return 1
		}
		return int(b.Span.End - a.Span.End)
	})
	return lang.AppendEdited(nil, src, lang.Span{End: int32(len(src))}, edits)
}
