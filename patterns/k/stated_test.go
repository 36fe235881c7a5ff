package k

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A compiled library has the signatures and the hashes of its source, and they are those that the compiler stated,
// except where its derivation did not converge.
func TestCompiledLibrary(t *testing.T) {
	for name, compiled := range map[string]string{"library.k": "library.klib", "program.k": "program.ko"} {
		const folder = "../../lang/k/compiled/testdata/"
		source, err := os.ReadFile(folder + name)
		if err != nil {
			t.Fatal(err)
		}
		binary, err := os.ReadFile(folder + compiled)
		if err != nil {
			t.Fatal(err)
		}
		f, bad := Language.Binary.Read(bytes.NewReader(binary), int64(len(binary)), name, nil)
		if bad != nil {
			t.Fatal(bad)
		}
		want := analyzeAs(string(source), k.K6)
		got := Analyze(context.Background(), f, Options{})
		signatures, hashes := make(map[string]string), Hashes(want)
		for d := range want.Definitions {
			signatures[want.Definitions[d].Name] = signatureOf(want, int32(d)) + " " + hashes[d]
		}
		hashes = Hashes(got)
		for d := range got.Definitions {
			name := got.Definitions[d].Name
			if is := signatureOf(got, int32(d)) + " " + hashes[d]; is != signatures[name] {
				t.Errorf("`%s` : %s, and in the source %s", name, is, signatures[name])
			}
			delete(signatures, name)
		}
		if len(signatures) > 0 {
			t.Errorf("%s lacks %v", name, signatures)
		}
		var diverged []string
		for i := range got.Diagnostics {
			if dg := &got.Diagnostics[i]; dg.Code != lang.WrongHash {
				t.Errorf("%s: %v", name, dg)
			} else {
				diverged = append(diverged, dg.Definition)
			}
		}
		if is, want := strings.Join(diverged, " "), map[string]string{"library.k": "even odd poly"}[name]; is != want {
			t.Errorf("%s: the hashes of %s differ, not of %s", name, is, want)
		}
	}
}

const (
	succHash = "@SwjzXdcxv8ZbpCkF4cXGtgKkqPTfYqGGP5erQE7DCCsj" // of |succ
	idHash   = "@QfyLpmn56wuppuGvrrUJz8LKtgaXfbMtad7RnzBcFk2S" // of ()
)

// A comment is the hash of the definition before it in its line, of a type or a function.
func TestStatedHashes(t *testing.T) {
	nat := "@w8iSHeQQE738vEmWNGja3FQWk3XuExQKZ2pbm8ApEdkF"
	for _, c := range []struct{ source, want string }{
		{"f = |succ; -- " + succHash, ""},
		{"f = |succ; /* " + succHash + " */ g = |a;", ""},
		{"f = |succ; # " + idHash, "f"},
		{"f = |succ;\n-- " + idHash, ""},
		{"f = |succ; -- is " + idHash, ""},
		{"f = |succ; /* */ -- " + idHash, ""},
		{"f = nosuch; -- " + idHash, ""},
		{"$ nat = <{} zero, nat succ>; -- " + nat + "\ng = |a; -- " + nat, "g"},
		{"$ nat = <{} zero>; -- " + nat, "$nat"},
	} {
		var got []string
		for _, dg := range analyzeAs(c.source, k.K6).Diagnostics {
			if dg.Code == lang.WrongHash {
				got = append(got, dg.Definition)
			}
		}
		if is := strings.Join(got, " "); is != c.want {
			t.Errorf("%s: %s, not %s", c.source, is, c.want)
		}
	}
}

// Comments with hashes take linear time.
func TestStatedGrowth(t *testing.T) {
	for _, shape := range []func(n int) string{
		func(n int) string { return "f = |succ; " + strings.Repeat("/* "+succHash+" */ ", n) },
		func(n int) string { return strings.Repeat("s = |succ; -- "+idHash+"\n", n) },
	} {
		cost.Linear(t, 1<<12, func(n int) { analyzeAs(shape(n), k.K6) })
	}
}
