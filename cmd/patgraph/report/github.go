package report

import (
	"fmt"
	"path"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// GitHub writes diagnostics as workflow commands, one line each, which GitHub Actions shows as annotations in a diff.
type GitHub struct {
	// Folder is the slash-separated folder that relative names are relative to, itself relative to the root of the
	// repository; empty for the root.
	Folder string
	Pages  lang.Pages // of the codes that have one
}

// AppendFile writes the commands of an input. Consequences of other errors are left out.
func (g *GitHub) AppendFile(b []byte, in *Input) []byte {
	w := newSarifWriter(in)
	for d := range in.Reported() {
		b = g.command(b, w, d)
	}
	return b
}

func (g *GitHub) command(b []byte, w *sarifWriter, d *lang.Diagnostic) []byte {
	b = append(b, "::"+[...]string{"error", "warning", "notice"}[d.Severity]...)
	separator := byte(' ')
	property := func(name string, value any) {
		b = fmt.Appendf(b, "%c%s=%s", separator, name, githubProperty.Replace(fmt.Sprint(value)))
		separator = ','
	}
	if name, _ := w.seen(d.Span); name != "" {
		if g.Folder != "" && !path.IsAbs(name) {
			name = path.Join(g.Folder, name)
		}
		property("file", (&Style{}).prose(name))
	}
	if w.File != nil && w.File.Origin == nil {
		at := w.region(d.Span)
		property("line", at.StartLine)
		// GitHub accepts columns only for places within one line.
		if at.StartLine == at.EndLine {
			property("col", at.StartColumn)
		}
		property("endLine", at.EndLine)
		if at.StartLine == at.EndLine {
			property("endColumn", at.EndColumn)
		}
	}
	title := string(d.Code)
	language := ""
	if w.Result != nil {
		language = w.Result.Language
	}
	if p, ok := g.Pages.In(language, d.Code); ok {
		title += ": " + p.Title
	}
	property("title", title)
	b = append(b, "::"...)
	b = append(b, githubMessage.Replace((&Style{}).prose(w.text(d)))...)
	return append(b, '\n')
}

// The escapes that GitHub's runner undoes; it has no others.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
