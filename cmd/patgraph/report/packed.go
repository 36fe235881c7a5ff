//go:build !js

package report

import (
	"bytes"
	"compress/flate"
	"io"
)

// A packer collects the output for a program. Large output is compressed until it is written: a small program may have
// a hundred megabytes of output, nearly all of it repetitions.
type packer struct {
	plain  []byte
	packed *bytes.Buffer
	pack   *flate.Writer
}

const (
	// packFrom is the size in bytes from which output is compressed.
	packFrom = 1 << 20
	// packedMark is the first byte of compressed output. JSON output never begins with it.
	packedMark = 0
)

func (p *packer) write(part []byte) {
	if p.pack == nil {
		if p.plain = append(p.plain, part...); len(p.plain) < packFrom {
			return
		}
		p.packed = bytes.NewBuffer([]byte{packedMark})
		p.pack, _ = flate.NewWriter(p.packed, flate.BestSpeed) // fails only for an invalid level
		part, p.plain = p.plain, nil
	}
	p.pack.Write(part) // writing to a buffer never fails
}

// bytes is the collected output, possibly compressed.
func (p *packer) bytes() []byte {
	if p.pack == nil {
		return p.plain
	}
	p.pack.Close()
	return p.packed.Bytes()
}

// Unpack writes the output of a Render method.
func Unpack(out []byte, write func([]byte) error) error {
	if len(out) == 0 || out[0] != packedMark {
		return write(out)
	}
	r := flate.NewReader(bytes.NewReader(out[1:]))
	b := make([]byte, 1<<16)
	for {
		n, err := io.ReadFull(r, b)
		if n > 0 {
			if err := write(b[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
