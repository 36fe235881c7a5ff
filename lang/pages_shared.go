package lang

import _ "embed"

// SharedPages are the pages of the codes that all languages share: P0404, a limit without an example program; P08xx,
// input and output; and P09xx, defects of patgraph.
var SharedPages = MustReadPages(sharedPages)

//go:embed pages.md
var sharedPages string
