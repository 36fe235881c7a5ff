package onnxgen

import (
	"fmt"
	"strconv"
	"strings"
)

// A Made model has the name of its architecture, and is written as an exporter writes it.
type Made struct {
	Name, Text string
}

// architectures are the models that Models makes.
var architectures = []struct {
	name   string
	opset  int
	folded bool // the constants are initializers
	build  func(*builder)
}{
	{"resnet", 17, true, resnet},
	{"mobilenet", 11, true, mobilenet},
	{"yolo", 12, true, yolo},
	{"unet", 16, false, unet},
	{"diffusion", 17, false, diffusion},
	{"bert", 14, false, bert},
	{"gpt", 14, false, gpt},
	{"llama", 18, false, llama},
	{"whisper", 17, false, whisper},
	{"vit", 17, true, vit},
	{"swin", 12, false, swin},
	{"clip", 16, false, clip},
	{"lstm", 14, true, lstm},
	{"silero", 16, false, silero},
	{"quantized", 13, true, quantized},
	{"ocr", 11, false, ocr},
}

// Models makes a small model of each architecture, as text. None has an error, and the sizes of all values are known as
// far as those of the inputs are.
func Models() (list []Made) {
	for _, a := range architectures {
		b := &builder{opset: a.opset, folded: a.folded, silent: a.opset == 11, used: make(map[string]int)}
		a.build(b)
		list = append(list, Made{a.name, b.text(a.name)})
	}
	return list
}

// scoped returns what a part of a model returns whose nodes have a longer name.
func (b *builder) scoped(scope string, part func() string) (y string) {
	b.in(scope, func() { y = part() })
	return y
}

func resnet(b *builder) {
	x := b.input("input", "float", "batch", 3, 224, 224)
	x = b.scoped("conv1", func() string { return b.relu(b.conv(x, 3, 64, 2, 3, 1, 7, 7)) })
	x = b.pool("MaxPool", x, 3, 2, 1)
	in := 64
	for i, out := range []int{64, 128, 256} {
		stride := min(i+1, 2)
		for k := range 2 {
			b.in(fmt.Sprintf("layer%d/%d", i+1, k), func() {
				y := b.scoped("conv1", func() string { return b.relu(b.conv(x, in, out, stride, 1, 1, 3, 3)) })
				y = b.scoped("conv2", func() string { return b.conv(y, out, out, 1, 1, 1, 3, 3) })
				if stride == 2 {
					x = b.scoped("downsample", func() string { return b.conv(x, in, out, 2, 0, 1, 1, 1) })
				}
				x = b.relu(b.op("Add", "", y, x))
			})
			in, stride = out, 1
		}
	}
	x = b.op("Flatten", "axis = 1", b.op("GlobalAveragePool", "", x))
	b.output(b.scoped("fc", func() string { return b.gemm(x, 256, 1000) }), "output", "float", "batch", 1000)
}

func mobilenet(b *builder) {
	x := b.input("image", "float", 1, 3, 224, 224)
	clip := func(x string) string { return b.op("Clip", "", x, b.float("0.0"), b.float("6.0")) }
	x = clip(b.norm(b.conv(x, 3, 32, 2, 1, 1, 3, 3), 32))
	in := 32
	for _, block := range [][2]int{{16, 1}, {24, 2}, {24, 1}, {32, 2}, {32, 1}, {64, 2}} {
		out, stride := block[0], block[1]
		wide := 6 * in
		y := clip(b.norm(b.conv(x, in, wide, 1, 0, 1, 1, 1), wide))
		y = clip(b.norm(b.conv(y, wide, wide, stride, 1, wide, 3, 3), wide))
		y = b.norm(b.conv(y, wide, out, 1, 0, 1, 1, 1), out)
		if stride == 1 && in == out {
			y = b.op("Add", "", x, y)
		}
		x, in = y, out
	}
	x = b.op("ReduceMean", "axes = [2, 3], keepdims = 0", x)
	b.output(b.op("Softmax", "axis = 1", b.gemm(x, 64, 100)), "classes", "float", 1, 100)
}

