package tensorscript

import "github.com/patgraph/patgraph/patterns/blame"

// weights are what internal/mutate/cmd/fit -dialect tensorscript prints, by feature.
var weights = blame.Linear{
	0.81,  // completes
	0.05,  // shown
	1.08,  // side
	2.02,  // core
	-1.90, // mended
	-1.87, // mended again
	-1.28, // cost
	2.10,  // several
	4.87,  // clean
	-1.95, // by literal
	0.52,  // by name
	2.26,  // by swap
	-1.69, // by insert
	-2.91, // by drop
	0.67,  // alone
	0.62,  // rare
	3.02,  // common
	0.40,  // rounder
	2.52,  // header alone
	-0.70, // before
	-1.12, // size
	-3.82, // header
	-1.38, // entry
	0.50,  // written
	1.92,  // argument
	1.38,  // layer
	-0.36, // node
	1.33,  // function
	1.79,  // helper
	4.33,  // view
	-2.92, // tensor
	-2.78, // other
}
