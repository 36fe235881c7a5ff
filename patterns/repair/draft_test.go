package repair

import (
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Each change matches its title, and one that changes nothing has no edits.
func TestDraft(t *testing.T) {
	file := lang.NewFile("in", []byte("f(aa, b,  b)"))
	tree := &syntax.Tree{
		File:  file,
		Nodes: []syntax.Node{{Start: 2, End: 4}, {Start: 6, End: 7}, {Start: 10, End: 11}, {Start: 0, End: 12}},
	}
	const a, b, c, all = 0, 1, 2, 3
	args := []syntax.NodeID{a, b, c}
	d := Draft{Tree: tree, Widest: 8}
	for _, test := range []struct {
		fix         lang.Fix
		title, text string
	}{
		{d.Write(b, "x"), "write `x`", "f(aa, x,  b)"},
		{d.Write(b, "b"), "", "f(aa, b,  b)"},
		{d.Instead(a, "x"), "write `x` in place of `aa`", "f(x, b,  b)"},
		{d.Use(a, "x"), "use `x` in place of `aa`", "f(x, b,  b)"},
		{d.Instead(all, "x"), "write `x` in place of `f(aa, b…`", "x"},
		{d.WriteAll("both", []syntax.NodeID{c, b}, "y"), "both", "f(aa, y,  y)"},
		{d.Swap(c, a), "swap `b` and `aa`", "f(b, b,  aa)"},
		{d.Swap(b, c), "", "f(aa, b,  b)"},
		{d.LeaveOut(args, 0), "leave out `aa`", "f(b,  b)"},
		{d.LeaveOut(args, 2), "leave out `b`", "f(aa, b)"},
		{d.LeaveOut([]syntax.NodeID{all}, 0), "leave out `f(aa, b, b)`", ""},
		{d.Wrap("around", b, "g(", ")"), "around", "f(aa, g(b),  b)"},
		{d.Fix("more", Insert(11, ", c")), "more", "f(aa, b,  b, c)"},
	} {
		if got := string(file.Edited(test.fix.Edits).Src); got != test.text || test.fix.Title.String() != test.title {
			t.Errorf("%q gives %q, not %q: %q", test.fix.Title, got, test.title, test.text)
		}
	}
}

// Meant visits the sizes that a number should have been equal to, the likeliest first.
func TestSizes(t *testing.T) {
	var s Sizes
	s.Add(3, 0, 3, -1, 5)
	if !slices.Equal(s.Near, []int64{3, 5}) {
		t.Error(s.Near)
	}
	s.Differ(8, 8)
	s.Differ(8, 0)
	s.Differ(8, 12)
	s.Differ(12, 8)
	var got [][2]int64
	s.Meant(16, func(n int64, far int) { got = append(got, [2]int64{n, int64(far)}) })
	if !slices.Equal(got, [][2]int64{{24, 2}, {20, 3}, {12, 3}}) {
		t.Error(got)
	}
	got = nil
	s.Meant(12, func(n int64, far int) { got = append(got, [2]int64{n, int64(far)}) })
	if !slices.Equal(got, [][2]int64{{18, 2}, {16, 3}, {8, 0}, {8, 2}, {8, 3}}) {
		t.Error(got)
	}
	if got := Nearby(0); !slices.Equal(got, []int64{1}) {
		t.Error(got)
	}
	if got := With([]int{1}, 3, 1, 2, 2, 3, 4); !slices.Equal(got, []int{1, 2, 3}) {
		t.Error(got)
	}
}
