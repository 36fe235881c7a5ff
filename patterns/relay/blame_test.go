package relay

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
)

// TestSuspects checks the first suspects and the offered repairs of errors whose cause is often far above the place
// where they show.
func TestSuspects(t *testing.T) {
	for _, test := range []struct{ what, source, among, fix string }{
		{
			"an attribute two operators above",
			`def @f(%x: Tensor[(1, 3, 64, 64), float32], %v: Tensor[(1, 16, 32, 32), float32], %w) {
  let %a = nn.conv2d(%x, %w, channels=16, kernel_size=[3, 3], padding=[1, 1]);
  let %b = nn.max_pool2d(%a, pool_size=[2, 2], strides=[4, 2]);
  nn.relu(%b) + %v
}`,
			"4", "write `strides=[2, 2]`",
		},
		{
			"an attribute that is missing, as others of the operator have it",
			`def @f(%x: Tensor[(1, 3, 64, 64), float32]) -> Tensor[(1, 3, 16, 16), float32] {
  let %a = nn.max_pool2d(%x, pool_size=[2, 2]);
  nn.max_pool2d(%a, pool_size=[2, 2], strides=[2, 2])
}`,
			"", "add `strides=[2, 2]`",
		},
		{
			"the axes of a transpose",
			`def @f(%x: Tensor[(2, 10, 64), float32]) -> Tensor[(2, 64, 10), float32] {
  transpose(%x, axes=[0, 1, 2])
}`,
			"[0, 1, 2]", "write `axes=[0, 2, 1]`",
		},
		{
			"the axes of a transpose before another operator",
			`def @f(%x: Tensor[(1, 40, 50, 3), float32], %w: Tensor[(8, 3, 3, 3), float32]) {
  let %y = transpose(%x, axes=[0, 2, 3, 1]);
  nn.conv2d(%y, %w, channels=8, kernel_size=[3, 3])
}`,
			"[0, 2, 3, 1]", "write `axes=[0, 3, 1, 2]`",
		},
		{
			"a weight with its sizes in the other order",
			"def @f(%x: Tensor[(4, 30), float32], %w: Tensor[(30, 9), float32]) { nn.dense(%x, %w, units=9) }",
			"", "write the type `Tensor[(9, 30), float32]`",
		},
		{
			"the field of a tuple",
			"def @f(%p: (int32, bool)) -> bool { %p.2 }",
			"2", "read field 1 in place of 2",
		},
		{
			"two fields of what is given",
			"def @f(%a: Tensor[(2), float32], %b: Tensor[(3), float32]) -> (Tensor[(2), float32], Tensor[(3), float32]) { (%b, %a) }",
			"", "swap `%b` and `%a`",
		},
		{
			"another function",
			"def @row(%x: Tensor[(2, 3), float32]) -> Tensor[(3), float32] { sum(%x, axis=[0]) }\ndef @column(%x: Tensor[(2, 3), float32]) -> Tensor[(2), float32] { sum(%x, axis=[1]) }\n" +
				"def @f(%x: Tensor[(2, 3), float32]) -> Tensor[(2), float32] { @row(%x) + @column(%x) }",
			"@row", "use `@column`",
		},
		{
			"the type of a parameter",
			"def @g(%y: Tensor[(1, 3, 8, 8), float32]) { exp(%y) }\ndef @f(%x: int32) { nn.global_avg_pool2d(%x) }",
			"int32", "write the type `Tensor[(1, 3, 8, 8), float32]`",
		},
		{
			"the type of a part of a constructor",
			"type List[A] { Cons(int32, List[A]), Nil }\ndef @f[A](%x: A, %l: List[A]) -> List[A] { Cons(%x, %l) }",
			"", "write the type `A`",
		},
		{
			"a constructor in an expression",
			"type Option[A] { Some(A), None }\ntype Box[A] { Box(A) }\ndef @f(%x: int32) -> Option[int32] { Box(%x) }",
			"", "use `Some`",
		},
		{
			"a constructor in a pattern",
			"type Option[A] { Some(A), None }\ntype Box[A] { Box(A) }\ndef @f(%o: Option[int32]) -> int32 { match (%o) { Box(%x) => %x, None => 0 } }",
			"", "use `Some`",
		},
		{
			"a variable that is used twice",
			"def @g(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%x, %w, units=4) }\ndef @h(%x: Tensor[(2, 3), float32], %b: Tensor[(3), float32]) { nn.bias_add(%x, %b) }\n" +
				"def @f(%x: Tensor[(2, 3), float32], %w, %b) { (@g(%x, %b), @h(%x, %b)) }",
			"%b", "use `%w` in place of `%b`",
		},
	} {
		t.Run(test.what, func(t *testing.T) {
			var seen []blame.Candidate
			r := AnalyzeWith(context.Background(), lang.NewFile("in.rly", []byte(test.source)), language.Options{},
				diagnose.OrderedOptions{Observe: func(_ *lang.Diagnostic, list []blame.Candidate) {
					if seen == nil {
						seen = list
					}
				}})
			if len(r.Diagnostics) == 0 || len(seen) == 0 {
				t.Fatal("there is no suspect")
			}
			d := &r.Diagnostics[0]
			if !slices.IsSortedFunc(seen, func(a, b blame.Candidate) int { return int(max(-1, min(1, 1e6*(b.Score-a.Score)))) }) {
				t.Error("they are not in order")
			}
			if reported := d.Blame; len(reported) == 0 || reported[0].Span != seen[0].Span || reported[0].Score != seen[0].Score {
				t.Errorf("the report begins with %+v, not with %+v", reported, seen[0])
			}
			if test.among != "" && !slices.ContainsFunc(seen[:min(len(seen), 3)], func(c blame.Candidate) bool { return r.File.Text(c.Span) == test.among }) {
				t.Errorf("%q is not among the first three; first is %q", test.among, r.File.Text(seen[0].Span))
			}
			if !slices.ContainsFunc(d.Fixes, func(f lang.Fix) bool { return f.Checked && f.Title.String() == test.fix }) {
				t.Errorf("`%s` is not offered", test.fix)
				for _, f := range d.Fixes {
					t.Logf("  %s", f.Title)
				}
			}
		})
	}
}

// No variable is offered in place of an argument if the call already has that variable.
func TestOtherVariables(t *testing.T) {
	for _, body := range []string{"%x + %y", "add(%x, %y)"} {
		r := check("def @f(%x: Tensor[(2), float32], %y: Tensor[(2), int64]) { "+body+" }", "")
		if len(r.Diagnostics) != 1 || len(r.Diagnostics[0].Fixes) == 0 {
			t.Fatal(r.Diagnostics)
		}
		for _, f := range r.Diagnostics[0].Fixes {
			if strings.Contains(f.Title.String(), "in place of") {
				t.Errorf("%s: %s", body, f.Title)
			}
		}
	}
}