func yolo(b *builder) {
	conv := func(x string, in, out, k, stride int) string {
		return b.scoped("cv", func() string { return b.silu(b.conv(x, in, out, stride, k/2, 1, k, k)) })
	}
	block := func(x string, in, out int, skip bool) string {
		return b.scoped("c2f", func() string {
			y := conv(x, in, out, 1, 1)
			parts := b.split(y, 1, out/2, out/2)
			z := conv(conv(parts[1], out/2, out/2, 3, 1), out/2, out/2, 3, 1)
			if skip {
				z = b.op("Add", "", parts[1], z)
			}
			return conv(b.concat(1, parts[0], parts[1], z), out/2*3, out, 1, 1)
		})
	}
	up := func(x string) string {
		scales := b.constant("float[4]", "1.0, 1.0, 2.0, 2.0")
		return b.op("Resize", `coordinate_transformation_mode = "asymmetric", mode = "nearest", nearest_mode = "floor"`,
			x, b.constant("float[0]", ""), scales)
	}
	x := b.input("images", "float", 1, 3, 320, 320)
	x = conv(conv(x, 3, 16, 3, 2), 16, 32, 3, 2)
	x = block(x, 32, 32, true)
	p3 := block(conv(x, 32, 64, 3, 2), 64, 64, true)
	p4 := block(conv(p3, 64, 128, 3, 2), 128, 128, true)
	p5 := conv(p4, 128, 256, 3, 2)
	p5 = b.scoped("sppf", func() string {
		y := conv(p5, 256, 128, 1, 1)
		list := []string{y}
		for range 3 {
			y = b.pool("MaxPool", y, 5, 1, 2)
			list = append(list, y)
		}
		return conv(b.concat(1, list...), 512, 256, 1, 1)
	})
	n4 := block(b.concat(1, up(p5), p4), 384, 128, false)
	n3 := block(b.concat(1, up(n4), p3), 192, 64, false)
	m4 := block(b.concat(1, conv(n3, 64, 64, 3, 2), n4), 192, 128, false)
	m5 := block(b.concat(1, conv(m4, 128, 128, 3, 2), p5), 384, 256, false)
	var flat []string
	for i, x := range []string{n3, m4, m5} {
		in := 64 << i
		b.in("detect/"+strconv.Itoa(i), func() {
			box := b.scoped("box", func() string { return b.conv(conv(x, in, 64, 3, 1), 64, 64, 1, 0, 1, 1, 1) })
			class := b.scoped("cls", func() string { return b.conv(conv(x, in, 80, 3, 1), 80, 80, 1, 0, 1, 1, 1) })
			flat = append(flat, b.reshape(b.concat(1, box, class), 1, 144, -1))
		})
	}
	parts := b.split(b.concat(2, flat...), 1, 64, 80)
	d := b.transpose(b.reshape(parts[0], 1, 4, 16, 2100), 0, 2, 1, 3)
	d = b.conv(b.op("Softmax", "axis = 1", d), 16, 1, 1, 0, 1, 1, 1)
	d = b.reshape(d, 1, 4, 2100)
	low, high := b.slice(d, 1, b.vector(0), b.vector(2)), b.slice(d, 1, b.vector(2), b.vector(4))
	anchors, strides := b.weight("anchors", "float", 1, 2, 2100), b.weight("strides", "float", 1, 2100)
	from, to := b.op("Sub", "", anchors, low), b.op("Add", "", anchors, high)
	mid := b.op("Div", "", b.op("Add", "", from, to), b.float("2.0"))
	boxes := b.op("Mul", "", b.concat(1, mid, b.op("Sub", "", to, from)), strides)
	b.output(b.concat(1, boxes, b.op("Sigmoid", "", parts[1])), "output0", "float", 1, 84, 2100)
}

func unet(b *builder) {
	double := func(x string, in, out int) string {
		return b.scoped("double", func() string {
			y := b.relu(b.norm(b.conv(x, in, out, 1, 1, 1, 3, 3), out))
			return b.relu(b.norm(b.conv(y, out, out, 1, 1, 1, 3, 3), out))
		})
	}
	x := b.input("input", "float", "batch", 1, 128, 128)
	var skips []string
	in := 1
	for _, out := range []int{16, 32, 64} {
		x = double(x, in, out)
		skips, in = append(skips, x), out
		x = b.pool("MaxPool", x, 2, 2, 0)
	}
	x = double(x, 64, 128)
	for i, out := range []int{64, 32, 16} {
		b.in("up"+strconv.Itoa(i), func() {
			w, bias := b.weight("weight", "float", 2*out, out, 2, 2), b.weight("bias", "float", out)
			y := b.op("ConvTranspose",
				"dilations = [1, 1], group = 1, kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [2, 2]", x, w, bias)
			x = double(b.concat(1, skips[2-i], y), 2*out, out)
		})
	}
	b.output(b.conv(x, 16, 2, 1, 0, 1, 1, 1), "mask", "float", "batch", 2, 128, 128)
}

