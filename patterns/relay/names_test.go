package relay

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang/relay"
)

// names are the required operators, by kind.
var names = strings.Fields(`
	abs acos acosh asin asinh atan atanh bitwise_not ceil copy cos cosh erf exp floor log log2 log10 logical_not negative round rsqrt sigmoid sign sin
	sinh sqrt tan tanh trunc ones_like zeros_like nn.relu
	clip nn.leaky_relu nn.lrn nn.l2_normalize invert_permutation annotation.* on_device device_copy
	isnan isinf isfinite
	add subtract multiply divide floor_divide floor_mod mod trunc_divide trunc_mod power maximum minimum left_shift right_shift logical_and logical_or
	logical_xor bitwise_and bitwise_or bitwise_xor
	equal not_equal less less_equal greater greater_equal
	where cast reinterpret cast_like full_like

	zeros ones full arange one_hot shape_of ndarray_size argwhere

	expand_dims squeeze transpose reshape reshape_like nn.batch_flatten concatenate stack split strided_slice slice_like take gather gather_nd tile
	repeat reverse broadcast_to broadcast_to_like collapse_sum_like nn.pad nn.mirror_pad meshgrid sequence_mask layout_transform nn.depth_to_space
	nn.space_to_depth

	sum prod max min mean all any argmax argmin variance argsort sort topk cumsum cumprod

	nn.dense nn.matmul nn.batch_matmul nn.bias_add nn.softmax nn.log_softmax nn.fast_softmax nn.prelu nn.dropout nn.batch_norm nn.layer_norm
	nn.group_norm nn.instance_norm nn.conv1d nn.conv2d nn.conv3d nn.conv2d_transpose
	nn.max_pool1d nn.max_pool2d nn.max_pool3d nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d nn.global_avg_pool2d nn.global_max_pool2d
	nn.adaptive_avg_pool2d nn.adaptive_max_pool2d nn.upsampling image.resize2d nn.cross_entropy nn.cross_entropy_with_logits einsum
`)

func TestNames(t *testing.T) {
	f := Operators()
	if len(names) < 125 {
		t.Errorf("only %d names", len(names))
	}
	for _, name := range names {
		if f.Operator(name) == nil {
			t.Errorf("there is no operator %s", name)
		}
	}
	for _, name := range f.OperatorNames() {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not among the names", name)
		}
	}
	for _, name := range []string{"annotation.stop_fusion", "annotation.anything"} {
		if f.Operator(name) == nil {
			t.Errorf("there is no operator %s", name)
		}
	}
	for _, name := range []string{"annotations", "annotation", "nn.nothing", ""} {
		if f.Operator(name) != nil {
			t.Errorf("there is an operator %q", name)
		}
	}
}

func TestElementTypes(t *testing.T) {
	for name, want := range map[string]bool{
		"float32": true, "bool": true, "bfloat16": true, "int8x4": true, "uint64": true, "int": true, "int4": true, "uint1": true,
		"float33": false, "int8x": false, "int8x0": false, "int8x-1": false, "int8x4x4": false, "": false, "x4": false, "Float32": false,
	} {
		if relay.IsDtype(name) != want {
			t.Errorf("IsDtype(%q) is %v", name, !want)
		}
	}
}
