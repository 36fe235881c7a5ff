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
	message.Basic
	repair.Plain
	tree    *relay.Tree
	names   *relay.Names
	options language.Options
	watch   *cancel.Watch
	parents []relay.NodeID
	roles   []role
	def     []int32 // by declaration: its number as a definition, or -1

	binding *relation.Binding
	machine relation.Machine
	own     *relation.File // what the program declares of relations; nil: nothing
	built   builders

	params    map[relay.NodeID]unify.Constructor        // of type parameters
	paramOf   map[unify.Constructor]relay.NodeID        // the other way round
	data      map[int32]unify.Constructor               // of types, by declaration
	schemes   map[relay.NodeID]*patterns.Scheme         // of constructors, and of definitions with all types written
	apart     map[int32]bool                            // references within a group to what has all its types written
	fielded   map[relay.NodeID]map[relay.NodeID][]field // of type parameters, by function
	calls     [][]stated                                // of operators, by definition, in the order of the text
	uses      map[relay.NodeID]operation                // what calls of operators are
	silent    map[relay.NodeID]bool                     // expressions that state nothing
	owners    map[signatureKey]int32                    // whose signatures nodes are; see paramsIn
	namings   map[signatureKey]*naming                  // of what is open in signatures
	using     *naming                                   // of the signature that is spelt
	callsOf   map[int32][]relay.NodeID                  // the first calls of each definition in others
	undecided map[int32]bool                            // definitions that nothing decides
	called    map[unify.Node]string                     // open classes in signatures, by their names there; see openName
	misplaced map[relay.NodeID]bool                     // type parameters in places for another kind, of which that is reported
	wrongKind map[relay.NodeID]bool                     // types where another kind has to stand, of which nothing is stated
	faulty    []bool                                    // by definition: it has an error already
	sound     map[int32]bool                            // definitions without an error, as far as that was asked
	illFormed map[int32]bool                            // declarations of types with types of a wrong kind
	seen      []uint8                                   // by node, for endless
	cyclic    map[int32][]lang.Diagnostic               // by definition: what endless found
	openOf    map[int32]*open                           // by definition: what is open in it
	shop      *repair.Trials                            // made for the first contradiction
	void      *voids                                    // made for the first match
	traces    *origins                                  // of the definition tracesAt; see tracesOf
	tracesAt  int32
	matched   int                           // steps of the matches that were not easy
	budget    *repair.Budget                // of its changes
	observe   observer                      // sees each contradiction; may be nil
	tried     int                           // how often the program was derived again; see without
	guessed   int                           // errors for which something was guessed; see proposeFor
	trier     *repair.Guesser               // made for the first of them; see trials
	outermost map[lang.Span]relay.NodeID    // see outermostAt; nil: not made yet
	marked    bool                          // sizes may be decided when the program runs
	marking   map[lang.Sym]bool             // by operator: it alone makes that so
	vague     []vague                       // of the definition that is derived
	opens     map[relay.NodeID]relay.NodeID // from the first node of a body to its function
	general   map[relay.NodeID]unify.Node   // of the definition that is derived: what functions are that are used where they are written
	declOf    map[relay.NodeID]int32        // from the root of a type to its declaration
	aliases   map[relay.NodeID]relay.NodeID // from variables, and fields of them, to what they are another name of
	tuples    map[relay.NodeID]relay.NodeID // from variables, and fields of them, to tuples that hold such values
	carries   map[relay.NodeID]bool         // what has such values in it, and is no use of them
}

// A stated operator is one of a use: the instances of its relation.
type stated struct {
	site  relay.NodeID
	of    *relation.Relation
	attrs []relation.Value
	args  []unify.Node
	first int32 // instance; those of the clauses beside it follow
}

// builders are the constructors that types are built by.
type builders struct {
	tensor, ref   unify.Constructor
	shape, dtype  unify.Label
	result, of    unify.Label
	scalars       map[string]patterns.Type
	unit          patterns.Type
	functions     map[int]unify.Constructor // by how many arguments they take
	dims, indices []unify.Label
	arguments     []unify.Label
	parameters    []unify.Label
}