func diffusion(b *builder) {
	group := func(x string, channels int) string { // a group normalization, as exporters write it
		return b.scoped("norm", func() string {
			one, zero := b.constant("float[8]", list(1, 1, 1, 1, 1, 1, 1, 1)), b.constant("float[8]", list(0, 0, 0, 0, 0, 0, 0, 0))
			y := b.op("InstanceNormalization", "epsilon = 1e-05", b.reshape(x, 0, 8, -1), one, zero)
			y = b.op("Reshape", "", y, b.op("Shape", "", x))
			y = b.op("Mul", "", y, b.weight("weight", "float", channels, 1, 1))
			return b.op("Add", "", y, b.weight("bias", "float", channels, 1, 1))
		})
	}
	residual := func(x, time string, in, out int) string {
		return b.scoped("res", func() string {
			y := b.conv(b.silu(group(x, in)), in, out, 1, 1, 1, 3, 3)
			t := b.gemm(b.silu(time), 128, out)
			y = b.op("Add", "", y, b.unsqueeze(b.unsqueeze(t, 2), 3))
			y = b.conv(b.silu(group(y, out)), out, out, 1, 1, 1, 3, 3)
			if in != out {
				x = b.conv(x, in, out, 1, 0, 1, 1, 1)
			}
			return b.op("Add", "", x, y)
		})
	}
	x := b.input("sample", "float", "batch", 4, 32, 32)
	when, text := b.input("timestep", "int64", "batch"), b.input("hidden", "float", "batch", 77, 64)
	angle := b.op("Mul", "", b.op("Cast", "to = 1", b.unsqueeze(when, 1)), b.weight("freqs", "float", 1, 32))
	time := b.concat(-1, b.op("Cos", "", angle), b.op("Sin", "", angle))
	time = b.gemm(b.silu(b.gemm(time, 64, 128)), 128, 128)
	x = b.conv(x, 4, 32, 1, 1, 1, 3, 3)
	first := residual(x, time, 32, 32)
	x = b.conv(first, 32, 32, 2, 1, 1, 3, 3)
	x = residual(x, time, 32, 64)
	x = b.scoped("attn", func() string {
		y := b.transpose(b.reshape(x, 0, 64, 256), 0, 2, 1)
		y = b.op("Add", "", y, b.attention(y, y, "", 4, 16))
		y = b.op("Add", "", y, b.scoped("cross", func() string { return b.attention(y, text, "", 4, 16) }))
		return b.op("Add", "", x, b.reshape(b.transpose(y, 0, 2, 1), 0, 64, 16, 16))
	})
	x = b.op("Resize", `mode = "nearest"`, x, `""`, b.constant("float[4]", "1.0, 1.0, 2.0, 2.0"))
	x = residual(b.concat(1, x, first), time, 96, 32)
	b.output(b.conv(b.silu(group(x, 32)), 32, 4, 1, 1, 1, 3, 3), "noise", "float", "batch", 4, 32, 32)
}

// embedded is a sequence of tokens with their places.
func embedded(b *builder, ids string, words, width int) string {
	x := b.op("Gather", "axis = 0", b.weight("word_embeddings", "float", words, width), ids)
	at := b.slice(b.weight("position_ids", "int64", 1, 512), 1, b.vector(0), b.unsqueeze(b.size(ids, 1), 0))
	p := b.op("Gather", "axis = 0", b.weight("position_embeddings", "float", 512, width), at)
	return b.op("Add", "", x, p)
}

func bert(b *builder) {
	ids, given := b.input("input_ids", "int64", "batch", "sequence"), b.input("attention_mask", "int64", "batch", "sequence")
	kinds := b.input("token_type_ids", "int64", "batch", "sequence")
	mask := b.op("Cast", "to = 1", b.unsqueeze(b.unsqueeze(given, 1), 2))
	mask = b.op("Mul", "", b.op("Sub", "", b.float("1.0"), mask), b.float("-10000.0"))
	x := b.scoped("embeddings", func() string {
		x := embedded(b, ids, 1000, 64)
		x = b.op("Add", "", x, b.op("Gather", "axis = 0", b.weight("type_embeddings", "float", 2, 64), kinds))
		return b.layerNorm(x, 64)
	})
	for i := range 2 {
		x = b.scoped("layer."+strconv.Itoa(i), func() string { return b.layer(x, mask, 4, 16, false) })
	}
	first := b.op("Gather", "axis = 1", x, b.scalar(0))
	b.output(x, "last_hidden_state", "float", "batch", "sequence", 64)
	b.output(b.op("Tanh", "", b.gemm(first, 64, 64)), "pooler", "float", "batch", 64)
}

