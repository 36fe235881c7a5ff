package relay

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// Changes of the attributes of an operator.

// attributes proposes other values for the attributes of an operator, and attributes that it lacks.
func (x proposer) attributes(e relay.NodeID) {
	u, ok := x.p.uses[e]
	if !ok {
		return
	}
	rank := 0
	var shapes [][]string
	d := x.r.Owner(int32(e))
	for _, a := range x.p.arguments(e) {
		tensors := []relay.NodeID{a}
		if x.Is(a, relay.OpTuple) {
			tensors = x.Kids(a)
		}
		for _, a := range tensors[:min(len(tensors), mostFields)] {
			_, out := x.p.Ends(d, int32(a))
			shapes = append(shapes, x.p.sizesOf(out))
			rank = max(rank, len(shapes[len(shapes)-1]))
		}
	}
	for _, kid := range x.KidsOf(e, relay.OpAttr) {
		name, value := x.Name(kid), x.Kids(kid)[0]
		x.values(name, value, rank, shapes)
		x.partsOf(name, value, shapes)
		if x.Is(value, relay.OpBool) {
			other := map[string]string{"True": "False", "False": "True"}[x.Source(value)]
			x.offer(ofAttribute, 2, x.Fix("write `"+name+"="+other+"`", x.Replace(value, other)))
		}
		if !x.Is(value, relay.OpString) {
			continue
		}
		texts := x.m.choices
		for _, a := range u.operator.Accepts() {
			if usual := a.Value(); a.Name == name && usual.Form == relation.TextForm && len(texts) == 0 {
				texts = relation.Choices{{Attribute: name, Text: usual.Text}}
			}
		}
		for i, text := range texts.Of(name, strings.Trim(x.Source(value), `"`)) {
			text = strconv.Quote(text)
			x.offer(ofAttribute, 2-min(i, 4), x.Fix("write `"+name+"="+text+"`", x.Replace(value, text)))
		}
	}
	if x.Is(e, relay.OpCall) {
		for i, a := range x.p.givenElsewhere(e) {
			x.offer(ofAttribute, -2-min(i, 4), further(x.Draft, e, a))
		}
		lacks := x.lacking(e, u, rank)
		for _, a := range lacks {
			x.offer(ofAttribute, 2, further(x.Draft, e, a))
		}
		layouts := slices.DeleteFunc(lacks, func(a string) bool { return !strings.Contains(a, "layout=") })
		if len(layouts) > 1 {
			x.offer(ofAttribute, 0, further(x.Draft, e, strings.Join(layouts, ", ")))
		}
	}
}

// further returns the fix that adds an attribute to a call.
func further(x repair.Draft, call relay.NodeID, text string) lang.Fix {
	sep := ", "
	if len(x.Kids(call)) == 2 {
		sep = ""
	}
	return x.Fix("add `"+text+"`", repair.Insert(x.Span(call).End-1, sep+text))
}

// values proposes other values of an attribute: for axes all axes of the arguments, otherwise other numbers of its
// list, sizes of the contradiction, and nearby numbers.
func (x proposer) values(name string, all relay.NodeID, rank int, shapes [][]string) {
	values := []relay.NodeID{all}
	if x.Is(all, relay.OpList, relay.OpTuple) {
		values = x.Kids(all)
	}
	if len(values) > mostRank { // each change quotes the list
		return
	}
	x.reorder(name, all, values)
	sizes := x.others("size", "")
	for k, v := range values {
		if !x.Is(v, relay.OpInt) {
			continue
		}
		now := x.Source(v)
		var list []string
		if strings.HasPrefix(name, "ax") {
			n, _ := strconv.Atoi(now)
			var axes []int
			for axis := range rank { // as the program writes them
				if n < 0 {
					axis -= rank
				}
				axes = append(axes, axis)
			}
			slices.SortStableFunc(axes, func(a, b int) int { return cmp.Compare(max(a-n, n-a), max(b-n, n-b)) })
			for _, axis := range axes {
				list = append(list, strconv.Itoa(axis))
			}
			if rank <= 0 {
				list = append(list, "-1")
			}
		} else {
			var own repair.Distinct[string] // such as equal strides in both dimensions
			for _, other := range values {
				if x.Is(other, relay.OpInt) && x.Source(other) != now {
					own.Add(x.Source(other))
				}
			}
			list = own.List
			if e := x.reshapes; e != relay.NoNode && e == x.p.parents[x.p.parents[all]] && len(shapes) > 0 {
				list = append(list, x.remaining(values, k, shapes[0])...)
			}
			if !isOfWindow[name] {
				list = append(list, sizes...)
			}
			if n, err := strconv.ParseInt(now, 10, 32); err == nil {
				for _, m := range repair.Nearby(n) {
					list = append(list, strconv.FormatInt(m, 10))
				}
			}
		}
		for i, text := range list {
			if text != now {
				whole, at := x.Source(all), x.Span(v).Start-x.Span(all).Start
				whole = whole[:at] + text + whole[int(at)+len(now):]
				gain := -min(i, 4)
				if v == all && slices.Contains(sizes, text) {
					gain += 4 // an attribute that states a size of an argument again
				}
				kept := len(shapes) > 0 && k < len(shapes[0]) && shapes[0][k] == now && !isOfWindow[name]
				gain += gainIf(kept, -costOfKept)
				x.offer(ofAttribute, gain, x.Fix("write `"+name+"="+whole+"`", x.Replace(v, text)))
			}
		}
	}
}

