package syntax

import "github.com/patgraph/patgraph/lang"

// A Reporter collects errors in the names of a tree.
type Reporter struct {
	Diags    []lang.Diagnostic // not more than Bounded needs
	Reported int               // errors so far, with those that are not kept
	In       func() string     // the current definition
}

// Report reports a name.
func (r *Reporter) Report(code lang.Code, at lang.Span, message lang.Phrase, label string) *lang.Diagnostic {
	r.Reported++
	return lang.Collect(&r.Diags, lang.Diagnostic{Code: code, Message: message, Span: at, Label: lang.Text(label),
		Definition: r.In()})
}

// Offer adds the names that may be meant to a diagnostic, each as a change. Several names are also listed in the help,
// for readers who cannot try changes.
func Offer(d *lang.Diagnostic, at lang.Span, names []string) {
	if len(names) > 1 {
		d.Help = append(d.Help, lang.DidYouMean(names)...)
	}
	for _, name := range names {
		d.Fixes = append(d.Fixes, lang.Perhaps(lang.Sure("write `"+name+"`", at, name))...)
	}
}

// Twice reports a second declaration of a name.
func (r *Reporter) Twice(code lang.Code, at, first lang.Span, what, name string) {
	r.Report(code, at, lang.Say("%s `%s` is declared a second time", what, lang.Clip(name)), "the second one").
		Related = []lang.Related{{Span: first, Message: lang.Text("the first one")}}
}