// joined is a matrix product with a bias of the three projections of an attention.
func joined(b *builder, x string, batch, length any, width int) []string {
	flat := b.reshape(x, -1, width)
	y := b.op("Gemm", "alpha = 1.0, beta = 1.0", flat, b.weight("weight", "float", width, 3*width),
		b.weight("bias", "float", 3*width))
	return b.split(b.reshape(y, batch, length, 3*width), 2, width, width, width)
}

func gpt(b *builder) {
	ids := b.input("input_ids", "int64", "batch", "sequence")
	x := b.op("Gather", "axis = 0", b.weight("wte", "float", 1000, 64), ids)
	batch, length := b.size(ids, 0), b.size(ids, 1)
	var past [][2]string
	for i := range 2 {
		of := func(as string) string {
			return b.input(fmt.Sprintf("past.%d.%s", i, as), "float", "batch", 4, "past", 16)
		}
		past = append(past, [2]string{of("key"), of("value")})
	}
	before := b.size(past[0][0], 2)
	all := b.op("Add", "", before, length)
	at := b.op("Range", "", before, all, b.scalar(1))
	x = b.op("Add", "", x, b.op("Gather", "axis = 0", b.weight("wpe", "float", 512, 64), b.unsqueeze(at, 0)))
	from, to := b.unsqueeze(before, 0), b.unsqueeze(all, 0)
	causal := b.weight("causal", "bool", 1, 1, 512, 512)
	causal = b.slice(b.slice(causal, 2, from, to), 3, b.vector(0), to)
	for i := range 2 {
		b.in("h."+strconv.Itoa(i), func() {
			y := b.scoped("ln_1", func() string { return b.layerNorm(x, 64) })
			parts := joined(b, y, batch, length, 64)
			for k, p := range parts {
				parts[k] = b.heads(p, batch, length, 4, 16)
			}
			key, value := b.concat(2, past[i][0], parts[1]), b.concat(-2, past[i][1], parts[2])
			scores := b.op("MatMul", "", parts[0], b.transpose(key, 0, 1, 3, 2))
			scores = b.op("Where", "", causal, b.op("Div", "", scores, b.float("4.0")), b.float("-3.4e+38"))
			y = b.op("MatMul", "", b.op("Softmax", "axis = -1", scores), value)
			y = b.reshape(b.transpose(y, 0, 2, 1, 3), batch, length, 64)
			x = b.op("Add", "", x, b.scoped("proj", func() string { return b.linear(y, 64, 64) }))
			y = b.scoped("ln_2", func() string { return b.layerNorm(x, 64) })
			x = b.op("Add", "", x, b.feedForward(y, 64))
			b.output(key, fmt.Sprintf("present.%d.key", i), "float", "batch", 4, "total", 16)
			b.output(value, fmt.Sprintf("present.%d.value", i), "float", "batch", 4, "total", 16)
		})
	}
	y := b.op("MatMul", "", b.layerNorm(x, 64), b.weight("lm_head", "float", 64, 1000))
	b.output(y, "logits", "float", "batch", "sequence", 1000)
}

