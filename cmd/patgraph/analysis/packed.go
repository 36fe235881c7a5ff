//go:build !js

package analysis

import (
	"bytes"
	"compress/flate"
	"io"
)

// A packer collects what is written of a program. What is large is held compressed until its
// turn comes: a hundred megabytes may be written of a small program, nearly all of which are
// repetitions.
type packer struct {
	plain  []byte
	packed *bytes.Buffer
	pack   *flate.Writer
}

const (
	// packFrom is from how many bytes on that is done.
	packFrom = 1 << 20
	// packedMark is the first byte then. A result in JSON has another one.
	packedMark = 0
)

func (p *packer) write(part []byte) {
	if p.pack == nil {
		if p.plain = append(p.plain, part...); len(p.plain) < packFrom {
			return
		}
		p.packed = bytes.NewBuffer([]byte{packedMark})
		p.pack, _ = flate.NewWriter(p.packed, flate.BestSpeed) // it knows the level
		part, p.plain = p.plain, nil
	}
	p.pack.Write(part) // a buffer takes anything
}

// bytes is all that was written.
func (p *packer) bytes() []byte {
	if p.pack == nil {
		return p.plain
	}
	p.pack.Close()
	return p.packed.Bytes()
}

// unpack writes what rendered made.
func unpack(out []byte, write func([]byte) error) error {
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
