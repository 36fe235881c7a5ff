package blame

// fitted are the weights that internal/mutate/cmd/fit prints. They were fitted on programs
// in k, but the features mean the same in any language. Only that of a product is lowered, by
// 0.67: mutants spoil products as often as what reads them, people misread more often.
var fitted = Terms{
	-0.20, // hole
	1.88,  // all fine
	1.30,  // share fine
	-0.62, // type definition
	0.10,  // witness
	-1.67, // callee
	-1.61, // users
	-2.31, // type users
	1.17,  // disagree
	-2.35, // rare
	-0.43, // near
	4.99,  // misspelt
	1.22,  // rare here
	0.64,  // other here
	-0.72, // dot
	-1.10, // product
	-1.00, // variant
	-0.49, // ref
	-1.74, // builtin
	-0.54, // type
	-0.50, // filter
	-0.42, // literal
	8.00,  // identity
	-2.85, // idle identity
	4.50,  // merge
	-0.72, // vector
	-2.56, // seam
	4.16,  // mended
	3.99,  // mended again
	0.50,  // sure
	4.69,  // wide
	0.07,  // renamed
	-0.06, // by label
	1.46,  // by literal
	3.21,  // by form
	1.30,  // by bracket
	2.11,  // by type
	-0.54, // by ref
	1.94,  // by swap
	-0.60, // by drop
	-0.62, // by insert
	-0.64, // by box
	-3.31, // by filter
	2.41,  // by field
	1.50,  // by gap
	-0.40, // size
	-1.71, // size of merge
	-1.37, // size of drop
	1.80,  // depth
	0.14,  // lone
	-2.39, // nested
	0.25,  // inside
	-0.51, // copies
	-0.09, // label count
	-0.16, // label here
	0.00,  // origin
	-2.93, // whole
	-3.84, // one label
	0.20,  // against declared
	-0.01, // against call
	-0.55, // against builtin
	0.08,  // side: dot
	0.27,  // side: product
	2.25,  // side: variant
	-1.18, // side: ref
	0.18,  // side: builtin
	-0.53, // side: type
	-0.39, // side: filter
	-0.41, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.47,  // side: vector
	0.00,  // side: seam
	3.86,  // type users × renamed
	1.65,  // merge × copies
	-2.16, // rare here × variant
	0.47,  // by drop × label count
	-1.43, // by swap × size of merge
	-1.26, // type × depth
	-0.80, // callee × size of merge
	-4.94, // dot × by form
	2.07,  // side: dot × by form
	-3.62, // side: product × by gap
}

// score is the sum of the terms by their weights.
func (f *Features) score() float64 {
	sum := 0.0
	for i, x := range f.Terms() {
		sum += fitted[i] * x
	}
	return sum
}
