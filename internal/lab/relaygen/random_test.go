package relaygen

import (
	"errors"
	"regexp"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/shapes"
)

// Random programs use all interpreted operators, have mistakes and weights without types, and can all be judged.
func TestRandom(t *testing.T) {
	call, weight := regexp.MustCompile(`\b((?:nn\.|image\.|annotation\.)?[a-z]\w*)\(`), regexp.MustCompile(`(?m)^def [^{]*%p\d+[,)]`)
	const n = 4000
	seen := make(map[string]bool)
	accepted, refused, weights := 0, 0, 0
	for i := range uint64(n) {
		source := Random(1, i)
		switch _, err := shapes.Judge(source); {
		case errors.Is(err, shapes.ErrOutside):
			t.Errorf("program %d: %v\n%s", i, err, source)
		case err != nil:
			refused++
		default:
			accepted++
			for _, m := range call.FindAllStringSubmatch(source, -1) {
				seen[m[1]] = true
			}
			if weight.MatchString(source) {
				weights++
			}
		}
	}
	for _, name := range shapes.Names() {
		if !seen[name] {
			t.Errorf("no program calls %s", name)
		}
	}
	if accepted < n/2 || refused < n/5 || weights < n/20 {
		t.Errorf("%d accepted, %d refused, %d with weights without types", accepted, refused, weights)
	}
}