func llama(b *builder) {
	ids := b.input("input_ids", "int64", "batch", "sequence")
	batch, length := b.size(ids, 0), b.size(ids, 1)
	x := b.op("Gather", "axis = 0", b.weight("embed", "float", 1000, 64), ids)
	at := b.op("Cast", "to = 1", b.op("Range", "", b.scalar(0), length, b.scalar(1)))
	angle := b.op("MatMul", "", b.unsqueeze(at, 1), b.weight("inv_freq", "float", 1, 8))
	angle = b.concat(-1, angle, angle)
	cos, sin := b.op("Cos", "", angle), b.op("Sin", "", angle)
	turn := func(x string) string { // a rotary embedding
		low, high := b.slice(x, 3, b.vector(0), b.vector(8)), b.slice(x, 3, b.vector(8), b.vector(1<<62))
		turned := b.concat(-1, b.op("Neg", "", high), low)
		return b.op("Add", "", b.op("Mul", "", x, cos), b.op("Mul", "", turned, sin))
	}
	repeated := func(x string) string { // two heads of the queries for each of the keys
		y := b.op("Expand", "", b.unsqueeze(x, 2), b.shape(batch, 2, 2, length, 16))
		return b.reshape(y, batch, 4, length, 16)
	}
	square := b.op("ConstantOfShape", "value = float[1] {-3.4e+38}", b.shape(length, length))
	mask := b.op("Trilu", "upper = 1", square, b.scalar(1))
	for i := range 2 {
		b.in("layers."+strconv.Itoa(i), func() {
			y := b.scoped("input_layernorm", func() string { return b.rmsNorm(x, 64) })
			of := func(as string, heads int) string {
				return b.scoped(as, func() string {
					z := b.op("MatMul", "", y, b.weight("weight", "float", 64, 16*heads))
					return b.heads(z, batch, length, heads, 16)
				})
			}
			q, k, v := turn(of("q_proj", 4)), turn(of("k_proj", 2)), of("v_proj", 2)
			y = b.attend(q, repeated(k), repeated(v), mask, 16)
			y = b.reshape(b.transpose(y, 0, 2, 1, 3), batch, length, 64)
			x = b.op("Add", "", x, b.op("MatMul", "", y, b.weight("o_proj", "float", 64, 64)))
			y = b.scoped("post_layernorm", func() string { return b.rmsNorm(x, 64) })
			gate := b.silu(b.op("MatMul", "", y, b.weight("gate_proj", "float", 64, 172)))
			wide := b.op("Mul", "", gate, b.op("MatMul", "", y, b.weight("up_proj", "float", 64, 172)))
			x = b.op("Add", "", x, b.op("MatMul", "", wide, b.weight("down_proj", "float", 172, 64)))
		})
	}
	y := b.op("MatMul", "", b.rmsNorm(x, 64), b.weight("lm_head", "float", 64, 1000))
	b.output(y, "logits", "float", "batch", "sequence", 1000)
}

func whisper(b *builder) {
	mel, ids := b.input("mel", "float", "batch", 80, 300), b.input("tokens", "int64", "batch", "length")
	x := b.scoped("conv1", func() string { return b.gelu(b.conv(mel, 80, 64, 1, 1, 1, 3)) })
	x = b.scoped("conv2", func() string { return b.gelu(b.conv(x, 64, 64, 2, 1, 1, 3)) })
	x = b.op("Add", "", b.transpose(x, 0, 2, 1), b.weight("positions", "float", 150, 64))
	for i := range 2 {
		x = b.scoped("encoder/"+strconv.Itoa(i), func() string { return b.layer(x, "", 4, 16, true) })
	}
	x = b.layerNorm(x, 64)
	y := b.op("Gather", "axis = 0", b.weight("embedding", "float", 1000, 64), ids)
	length := b.unsqueeze(b.size(ids, 1), 0)
	y = b.op("Add", "", y, b.slice(b.weight("places", "float", 448, 64), 0, b.vector(0), length))
	mask := b.slice(b.slice(b.weight("mask", "float", 448, 448), 0, b.vector(0), length), 1, b.vector(0), length)
	for i := range 2 {
		b.in("decoder/"+strconv.Itoa(i), func() {
			z := b.scoped("norm", func() string { return b.layerNorm(y, 64) })
			y = b.op("Add", "", y, b.attention(z, z, mask, 4, 16))
			z = b.scoped("cross_norm", func() string { return b.layerNorm(y, 64) })
			y = b.op("Add", "", y, b.scoped("cross", func() string { return b.attention(z, x, "", 4, 16) }))
			z = b.scoped("mlp_norm", func() string { return b.layerNorm(y, 64) })
			y = b.op("Add", "", y, b.feedForward(z, 64))
		})
	}
	y = b.op("MatMul", "", b.layerNorm(y, 64), b.weight("head", "float", 64, 1000))
	b.output(y, "logits", "float", "batch", "length", 1000)
}

