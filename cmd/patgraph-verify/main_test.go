package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"patgraph-verify": main}) }

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: os.Getenv("PATGRAPH_UPDATE") != ""})
}

// A term that has a type is not in a class that only looks like the type.
func TestTypedClasses(t *testing.T) {
	const (
		object = `{"shapes":["product"],"closed":true,"parts":[[1,1]]}`
		open   = `{"shapes":["product","union","vector"]}`
	)
	given := []byte(`{"patgraph":"program/1","errors":[],"signatures":{"labels":["vector-member","x"],` +
		`"types":[{"shape":"product","parts":[[1,2]]},{"shape":"union","name":"int","literals":"all","payload":1}],` +
		`"groups":[{"terms":2,"constraints":[{"term":0,"is":` + object + `},{"term":0,"is":{"type":1}}],` +
		`"definitions":[]}]}}`)
	for _, c := range []struct {
		patterns string
		accepted bool
	}{
		{`{"type":1},{"type":2}`, true},
		{object + `,` + open, false},
		{`{"type":1},` + open, false},
		{`{"type":2},{"type":2}`, false},
	} {
		proofs := fmt.Appendf(nil, `{"patgraph":"certificate/1","program":"%x","errors":[],"signatures":[`+
			`{"patterns":[%s],"classes":[0,1]}]}`, sha256.Sum256(given), c.patterns)
		if why := checked(given, proofs); (why == "") != c.accepted {
			t.Errorf("%s: %q", c.patterns, why)
		}
	}
}