// remaining returns the number in place of one of a new shape with which it has as many elements as the old one. A -1
// counts as the first size.
func (x proposer) remaining(values []relay.NodeID, k int, shape []string) []string {
	least := int64(1)
	for j, v := range values {
		switch n, _ := strconv.ParseInt(x.Source(v), 10, 32); {
		case j == k:
		case n == -1 && len(shape) > 0:
			shape = shape[1:]
		case n <= 0 || least > math.MaxInt32:
			return nil
		default:
			least *= n
		}
	}
	rest := int64(1)
	for _, text := range shape {
		n, _ := strconv.ParseInt(text, 10, 32)
		if rest *= n; rest <= 0 || rest > math.MaxInt32 {
			return nil
		}
	}
	if rest%least > 0 {
		return nil
	}
	return []string{strconv.FormatInt(rest/least, 10)}
}

// isOfWindow has the attributes of windows that move over an input: their numbers are small, whatever its sizes are.
var isOfWindow = map[string]bool{
	"kernel_size": true, "pool_size": true, "strides": true, "padding": true, "dilation": true,
	"indices_or_sections": true,
}

// reorder proposes to swap two numbers of a list attribute, and of a permutation of axes also the inverse, which is
// easily mistaken for it, and those that swap two axes.
func (x proposer) reorder(name string, list relay.NodeID, values []relay.NodeID) {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = x.Source(v)
	}
	other := inverse(texts)
	permutes := name == "axes" && other != nil
	if permutes && !slices.Equal(other, texts) {
		x.list(name, list, other, 4)
	}
	if permutes {
		slices.Sort(other)
	}
	for j := len(other) - 1; permutes && j > 0; j-- { // what swaps two axes
		for i := range j {
			swapped := slices.Clone(other)
			if swapped[i], swapped[j] = swapped[j], swapped[i]; !slices.Equal(swapped, texts) {
				x.list(name, list, swapped, 3)
			}
		}
	}
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			isBatch := i == 0 && texts[i] == "-1" && name == "newshape"
			if texts[i] != texts[j] && !isBatch {
				other := slices.Clone(texts)
				other[i], other[j] = other[j], other[i]
				if name == "axes" && slices.IsSorted(other) {
					continue // it changes nothing: the operator is left out instead
				}
				x.list(name, list, other, i-j+1)
			}
		}
	}
}

// inverse returns the list that undoes what a permutation of axes does, or nil.
func inverse(axes []string) []string {
	list := make([]string, len(axes))
	for i, text := range axes {
		n, err := strconv.Atoi(text)
		if n < 0 {
			n += len(axes)
		}
		if err != nil || n < 0 || n >= len(axes) || list[n] != "" {
			return nil
		}
		list[n] = strconv.Itoa(i)
	}
	return list
}

// partsOf proposes, for a list attribute, as many adjacent sizes of an argument after the first, such as those of a
// kernel, if the contradiction has one of these sizes.
func (x proposer) partsOf(name string, list relay.NodeID, shapes [][]string) {
	n := len(x.Kids(list))
	isSize := !strings.HasPrefix(name, "ax") && (!isOfWindow[name] || strings.HasSuffix(name, "_size"))
	if !x.Is(list, relay.OpList, relay.OpTuple) || !isSize || n < 2 || n > mostRank {
		return
	}
	sizes := x.others("size", "")
	for _, shape := range shapes[min(1, len(shapes)):] {
		for i := len(shape) - n; i >= 0 && n < len(shape); i-- {
			if part := shape[i : i+n]; !slices.Contains(part, "") &&
				slices.ContainsFunc(part, func(s string) bool { return slices.Contains(sizes, s) }) {
				x.list(name, list, part, 1)
			}
		}
	}
}

// list proposes another list for an attribute.
func (x proposer) list(name string, old relay.NodeID, texts []string, gain int) {
	brackets := "()"
	if x.Is(old, relay.OpList) {
		brackets = "[]"
	}
	text := brackets[:1] + strings.Join(texts, ", ") + brackets[1:]
	x.offer(ofAttribute, gain, x.Fix("write `"+name+"="+text+"`", x.Replace(old, text)))
}

// sizesOf returns the sizes of a tensor, empty where one is not known; nil without a known number of dimensions.
func (p *program) sizesOf(n unify.Node) (list []string) {
	v := p.binding.Over(p.Graph)
	items, _ := v.Items(n)
	for _, item := range items {
		text := ""
		if size, known := v.Size(item); known == relation.Known {
			text = strconv.FormatInt(int64(size), 10)
		}
		list = append(list, text)
	}
	return list
}
