package blame

// fitted are the weights that internal/lab/mutate/cmd/fit prints. They were fitted on programs in k, but the features
// mean the same in any language. Only the weight of a product is lowered, by 0.67: mutants break products as often as
// projections, but users mistake projections more often.
var fitted = Terms{
	0.37,  // hole
	1.57,  // all fine
	1.36,  // share fine
	-0.68, // type definition
	0.50,  // witness
	-1.58, // callee
	-1.63, // users
	-2.25, // type users
	0.80,  // disagree
	-2.45, // rare
	-0.32, // near
	4.66,  // misspelt
	1.19,  // rare here
	0.59,  // other here
	-0.75, // dot
	-1.30, // product
	-1.22, // variant
	-0.55, // ref
	-1.71, // builtin
	-0.63, // type
	-0.80, // filter
	-0.47, // literal
	7.98,  // identity
	-1.85, // idle identity
	4.71,  // merge
	-0.74, // vector
	-2.69, // seam
	0.62,  // odd
	3.90,  // fixed
	3.67,  // fixed again
	0.40,  // sure
	4.77,  // wide
	0.14,  // renamed
	0.05,  // by label
	1.70,  // by literal
	2.05,  // by form
	1.63,  // by bracket
	1.86,  // by type
	-0.33, // by ref
	2.08,  // by swap
	-0.41, // by drop
	-0.42, // by insert
	-0.61, // by box
	-2.82, // by filter
	1.33,  // by field
	1.47,  // by gap
	-0.30, // size
	-1.89, // size of merge
	-1.38, // size of drop
	1.82,  // depth
	0.02,  // lone
	-2.48, // nested
	0.32,  // inside
	-0.47, // copies
	-0.12, // label count
	-0.24, // label here
	0.00,  // origin
	-2.58, // whole
	-4.38, // one label
	0.03,  // against declared
	-0.02, // against call
	-0.30, // against builtin
	0.10,  // side: dot
	0.43,  // side: product
	2.73,  // side: variant
	-1.24, // side: ref
	0.14,  // side: builtin
	-0.63, // side: type
	-0.27, // side: filter
	-0.46, // side: literal
	0.00,  // side: identity
	0.00,  // side: idle identity
	0.00,  // side: merge
	0.40,  // side: vector
	0.00,  // side: seam
	3.41,  // type users × renamed
	1.37,  // merge × copies
	-2.37, // rare here × variant
	0.54,  // by drop × label count
	-1.74, // by swap × size of merge
	-1.34, // type × depth
	-0.67, // callee × size of merge
	-4.02, // dot × by form
	1.79,  // side: dot × by form
	-3.55, // side: product × by gap
	0.40,  // odd × fixed
}

// score returns the weighted sum of the terms.
func (f *Features) score() float64 {
	sum := 0.0
	for i, x := range f.Terms() {
		sum += fitted[i] * x
	}
	return sum
}
