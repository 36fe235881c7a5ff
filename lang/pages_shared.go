package lang

import _ "embed"

// SharedPages are those of the codes that are the same for every language: of P0404, a limit
// that has no program as an example; of P08xx, what is read and written; and of P09xx, defects.
var SharedPages = MustReadPages(sharedPages)

//go:embed pages.md
var sharedPages string
