package mutate

import "testing"

// Neither split is empty.
func TestProgramsOfONNX(t *testing.T) {
	splits := make(map[string]int)
	for _, p := range load(t, ONNX) {
		splits[p.Split]++
	}
	if splits[Fit] < 10 || splits[Test] < 10 || len(splits) != 2 {
		t.Errorf("splits %v", splits)
	}
}

func TestMutantsOfONNX(t *testing.T) { checkGenerated(t, ONNX, 200) }

// The shares of mistakes that are shown, blamed first, and fixed; see checkGuest.
func TestAllOfONNX(t *testing.T) {
	checkGuest(t, ONNX, 40, shares{shown: 970, top1: 750, top3: 920, top5: 940, fix: 900})
}

// The attribute with a wrong number is tight, and the node; another attribute and the graph are not. A written type is
// tight at its uses.
func TestAnchorsOfONNX(t *testing.T) {
	const source = `<opset_import: ["" : 17]>
g (float[2, 3] x) => (y) {
  a = Transpose<perm = [1, 0]>(x)
  y = Softmax<axis = 1>(a)
}
`
	checkTight(t, ONNX, source, []tightness{
		{"[1, 0]", "perm = [1, 0]", true},
		{"[1, 0]", "Transpose<perm = [1, 0]>(x)", true},
		{"[1, 0]", "a = Transpose<perm = [1, 0]>(x)", false},
		{"[1, 0]", "axis = 1", false},
		{"3", "float[2, 3]", true},
		{"3", "float[2, 3] x", true},
		{"3", "(float[2, 3] x)", false},
	})
	p := &Program{Language: ONNX, Name: "p", Source: []byte(source)}
	for _, c := range newModelSubject(p).candidates("declared", nil) {
		used := false
		for _, place := range c.truths[0].places {
			used = used || place.use && source[place.span.Start:place.span.End] == "x"
		}
		if !used {
			t.Error("an input is not at fault where it is used")
		}
	}
}
