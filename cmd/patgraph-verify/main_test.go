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

// A typing is accepted if it is the most general one that satisfies the constraints, with one class for equal patterns.
func TestTypings(t *testing.T) {
	const (
		object = `{"shapes":["product"],"closed":true,"parts":[[1,1]]}`
		open   = `{"shapes":["product","union","vector"]}`
		unit   = `{"shapes":["product"],"closed":true}`
		dot    = `{"shapes":["product"],"parts":[[1,1]]}`
		typed  = `{"term":0,"is":{"type":1}}`
		label  = `{"shapes":["product"],"closed":true,"labels":[1]}`
		use    = `{"at":[0,0,0],"of":[0,0],"roots":[2]}` // the part of the part is used as the definition is
	)
	for _, c := range []struct {
		constraints, uses, patterns, classes string
		accepted                             bool
	}{
		{`{"term":0,"is":` + object + `},` + typed, ``, `{"type":1},{"type":2}`, `0,1`, true},
		{`{"term":0,"is":` + object + `},` + typed, ``, object + `,` + open, `0,1`, false},
		{`{"term":0,"is":` + object + `},` + typed, ``, `{"type":1},` + open, `0,1`, false},
		{`{"term":0,"is":` + object + `},` + typed, ``, `{"type":2},{"type":2}`, `0,1`, false},
		// A type is required, not only allowed.
		{``, ``, open + `,` + open, `0,1`, true},
		{``, ``, `{"type":2},` + open, `0,1`, false},
		{``, ``, open, `0,0`, false},
		// A pattern with the parts of a type is equal to the type.
		{`{"term":0,"is":` + object + `},{"term":1,"is":{"type":2}}`, ``, `{"type":1},{"type":2}`, `0,1`, true},
		{`{"term":0,"is":` + unit + `},{"term":1,"is":` + unit + `}`, ``, unit, `0,0`, true},
		{`{"term":0,"is":` + dot + `},{"term":1,"is":` + dot + `}`, ``, dot, `0,0`, false},
		// The signature of a recursive definition is the most general one of which its use is an instance.
		{`{"term":0,"is":` + dot + `},{"term":1,"is":{"shapes":["product"],"parts":[[1,2]]}}`, use,
			dot + `,{"shapes":["product"],"parts":[[1,2]]},{"shapes":["product"],"parts":[[1,3]]},` + open, `0,1,2`, false},
		{`{"term":0,"is":` + dot + `},{"equal":[1,2]}`, use, dot + `,` + open, `0,1,1`, false},
		{`{"term":0,"is":` + dot + `}`, `{"at":[0,0,0],"of":[0,0],"roots":[0]}`, dot + `,` + open, `0,1`, true},
		{`{"term":0,"is":` + dot + `}`, `{"at":[0,0,0],"of":[0,0],"roots":[0]}`, dot + `,{"type":2}`, `0,1`, false},
		{`{"term":0,"is":` + dot + `}`, `{"at":[0,0,0],"of":[0,0],"roots":[0]}`, dot, `0,0`, false},
		{`{"term":1,"is":{"type":1,"parts":[[1,0]]}},{"term":2,"is":` + open + `}`, use,
			`{"type":2},{"type":1}`, `0,1,0`, true},
		{`{"term":1,"is":{"type":1,"parts":[[1,0]]}},{"term":2,"is":` + open + `}`, use,
			`{"type":2},{"type":1},` + open, `0,1,2`, false},
		// Each class is one type, and says nothing else.
		{`{"term":0,"is":{"type":2}},{"term":1,"is":{"type":2}}`, ``, `{"type":2}`, `0,0`, true},
		{`{"term":0,"is":{"type":2}},{"term":1,"is":{"type":2}}`, ``, `{"type":2},{"type":2}`, `0,1`, false},
		{`{"term":0,"is":{"type":2}}`, ``, `{"type":2,"closed":true}`, `0`, false},
		{`{"equal":[0,1]}`, ``, `{"type":-1},` + open, `0,1`, false},
		// Parts that no constraint gives are not the same.
		{`{"term":0,"is":` + label + `}`, ``, `{"shapes":["product"],"closed":true,"parts":[[1,0]]}`, `0`, false},
		{`{"term":0,"is":` + label + `},{"term":1,"is":` + label + `}`, ``, label, `0,0`, false},
		// Terms are those of the group, and relations are not checked.
		{`{"equal":[1,2]}`, `{"of":[0,0],"roots":[0]}`, open, `0,0`, false},
		{`{"relation":"f","args":[0]}`, ``, open, `0`, false},
		{`{"term":0,"is":` + dot + `}`, `{"of":[0,0],"roots":[]}`, dot + `,` + open, `0,1`, false},
	} {
		given := fmt.Appendf(nil, `{"patgraph":"program/1","errors":[],"signatures":{"labels":["vector-member","x"],`+
			`"types":[{"shape":"product","parts":[[1,2]]},{"shape":"union","name":"int","literals":"all","payload":1}],`+
			`"groups":[{"terms":%d,"constraints":[%s],"definitions":[{"at":[0,0,0],"roots":[0]}],"uses":[%s]}]}}`,
			strings.Count(c.classes, ",")+1, c.constraints, c.uses)
		proofs := fmt.Appendf(nil, `{"patgraph":"certificate/1","program":"%x","errors":[],"signatures":[`+
			`{"patterns":[%s],"classes":[%s]}]}`, sha256.Sum256(given), c.patterns, c.classes)
		if why := checked(given, proofs); (why == "") != c.accepted {
			t.Errorf("%s, %s, %s: %q", c.constraints, c.patterns, c.classes, why)
		}
	}
}

