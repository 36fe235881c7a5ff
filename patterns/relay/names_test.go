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

	argmax.int64 argmin.int64 nn.pad.before_0_8 fast_erf fast_exp fast_tanh fixed_point_multiply debug fixed_point_multiply_per_axis contrib.ndarray_size contrib_reverse_reshape
	_contrib_reverse_reshape strided_set sliding_window adv_index scatter_elements scatter scatter_add scatter_nd unravel_index trilu
	matrix_set_diag reverse_sequence collapse_sum_to searchsorted unique contrib.adaptive_avg_pool2d contrib.adaptive_max_pool2d sparse_to_dense
	sparse_fill_empty_rows sparse_reshape stft dft

	nn.conv1d_transpose nn.conv3d_transpose nn.contrib_conv2d_NCHWc nn.contrib_conv2d_NCHWc_int8 nn.contrib_depthwise_conv2d_NCHWc
	nn.contrib_conv2d_gemm_without_weight_transform nn.contrib_conv2d_winograd_without_weight_transform
	nn.contrib_conv2d_winograd_nnpack_without_weight_transform nn.contrib_conv3d_winograd_without_weight_transform nn.bitserial_conv2d
	nn.contrib_conv2d_winograd_weight_transform nn.contrib_conv3d_winograd_weight_transform nn.contrib_conv2d_winograd_nnpack_weight_transform
	nn.contrib_conv2d_gemm_weight_transform nn.deformable_conv2d nn.conv2d_backward_weight nn.dilate nn.correlation nn.adaptive_avg_pool1d
	nn.adaptive_max_pool1d nn.adaptive_avg_pool3d nn.adaptive_max_pool3d nn.max_pool2d_grad nn.avg_pool2d_grad nn.upsampling3d nn.nll_loss
	nn.fifo_buffer nn.space_to_batch_nd nn.batch_to_space_nd nn.contrib_dense_pack nn.bitserial_dense nn.bitpack nn.sparse_dense
	nn.internal.sparse_dense_padded nn.sparse_transpose nn.sparse_add nn.sparse_conv2d

	image.resize1d image.resize3d image.resize image.crop_and_resize image.dilation2d image.affine_grid image.grid_sample

	vision.multibox_prior vision.multibox_transform_loc vision.get_valid_counts vision.non_max_suppression vision.all_class_non_max_suppression
	vision.regular_non_max_suppression vision.roi_align vision.roi_pool vision.proposal vision.yolo_reorg

	random.threefry_generate random.threefry_split random.uniform random.normal random.multinomial

	dyn.reshape dyn.broadcast_to dyn.zeros dyn.ones dyn.full dyn.tile dyn.one_hot dyn.strided_slice dyn.sparse_to_dense dyn.expand_dims
	dyn.squeeze dyn.topk dyn.nn.pad dyn.image.resize2d dyn.nn.upsampling dyn.nn.upsampling3d

	qnn.quantize qnn.dequantize qnn.requantize qnn.simulated_quantize qnn.simulated_dequantize qnn.add qnn.subtract qnn.mul qnn.abs qnn.erf
	qnn.exp qnn.hardswish qnn.log qnn.rsqrt qnn.sigmoid qnn.sqrt qnn.tanh qnn.leaky_relu qnn.softmax qnn.avg_pool2d qnn.concatenate qnn.dense
	qnn.contrib_dense_pack qnn.batch_matmul qnn.conv2d qnn.conv2d_transpose

	relay.op.annotation.simulated_quantize
`)

func TestNames(t *testing.T) {
	f := Operators()
	if len(names) < 270 {
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
