package repair

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A Program is a derived program as this room sees it: the one that has a mistake, or
// that one with a change.
type Program struct {
	*message.Program
	Language

	Size             int    // of its syntax, in sites
	Errors, Warnings int    // that are no conflicts: of its text, its names, its types and its limits
	Misnamed         []bool // by definition: it has an error in its names; nil: none has

	// Entangled is that it has names whose meaning all of its types decide about, so
	// that no part of it can be derived by itself.
	Entangled bool

	// Memory is what the next program may take over once this one is not needed.
	Memory Memory

	count   []int32       // see counts
	inError int           // see InError
	counted bool          // inError is known
	parents []int32       // by site, see Parent
	odds    map[int32]odd // by site of a whole, see oddPart
}

// Count is how often a label stands in the program.
func (p *Program) Count(l unify.Label) int32 {
	if count := p.counts(); int(l) < len(count) {
		return count[l]
	}
	return 0
}

// counts is, by label, how often each stands in the program.
func (p *Program) counts() []int32 {
	if p.count == nil {
		p.count = make([]int32, 1)
		p.EachLabel(0, int32(p.Size)-1, func(l unify.Label) {
			for int(l) >= len(p.count) {
				p.count = append(p.count, make([]int32, int(l)+1)...)
			}
			p.count[l]++
		})
	}
	return p.count
}

// A Memory is what a language keeps of a program or an analysis that is not needed any
// more, so that the next one takes it over. Only the language looks into it.
type Memory any

// Language is what this room asks of a language beyond message.Syntax. Plain has all of it
// but Rederive.
type Language interface {
	// Rederive derives a changed text in the same way as this program, given where the
	// offsets of this one's text are in it. What is left out of this one is left out
	// there. It may take over a memory that is not used any more; nil is none.
	Rederive(text *lang.File, at func(int32) int32, memory Memory) *Program

	// Style is how changes are written in the language.
	Style() *Style
	// Propose offers what may stand in a place; Repairer.Usual is what all languages
	// have in common.
	Propose(r *Repairer, s Spot)
	// Builtins lists the built-in functions that a change may refer to.
	Builtins() []Builtin

	// TypeDefinitions is the number of type definitions.
	TypeDefinitions() int
	// TypeDefinition is what the text says of a type definition.
	TypeDefinition(t int32) message.Definition
	// TypeNamed is the type definition whose name a site is, or -1.
	TypeNamed(site int32) int32
	// TypeAt is the type that a site spells, or patterns.NoType.
	TypeAt(site int32) patterns.Type
	// TypeSite is a site that spells a type by its structure, or -1.
	TypeSite(t patterns.Type) int32
	// TypeNames lists the types that have a name, those that are built in first.
	TypeNames() []TypeName
}

// A Style is how changes are written in a language. What is empty is not proposed.
type Style struct {
	Kinds []*Kind // those of its edits, in the order in which they are tried at the same cost; nil: Kinds
	Most  int     // of the places that may be at fault, so many are looked at; 0: mostPlaces

	Word     string // the bytes besides letters, digits and _ that words have
	Type     string // the sign before the name of a type that stands for an expression
	Field    string // the sign that reads a field
	Tag      string // the sign that reads a tag of a union; empty: Field
	Signs    string // the bytes of which signs before labels are made
	Identity string // what gives what it takes
	Hole     string // what may stand in place of any value that is not known
	Inject   string // what makes a variant of what comes in, up to its tag; empty: there is no such thing
	Injected string // and after its tag
	Wrapped  bool   // a variant of what brackets make is written around them: `{{…} tag}`
	Colon    string // what stands between a label and its value: ": "; empty: the label comes after its value

	LeastFields int // of a product
}

// A TypeName is a type by name.
type TypeName struct {
	Name string
	Type patterns.Type
	Def  int32 // its definition; -1 for what is built in
}

// A Builtin is a built-in function.
type Builtin struct {
	Name   string
	Scheme *patterns.Scheme

	Anything bool // it takes anything and looks at it, so it always fits
	Unasked  bool // even so it may be put in where two parts do not fit
}

// Plain is a language without types, built-in functions and edits of its own. Its style
// allows only changes of what stands there already.
type Plain struct{}

func (Plain) Style() *Style { return &Style{} }

func (Plain) Propose(r *Repairer, s Spot) { r.Usual(s) }

func (Plain) Builtins() []Builtin { return nil }

func (Plain) TypeDefinitions() int { return 0 }

func (Plain) TypeDefinition(int32) message.Definition { return message.Definition{Root: none} }

func (Plain) TypeNamed(int32) int32 { return none }

func (Plain) TypeAt(int32) patterns.Type { return unify.NoHead }

func (Plain) TypeSite(patterns.Type) int32 { return none }

func (Plain) TypeNames() []TypeName { return nil }

// none is no site, and no definition.
const none int32 = -1
