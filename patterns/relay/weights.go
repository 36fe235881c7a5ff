package relay

import "github.com/patgraph/patgraph/patterns/blame"

// weights are what internal/mutate/cmd/fit -dialect relay prints, by feature.
var weights = blame.Linear{
	-0.30, // completes
	0.94,  // side
	4.54,  // origin
	-3.04, // elsewhere
	5.88,  // mended
	5.75,  // mended again
	0.19,  // cost
	1.20,  // several
	0.15,  // inside
	-0.94, // by type
	-2.70, // by name
	-0.14, // by swap
	-3.31, // by insert
	-2.38, // by drop
	1.06,  // alone
	0.37,  // source
	1.07,  // computes
	0.54,  // differs
	0.07,  // again
	-1.35, // size
	0.14,  // before
	-1.99, // parameter
	-2.80, // result
	-0.10, // copies
	1.00,  // disagree
	-0.68, // number
	0.32,  // element
	-0.36, // type
	-1.85, // literal
	-0.86, // variable
	-1.60, // global
	-1.31, // name
	2.55,  // operation
	2.01,  // call
	2.03,  // pattern
	3.65,  // field
	-0.75, // attribute
	-3.14, // other
}
