package k

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// Signatures are spelled as filters: `?IN --> ?OUT`. A pattern that stands in
// several places is named where it is met first, as in {…}=X0, and is X0 after
// that. A type is $name by an alias in scope, else its code, or, where a part of
// it stands in several places, a closed filter with variables; so the text is no
// larger than the graph. The text parses back to the same pattern, {}|[] alone
// excepted.

// ShortSignature spells a pair of nodes of a scheme, in at most about so many bytes of
// either side; 0 is any number. It does not cost the rest of the text.
func (a *program) ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string) {
	w := signature{program: a, scheme: s, most: most}
	w.count(in)
	w.count(out)
	spell := func(n int32) string {
		w.b.Reset()
		w.text("?")
		return w.run(piece{kind: pieceNode, what: n})
	}
	takes = spell(in)
	return takes, spell(out)
}

// ShortTypeDefinition spells the structure of a type in the notation of codes, its parts
// by their names where they have some, in at most about so many bytes; 0 is all. A type
// without names in it can be spelt in exponentially many.
func (a *program) ShortTypeDefinition(t patterns.Type, most int) string {
	w := signature{program: a, most: most}
	return w.run(piece{kind: pieceCode, what: int32(t)})
}

// signature writes a signature with an explicit stack of what is left to write,
// since patterns can be as deep as programs.
type signature struct {
	*program
	scheme *patterns.Scheme
	most   int // bytes, above which the rest is left out; 0: any number
	b      strings.Builder
	uses   []int32 // by node: how often it stands in the text
	names  []int32 // by node: its variable, + 1
	met    []bool  // by node: it stands in the text, or will
	vars   int
	stack  []piece
	buf    []piece     // working memory for later
	sets   []*typeUses // of the types that are written as filters
}

// A piece is something left to write, small and without a pointer: there are as
// many as a pattern is deep.
type piece struct {
	kind pieceKind
	set  int32 // of pieceFilter and pieceTypeName
	what int32 // a node, a type, a label or a character
}

type pieceKind uint8

const (
	pieceNothing  pieceKind = iota
	pieceByte               // a bracket
	pieceComma              // ", "
	pieceDots               // "..."
	pieceLabel              // " l"
	pieceNode               // a pattern
	pieceName               // "=X0" of a node
	pieceType               // a type by its name, as a code or as a closed filter
	pieceBareName           // a type by its name, without the dollar
	pieceCode               // a part of a code
	pieceFilter             // a part of a closed filter
	pieceTypeName           // "=X0" of a state of a closed filter
)

func (w *signature) text(s string) {
	if w.most > 0 {
		s = tell.Shortened(s, w.most)
	}
	w.b.WriteString(s)
}

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

// later arranges pieces to be written in their order, before what is waiting.
func (w *signature) later(pieces []piece) {
	slices.Reverse(pieces)
	w.stack = append(w.stack, pieces...)
	w.buf = pieces[:0]
}

// run writes a piece and returns all that was written.
func (w *signature) run(root piece) string {
	for w.stack = append(w.stack, root); len(w.stack) > 0; {
		if w.most > 0 && w.b.Len() > w.most {
			w.stack = w.stack[:0]
			w.b.WriteString("…")
			break
		}
		p := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		switch p.kind {
		case pieceByte:
			w.b.WriteByte(byte(p.what))
		case pieceComma:
			w.text(", ")
		case pieceDots:
			w.text("...")
		case pieceLabel:
			w.text(" ")
			w.text(w.tree.Dialect.LabelText(w.Labels.Text(unify.Label(p.what))))
		case pieceNode:
			w.node(p.what)
		case pieceName:
			w.text("=" + w.variable(p.what))
		case pieceType:
			w.typeRoot(patterns.Type(p.what))
		case pieceBareName:
			name, _ := w.TypeName(patterns.Type(p.what))
			w.text(name)
		case pieceCode:
			w.code(patterns.Type(p.what))
		case pieceFilter:
			w.closed(patterns.Type(p.what), p.set)
		case pieceTypeName:
			w.text("=" + w.sets[p.set].variable(w, patterns.Type(p.what)))
		}
	}
	return w.b.String()
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
	if len(edges) == 0 && f.IsAnything() {
		if shared {
			form = w.variable(n)
		}
		w.text(form)
		return
	}
	pieces := append(w.buf[:0], char(form[0]))
	if f.IsVector() {
		pieces = append(pieces, piece{kind: pieceNode, what: int32(edges[0].To)})
	} else {
		for i, e := range w.printOrder(edges) {
			if i > 0 {
				pieces = append(pieces, piece{kind: pieceComma})
			}
			pieces = append(pieces, piece{kind: pieceNode, what: int32(e.To)},
				piece{kind: pieceLabel, what: int32(e.Label)})
		}
		if !f.Closed() {
			if len(edges) > 0 {
				pieces = append(pieces, piece{kind: pieceComma})
			}
			pieces = append(pieces, piece{kind: pieceDots})
		}
	}
	pieces = append(pieces, char(closer(form[0])))
	if shared {
		pieces = append(pieces, piece{kind: pieceName, what: n})
	}
	w.later(pieces)
}

