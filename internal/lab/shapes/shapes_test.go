package shapes

import (
	"errors"
	"testing"
)

// The results are those of TVM.
func TestInfer(t *testing.T) {
	vars := Scope{
		"%x": TensorOf("float32", 2, 3, 4), "%d": TensorOf("float32", Any, 3), "%i": TensorOf("int32", 5), "%image": TensorOf("float32", 1, 3, 224, 224),
		"%f": {Kind: Func, Fields: []*Type{TensorOf("float32", 2, 3, 4)}, Result: TensorOf("bool")},
	}
	for text, want := range map[string]string{
		"reshape(%x, newshape=[-1])":                                               "Tensor[(24), float32]",
		"reshape(%x, newshape=[0, -1])":                                            "Tensor[(2, 12), float32]",
		"reshape(%x, newshape=[-3, 0])":                                            "Tensor[(6, 4), float32]",
		"reshape(%x, newshape=[-4, 1, -1, -2])":                                    "Tensor[(1, 2, 3, 4), float32]",
		"reshape(%x, newshape=[4, 0, 2])":                                          "Tensor[(4, 3, 2), float32]",
		"reshape(%x, newshape=[5, -1])":                                            "",
		"%x + %d":                                                                  "",
		"%x + transpose(%x, axes=[0, 2, 1])":                                       "",
		"sum(%x, axis=[1], keepdims=True) + %x":                                    "Tensor[(2, 3, 4), float32]",
		"%d + reshape(%x, newshape=[8, 3])":                                        "Tensor[(8, 3), float32]",
		"take(%x, %i, axis=1)":                                                     "Tensor[(2, 5, 4), float32]",
		"take(%i, %x, axis=0)":                                                     "",
		"split(%x, indices_or_sections=[1], axis=2)":                               "(Tensor[(2, 3, 1), float32], Tensor[(2, 3, 3), float32])",
		"split(%x, indices_or_sections=2, axis=1)":                                 "",
		"strided_slice(%x, begin=[0, 2], end=[2, -4], strides=[1, -2], axes=None)": "Tensor[(2, 2, 4), float32]",
		"nn.max_pool2d(%image, pool_size=[3, 3], strides=[2, 2], padding=[1, 1])":  "Tensor[(1, 3, 112, 112), float32]",
		"nn.conv2d(%image, zeros(shape=[8, 3, 7, 7], dtype=\"float32\"), strides=[2, 2], padding=[3, 3])":      "Tensor[(1, 8, 112, 112), float32]",
		"nn.conv2d(%image, zeros(shape=[8, 4, 7, 7], dtype=\"float32\"))":                                      "",
		"nn.conv2d_transpose(%image, zeros(shape=[3, 8, 4, 4], dtype=\"int8\"), strides=[2, 2], padding=[1])":  "Tensor[(1, 8, 448, 448), float32]",
		"if (True) { %x } else { reshape(%x, newshape=[2, 4, 3]) }":                                            "",
		"if (True) { zeros(shape=[2, 3], dtype=\"float32\") } else { zeros(shape=[2, 3], dtype=\"float32\") }": "Tensor[(2, 3), float32]",
		"%f(%x)":                          "bool",
		"%f(%x, %x)":                      "",
		"%f(%d)":                          "",
		"(%x, (%i,)).1":                   "(Tensor[(5), int32],)",
		"(%x, %i).2":                      "",
		"fn (%a: int32) { %a < 3 }":       "fn (int32) -> bool",
		"let %y = %i; %y == %y":           "Tensor[(5), bool]",
		"let %y: Tensor[(?), _] = %i; %y": "outside",
		"@g(%x)":                          "",
		"ref(%x)":                         "outside",
	} {
		typ, err := vars.Infer(text)
		got := ""
		var wrong *Error
		switch {
		case err == nil:
			got = typ.String()
		case errors.Is(err, ErrOutside):
			got = "outside"
		case !errors.As(err, &wrong):
			t.Errorf("%s: %v", text, err)
		}
		if got != want {
			t.Errorf("%s: %q (%v), wanted %q", text, got, err, want)
		}
	}
}

// Types of weights follow from their layers, and nothing else is inferred backwards.
func TestJudge(t *testing.T) {
	for source, want := range map[string]string{
		"def @f(%x: Tensor[(2, 3), float16], %w, %b) { nn.bias_add(nn.dense(%x, %w, units=4), %b, axis=-1) }": "fn (Tensor[(2, 3), float16], Tensor[(4, 3), float16], Tensor[(4), float16]) -> Tensor[(2, 4), float16]",
		"def @f(%x: Tensor[(2, 3), float16], %w) { let %y = nn.dense(%x, %w, units=4); nn.relu(%w) }":         "outside",
		"def @f(%x: Tensor[(2, 3), float16], %y) { %x + %y }":                                                 "outside",
		"def @f(%x: int32) -> int32 { if (%x < 3) { %x } else { @f(%x - 1) } }":                               "outside",
		"def @f[A](%x: A) { %x }": "outside",
		"def @g(%x: Tensor[(?), int8]) { %x } def @f(%x: Tensor[(3), int8]) { @g(%x) }":                                                            "fn (Tensor[(3), int8]) -> Tensor[(?), int8]",
		"def @g() { let %x = zeros(shape=[3], dtype=\"int8\"); %x } def @f(%y: Tensor[(?), int8]) { let %x = @g(); if (True) { %x } else { %y } }": "outside",
		"def @f() { 1 } def @f() { 2 }": "",
		"def @f( { 1 }":                 "",
	} {
		types, err := Judge(source)
		got := ""
		switch {
		case err == nil:
			got = types["@f"].String()
		case errors.Is(err, ErrOutside):
			got = "outside"
		}
		if got != want {
			t.Errorf("%s: %q (%v), wanted %q", source, got, err, want)
		}
	}
}
