package onnx

import "github.com/patgraph/patgraph/patterns/blame"

// Weights are the output of internal/lab/mutate/cmd/fit -dialect onnx, by feature.
var Weights = [numFeatures]blame.Weight{
	{Name: "completes", Weight: 1.33},
	{Name: "own", Weight: -2.71},
	{Name: "said", Weight: -0.44},
	{Name: "origin", Weight: 1.04},
	{Name: "via", Weight: 0.41},
	{Name: "before", Weight: -0.54},
	{Name: "fixed", Weight: 6.31},
	{Name: "fixed again", Weight: 5.66},
	{Name: "cost", Weight: -6.42},
	{Name: "several", Weight: -0.12},
	{Name: "checked", Weight: 0.47},
	{Name: "by number", Weight: 3.15},
	{Name: "by name", Weight: -0.08},
	{Name: "by swap", Weight: 0.10},
	{Name: "by insert", Weight: -0.04},
	{Name: "by drop", Weight: -0.78},
	{Name: "alone", Weight: 1.28},
	{Name: "node", Weight: 1.93},
	{Name: "attribute", Weight: -2.28},
	{Name: "argument", Weight: 1.73},
	{Name: "size", Weight: 0.93},
	{Name: "entry", Weight: -2.31},
	{Name: "other", Weight: 0.00},
}
