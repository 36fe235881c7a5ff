package k

import "slices"

// Pages are those of the codes of types, patterns and their derivation.
var Pages = slices.Concat(clashPages, limitPages)