func vit(b *builder) {
	x := b.input("pixel_values", "float", "batch", 3, 224, 224)
	x = b.scoped("patch", func() string { return b.conv(x, 3, 64, 16, 0, 1, 16, 16) })
	batch := b.size(x, 0)
	x = b.transpose(b.reshape(x, 0, 64, -1), 0, 2, 1)
	class := b.op("Expand", "", b.weight("cls_token", "float", 1, 1, 64), b.shape(batch, 1, 64))
	x = b.op("Add", "", b.concat(1, class, x), b.weight("position_embeddings", "float", 1, 197, 64))
	for i := range 2 {
		x = b.scoped("encoder/layer."+strconv.Itoa(i), func() string { return b.layer(x, "", 4, 16, true) })
	}
	first := b.op("Gather", "axis = 1", b.layerNorm(x, 64), b.scalar(0))
	b.output(b.gemm(first, 64, 10), "logits", "float", "batch", 10)
}

func swin(b *builder) {
	const side, window, width = 28, 7, 32
	n := side / window
	x := b.input("x", "float", "batch", 3, 4*side, 4*side)
	x = b.scoped("patch_embed", func() string { return b.conv(x, 3, width, 4, 0, 1, 4, 4) })
	batch := b.size(x, 0)
	x = b.layerNorm(b.transpose(b.reshape(x, 0, width, side*side), 0, 2, 1), width)
	roll := func(x string, by int) string {
		for _, axis := range []int{1, 2} {
			end := b.slice(x, axis, b.vector(by), b.vector(1<<62))
			x = b.concat(axis, end, b.slice(x, axis, b.vector(0), b.vector(by)))
		}
		return x
	}
	for i := range 2 {
		b.in("blocks."+strconv.Itoa(i), func() {
			y := b.scoped("norm1", func() string { return b.layerNorm(x, width) })
			if y = b.reshape(y, batch, side, side, width); i == 1 {
				y = roll(y, 3)
			}
			y = b.transpose(b.reshape(y, batch, n, window, n, window, width), 0, 1, 3, 2, 4, 5)
			y = b.reshape(y, -1, window*window, width)
			y = b.scoped("attn", func() string {
				q := b.linear(y, width, 3*width)
				q = b.transpose(b.reshape(q, b.size(y, 0), window*window, 3, 2, 16), 2, 0, 3, 1, 4)
				var parts [3]string
				for k := range parts {
					parts[k] = b.op("Gather", "axis = 0", q, b.scalar(k))
				}
				table := b.op("Gather", "axis = 0", b.weight("bias_table", "float", 169, 2), b.weight("index", "int64", 2401))
				bias := b.unsqueeze(b.transpose(b.reshape(table, 49, 49, 2), 2, 0, 1), 0)
				z := b.transpose(b.attend(parts[0], parts[1], parts[2], bias, 16), 0, 2, 1, 3)
				return b.linear(b.reshape(z, -1, window*window, width), width, width)
			})
			y = b.reshape(y, batch, n, n, window, window, width)
			if y = b.reshape(b.transpose(y, 0, 1, 3, 2, 4, 5), batch, side, side, width); i == 1 {
				y = roll(y, side-3)
			}
			x = b.op("Add", "", x, b.reshape(y, batch, side*side, width))
			y = b.scoped("norm2", func() string { return b.layerNorm(x, width) })
			x = b.op("Add", "", x, b.feedForward(y, width))
		})
	}
	b.in("downsample", func() {
		y := b.reshape(x, batch, side, side, width)
		var parts []string
		for _, at := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			z := b.op("Slice", "", y, b.vector(at[0]), b.vector(1<<62), b.vector(1), b.vector(2))
			parts = append(parts, b.op("Slice", "", z, b.vector(at[1]), b.vector(1<<62), b.vector(2), b.vector(2)))
		}
		y = b.reshape(b.concat(-1, parts...), batch, side*side/4, 4*width)
		x = b.op("MatMul", "", b.layerNorm(y, 4*width), b.weight("reduction", "float", 4*width, 2*width))
	})
	x = b.op("GlobalAveragePool", "", b.transpose(x, 0, 2, 1))
	b.output(b.gemm(b.op("Flatten", "axis = 1", x), 2*width, 10), "logits", "float", "batch", 10)
}

