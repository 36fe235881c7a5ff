package patterns

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/certificate"
	"github.com/patgraph/patgraph/unify"
)

// A Result is the result of the analysis of one program: the one model for all output formats. It does not depend on a
// syntax tree.
//
// A result belongs to one goroutine at a time, because some methods derive their answer on demand. Results of different
// programs share nothing mutable, so several goroutines may each use their own.
type Result struct {
	File     *lang.File
	Language string
	Dialect  string

	// Err is not nil if the context of the analysis ended before it was complete, and says why. Then the rest of the
	// result is empty.
	Err error

	Definitions []Definition
	TypeDefs    []TypeDef
	Diagnostics []lang.Diagnostic // in the order of lang.Sort
	Silenced    []lang.Diagnostic // those that comments silence, which are not reported
	SyntaxNodes int               // of the tree; a measure of the program's size
	Totality    []Totality        // by definition; nil if it was not requested
	Sizes       []NamedSize       // of all definitions; only if they were requested

	Labels *Labels
	Types  *Types
	Solver *Solver
	Front  Front

	names map[Type]string // aliases in scope
}

// Watched runs the analysis of a file with a watch that ends it when the context ends; then the result has only the
// file and the error. The time limit begins here: it covers everything that is done with the file, and no part of the
// work sets another one.
func Watched(ctx context.Context, f *lang.File, language string, limits Limits,
	analyze func(*unify.Watch) *Result) *Result {
	watch := cancel.New(ctx)
	if limits.Time > 0 {
		watch.Until(time.Now().Add(limits.Time))
	}
	r, err := func() (r *Result, err error) {
		defer cancel.Catch(&err)
		watch.Check()
		return analyze(watch), nil
	}()
	if err != nil {
		return &Result{File: f, Language: language, Err: err}
	}
	watch.Release() // queries of the result are not part of the analysis
	r.Language = language
	return r
}

// A Phase is a part of analysing a program.
type Phase uint8

// The phases, in their order.
const (
	Parsed    Phase = iota // the text is a tree
	Derived                // every definition has its patterns, or a conflict
	Explained              // conflicts have become diagnostics, with repairs
)

// Front is what a Result needs from its language.
type Front interface {
	// Signature writes the pattern of a pair of nodes of a scheme.
	Signature(s *Scheme, in, out int32) string
	// ShortSignature writes the input and the output of a pair of nodes in at most about most bytes each, for programs
	// with very many signatures.
	ShortSignature(s *Scheme, in, out int32, most int) (takes, gives string)
	// ShortTypeDefinition writes the structure of a type, its parts by name, in at most about most bytes; 0: without
	// limit.
	ShortTypeDefinition(t Type, most int) string
	// TypeExpression writes a type as an expression for it, shortened.
	TypeExpression(t Type) string
	// Expressions lists the expressions of a definition, in preorder.
	Expressions(d int32) []Expression
	// Why explains why the innermost expression around a byte offset has its pattern, after a number of steps of its
	// definition's derivation; all of them if it is negative. It returns false if there is none that was derived.
	Why(offset, at int32) (Why, bool)
	// WhyDefinition is Why for the body of a definition.
	WhyDefinition(d, at int32) (Why, bool)
	// Trace lists the first steps of a definition's derivation, at most most, and returns how many steps it has.
	Trace(d int32, most int) (events []TraceEvent, steps int)
	// Body returns the solved graph of a definition, or its state after a number of the steps of its derivation; the
	// last state if that is negative. It returns false for a definition that was not derived.
	//
	// The searches for the reasons of its parts take about reasons steps; a part for which none are left has no reason.
	Body(d, at int32, reasons int) (Body, bool)
	// Film returns the graphs of a definition before the first step of its derivation and after each step, without
	// reasons. It returns nil if they have more than most nodes, or the definition was not derived.
	Film(d int32, most int) []Body
	// History returns the merge history of a definition, and false like Body.
	History(d int32) (History, bool)
	// Related returns the relations of a definition and the types that they are about, now or after a number of steps
	// like Body.
	Related(d, at int32) (Related, bool)
	// Callees lists the definitions that a definition refers to, in the order of the references.
	Callees(d int32) []BodyCall
}

// LongSide is about how many bytes either side of a signature has at most in reports, unless the whole signature is
// requested.
const LongSide = 1000

// A Definition is a definition of the program or its main expression.
type Definition struct {
	Name string
	Span lang.Span
	OK   bool // it has no error
	// RelyOn are the definitions with an error that it refers to; if none of its callees has an error, a definition
	// with an error that they depend on. It is empty if it has an error itself.
	RelyOn []int32
}

// Sound reports whether neither a definition nor what it refers to has an error, so that its pattern is complete.
func (d *Definition) Sound() bool { return d.OK && len(d.RelyOn) == 0 }

// A NamedSize is a name that the inputs of a definition have for a size, and why it cannot stand for any size.
type NamedSize struct {
	Definition int32
	Name       string
	Limits     []Limit // none: it is free
}