// A line has one value and nothing else.
func TestDecode(t *testing.T) {
	for line, accepted := range map[string]bool{
		`{}`: true, `{}}`: false, `{}]`: false, `{}{}`: false, `{"x":1}`: false,
	} {
		if err := decode([]byte(line), new(certificate)); (err == nil) != accepted {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Nothing that is read makes the verifier fail.
func FuzzVerify(f *testing.F) {
	for _, path := range examples(f)[:20] {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		given, proofs := certified(f, path, src)
		f.Add(given, proofs)
	}
	f.Fuzz(func(t *testing.T, given, proofs []byte) {
		if i := bytes.Index(proofs, []byte(`"program":"`)); i >= 0 && len(proofs) > i+75 { // for what is given
			proofs = slices.Clone(proofs)
			copy(proofs[i+11:], fmt.Sprintf("%x", sha256.Sum256(bytes.TrimSuffix(given, []byte("\n")))))
		}
		checked(given, proofs)
	})
}

// certified returns the certificate of a program: its two lines.
func certified(t testing.TB, path string, src []byte) (given, proofs []byte) {
	t.Helper()
	l := languages.All.For(path, "")
	o := language.Options{Settings: language.Settings{Certify: true}}
	r := l.Analyze(context.Background(), lang.NewFile(path, src), o)
	in := &report.Input{Name: path, File: r.File, Language: l, Result: r, Diagnostics: r.Diagnostics}
	lines := bytes.SplitAfter(report.AppendCertificate(nil, in), []byte("\n"))
	return lines[0], lines[1]
}

// examples are programs of all languages, with and without errors.
func examples(t testing.TB) (paths []string) {
	t.Helper()
	err := filepath.WalkDir("../../examples", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains(languages.All.Extensions(), filepath.Ext(path)) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// checked is what the verifier says about a certificate: an empty text is yes.
func checked(given, proofs []byte) string {
	why, err := verify(bytes.TrimSuffix(given, []byte("\n")), proofs, make(map[string]int))
	if err != nil {
		return err.Error()
	}
	return why
}

// The certificates of all examples are accepted.
func TestExamples(t *testing.T) {
	proved := 0
	for _, path := range examples(t) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		given, proofs := certified(t, path, src)
		if why := checked(given, proofs); why != "" {
			t.Error(why)
		}
		proved += bytes.Count(proofs, []byte(`"clash"`)) + bytes.Count(proofs, []byte(`"relation"`))
	}
	if proved < 25 {
		t.Errorf("only %d examples have proofs", proved)
	}
}

// Every change of one thing is refused: in what is given, in a proof, and in a typing. A less general signature of a
// recursive definition can be right, too, so changes of its patterns are left out.
func TestChanges(t *testing.T) {
	type line struct {
		path          string
		given, proofs []byte
		recursive     map[string]bool
	}
	var list []line
	for _, path := range examples(t) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if given, proofs := certified(t, path, src); bytes.Contains(proofs, []byte("[{")) && len(proofs) < 1<<15 {
			list = append(list, line{path, given, proofs, recursive(t, given)})
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range sample.Size(10_000, 500) {
		x := list[random.IntN(len(list))]
		var tree any
		if err := json.Unmarshal(x.proofs, &tree); err != nil {
			t.Fatal(err)
		}
		says := changed(tree, random)
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		group, _, typing := strings.Cut(says, ".patterns")
		if checked(x.given, text) == "" && !(typing && x.recursive[group]) {
			t.Errorf("%s: %s", x.path, says)
		}
		at := random.IntN(len(x.given) - 1)
		given := slices.Clone(x.given)
		if given[at] ^= 1; checked(given, x.proofs) == "" {
			t.Errorf("%s: byte %d", x.path, at)
		}
	}
}

// recursive returns the groups of a program that use themselves, as changed names them.
func recursive(t *testing.T, given []byte) map[string]bool {
	t.Helper()
	var p program
	if err := decode(given, &p); err != nil {
		t.Fatal(err)
	}
	groups := make(map[string]bool)
	for i, g := range p.Signatures.Groups {
		for _, u := range g.Uses {
			if u.Of[0] == i {
				groups[fmt.Sprintf(".signatures[%d]", i)] = true
			}
		}
	}
	return groups
}

// changed changes one thing in data of JSON: a number, a text, or a list. It returns what it changed.
func changed(tree any, random *rand.Rand) string {
	type spot struct {
		path string
		set  func(any)
		is   any
	}
	var spots []spot
	var walk func(path string, x any, set func(any))
	walk = func(path string, x any, set func(any)) {
		spots = append(spots, spot{path, set, x})
		switch x := x.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(func(yield func(string) bool) {
				for k := range x {
					if !yield(k) {
						return
					}
				}
			}) {
				walk(path+"."+k, x[k], func(v any) { x[k] = v })
			}
		case []any:
			for i := range x {
				walk(fmt.Sprintf("%s[%d]", path, i), x[i], func(v any) { x[i] = v })
			}
		}
	}
	walk("", tree, nil)
	words := []string{"given", "chain", "label", "fact", "unfold", "vector", "relation", "clash", ""}
	for {
		s := spots[random.IntN(len(spots))]
		var v any
		switch x := s.is.(type) {
		case float64:
			v = x + float64(random.IntN(9)-4)
			if v == x || random.IntN(4) == 0 {
				v = float64(random.IntN(40))
			}
		case string:
			v = words[random.IntN(len(words))]
		case []any:
			if len(x) == 0 {
				continue
			}
			i := random.IntN(len(x))
			if v = slices.Delete(slices.Clone(x), i, i+1); random.IntN(2) == 0 {
				v = slices.Insert(slices.Clone(x), i, x[random.IntN(len(x))])
			}
		case map[string]any:
			keys := []string{"of", "by", "parts", "closed"}
			k := keys[random.IntN(len(keys))]
			if _, has := x[k]; !has || strings.Count(s.path, ".") < 1 {
				continue
			}
			delete(x, k)
			return s.path + " without " + k
		}
		before, _ := json.Marshal(s.is)
		after, _ := json.Marshal(v)
		if bytes.Equal(before, after) || s.set == nil {
			continue
		}
		s.set(v)
		return fmt.Sprintf("%s: %s, not %s", s.path, after, before)
	}
}
