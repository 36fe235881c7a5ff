package cli

import "github.com/patgraph/patgraph/cmd/patgraph/inputs"

// unpack does nothing: a page of a browser has no archives.
func (g *Configuration) unpack(*inputs.Archive) inputs.Unpacked { return inputs.Unpacked{} }
