package lang

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	names := []string{"plus", "PLUS", "minus", "pls", "plu", "x", "a_long_name"}
	for _, c := range []struct {
		name string
		most int
		want []string
	}{
		{"Plus", 3, []string{"PLUS", "plus"}},
		{"Plus", 1, []string{"PLUS"}},
		{"plus", 3, []string{"PLUS", "plu", "pls"}},
		{"palus", 1, []string{"plus"}},
		{"a_logn_name", 3, []string{"a_long_name"}},
		{"qqqqq", 3, nil},
		{"y", 3, nil},
		{"", 3, nil},
	} {
		if got := Nearest(c.name, slices.Values(names), c.most); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

// editDistance agrees with a recursive definition.
func TestEditDistance(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abc")), 0, 6, -1)
	var naive func(a, b string) int
	naive = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		i, j := len(a)-1, len(b)-1
		d := min(naive(a[:i], b), naive(a, b[:j])) + 1
		if a[i] == b[j] {
			d = min(d, naive(a[:i], b[:j]))
		} else {
			d = min(d, naive(a[:i], b[:j])+1)
		}
		if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
			d = min(d, naive(a[:i-1], b[:j-1])+1)
		}
		return d
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		limit := rapid.IntRange(0, 6).Draw(t, "limit")
		want := naive(a, b)
		if got := editDistance(a, b, limit); got != want && (want <= limit || got <= limit) {
			t.Fatalf("%q to %q within %d: %d, want %d", a, b, limit, got, want)
		}
	})
}

// Names have the order of Nearest, and names that are too different come last.
func TestNearness(t *testing.T) {
	rank := Nearness("dense", []string{"conv", "dens", "Dense"})
	if rank("Dense") != 0 || rank("dens") != 1 || rank("conv") != Unlike || rank("other") != Unlike {
		t.Error(rank("Dense"), rank("dens"), rank("conv"))
	}
}
