package tensorscript

import "github.com/patgraph/patgraph/patterns/blame"

// Weights are what internal/lab/mutate/cmd/fit -dialect tensorscript prints, by feature, each with its name.
var Weights = [numFeatures]blame.Weight{
	{Name: "completes", Weight: 0.81},
	{Name: "shown", Weight: 0.05},
	{Name: "side", Weight: 1.08},
	{Name: "core", Weight: 2.02},
	{Name: "fixed", Weight: -1.90},
	{Name: "fixed again", Weight: -1.87},
	{Name: "cost", Weight: -1.28},
	{Name: "several", Weight: 2.10},
	{Name: "clean", Weight: 4.87},
	{Name: "by literal", Weight: -1.95},
	{Name: "by name", Weight: 0.52},
	{Name: "by swap", Weight: 2.26},
	{Name: "by insert", Weight: -1.69},
	{Name: "by drop", Weight: -2.91},
	{Name: "alone", Weight: 0.67},
	{Name: "rare", Weight: 0.62},
	{Name: "common", Weight: 3.02},
	{Name: "rounder", Weight: 0.40},
	{Name: "header alone", Weight: 2.52},
	{Name: "before", Weight: -0.70},
	{Name: "size", Weight: -1.12},
	{Name: "header", Weight: -3.82},
	{Name: "entry", Weight: -1.38},
	{Name: "written", Weight: 0.50},
	{Name: "argument", Weight: 1.92},
	{Name: "layer", Weight: 1.38},
	{Name: "node", Weight: -0.36},
	{Name: "function", Weight: 1.33},
	{Name: "helper", Weight: 1.79},
	{Name: "view", Weight: 4.33},
	{Name: "tensor", Weight: -2.92},
	{Name: "other", Weight: -2.78},
}
