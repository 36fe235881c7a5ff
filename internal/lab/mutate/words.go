package mutate

import (
	"regexp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Words counts the diagnostics with a text that is unsuitable for people.
type Words struct {
	Hash    int `json:"hash"`    // shows the hash of a type
	Residue int `json:"residue"` // shows internals of the solver
	Equal   int `json:"equal"`   // contrasts two sides with the same text
}

var (
	quoted  = regexp.MustCompile("`[^`]*`")
	names   = regexp.MustCompile(`@[0-9A-Za-z]{20,}|\b[A-Zq-z]{9,}\b`)
	residue = regexp.MustCompile(`#|\b(?i:nodes?|unif\w*)\b`)
)

// count checks a diagnostic that people see. A word of the language does not count as an internal of the solver.
func (w *Words) count(d *lang.Diagnostic, word string) {
	if d.Secondary {
		return
	}
	phrases := slices.Concat([]lang.Phrase{d.Message, d.Label}, d.Notes, d.Help)
	for _, r := range d.Related {
		phrases = append(phrases, r.Message)
	}
	for _, f := range d.Fixes {
		phrases = append(phrases, f.Title)
	}
	if x := d.Explanation; x != nil {
		for _, s := range x.Steps {
			phrases = append(phrases, s.Concludes)
		}
		for _, l := range x.Story {
			phrases = append(phrases, l.Text)
		}
		for _, c := range x.Core {
			phrases = append(phrases, c.Text)
		}
	}
	var prose []string
	for _, p := range phrases {
		prose = append(prose, p.String())
	}
	all := slices.Clone(prose)
	for _, b := range d.Blame {
		all = append(all, b.In, b.Out)
	}
	if c := d.Clash; c != nil {
		for _, v := range []*lang.Witness{c.A, c.B, c.C} {
			if v != nil {
				all = append(all, v.Shape)
			}
		}
	}
	if slices.ContainsFunc(all, names.MatchString) {
		w.Hash++
	}
	if slices.ContainsFunc(prose, func(s string) bool {
		return residue.MatchString(strings.ReplaceAll(quoted.ReplaceAllString(s, ""), word, ""))
	}) ||
		slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, "%!") || strings.Contains(s, patterns.MemberName) }) {
		w.Residue++
	}
	if equalSides(d) {
		w.Equal++
	}
}

// equalSides reports whether a reader cannot distinguish the two sides of a clash.
func equalSides(d *lang.Diagnostic) bool {
	for _, r := range d.Related {
		if len(r.Message) > 0 && r.Message.String() == d.Label.String() {
			return true
		}
	}
	if d.Clash == nil || d.Clash.A == nil || d.Clash.B == nil {
		return false
	}
	a, b := d.Clash.A, d.Clash.B
	if a.Shape == "constructor" || d.Code == lang.RelationFails || d.Code == lang.WrongAttribute {
		// the difference is in the message
		sides := quoted.FindAllString(d.Message.String(), -1)
		return len(sides) == 2 && sides[0] == sides[1]
	}
	return a.Shape != "" && a.Shape == b.Shape && slices.Equal(a.Labels, b.Labels)
}
