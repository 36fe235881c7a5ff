package onnx

import "github.com/patgraph/patgraph/patterns/blame"

// Weights are the output of internal/lab/mutate/cmd/fit -dialect onnx, by feature.
var Weights = [numFeatures]blame.Weight{
	{Name: "completes", Weight: 2.09},
	{Name: "own", Weight: -1.54},
	{Name: "said", Weight: -1.16},
	{Name: "origin", Weight: 0.14},
	{Name: "source", Weight: -0.19},
	{Name: "element", Weight: -2.16},
	{Name: "via", Weight: 0.83},
	{Name: "before", Weight: -0.14},
	{Name: "fixed", Weight: 5.76},
	{Name: "fixed again", Weight: 5.04},
	{Name: "cost", Weight: -8.13},
	{Name: "several", Weight: -0.11},
	{Name: "checked", Weight: -0.13},
	{Name: "by number", Weight: 4.73},
	{Name: "by name", Weight: 3.00},
	{Name: "by swap", Weight: 2.14},
	{Name: "by insert", Weight: 2.11},
	{Name: "by drop", Weight: 1.62},
	{Name: "alone", Weight: 0.10},
	{Name: "node", Weight: 0.87},
	{Name: "attribute", Weight: -2.73},
	{Name: "argument", Weight: -0.57},
	{Name: "input", Weight: 3.47},
	{Name: "size", Weight: 1.04},
	{Name: "entry", Weight: -2.30},
	{Name: "other", Weight: 0.22},
}
