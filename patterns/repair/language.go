package repair

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// A Program is a derived program: the one with a mistake, or a changed one.
type Program struct {
	*message.Program
	Language

	Size             int    // of its syntax, in sites
	Errors, Warnings int    // other than conflicts: of its text, its names, its types and its limits
	Misnamed         []bool // by definition: it has an error in its names; nil: there are none

	// Entangled means that some names depend on all types of the program, so that no part of it can be derived by
	// itself.
	Entangled bool

	// Memory can be reused for the next program once this one is not needed.
	Memory Memory

	count   []int32           // see counts
	inError int               // see InError
	counted bool              // inError is known
	parents []int32           // by site, see Parent
	odds    map[int32]outlier // by site of a whole; see outlierOf
}

// Count returns how often a label occurs in the program.
func (p *Program) Count(l unify.Label) int32 {
	if count := p.counts(); int(l) < len(count) {
		return count[l]
	}
	return 0
}

// counts returns, by label, how often each occurs in the program.
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

// A Memory is reusable memory of a program or an analysis that is not needed any more. Its content is private to the
// language.
type Memory any

// Language is the interface of this package to a language, in addition to message.Syntax. Plain implements all of it
// except Rederive.
type Language interface {
	// Rederive derives a changed text in the same way as this program; at maps offsets of this text to the new one. It
	// leaves out the same constraints. It may reuse the memory, which may be nil.
	Rederive(text *lang.File, at func(int32) int32, memory Memory) *Program

	// Style returns the notation of changes in the language.
	Style() *Style
	// Propose offers changes at a place; Repairer.Usual offers those for a language without edits of its own.
	Propose(r *Repairer, s Spot)
	// Builtins lists the built-in functions that a change may reference.
	Builtins() []Builtin

	// TypeDefinitions is the number of type definitions.
	TypeDefinitions() int
	// TypeDefinition returns the syntax of a type definition.
	TypeDefinition(t int32) message.Definition
	// TypeNamed returns the type definition whose name is at a site, or -1.
	TypeNamed(site int32) int32
	// TypeAt returns the type that is written at a site, or patterns.NoType.
	TypeAt(site int32) patterns.Type
	// TypeSite returns a site where the structure of a type is written, or -1.
	TypeSite(t patterns.Type) int32
	// TypeNames lists the types that have a name, built-in ones first.
	TypeNames() []TypeName
}

// A Style is the notation of changes in a language. Changes for which a field is empty are not proposed.
type Style struct {
	Trusts bool    // a declaration counts as right if only one use disagrees with it
	Kinds  []*Kind // the kinds of its edits, in the order of trials at the same cost; nil: Kinds
	Most   int     // the maximum number of suspects that are considered; 0: mostPlaces

	Word     string // the bytes of words besides letters, digits and _
	Unit     string // the type of the unit
	Type     string // the sign before the name of a type that is used as an expression
	Field    string // the sign that reads a field
	Tag      string // the sign that reads a tag of a union; empty: Field
	Signs    string // the bytes of the signs before labels
	Identity string // an expression that returns its input
	Hole     string // a placeholder for a value that is not known
	Inject   string // makes a variant of its input, up to its tag; empty: not available
	Injected string // the text after the tag
	Wrapped  bool   // a variant of a bracketed value is written around it: `{{…} tag}`
	Colon    string // the text between a label and its value: ": "; empty: the label comes after its value

	LeastFields int // of a product
}

// A TypeName is a type with a name.
type TypeName struct {
	Name string
	Type patterns.Type
	Def  int32 // its definition; -1 for a built-in type
}

// A Builtin is a built-in function.
type Builtin struct {
	Name   string
	Scheme *patterns.Scheme

	Anything bool // it accepts any input and inspects it, so it always fits
	Unasked  bool // it may still be inserted between two parts that do not fit
}

// Plain is a language without types, built-in functions and edits of its own. Its style allows only changes of existing
// text.
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

// none is the absent site or definition.
const none int32 = -1
