package examples

import "embed"

//go:embed errors/*/picture.svg
var pictures embed.FS

// Picture returns the picture of an example of the gallery, as SVG; nil if it has none.
func Picture(name string) []byte {
	b, err := pictures.ReadFile(name + "/picture.svg")
	if err != nil {
		return nil
	}
	return b
}
