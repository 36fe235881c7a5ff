package mutate

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	analyzer "github.com/patgraph/patgraph/patterns/k"
)

// K is the language k.
var K = &Language{
	Language: analyzer.Language,
	Operators: []string{
		"label", "typo", "kind", "type", "ref", "identity", "product-label", "field-drop", "field-add",
		"merge-product", "filter", "typedef", "comp-drop", "comp-swap", "comp-insert", "two-edits", "far-edit", "sign",
		"field-swap", "literal",
	},
	Repairable: []string{"label", "typo", "kind", "type", "sign", "literal"},

	programs: programsOfK,
	subject:  func(p *Program) subject { return newKSubject(p) },
	expects:  func(d *lang.Diagnostic) bool { return d.Code.Class() == lang.ClassClash },
	anchors:  anchorsOfK,
	same:     func(a, b *lang.File) bool { return k.Equal(parse(a.Name, a.Src), parse(b.Name, b.Src)) },
	types: func(f *lang.File) (list []lang.Span) {
		for _, d := range parse(f.Name, f.Src).Types {
			list = append(list, d.Span)
		}
		return list
	},
	inDefinition: func(operator string) bool { return operations[operator] != nil },
	hole: func(m *Mutant, t *Truth) (lang.Edit, bool) {
		return newLocator(parse(m.Program, m.Source)).hole(t)
	},
	shuffle: Shuffle,
}

// programsOfK returns the examples and the programs in testdata. A program with errors or warnings is an error, because
// its mutants would be meaningless.
func programsOfK(l *Language, root string) (programs []Program, err error) {
	globs := []string{"examples/programs/*/*.k", "internal/lab/mutate/testdata/*.k"}
	err = eachFile(root, globs, func(_, name string, source []byte) error {
		p, err := l.program(name, source, 0, false)
		programs = append(programs, p)
		return err
	})
	return programs, err
}