func char(c byte) piece { return piece{kind: pieceByte, what: int32(c)} }

func closer(opener byte) byte { return ")}>]"[strings.IndexByte("({<[", opener)] }

func (w *signature) printOrder(edges []unify.Edge) []unify.Edge {
	if len(edges) < 2 {
		return edges
	}
	out := slices.Clone(edges)
	order := w.LabelOrder(len(out))
	slices.SortFunc(out, func(a, b unify.Edge) int { return order(a.Label, b.Label) })
	return out
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
	if name, ok := w.TypeName(t); ok {
		w.text("$" + name)
		return
	}
	set := &typeUses{uses: map[patterns.Type]int{t: 1}, names: map[patterns.Type]int{}, met: map[patterns.Type]bool{}}
	queue := []patterns.Type{t}
	twice := false
	// A state takes a byte at least, so of more than fit none needs a name.
	for n := 0; len(queue) > 0 && (w.most == 0 || n <= w.most); n++ {
		u := queue[0]
		queue = queue[1:]
		for _, f := range w.Types.Fields(u) {
			if _, named := w.TypeName(f.To); named || w.Types.IsUnit(f.To) {
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
		w.sets = append(w.sets, set)
		w.closed(t, int32(len(w.sets)-1))
		return
	}
	w.text("$")
	w.code(t)
}

// TypeName returns the name of a type in scope.
func (a *program) TypeName(t patterns.Type) (string, bool) {
	if name, ok := a.Types.Atom(t); ok {
		return name, true
	}
	if i, ok := a.alias[t]; ok {
		return a.tree.Syms.Text(a.tree.Types[i].Name), true
	}
	return "", false
}

// code writes a part of a type in the notation of codes, or its root when that is
// to be spelt although it has a name.
func (w *signature) code(t patterns.Type) { w.structure(t, pieceCode, 0, piece{}) }

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

// closed writes a part of a type in the notation of filters.
func (w *signature) closed(t patterns.Type, at int32) {
	set := w.sets[at]
	if set.met[t] {
		w.text(set.variable(w, t))
		return
	}
	// The unit is short enough to be spelt every time.
	set.met[t] = !w.Types.IsUnit(t)
	name := piece{}
	if set.uses[t] > 1 {
		name = piece{kind: pieceTypeName, what: int32(t), set: at}
	}
	w.structure(t, pieceFilter, at, name)
}

// structure writes the brackets of a type and arranges for its parts: those with
// a name by it, the others in the given notation.
func (w *signature) structure(t patterns.Type, notation pieceKind, set int32, suffix piece) {
	brackets := tell.Brackets(w.Types.Shape(t))
	fields := slices.Clone(w.Types.Fields(t))
	order := w.LabelOrder(len(fields))
	slices.SortFunc(fields, func(a, b unify.HeadField) int { return order(a.Label, b.Label) })
	pieces := append(w.buf[:0], char(brackets[0]))
	for i, f := range fields {
		if i > 0 {
			pieces = append(pieces, piece{kind: pieceComma})
		}
		part := piece{kind: notation, set: set, what: int32(f.To)}
		if _, named := w.TypeName(f.To); named {
			part.kind = pieceType
			if notation == pieceCode {
				part.kind = pieceBareName
			}
		}
		pieces = append(pieces, part)
		if f.Label != unify.Member {
			pieces = append(pieces, piece{kind: pieceLabel, what: int32(f.Label)})
		}
	}
	w.later(append(pieces, char(brackets[1]), suffix))
}
