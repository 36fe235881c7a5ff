package onnx

import "github.com/patgraph/patgraph/patterns/blame"

// Weights are the output of internal/mutate/cmd/fit -dialect onnx, by feature.
var Weights = [numFeatures]blame.Weight{
	{Name: "completes", Weight: 3.55},
	{Name: "own", Weight: -1.93},
	{Name: "said", Weight: -1.64},
	{Name: "origin", Weight: -0.93},
	{Name: "via", Weight: 0.75},
	{Name: "before", Weight: 0.22},
	{Name: "fixed", Weight: 7.03},
	{Name: "fixed again", Weight: 6.56},
	{Name: "cost", Weight: -10.96},
	{Name: "several", Weight: -0.29},
	{Name: "checked", Weight: 0.29},
	{Name: "by number", Weight: 2.91},
	{Name: "by name", Weight: 1.30},
	{Name: "by swap", Weight: 1.36},
	{Name: "by insert", Weight: -0.42},
	{Name: "by drop", Weight: 4.71},
	{Name: "alone", Weight: 3.10},
	{Name: "node", Weight: 2.13},
	{Name: "attribute", Weight: -1.70},
	{Name: "argument", Weight: 0.08},
	{Name: "size", Weight: 0.53},
	{Name: "entry", Weight: -1.04},
	{Name: "other", Weight: 0.00},
}