// A proof needs all of its constraints, and ends in a contradiction.
func TestProofs(t *testing.T) {
	const product, vector = `{"term":0,"is":{"shapes":["product"]}}`, `{"term":0,"is":{"shapes":["vector"]}}`
	for _, c := range []struct {
		constraints, steps string
		accepted           bool
	}{
		{``, ``, false},
		{product, `{"rule":"given"}`, false},
		{product + `,` + vector, `{"rule":"given"},{"rule":"given","of":1}`, true},
		{product + `,` + vector, `{"rule":"given"},{"rule":"given"}`, false},
		{product + `,` + vector, `{"rule":"given"},{"rule":"relation","of":1}`, false},
		{product + `,` + vector, `{"rule":"given"}`, false},
		{product + `,` + product + `,` + vector, `{"rule":"given"},{"rule":"given","of":1},{"rule":"given","of":2}`, false},
		{vector + `,{"equal":[0,1]},` + product, `{"rule":"given"},{"rule":"given","of":1},{"rule":"given","of":2}`, false},
	} {
		given := fmt.Appendf(nil, `{"patgraph":"program/1","errors":[{"code":"P0301","at":[0,0,0],"given":`+
			`{"labels":["vector-member"],"terms":2,"constraints":[%s]}}],"signatures":{"labels":["vector-member"],"groups":[]}}`,
			c.constraints)
		proofs := fmt.Appendf(nil, `{"patgraph":"certificate/1","program":"%x","errors":[[%s]],"signatures":[]}`,
			sha256.Sum256(given), c.steps)
		if why := checked(given, proofs); (why == "") != c.accepted {
			t.Errorf("%s, %s: %q", c.constraints, c.steps, why)
		}
	}
}

// The numbers in the first line refer to entries of its tables, and types with different numbers are different.
func TestGiven(t *testing.T) {
	const (
		types = `"types":[{"shape":"product","parts":[[1,2]]},{"shape":"product"%s}]`
		unit  = `{"term":0,"is":{"shapes":["product"],"closed":true}}`
		two   = `{"term":0,"is":{"type":1}},{"term":0,"is":{"type":2}}`
	)
	for _, c := range []struct {
		types, constraints string
		accepted           bool
	}{
		{`,"parts":[[2,1]]`, two, true},
		{`,"parts":[[1,2],[1,1]]`, two, false},
		{`,"parts":[[1]]`, `{"term":0,"is":{"type":2}},{"term":0,"is":{"shapes":["product"],"parts":[[1,0]]}}`, false},
		{`,"parts":[[1,2]],"payload":1`, two, false},
		{`,"parts":[[1,2]],"name":"a"`, two, false},
		{`,"parts":[[1,2]],"constructor":-1`, two, false},
		{`,"parts":[[1,2]],"constructor":1`, two, false},
		{`,"literals":"some","name":"a","payload":1`, two, false},
		{``, `{"term":0,"is":{"shapes":["product"],"closed":true,"constructor":-1}},` +
			`{"term":0,"is":{"shapes":["product"],"closed":true,"constructor":-2}}`, false},
		{``, unit + `,{"term":0,"is":{"shapes":["product"],"parts":[[9,0]]}}`, false},
		{``, unit + `,{"term":0,"is":{"shapes":["product"],"parts":[[1,1]]}}`, true},
		{``, unit + `,{"term":0,"is":{"shapes":["product"],"parts":[[1,9]]}}`, false},
		{``, `{"term":0,"is":{"type":1}},{"taken":"program: 9","term":0,"is":{"type":2}}`, false},
	} {
		given := fmt.Appendf(nil, `{"patgraph":"program/1","errors":[{"code":"P0301","at":[0,0,0],"given":`+
			`{"labels":["vector-member","x","y"],`+types+`,"terms":2,"constraints":[%s]}}],`+
			`"signatures":{"labels":["vector-member"],"groups":[]}}`, c.types, c.constraints)
		proofs := fmt.Appendf(nil, `{"patgraph":"certificate/1","program":"%x",`+
			`"errors":[[{"rule":"given"},{"rule":"given","of":1}]],"signatures":[]}`, sha256.Sum256(given))
		if why := checked(given, proofs); (why == "") != c.accepted {
			t.Errorf("%s, %s: %q", c.types, c.constraints, why)
		}
	}
}

