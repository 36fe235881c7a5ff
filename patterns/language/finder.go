package language

import (
	"cmp"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A Finder collects the names of a program.
type Finder struct {
	Names
	builtins map[string]int32
}

// Thing adds a thing and returns its number.
func (f *Finder) Thing(t Thing) int32 {
	f.Things = append(f.Things, t)
	return int32(len(f.Things) - 1)
}

// Use adds a use of a thing, which is where it is bound if that is the place; or with a negative number one of
// a name of some kind that nobody knows.
func (f *Finder) Use(at lang.Span, kind Kind, thing int32) {
	binds := false
	if thing >= 0 {
		t := &f.Things[thing]
		kind, binds = t.Kind, !t.Builtin && t.At == at
	}
	f.Uses = append(f.Uses, Use{Span: at, Kind: kind, Thing: thing, Binds: binds})
}

// Builtin is what is built in under a name, with the page that tells of it.
func (f *Finder) Builtin(key, name string, kind Kind, page func() string) int32 {
	i, ok := f.builtins[key]
	if !ok {
		if f.builtins == nil {
			f.builtins = make(map[string]int32)
		}
		i = f.Thing(Thing{Name: name, Kind: kind, Builtin: true, In: -1, Definition: -1, Page: page()})
		f.builtins[key] = i
	}
	return i
}

// Found are the names, with the comments of the home, in the order of the text.
func (f *Finder) Found(file *lang.File, comments []lang.Span) *Names {
	slices.SortStableFunc(f.Uses, func(a, b Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for _, c := range comments {
		if file.Homely(c) {
			f.Comments = append(f.Comments, c)
		}
	}
	return &f.Names
}
