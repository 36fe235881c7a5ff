package graphviz

import "bytes"

// fontRule gives the text of a picture a face that has the signs of programs,
// where the viewer has it; Graphviz measures with Courier, whose letters are as
// wide.
const fontRule = `<style>text{font-family:"DejaVu Sans Mono","Courier New",Courier,monospace}` +
	`a:hover{text-decoration:underline}</style>`

// FinishSVG gives a drawing that Graphviz made of AppendDOT its style sheet. What
// is no SVG stays as it is.
func FinishSVG(svg []byte) []byte {
	at := bytes.Index(svg, []byte("<svg"))
	if at < 0 {
		return svg
	}
	end := bytes.IndexByte(svg[at:], '>')
	if end < 0 {
		return svg
	}
	at += end + 1
	out := make([]byte, 0, len(svg)+len(fontRule)+1)
	out = append(append(out, svg[:at]...), '\n')
	return append(append(out, fontRule...), svg[at:]...)
}