// A relation reads only constraints that hold, and no relations.
func TestReads(t *testing.T) {
	for reads, accepted := range map[string]bool{
		``: true, `{"equal":[0,0]}`: true, `{"equal":[0,1]}`: false, `{"relation":"g","args":[0]}`: false,
	} {
		given := fmt.Appendf(nil, `{"patgraph":"program/1","errors":[{"code":"P0301","at":[0,0,0],"given":`+
			`{"labels":["vector-member"],"terms":2,"constraints":[{"relation":"f","args":[0]}],`+
			`"firings":[{"reads":[%s]}]}}],"signatures":{"labels":["vector-member"],"groups":[]}}`, reads)
		proofs := fmt.Appendf(nil, `{"patgraph":"certificate/1","program":"%x",`+
			`"errors":[[{"rule":"given"},{"rule":"relation"}]],"signatures":[]}`, sha256.Sum256(given))
		if why := checked(given, proofs); (why == "") != accepted {
			t.Errorf("%s: %q", reads, why)
		}
	}
}

// A definition can use another twice: equal patterns of the two uses then have one instance.
func TestUses(t *testing.T) {
	var src strings.Builder
	src.WriteString("d0 = {() a, () b};\n")
	for i := range 40 {
		fmt.Fprintf(&src, "d%d = {d%d a, d%d b};\n", i+1, i, i)
	}
	given, proofs := certified(t, "a.k", []byte(src.String()+"d40\n"))
	if why := checked(given, proofs); why != "" {
		t.Error(why)
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

// No input makes the verifier panic.
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
		if i := bytes.Index(proofs, []byte(`"program":"`)); i >= 0 && len(proofs) > i+75 { // make it a proof for these constraints
			proofs = slices.Clone(proofs)
			copy(proofs[i+11:], fmt.Sprintf("%x", sha256.Sum256(bytes.TrimSuffix(given, []byte("\n")))))
		}
		checked(given, proofs)
	})
}

// certified returns the certificate of a program, which has two lines.
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

// checked is the verifier's objection to a certificate; it is empty if the certificate is accepted.
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
		proved += bytes.Count(proofs, []byte("[{\"rule\""))
	}
	if proved < 25 {
		t.Errorf("only %d examples have proofs", proved)
	}
}

// Any single change of the constraints, of a proof or of a typing is rejected.
func TestChanges(t *testing.T) {
	type line struct {
		path          string
		given, proofs []byte
	}
	var list []line
	for _, path := range examples(t) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if given, proofs := certified(t, path, src); bytes.Contains(proofs, []byte("[{")) && len(proofs) < 1<<15 {
			list = append(list, line{path, given, proofs})
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
		if checked(x.given, text) == "" {
			t.Errorf("%s: %s", x.path, says)
		}
		at := random.IntN(len(x.given) - 1)
		given := slices.Clone(x.given)
		if given[at] ^= 1; checked(given, x.proofs) == "" {
			t.Errorf("%s: byte %d", x.path, at)
		}
	}
}

// changed makes one change in JSON data: of a number, a text, or a list. It returns a description of it.
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
	words := []string{"given", "relation", "product", "union", "vector", ""}
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
			keys := []string{"of", "rule", "parts", "closed"}
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