// A Limit is a place that needs certain sizes.
type Limit struct {
	Span lang.Span
	Says string // "works only for N = 16"
}

// A TypeDef is a named type of the program; Type is NoType if it is unknown.
type TypeDef struct {
	Name string
	Span lang.Span
	Type Type
}

// An Expression is a place of the program with an input and an output pattern.
type Expression struct {
	Span    lang.Span
	Op      string
	In, Out unify.Node
}

// A Pattern is a scheme in canonical numbering for output: nodes breadth-first from the roots, labels in UTF-16 order.
type Pattern struct {
	Roots []int32
	Nodes []PatternNode
	Where []Holds // relations that its users have to satisfy
}

// Holds is a relation that has to hold for nodes of a Pattern.
type Holds struct {
	Relation string // its key
	Args     []int32
}

// A PatternNode is a node of a Pattern.
type PatternNode struct {
	Flat        unify.Flat // its head is Type
	Type        Type       // NoType: it has parts of its own
	Constructor string     // the name of its constructor, if it has one
	Edges       []PatternEdge
}

// A PatternEdge leads from a node to a part.
type PatternEdge struct {
	Label string
	To    int32
}

// Pattern numbers a scheme canonically.
func (r *Result) Pattern(s *Scheme) Pattern {
	p := Pattern{Nodes: make([]PatternNode, 0, s.Graph.Len())}
	number := listed(s.Graph.Len())
	p.Roots, _ = r.eachNode(s, s.Roots, number, math.MaxInt, func(n *PatternNode) { p.Nodes = append(p.Nodes, *n) })
	p.Where = conditions(s, number)
	return p
}

// A numbering returns the number of a node: the one that it has, or the given one, which it has from then on.
type numbering func(node, given int32) int32

// listed numbers most of n nodes.
func listed(n int) numbering {
	numbers := make([]int32, n) // + 1
	return func(node, given int32) int32 {
		if numbers[node] == 0 {
			numbers[node] = given + 1
		}
		return numbers[node] - 1
	}
}

// conditions returns the conditions of a scheme, whose nodes are numbered.
func conditions(s *Scheme, number numbering) (where []Holds) {
	for _, a := range s.Graph.Relations() {
		c := Holds{Relation: a.Relation.Key()}
		for _, n := range a.Args {
			c.Args = append(c.Args, number(int32(n), 0))
		}
		where = append(where, c)
	}
	return where
}

// EachNode calls each for the nodes of a scheme's Pattern in order, and returns its roots.
func (r *Result) EachNode(s *Scheme, each func(*PatternNode)) (roots []int32) {
	roots, _ = r.eachNode(s, s.Roots, listed(s.Graph.Len()), math.MaxInt, each)
	return roots
}

// PatternWithin returns the Pattern from some nodes of a scheme if it has at most most nodes and edges. This also
// bounds its cost.
func (r *Result) PatternWithin(s *Scheme, most int, roots ...int32) (p Pattern, ok bool) {
	numbers := make(map[int32]int32)
	number := func(node, given int32) int32 {
		return Remember(&numbers, node, func() int32 { return given })
	}
	p.Roots, ok = r.eachNode(s, roots, number, most, func(n *PatternNode) { p.Nodes = append(p.Nodes, *n) })
	if ok {
		p.Where = conditions(s, number)
	}
	return p, ok
}

// eachNode visits breadth-first what is reachable from some nodes, and then from the arguments of relations, and
// numbers it.
func (r *Result) eachNode(s *Scheme, from []int32, number numbering, most int,
	each func(*PatternNode)) (roots []int32, ok bool) {
	var order []int32
	visit := func(i int32) int32 {
		n := number(i, int32(len(order)))
		if int(n) == len(order) {
			order = append(order, i)
		}
		return n
	}
	for _, i := range from {
		roots = append(roots, visit(i))
	}
	rest := s.Graph.Relations()
	var n PatternNode
	var sorted []unify.Edge
	for j := 0; ; j++ {
		for ; j == len(order) && len(rest) > 0; rest = rest[1:] {
			for _, n := range rest[0].Args {
				visit(int32(n))
			}
		}
		if j == len(order) {
			break
		}
		edges := s.Graph.Edges(order[j])
		if most -= 1 + len(edges); most < 0 {
			return roots, false
		}
		f := s.Graph.Flat(order[j])
		n = PatternNode{Flat: f, Type: f.Head()}
		if c := f.Constructor(); c != unify.NoConstructor {
			n.Constructor = r.Types.ConstructorName(c)
		}
		if len(edges) > 0 {
			n.Edges = make([]PatternEdge, 0, len(edges))
		}
		sorted = append(sorted[:0], edges...)
		r.Labels.sortByText(sorted)
		for _, e := range sorted {
			n.Edges = append(n.Edges, PatternEdge{r.Labels.Text(e.Label), visit(int32(e.To))})
		}
		each(&n)
	}
	return roots, true
}

