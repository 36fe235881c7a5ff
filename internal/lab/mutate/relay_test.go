package mutate

import (
	"strings"
	"testing"
)

// There are enough programs that are longer than a test of typing, neither split is empty, and the programs of one file
// are in one split.
func TestProgramsOfRelay(t *testing.T) {
	splits := make(map[string]int)
	files := make(map[string]string)
	for _, p := range load(t, Relay) {
		file, _, small := strings.Cut(p.Name, ": ")
		if !small && p.Most == 0 {
			splits[p.Split]++
		}
		if split, known := files[file]; known && split != p.Split {
			t.Errorf("%s is in both splits", file)
		}
		files[file] = p.Split
	}
	if splits[Fit] < 8 || splits[Test] < 8 || len(splits) != 2 {
		t.Errorf("splits %v", splits)
	}
}

func TestMutantsOfRelay(t *testing.T) { checkGenerated(t, Relay, 750) }

// The shares of mistakes that are shown, blamed first, and fixed; see checkGuest.
func TestAllOfRelay(t *testing.T) {
	checkGuest(t, Relay, 100, shares{shown: 990, top1: 750, top3: 930, top5: 980, fix: 900})
}

// If the mistake is shown by a construct around it, that construct is tight only if it is the smallest that the
// analyzer distinguishes: for a sign the operation, for the name of a callee the call.
func TestAnchorsOfRelay(t *testing.T) {
	const source = "def @f(%x: Tensor[(2), float32]) { nn.relu(%x * 3f) + @g(%x, axis=[0, 1], %x, %x, %x, %x) }\n"
	checkTight(t, Relay, source, []tightness{
		{"*", "%x * 3f", true},
		{"*", "nn.relu(%x * 3f)", false},
		{"3f", "%x * 3f", true},
		{"axis=[0, 1]", "[0, 1]", false}, // the attribute, not its value
		{"2", "(2)", true},
		{"2", "Tensor[(2), float32]", true},
		{"2", "%x: Tensor[(2), float32]", true},
		{"def @f", "def @f", true},
	})
}
