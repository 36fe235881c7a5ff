package lang

// A Proved is a contradiction as plain data for a certificate: constraints and a proof from them. A verifier needs
// nothing else, and no code of the engine. Numbers of types and constructors count from 1, and 0 is none; other numbers
// count from 0.
type Proved struct {
	Given Constraints
	Steps []ProofStep
}

// Constraints are statements about terms, which stand for the patterns of places of the program.
type Constraints struct {
	CertNames
	Stated  []Stated     `json:"constraints"`
	Firings []CertFiring `json:"firings,omitempty"`
}

// CertNames are what constraints name by numbers.
type CertNames struct {
	Labels       []string          `json:"labels"` // the first one leads to the members of a vector
	Constructors []CertConstructor `json:"constructors,omitempty"`
	Types        []CertType        `json:"types,omitempty"`
}

// A CertConstructor is a closed product with a name of its own and exactly these labels.
type CertConstructor struct {
	Name   string  `json:"name"`
	Labels []int32 `json:"labels"`
}

// A CertType is a type: all that is known of it. Types with different numbers are different.
type CertType struct {
	Shape       string     `json:"shape"`              // product, union or vector
	Name        string     `json:"name,omitempty"`     // of an atom, such as int
	Literals    string     `json:"literals,omitempty"` // of an atom, a union: the labels are listed, indices, or all
	Payload     int32      `json:"payload,omitempty"`  // of an atom: the type below each label
	Constructor int32      `json:"constructor,omitempty"`
	Parts       [][2]int32 `json:"parts,omitempty"` // label and type
}

// A CertPattern is what a constraint says of a term: one of its shapes, and its parts, exactly those if it is closed;
// or that it has a type, or a constructor.
type CertPattern struct {
	Shapes      []string   `json:"shapes,omitempty"`
	Closed      bool       `json:"closed,omitempty"`
	Type        int32      `json:"type,omitempty"`
	Constructor int32      `json:"constructor,omitempty"`
	Dynamic     bool       `json:"dynamic,omitempty"`
	Parts       [][2]int32 `json:"parts,omitempty"`  // label and term
	Labels      []int32    `json:"labels,omitempty"` // of the parts, where a relation reads only these
}

// A Stated is a constraint: two terms are equal, a term has a pattern, or a relation holds for some terms.
type Stated struct {
	At       *CertPlace   `json:"at,omitempty"`   // nil: of what a relation gives
	Rule     string       `json:"rule,omitempty"` // the typing rule, as in "comp: chaining"
	In       string       `json:"in,omitempty"`   // the definition
	Taken    string       `json:"taken,omitempty"`
	Equal    []int32      `json:"equal,omitempty"` // two terms
	Term     int32        `json:"term,omitempty"`
	Is       *CertPattern `json:"is,omitempty"`
	Relation string       `json:"relation,omitempty"`
	Args     []int32      `json:"args,omitempty"`
}

// What a constraint is taken from, if the program does not state it.
const (
	TakenSignature = "signature" // of a callee that is built in, or whose derivation is not shown
	TakenSummary   = "summary"   // of the constraints before it
)

// A CertPlace is a text, by number, and a range of its bytes.
type CertPlace [3]int32

// A CertFiring is a result of a relation, which is not computed again: because it reads this, it gives that,
// or, if that is nothing, fails.
type CertFiring struct {
	Relation int32      `json:"relation"` // the constraint that states it
	Reads    []CertRead `json:"reads,omitempty"`
	Gives    []Stated   `json:"gives,omitempty"`
}

// A CertRead is what a relation reads: what a term is; a part of it; or that it is equal to another.
type CertRead struct {
	Term  int32        `json:"term"`
	Is    *CertPattern `json:"is,omitempty"`
	Part  []int32      `json:"part,omitempty"`  // its label, and the part
	Equal []int32      `json:"equal,omitempty"` // one term
}

// A ProofStep is a step of a proof. By are earlier steps. A constraint past those that the program states is what a
// firing gives.
type ProofStep struct {
	Rule  string     `json:"rule"`
	Of    int32      `json:"of,omitempty"`    // the first term of a chain; or a constraint, or a firing
	Parts [][2]int32 `json:"parts,omitempty"` // a description, and the number of one of its parts
	By    []int32    `json:"by,omitempty"`
}

// Rules of ProofStep.
const (
	ProofGiven    = "given"    // two terms are equal by a constraint
	ProofChain    = "chain"    // each premise continues where the one before ends
	ProofLabel    = "label"    // parts of equal terms under one label are equal
	ProofFact     = "fact"     // a term has the pattern of a constraint
	ProofUnfold   = "unfold"   // a part of a term with a type has the type of the part
	ProofVector   = "vector"   // a term can only be a vector
	ProofRelation = "relation" // a relation gives what its firing says, or fails, which is a conclusion
	ProofClash    = "clash"    // no pattern is all that is known of equal terms, which is a conclusion
)

// CertPlace returns a place for a certificate.
func (f *File) CertPlace(s Span) *CertPlace {
	at := f.partAt(s.Start)
	s = f.Parts()[at].Local(s)
	return &CertPlace{int32(at), s.Start, s.End}
}

// CertSignatures are the constraints of definitions, from which their signatures follow.
type CertSignatures struct {
	CertNames
	Groups []CertGroup `json:"groups"`
	Left   []string    `json:"left,omitempty"` // definitions without errors that are not here
}

// A CertGroup is definitions that are derived together.
type CertGroup struct {
	Terms       int        `json:"terms"`
	Constraints []Stated   `json:"constraints"`
	Definitions []CertItem `json:"definitions"`
	Uses        []CertItem `json:"uses,omitempty"`
}

// A CertItem is a definition with the terms that others see, such as its input and its output, or a use of a definition
// with the terms that are like these.
type CertItem struct {
	Name  string     `json:"name,omitempty"`
	At    *CertPlace `json:"at"`
	Of    *[2]int32  `json:"of,omitempty"` // of a use: the group and the definition in it
	Roots []int32    `json:"roots"`
}

// A CertTyping is the classes of the terms of a group, with their patterns, whose parts are classes. Terms with the same
// type are one class. The signature of a
// definition is what is reachable from its roots.
type CertTyping struct {
	Patterns []CertPattern `json:"patterns"`
	Classes  []int32       `json:"classes"` // by term
}
