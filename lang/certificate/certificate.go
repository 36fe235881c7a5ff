// Package certificate defines the data of a certificate: the constraints of a program, and proofs from them. A
// verifier, such as cmd/patgraph-verify, needs no code of the engine.
//
// Numbers of types and constructors count from 1, and 0 is none; other numbers count from 0.
package certificate

// A Proof is a contradiction: constraints and a proof from them.
type Proof struct {
	Given System
	Steps []Step
}

// A System is constraints on terms, which stand for the patterns of places of the program.
type System struct {
	Names
	Terms       int          `json:"terms"`
	Constraints []Constraint `json:"constraints"`
	Firings     []Firing     `json:"firings,omitempty"`
}

// Names are what constraints refer to by numbers.
type Names struct {
	Labels       []string      `json:"labels"` // the first one leads to the members of a vector
	Constructors []Constructor `json:"constructors,omitempty"`
	Types        []Type        `json:"types,omitempty"`
}

// A Constructor is a closed product with a name of its own and exactly these labels.
type Constructor struct {
	Name   string  `json:"name"`
	Labels []int32 `json:"labels"`
}

// A Type describes a type. Types with different numbers are different.
type Type struct {
	Shape       string     `json:"shape"`              // product, union or vector
	Name        string     `json:"name,omitempty"`     // of an atom, such as int
	Literals    string     `json:"literals,omitempty"` // of an atom, a union: the labels are listed, indices, or all
	Payload     int32      `json:"payload,omitempty"`  // of an atom: the type below each label
	Constructor int32      `json:"constructor,omitempty"`
	Parts       [][2]int32 `json:"parts,omitempty"` // label and type
}

// A Pattern is what a constraint says of a term: one of its shapes, and its parts, exactly those if it is closed;
// or that it has a type, or a constructor.
type Pattern struct {
	Shapes      []string   `json:"shapes,omitempty"`
	Closed      bool       `json:"closed,omitempty"`
	Type        int32      `json:"type,omitempty"`
	Constructor int32      `json:"constructor,omitempty"`
	Dynamic     bool       `json:"dynamic,omitempty"`
	Parts       [][2]int32 `json:"parts,omitempty"`  // label and term
	Labels      []int32    `json:"labels,omitempty"` // of the parts, where a relation reads only these
}

// A Constraint says that two terms are equal, that a term has a pattern, or that a relation holds for some terms.
type Constraint struct {
	At       *Place   `json:"at,omitempty"`   // nil: a relation gives it
	Rule     string   `json:"rule,omitempty"` // the typing rule, as in "comp: chaining"
	In       string   `json:"in,omitempty"`   // the definition; empty in a Group
	Taken    string   `json:"taken,omitempty"`
	Equal    []int32  `json:"equal,omitempty"` // two terms
	Term     int32    `json:"term,omitempty"`
	Is       *Pattern `json:"is,omitempty"`
	Relation string   `json:"relation,omitempty"`
	Args     []int32  `json:"args,omitempty"`
}

// Values of Constraint.Taken: where it comes from, if the program does not state it.
const (
	FromSignature = "signature" // of a callee that is built in or was not traced
	FromSummary   = "summary"   // of the earlier part of a very long definition
)

// A Place is a text, by number, and a range of its bytes.
type Place [3]int32

// A Firing is a result of a relation: it gives constraints, because others hold. If it gives none, it fails.
type Firing struct {
	Relation int32        `json:"relation"` // the constraint that states it
	Reads    []Constraint `json:"reads,omitempty"`
	Gives    []Constraint `json:"gives,omitempty"`
}

// A Step of a proof cites a constraint, or a firing, whose relation an earlier step cites. The last step contradicts
// what the others say.
type Step struct {
	Rule string `json:"rule"`
	Of   int32  `json:"of,omitempty"` // the constraint, or the firing
}

// Rules of Step.
const (
	RuleGiven    = "given"    // the program states a constraint
	RuleRelation = "relation" // what a firing reads follows from the earlier steps; if it gives nothing, it is the last
)

// Signatures are the constraints from which the signatures of definitions follow.
type Signatures struct {
	Names
	Groups []Group  `json:"groups"`
	Left   []string `json:"left,omitempty"` // definitions without errors that are not here
}

// A Group has the definitions that are derived together.
type Group struct {
	Terms       int          `json:"terms"`
	Constraints []Constraint `json:"constraints"`
	Definitions []Item       `json:"definitions"`
	Uses        []Item       `json:"uses,omitempty"`
}

// An Item is a definition with the terms that others see, such as its input and its output, or a use of a definition
// with their instances.
type Item struct {
	Name  string    `json:"name,omitempty"`
	At    *Place    `json:"at"`
	Of    *[2]int32 `json:"of,omitempty"` // of a use: the group and the definition in it
	Roots []int32   `json:"roots"`
}

// A Typing has the classes of the terms of a group, with their patterns, whose parts are classes. Terms with the same
// type are in one class. The signature of a definition consists of the classes that are reachable from its roots.
type Typing struct {
	Patterns []Pattern `json:"patterns"`
	Classes  []int32   `json:"classes"` // by term
}
