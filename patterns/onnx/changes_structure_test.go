package onnx

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Errors in the structure of a model have a change that was tried, where there is one.
func TestStructureChanges(t *testing.T) {
	const standard, functions = "ir_version: 8, opset_import: [\"\" : 17]", "ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]"
	for _, test := range []struct{ header, model, want string }{
		{"ir_version: 8", "g (float[2] x) => (y) { y = Relu(x) }", "P0217: add `\"\" : 18` to `opset_import`"},
		{"ir_version: 7, opset_import: []", "g (float[2] x) => (y) { y = Relu(x) }", "P0217: add `\"\" : 14` to `opset_import`"},
		{standard, "g (float[2] x) => (y) { y = my.Op(x) }", "P0217: add `\"my\" : 1` to `opset_import`"},
		{standard, "g (float[2] x) => (y) { y = Add(x, x, x) }", "P0314: leave out `x`"},
		{standard, "g (float[2] x) => (y) { y, z = Relu(x) }", "P0314: leave out `z`"},
		{standard, "g (float[2] x) => (y) { y, z = Relu(x) w = Neg(z) }", "P0314: "}, // z is used
		{functions, "g (float[2] x) => (y) { y = f.F(x, x) }\n" + own + "F (a) => (c) { c = Relu(a) }", "P0314: leave out `x`"},
		{functions, "g (float[2] x) => (y) { y, z = f.F(x) }\n" + own + "F (a) => (c) { c = Relu(a) }", "P0314: leave out `z`"},
		{functions, "g (float[2] x) => (y) { y = f.F(x) }\n" + own + "F <k> (a) => (c) { c = Concat<axis: int = @k>(a, a) }", "P0319: add `k = 0` to `F`"},
		{
			standard, "g (float[2, 9] x) => (y) { y = Slice<axes = [0, 1], starts = [0, 1], ends = [2, 5]>(x) }",
			"P0319: make `starts`, `ends` and `axes` inputs",
		},
		{functions, "g (float[2] x) => (y) { y = f.F(x) }\n<domain: \"f\", opset_import: [\"\" : 10]>\nF (a) => (c) { c = HardSwish(a) }",
			"P0213: import opset 14"}, // of the function
		{
			standard, "g (float[2] x, bool c) => (y) { y = If(c)<then_branch = t () => (a) { a = own.A(x) }, " +
				"else_branch = e () => (x) { }> }", "P0217: add `\"own\" : 1` to `opset_import`",
		},
		{standard, "g (float[2] x) => (y) { y = Relu<a = 1>(x) }", "P0319: leave out `a = 1`"},
		{standard, "g (float[2] x) => (y) { y = Softmax<axis = 0, a = 1>(x) }", "P0319: leave out `a = 1`"},
		{standard, "g (float[2] x) => (y) { y = Softmax<axis = 0, axis = 0>(x) }", "P0319: leave out `axis = 0`"},
		{standard, "g (float[2] x) => (y, float[2] y) { y = Relu(x) }", "P0216: leave out `float[2] y`"},
		{
			standard, "g (float[2] x, bool c) => (float[2] y) { y = If(c)<then_branch = t () => (a) { a = Relu(x) }, " +
				"else_branch = e () => (int64[2] b) { b = Cast<to = 7>(x) }> }", "P0312: write `to = 1`",
		},
		{
			standard, "g (float[2] x, int32[2] z, bool c) => (float[2] y) { y = If(c)<then_branch = t () => (a) { a = Relu(x) }, " +
				"else_branch = e () => (int32[2] b) { b = Neg(z) }> }", "P0312: insert `Cast<to = 1>(b)`",
		},
		{
			standard, "g (float[2] x, int32[2] z, bool c) => (float[2] y) { y = If(c)<then_branch = t () => (a) { a = Relu(x) }, " +
				"else_branch = e () => (z) { }> }", "P0312: ", // the branch computes nothing
		},
	} {
		r := analyze("<" + test.header + ">\n" + test.model + "\n")
		errs := slices.DeleteFunc(lang.Errors(r.Diagnostics), func(dg lang.Diagnostic) bool { return dg.Secondary })
		if len(errs) != 1 {
			t.Errorf("%s: %v", test.model, r.Diagnostics)
			continue
		}
		got := string(errs[0].Code) + ": "
		for _, f := range errs[0].Fixes {
			got += f.Title.String()
			if after := analyze(string(r.File.Edited(f.Edits).Src)); !f.Checked || len(lang.Errors(after.Diagnostics)) > 0 {
				t.Errorf("%s: `%s`, checked %t: %v", test.model, f.Title, f.Checked, after.Diagnostics)
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.model, got, test.want)
		}
	}
}

