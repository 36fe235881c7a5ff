package mutate

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
)

// A relaySubject is a program of Relay as the operators see it.
type relaySubject struct {
	flatSubject
	tree  *relay.Tree
	names *relay.Names

	globals   []string
	types     []string // declared
	operators []string // called
	cons      []string
}

func newRelaySubject(p *Program) *relaySubject {
	tree := parseRelay(p.Language.file(p.Name, p.Source))
	names, _ := relay.Resolve(tree, nil)
	s := &relaySubject{flatSubject: newFlatSubject(p, &tree.Tree), tree: tree, names: names}
	put := func(list *[]string, text string) {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for i := range tree.Decls {
		d := &tree.Decls[i]
		switch d.Kind {
		case relay.DeclDef:
			s.globals = append(s.globals, tree.NameOf(d))
		case relay.DeclType, relay.DeclExtern:
			s.types = append(s.types, tree.NameOf(d))
		}
		s.known[tree.NameOf(d)] = true
	}
	for id := range tree.Nodes {
		e, n := relay.NodeID(id), &tree.Nodes[id]
		text := tree.Syms.Text(n.Sym)
		s.known[text] = true
		switch n.Op {
		case relay.OpInt:
			if s.isSize(e) {
				put(&s.sizes, text)
			}
		case relay.OpCon:
			put(&s.cons, text)
		case relay.OpName:
			if s.isOperator(e) {
				put(&s.operators, text)
			}
		}
	}
	return s
}

// isOperator reports whether a node is the name of an operator.
func (s *relaySubject) isOperator(e relay.NodeID) bool {
	return s.op(e) == relay.OpName && s.names.Meaning[e] != relay.MeansConstructor && s.op(s.parents[e]) == relay.OpCall
}

// isSize reports whether a number is a dimension in a type.
func (s *relaySubject) isSize(e relay.NodeID) bool { return s.op(s.parents[e]) == relay.OpShape }

// attributeOf returns the attribute whose value is the node or a list with it.
func (s *relaySubject) attributeOf(e relay.NodeID) relay.NodeID {
	up := s.parents[e]
	if op := s.op(up); op == relay.OpList || op == relay.OpTuple {
		up = s.parents[up]
	}
	if s.op(up) == relay.OpAttr && s.op(s.parents[up]) == relay.OpCall {
		return up
	}
	return relay.NoNode
}

// isType reports whether a node is a type.
func (s *relaySubject) isType(e relay.NodeID) bool {
	switch s.op(e) {
	case relay.OpTypeName, relay.OpTypeCall, relay.OpTensor:
		return true
	}
	return false
}

// arguments returns the arguments of a call or of a binary operator.
func (s *relaySubject) arguments(e relay.NodeID) (list []relay.NodeID) {
	kids := s.tree.Kids(e)
	switch s.op(e) {
	case relay.OpBinary:
		return kids
	case relay.OpCall:
		for _, kid := range kids[2:] {
			if s.op(kid) != relay.OpAttr {
				list = append(list, kid)
			}
		}
	}
	return list
}

// A relayMaker collects the candidates of one operator in one program of Relay.
type relayMaker struct {
	*relaySubject
	flatMaker
	definition string
	first      relay.NodeID // of the definition
	decl       *relay.Decl
}

var relayOperations = map[string]func(*relayMaker, relay.NodeID, *relay.Node){
	"dimension":        (*relayMaker).dimension,
	"number":           (*relayMaker).number,
	"axis":             (*relayMaker).axis,
	"axes":             (*relayMaker).axes,
	"attribute":        (*relayMaker).attribute,
	"literal":          (*relayMaker).literal,
	"element":          (*relayMaker).element,
	"type":             (*relayMaker).typ,
	"field":            (*relayMaker).field,
	"variable":         (*relayMaker).variable,
	"global":           (*relayMaker).global,
	"operator":         (*relayMaker).operator,
	"sign":             (*relayMaker).sign,
	"constructor":      (*relayMaker).constructor,
	"swap":             (*relayMaker).swap,
	"argument-drop":    (*relayMaker).argumentDrop,
	"argument-add":     (*relayMaker).argumentAdd,
	"attribute-drop":   (*relayMaker).attributeDrop,
	"operator-drop":    (*relayMaker).operatorDrop,
	"operator-add":     (*relayMaker).operatorAdd,
	"case-drop":        (*relayMaker).caseDrop,
	"typo-variable":    typo(relay.OpLocal),
	"typo-global":      typo(relay.OpGlobal),
	"typo-operator":    (*relayMaker).typoOperator,
	"typo-constructor": (*relayMaker).typoConstructor,
	"typo-type":        typo(relay.OpTypeName, relay.OpTypeCall),
	"typo-attribute":   typo(relay.OpAttr),
}

func (s *relaySubject) candidates(operator string, r *rand.Rand) []*candidate {
	m := &relayMaker{relaySubject: s, flatMaker: flatMaker{rand: r}}
	operation := relayOperations[operator]
	for i := range s.tree.Decls {
		d := &s.tree.Decls[i]
		if d.Root == relay.NoNode {
			continue
		}
		m.decl, m.first, m.definition = d, d.First, s.tree.NameOf(d)
		for e := d.First; e <= d.Root; e++ {
			operation(m, e, &s.tree.Nodes[e])
		}
	}
	return m.list
}

// add adds a candidate, unless it changes nothing. An edit of a constructor's declaration or of a function's signature
// is also at fault at the uses.
func (m *relayMaker) add(c *candidate) {
	if !c.changes(m.Source) {
		return
	}
	c.truths[0].def, c.truths[0].definition = -1, m.definition
	c.with(m.uses(c.edits[0].Span)...)
	m.list = append(m.list, c)
}

// uses returns the uses of the constructor whose declaration contains a place, or of the function whose signature
// contains it. Without a written result, the body is a part of the signature.
func (m *relayMaker) uses(at lang.Span) (places []draftPlace) {
	use := func(meaning relay.Meaning, of int32) {
		for u, is := range m.names.Meaning {
			if is == meaning && m.names.At[u] == of {
				places = append(places, usePlace(m.tree.NameSpan(relay.NodeID(u))))
			}
		}
	}
	switch root := m.decl.Root; m.decl.Kind {
	case relay.DeclType:
		for e := m.decl.First; e <= root; e++ {
			if m.op(e) == relay.OpCon && m.tree.Span(e).Contains(at) {
				use(relay.MeansConstructor, int32(e))
			}
		}
	case relay.DeclDef:
		kids := m.tree.Kids(root)
		if body := kids[len(kids)-1]; kids[2] == relay.NoNode || !m.tree.Span(body).Contains(at) {
			use(relay.MeansGlobal,
				int32(slices.IndexFunc(m.tree.Decls, func(d relay.Decl) bool { return d.Root == root })))
		}
	}
	return places
}

func (m *relayMaker) replace(e relay.NodeID, text string) { m.add(replace(m.tree.Span(e), text)) }

// numbers replaces a number by several others.
func (m *relayMaker) numbers(e relay.NodeID, more []string) {
	now := m.text(e)
	n, err := strconv.Atoi(now)
	if err != nil {
		return
	}
	list := []string{strconv.Itoa(n + 1), strconv.Itoa(2 * n)}
	if n > 1 {
		list = append(list, strconv.Itoa(n-1), strconv.Itoa(n/2))
	}
	if len(more) > 0 {
		list = append(list, more[m.rand.IntN(len(more))])
	}
	for i, text := range list {
		if text != now && text != "0" && !slices.Contains(list[:i], text) {
			m.replace(e, text)
		}
	}
}

func (m *relayMaker) dimension(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpInt && m.isSize(e) {
		m.numbers(e, m.sizes)
	}
}

// isAxes reports whether an attribute selects axes.
func (m *relayMaker) isAxes(a relay.NodeID) bool {
	return strings.HasPrefix(m.tree.Syms.Text(m.tree.Nodes[a].Sym), "ax")
}

func (m *relayMaker) number(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpInt {
		if a := m.attributeOf(e); a != relay.NoNode && !m.isAxes(a) {
			m.numbers(e, nil)
		}
	}
}

func (m *relayMaker) axis(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpInt {
		if a := m.attributeOf(e); a != relay.NoNode && m.isAxes(a) {
			for _, text := range []string{"-1", "0", "1", "2", "3"} {
				m.replace(e, text)
			}
		}
	}
}

// axes swaps two axes of a list.
func (m *relayMaker) axes(e relay.NodeID, n *relay.Node) {
	kids := m.tree.Kids(e)
	if n.Op != relay.OpList || len(kids) < 2 || m.attributeOf(kids[0]) == relay.NoNode {
		return
	}
	for i := range kids {
		for j := i + 1; j < len(kids); j++ {
			var list []string
			for _, kid := range kids {
				list = append(list, m.text(kid))
			}
			list[i], list[j] = list[j], list[i]
			m.replace(e, "["+strings.Join(list, ", ")+"]")
		}
	}
}

func (m *relayMaker) attribute(e relay.NodeID, n *relay.Node) {
	if m.attributeOf(e) == relay.NoNode {
		return
	}
	switch n.Op {
	case relay.OpBool:
		m.replace(e, map[string]string{"True": "False", "False": "True"}[m.text(e)])
	case relay.OpString:
		for _, set := range [][]string{{"NCHW", "NHWC", "NCW"}, {"OIHW", "HWIO"},
			{"float32", "int32", "float16", "int64"}, {"valid", "same"}} {
			if now := strings.Trim(m.text(e), `"`); slices.Contains(set, now) {
				for _, text := range set {
					m.replace(e, strconv.Quote(text))
				}
			}
		}
	}
}

// literal changes the element type of a literal.
func (m *relayMaker) literal(e relay.NodeID, n *relay.Node) {
	if m.attributeOf(e) != relay.NoNode || m.isSize(e) || m.op(m.parents[e]) == relay.OpProject {
		return
	}
	switch now := m.text(e); n.Op {
	case relay.OpInt:
		for _, suffix := range []string{"f", "i64"} {
			m.replace(e, strings.TrimSuffix(now, "i64")+suffix)
		}
		m.replace(e, "True")
	case relay.OpFloat:
		now = now[:strings.LastIndexByte(now, 'f')]
		m.replace(e, now+"f64")
		m.replace(e, now+"f16")
		if !strings.ContainsAny(now, ".e") {
			m.replace(e, now)
		}
	case relay.OpBool:
		m.replace(e, "1")
	}
}

var dtypes = []string{"float32", "int32", "bool", "int64", "float16", "uint8"}

// element changes the element type of a tensor.
func (m *relayMaker) element(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpTypeName && m.op(m.parents[e]) == relay.OpTensor && m.names.Meaning[e] == relay.MeansDtype {
		for _, t := range dtypes {
			m.replace(e, t)
		}
	}
}

// typ replaces a type.
func (m *relayMaker) typ(e relay.NodeID, n *relay.Node) {
	up := m.parents[e]
	if !m.isType(e) || m.op(up) == relay.OpTensor || m.op(up) == relay.OpShape || m.op(up) == relay.OpRel {
		return
	}
	for _, t := range append([]string{"int32", "bool"}, m.types...) {
		m.replace(e, t)
	}
	if kids := m.tree.Kids(e); n.Op == relay.OpTypeCall && len(kids) > 0 {
		m.replace(e, m.text(kids[0]))
	}
	if n.Op == relay.OpTypeName && len(m.types) > 0 {
		m.replace(e, m.types[m.rand.IntN(len(m.types))]+"["+m.text(e)+"]")
	}
}

func (m *relayMaker) field(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpProject {
		for _, text := range []string{"0", "1", "2"} {
			m.replace(m.tree.Kids(e)[1], text)
		}
	}
}

// variable replaces a variable by others that the definition binds before.
func (m *relayMaker) variable(e relay.NodeID, n *relay.Node) {
	if n.Op != relay.OpLocal {
		return
	}
	var seen []string
	for id := m.first; id < e; id++ {
		if v := &m.tree.Nodes[id]; v.Op == relay.OpVar {
			if text := m.tree.Syms.Text(v.Sym); !slices.Contains(seen, text) {
				seen = append(seen, text)
			}
		}
	}
	m.rand.Shuffle(len(seen), func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
	for _, text := range seen[:min(len(seen), 4)] {
		m.replace(e, text)
	}
}

func (m *relayMaker) global(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpGlobal {
		for _, text := range m.globals {
			m.add(replace(n.Span(), text).with(m.calling(e)...))
		}
	}
}

// calling returns the call whose callee is the name, or the match of a constructor's pattern.
func (m *relayMaker) calling(e relay.NodeID) []draftPlace {
	up := m.parents[e]
	if m.op(up) == relay.OpCall && m.tree.Kids(up)[0] == e {
		return []draftPlace{keptPlace(m.tree.Span(up))}
	}
	if m.op(e) == relay.OpConPat {
		places := []draftPlace{keptPlace(m.tree.Span(e))}
		for m.op(up) != relay.OpMatch {
			up = m.parents[up]
		}
		return append(places, keptPlace(m.tree.Head(up)))
	}
	return nil
}

// others are operators that are easily confused with others.
var others = []string{"nn.dense", "nn.batch_matmul", "nn.bias_add", "nn.batch_flatten", "transpose", "reshape",
	"squeeze", "expand_dims", "sum", "concatenate", "split", "nn.conv2d", "nn.max_pool2d", "nn.global_avg_pool2d",
	"add", "equal", "tanh"}

func (m *relayMaker) operator(e relay.NodeID, n *relay.Node) {
	if m.isOperator(e) {
		for _, from := range [][]string{others, others, others, m.operators} {
			m.add(replace(n.Span(), from[m.rand.IntN(len(from))]).with(m.calling(e)...))
		}
	}
}

// sign replaces a binary operator.
func (m *relayMaker) sign(e relay.NodeID, n *relay.Node) {
	if n.Op == relay.OpBinary && !m.isType(m.parents[e]) && !m.isSize(e) {
		for _, text := range []string{"+", "*", "<", "=="} {
			m.add(replace(m.tree.NameSpan(e), text).with(keptPlace(m.tree.Span(e))))
		}
	}
}

func (m *relayMaker) constructor(e relay.NodeID, n *relay.Node) {
	if m.names.Meaning[e] == relay.MeansConstructor {
		for _, text := range m.cons {
			m.add(replace(m.tree.NameSpan(e), text).with(m.calling(e)...))
		}
	}
}

// swap swaps two neighbours.
func (m *relayMaker) swap(e relay.NodeID, n *relay.Node) {
	args := m.arguments(e)
	if n.Op == relay.OpConPat || n.Op == relay.OpTuple && m.attributeOf(e) == relay.NoNode {
		args = m.tree.Kids(e)
	}
	for i := 1; i < len(args); i++ {
		a, b := m.tree.Span(args[i-1]), m.tree.Span(args[i])
		if m.tree.Nodes[args[i-1]].Flags&relay.FlagParen != 0 || m.tree.Nodes[args[i]].Flags&relay.FlagParen != 0 {
			continue
		}
		m.add(turn(m.Source, a, b).with(keptPlace(n.Span())))
	}
}

func (m *relayMaker) argumentDrop(e relay.NodeID, n *relay.Node) {
	args := m.arguments(e)
	m.drop(e, n, func(_ int, a relay.NodeID) bool {
		return slices.Contains(args, a) && m.tree.Nodes[a].Flags&relay.FlagParen == 0
	})
}

func (m *relayMaker) attributeDrop(e relay.NodeID, n *relay.Node) {
	m.drop(e, n, func(i int, a relay.NodeID) bool { return i > 0 && m.op(a) == relay.OpAttr })
}

// drop removes some of the arguments and attributes of a call.
func (m *relayMaker) drop(e relay.NodeID, n *relay.Node, some func(i int, a relay.NodeID) bool) {
	if n.Op != relay.OpCall {
		return
	}
	all := m.tree.Kids(e)[2:]
	for i, a := range all {
		if some(i, a) {
			m.add(m.without(all, i).with(keptPlace(n.Span()), keptPlace(m.tree.Span(m.tree.Kids(e)[0]))))
		}
	}
}

// argumentAdd repeats a variable after an argument.
func (m *relayMaker) argumentAdd(e relay.NodeID, n *relay.Node) {
	args := m.arguments(e)
	if n.Op != relay.OpCall || len(args) == 0 {
		return
	}
	for _, a := range args {
		if m.op(a) != relay.OpLocal {
			continue
		}
		text := ", " + m.text(a)
		m.add(insert(m.tree.Span(a).End, text).with(newPart(2, len(text)),
			keptPlace(m.tree.Span(a)), keptPlace(n.Span()), keptPlace(m.tree.Span(m.tree.Kids(e)[0]))))
	}
}

// isOperation reports whether a node is a call of an operator.
func (m *relayMaker) isOperation(e relay.NodeID) bool {
	return m.op(e) == relay.OpCall && m.isOperator(m.tree.Kids(e)[0])
}

// operatorDrop replaces a call of an operator by its first argument.
func (m *relayMaker) operatorDrop(e relay.NodeID, n *relay.Node) {
	args := m.arguments(e)
	if !m.isOperation(e) || len(args) == 0 {
		return
	}
	a := args[0]
	if len(args) > 1 && m.op(a) == relay.OpLocal {
		return // this would remove more than an operator
	}
	arg := m.tree.Span(a)
	c := newCandidate(lang.Edit{Span: lang.Span{Start: n.Start, End: arg.Start}},
		lang.Edit{Span: lang.Span{Start: arg.End, End: n.End}}).with(keptPlace(arg))
	if up := m.parents[e]; m.op(up) == relay.OpLet && m.op(a) == relay.OpLocal { // or the operator is missing at a use of the name
		for u := range m.tree.Nodes {
			if m.names.Meaning[u] == relay.MeansVariable && m.names.At[u] == int32(m.tree.Kids(up)[0]) {
				c.with(usePlace(m.tree.Span(relay.NodeID(u))))
			}
		}
	}
	m.add(c.with(m.around(e)...))
}

// around returns the construct that directly contains an expression, and for a let its binding.
func (m *relayMaker) around(e relay.NodeID) []draftPlace {
	up := m.parents[e]
	switch m.op(up) {
	case relay.OpCall, relay.OpBinary, relay.OpTuple, relay.OpProject, relay.OpIf, relay.OpMatch:
		return []draftPlace{keptPlace(m.tree.Span(up))}
	case relay.OpLet:
		return []draftPlace{keptPlace(m.tree.Span(m.tree.Kids(up)[0]))}
	}
	return nil
}

// operatorAdd puts an operator around an argument, or around a bound value.
func (m *relayMaker) operatorAdd(e relay.NodeID, n *relay.Node) {
	up := m.parents[e]
	switch m.op(up) {
	case relay.OpCall:
		if !m.isOperation(up) || !slices.Contains(m.arguments(up), e) {
			return
		}
	case relay.OpLet:
		if m.tree.Kids(up)[1] != e || n.Op == relay.OpFn {
			return
		}
	default:
		return
	}
	for _, w := range [][2]string{{"transpose", ""}, {"expand_dims", ", axis=0"}, {"nn.batch_flatten", ""},
		{"squeeze", ""}, {"cast", `, dtype="int32"`}, {"sum", ", axis=[0]"}} {
		old := m.text(e)
		text := w[0] + "(" + old + w[1] + ")"
		c := newCandidate(lang.Edit{Span: n.Span(), Text: text}).with(writtenPart(0, 0, len(text)),
			writtenPart(0, 0, len(w[0])))
		if w[1] != "" {
			c.with(newPart(len(w[0])+len(old)+3, len(text)-1))
		}
		m.add(c)
	}
}

// caseDrop removes a case of a match.
func (m *relayMaker) caseDrop(e relay.NodeID, n *relay.Node) {
	kids := m.tree.Kids(e)
	if n.Op != relay.OpMatch || len(kids) < 3 {
		return
	}
	for i := range kids[1:] {
		m.add(m.without(kids[1:], i).with(keptPlace(lang.Span{Start: n.Start, End: n.At}), keptPlace(n.Span())))
	}
}

// typo misspells the names of some nodes.
func typo(ops ...relay.Op) func(*relayMaker, relay.NodeID, *relay.Node) {
	return func(m *relayMaker, e relay.NodeID, n *relay.Node) {
		if slices.Contains(ops, n.Op) && (n.Op != relay.OpAttr || m.op(m.parents[e]) == relay.OpCall) {
			m.misspell(m.tree.NameSpan(e))
		}
	}
}

func (m *relayMaker) typoOperator(e relay.NodeID, n *relay.Node) {
	if m.isOperator(e) {
		m.misspell(n.Span())
	}
}

func (m *relayMaker) typoConstructor(e relay.NodeID, n *relay.Node) {
	if m.names.Meaning[e] == relay.MeansConstructor {
		m.misspell(m.tree.NameSpan(e))
	}
}

func (m *relayMaker) misspell(at lang.Span) {
	for _, text := range m.misspelt(at, m.rand) {
		m.add(replace(at, text))
	}
}
