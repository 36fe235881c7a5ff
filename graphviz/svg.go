package graphviz

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
)

// fontRule selects a font that has the signs of programs, if the viewer has it; Graphviz measures with Courier, whose
// letters are as wide.
const fontRule = `<style>text{font-family:"DejaVu Sans Mono","Courier New",Courier,monospace}` +
	`a:hover{text-decoration:underline}</style>`

// FinishSVG adds to an SVG drawn from DOT text its style sheet, and a note that identifies the text. Data that is not
// SVG is returned unchanged.
func FinishSVG(svg, dot []byte) []byte {
	at := bytes.Index(svg, []byte("<svg"))
	if at < 0 {
		return svg
	}
	end := bytes.IndexByte(svg[at:], '>')
	if end < 0 {
		return svg
	}
	at += end + 1
	return slices.Concat(svg[:at], []byte("\n<!-- "+Origin(dot)+" -->\n"+fontRule), svg[at:])
}

// Origin names a DOT text: a picture whose FinishSVG has the name was drawn from exactly this text.
func Origin(dot []byte) string {
	return "drawn from DOT text with sha256 " + fmt.Sprintf("%x", sha256.Sum256(dot))
}