// Changes of names that are not defined, or twice: only where it is clear what was meant.
func TestNameChanges(t *testing.T) {
	for name, test := range map[string]struct{ model, want string }{
		"a misspelt name": {"(float[4] x) => (y) { hidden = Relu(x) y = Add(hidden, hiden) }", "use `hidden`"},
		"a misspelt name, used twice": {
			"(float[4] x) => (y) { hidden = Relu(x) a = Exp(hiden) b = Neg(hiden) y = Add(a, b) }", "use `hidden`",
		},
		"a result of the same node":       {"(float[4] x) => (y) { ab = Add(x, abb) y = Relu(ab) }", ""},
		"another number of a used name":   {"(float[4] x) => (y) { a0 = Relu(x) y = Add(a0, a1) }", ""},
		"another number of an unused one": {"(float[4] x) => (y) { a0 = Relu(x) y = Add(x, a1) }", "use `a0`"},
		"a weight with another prefix": {
			"(float[4, 8] x) => (y) <float[8, 2] \"module.fc.weight\" = {...}> { y = MatMul(x, \"fc.weight\") }",
			"use `module.fc.weight`",
		},
		"the only value that is not used and fits": {
			"(float[4, 8] x) => (y) <float[8, 2] v = {...}, float[5, 2] w = {...}> { y = MatMul(x, weight) }", "use `v`",
		},
		"two values that are not used": {
			"(float[4, 8] x) => (y) <float[8, 2] v = {...}, float[8, 2] w = {...}> { y = MatMul(x, weight) }", "",
		},
		"the result of a node whose output has another name": {
			"(float[4] x) => (float[4] logits) { hidden = Relu(x) out = Neg(hidden) }", "rename `out` to `logits`",
		},
		"several results, one with the type of the output": {
			"(float[4] x) => (float[4] logits) { n = Size(x) out = Neg(x) }", "rename `out` to `logits`",
		},
		"two results that may be the output": {"(float[4] x) => (float[4] logits) { n = Relu(x) out = Neg(x) }", ""},
		"an input of a part of a model": {
			"(float[4] x) => (y) <float[4] cut> { h = Relu(cut) y = Add(h, x) }", "make `cut` an input of the model",
		},
		"a value within a branch": {
			"(float[4] x, bool c) => (y) { z = If(c) <then_branch = t () => (a) { a = Relu(x) }, " +
				"else_branch = e () => (b) { b = Neg(x) }> y = Exp(a) }", "use `z`",
		},
		"a node that needs itself, and a value that is not used": {
			"(float[4] x) => (y) { hidden = Relu(x) b = Add(x, b) y = Neg(b) }", "use `hidden`",
		},
		"a node that needs itself": {"(float[4] x) => (y) { b = Add(x, b) y = Neg(b) }", ""},
		"a value that is computed anew": {
			"(float[4] x) => (y) { h = Exp(x) a = Neg(h) h = Relu(h) y = Add(a, h) }", "name the second one `h_2`, also where it is used",
		},
		"an input that is computed anew": {
			"(float[4] x) => (y) { x = Relu(x) y = Neg(x) }", "name the second one `x_2`, also where it is used",
		},
		"an output that is computed anew": {
			"(float[4] x) => (y) { y = Relu(x) y = Neg(y) }", "name the first one `y_1`, also where it is used",
		},
		"a value that is computed anew, also within a branch": {
			"(float[4] x, bool c) => (y) { h = Exp(x) h = Relu(h) y = If(c) <then_branch = t () => (a) { a = Neg(h) }, " +
				"else_branch = e () => (b) { b = Abs(h) }> }", "name the second one `h_2`, also where it is used",
		},
		"a value that is computed three times": {
			"(float[4] x) => (y) { h = Exp(x) h = Relu(h) h = Neg(h) y = Abs(h) }", "give each of them a name: `h_2`, `h_3`",
		},
		"a first definition that nothing uses": {"(float[4] x) => (y) { h = Exp(x) h = Relu(x) y = Neg(h) }", ""},
		"a weight and a node":                  {"(float[4] x) => (y) <float[4] w = {...}> { w = Relu(x) y = Neg(w) }", ""},
		"weights whose numbers are not known":  {"(float[4] x) => (y) <float[4] w = {...}, float[4] w = {...}> { y = Add(x, w) }", ""},
		"a constant twice": {
			"(float[4] x) => (y) <int64[1] s = {4}, int64[1] s = {4}> { y = Reshape(x, s) }", "leave out `int64[1] s = {4}`",
		},
		"two constants": {"(float[4] x) => (y) <int64[1] s = {4}, int64[1] s = {-1}> { y = Reshape(x, s) }", ""},
		"a node twice":  {"(float[4] x) => (y) { h = Exp(x) h = Exp(x) y = Neg(h) }", "leave out this node, a copy of the first one"},
		"a name twice, and one that is missing": {
			"(float[4] x) => (y) { a = Exp(x) a = Neg(x) y = Add(a, b) }", "name the second `a` `b`",
		},
		"an input twice, and one that is missing": {
			"(float[4] x, float[4] x) => (y) { y = Add(x, mask) }", "name the second `x` `mask`",
		},
		"a parameter of a function that is computed anew": {
			"(float[4] x) => (y) { y = f.F(x) }\n" + own + "F (a) => (c) { a = Relu(a) c = Neg(a) }",
			"name the second one `a_2`, also where it is used",
		},
		"a value of the graph that calls a function": {
			"(float[4] x) => (y) <float[4] w = {...}> { z = f.F(x) y = f.F(z) }\n" + own + "F (a) => (c) { c = Add(a, w) }",
			"make `w` an input of `F`",
		},
		"a value that one of the calls does not know": {
			"(float[4] x) => (y) <float[4] w = {...}> { y = f.G(x) }\n" + own + "F (a) => (c) { c = Add(a, w) }\n" +
				own + "G (a) => (c) { c = f.F(a) }", "",
		},
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\ng " + test.model + "\n")
		errs := slices.DeleteFunc(lang.Errors(r.Diagnostics), func(dg lang.Diagnostic) bool { return dg.Secondary })
		if len(errs) != 1 {
			t.Errorf("%s: %v", name, r.Diagnostics)
			continue
		}
		var titles []string
		for _, f := range errs[0].Fixes {
			titles = append(titles, f.Title.String())
			after := analyze(string(r.File.Edited(f.Edits).Src))
			if !f.Checked || len(lang.Errors(after.Diagnostics)) > 0 {
				t.Errorf("%s: with `%s`, checked %t: %v", name, f.Title, f.Checked, after.Diagnostics)
			}
		}
		if got := strings.Join(titles, "; "); got != test.want {
			t.Errorf("%s: `%s`, want `%s`", name, got, test.want)
		}
	}
}

