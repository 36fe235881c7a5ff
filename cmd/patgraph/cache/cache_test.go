package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// key returns the key of a number, value its value.
func key(i int) *Key {
	k := Key(sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(i))))
	return &k
}

func value(i, size int) []byte {
	return bytes.Repeat(binary.LittleEndian.AppendUint64(nil, uint64(i)), size/8+1)[:size]
}

func open(t testing.TB, dir string, bound int64) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir, Bound: bound})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closed(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// stored writes values of 100 bytes and closes the store.
func stored(t testing.TB, dir string, from, to int) {
	t.Helper()
	s := open(t, dir, DefaultBound)
	for i := from; i < to; i++ {
		s.Put(key(i), value(i, 100))
	}
	closed(t, s)
}

// known counts the values of 100 bytes that are present; a wrong value is an error.
func known(t testing.TB, s *Store, from, to int) (n int) {
	t.Helper()
	for i := from; i < to; i++ {
		v, ok := s.Get(key(i), nil)
		switch {
		case !ok:
		case !bytes.Equal(v, value(i, 100)):
			t.Fatalf("a wrong value of %d", i)
		default:
			n++
		}
	}
	return n
}

func segmentFiles(t testing.TB, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestStore(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, DefaultBound)
	s.Put(key(1), []byte("one"))
	s.Put(key(1), []byte("another"))
	s.Put(key(2), nil)
	check := func(s *Store) {
		t.Helper()
		if v, ok := s.Get(key(1), nil); !ok || string(v) != "one" {
			t.Errorf("%q %v", v, ok)
		}
		if v, ok := s.Get(key(2), nil); !ok || len(v) != 0 {
			t.Errorf("%q %v", v, ok)
		}
		if v, ok := s.Get(key(3), nil); ok {
			t.Errorf("%q out of nowhere", v)
		}
	}
	check(s)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	check(s)
	if h, m := s.Counts(); h != 4 || m != 2 {
		t.Errorf("%d hits, %d misses", h, m)
	}
	closed(t, s)
	s = open(t, dir, DefaultBound)
	check(s)
	closed(t, s)
	// Lookups write only their counts.
	if files := segmentFiles(t, dir); len(files) != 1 {
		t.Errorf("%q", files)
	}
	info, err := Stat(dir)
	if err != nil || info.Entries != 2 || info.Segments != 1 || info.Last == nil || *info.Last != (Run{2, 1}) {
		t.Errorf("%+v %v", info, err)
	}
	for _, e := range []string{files(t, dir)[0], files(t, dir)[1]} {
		if i, err := os.Stat(filepath.Join(dir, e)); err != nil || i.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", e, i.Mode(), err)
		}
	}
	write(t, filepath.Join(dir, "mine.txt"), "not a part of it")
	if n, _, err := Clean(dir); n != 2 || err != nil {
		t.Errorf("%d files removed, %v", n, err)
	}
	if left := files(t, dir); len(left) != 1 || left[0] != "mine.txt" {
		t.Errorf("%q are left", left)
	}
}

func files(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLaws applies the actions of processes and disks to some stores. A value is always right or absent; without damage
// it is present.
func TestLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "patgraph-cache")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		var stores [2]*Store
		reopen := func(i int) {
			if stores[i] != nil {
				if err := stores[i].Close(); err != nil {
					t.Fatal(err)
				}
			}
			if stores[i], err = Open(Options{Dir: dir, Bound: DefaultBound}); err != nil {
				t.Fatal(err)
			}
		}
		reopen(0)
		reopen(1)
		size := func(i int) int { return i * i % 5000 }
		var put [2]map[int]bool
		put[0], put[1] = make(map[int]bool), make(map[int]bool)
		published := make(map[int]bool) // values that a newly opened store has
		seen := [2]map[int]bool{{}, {}}
		damaged := false
		which := rapid.IntRange(0, 1)
		number := rapid.IntRange(0, 200)
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				w, from := which.Draw(t, "store"), number.Draw(t, "from")
				for i := from; i < from+rapid.IntRange(1, 40).Draw(t, "values"); i++ {
					stores[w].Put(key(i), value(i, size(i)))
					put[w][i] = true
				}
			},
			"get": func(t *rapid.T) {
				w := which.Draw(t, "store")
				for range 20 {
					i := number.Draw(t, "number")
					v, ok := stores[w].Get(key(i), nil)
					if ok && !bytes.Equal(v, value(i, size(i))) {
						t.Fatalf("a wrong value of %d", i)
					}
					if !ok && !damaged && (put[w][i] || seen[w][i]) {
						t.Fatalf("the value of %d is gone", i)
					}
				}
			},
			"reopen": func(t *rapid.T) {
				w := which.Draw(t, "store")
				for i := range put[w] {
					published[i] = true
				}
				reopen(w)
				put[w] = make(map[int]bool)
				for i := range published {
					seen[w][i] = true
				}
			},
			"damage": func(t *rapid.T) {
				paths, _ := filepath.Glob(filepath.Join(dir, "*"+suffix))
				if len(paths) == 0 || rapid.IntRange(0, 3).Draw(t, "seldom") > 0 {
					t.Skip() // skips this step, not the test: rapid draws another one
				}
				path := rapid.SampledFrom(paths).Draw(t, "file")
				data, err := os.ReadFile(path)
				if err != nil || len(data) == 0 {
					t.Skip()
				}
				damaged = true
				at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
				switch rapid.IntRange(0, 2).Draw(t, "how") {
				case 0:
					data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
				case 1:
					data = data[:at]
				case 2:
					os.Remove(path)
					return
				}
				os.WriteFile(path, data, 0o600)
			},
		})
		stores[0].Close()
		stores[1].Close()
	})
}