// derived is the program of a text without some constraints.
func derived(f *lang.File, o language.Options, watch *cancel.Watch, leftOut func(*program) message.Holes) *program {
	old := language.Spent[program](&o)
	tree, ds := relay.ParseReuse(f, dialectOf(o.Dialect), old.tree, watch)
	p := &program{
		tree: tree, options: o, watch: watch,
		params: make(map[relay.NodeID]unify.Constructor), data: make(map[int32]unify.Constructor),
		misplaced: make(map[relay.NodeID]bool), wrongKind: make(map[relay.NodeID]bool), uses: make(map[relay.NodeID]operation), silent: make(map[relay.NodeID]bool), declOf: make(map[relay.NodeID]int32),
		schemes: make(map[relay.NodeID]*patterns.Scheme), apart: make(map[int32]bool), aliases: make(map[relay.NodeID]relay.NodeID),
		tuples: make(map[relay.NodeID]relay.NodeID), carries: make(map[relay.NodeID]bool),
		paramOf: make(map[unify.Constructor]relay.NodeID), opens: make(map[relay.NodeID]relay.NodeID), general: make(map[relay.NodeID]unify.Node),
		marking: make(map[lang.Sym]bool), fielded: make(map[relay.NodeID]map[relay.NodeID][]field), cyclic: make(map[int32][]lang.Diagnostic), openOf: make(map[int32]*open), sound: make(map[int32]bool),
	}
	p.Basic = message.Basic{Program: &message.Program{Syntax: p, File: f, Reasons: p.reasons}, Constructs: constructs[:], Rules: rules, Pieces: p.pieces}
	p.Vocabulary = p.vocabulary()
	p.Known = ds
	p.readRelations()
	var wrong []lang.Diagnostic
	p.names, wrong = relay.ResolveWatched(tree, p.known(), watch)
	p.Known = append(p.Known, wrong...)
	p.parents = tree.Parents()
	p.intern()
	p.Begin(tree.Syms, &old.Basic)
	p.build()
	p.declare()
	p.nickname()
	p.assign()
	p.check()
	p.link()
	if p.marked {
		p.Types.SetNumbersApart()
	}
	p.LeftOut, p.Where, p.Implied = leftOut(p), o.Generalize, p.dispensed
	p.Solve(p, o.Limits, patterns.Monomorphic, watch)
	return p
}

// least is for how many parts of each kind of type there are labels, whatever the program
// says.
const least = 16

// intern adds the labels of types to the symbols: those that most programs need.
func (p *program) intern() {
	b := &p.built
	label := func(text string) unify.Label { return unify.Label(p.tree.Syms.InternString(text)) }
	b.shape, b.dtype, b.result, b.of = label("shape"), label("dtype"), label("result"), label("content")
	p.labelAt(&b.indices, "", p.tree.Widest(least, relay.OpTuple, relay.OpTupleType, relay.OpShape, relay.OpTuplePat)-1)
	p.labelAt(&b.dims, "d", least-1)
	p.labelAt(&b.arguments, "a", least-1)
	p.labelAt(&b.parameters, "p", least-1)
}

// labelAt is a label of a list of them, which grows.
func (p *program) labelAt(list *[]unify.Label, prefix string, i int) unify.Label {
	for len(*list) <= i {
		*list = append(*list, unify.Label(p.tree.Syms.InternString(prefix+strconv.Itoa(len(*list)))))
	}
	return (*list)[i]
}

// build makes the constructors.
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

// function is the constructor of functions of some arguments; its last label is that of what
// they give.
func (p *program) function(arguments int) unify.Constructor {
	b := &p.built
	return patterns.Remember(b.functions, arguments, func() unify.Constructor {
		p.labelAt(&b.arguments, "a", arguments)
		return p.Types.Constructor("fn", append(slices.Clone(b.arguments[:arguments]), b.result)...)
	})
}

// scalar is the type of tensors without axes.
func (p *program) scalar(dtype string) patterns.Type {
	b := &p.built
	return patterns.Remember(b.scalars, dtype, func() patterns.Type {
		return p.Types.Built(b.tensor,
			unify.HeadField{Label: b.shape, To: p.Types.Built(p.binding.ListOf(0))},
			unify.HeadField{Label: b.dtype, To: p.Types.Built(p.Types.Constructor(dtype))})
	})
}

// declare lists the definitions.
func (p *program) declare() {
	p.def = make([]int32, len(p.tree.Decls))
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Root != relay.NoNode {
			p.declOf[d.Root] = int32(i)
		}
		if p.def[i] = -1; d.Kind != relay.DeclDef && d.Kind != relay.DeclExpr && d.Kind != relay.DeclGlobal && d.Kind != relay.DeclOperator {
			continue
		}
		p.def[i] = int32(len(p.Defs))
		def := message.Definition{Name: p.tree.NameOf(d), Span: d.Span, NameSpan: d.NameSpan, First: int32(d.First), Root: int32(d.Root), Bad: d.Bad, Depth: int(d.Depth)}
		p.Defs = append(p.Defs, def)
		p.Misnamed = append(p.Misnamed, p.names.Erroneous[i])
	}
	p.calls, p.faulty, p.illFormed = make([][]stated, len(p.Defs)), make([]bool, len(p.Defs)), make(map[int32]bool)
	for d, def := range p.Defs {
		p.faulty[d] = p.Misnamed[d] || def.Bad
	}
}

// rootOf is the function that a definition is.
func (p *program) rootOf(d int32) relay.NodeID { return relay.NodeID(p.Defs[d].Root) }

// Relate states a relation, unless it is left out, and returns its instance.
func (p *program) Relate(rel unify.Relation, r unify.Reason, args ...unify.Node) int32 {
	if p.Omits(r) {
		rel = &muted{rel}
	}
	return p.Graph.Relate(rel, r, args...)
}
