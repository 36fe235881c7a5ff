package k

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Signatures are written as filters: `?IN --> ?OUT`. A pattern that occurs several times gets a name at its first
// occurrence, as in {…}=X0, and is written X0 after that. A type is written as $name if it has an alias in scope, else
// as its code or, if a part of it occurs several times, as a closed filter with variables; so the text is not larger
// than the graph. The text parses back to the same pattern, except for {}|[].

// ShortSignature writes a pair of nodes of a scheme, each in at most about most bytes; 0 means no limit. With a limit
// its cost is proportional to the text, however large the scheme is.
func (a *program) ShortSignature(s *patterns.Scheme, in, out int32, most int) (takes, gives string) {
	w := signature{a: a, scheme: s, most: most, spelling: &a.spelling}
	defer w.reset()
	return w.ends(in, out)
}

// Variables returns the variables of a signature by node.
func (a *program) Variables(s *patterns.Scheme, in, out int32, most int) map[int32]string {
	w := signature{a: a, scheme: s, most: most, spelling: &a.spelling}
	defer w.reset()
	w.ends(in, out)
	names := make(map[int32]string)
	for _, n := range w.touched {
		if v := w.names[n]; v > 0 {
			names[n] = variable(int(v - 1))
		}
	}
	return names
}

// ends writes two nodes.
func (w *signature) ends(in, out int32) (takes, gives string) {
	w.grow(w.scheme.Graph.Len())
	spell := func(n int32) string {
		w.b.Reset()
		w.text("?")
		return w.run(piece{kind: pieceNode, what: n})
	}
	if w.most == 0 {
		w.count(in)
		w.count(out)
	} else {
		// Only nodes that occur twice in a text without names, cut off at the limit, can need a name.
		w.counting = true
		spell(in)
		spell(out)
		w.counting, w.sets, w.vars = false, nil, 0
		for _, n := range w.touched {
			w.met[n] = false
		}
	}
	takes = spell(in)
	return takes, spell(out)
}

// ShortTypeDefinition writes the structure of a type in the notation of codes, its parts by name if they have one, in
// at most about most bytes; 0 means no limit. Without names in it, the text can have exponential length.
func (a *program) ShortTypeDefinition(t patterns.Type, most int) string {
	w := signature{a: a, most: most, spelling: &a.spelling}
	return w.run(piece{kind: pieceCode, what: int32(t)})
}

// signature writes a signature with an explicit stack of pieces, since patterns can be as deep as programs.
type signature struct {
	a      *program
	scheme *patterns.Scheme
	most   int // maximum number of bytes; 0 means no limit
	b      strings.Builder
	*spelling
	counting bool // only count how often nodes occur in the text
	vars     int
	sets     []*typeUses // of the types that are written as filters
}

// spelling is what a program keeps from one signature to the next. Between signatures the lists by node are zero.
type spelling struct {
	uses    []int32 // by node: how often it occurs in the text
	names   []int32 // by node: its variable, + 1
	met     []bool  // by node: it is written already, or on the stack
	touched []int32 // the nodes with an entry in one of these
	stack   []piece
	buf     []piece // working memory for later

	// Brackets with many labels, in printing order: a hundred thousand signatures may each show the first few.
	wide  map[*unify.Edge][]unify.Edge
	types map[patterns.Type][]unify.HeadField
}

// manyLabels is the number of labels from which their printing order is cached.
const manyLabels = 64

// grow allocates the lists for a number of nodes.
func (s *spelling) grow(nodes int) {
	if n := nodes - len(s.uses); n > 0 {
		s.uses, s.names, s.met = append(s.uses, make([]int32, n)...), append(s.names, make([]int32, n)...),
			append(s.met, make([]bool, n)...)
	}
}

// use counts an occurrence of a node, and reports whether it is the first.
func (s *spelling) use(n int32) bool {
	if s.uses[n]++; s.uses[n] > 1 {
		return false
	}
	s.touched = append(s.touched, n)
	return true
}

func (s *spelling) reset() {
	for _, n := range s.touched {
		s.uses[n], s.names[n], s.met[n] = 0, 0, false
	}
	s.touched = s.touched[:0]
}

// A piece is something left to write, small and without a pointer: there are as many as a pattern is deep.
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
		s = message.Shortened(s, w.most)
	}
	w.b.WriteString(s)
}

// count counts how often each node reachable from a root occurs in the text.
func (w *signature) count(root int32) {
	stack := []int32{root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !w.use(n) {
			continue
		}
		for _, e := range w.scheme.Graph.Edges(n) {
			stack = append(stack, int32(e.To))
		}
	}
}

