package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"os"
	"slices"
	"sort"
	"strings"

	"github.com/patgraph/patgraph/internal/nowait"
)

// The format of a segment, a file that is written once and never changed:
//
//	header   16 bytes
//	values   back to back
//	index    an entry for each value, in ascending order of keys
//	trailer  the offset of the index, the number of entries, the checksums of the index and the trailer, an end mark
//
// An entry is the key, the offset and the length of the value, and the checksum of key and value. Numbers are
// little-endian, checksums are CRC-32C. Data with a wrong checksum counts as absent.
const (
	format      = "patgraph cache "
	header      = format + "1"
	endMark     = "end of 1"
	entrySize   = len(Key{}) + 8 + 4 + 4
	trailerSize = 8 + 8 + 4 + 4 + len(endMark)

	suffix    = ".seg"
	temporary = "tmp-"
	lastRun   = "last-run"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(k *Key, value []byte) uint32 {
	return crc32.Update(crc32.Checksum(k[:], castagnoli), castagnoli, value)
}

var (
	errForeign = errors.New("no segment of this version")
	errCorrupt = errors.New("a damaged segment")
)

// A segmentName orders segments: those with a higher generation are newer. Clocks are not used, so they may jump.
// Segments of one generation are distinguished by a random number.
func segmentName(generation uint64, random uint32) string {
	return fmt.Sprintf("%016x-%08x%s", generation, random, suffix)
}

// generationOf is the generation of the segment with a name; it reports false for names of other files.
func generationOf(name string) (generation uint64, ok bool) {
	var random uint32
	fmt.Sscanf(name, "%016x-%08x", &generation, &random)
	return generation, generation>>62 == 0 && name == segmentName(generation, random)
}

// A segment is an open segment, with its index in memory.
type segment struct {
	file  io.ReaderAt
	size  int64
	index []byte
	end   int64 // the end of the values
	old   bool  // used values are written again, before the segment is evicted
}

// openSegment opens a segment. The error is errForeign or errCorrupt if its content is wrong.
func openSegment(path string) (s *segment, err error) {
	f, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	return readSegment(f, size)
}

// openRegular opens a regular file and returns its size in bytes; it does not block if the file has been replaced by a
// pipe. The error is errForeign for a file that is not regular.
func openRegular(path string) (f *os.File, size int64, err error) {
	f, err = nowait.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errForeign
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// readSegment reads the index of a segment of a size in bytes.
func readSegment(f io.ReaderAt, size int64) (*segment, error) {
	if size < int64(len(header)) {
		return nil, errCorrupt // it was never written completely
	}
	var start [len(header)]byte
	if err := readAt(f, start[:], 0); err != nil {
		return nil, err
	}
	switch {
	case !strings.HasPrefix(string(start[:]), format):
		return nil, errCorrupt // the machine crashed before it was on disk
	case string(start[:]) != header:
		return nil, errForeign
	}
	var t [trailerSize]byte
	if size < int64(len(header)+trailerSize) {
		return nil, errCorrupt
	}
	if err := readAt(f, t[:], size-int64(trailerSize)); err != nil {
		return nil, err
	}
	at, n := binary.LittleEndian.Uint64(t[:]), binary.LittleEndian.Uint64(t[8:])
	switch {
	case string(t[24:]) != endMark,
		crc32.Checksum(t[:20], castagnoli) != binary.LittleEndian.Uint32(t[20:]),
		n > uint64(size)/uint64(entrySize),
		at < uint64(len(header)) || at > uint64(size),
		at+n*uint64(entrySize)+uint64(trailerSize) != uint64(size):
		return nil, errCorrupt
	}
	index := make([]byte, n*uint64(entrySize))
	if err := readAt(f, index, int64(at)); err != nil {
		return nil, err
	}
	if crc32.Checksum(index, castagnoli) != binary.LittleEndian.Uint32(t[16:]) {
		return nil, errCorrupt
	}
	return &segment{file: f, size: size, index: index, end: int64(at)}, nil
}

// readAt reads all of b; a file that is shorter than expected is corrupt.
func readAt(f io.ReaderAt, b []byte, at int64) error {
	n, err := f.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return errCorrupt
	}
	return err
}

func (s *segment) close() {
	if c, ok := s.file.(io.Closer); ok {
		c.Close()
	}
}

func (s *segment) entries() iter.Seq[[]byte] { return slices.Chunk(s.index, entrySize) }

// find returns the entry of a key, or nil.
func (s *segment) find(k *Key) []byte {
	n := len(s.index) / entrySize
	entry := func(i int) []byte { return s.index[i*entrySize:][:entrySize] }
	i := sort.Search(n, func(i int) bool { return bytes.Compare(entry(i)[:len(k)], k[:]) >= 0 })
	if i < n && bytes.HasPrefix(entry(i), k[:]) {
		return entry(i)
	}
	return nil
}

// value reads the value of an entry, into a buffer if it is large enough. It is false if the value is damaged.
func (s *segment) value(entry, buffer []byte) ([]byte, bool) {
	at, n := valueOf(entry)
	if at > uint64(s.end) || uint64(n) > uint64(s.end)-at {
		return nil, false
	}
	value := slices.Grow(buffer[:0], int(n))[:n]
	return value, readAt(s.file, value, int64(at)) == nil && isSound(entry, value)
}

// valueOf returns the offset and the length of an entry's value.
func valueOf(entry []byte) (offset uint64, length uint32) {
	return binary.LittleEndian.Uint64(entry[len(Key{}):]), binary.LittleEndian.Uint32(entry[len(Key{})+8:])
}

// isSound reports whether a value has the checksum of an entry.
func isSound(entry, value []byte) bool {
	k := Key(entry)
	return checksum(&k, value) == binary.LittleEndian.Uint32(entry[len(k)+12:])
}

// A builder builds a segment.
type builder struct {
	data  []byte      // the header and the values
	index []byte      // the entries, in the order of the values
	at    map[Key]int // offset in the index, by key
}

func newBuilder() *builder { return &builder{data: []byte(header), at: make(map[Key]int)} }

// add adds a value unless the key has one.
func (b *builder) add(k *Key, value []byte) {
	if _, ok := b.at[*k]; ok || len(value) > math.MaxInt32 {
		return
	}
	b.at[*k] = len(b.index)
	b.index = append(b.index, k[:]...)
	b.index = binary.LittleEndian.AppendUint64(b.index, uint64(len(b.data)))
	b.index = binary.LittleEndian.AppendUint32(b.index, uint32(len(value)))
	b.index = binary.LittleEndian.AppendUint32(b.index, checksum(k, value))
	b.data = append(b.data, value...)
}

// addAll adds the sound values of a segment.
func (b *builder) addAll(g *segment) {
	for e := range g.entries() {
		k := Key(e)
		if value, ok := g.value(e, nil); ok {
			b.add(&k, value)
		}
	}
}

func (b *builder) get(k *Key) ([]byte, bool) {
	i, ok := b.at[*k]
	if !ok {
		return nil, false
	}
	offset, length := valueOf(b.index[i:])
	return b.data[offset:][:length:length], true
}

// size is the size of the segment in bytes.
func (b *builder) size() int64 { return int64(len(b.data) + len(b.index) + trailerSize) }

// bytes returns the segment. It may be called once.
func (b *builder) bytes() []byte {
	sorted := slices.SortedFunc(slices.Chunk(b.index, entrySize), bytes.Compare)
	at := len(b.data)
	out := slices.Grow(b.data, len(b.index)+trailerSize)
	for _, entry := range sorted {
		out = append(out, entry...)
	}
	sum := crc32.Checksum(out[at:], castagnoli)
	trailer := len(out)
	out = binary.LittleEndian.AppendUint64(out, uint64(at))
	out = binary.LittleEndian.AppendUint64(out, uint64(len(sorted)))
	out = binary.LittleEndian.AppendUint32(out, sum)
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(out[trailer:], castagnoli))
	return append(out, endMark...)
}
