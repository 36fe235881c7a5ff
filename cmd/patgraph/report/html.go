package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// HTML writes results as one self-contained page: it has no script and loads no style or picture. Texts of programs are
// escaped.
type HTML struct {
	Pages lang.Pages // of the codes that have one
	// Draw makes a picture of an error, as HTML that is inserted unchanged, and the same as text; both are empty if
	// there is no picture. It may be called concurrently, and is called for the first errors of an input. nil: no
	// pictures.
	Draw func(in *Input, d *lang.Diagnostic) (picture, outline []byte)
}

// mostDrawn is the maximum number of errors of one input with a picture: drawing one takes as long as checking a
// program.
const mostDrawn = 20

// htmlWidth is the width of frames in columns.
const htmlWidth = 100

// htmlStyle is the style of all pages. Pictures are drawn for a light background; on a dark one their brightness is
// inverted, but not their hue.
const htmlStyle = `:root{color-scheme:light dark;--ground:#fff;--ink:#1a1a1a;--soft:#5c5c5c;--line:#d8d8d8;--red:#b34700;--blue:#005a8f;--amber:#7a5200}
@media(prefers-color-scheme:dark){:root{--ground:#16181b;--ink:#e6e6e6;--soft:#a3a3a3;--line:#3a3d42;--red:#ff9a5c;--blue:#7cc4f2;--amber:#f0b940}figure svg{filter:invert(1) hue-rotate(180deg)}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem}h1{font-size:1.5rem}h2{font-size:1.2rem;margin:2.5rem 0 0;overflow-wrap:anywhere}h3{font-size:1rem;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}
article{border-top:1px solid var(--line)}pre{overflow-x:auto;margin:.5rem 0;font:.85rem/1.45 ui-monospace,"DejaVu Sans Mono",monospace;tab-size:4}
summary{cursor:pointer;color:var(--blue)}figure{margin:.5rem 0;overflow-x:auto}figure svg{display:block;max-width:100%;height:auto}figure svg>g>polygon:first-of-type{fill:transparent}
b{font-weight:600}.e,.p,h3.error b{color:var(--red);font-weight:600}.w,h3.warning b{color:var(--amber);font-weight:600}.s{color:var(--blue)}.h{font-weight:600}.f,h3.note b{color:var(--soft)}
@media print{details>*{display:block}}`

// AppendStart writes the text before all inputs.
func (h *HTML) AppendStart(b []byte) []byte {
	return append(b, `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What patgraph found</title>
<style>`+htmlStyle+`</style>
</head>
<body>
<main>
<h1>What patgraph found</h1>
<p><a href="#summary">In short</a></p>
`...)
}

// AppendFile writes the diagnostics of an input. Consequences of other errors are left out, and so are diagnostics
// after the first hundred, which are counted. Drawing the pictures dominates the cost.
func (h *HTML) AppendFile(b []byte, in *Input) []byte {
	style := Style{Width: htmlWidth, Palette: marked, Pages: h.Pages}
	shown, drawn, more := 0, 0, 0
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		switch {
		case d.Secondary:
			continue
		case shown == maxShown:
			more++
			continue
		case shown == 0:
			b = append(appendHTML(append(b, "<section>\n<h2>"...), style.name(in.Name)), "</h2>\n"...)
		}
		shown++
		b = h.diagnostic(b, &style, in, d, &drawn)
	}
	if more > 0 {
		b = fmt.Appendf(b, "<p>%d more; patgraph check --format json has them.</p>\n", more)
	}
	if shown > 0 {
		b = append(b, "</section>\n"...)
	}
	return b
}

func (h *HTML) diagnostic(b []byte, style *Style, in *Input, d *lang.Diagnostic, drawn *int) []byte {
	severity := d.Severity.String()
	b = append(b, "<article>\n<h3 class=\""+severity+"\"><b>"...)
	b = appendHTML(b, severity+" "+string(d.Code))
	b = append(appendProse(append(b, "</b> <bdi>"...), style.prose(d.Message.String())), "</bdi></h3>\n"...)
	frame, indent := style.shown(nil, in, d)
	if body := style.remarks(nil, in, d, indent, detail{most: maxLines}); len(body) > 0 {
		if in.File != nil {
			frame = style.bar(frame, indent)
		}
		frame = append(frame, body...)
	}
	b = appendMarked(b, frame)
	if x := d.Explanation; x != nil && in.File != nil && len(x.Steps) > 0 {
		_, file := in.seen(d.Span)
		t := proofWriter{style, file, d.Definition, indent}
		b = append(b, "<details><summary>The whole derivation</summary>\n"...)
		b = append(appendMarked(b, t.fullProof(nil, x)), "</details>\n"...)
	}
	if h.Draw != nil && *drawn < mostDrawn {
		if picture, outline := h.Draw(in, d); len(picture)+len(outline) > 0 {
			*drawn++
			if len(picture) > 0 {
				b = append(b, "<details><summary>The picture</summary>\n<figure>"...)
				b = append(append(b, picture...), "</figure></details>\n"...)
			}
			b = append(b, "<details><summary>The picture in words</summary>\n"...)
			b = append(appendMarked(b, outline), "</details>\n"...)
		}
	}
	return append(b, "</article>\n"...)
}

// AppendEnd writes the summary of all inputs.
func (h *HTML) AppendEnd(b []byte, sum Summary, codes []lang.Code) []byte {
	style := Style{Palette: marked, Pages: h.Pages}
	b = append(b, "<h2 id=\"summary\">In short</h2>\n"...)
	b = appendMarked(b, style.AppendSummary(nil, sum, codes))
	return append(b, "</main>\n</body>\n</html>\n"...)
}

var htmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;",
	"\x1b", "␛", "\x00", "␀")

// appendHTML writes an escaped text.
func appendHTML(b []byte, text string) []byte { return append(b, htmlEscapes.Replace(text)...) }

// appendProse writes a sentence, with the text between backquotes as code. If their number is odd, one belongs to the
// program that the sentence is about, and the text stays as it is.
func appendProse(b []byte, text string) []byte {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 {
		return appendHTML(b, text)
	}
	for i, part := range parts {
		if i%2 == 0 {
			b = appendHTML(b, part)
		} else {
			b = append(appendHTML(append(b, "<code>"...), part), "</code>"...)
		}
	}
	return b
}

// appendMarked writes a text with marked roles, preformatted.
func appendMarked(b, text []byte) []byte {
	b = append(b, "<pre>"...)
	open := false
	for len(text) > 0 {
		before, after, found := bytes.Cut(text, []byte("\x1b["))
		b = appendHTML(b, string(before))
		if !found {
			break
		}
		// The marks are from this package: a text of a program has no control characters here.
		mark, rest, ok := bytes.Cut(after, []byte("m"))
		text = rest
		switch {
		case !ok || len(mark) != 1 || (mark[0] == '0') != open || !open && !bytes.Contains([]byte("pshewf"), mark):
			b, text = append(b, "␛["...), after
		case open:
			b, open = append(b, "</span>"...), false
		default:
			b, open = append(append(append(b, `<span class="`...), mark...), `">`...), true
		}
	}
	if open {
		b = append(b, "</span>"...)
	}
	return append(b, "</pre>\n"...)
}
