package relay

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The change that a person would make comes first. Each was tried.
func TestFirstChange(t *testing.T) {
	for _, test := range []struct{ what, source, first string }{
		{
			"a layout",
			"def @f(%x: Tensor[(2, 30, 4), float32], %w: Tensor[(5, 4, 8), float32]) { nn.conv1d(%x, %w, channels=8, kernel_size=[5], kernel_layout=\"WIO\") }",
			"add `data_layout=\"NWC\"`",
		},
		{
			"the layout of a weight",
			"def @f(%x: Tensor[(2, 30, 31, 4), float32], %w: Tensor[(5, 5, 4, 8), float32]) { nn.conv2d(%x, %w, channels=8, kernel_size=[5, 5], data_layout=\"NHWC\") }",
			"add `kernel_layout=\"HWIO\"`",
		},
		{
			"arguments in the wrong order",
			"def @f(%w: Tensor[(4, 6), float32], %x: Tensor[(20, 6), float32]) { nn.dense(%w, %x, units=4) }",
			"swap `%w` and `%x`",
		},
		{
			"a variable that is not used",
			"def @f(%x: Tensor[(2, 30, 30, 4), float32], %w: Tensor[(5, 4, 3, 3), float32]) { let %t = layout_transform(%x, src_layout=\"NHWC\", dst_layout=\"NCHW\"); nn.conv2d(%x, %w, channels=5, kernel_size=[3, 3]) }",
			"use `%t` in place of `%x`",
		},
		{
			"a number as a condition",
			"def @f(%x: float32, %k: int64) -> float32 { if (%k) { tanh(%x) } else { %x } }",
			"write `not_equal(%k, 0i64)`",
		},
		{
			"a number of rank 0 as a condition",
			"def @f(%x: float32, %k: Tensor[(), float32]) -> float32 { if (%k) { tanh(%x) } else { %x } }",
			"write `not_equal(%k, 0f)`",
		},
		{
			"a tuple in place of its part",
			"def @f(%x: float32, %c: bool) -> float32 { if (%c) { exp(%x) } else { (%x, 1f) } }",
			"write `%x`",
		},
		{
			"a field that is not read",
			"def @f(%p: (float32, int32)) -> float32 { tanh(%p) }",
			"write `%p.0`",
		},
		{
			"padding",
			"def @f(%x: Tensor[(1, 4, 20, 20), float32], %w: Tensor[(4, 4, 5, 5), float32]) { let %y = nn.conv2d(%x, %w, channels=4, kernel_size=[5, 5]); %x + nn.relu(%y) }",
			"add `padding=[2, 2]`",
		},
		{
			"a truth value",
			"def @f(%x: Tensor[(2, 5, 7), float32], %y: Tensor[(2, 7, 3), float32]) { nn.batch_matmul(%x, %y, transpose_b=True) }",
			"write `transpose_b=False`",
		},
		{
			"a layer that flattens",
			"def @f(%x: Tensor[(2, 3, 5, 5), float32], %w: Tensor[(7, 75), float32]) { nn.dense(nn.relu(%x), %w, units=7) }",
			"write `nn.batch_flatten(nn.relu(%x))`",
		},
		{
			"a bias",
			"def @f(%x: Tensor[(2, 3, 30), float32], %w: Tensor[(8, 3, 5), float32], %b: Tensor[(8), float32]) { nn.conv1d(%x, %w, channels=8, kernel_size=[5]) + %b }",
			"write `nn.bias_add(nn.conv1d(%x, %w, channels=…`",
		},
		{
			"a recursive call",
			"type List { Nil, Cons(int32, List[]) }\ndef @total(%l: List[]) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => %h + %t } }",
			"call `@total` with `%t`",
		},
		{
			"a call of another function",
			"type Box { Box(float32) }\ndef @open(%b: Box[]) -> float32 { match (%b) { Box(%x) => %x } }\ndef @f(%x: float32, %b: Box[]) -> float32 { %x * %b }",
			"call `@open` with `%b`",
		},
		{
			"a superfluous pattern",
			"type List { Nil, Cons(int32, List[]) }\ndef @f(%l: List[]) -> int32 { match (%l) { Nil => 0, Cons(%h, _, %t) => %h + @f(%t) } }",
			"leave out `_`",
		},
		{
			"a tensor of one number",
			"def @f(%x: Tensor[(2, 3), float32], %c: bool) -> Tensor[(2, 3), float32] { if (%c) { tanh(%x) } else { 1f } }",
			"write `full(1f, shape=[2, 3])`",
		},
		{
			"arguments for one field",
			"type Box[A] { Box(A) }\ndef @f(%x: float32, %n: int32) -> Box[(float32, int32)] { Box(%x, %n) }",
			"put the arguments into a tuple",
		},
		{
			"a conversion",
			"def @f(%x: Tensor[(6), float32], %n: Tensor[(6), int64]) { %x * %n }\ndef @main(%x: Tensor[(6), float32], %n: Tensor[(6), int64]) { @f(%x, %n) }",
			"write `cast(%n, dtype=\"float32\")`",
		},
		{
			"the inverse of a permutation of axes",
			"def @f(%x: Tensor[(1, 40, 50, 3), float32], %w: Tensor[(8, 3, 3, 3), float32]) { let %y = transpose(%x, axes=[0, 2, 3, 1]); nn.conv2d(%y, %w, channels=8, kernel_size=[3, 3]) }",
			"write `axes=[0, 3, 1, 2]`",
		},
		{
			"two other axes of a permutation",
			"def @f(%x: Tensor[(7, 9, 40), float32], %w: Tensor[(7, 9, 5), float32]) { let %t = transpose(%x, axes=[1, 0, 2]); nn.batch_matmul(%t, %w, transpose_b=False) }",
			"write `axes=[0, 2, 1]`",
		},
		{
			"the type of a result that lacks an axis",
			"def @f(%x: Tensor[(1, 6, 4, 4), float32], %w: Tensor[(3, 6), float32]) -> Tensor[(3), float32] { let %p = nn.global_avg_pool2d(%x); nn.softmax(nn.dense(nn.batch_flatten(%p), %w, units=3)) }",
			"write the type `Tensor[(1, 3), float32]`",
		},
		{
			"a result without an axis of its parameter",
			"def @f(%x: Tensor[(5, 3), float32]) -> Tensor[(5), float32] { tanh(%x) }",
			"write the type `Tensor[(5, 3), float32]`",
		},
		{
			"an axis that is not kept",
			"def @f(%x: Tensor[(5, 3), float32]) -> Tensor[(5, 1), float32] { max(%x, axis=[1]) }",
			"add `keepdims=True`",
		},
		{
			"from one layout to the other",
			"def @f(%x: Tensor[(2, 6, 9, 9), float32]) -> Tensor[(2, 9, 9, 6), float32] { tanh(%x) }",
			"write `transpose(%x, axes=[0, 2, 3, 1])`",
		},
		{
			"two new axes",
			"def @f(%x: Tensor[(6, 12, 9, 9), float32], %m: Tensor[(6, 9), float32]) { let %n = expand_dims(%m, axis=1); add(%x, multiply(%n, -100f)) }",
			"add `num_newaxis=2`",
		},
		{
			"an unused variable",
			"def @f(%x: Tensor[(2, 4), float32], %v: Tensor[(9, 4), float32], %w: Tensor[(4, 9), float32]) { let %h = nn.dense(%x, %v, units=9); let %y = nn.dense(%h, %w, units=4); %x * %h }",
			"use `%y` in place of `%h`",
		},
		{
			"both layouts",
			"def @f(%x: Tensor[(1, 9, 9, 3), float32], %w: Tensor[(3, 3, 3, 8), float32]) { nn.conv2d(%x, %w, channels=8, kernel_size=[3, 3]) }",
			"add `data_layout=\"NHWC\", kernel_layout=\"HWIO\"`",
		},
		{
			"a truth value as a number",
			"def @f(%x: Tensor[(2, 5), float32]) { let %m = greater(%x, 0.5f); %x * %m }",
			"write `cast(greater(%x, 0.5f), dtype=\"float32\")`",
		},
		{
			"one size of a reshape",
			"def @f(%x: Tensor[(8, 64, 4), float32]) { reshape(%x, newshape=[8, 512]) }",
			"write `newshape=[8, 256]`",
		},
		{
			"a superfluous transposition",
			"def @f(%a: Tensor[(2, 5, 7), float32], %v: Tensor[(2, 7, 3), float32]) { nn.batch_matmul(%a, transpose(%v, axes=[0, 2, 1])) }",
			"leave out `transpose`",
		},
		{
			"the number of parts",
			"def @f(%x: Tensor[(2, 64), float32]) { split(%x, indices_or_sections=3, axis=1) }",
			"write `indices_or_sections=4`",
		},
		{
			"a missing pattern",
			"type Tree { Leaf, Node(Tree[], int32, Tree[]) }\ndef @f(%t: Tree[]) -> int32 { match (%t) { Leaf => 0, Node(%l, %r) => @f(%l) + @f(%r) } }",
			"write `Node(%l, _, %r)`",
		},
		{
			"an attribute that states a size again",
			"def @f(%x: Tensor[(2, 4), float32], %w: Tensor[(9, 4), float32]) { nn.dense(%x, %w, units=4) }",
			"write `units=9`",
		},
		{
			"a conversion, where one use disagrees with a declaration",
			"def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(2, 3), int32]) { add(%x, %w) }",
			"write `cast(%w, dtype=\"float32\")`",
		},
		{
			"another axis, of a bias",
			"def @f(%x: Tensor[(1, 32, 30, 3), float32], %b: Tensor[(3), float32]) { nn.bias_add(%x, %b) }",
			"add `axis=3`",
		},
		{
			"another axis, of a normalization",
			"def @f(%x: Tensor[(1, 32, 30, 3), float32], %b: Tensor[(3), float32]) { nn.batch_norm(%x, %b, %b, %b, %b) }",
			"add `axis=3`",
		},
		{
			"another axis than the last",
			"def @f(%x: Tensor[(1, 32, 30), float32], %b: Tensor[(32), float32]) { nn.layer_norm(%x, %b, %b) }",
			"add `axis=1`",
		},
		{
			"another axis, of tensors that are joined",
			"def @f(%x: Tensor[(4, 10), float32], %y: Tensor[(4, 3), float32]) { concatenate((%x, %y)) }",
			"add `axis=1`",
		},
		{
			"output padding",
			"def @f(%x: Tensor[(1, 4, 7, 7), float32], %w: Tensor[(4, 8, 3, 3), float32], %s: Tensor[(1, 8, 14, 14), float32]) { nn.conv2d_transpose(%x, %w, channels=8, kernel_size=[3, 3], strides=[2, 2], padding=[1, 1]) + %s }",
			"add `output_padding=[1, 1]`",
		},
		{
			"what is left for the last size of a reshape",
			"def @f(%x: Tensor[(8, 16, 5, 5), float32], %w: Tensor[(120, 400), float32]) { nn.dense(reshape(%x, newshape=[-1, 256]), %w, units=120) }",
			"write `newshape=[-1, 400]`",
		},
		{
			"the number of elements",
			"def @f(%x: Tensor[(1, 3, 32, 32), float32]) { reshape(%x, newshape=[1, 3000]) }",
			"write `newshape=[1, 3072]`",
		},
		{
			"an attribute of which only the beginning is written, by its value",
			"def @f(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) { nn.conv2d(%x, %w, kernel=[3, 3]) }",
			"write `kernel_size`",
		},
		{
			"an attribute in the plural",
			"def @f(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) { nn.conv2d(%x, %w, kernel_size=[3, 3], pads=[1, 1]) }",
			"write `padding`",
		},
		{
			"an unused variable for one that is not bound",
			"def @f(%x: Tensor[(4, 3), float32], %a: Tensor[(4, 3), float32]) { add(%x, %b) }",
			"use `%a`",
		},
		{
			"a declaration, where two uses disagree with it",
			"def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(2, 3), int32]) { add(add(%x, %w), multiply(%w, %x)) }",
			"write `float32`",
		},
	} {
		dg := lang.Errors(check(test.source, "").Diagnostics)[0]
		if len(dg.Fixes) == 0 || dg.Fixes[0].Title.String() != test.first || !dg.Fixes[0].Checked {
			t.Errorf("%s: %s", test.what, dg.Message)
			for _, f := range dg.Fixes {
				t.Logf("  %s", f.Title)
			}
		}
	}
}

