//go:build !js

package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/patterns/search"
)

// Hash is the command that shows content addresses.
func Hash() *Command {
	return &Command{
		Name: "hash", Args: "[PATH...]", Summary: "print the content addresses of types and functions",
		Details: "Prints each type and each function of programs of k with its hash, as k itself computes them: equal\n" +
			"types have equal hashes, and so have functions with the same normal form and signature. Without a\n" +
			"path: of all programs below this folder. A - means that there is none: functions of the dialect k4\n" +
			"have no hash, nor those that have or rely on an error or on an expression after an empty merge <>.",
		More: "At most 16 MB of canonical forms of types are hashed for a program. A function has another hash in k\n" +
			"where k's derivation of its type does not converge.",
		Examples: [][2]string{
			{"patgraph hash lib.k", "of a file"},
			{"patgraph hash . | sort -k2 | uniq -Df1", "which definitions are equal"},
		},
		Kind: Kind{Unlisted: true},
		Run:  (*Flags).hash,
	}
}

// hash writes the hashes of programs.
func (f *Flags) hash(p *Program, args []string) error {
	b, work, err := f.Many(p, f.orHere(args))
	if err != nil {
		return err
	}
	b.Brief = true
	out, diagnostics := f.Style(p, p.Stdout), f.Style(p, p.Stderr)
	several := work.Given != 1
	return reportBatch(p, b, work.Sources, reporter{
		Render: func(in *report.Input) (text, note []byte) {
			if in.Result != nil {
				if l := search.Of(in.Language.Finding); l == nil || l.Hashes == nil {
					return nil, diagnostics.AppendNote(nil, words.Quote(in.Name)+" is in "+in.Language.Called()+
						", whose definitions have no hashes", nil, "")
				} else if text = out.AppendHashes(nil, in, l.Hashes(in.Result)); several && len(text) > 0 {
					text = append(out.AppendHeader(nil, in.Name), text...)
				}
			}
			return text, diagnostics.AppendDiagnostics(nil, in)
		},
		Finish: func(*batch.Total) error { return nil },
	})
}
