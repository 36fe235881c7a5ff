package wire

import (
	"encoding/binary"
	"io"
	"sort"

	"github.com/patgraph/patgraph/lang/onnx/message"
)

// A Changed is a changed model: ranges of another one, and new bytes between them. It takes little memory, whatever the
// size of the weights, which are read only to copy them.
type Changed struct {
	src    io.ReaderAt
	pieces []piece
	size   int64
}

// A piece is some bytes of a changed model: new ones, or a range of the old model.
type piece struct {
	at       int64 // of its first byte in the changed model
	from, to int64
	bytes    []byte // nil: those of the range
}

// Size returns the number of bytes.
func (c *Changed) Size() int64 { return c.size }

// ReadAt reads bytes from an offset.
func (c *Changed) ReadAt(b []byte, at int64) (n int, err error) {
	i := max(sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].at > at })-1, 0)
	for ; n < len(b) && i < len(c.pieces); i++ {
		p := &c.pieces[i]
		skip := at + int64(n) - p.at
		if p.bytes != nil {
			n += copy(b[n:], p.bytes[skip:])
			continue
		}
		want := min(int64(len(b)-n), p.to-p.from-skip)
		got, err := c.src.ReadAt(b[n:n+int(want)], p.from+skip)
		if n += got; got < int(want) {
			return n, err
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// parts are the pieces of a message.
type parts struct {
	list []piece
	size int64
}

// copy appends a range of the old model.
func (p *parts) copy(from, to int64) {
	if last := len(p.list) - 1; last >= 0 && p.list[last].bytes == nil && p.list[last].to == from {
		p.list[last].to = to
	} else if from < to {
		p.list = append(p.list, piece{at: p.size, from: from, to: to})
	}
	p.size += to - from
}

// add appends new bytes.
func (p *parts) add(b []byte) {
	if len(b) > 0 {
		p.list = append(p.list, piece{at: p.size, bytes: b})
		p.size += int64(len(b))
	}
}

// message appends a field with a message.
func (p *parts) message(field int32, m parts) {
	p.add(binary.AppendUvarint(message.AppendKey(nil, int(field), length), uint64(m.size)))
	for _, part := range m.list {
		if part.bytes != nil {
			p.add(part.bytes)
		} else {
			p.copy(part.from, part.to)
		}
	}
}