func clip(b *builder) {
	ids, image := b.input("input_ids", "int64", "texts", 77), b.input("pixel_values", "float", "images", 3, 64, 64)
	unit := func(x string) string {
		return b.op("Div", "", x, b.op("ReduceL2", "axes = [-1], keepdims = 1", x))
	}
	text := b.scoped("text", func() string {
		x := b.op("Gather", "axis = 0", b.weight("token_embedding", "float", 1000, 64), ids)
		x = b.op("Add", "", x, b.weight("position_embedding", "float", 77, 64))
		x = b.layerNorm(b.layer(x, b.weight("causal", "float", 1, 1, 77, 77), 4, 16, true), 64)
		end := b.op("ArgMax", "axis = -1, keepdims = 0", ids)
		each := b.op("Range", "", b.scalar(0), b.size(ids, 0), b.scalar(1))
		x = b.op("GatherND", "", x, b.concat(-1, b.unsqueeze(each, -1), b.unsqueeze(end, -1)))
		return unit(b.op("MatMul", "", x, b.weight("projection", "float", 64, 32)))
	})
	seen := b.scoped("vision", func() string {
		x := b.conv(image, 3, 64, 16, 0, 1, 16, 16)
		x = b.transpose(b.reshape(x, b.size(x, 0), 64, 16), 0, 2, 1)
		x = b.op("Add", "", x, b.weight("positions", "float", 1, 16, 64))
		x = b.layer(x, "", 4, 16, true)
		x = b.op("ReduceMean", "axes = [1], keepdims = 0", x)
		return unit(b.op("MatMul", "", x, b.weight("projection", "float", 64, 32)))
	})
	scale := b.op("Exp", "", b.weight("logit_scale", "float"))
	logits := b.op("Mul", "", b.op("MatMul", "", text, b.transpose(seen, 1, 0)), scale)
	b.output(b.transpose(logits, 1, 0), "logits_per_image", "float", "images", "texts")
}

// lstmCells is an LSTM of one or two directions over [length, batch, width].
func lstmCells(b *builder, x string, width, hidden, directions int, state ...string) []string {
	direction := "forward"
	if directions == 2 {
		direction = "bidirectional"
	}
	return b.several(3, "LSTM", fmt.Sprintf("direction = %q, hidden_size = %d", direction, hidden),
		append([]string{x, b.weight("W", "float", directions, 4*hidden, width),
			b.weight("R", "float", directions, 4*hidden, hidden), b.weight("B", "float", directions, 8*hidden), `""`}, state...)...)
}

func lstm(b *builder) {
	ids := b.input("tokens", "int64", "batch", "length")
	x := b.op("Gather", "axis = 0", b.weight("embedding", "float", 500, 32), ids)
	x = b.transpose(x, 1, 0, 2)
	length, batch := b.size(x, 0), b.size(x, 1)
	for i := range 2 {
		b.in("lstm"+strconv.Itoa(i), func() {
			width := 32 << i
			zero := b.op("ConstantOfShape", "value = float[1] {0.0}", b.shape(2, batch, 32))
			y := lstmCells(b, x, width, 32, 2, zero, zero)[0]
			x = b.reshape(b.transpose(y, 0, 2, 1, 3), length, batch, 64)
		})
	}
	last := b.op("Gather", "axis = 0", x, b.scalar(-1))
	b.output(b.gemm(last, 64, 5), "classes", "float", "batch", 5)
	b.output(b.op("LogSoftmax", "axis = 2", b.transpose(b.linear(x, 64, 9), 1, 0, 2)), "tags", "float", "batch", "length", 9)
}

// branch writes a graph for an attribute, whose nodes part adds.
func (b *builder) branch(name string, part func() string) string {
	nodes, indent := b.nodes, b.indent
	b.nodes, b.indent = nil, indent+"  "
	b.scopes = append(b.scopes, name)
	result := part()
	b.scopes = b.scopes[:len(b.scopes)-1]
	text := fmt.Sprintf("%s = %s () => (%s) {\n%s\n%s}", name, name, result, strings.Join(b.nodes, "\n"), b.indent)
	b.nodes, b.indent = nodes, indent
	return text
}

