package mutate

import (
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	analyzer "github.com/patgraph/patgraph/patterns/relay"
)

// Relay is the language Relay. Its mutants may have any errors but those of syntax.
var Relay = &Language{
	Language: analyzer.Language,
	Operators: []string{
		"dimension", "number", "axis", "attribute", "literal", "element", "type", "field",
		"variable", "global", "operator", "sign", "constructor",
		"typo-variable", "typo-global", "typo-operator", "typo-constructor", "typo-type", "typo-attribute",
		"axes", "swap", "argument-drop", "argument-add", "attribute-drop", "operator-drop", "operator-add", "case-drop",
	},
	Repairable: []string{ // those that change one token
		"dimension", "number", "axis", "attribute", "literal", "element", "type", "field",
		"variable", "global", "operator", "sign", "constructor",
		"typo-variable", "typo-global", "typo-operator", "typo-constructor", "typo-type", "typo-attribute",
	},

	programs:     programsOfRelay,
	subject:      func(p *Program) subject { return newRelaySubject(p) },
	expects:      func(d *lang.Diagnostic) bool { return d.Code.Class() != lang.ClassSyntax },
	anchors:      anchorsOfRelay,
	same:         func(a, b *lang.File) bool { return relay.Equal(parseRelay(a), parseRelay(b)) },
	inDefinition: func(string) bool { return false },
}

func parseRelay(f *lang.File) *relay.Tree {
	t, _ := relay.Parse(f)
	return t
}

// mostOfSmall is the number of mutants of one operator in a small program.
const mostOfSmall = 1

// programsOfRelay returns the Prelude, the examples, the programs in testdata, and the small correct programs of the
// documents and of the tests of typing. The small programs of one file are in one split.
func programsOfRelay(l *Language, root string) (programs []Program, err error) {
	add := func(name, file string, source []byte, most int) error {
		p, err := l.program(name, source, most, false)
		switch p.Split = splitOf(file); {
		case err == nil:
			programs = append(programs, p)
		case most == 0:
			return err
		}
		return nil
	}
	err = eachFile(root, []string{
		"examples/relay/*.rly", "patterns/relay/prelude.rly", "internal/lab/mutate/testdata/*.rly",
		"examples/relay/seed/*.rly", "patterns/relay/testdata/programs/*.txtar",
	}, func(path, file string, source []byte) error {
		if filepath.Ext(path) == ".txtar" {
			for _, f := range txtar.Parse(source).Files {
				if err := add(file+": "+strings.TrimSuffix(f.Name, ".rly"), file, f.Data, mostOfSmall); err != nil {
					return err
				}
			}
			return nil
		}
		most := 0
		if filepath.Base(filepath.Dir(path)) == "seed" {
			most = mostOfSmall
		}
		return add(file, file, source, most)
	})
	return programs, err
}