// later pushes pieces so that they are written in their order, before all others.
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
			label := w.a.Labels.Text(unify.Label(p.what))
			if w.most > 0 && len(label) > 4*w.most {
				label = message.Shortened(label, w.most)
			}
			w.text(w.a.tree.Dialect.LabelText(label))
		case pieceNode:
			w.node(p.what)
		case pieceName:
			w.text("=" + w.variable(p.what))
		case pieceType:
			w.typeRoot(patterns.Type(p.what))
		case pieceBareName:
			name, _ := w.a.TypeName(patterns.Type(p.what))
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

// variable returns the variable of a node: the next one if it has none yet, so that they are numbered in reading order.
func (w *signature) variable(n int32) string {
	if w.counting {
		return "X0"
	}
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
	if w.counting || w.uses[n] == 0 {
		w.use(n)
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
		if shared || w.counting { // the text for counting is never longer than the final one
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
			if w.most > 0 && i > w.most { // each takes a byte at least
				break
			}
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
	out, ok := w.wide[&edges[0]]
	if ok {
		return out
	}
	order := w.a.LabelOrder(len(edges))
	compare := func(a, b unify.Edge) int { return order(a.Label, b.Label) }
	if slices.IsSortedFunc(edges, compare) {
		return edges
	}
	out = slices.Clone(edges)
	slices.SortFunc(out, compare)
	if len(out) >= manyLabels {
		if w.wide == nil {
			w.wide = make(map[*unify.Edge][]unify.Edge)
		}
		w.wide[&edges[0]] = out
	}
	return out
}

// fields returns the fields of a type in printing order.
func (w *signature) fields(t patterns.Type) []unify.HeadField {
	fields, ok := w.types[t]
	if ok {
		return fields
	}
	fields = slices.Clone(w.a.Types.Fields(t))
	order := w.a.LabelOrder(len(fields))
	slices.SortFunc(fields, func(a, b unify.HeadField) int { return order(a.Label, b.Label) })
	if len(fields) >= manyLabels {
		if w.types == nil {
			w.types = make(map[patterns.Type][]unify.HeadField)
		}
		w.types[t] = fields
	}
	return fields
}

// typeUses counts how often the states of a type occur in its text, excluding states below a named one.
type typeUses struct {
	uses  map[patterns.Type]int
	names map[patterns.Type]int
	met   map[patterns.Type]bool
}

// typeRoot writes a type: its name, its code, or a closed filter if a state would occur twice in the code.
func (w *signature) typeRoot(t patterns.Type) {
	if name, ok := w.a.TypeName(t); ok {
		w.text("$" + name)
		return
	}
	set := &typeUses{uses: map[patterns.Type]int{t: 1}, names: map[patterns.Type]int{}, met: map[patterns.Type]bool{}}
	queue := []patterns.Type{t}
	twice := false
	// A state and a field take a byte at least, so states beyond the limit need no name.
	for n := 0; len(queue) > 0 && (w.most == 0 || n <= w.most); n++ {
		u := queue[0]
		queue = queue[1:]
		for _, f := range w.a.Types.Fields(u) {
			if n++; w.most > 0 && n > w.most {
				break
			}
			if _, named := w.a.TypeName(f.To); named || w.a.Types.IsUnit(f.To) {
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

// code writes a part of a type in the notation of codes, or its root even if it has a name.
func (w *signature) code(t patterns.Type) { w.structure(t, pieceCode, 0, piece{}) }

// variable is like signature.variable for a state of a type.
func (s *typeUses) variable(w *signature, t patterns.Type) string {
	return variable(patterns.Remember(&s.names, t, func() int {
		w.vars++
		return w.vars - 1
	}))
}

// closed writes a part of a type in the notation of filters.
func (w *signature) closed(t patterns.Type, at int32) {
	set := w.sets[at]
	if set.met[t] {
		w.text(set.variable(w, t))
		return
	}
	// The unit is short enough to be written every time.
	set.met[t] = !w.a.Types.IsUnit(t)
	name := piece{}
	if set.uses[t] > 1 {
		name = piece{kind: pieceTypeName, what: int32(t), set: at}
	}
	w.structure(t, pieceFilter, at, name)
}

// structure writes the brackets of a type and pushes its parts: by name if they have one, else in the given notation.
func (w *signature) structure(t patterns.Type, notation pieceKind, set int32, suffix piece) {
	brackets := message.Brackets(w.a.Types.Shape(t))
	fields := w.fields(t)
	pieces := append(w.buf[:0], char(brackets[0]))
	for i, f := range fields {
		if w.most > 0 && i > w.most {
			break
		}
		if i > 0 {
			pieces = append(pieces, piece{kind: pieceComma})
		}
		part := piece{kind: notation, set: set, what: int32(f.To)}
		if _, named := w.a.TypeName(f.To); named {
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