func silero(b *builder) {
	x, state, rate := b.input("input", "float", "batch", 512), b.input("state", "float", 2, "batch", 64),
		b.input("sr", "int64")
	fast := b.op("Equal", "", rate, b.scalar(16000))
	features := func(bins, step int) string {
		y := b.op("Pad", `mode = "reflect"`, b.unsqueeze(x, 1), b.vector(0, 0, 64, 0, 0, 64))
		y = b.op("Conv", fmt.Sprintf("dilations = [1], group = 1, kernel_shape = [%d], pads = [0, 0], strides = [%d]",
			2*bins, step), y, b.weight("basis", "float", 2*bins+2, 1, 2*bins))
		real, imaginary := b.slice(y, 1, b.vector(0), b.vector(bins+1)), b.slice(y, 1, b.vector(bins+1), b.vector(1<<62))
		two := b.float("2.0")
		power := b.op("Add", "", b.op("Pow", "", real, two), b.op("Pow", "", imaginary, two))
		y = b.relu(b.conv(b.op("Sqrt", "", power), bins+1, 64, 1, 1, 1, 3))
		return b.op("ReduceMean", "axes = [2], keepdims = 0", b.relu(b.conv(y, 64, 64, 2, 1, 1, 3)))
	}
	yes := b.branch("then_branch", func() string { return features(128, 128) })
	no := b.branch("else_branch", func() string {
		slow := b.op("Equal", "", rate, b.scalar(8000))
		yes := b.branch("then_branch", func() string { return features(64, 64) })
		no := b.branch("else_branch", func() string { return features(32, 64) })
		return b.op("If", yes+", "+no, slow)
	})
	y := b.op("If", yes+", "+no, fast)
	h, c := b.slice(state, 0, b.vector(0), b.vector(1)), b.slice(state, 0, b.vector(1), b.vector(2))
	out := lstmCells(b, b.unsqueeze(y, 0), 64, 64, 1, h, c)
	y = b.relu(b.squeeze(out[1], 0))
	y = b.op("Sigmoid", "", b.conv(b.unsqueeze(y, 2), 64, 1, 1, 0, 1, 1))
	b.output(b.op("ReduceMean", "axes = [2], keepdims = 0", y), "output", "float", "batch", 1)
	b.output(b.concat(0, out[1], out[2]), "stateN", "float", 2, "batch", 64)
}

func quantized(b *builder) {
	x := b.input("input", "float", 1, 3, 96, 96)
	zero, low := b.constant("uint8", "0"), b.constant("int8", "0")
	through := func(x string) string {
		s := b.weight("scale", "float")
		return b.op("DequantizeLinear", "", b.op("QuantizeLinear", "", x, s, zero), s, zero)
	}
	in := 3
	for i, out := range []int{16, 32, 64} {
		b.in("block"+strconv.Itoa(i), func() {
			w := b.op("DequantizeLinear", "", b.weight("weight_q", "int8", out, in, 3, 3), b.weight("weight_scale", "float"), low)
			x = b.op("Conv", "dilations = [1, 1], group = 1, kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]",
				through(x), w, b.weight("bias", "float", out))
			x, in = b.relu(x), out
		})
	}
	x = b.reshape(through(b.op("GlobalAveragePool", "", x)), 1, 64)
	w := b.op("DequantizeLinear", "", b.weight("fc_q", "int8", 10, 64), b.weight("fc_scale", "float"), low)
	x = b.op("Gemm", "alpha = 1.0, beta = 1.0, transB = 1", through(x), w, b.weight("fc_bias", "float", 10))
	b.output(b.op("Cast", "to = 7", b.op("ArgMax", "axis = 1, keepdims = 0", x)), "class", "int64", 1)
}

func ocr(b *builder) {
	x := b.input("x", "float", "batch", 3, 32, 320)
	x = b.relu(b.norm(b.conv(x, 3, 16, 2, 1, 1, 3, 3), 16))
	for _, out := range []int{32, 48} {
		in := out - 16
		y := b.relu(b.norm(b.conv(x, in, in, 1, 1, in, 3, 3), in))
		squeezed := b.relu(b.conv(b.op("GlobalAveragePool", "", y), in, in/4, 1, 0, 1, 1, 1))
		gate := b.op("HardSigmoid", "alpha = 0.2, beta = 0.5", b.conv(squeezed, in/4, in, 1, 0, 1, 1, 1))
		x = b.relu(b.conv(b.op("Mul", "", y, gate), in, out, 1, 0, 1, 1, 1))
		x = b.op("MaxPool", "kernel_shape = [2, 1], strides = [2, 1]", x)
	}
	x = b.op("AveragePool", "kernel_shape = [4, 2], strides = [4, 2]", x)
	x = b.transpose(b.squeeze(x, 2), 2, 0, 1)
	y := b.transpose(lstmCells(b, x, 48, 24, 2)[0], 0, 2, 1, 3)
	y = b.reshape(y, 0, 0, 48)
	y = b.linear(b.transpose(y, 1, 0, 2), 48, 97)
	b.output(b.op("Softmax", "axis = 2", y), "probabilities", "float", "batch", 80, 97)
}
