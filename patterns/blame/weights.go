package blame

// fitted are the weights that internal/mutate/cmd/fit prints. They were fitted on programs
// in k, but the features mean the same in any language. Only that of a product is lowered, by
// 0.67: mutants spoil products as often as what reads them, people misread more often.
var fitted = Terms{
	-0.62, // hole
	2.03,  // all fine
	1.55,  // share fine
	-0.75, // type definition
	0.32,  // witness
	-1.39, // callee
	-1.61, // users
	-2.24, // type users
	1.03,  // disagree
	-2.38, // rare
	-0.31, // near
	4.99,  // misspelt
	1.22,  // rare here
	0.51,  // other here
	-0.60, // dot
	-1.22, // product
	-0.90, // variant
	-0.66, // ref
	-1.70, // builtin
	-0.58, // type
	-0.57, // filter
	-0.37, // literal
	7.94,  // identity
	-2.11, // idle identity
	4.41,  // merge
	-0.92, // vector
	-2.64, // seam
	4.14,  // mended
	3.83,  // mended again
	0.44,  // sure
	4.42,  // wide
	0.09,  // renamed
	-0.04, // by label
	1.48,  // by literal
	2.07,  // by form
	1.26,  // by bracket
	2.04,  // by type
	-0.32, // by ref
	2.05,  // by swap
	-0.35, // by drop
	-0.54, // by insert
	-0.49, // by box
	-2.99, // by filter
	2.30,  // by field
	1.51,  // by gap
	-0.20, // size
	-1.84, // size of merge
	-1.39, // size of drop
	1.61,  // depth
	-0.00, // lone
	-2.56, // nested
	0.34,  // inside
	-0.42, // copies
	-0.10, // label count
	-0.15, // label here
	0.00,  // origin
	-2.93, // whole
	-3.86, // one label
	0.10,  // against declared
	-0.09, // against call
	-0.61, // against builtin
	0.11,  // side: dot
	0.30,  // side: product
	2.36,  // side: variant
	-1.11, // side: ref
	0.19,  // side: builtin
	-0.58, // side: type
	-0.44, // side: filter
	-0.37, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.61,  // side: vector
	0.00,  // side: seam
	3.66,  // type users × renamed
	1.62,  // merge × copies
	-2.36, // rare here × variant
	0.48,  // by drop × label count
	-1.49, // by swap × size of merge
	-1.12, // type × depth
	-0.77, // callee × size of merge
	-4.36, // dot × by form
	1.83,  // side: dot × by form
	-3.64, // side: product × by gap
}

// score is the sum of the terms by their weights.
func (f *Features) score() float64 {
	sum := 0.0
	for i, x := range f.Terms() {
		sum += fitted[i] * x
	}
	return sum
}
