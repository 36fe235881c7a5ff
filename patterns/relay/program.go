package relay

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// A program is a derived program. Its sites are the nodes of its tree.
type program struct {
	front
	message.Basic
	repair.Plain
	options language.Options
	watch   *cancel.Watch

	binding *relation.Binding
	machine relation.Machine
	built   builders

	params    map[relay.NodeID]unify.Constructor        // the constructors of type parameters
	paramOf   map[unify.Constructor]relay.NodeID        // the inverse of params
	data      map[int32]unify.Constructor               // the constructors of declared types, by declaration
	misplaced map[relay.NodeID]bool                     // type parameters with a reported use of the wrong kind
	schemes   map[relay.NodeID]*patterns.Scheme         // signatures of constructors and of fully annotated definitions
	quotients *patterns.Quotienter                      // makes them
	fielded   map[relay.NodeID]map[relay.NodeID][]field // by function: required fields of type parameters
	calls     [][]stated                                // by definition: its stated operators, in the order of the text
	owners    map[signatureKey]int32                    // the definition of a signature; see paramsIn
	namings   map[signatureKey]*naming                  // names of the undecided parts of signatures
	using     *naming                                   // the names of the signature that is being printed
	callsOf   map[int32][]relay.NodeID                  // the first calls of each definition in others
	undecided map[int32]bool                            // cache of isUndecided
	called    map[unify.Node]string                     // names of undecided classes; see openName
	wrongKind map[relay.NodeID]bool                     // types of the wrong kind, without constraints
	faulty    []bool                                    // by definition: it has an error already
	sound     map[int32]bool                            // cache of isSound
	illFormed map[int32]bool                            // type declarations that contain types of the wrong kind
	seen      []uint8                                   // by node: marks of endless
	cyclic    map[int32][]lang.Diagnostic               // by definition: the diagnostics of endless
	openOf    map[int32]*undecided                      // by definition: its undecided parts
	void      *voids                                    // created for the first match
	traces    relation.LastOrigins
	deciding  int                                     // the remaining budget for annotations; see mostWeight
	binders   map[int32]map[unify.Node][]relay.NodeID // by definition, of its components; see annotate
	types     []string                                // the first different types that the program writes; see writtenTypes
	matched   int                                     // steps spent on expensive matches
	vague     []vague                                 // vague sizes of the current definition
	general   map[relay.NodeID]unify.Node             // types of functions used where written, in the current definition
}

// stated is an operator whose relation is stated, with the instances of the relation.
type stated struct {
	site  relay.NodeID
	of    *relation.Relation
	attrs []relation.Value
	args  []unify.Node
	first int32 // the relation's instance; those of its propagated clauses follow
}

// builders are the constructors of types.
type builders struct {
	tensor, ref   unify.Constructor
	shape, dtype  unify.Label
	result, of    unify.Label
	scalars       map[string]patterns.Type
	unit          patterns.Type
	functions     map[int]unify.Constructor // by number of arguments
	dims, indices []unify.Label
	arguments     []unify.Label
	parameters    []unify.Label
}

// derived parses and derives a text.
func derived(f *lang.File, o language.Options, watch *cancel.Watch) *program {
	old := language.Spent[program](&o)
	p := newProgram(f, o, watch)
	p.Known = p.parse(f, &p.options, old.tree, watch)
	p.options.Phase = nil // programs that are tried have no phases
	p.begin(&old.Basic)
	p.check()
	p.checkNames()
	p.derive()
	return p
}

// without derives a program once more, without some constraints. What its text says stays.
func (p *program) without(omitted map[unify.Reason]bool) *program {
	q := newProgram(p.File, p.options, p.watch)
	q.front, q.Known = p.front, slices.Clone(p.Known)
	q.begin(nil)
	q.Misnamed, q.faulty, q.wrongKind, q.illFormed = p.Misnamed, p.faulty, p.wrongKind, p.illFormed
	q.Omit(omitted)
	q.derive()
	return q
}

func newProgram(f *lang.File, o language.Options, watch *cancel.Watch) *program {
	p := &program{
		options: o, watch: watch, deciding: mostWeight,
		misplaced: make(map[relay.NodeID]bool), wrongKind: make(map[relay.NodeID]bool),
		schemes: make(map[relay.NodeID]*patterns.Scheme), paramOf: make(map[unify.Constructor]relay.NodeID),
		general: make(map[relay.NodeID]unify.Node),
	}
	p.Basic = message.Basic{
		Program:    &message.Program{Syntax: p, File: f, Reasons: p.reasons},
		Constructs: constructs[:], Rules: rules, Pieces: p.pieces,
	}
	p.Vocabulary = p.vocabulary()
	return p
}

