package onnx

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// The programs of the pages: the bad one has the page's error, the good one has no error.
func TestPages(t *testing.T) {
	for _, p := range Pages {
		if ds := analyze(p.Bad).Diagnostics; len(ds) != 1 || ds[0].Code != p.Code || ds[0].Severity != p.Severity {
			t.Errorf("%s %s: %q has %v", p.Severity, p.Code, p.Bad, ds)
		}
		if ds := analyze(p.Good).Diagnostics; len(ds) > 0 {
			t.Errorf("%s: %q has %v", p.Code, p.Good, ds)
		}
	}
}

// Each message of another tool is found by its text, with any names and numbers, and leads to a page.
func TestToolMessages(t *testing.T) {
	all := language.Table{Language}
	for _, m := range toolMessages {
		for _, text := range []string{m.Text, "[E:onnxruntime] Node (Concat_12): " + strings.ToUpper(m.Text) + " 79 and 78", m.Text[min(3, len(m.Text)-16):]} {
			got, name, ok := all.ToolMessage(text)
			if !ok || name != "onnx" || got.Code != m.Code {
				t.Errorf("%q: %v", text, got)
			}
		}
		if _, ok := slices.Concat(Language.Pages, lang.SharedPages).Of(m.Code); !ok {
			t.Errorf("%q: %s has no page", m.Text, m.Code)
		}
	}
	for text, want := range map[string]lang.Code{ // as people paste them
		"Node (mean) has input size 2 not in range [min=1, max=1].":                                      lang.WrongCount,
		"Status Message: Input initial_h must have shape {1,2,64}. Actual:{1,1,64}":                      lang.SizesDiffer,
		"Op (Squeeze) [ShapeInferenceError] Dimension of input 1 must be 1 instead of 10":                lang.SizesDiffer,
		"Node (Resize_0)'s input 1 is marked single but has an empty string in the graph":                lang.WrongCount,
		"[ShapeInferenceError] perm size: 3 does not match input rank: 4":                                lang.RanksDiffer,
		"SplitToSequence_1396' Status Message: split_size_sum (68) != split_dim_size (23)":               lang.SizesDiffer,
		"Requested output shape [1,100,1024] is incompatible with input shape [6,100,32,32]":             lang.ViewSizes,
		"RuntimeError: Unrecognized attribute: axes for operator ReduceMean":                             lang.WrongAttribute,
		"Type (tensor(float16)) of output arg (c) of node (n) does not match expected type (...)":        lang.Stale,
		"Invalid Feed Input Name:input_ids":                                                              lang.UnknownLocal,
		"Load model from m.onnx failed:Protobuf parsing failed.":                                         lang.UnreadableInput,
		"Unsupported model IR version: 12, max supported IR version: 10":                                 lang.NotAllChecked,
		"Nodes in a graph must be topologically sorted, however input 'r' of node":                       lang.NotAllChecked,
		"Node input '449' is not a graph input, initializer, or output of a previous node.":              lang.UnknownLocal,
		"This is an invalid model. Graph output (logits) does not exist in the graph.":                   lang.UnknownLocal,
		"Graph must be in single static assignment (SSA) form, however '24' has":                         lang.DuplicateVariable,
		"This is an invalid model. Error: Duplicate definition of name (h).":                             lang.DuplicateVariable,
		"Error: Duplicate definition-site for (data).":                                                   lang.DuplicateVariable,
		"This is an invalid model. Error: the graph is not acyclic.":                                     lang.UsedBefore,
		"Inference error(s): (op_type:Concat): [ShapeInferenceError] Required attribute axis is missing": lang.WrongAttribute,
		"Expected shape from model of {1,10} does not match actual shape of {4,10} for output y":         lang.Promise,
		"indices element out of data bounds, idx=5 must be within the inclusive range [-5,4]":            lang.RelationFails,
	} {
		if got, _, ok := all.ToolMessage(text); !ok || got.Code != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, text := range []string{"", "P0310", "dimensions", "concat", "the sizes of two tensors"} {
		if got, _, ok := all.ToolMessage(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}
