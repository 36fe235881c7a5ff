package report

import (
	"math"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// stages writes, below each function of a definition, a line for each stage: its place, text and type.
func (s *Style) stages(b []byte, f *lang.File, functions []patterns.Stages) []byte {
	for _, function := range functions {
		b = append(s.paint(append(b, "  "...), heading, s.prose(lang.Cut(function.Function, longName))), '\n')
		places := each(function.Stages, func(_ int, x *patterns.Stage) string { return stageAt(f, x.Span) })
		texts := each(function.Stages, func(_ int, x *patterns.Stage) string {
			if x.Value != "" {
				return s.excerpt(f, x.Span, maxNamed)
			}
			return s.Excerpt(f, x.Span)
		})
		placeColumn, textColumn := column(places, math.MaxInt), column(texts, math.MaxInt)
		for i := range function.Stages {
			b = s.paint(append(b, "    "...), faint, padded(places[i], placeColumn))
			b = append(b, "  "+padded(texts[i], textColumn)+" : "+s.prose(function.Stages[i].Type)...)
			if e := function.Stages[i].Entries; e != "" {
				b = s.paint(b, faint, " "+s.prose(e))
			}
			if what := function.Stages[i].Unknown; what != "" {
				b = s.paint(b, warningWord, "  ("+what+" becomes unknown here)")
			}
			b = append(b, '\n')
		}
		if function.More > 0 {
			more := lang.Count(function.More, "further stage", "further stages")
			b = s.line(append(b, "    "...), faint, s.ellipsis()+" "+more)
		}
	}
	return b
}

// stageAt is the place of a stage: the node of a binary model, or a line and a column.
func stageAt(f *lang.File, at lang.Span) string {
	if f.Origin != nil {
		if n := f.Origin(at.Start); n != nil {
			return "node " + strconv.Itoa(n.Index)
		}
	}
	return lineColumn(f, at)
}

// appendStages writes the stages of a definition under their key, if there are any.
func appendStages(b []byte, functions []patterns.Stages) []byte {
	if functions == nil {
		return b
	}
	if slices.ContainsFunc(functions, func(f patterns.Stages) bool { return len(f.Stages) > 0 && f.Stages[0].Value != "" }) {
		return appendValues(b, functions)
	}
	b = append(b, `,"stages":{`...)
	for i, f := range functions {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, f.Function), ':')
		list := each(f.Stages, func(_ int, x *patterns.Stage) jsonText { return jsonText(x.Text + ": " + x.Type) })
		if f.More > 0 {
			list = append(list, jsonText("… "+lang.Count(f.More, "further stage", "further stages")))
		}
		b = AppendJSON(b, list)
	}
	return append(b, '}')
}

// appendValues writes the types of the values of a definition, by their names.
func appendValues(b []byte, functions []patterns.Stages) []byte {
	b = append(b, `,"values":{`...)
	first := true
	for _, f := range functions {
		for i := range f.Stages {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = append(appendText(b, f.Stages[i].Value), ':')
			b = appendText(b, f.Stages[i].Type)
		}
	}
	return append(b, '}')
}

// An Account is the derivation of the types of a definition, in lines of cells.
type Account struct {
	Definition string     `json:"definition"`
	Lines      [][]string `json:"lines"`
}

// AppendAccounts writes accounts with aligned cells.
func (s *Style) AppendAccounts(b []byte, accounts []Account) []byte {
	for _, a := range accounts {
		if len(accounts) > 1 {
			b = append(s.paint(b, heading, s.prose(lang.Cut(a.Definition, longName))), '\n')
		}
		var widths []int
		for _, line := range a.Lines {
			for i, cell := range line[:len(line)-1] {
				for len(widths) <= i {
					widths = append(widths, 0)
				}
				widths[i] = max(widths[i], width(cell))
			}
		}
		for _, line := range a.Lines {
			for i, cell := range line {
				if i > 0 {
					b = append(b, ' ')
				}
				if cell = s.prose(cell); i < len(line)-1 {
					cell = padded(cell, widths[i])
				}
				b = append(b, cell...)
			}
			b = append(b, '\n')
		}
	}
	return b
}

// AppendAccountData writes accounts as a document.
func AppendAccountData(b []byte, in *Input, accounts []Account) []byte {
	return appendDocument(b, in, "accounts", accounts)
}
