package language

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
	"github.com/patgraph/patgraph/patterns"
)

// A Finder collects the names of a program.
type Finder struct {
	Names
	builtins map[string]int32
}

// Add adds a symbol and returns its number.
func (f *Finder) Add(t Symbol) int32 {
	f.Symbols = append(f.Symbols, t)
	return int32(len(f.Symbols) - 1)
}

// Use adds a use of a symbol, which is its declaration if that is the place; with a negative number it adds a use of an
// unknown name of some kind.
func (f *Finder) Use(at lang.Span, kind Kind, symbol int32) {
	binds := false
	if symbol >= 0 {
		t := &f.Symbols[symbol]
		kind, binds = t.Kind, !t.Builtin && t.At == at
	}
	f.Uses = append(f.Uses, Use{Span: at, Kind: kind, Symbol: symbol, Binds: binds})
}

// Builtin returns the built-in symbol with this key; it adds a missing one, with its page.
func (f *Finder) Builtin(key, name string, kind Kind, page func() string) int32 {
	return patterns.Remember(&f.builtins, key, func() int32 {
		return f.Add(Symbol{Name: name, Kind: kind, Builtin: true, In: -1, Definition: -1, Page: page(), Full: key})
	})
}

// Found returns the names, with the comments of the main file, in the order of the text.
func (f *Finder) Found(file *lang.File, comments []lang.Span) *Names {
	slices.SortStableFunc(f.Uses, func(a, b Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for _, c := range comments {
		if file.InMain(c) {
			f.Comments = append(f.Comments, c)
		}
	}
	return &f.Names
}

// A TreeFinder finds the names of a program that has a tree.
type TreeFinder struct {
	Finder
	Tree     *syntax.Tree
	NameSpan func(syntax.NodeID) lang.Span // the place of a node's name
	Kinds    map[syntax.Op]Kind            // of literals and of nodes with a name: the kind of an unknown name
	Means    func(syntax.NodeID, Kind) int32

	decls []int32                 // by declaration: the symbol that it declares, or -1
	bound map[syntax.NodeID]int32 // by node: the symbol that it binds
}

// Declare adds the symbol of the next declaration; nil if it has none.
func (f *TreeFinder) Declare(t *Symbol) {
	thing := int32(-1)
	if t != nil {
		thing = f.Add(*t)
	}
	f.decls = append(f.decls, thing)
}

// Declared returns the symbol of a declaration, or -1.
func (f *TreeFinder) Declared(decl int32) int32 {
	if decl < 0 {
		return -1
	}
	return f.decls[decl]
}

// Bind adds the symbol that a node binds.
func (f *TreeFinder) Bind(id syntax.NodeID, t Symbol) {
	if f.bound == nil {
		f.bound = make(map[syntax.NodeID]int32)
	}
	f.bound[id] = f.Add(t)
}

// Bound returns the symbol that a node binds, or -1.
func (f *TreeFinder) Bound(id syntax.NodeID) int32 {
	if thing, ok := f.bound[id]; ok {
		return thing
	}
	return -1
}

// Walk calls bind for the nodes of all declarations, and then read for those in the main file: a name may be bound
// after its use.
func (f *TreeFinder) Walk(decls iter.Seq[*syntax.Decl], bind func(id syntax.NodeID, decl int32),
	read func(id syntax.NodeID)) {
	decl := int32(0)
	for d := range decls {
		for id := range d.Nodes {
			bind(id, decl)
		}
		decl++
	}
	for d := range decls {
		if f.Tree.File.InMain(d.Span) {
			for id := range d.Nodes {
				read(id)
			}
		}
	}
}

// Read adds the use at a node, if there is one.
func (f *TreeFinder) Read(id syntax.NodeID) {
	if thing := f.Bound(id); thing >= 0 && !f.Symbols[thing].Builtin {
		f.Use(f.Symbols[thing].At, 0, thing)
		return
	}
	switch kind, reads := f.Kinds[f.Tree.Nodes[id].Op]; {
	case !reads:
	case kind == Number || kind == Text:
		f.Use(f.Tree.Span(id), kind, -1)
	case kind == Label:
		f.Use(f.NameSpan(id), kind, -1)
	default:
		f.Use(f.NameSpan(id), kind, f.Means(id, kind))
	}
}

// InName returns whether a byte may be part of a name: a letter, a digit, `_`, or one of some others.
func InName(others string) func(c byte) bool {
	return func(c byte) bool {
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' ||
			strings.IndexByte(others, c) >= 0
	}
}
