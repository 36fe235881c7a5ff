package relay

import "testing"

// TestWideIndices tests that argmax gives 64-bit numbers if the text has 64-bit sizes and no use needs others.
// A printed signature does not show the widths of its sizes.
func TestWideIndices(t *testing.T) {
	got := typesOf(check(`
def @f(%x: Tensor[(2i64, 3), float32], %y: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  let %z = broadcast_to(%y, shape=[2i64, 3i64]);
  (argmax(%0, axis=[1]), argmin(%z), argmin(%y), argmax(%x + %y))
}
def @g(%x: Tensor[(2i64, 3), float32]) -> int32 { argmax(%x) }
`, ""))
	for name, want := range map[string]string{
		"@f": "fn (Tensor[(2, 3), float32], Tensor[(2, 3), float32]) -> (Tensor[(2), int64], int64, int32, int64)",
		"@g": "fn (Tensor[(2, 3), float32]) -> int32",
	} {
		if got[name] != want {
			t.Errorf("%s : %s\nwant %s", name, got[name], want)
		}
	}
}
