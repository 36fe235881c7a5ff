package patterns

import "testing"

// The limit of nodes grows with a group, up to what fits into memory; a limit that is set is used alone.
func TestNodeLimit(t *testing.T) {
	for _, c := range []struct{ set, size, want int }{
		{0, 0, 500_000},
		{0, 1000, 564_000},
		{0, 1 << 20, 12_000_000},
		{0, 1 << 40, 12_000_000},
		{7, 1 << 40, 7},
		{20_000_000, 1000, 20_000_000},
	} {
		s := Solver{Limits: Limits{Nodes: c.set}}
		if got := s.nodeLimit(c.size); got != c.want {
			t.Errorf("with %d set, the limit of %d syntax nodes is %d, want %d", c.set, c.size, got, c.want)
		}
	}
}