// Changing any bit of a segment has an effect.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	stored(t, dir, 0, 3)
	path := segmentFiles(t, dir)[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// there counts the values in the bytes of a segment.
	there := func(data []byte) int {
		g, err := readSegment(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return 0
		}
		s := &Store{pending: newBuilder(), segments: []*segment{g}}
		return known(t, s, 0, 3)
	}
	for at := range whole {
		for _, bits := range []byte{1, 0x80, 0xff} {
			broken := bytes.Clone(whole)
			broken[at] ^= bits
			if there(broken) == 3 {
				t.Errorf("a change of byte %d is not noticed", at)
			}
		}
		if n := there(whole[:at]); n > 0 {
			t.Errorf("%d values of a file that ends at byte %d", n, at)
		}
	}
	for _, at := range []int{0, 5, len(header), len(header) + 50, len(whole) - 1} {
		write(t, path, string(whole[:at]))
		s := open(t, dir, DefaultBound)
		if n := known(t, s, 0, 3); n > 0 {
			t.Errorf("%d values of a file that ends at byte %d", n, at)
		}
		closed(t, s)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that ends at byte %d is kept: %v", at, err)
		}
	}
}

// A damaged value is written again and found from then on.
func TestFixed(t *testing.T) {
	dir := t.TempDir()
	stored(t, dir, 0, 3)
	path := segmentFiles(t, dir)[0]
	whole, _ := os.ReadFile(path)
	whole[len(header)+150]++
	write(t, path, string(whole))
	s := open(t, dir, DefaultBound)
	if n := known(t, s, 0, 3); n != 2 {
		t.Fatalf("%d values", n)
	}
	for range 2 {
		s.Put(key(1), value(1, 100))
		closed(t, s)
		s = open(t, dir, DefaultBound)
		if n := known(t, s, 0, 3); n != 3 {
			t.Fatalf("%d values after they were fixed", n)
		}
	}
	closed(t, s)
}

// Files of another version are neither read nor removed; what is no segment of any version is removed.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	zeros := filepath.Join(dir, segmentName(8, 8))
	write(t, zeros, string(make([]byte, 500)))
	foreign := filepath.Join(dir, segmentName(7, 7))
	write(t, foreign, "patgraph cache 2, an unknown version")
	for i := range 40 {
		stored(t, dir, i, i+1)
	}
	s := open(t, dir, DefaultBound)
	if n := known(t, s, 0, 40); n != 40 {
		t.Errorf("%d values", n)
	}
	closed(t, s)
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(zeros); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("zeros are kept: %v", err)
	}
}

// Small segments are joined.
func TestJoin(t *testing.T) {
	dir := t.TempDir()
	for i := range 100 {
		stored(t, dir, i, i+2)
		if n := len(segmentFiles(t, dir)); n > fewSegments+1 {
			t.Fatalf("%d segments", n)
		}
	}
	s := open(t, dir, DefaultBound)
	if n := known(t, s, 0, 101); n != 101 {
		t.Errorf("%d values", n)
	}
	closed(t, s)
	if info, err := Stat(dir); err != nil || info.Entries != 101 {
		t.Errorf("%+v %v", info, err)
	}
}

// Used values stay, unused ones are evicted, and the directory stays within its bound.
func TestBound(t *testing.T) {
	dir := t.TempDir()
	const bound = LeastBound
	const hot = 500
	stored(t, dir, 0, hot) // 74 KB with their entries
	for round := range 30 {
		s := open(t, dir, bound)
		if n := known(t, s, 0, hot); n != hot {
			t.Fatalf("round %d: %d of %d used values are left", round, n, hot)
		}
		for i := range 1000 { // 148 KB that are never used
			n := 1000*(round+1) + i
			s.Put(key(n), value(n, 100))
		}
		closed(t, s)
		if info, err := Stat(dir); err != nil || info.Bytes > bound {
			t.Fatalf("round %d: %d bytes, %v", round, info.Bytes, err)
		}
	}
	s := open(t, dir, bound)
	if n := known(t, s, 1000, 2000); n != 0 {
		t.Errorf("%d unused values are left", n)
	}
	if n := known(t, s, 30000, 31000); n != 1000 {
		t.Errorf("%d values of the last round are left", n)
	}
	closed(t, s)
	// A smaller bound applies at once.
	closed(t, open(t, dir, bound/4))
	if info, err := Stat(dir); err != nil || info.Bytes > bound/4 || info.Entries == 0 {
		t.Errorf("%+v, %v", info, err)
	}
}

