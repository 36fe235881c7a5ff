package k

import "slices"

// Pages are those of P01xx and P02xx: the codes of what is wrong with a text and its names.
var Pages = slices.Concat(syntaxPages, namePages)