// Attributes that a function does not have are warnings: runtimes load such models.
func TestParametersOfFunctions(t *testing.T) {
	for model, want := range map[string]string{
		"y = f.F<slop = 0.5>(x) }; F <slope> (a) => (c) { c = LeakyRelu<alpha: float = @slope>(a) }":               "the function `F` has no attribute `slop`, so its value is not used: use `slope`",
		"y = f.F<slope = 0.5>(x) }; F <slope> (a) => (c) { c = LeakyRelu<alpha: float = @slop>(a) }":               "the function `F` does not declare the attribute `slop`: use `slope`",
		"y = f.F<axis = 0>(x) }; F (a) => (c) { c = Softmax<axis: int = @axis>(a) }":                               "the function `F` does not declare the attribute `axis`: ",
		"y = Softmax<axis: int = @axis>(x) }; F (a) => (c) { c = Relu(a) }":                                        "`@axis` is the value of an attribute of a function, and this is not in a function: ",
		"y = f.F<slope = 0.5>(x) }; F <slope: float = 0.1> (a) => (c) { c = LeakyRelu<alpha: float = @slope>(a) }": "",
	} {
		r := analyze("<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\ng (float[4] x) => (y) { " +
			strings.Replace(model, "; ", "\n"+own, 1) + "\n")
		got := ""
		for _, dg := range r.Diagnostics {
			if dg.Severity != lang.Warning || dg.Code != lang.WrongAttribute || got != "" {
				t.Errorf("%s: %v", model, r.Diagnostics)
			}
			got = dg.Message.String() + ": "
			for _, f := range dg.Fixes {
				got += f.Title.String()
				if after := analyze(string(r.File.Edited(f.Edits).Src)); !f.Checked || len(after.Diagnostics) > 0 {
					t.Errorf("%s: with `%s`, checked %t: %v", model, f.Title, f.Checked, after.Diagnostics)
				}
			}
		}
		if got != want {
			t.Errorf("%s: `%s`, want `%s`", model, got, want)
		}
	}
}

// A model beyond a limit gets changes of its names, too.
func TestNamesBeyondLimits(t *testing.T) {
	source := `<ir_version: 8, opset_import: ["" : 17]>
m (float[2, 3] x) => (float[2, 3] y) {
  a = Abs(x)
  b = Neg(x)
  y = Relu(c)
}
`
	for n := 1; n < 1<<8; n++ {
		for _, limits := range []patterns.Limits{{Nodes: n}, {Work: n}} {
			o := language.Options{Settings: language.Settings{Limits: limits}}
			r := Language.Analyze(t.Context(), lang.NewFile("in.onnxtxt", []byte(source)), o)
			if r.Err != nil || r.Errors() == 0 {
				t.Errorf("%+v: %v", limits, r.Err)
			}
		}
	}
}
