package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	analyzer "github.com/patgraph/patgraph/patterns/k"
)

// The same seed always gives the same bytes, because benchmarks are compared over years. An intended change of the
// generator changes this hash.
func TestGolden(t *testing.T) {
	h := sha256.New()
	written, err := Corpus{1}.Records(h, 500)
	if err != nil {
		t.Fatal(err)
	}
	const want = "97a61f7f2af8525b323f657f584437383467f2cafd9cac525a16ac7a510fb528"
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Errorf("hash %s, not %s", got, want)
	}
	if written != 1543048 {
		t.Errorf("wrote %d bytes", written)
	}
}

// Programs are of the stated kind.
func TestKinds(t *testing.T) {
	c := Corpus{7}
	for i := range 250 {
		// Most programs are sound, and a few of those are enough.
		p := c.Program(i)
		if p.Kind == Sound && i%4 != 0 || len(p.Source) > 40_000 {
			continue
		}
		r := analyzer.Analyze(context.Background(), lang.NewFile("in.k", p.Source), analyzer.Options{Brief: true})
		if p.Kind == Sound && len(r.Diagnostics) > 0 {
			t.Errorf("program %d is sound: %s", i, r.Diagnostics[0].Message)
		}
		errors := 0
		for _, d := range r.Diagnostics {
			typing := d.Code.Class() == lang.ClassClash
			if d.Severity == lang.Error {
				errors++
				if p.Kind == IllTyped && !typing {
					t.Errorf("program %d is ill-typed: %s %s", i, d.Code, d.Message)
				}
			}
		}
		if p.Kind != Sound && errors == 0 {
			t.Errorf("program %d is %s and nothing is said\n%s", i, p.Kind, p.Source)
		}
	}
}

// The documented rates and sizes hold.
func TestRates(t *testing.T) {
	const n = 40_000
	c := Corpus{3}
	count := make(map[Kind]int)
	copies := 0
	for i := range n {
		of, fate := c.original(i)
		if of != i {
			copies++
		}
		count[kind(fate)]++
	}
	between := func(what string, got, perMille int) {
		if want := n * perMille / 1000; got < want*8/10 || got > want*12/10 {
			t.Errorf("%s: %d of %d", what, got, n)
		}
	}
	between("ill-typed", count[IllTyped], perMilleIllTyped)
	between("broken", count[Broken], perMilleBroken)
	between("copies", copies, perMilleCopies)

	var sizes []int
	for i := range 1000 {
		sizes = append(sizes, bytesOf((float64(i)+0.5)/1000))
	}
	if m := sizes[500]; m < 500 || m > 1500 {
		t.Errorf("the median is %d bytes", m)
	}
	if at, _ := slices.BinarySearch(sizes, 4000); at < 850 {
		t.Errorf("%d of 1000 programs have more than 4 KB", 1000-at)
	}
	if at, _ := slices.BinarySearch(sizes, 50_000); at < 985 || at == 1000 {
		t.Errorf("%d of 1000 programs have more than 50 KB", 1000-at)
	}
	if s := bytesOf(0.9999999); s < 250_000 || s > largest {
		t.Errorf("the largest program has %d bytes", s)
	}
}

// Program i does not depend on the programs made before, and a copy equals its original.
func TestRandomAccess(t *testing.T) {
	c := Corpus{1}
	copies := 0
	for i := 199; i >= 0; i-- {
		p := c.Program(i)
		if p.Of != i {
			copies++
			if o := c.Program(p.Of); o.Of != p.Of || o.Kind != p.Kind || !bytes.Equal(o.Source, p.Source) {
				t.Errorf("program %d is not a copy of %d", i, p.Of)
			}
		}
	}
	if copies == 0 {
		t.Error("no copies")
	}
	if bytes.Equal(Corpus{2}.Program(5).Source, c.Program(5).Source) {
		t.Error("the seed is not used")
	}
}

// Files and records hold the same programs.
func TestWrite(t *testing.T) {
	const n = 600
	c := Corpus{1}
	dir := t.TempDir()
	inFiles, err := c.Tree(dir, n)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	inRecords, err := c.Records(&b, n)
	if err != nil {
		t.Fatal(err)
	}
	invalid := 0
	d := json.NewDecoder(&b)
	for i := range n {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(c.Path(i))))
		if err != nil {
			t.Fatal(err)
		}
		var r Record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.ID+".k" != c.Path(i) || !bytes.Equal(text, c.Program(i).Source) {
			t.Errorf("program %d", i)
		}
		if !utf8.Valid(text) {
			invalid++
			if _, ds := k.Parse(lang.NewFile("record", []byte(r.Source))); len(ds) == 0 {
				t.Errorf("record %d is not a broken program any more", i)
			}
		} else if r.Source != string(text) {
			t.Errorf("record %d", i)
		}
	}
	files := 0
	err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files != n {
		t.Errorf("%d files, %v", files, err)
	}
	if inFiles != inRecords || invalid == 0 {
		t.Errorf("files of %d bytes, records of %d, %d of them invalid", inFiles, inRecords, invalid)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteErrors(t *testing.T) {
	if _, err := (Corpus{1}).Records(full{}, 1000); err == nil {
		t.Error("a full disk is not an error")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := (Corpus{1}).Tree(file, 10); err == nil {
		t.Error("a file in place of a folder is not an error")
	}
}

func BenchmarkProgram(b *testing.B) {
	bytes := 0
	for i := 0; b.Loop(); i++ {
		bytes += len(Corpus{1}.Program(i % 1000).Source)
	}
	b.ReportMetric(float64(bytes)/b.Elapsed().Seconds()/1e6, "MB/s")
}
