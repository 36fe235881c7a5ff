package tensorscript

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
)

// nameArguments adds the names to calls of known operations that have arguments without them: those of the operation, in
// order, without those that the call has.
func (p *program) nameArguments() {
	for i := range p.tree.Unnamed {
		u := &p.tree.Unnamed[i]
		k := slices.IndexFunc(p.Known, func(dg lang.Diagnostic) bool {
			return dg.Code == lang.UnexpectedToken && dg.Span == u.At
		})
		if k < 0 {
			continue
		}
		names := slices.DeleteFunc(p.namesOf(u), func(name string) bool { return slices.Contains(u.Names, name) })
		var edits []lang.Edit
		var texts []string
		for a, at := range u.Args {
			if u.Names[a] != "" {
				continue
			}
			if len(edits) == len(names) {
				names = nil // there are too many
				break
			}
			name := names[len(edits)]
			edits = append(edits, lang.Edit{Span: lang.Span{Start: at.Start, End: at.Start}, Text: name + "="})
			texts = append(texts, name+"="+p.File.Text(at))
		}
		if len(names) == 0 {
			continue
		}
		title := lang.Text("write " + quoted(strings.Join(texts, ", ")))
		p.Known[k].Fixes = []lang.Fix{{Title: title, Grade: "maybe", Edits: edits}}
		p.Known[k].Help = nil
	}
}

// namesOf returns the names of the arguments of the operation that a call without names has; nil if it is not known.
func (p *front) namesOf(u *tensorscript.Unnamed) (names []string) {
	for id := range p.tree.Of(tensorscript.OpImport) {
		if p.names.Meaning[id] != tensorscript.MeansImport || p.importedAs(id) != u.Name {
			continue
		}
		name := p.tree.Name(p.parents[id]) + "." + p.tree.Name(id)
		if o := Operations().Operator(name); o != nil {
			if names = slices.Clone(o.Inputs()); u.Piped || isLayer(name) {
				names = names[min(1, len(names)):]
			}
			for _, a := range o.Accepts() {
				names = append(names, a.Name)
			}
		}
	}
	return names
}