// The operators that compute a size may lack an attribute, also where the size is that of a weight.
func TestStridesOfPool(t *testing.T) {
	r := check("def @f(%x: Tensor[(1, 2, 9, 9), float32], %w: Tensor[(5, 32), float32]) { let %p = nn.max_pool2d(%x, pool_size=[2, 2]); nn.dense(nn.batch_flatten(%p), %w, units=5) }", "")
	if !slices.ContainsFunc(r.Diagnostics[0].Fixes, func(f lang.Fix) bool { return f.Title.String() == "add `strides=[2, 2]`" && f.Clean }) {
		t.Error(r.Diagnostics[0].Fixes)
	}
}

// A change that no one would make is not offered, even if the program types with it.
func TestUnusualChanges(t *testing.T) {
	for _, test := range []struct{ source, never string }{
		{"def @f(%x: Tensor[(1, 16, 32, 32), float32], %w: Tensor[(16, 16, 2, 2), float32]) { nn.conv2d(%x, %w, channels=16, kernel_size=[2, 2]) + %x }", "write the type"},
		{"def @f(%x: Tensor[(1, 4, 9, 9), float32]) { nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2]) + %x }", "9"},
		{"def @f(%x: Tensor[(4), float32]) { nn.relu(%x) }\ndef @main(%x: Tensor[(5), float32]) { let %y = nn.relu(%x); @f(%y) }", "call"},
		{"def @f(%x: Tensor[(?, 16, 5, 5), float32], %w: Tensor[(9, 400), float32]) { nn.dense(reshape(%x, newshape=[-1, 256]), %w, units=9) }", "256, -1"},
		{"def @f(%x: Tensor[(4, 3), float32], %y: Tensor[(5, 7), float32]) { concatenate((%x, %y)) }", "in place of"},
		{"def @f(%x: Tensor[(1, 8, 4, 5), float32], %w: Tensor[(9, 128), float32]) { nn.dense(nn.batch_flatten(%x), %w, units=9) }", "in place of"},
		{"def @f(%x: Tensor[(4, 3), float32], %a: Tensor[(4, 3), float32]) { add(%x, %b) }", "`%x`"},
		{"def @f(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) { nn.conv2d(%x, %w, kernel=[3, 3]) }", "strides"},
		{"def @f(%x: Tensor[(2, 8, 7, 7), float32], %v: Tensor[(8, 8, 3, 3), float32], %w: Tensor[(8, 8, 3, 3), float32]) { let %a = nn.conv2d(%x, %v, padding=[1, 1], channels=8, kernel_size=[3, 3]); nn.conv2d(%a, %w, channels=8, kernel_size=[3, 3]) + %x }", "in place of"},
		{"type List { Nil, Cons(int32, List[]) }\ndef @total(%l: List[]) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => %h + %l } }", "call"},
	} {
		for _, f := range lang.Errors(check(test.source, "").Diagnostics)[0].Fixes {
			if strings.Contains(f.Title.String(), test.never) {
				t.Errorf("%s\nhas %s", test.source, f.Title)
			}
		}
	}
}

