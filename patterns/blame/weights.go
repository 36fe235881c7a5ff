package blame

// fitted are the weights that internal/mutate/cmd/fit prints. They were fitted on programs
// in k, but the features mean the same in any language.
var fitted = Features{
	-0.30, // hole
	1.85,  // all fine
	1.39,  // share fine
	-1.45, // fine without type
	0.35,  // witness
	-1.70, // callee
	-1.44, // users
	1.14,  // disagree
	-2.06, // rare
	-0.21, // near
	3.24,  // misspelt
	0.94,  // rare here
	0.76,  // other here
	-0.72, // dot
	-1.39, // product
	0.02,  // variant
	-0.25, // ref
	-1.43, // builtin
	-0.74, // type
	-0.54, // filter
	-0.71, // literal
	6.00,  // identity
	-1.35, // idle identity
	3.84,  // merge
	-0.86, // vector
	-1.86, // seam
	2.94,  // mended
	2.67,  // mended again
	0.17,  // sure
	2.93,  // wide
	-1.98, // renamed
	2.67,  // by label
	-0.60, // by literal
	0.43,  // by form
	1.12,  // by bracket
	1.71,  // by type
	0.16,  // by ref
	1.05,  // by swap
	0.51,  // by drop
	-0.04, // by insert
	-0.44, // by box
	-2.24, // by filter
	1.70,  // by field
	-0.43, // by gap
	-0.31, // size
	-1.49, // size of merge
	-1.04, // size of drop
	1.67,  // depth
	0.23,  // lone
	-2.15, // nested
	0.37,  // inside
	0.20,  // copies
	-0.04, // label count
	-0.21, // label here
	-0.08, // origin
	-2.00, // whole
	-3.26, // one label
	-0.14, // against declared
	-0.08, // against call
	-0.22, // against builtin
	0.57,  // side: dot
	1.30,  // side: product
	1.41,  // side: variant
	-1.56, // side: ref
	-0.32, // side: builtin
	-0.74, // side: type
	-0.37, // side: filter
	-0.68, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.73,  // side: vector
	0.00,  // side: seam
}

// score is the sum of the features by their weights.
func (f *Features) score() float64 {
	sum := 0.0
	for i, x := range fitted {
		sum += x * f[i]
	}
	return sum
}
