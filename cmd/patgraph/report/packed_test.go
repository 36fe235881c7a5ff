//go:build !js

package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// Output of any size is written unchanged, in parts; and large output takes little memory.
func TestPacker(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 100_000} {
		var p packer
		var want bytes.Buffer
		for range n {
			part := []byte(`{"shape":"(...)","labels":{"a":1}},`)
			want.Write(part)
			p.write(part)
		}
		out := p.bytes()
		var got []byte
		most := 0
		err := Unpack(out, func(part []byte) error {
			got, most = append(got, part...), max(most, len(part))
			return nil
		})
		if err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d parts: %d bytes of %d, %v", n, len(got), want.Len(), err)
		}
		if large := want.Len() > packFrom; large && (len(out) > want.Len()/10 || most > 1<<16) ||
			!large && len(out) != want.Len() {
			t.Errorf("%d parts: %d bytes are kept as %d, and written in parts of %d", n, want.Len(), len(out), most)
		}
	}
	var p packer
	p.write([]byte(strings.Repeat("x", 2*packFrom)))
	full := errors.New("full")
	if err := Unpack(p.bytes(), func([]byte) error { return full }); err != full {
		t.Errorf("an error of the writer: %v", err)
	}
}
