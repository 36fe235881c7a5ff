package lang

import _ "embed"

// SharedPages are the pages of the codes that all languages share: P0404 and P0408, limits without an example program;
// P0515, comments that silence nothing; P08xx, input and output; and P09xx, defects of patgraph.
var SharedPages = MustReadPages(sharedPages)

//go:embed pages.md
var sharedPages string