// Work that is larger than the store still finds some of its values.
func TestLargeWork(t *testing.T) {
	dir := t.TempDir()
	const n = 20_000 // 3 MB
	for run := range 4 {
		s := open(t, dir, LeastBound)
		found := known(t, s, 0, n)
		if run > 0 && found < n/20 {
			t.Errorf("run %d: %d values", run, found)
		}
		for i := range n {
			s.Put(key(i), value(i, 100))
		}
		closed(t, s)
	}
	s := open(t, dir, LeastBound)
	s.Put(key(0), make([]byte, LeastBound/2))
	closed(t, s)
	if info, _ := Stat(dir); info.Bytes > LeastBound {
		t.Errorf("%d bytes", info.Bytes)
	}
}

// Times of files do not matter: clocks may be wrong.
func TestClock(t *testing.T) {
	dir := t.TempDir()
	stored(t, dir, 0, 100)
	stored(t, dir, 100, 200)
	for i, path := range segmentFiles(t, dir) {
		at := time.Now().AddDate(50-100*i, 0, 0) // the older one is in the future
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	info, _ := Stat(dir)
	closed(t, open(t, dir, info.Bytes-1)) // one must be evicted
	s := open(t, dir, DefaultBound)
	if old, young := known(t, s, 0, 100), known(t, s, 100, 200); old != 0 || young != 100 {
		t.Errorf("%d old and %d young values are left", old, young)
	}
	closed(t, s)
	for name, years := range map[string]int{"tmp-past": -1, "tmp-future": 1} {
		path := filepath.Join(dir, name)
		write(t, path, "half of a segm")
		at := time.Now().AddDate(years, 0, 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	used, err := CreateFile(filepath.Join(dir, "tmp-used"))
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	stored(t, dir, 200, 201)
	left, _ := filepath.Glob(filepath.Join(dir, temporary+"*"))
	if len(left) != 1 || filepath.Base(left[0]) != "tmp-used" {
		t.Errorf("%q are left", left)
	}
}

// A full disk accepts part of a write.
type full struct {
	io.WriteCloser
	room int
}

var errFull = errors.New("no space left on device")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.room {
		n, _ := f.WriteCloser.Write(b[:f.room])
		return n, errFull
	}
	return f.WriteCloser.Write(b)
}

func TestFull(t *testing.T) {
	for name, create := range map[string]Create{
		"create": func(string) (io.WriteCloser, error) { return nil, errFull },
		"write":  func(p string) (io.WriteCloser, error) { f, err := CreateFile(p); return &full{f, 700}, err },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			stored(t, dir, 0, 100)
			before := files(t, dir)
			s, err := Open(Options{Dir: dir, Bound: DefaultBound, Create: create})
			if err != nil {
				t.Fatal(err)
			}
			for i := range 200 {
				s.Put(key(i), value(i, 100))
			}
			if n := known(t, s, 0, 100); n != 100 {
				t.Errorf("%d values", n)
			}
			if err := s.Flush(); !errors.Is(err, errFull) {
				t.Errorf("%v", err)
			}
			s.Put(key(300), value(300, 100))
			if n := known(t, s, 0, 100); n != 100 {
				t.Errorf("%d values after the disk was full", n)
			}
			if err := s.Close(); !errors.Is(err, errFull) {
				t.Errorf("%v", err)
			}
			if after := files(t, dir); fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("%q were left, now there are %q", before, after)
			}
		})
	}
}

// Two stores of one directory are used by many goroutines at once, while a third tidies.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	const n = 2000
	stores := []*Store{open(t, dir, LeastBound), open(t, dir, LeastBound)}
	var group sync.WaitGroup
	for w := range 6 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(w), 1))
			s := stores[w%2]
			for range n {
				i := random.IntN(n)
				if v, ok := s.Get(key(i), nil); !ok {
					s.Put(key(i), value(i, 400))
				} else if !bytes.Equal(v, value(i, 400)) {
					t.Errorf("a wrong value of %d", i)
					return
				}
			}
		})
	}
	group.Go(func() {
		for i := range 30 {
			s, err := Open(Options{Dir: dir, Bound: LeastBound / 8})
			if err != nil {
				t.Error(err)
				return
			}
			s.Put(key(-i), value(i, 3000))
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	group.Wait()
	for _, s := range stores {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A segment removed by another process stays readable.
func TestRemoved(t *testing.T) {
	dir := t.TempDir()
	stored(t, dir, 0, 100)
	s := open(t, dir, DefaultBound)
	if n, _, err := Clean(dir); n != 1 || err != nil {
		t.Fatalf("%d %v", n, err)
	}
	if n := known(t, s, 0, 100); n != 100 {
		t.Errorf("%d values", n)
	}
	closed(t, s)
	if _, err := Stat(filepath.Join(dir, "absent")); err != nil {
		t.Error(err)
	}
	if _, _, err := Clean(filepath.Join(dir, "absent")); err != nil {
		t.Error(err)
	}
	if _, err := Open(Options{Dir: filepath.Join(dir, "absent")}); err == nil {
		t.Error("a store in no directory")
	}
}
