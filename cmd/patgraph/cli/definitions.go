package cli

import (
	"errors"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
)

// drawDefinitions draws a view of some definitions to a file, or returns it as an outline if file is "".
func drawDefinitions(p *Program, in *report.Input, view string, definitions []int32, file string) ([]byte, error) {
	pic := picture{name: view}
	most := graphviz.MaxNodes
	switch view {
	case "calls":
		pic.Picture, most = graphviz.Calls(in.Result, withNeighbours(in.Result, definitions)), graphviz.MaxCalls
	case "history":
		if pic.Picture = graphviz.Unions(in.Result, definitions, -1); len(pic.Nodes) == 0 {
			return nil, errors.New("it was not derived, so there is no history of it")
		}
	default:
		pic.Picture = graphviz.Patterns(in.Result, definitions, graphviz.PatternsOptions{At: -1})
	}
	pic.Fold(most)
	if file == "" {
		return pic.AppendOutline(nil), nil
	}
	t := target{path: file, format: formatOf(file)}
	if t.format == "" || t.path == "-" {
		return nil, errors.New("what kind of picture is " + words.Quote(file) + "? Its name ends in " + words.Or(dotted(pictureFormats)))
	}
	w := pictureWriter{Program: p, theme: graphviz.Light, layout: "dot", engine: "auto", pixels: maxPixels}
	defer w.close()
	return nil, w.write(&pic, t)
}
