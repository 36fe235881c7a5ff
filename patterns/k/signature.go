package k

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Signatures are spelled as filters: `?IN --> ?OUT`. A pattern that stands in
// several places is named where it is met first, as in {…}=X0, and is X0 after
// that. A type is $name by an alias in scope, else its code, or, where a part of
// it stands in several places, a closed filter with variables; so the text is no
// larger than the graph. The text parses back to the same pattern, {}|[] alone
// excepted.

// Signature spells a pair of nodes of a scheme.
func (a *analysis) Signature(s *patterns.Scheme, in, out int32) string {
	w := signature{analysis: a, scheme: s}
	w.count(in)
	w.count(out)
	w.text("?")
	w.pattern(in)
	w.text(" --> ?")
	w.pattern(out)
	return w.b.String()
}

// typeText spells a type as it stands in a signature, without the question mark.
func (a *analysis) typeText(t patterns.Type) string {
	w := signature{analysis: a}
	w.typ(t)
	w.run()
	return w.b.String()
}

// TypeDefinition spells the structure of a type in the notation of codes, its
// parts by their names where they have some.
func (a *analysis) TypeDefinition(t patterns.Type) string {
	w := signature{analysis: a}
	w.code(t)
	w.run()
	return w.b.String()
}

// signature writes a signature with an explicit stack of what is left to write,
// since patterns can be as deep as programs.
type signature struct {
	*analysis
	scheme *patterns.Scheme
	b      strings.Builder
	uses   []int32 // by node: how often it stands in the text
	names  []int32 // by node: its variable, + 1
	met    []bool  // by node: it stands in the text, or will
	vars   int
	stack  []piece
	buf    []piece // working memory for later
}

// A piece is something left to write: text, a pattern, or a type; the type as a
// code or as a closed filter.
type piece struct {
	text string
	set  *typeUses
	node int32 // or the number of a type
	kind pieceKind
}

type pieceKind uint8

const (
	pieceText pieceKind = iota
	pieceNode
	pieceType
	pieceCode
	pieceFilter
	pieceName
	pieceTypeName
)

func (w *signature) text(s string) { w.b.WriteString(s) }

// count notes how often the nodes below a root will stand in the text.
func (w *signature) count(root int32) {
	if w.uses == nil {
		w.uses = make([]int32, w.scheme.Graph.Len())
		w.names = make([]int32, w.scheme.Graph.Len())
		w.met = make([]bool, w.scheme.Graph.Len())
	}
	stack := []int32{root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		w.uses[n]++
		if w.uses[n] > 1 {
			continue
		}
		for _, e := range w.scheme.Graph.Edges(n) {
			stack = append(stack, int32(e.To))
		}
	}
}

func (w *signature) pattern(n int32) {
	w.push(piece{kind: pieceNode, node: n})
	w.run()
}

func (w *signature) typ(t patterns.Type) { w.push(piece{kind: pieceType, node: int32(t)}) }

func (w *signature) push(p piece) { w.stack = append(w.stack, p) }

// later arranges pieces to be written in their order, before what is waiting.
func (w *signature) later(pieces []piece) {
	slices.Reverse(pieces)
	w.stack = append(w.stack, pieces...)
	w.buf = pieces[:0]
}

func (w *signature) run() {
	for len(w.stack) > 0 {
		p := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		switch p.kind {
		case pieceText:
			w.text(p.text)
		case pieceNode:
			w.node(p.node)
		case pieceType:
			w.typeRoot(patterns.Type(p.node))
		case pieceCode:
			w.code(patterns.Type(p.node))
		case pieceName:
			w.text("=" + w.variable(p.node))
		case pieceTypeName:
			w.text("=" + p.set.variable(w, patterns.Type(p.node)))
		case pieceFilter:
			w.closed(patterns.Type(p.node), p.set)
		}
	}
}

// variable returns the variable of a node: the next one when it has none yet, so
// that they are numbered as they are read.
func (w *signature) variable(n int32) string {
	if w.names[n] == 0 {
		w.vars++
		w.names[n] = int32(w.vars)
	}
	return variable(int(w.names[n] - 1))
}

func variable(i int) string { return "X" + strconv.Itoa(i) }