// Key returns a text that is equal for two schemes, also of different programs, exactly if they are the same graph;
// types are compared by their canonical form. It costs the size of the scheme with its types written out.
func (r *Result) Key(s *Scheme) string {
	p := r.Pattern(s)
	var b strings.Builder
	fmt.Fprint(&b, p.Roots)
	for _, n := range p.Nodes {
		b.WriteString(" " + n.Flat.Form())
		if c := n.Flat.Constructor(); c != unify.NoConstructor {
			fmt.Fprintf(&b, "%q", r.Types.ConstructorID(c))
		}
		if n.Flat.Dynamic() {
			b.WriteString("?")
		}
		if n.Type != NoType {
			b.WriteString(r.Types.Form(n.Type))
		}
		for _, e := range n.Edges {
			fmt.Fprintf(&b, " %q:%d", e.Label, e.To)
		}
	}
	for _, c := range p.Where {
		fmt.Fprintf(&b, " %q%d", c.Relation, c.Args)
	}
	return b.String()
}

// TypeName returns the name of a type for people: of its aliases in the program the first defined one, or the name of a
// built-in type.
func (r *Result) TypeName(t Type) (string, bool) {
	if name, ok := r.Types.Atom(t); ok {
		return name, true
	}
	if r.names == nil {
		r.names = make(map[Type]string)
		for _, d := range r.TypeDefs {
			if _, ok := r.names[d.Type]; !ok && d.Type != NoType {
				r.names[d.Type] = d.Name
			}
		}
	}
	name, ok := r.names[t]
	return name, ok
}

// Errors and Warnings count the diagnostics that are not consequences of others, the silenced ones included.
func (r *Result) Errors() int { return r.count(lang.Error) }

// Warnings is like Errors for warnings.
func (r *Result) Warnings() int { return r.count(lang.Warning) }

func (r *Result) count(s lang.Severity) int {
	n := 0
	for _, ds := range [][]lang.Diagnostic{r.Diagnostics, r.Silenced} {
		for i := range ds {
			if d := &ds[i]; d.Severity == s && !d.Secondary {
				n++
			}
		}
	}
	return n
}

// A Stager is a Front of a language whose definitions are chains of stages.
type Stager interface {
	// Stages lists the stages of a derived definition, by its functions in the order of the text.
	Stages(d int32) []Stages
}

// MostStages is how many stages of one function are listed. Tests set a smaller one.
var MostStages = 200_000

// Stages are the stages of one function.
type Stages struct {
	Function string // with the definition's name: "Net.forward"
	Span     lang.Span
	Stages   []Stage
	More     int // stages that are left out, after the first MostStages

	Within string    // what it is of a node of another function, such as "then-branch of `y`"; empty: nothing
	Node   lang.Span // the place of the stage of that node
}

// A Stage is a value in a chain, with its type.
type Stage struct {
	Text, Type string
	Span       lang.Span
	At         lang.Span // where errors about it are, if not at Span
	Value      string    // the name of the value, in a language whose stages give each of their values a name
	Entries    string    // of the value, if they are known and decide sizes: "{B, T, 96}"
	Unknown    string    // what of its type is known of all that it is computed from, and not of it: "a size"

	From []int  // indexes of the stages of the function whose values it takes
	Same int    // the stage that it only names, or -1
	Uses string // what the stage uses: a definition or its function, the class of a layer, a list of operators; or empty

	Outside []lang.Span // the places of the stages, of functions around it, whose values it takes

	Scope string // the path of the part of a model that it belongs to: "encoder/layer.0"; empty: none
	Data  bool   // it is a constant
	Sizes bool   // it is computed from sizes of other values and from constants only
	Given bool   // it is one of several results of the function, in a language whose results have names

	Details string    // the attributes of its operator or layer, as written: "kernel_size=3, padding=1"
	Layer   lang.Span // where these are written, if not at Span
}

// Stages lists the stages of a derived definition; none in a language without stages.
func (r *Result) Stages(d int32) []Stages {
	if s, ok := r.Front.(Stager); ok {
		return s.Stages(d)
	}
	return nil
}

// A Briefer is a Front whose signatures are long, so that pictures show brief ones.
type Briefer interface {
	// Brief writes the type of a definition briefly: what it takes and gives, as it is read, and both in the form of
	// BodyCall.Used. All are empty if only the signature shows it.
	Brief(d int32) (takes, gives, used string)
}

// Brief returns the brief forms of the type of a definition, empty in a language without them.
func (r *Result) Brief(d int32) (takes, gives, used string) {
	if b, ok := r.Front.(Briefer); ok {
		return b.Brief(d)
	}
	return "", "", ""
}

// A Certifier is a Front that writes how signatures follow from the constraints of definitions.
type Certifier interface {
	Typings() (certificate.Signatures, []certificate.Typing)
}

// An Accountant is a Front that shows how the types of a definition are derived, step by step.
type Accountant interface {
	// Accounts returns the forms of Account.
	Accounts() []string
	// Account reports a definition, or its function if that is not empty, in one of the forms: lines of aligned cells.
	// It returns false if the function or form does not exist.
	Account(d int32, function, form string) (lines [][]string, ok bool)
}
