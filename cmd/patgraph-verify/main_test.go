package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

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

func checked(lines ...[]byte) (out string, status int) {
	var b bytes.Buffer
	status = run([]string{"-"}, bytes.NewReader(bytes.Join(lines, nil)), &b, &b)
	return b.String(), status
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
		out, status := checked(given, proofs)
		if status != 0 {
			t.Errorf("%s: %s", path, out)
		}
		if !strings.Contains(out, "errors proved: 0") {
			proved++
		}
	}
	if proved < 25 {
		t.Errorf("only %d examples have proofs", proved)
	}
}

// Every change of one thing in a proof is refused.
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
		if given, proofs := certified(t, path, src); bytes.Contains(proofs, []byte(`"rule"`)) {
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
		if out, status := checked(x.given, text); status == 0 {
			t.Errorf("%s: %s: %s", x.path, says, out)
		}
	}
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
	words := []string{"given", "chain", "label", "fact", "unfold", "vector", "answer", "part", "fires", "fails", "clash"}
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
			keys := []string{"from", "cites", "by", "parts"}
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