// What may be inserted at several places on the way of a value is offered once, and the declared result is offered, too.
func TestInsertedOnce(t *testing.T) {
	for source, want := range map[string][]string{
		"def @f(%x: Tensor[(4, 8), float32]) -> Tensor[(8, 4), float32] { nn.relu(%x) }": {
			"write `transpose(%x, axes=[1, 0])`", "write the type `Tensor[(4, 8), float32]`",
			"write the type `Tensor[(8, 4), float32]`",
		},
		"def @f(%x: Tensor[(1, 8), float32]) -> Tensor[(8), float32] { let %y = tanh(%x); nn.relu(%y) }": {
			"write the type `Tensor[(1, 8), float32]`", "write `squeeze(nn.relu(%y), axis=[0])`",
		},
	} {
		var got []string
		for _, f := range check(source, "").Diagnostics[0].Fixes {
			got = append(got, f.Title.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\nhas %q, wanted %q", source, got, want)
		}
	}
}

// Errors that the same change fixes are one error, and the others are its consequences.
func TestOneChangeFixesAll(t *testing.T) {
	ds := check("def @g(%w: Tensor[(5, 2), float32], %x: Tensor[(3, 2), float32]) { nn.dense(%x, %w, units=5) }\n"+
		"def @f(%x: Tensor[(3, 2), float32], %w: Tensor[(5, 2), float32]) -> Tensor[(3, 5), float32] { @g(%x, %w) }", "").Diagnostics
	if len(ds) != 2 || ds[0].Secondary || !ds[1].Secondary || len(ds[0].Besides) != 1 || ds[0].Besides[0].Span != ds[1].Span ||
		!slices.ContainsFunc(ds[0].Notes, func(n lang.Phrase) bool {
			return strings.HasPrefix(n.String(), "the first change also removes the error at 2:102: ")
		}) {
		t.Error(ds)
	}
}

// The value of a variable that is of the wrong kind is shown.
func TestBoundValueIsShown(t *testing.T) {
	r := check("def @f(%x: Tensor[(6, 10), float32]) { let %y = split(%x, indices_or_sections=2); tanh(%y) }", "")
	if !slices.ContainsFunc(r.Diagnostics[0].Related, func(x lang.Related) bool { return x.Message.String() == "`%y` is bound to this" }) {
		t.Error(r.Diagnostics[0].Related)
	}
}

// The message is about the argument that the first change is about.
func TestRestated(t *testing.T) {
	for source, want := range map[string]string{
		"def @f(%x: Tensor[(2, 3, 5, 7), float32], %w: Tensor[(9, 105), float32]) { let %y = nn.relu(%x); nn.dense(%y, %w, units=9) }": "`nn.dense` gets `%y` with 4 dimensions: `(2, 3, 5, 7)`",
		"def @f(%w: Tensor[(4, 6), float32], %x: Tensor[(20, 6), float32]) { nn.dense(%w, %x, units=4) }":                              "`nn.dense` gets `%w` with the sizes `(4, 6)` and `%x` with `(20, 6)`",
		"def @f(%x: Tensor[(2, 9), float32], %w: Tensor[(5, 8), float32]) { nn.dense(%x, %w, units=5) }":                               "`%w` is `Tensor[(5, 8), float32]`, but `nn.dense` needs `Tensor[(5, 9), float32]`",
	} {
		if dg := lang.Errors(check(source, "").Diagnostics)[0]; dg.Message.String() != want {
			t.Errorf("%s: %s\n%v %v", source, dg.Message, dg.Notes, dg.Fixes)
		}
	}
}
