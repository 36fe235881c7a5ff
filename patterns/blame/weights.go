package blame

// fitted are the weights that internal/mutate/cmd/fit prints. They were fitted on programs
// in k, but the features mean the same in any language.
var fitted = Features{
	-0.36, // hole
	1.97,  // all fine
	1.15,  // share fine
	-0.16, // type definition
	0.69,  // witness
	-1.49, // callee
	-1.27, // users
	-1.15, // type users
	0.59,  // disagree
	-2.36, // rare
	-0.26, // near
	3.35,  // misspelt
	0.70,  // rare here
	0.51,  // other here
	-0.79, // dot
	-0.43, // product
	-0.39, // variant
	-0.31, // ref
	-1.63, // builtin
	-0.70, // type
	-0.53, // filter
	-0.53, // literal
	6.17,  // identity
	-1.48, // idle identity
	3.12,  // merge
	-1.05, // vector
	-1.29, // seam
	3.27,  // mended
	3.15,  // mended again
	0.63,  // sure
	3.40,  // wide
	0.47,  // renamed
	0.44,  // by label
	-0.18, // by literal
	0.55,  // by form
	1.40,  // by bracket
	2.61,  // by type
	-0.10, // by ref
	1.67,  // by swap
	0.41,  // by drop
	-0.11, // by insert
	-0.05, // by box
	-1.30, // by filter
	1.80,  // by field
	-0.72, // by gap
	-0.28, // size
	-1.25, // size of merge
	-1.44, // size of drop
	1.52,  // depth
	0.29,  // lone
	-2.13, // nested
	0.29,  // inside
	0.46,  // copies
	-0.20, // label count
	-0.18, // label here
	0.00,  // origin
	-1.84, // whole
	-3.38, // one label
	-0.18, // against declared
	-0.18, // against call
	-0.62, // against builtin
	0.92,  // side: dot
	0.58,  // side: product
	1.77,  // side: variant
	-1.10, // side: ref
	-0.39, // side: builtin
	-0.70, // side: type
	-0.63, // side: filter
	-0.53, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.94,  // side: vector
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