// begin makes the constructors and the definitions, with the memory of an earlier program, or nil.
func (p *program) begin(old *message.Basic) {
	p.intern()
	p.Begin(p.tree.Syms, old)
	p.build()
	p.declare()
}

func (p *program) derive() {
	if p.marked {
		p.Types.SetNumbersApart()
	}
	p.Where, p.Implied = p.options.Generalize, p.dispensed
	p.Solve(p, p.options.Limits, patterns.Monomorphic, p.watch)
}

// least is the minimal number of labels created for the parts of each kind of type.
const least = 16

// intern adds the labels that most programs need to the symbols.
func (p *program) intern() {
	b := &p.built
	label := func(text string) unify.Label { return unify.Label(p.tree.Syms.InternString(text)) }
	b.shape, b.dtype, b.result, b.of = label("shape"), label("dtype"), label("result"), label("content")
	p.labelAt(&b.indices, "", least-1)
	p.labelAt(&b.dims, "d", least-1)
	p.labelAt(&b.arguments, "a", least-1)
	p.labelAt(&b.parameters, "p", least-1)
}

// labelAt returns label i of a list and extends the list as needed.
func (p *front) labelAt(list *[]unify.Label, prefix string, i int) unify.Label {
	for len(*list) <= i {
		*list = append(*list, unify.Label(p.tree.Syms.InternString(prefix+strconv.Itoa(len(*list)))))
	}
	return (*list)[i]
}

// build creates the constructors of types.
func (p *program) build() {
	b := &p.built
	b.tensor = p.Types.Constructor("Tensor", b.shape, b.dtype)
	b.ref = p.Types.Constructor("Ref", b.of)
	b.scalars = make(map[string]patterns.Type)
	b.functions = make(map[int]unify.Constructor)
	b.unit = p.Types.Product()
	p.binding = &relation.Binding{
		Vocabulary: Vocabulary, Types: p.Types, Sizes: relation.NewSizes(), List: "Shape",
		Item:  func(i int) unify.Label { return p.labelAt(&b.dims, "d", i) },
		Field: func(i int) unify.Label { return p.labelAt(&b.indices, "", i) },
		Heads: []relation.BoundHead{Tensor: {Constructor: b.tensor, Labels: []unify.Label{b.shape, b.dtype}}, Tuple: {}},
	}
	p.machine.Sizes, p.machine.Watch = p.binding.Sizes, p.watch
}

// function returns the constructor of functions with a number of arguments. Its last label is that of the result.
func (p *program) function(arguments int) unify.Constructor {
	b := &p.built
	return patterns.Remember(&b.functions, arguments, func() unify.Constructor {
		p.labelAt(&b.arguments, "a", arguments)
		return p.Types.Constructor("fn", append(slices.Clone(b.arguments[:arguments]), b.result)...)
	})
}

// isFunction reports whether a constructor is that of functions.
func (p *program) isFunction(c unify.Constructor) bool {
	if c == unify.NoConstructor {
		return false
	}
	made, ok := p.built.functions[len(p.Types.Heads().Parts(c))-1]
	return ok && made == c
}

// scalar returns the type of tensors without axes.
func (p *program) scalar(dtype string) patterns.Type {
	b := &p.built
	return patterns.Remember(&b.scalars, dtype, func() patterns.Type {
		return p.Types.Built(b.tensor,
			unify.HeadField{Label: b.shape, To: p.Types.Built(p.binding.ListOf(0))},
			unify.HeadField{Label: b.dtype, To: p.Types.Built(p.Types.Constructor(dtype))})
	})
}

// declare lists the definitions.
func (p *program) declare() {
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if p.def[i] < 0 {
			continue
		}
		def := message.Definition{
			Name: p.tree.NameOf(d), Span: d.Span, NameSpan: d.NameSpan,
			First: int32(d.First), Root: int32(d.Root), Bad: d.Bad, Depth: int(d.Depth),
		}
		p.Defs = append(p.Defs, def)
		p.Misnamed = append(p.Misnamed, p.names.Erroneous[i])
	}
	p.calls, p.faulty, p.illFormed = make([][]stated, len(p.Defs)), make([]bool, len(p.Defs)), make(map[int32]bool)
	for d, def := range p.Defs {
		p.faulty[d] = p.Misnamed[d] || def.Bad
	}
}

// rootOf returns the root node of a definition: a function, or another expression or type.
func (p *program) rootOf(d int32) relay.NodeID { return relay.NodeID(p.Defs[d].Root) }

// Relate states a relation and returns its instance. If the relation is left out, the instance is muted.
func (p *program) Relate(rel unify.Relation, r unify.Reason, args ...unify.Node) int32 {
	if p.Omits(r) {
		rel = &muted{rel}
	}
	return p.Graph.Relate(rel, r, args...)
}
