package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestName(t *testing.T) {
	n := segmentName(0x123, 0xabc)
	if got, ok := generationOf(n); !ok || got != 0x123 {
		t.Errorf("%v %v", got, ok)
	}
	for _, bad := range []string{"", ".seg", "0-0.seg", "000000000000012g-00000abc.seg", "0000000000000123-00000ABC.seg",
		"ffffffffffffffff-00000abc.seg", n + "x"} {
		if got, ok := generationOf(bad); ok {
			t.Errorf("%q is %v", bad, got)
		}
	}
	if segmentName(0x10, 1) <= segmentName(9, 2) {
		t.Error("the order of names is not that of generations")
	}
}

// All keys are found, whatever their distribution.
func TestFind(t *testing.T) {
	keys := map[string]func(i int) *Key{
		"hashes": key,
		"same start": func(i int) *Key {
			return &Key{31: byte(i), 30: byte(i >> 8)}
		},
		"doubling": func(i int) *Key {
			k := &Key{}
			k[i/8%32] = 1 << (i % 8)
			return k
		},
	}
	for name, k := range keys {
		for _, n := range []int{0, 1, 2, 3, 200} {
			b := newBuilder()
			for i := range n {
				b.add(k(i), value(i, 8))
			}
			data := b.bytes()
			s, err := readSegment(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			for i := range 256 {
				if found := s.find(k(i)) != nil; found != (i < n) {
					t.Errorf("%s: %d of %d: %v", name, i, n, found)
				}
			}
			if s.find(&Key{0: 0x55, 9: 3}) != nil || s.find(&Key{0: 0xff, 31: 0xff}) != nil {
				t.Errorf("%s: a key that is not there", name)
			}
		}
	}
}

// FuzzSegment opens arbitrary bytes as a segment: it never panics or returns a value with a wrong checksum.
func FuzzSegment(f *testing.F) {
	for _, n := range []int{0, 1, 5} {
		b := newBuilder()
		for i := range n {
			b.add(key(i), value(i, 20*i))
		}
		f.Add(b.bytes())
	}
	f.Add([]byte(header))
	f.Add([]byte(header + endMark))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := readSegment(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		s := &Store{Options: Options{Bound: LeastBound}, pending: newBuilder(), segments: []*segment{g}}
		for e := range g.entries() {
			k := Key(e)
			if v, ok := s.Get(&k, nil); ok && !isSound(g.find(&k), v) {
				t.Fatalf("a value that does not pass its checksum")
			}
		}
		s.Get(key(1), nil)
	})
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("values=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			stored(b, dir, 0, n)
			for b.Loop() {
				closed(b, open(b, dir, DefaultBound))
			}
		})
	}
}

func BenchmarkGet(b *testing.B) {
	for _, order := range []string{"same", "random"} {
		b.Run("order="+order, func(b *testing.B) {
			const n = 100_000
			dir := b.TempDir()
			stored(b, dir, 0, n)
			s := open(b, dir, DefaultBound)
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := s.Get(key(i%n), nil); !ok {
					b.Fatal(i)
				}
				if i++; order == "random" {
					i += 7919
				}
			}
		})
	}
}

func TestMake(t *testing.T) {
	base := t.TempDir()
	t.Setenv("HOME", base)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(base, "x"))
	dir, err := DefaultDir()
	if err != nil {
		t.Fatal(err)
	}
	if err := Make(dir, true); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
	file := filepath.Join(base, "file")
	write(t, file, "")
	if err := Make(filepath.Join(file, "dir"), false); err == nil {
		t.Error("a directory below a file")
	}
}
