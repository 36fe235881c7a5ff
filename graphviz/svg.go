package graphviz

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
)

// styleSheet fits a picture that is a page of its own into the window, but not below a size that zooming enlarges. It
// selects a font that has the signs of programs, if the viewer has it; Graphviz measures with Courier, whose letters are
// as wide.
const styleSheet = `<style>svg:root{max-width:max(100vw,40rem);max-height:max(100vh,40rem)}` +
	`text{font-family:"DejaVu Sans Mono","Courier New",Courier,monospace}a:hover{text-decoration:underline}</style>`

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
	return slices.Concat(svg[:at], []byte("\n<!-- "+Origin(dot)+" -->\n"+styleSheet), svg[at:])
}

// Origin names a DOT text: a picture whose FinishSVG has the name was drawn from exactly this text.
func Origin(dot []byte) string {
	return "drawn from DOT text with sha256 " + fmt.Sprintf("%x", sha256.Sum256(dot))
}
