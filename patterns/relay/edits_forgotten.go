package relay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Changes that add what people forget: a bias, an attribute with its usual value, a call.

// bias proposes `nn.bias_add` in place of an addition: it adds along axis 1.
func (x proposer) bias(e relay.NodeID) {
	args, name := x.p.arguments(e), x.p.operatorName(e)
	if len(args) == 2 && (name == "add" || name == "+") {
		text := "nn.bias_add(" + x.Source(args[0]) + ", " + x.Source(args[1]) + ")"
		x.offer(ofCallee, 4, x.Fix("write `"+message.Shortened(text, 40)+"`", x.Replace(e, text)))
	}
}

// lacking returns attributes that a call may lack, with their usual values: the padding that keeps the sizes of an
// input, strides of 2, the output padding for results as large as sizes times strides, layouts with the channels at the
// end, other axes, two new axes, and the other value for a transposed argument or for whether axes are kept.
func (x proposer) lacking(e relay.NodeID, u *operation, rank int) (list []string) {
	usual := make(map[string][]string)
	for _, a := range x.KidsOf(e, relay.OpAttr) {
		for _, v := range x.Kids(x.Kids(a)[0]) {
			n, _ := strconv.Atoi(x.Source(v))
			switch x.Name(a) {
			case "kernel_size", "pool_size":
				if n > 1 && n%2 > 0 {
					usual["padding"] = append(usual["padding"], strconv.Itoa(n/2))
				}
				usual["strides"] = append(usual["strides"], "2")
			case "strides":
				if n > 1 {
					usual["output_padding"] = append(usual["output_padding"], strconv.Itoa(n-1))
				}
			}
		}
	}
	for _, a := range u.operator.Accepts() {
		if _, given := x.p.attribute(e, a.Name); given {
			continue
		}
		value, texts := a.Value(), usual[a.Name]
		switch {
		case len(texts) > 0 && len(texts) == len(value.List):
			list = append(list, a.Name+"=["+strings.Join(texts, ", ")+"]")
		case a.Name == "axis" && value.Form == relation.IntForm:
			for axis := 1; axis < min(rank, mostRank); axis++ { // axis 0 is that of the batch
				if axis != (int(value.Num)+rank)%rank {
					list = append(list, "axis="+strconv.Itoa(axis))
				}
			}
		case a.Name == "num_newaxis":
			list = append(list, a.Name+"=2")
		case strings.HasPrefix(a.Name, "transpose_"), a.Name == "keepdims":
			list = append(list, a.Name+"="+map[bool]string{true: "False", false: "True"}[value.Num != 0])
		case strings.HasSuffix(a.Name, "layout") && len(value.Text) > 2:
			first, channels, others := value.Text[:1], value.Text[1:2], value.Text[2:]
			last := others + channels + first // of a weight
			if first == "N" {
				last = first + others + channels
			}
			list = append(list, a.Name+"="+strconv.Quote(last))
		}
	}
	return list
}

// calls proposes to apply a function to a variable that has the type of its only parameter. A recursion needs a part of
// a value, which a pattern binds: otherwise it would not end.
func (x proposer) calls(e relay.NodeID, out unify.Node, short string) {
	if !x.Is(e, relay.OpLocal) || x.p.names.Meaning[e] != relay.MeansVariable {
		return
	}
	is := x.p.TypeOf(out)
	list := x.p.globals(e, 1)
	own := x.r.Owner(int32(e))
	isPart := x.Is(x.p.parents[x.p.names.At[e]], relay.OpConPat)
	list = append([]string{x.p.DefName(own)}, list[:min(len(list), mostCalled)]...)
	for i, name := range list {
		d := x.p.DefNamed(name)
		if d < 0 || !isPart && slices.Contains(x.r.Below(d), own) {
			continue
		}
		root := x.p.rootOf(d)
		if !x.Is(root, relay.OpFn) || len(x.p.variables(root)) != 1 {
			continue // the definition around the variable
		}
		v := x.p.variables(root)[0]
		if _, takes := x.p.Ends(x.p.Owner(int32(v)), int32(v)); x.p.TypeOf(takes) == is {
			x.offer(ofCall, -min(i, 4), x.Wrap("call `"+name+"` with "+short, e, name+"(", ")"))
		}
	}
}
