package relation

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// An Op is the operation of an expression.
type Op uint8

const (
	_ Op = iota

	// Arithmetic.
	Add       // x + y
	Subtract  // x - y
	Multiply  // x * y
	Quotient  // x div y, rounded down
	Remainder // x mod y
	Least     // min(x, y)
	Greatest  // max(x, y)
	Negate    // -x

	// Truth values.
	Equal     // x == y
	Differ    // x != y
	Less      // x < y
	AtMost    // x <= y
	More      // x > y
	AtLeast   // x >= y
	And       // x and y
	Or        // x or y
	Not       // not x
	All       // all(v in l, w in m : goal)
	Any       // any(v in l, w in m : goal)
	Otherwise // goal else P0322 "words": Args are the goal and the message

	// Lists.
	List   // [x, y, z...]
	Tuple  // (x, y): a pair, or a list where one is wanted
	Rest   // l...: all items of a list
	Join   // x ++ y
	Index  // l[i]
	Slice  // l[i:j]; Args[1], Args[2] may be nil
	ForAll // [x for v in l if c]: Args are x, the Binds, and c, which may be nil
	Bind   // v in l: Args are a pattern and a list

	// Others.
	If        // if c then x else y
	Call      // f(x, y), also a constructor: Name
	Name      // a variable, a function's parameter, an element type
	Attribute // @name
	Dynamic   // ?
	Hole      // _
	None      // none
	True
	False
	Number
	Float
	Text    // "…": Args are the expressions in braces, between the Texts
	Message // the message after else: Text with Args
)

var spellings = [...]string{
	Add: "+", Subtract: "-", Multiply: "*", Quotient: "div", Remainder: "mod", Least: "min", Greatest: "max",
	Negate: "-",
	Equal:  "==", Differ: "!=", Less: "<", AtMost: "<=", More: ">", AtLeast: ">=", And: "and", Or: "or", Not: "not",
	All: "all", Any: "any", Otherwise: "else", Join: "++", If: "if", Dynamic: "?", Hole: "_", None: "none",
	True: "true", False: "false",
	Message: "",
}

// String returns the text of an operation in a program.
func (o Op) String() string {
	if int(o) < len(spellings) {
		return spellings[o]
	}
	return ""
}

// An Expr is an expression, a goal or a pattern. The Ops document its fields.
type Expr struct {
	Op   Op
	Span lang.Span
	Name string // of a variable, attribute, function or constructor; of a Float its text; the code behind else
	Args []*Expr
	Num  int64
	// Texts are the pieces of a message around its Args, one more than Args.
	Texts []string

	// Set by the check of sorts.
	sort Sort
	slot int32     // of a variable or an attribute
	head int32     // of a constructor: its number in the vocabulary
	fn   *library  // of a call
	call *Function // of a call
	lazy *Expr     // of a variable bound by `where`: its expression
}

// A File is a file of relations.
type File struct {
	Source    *lang.File
	Relations []*Relation // in order of their first clauses
	Operators []*Operator
	Items     []Item // in the order of the file

	byName    map[string]*Relation
	functions map[string]*Function
	sets      map[string]*Set
	ops       map[string][]*Operator // by name: the versions, the newest one first
	wrong     map[string]bool        // names whose declaration has an error
}

// An Item is a clause, a function, a set or an operator.
type Item interface{ span() *lang.Span }

func (c *Clause) span() *lang.Span   { return &c.Span }
func (s *Set) span() *lang.Span      { return &s.Span }
func (f *Function) span() *lang.Span { return &f.Span }
func (o *Operator) span() *lang.Span { return &o.Span }

// A Relation has all clauses of one name.
type Relation struct {
	Name       string
	Arity      int
	Clauses    []*Clause // tried in order
	Early      []*Clause // begin with propagate: each fires by itself
	Late       []*Clause // begin with finally: each is stated when no instance can make progress
	Attrs      []Attr    // of all clauses
	Vocabulary *Vocabulary

	source *lang.File // of its clauses
}

// Marks reports whether an effect of a relation can make a size dynamic although no argument is: `?` occurs in an
// effect, outside of conditionals and comparisons.
func (r *Relation) Marks() bool {
	var marks func(e *Expr) bool
	marks = func(e *Expr) bool {
		return e != nil && e.Op != If && e.Op != Equal && e.Op != Differ &&
			(e.Op == Dynamic || slices.ContainsFunc(e.Args, marks))
	}
	return slices.ContainsFunc(r.Clauses, func(c *Clause) bool {
		return slices.ContainsFunc(c.Effects, func(e *Expr) bool { return slices.ContainsFunc(e.Args, marks) })
	})
}

// Decides reports whether the effects of a relation with these attributes determine an argument that no guard reads.
func (r *Relation) Decides(arg int, attrs []Value) bool {
	for _, c := range r.Clauses {
		if !c.takes(attrs) {
			continue
		}
		a := c.Args[arg]
		isEffect := func(e *Expr) bool {
			return slices.ContainsFunc(e.Args, func(side *Expr) bool { return side.Op == Name && side.Name == a.Name })
		}
		if a.Op != Name || !slices.ContainsFunc(c.Effects, isEffect) ||
			slices.ContainsFunc(c.Guards, func(e *Expr) bool { return mentions(e, a.Name) }) {
			return false
		}
	}
	return len(r.Early) == 0
}

