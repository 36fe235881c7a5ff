//go:build !js

package k

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

func init() { checkHashes = (*program).checkHashes }

// A statedHash is a hash in a comment directly after a definition, in its line.
type statedHash struct {
	index int // of the definition
	hash  string
	at    lang.Span
}

// statedHashes returns the hashes that comments state for definitions. The definitions are in the order of the text.
func (a *program) statedHashes(defs []k.Def) (list []statedHash) {
	d := -1
	for _, c := range a.tree.Comments {
		for d+1 < len(defs) && defs[d+1].Span.End <= c.Start {
			d++
		}
		text := a.tree.File.TextWithin(c, 100)
		hash := strings.TrimRight(strings.TrimLeft(text, "-/#%*\\ \t"), "*/ \t\r")
		if d < 0 || !patterns.IsID(hash) {
			continue
		}
		between := a.tree.File.TextWithin(lang.Span{Start: defs[d].Span.End, End: c.Start}, 100)
		if strings.Trim(between, " \t;") == "" {
			at := c.Start + int32(strings.Index(text, hash))
			list = append(list, statedHash{d, hash, lang.Span{Start: at, End: at + int32(len(hash))}})
		}
	}
	return list
}

// checkHashes warns of stated hashes that differ from those of their definitions.
func (a *program) checkHashes() {
	if a.tree.Dialect != k.K6 {
		return
	}
	var got []string
	room := mostHashed
	for _, defs := range [][]k.Def{a.tree.Types, a.tree.Defs} {
		for _, s := range a.statedHashes(defs) {
			d := &defs[s.index]
			if !a.tree.File.InMain(s.at) {
				continue
			}
			hash := ""
			if d.Type {
				if t := a.typeDef[s.index]; t != patterns.NoType && room > 0 {
					form, ok := a.Types.FormWithin(t, a.Types.Len(), room)
					if room -= len(form); ok {
						hash = patterns.ID(form)
					} else {
						room = 0
					}
				}
			} else {
				if got == nil {
					got = Hashes(a.result())
				}
				hash = got[s.index]
			}
			if hash == "" || hash == s.hash {
				continue
			}
			a.diagnostics = append(a.diagnostics, lang.Diagnostic{
				Code: lang.WrongHash, Severity: lang.Warning, Span: s.at, Definition: a.tree.NameOf(d),
				Message: lang.Say("`%s` has the hash `%s`, not the stated one", lang.Clip(a.tree.NameOf(d)), hash),
				Label:   lang.Text("the stated hash"),
				Related: []lang.Related{{Span: d.NameSpan, Message: lang.Text("stated for this definition")}},
			})
		}
	}
}