func (w *signature) node(n int32) {
	f := w.scheme.Graph.Flat(n)
	if h := f.Head(); h != unify.NoHead {
		w.typeRoot(h)
		return
	}
	if w.met[n] {
		w.text(w.variable(n))
		return
	}
	w.met[n] = true
	shared := w.uses[n] > 1
	edges := w.scheme.Graph.Edges(n)
	form := f.Form()
	if len(edges) == 0 && form == "(...)" {
		if shared {
			form = w.variable(n)
		}
		w.text(form)
		return
	}
	pieces := append(w.buf[:0], piece{text: form[:1]})
	if form == "[]" {
		pieces = append(pieces, piece{kind: pieceNode, node: int32(edges[0].To)})
	} else {
		for i, e := range w.printOrder(edges) {
			if i > 0 {
				pieces = append(pieces, piece{text: ", "})
			}
			pieces = append(pieces, piece{kind: pieceNode, node: int32(e.To)},
				piece{text: " "}, piece{text: k.LabelText(w.labels.Text(e.Label))})
		}
		if strings.Contains(form, "...") {
			if len(edges) > 0 {
				pieces = append(pieces, piece{text: ", "})
			}
			pieces = append(pieces, piece{text: "..."})
		}
	}
	pieces = append(pieces, piece{text: closer(form)})
	if shared {
		pieces = append(pieces, piece{kind: pieceName, node: n})
	}
	w.later(pieces)
}

func closer(form string) string {
	switch form[0] {
	case '(':
		return ")"
	case '{':
		return "}"
	case '<':
		return ">"
	}
	return "]"
}

func (w *signature) printOrder(edges []unify.Edge) []unify.Edge {
	out := slices.Clone(edges)
	slices.SortFunc(out, func(a, b unify.Edge) int { return w.compareLabels(a.Label, b.Label) })
	return out
}

func (a *analysis) compareLabels(x, y unify.Label) int {
	tx, ty := a.labels.Text(x), a.labels.Text(y)
	switch {
	case tx == ty:
		return 0
	case patterns.PrintLess(tx, ty):
		return -1
	}
	return 1
}

// typeUses is how often the states of a type stand in the text of it, up to
// states that have a name.
type typeUses struct {
	uses  map[patterns.Type]int
	names map[patterns.Type]int
	met   map[patterns.Type]bool
}

// typeRoot writes a type: its name, its code, or a closed filter when a state
// would stand twice in the code.
func (w *signature) typeRoot(t patterns.Type) {
	if name, ok := w.typeName(t); ok {
		w.text("$" + name)
		return
	}
	set := &typeUses{uses: map[patterns.Type]int{t: 1}, names: map[patterns.Type]int{}, met: map[patterns.Type]bool{}}
	queue := []patterns.Type{t}
	twice := false
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, f := range w.types.Fields(u) {
			if _, named := w.typeName(f.To); named || w.types.IsUnit(f.To) {
				continue
			}
			set.uses[f.To]++
			if set.uses[f.To] > 1 {
				twice = true
				continue
			}
			queue = append(queue, f.To)
		}
	}
	if twice {
		w.closed(t, set)
		return
	}
	w.text("$")
	w.code(t)
}

// typeName returns the name of a type in scope.
func (a *analysis) typeName(t patterns.Type) (string, bool) {
	if name, ok := a.types.Atom(t); ok {
		return name, true
	}
	if i, ok := a.alias[t]; ok {
		return a.tree.Syms.Text(a.tree.Types[i].Name), true
	}
	return "", false
}

// code writes the next level of a type in the notation of codes.
func (w *signature) code(t patterns.Type) {
	w.structure(t, func(u patterns.Type) piece {
		if name, ok := w.typeName(u); ok {
			return piece{text: name}
		}
		return piece{kind: pieceCode, node: int32(u)}
	}, piece{})
}

// variable is like signature.variable for a state of a type.
func (s *typeUses) variable(w *signature, t patterns.Type) string {
	v, ok := s.names[t]
	if !ok {
		v = w.vars
		s.names[t] = v
		w.vars++
	}
	return variable(v)
}

// closed writes the next level of a type in the notation of filters.
func (w *signature) closed(t patterns.Type, set *typeUses) {
	if set.met[t] {
		w.text(set.variable(w, t))
		return
	}
	set.met[t] = true
	name := piece{}
	if set.uses[t] > 1 {
		name = piece{kind: pieceTypeName, node: int32(t), set: set}
	}
	w.structure(t, func(u patterns.Type) piece {
		if name, ok := w.typeName(u); ok {
			return piece{text: "$" + name}
		}
		return piece{kind: pieceFilter, node: int32(u), set: set}
	}, name)
}

func (w *signature) structure(t patterns.Type, part func(patterns.Type) piece, suffix piece) {
	open, end := "{", "}"
	switch w.types.Shape(t) {
	case unify.Union:
		open, end = "<", ">"
	case unify.Vector:
		open, end = "[", "]"
	}
	fields := slices.Clone(w.types.Fields(t))
	slices.SortFunc(fields, func(a, b unify.HeadField) int { return w.compareLabels(a.Label, b.Label) })
	pieces := append(w.buf[:0], piece{text: open})
	for i, f := range fields {
		if i > 0 {
			pieces = append(pieces, piece{text: ", "})
		}
		pieces = append(pieces, part(f.To))
		if f.Label != unify.Member {
			pieces = append(pieces, piece{text: " " + k.LabelText(w.labels.Text(f.Label))})
		}
	}
	w.later(append(pieces, piece{text: end}, suffix))
}
