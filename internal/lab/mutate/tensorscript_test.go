package mutate

import "testing"

// Neither split is empty.
func TestProgramsOfTensorScript(t *testing.T) {
	splits := make(map[string]int)
	for _, p := range load(t, TensorScript) {
		splits[p.Split]++
	}
	if splits[Fit] < 12 || splits[Test] < 12 || len(splits) != 2 {
		t.Errorf("splits %v", splits)
	}
}

func TestMutantsOfTensorScript(t *testing.T) { checkGenerated(t, TensorScript, 600) }

// The shares of mistakes that are shown, blamed first, and fixed; see checkGuest.
func TestAllOfTensorScript(t *testing.T) {
	checkGuest(t, TensorScript, 40, shares{shown: 990, top1: 800, top3: 950, top5: 975, fix: 900})
}

// A declaration is also at fault at its uses: a layer in its stages, a size at every occurrence of its name. The
// argument with a wrong number is tight, and the call; the node is not.
func TestAnchorsOfTensorScript(t *testing.T) {
	const source = "node A<[?, 3] -> [?, 4]> {}\nweights A<[?, 3] -> [?, 4]> { w = Linear::new(in=3, out=4); }\ngraph A<[?, 3] -> [?, 4]> { def forward { x |> w |> view(?, 2, 2) } }\n"
	checkTight(t, TensorScript, source, []tightness{
		{"in=3", "in=3", true},
		{"in=3", "new(in=3, out=4)", true},
		{"in=3", "out=4", false},
		{"in=3", "w = Linear::new(in=3, out=4);", false},
		{"2, 2", "view(?, 2, 2)", true},
		{"2, 2", "x |> w |> view(?, 2, 2)", false},
	})
	p := &Program{Language: TensorScript, Name: "p", Source: []byte(source)}
	for _, c := range newNetworkSubject(p).candidates("argument-swap", nil) {
		stage := false
		for _, place := range c.truths[0].places {
			stage = stage || place.use && source[place.span.Start:place.span.End] == "w"
		}
		if !stage {
			t.Error("a stage is not at fault where its layer is")
		}
	}
}
