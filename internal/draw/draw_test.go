package draw

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/graph/formats/dot"

	"github.com/patgraph/patgraph/graphviz/render"
	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/mutate"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

// A text is a program with a name.
type text struct {
	name   string
	source []byte
}

// check draws all pictures of each program twice, each time from an analysis of its own, and compares the two. Both
// parsers read one in `one` of the distinct texts. Graphviz reads one text at a time, so the other work runs in
// parallel.
func check(t *testing.T, texts []text, one int) {
	t.Helper()
	var work sync.WaitGroup
	jobs := make(chan text)
	var mu sync.Mutex
	pictures := 0
	for range 2 {
		work.Go(func() {
			for x := range jobs {
				n := same(t, x, one)
				mu.Lock()
				pictures += n
				mu.Unlock()
			}
		})
	}
	for _, x := range texts {
		jobs <- x
	}
	close(jobs)
	work.Wait()
	t.Logf("%d programs, %d pictures", len(texts), pictures)
	if pictures < 4*len(texts)/2 {
		t.Errorf("only %d pictures of %d programs", pictures, len(texts))
	}
}

func same(t *testing.T, x text, one int) (pictures int) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v\n%s", x.name, p, x.source)
		}
	}()
	first := make(map[string][]byte)
	var names []string
	for name, b := range DOT(lang.NewFile("main.k", x.source)) {
		if first[name] != nil {
			t.Errorf("%s: two pictures are named %s", x.name, name)
		}
		first[name] = b
		names = append(names, name)
	}
	again := 0
	for name, b := range DOT(lang.NewFile("main.k", bytes.Clone(x.source))) {
		again++
		if !bytes.Equal(b, first[name]) {
			t.Errorf("%s: %s differs when it is drawn again:\n%.2000s\n%.2000s", x.name, name, first[name], b)
		}
	}
	if again != len(names) {
		t.Errorf("%s: %d pictures, then %d", x.name, len(names), again)
	}
	for _, name := range names {
		if !chosen(first[name], one) {
			continue
		}
		if err := read(first[name]); err != nil {
			t.Errorf("%s: %s: %v\n%.2000s", x.name, name, err, first[name])
		}
	}
	return len(names)
}

// chosen reports whether a text belongs to the sample, which contains about one in `one` of the texts.
func chosen(text []byte, one int) bool {
	h := fnv.New64a()
	h.Write(text)
	return h.Sum64()%uint64(one) == 0
}

// read reads a text with both parsers.
func read(b []byte) error {
	f, err := dot.ParseBytes(b)
	if err != nil {
		return fmt.Errorf("gonum: %w", err)
	}
	if len(f.Graphs) != 1 {
		return fmt.Errorf("gonum: %d graphs", len(f.Graphs))
	}
	if err := render.Parse(b); err != nil {
		return fmt.Errorf("Graphviz: %w", err)
	}
	return nil
}

func files(t *testing.T, patterns ...string) []text {
	t.Helper()
	var list []text
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, text{filepath.ToSlash(path), b})
		}
	}
	return list
}

func TestExamples(t *testing.T) {
	check(t, thin(files(t, "../../examples/programs/*/*.k", "../../examples/errors/*/*.k"), 20), 1)
}

func TestCases(t *testing.T) {
	b, err := os.ReadFile("../../patterns/k/testdata/k4.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ ID, Source string }
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	var list []text
	for _, c := range cases {
		list = append(list, text{c.ID, []byte(c.Source)})
	}
	check(t, thin(list, 8), sample.Size(1, 3))
}

// thin keeps one in `one` programs of the list where tests run on a sample.
func thin[T any](list []T, one int) []T {
	var thinned []T
	for i := 0; i < len(list); i += sample.Size(1, one) {
		thinned = append(thinned, list[i])
	}
	return thinned
}

func TestMutants(t *testing.T) {
	programs, err := mutate.Load("../..", mutate.K)
	if err != nil {
		t.Fatal(err)
	}
	programs = thin(programs, 20) // damaging a program costs as much as drawing it
	mutants := mutate.Generate(programs, mutate.Options{Seed: 5, Per: 1, Jobs: 2})
	var list []text
	for _, m := range mutants {
		list = append(list, text{m.ID, m.Source})
	}
	check(t, thin(list, 8), sample.Size(1, 8))
}

// Any characters in the texts and labels of a program are read back unchanged, and a program may be any bytes.
func TestCharacters(t *testing.T) {
	var list []text
	for _, s := range []string{
		`"`, `'`, `\`, `\\`, `\n`, "\n", "\r\n", "\t", "\x00", "\x01", "\x1b[31m", "\x7f", `\u0000`, `\u0007`, `\ud83d\ude00`, `\ud83d`, "é", "世界", "😀",
		"\u202e", "\u200b", "\u2028", "\ufeff", "\ufffd", "<b>", "</TD>", "&amp;", "&#10;", "&", "]]>", "-->", "<>&\"'", `\N`, `\G`, `\l`, "//", "/*", "#", "%", ";", "{", "}", "|", "\xff", "\xc3",
		strings.Repeat("long", 1000),
	} {
		l := `"` + s + `"`
		list = append(list, text{"label " + s,
			[]byte("f = {.a " + l + ", ." + l + " y};\nbad = {() a, () b}\n ." + l + ";\n" +
				"g = {" + l + " a, 1 b}\n PLUS;\n$t = <int " + l + ", t next>;\nh = $t <." + l + ">;\n" + l + " h\n")})
		list = append(list, text{"name " + s, []byte(s + " = .a;\nf = " + s + ";\n" + s)})
	}
	check(t, thin(list, 3), sample.Size(1, 4)) // of both kinds of programs
}

// Names may have any length; the size of a picture still grows only with the size of the program.
func TestLongNames(t *testing.T) {
	cost.Linear(t, sample.Size(100_000, 20_000), func(n int) {
		long := strings.Repeat("n", n)
		source := long + " = " + strings.Repeat(".a .b ", 300) + ";\nf = {" + long + " " + long + ", () b} ." + long +
			";\n$" + long + " = <int " + long + ">;\ng = $" + long + " " + long + ";\n"
		for name, b := range DOT(lang.NewFile("main.k", []byte(source))) {
			if len(b) > 2_000_000 {
				t.Errorf("%s has %d bytes", name, len(b))
			}
			if err := read(b); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