// takes reports whether attributes have the forms that a clause requires.
func (c *Clause) takes(attrs []Value) bool {
	for i, f := range c.forms {
		if f != 0 && !f.has(&attrs[i]) {
			return false
		}
	}
	return true
}

// mentions reports whether a name occurs in an expression.
func mentions(e *Expr, name string) bool {
	return e != nil && (e.Op == Name && e.Name == name ||
		slices.ContainsFunc(e.Args, func(a *Expr) bool { return mentions(a, name) }))
}

// Sure reports for each argument whether the constructor builds it whenever the relation holds.
func (r *Relation) Sure(constructor string) []bool {
	sure := make([]bool, r.Arity)
	builds := func(e *Expr) bool { return e.Op == Call && e.Name == constructor }
	for i := range sure {
		sure[i] = !slices.ContainsFunc(r.Clauses, func(c *Clause) bool {
			a := c.Args[i]
			return !builds(a) && !(a.Op == Name && slices.ContainsFunc(c.Effects, func(t *Expr) bool {
				return t.Args[0].Op == Name && t.Args[0].Name == a.Name && builds(t.Args[1])
			}))
		})
	}
	return sure
}

// OnlyForms reports whether a relation states only that a constructor builds some of its arguments, apart from the
// effects of its propagating clauses.
func (r *Relation) OnlyForms(constructor string) bool {
	return len(r.Clauses) == 1 && len(r.Clauses[0].Guards) == 0 && len(r.Clauses[0].Effects) == 0 &&
		len(r.Clauses[0].same) == 0 &&
		!slices.ContainsFunc(r.Clauses[0].Args, func(a *Expr) bool {
			return a.Op != Hole && (a.Op != Call || a.Name != constructor ||
				slices.ContainsFunc(a.Args, func(part *Expr) bool { return part.Op != Hole }))
		})
}

// A Clause is `relation NAME(args) with attrs :- guards | effects where name = x.`
type Clause struct {
	Span      lang.Span // of the whole clause
	NameSpan  lang.Span
	Name      string
	Propagate bool
	Finally   bool
	Args      []*Expr
	Attrs     []Attr
	Guards    []*Expr
	Effects   []*Expr // each an Equal that is an equation: Args are its sides; empty for true
	Where     []*Expr // each a Bind of a name

	relation *Relation
	slots    int
	forms    []Forms    // the forms of each attribute of the relation that the clause accepts; 0: any
	same     [][2]int32 // pairs of arguments that are the same variable, which an effect equates
}

// An Attr is `name: sort = default`.
type Attr struct {
	Name    string
	Span    lang.Span
	Forms   Forms // 0: not written
	Default *Expr // nil: none
	Fixed   bool  // of an operator: it always has the default, and programs cannot set it
	value   Value
	sorts   lang.Span // of the sort in the text
}

// A Function is `let name(x: sort, …) = expression.` It is declared before its uses.
type Function struct {
	Span     lang.Span
	NameSpan lang.Span
	Name     string
	Params   []Param
	Body     *Expr

	slots int
	sort  Sort
	depth int // how deep its calls nest
}

// A Param is a parameter of a function, or an argument or a result of an operator.
type Param struct {
	Name string
	Span lang.Span
	Sort Sort // of a function

	// Of an operator.
	Type     string // the variable of its element type; empty: any
	Optional bool   // it may be absent
	Several  bool   // it stands for all remaining ones, which the relation gets as one type
}

// A Set is `let name = { element type, … }.` Its name is also a function that tests whether an element type is in it.
type Set struct {
	Span     lang.Span
	NameSpan lang.Span
	Name     string
	Atoms    []string
}

// A TypeSet is `T in set` of an operator: the element types that a variable stands for.
type TypeSet struct {
	Name  string
	Set   string // the name of a set; empty: Atoms
	Atoms []string
	Span  lang.Span // of the set
}

// An Operator is `op name, name since n (param, …) -> (result, …) with attrs for types: RELATION.`: names of operators
// with these arguments, whose types and result types are the arguments of the relation.
type Operator struct {
	Span     lang.Span
	Names    []OperatorName
	Since    int     // the first version that has this declaration
	Params   []Param // without sorts
	Results  []Param // none: one result without a name
	Attrs    []Attr  // of this declaration
	Types    []TypeSet
	Relation string
	RelSpan  lang.Span

	relation *Relation
	types    *Relation // see Elements
	all      []Attr    // those of the relation, and then the others of this declaration
	accepts  []Attr    // see list
	inputs   []string
}

// An OperatorName is a name of an operator. One that ends in `.*` covers all undeclared names with that beginning.
type OperatorName struct {
	Name string
	Span lang.Span
}
