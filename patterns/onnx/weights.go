package onnx

import "github.com/patgraph/patgraph/patterns/blame"

// Weights are the output of internal/mutate/cmd/fit -dialect onnx, by feature.
var Weights = [numFeatures]blame.Weight{
	{Name: "completes", Weight: 2.46},
	{Name: "own", Weight: -2.84},
	{Name: "said", Weight: -0.97},
	{Name: "origin", Weight: 0.00},
	{Name: "via", Weight: 0.62},
	{Name: "before", Weight: -0.50},
	{Name: "fixed", Weight: 6.43},
	{Name: "fixed again", Weight: 6.24},
	{Name: "cost", Weight: -8.75},
	{Name: "several", Weight: -0.56},
	{Name: "checked", Weight: 0.58},
	{Name: "by number", Weight: 3.09},
	{Name: "by name", Weight: 1.71},
	{Name: "by swap", Weight: 1.18},
	{Name: "by insert", Weight: -0.19},
	{Name: "by drop", Weight: 0.13},
	{Name: "alone", Weight: 2.11},
	{Name: "node", Weight: 1.84},
	{Name: "attribute", Weight: -2.15},
	{Name: "argument", Weight: 0.16},
	{Name: "size", Weight: 1.45},
	{Name: "entry", Weight: -1.30},
	{Name: "other", Weight: 0.00},
}
