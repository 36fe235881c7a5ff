package k

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

const twoHash = "@rvfyTCd2gtqhhJbZwNE6veBAnG6ay6fza2chZpa65TJE" // of |succ |succ, each by a name

// A hash refers to the function that has it, before or after the reference, also if hashes define that function. A hash
// in a comment is used only if no function has it.
func TestFunctionsByHash(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"f = @; s = |succ;", "?X0 --> ?<X0 succ, ...>"},
		{"f = {.a @ b}; s = |succ;", "?{X0 a, ...} --> ?{<X0 succ, ...> b}"},
		{"f = " + twoHash + "; t = s s; s = |succ;", "?X0 --> ?<<X0 succ, ...> succ, ...>"},
		{"f = " + twoHash + "; t = s @; s = |succ;", "?X0 --> ?<<X0 succ, ...> succ, ...>"},
		{"f = @; s = |other; -- @", "?X0 --> ?<X0 other, ...>"},
		{"f = @; s = |other; -- @\nt = |succ;", "?X0 --> ?<X0 succ, ...>"},
		{"f = @; s = |other; t = |succ .nosuch;", "error"},
		{"f = @ |a; s = f; g = @;", "error"},
		{"f = " + idHash + ";", "error"},
	} {
		source := strings.NewReplacer("@;", succHash+";", "@ ", succHash+" ", "@\n", succHash+"\n").
			Replace(c.source + "\n")
		if r := analyzeAs(source, k.K6); c.want == "error" {
			if len(r.Diagnostics) == 0 || r.Diagnostics[0].Code != lang.UnknownFunction ||
				!strings.HasPrefix(r.Diagnostics[0].Message.String(), "no function with the hash `@") {
				t.Errorf("%s: %v", source, r.Diagnostics)
			}
		} else if got := signatureOf(r, 0); got != c.want {
			t.Errorf("%s: %s, not %s: %v", source, got, c.want, r.Diagnostics)
		}
	}
}

// If changes of a program are tried, a function of a library can be referred to by its hash: the changes are the
// same as with its name, and cost about as much.
func TestFixesWithHash(t *testing.T) {
	fixes := func(reference string) (list []string, allocated uint64) {
		library, main := "s = |succ;", "-- dialect: k6\n"
		for i := range 20 {
			library += fmt.Sprintf("l%d = <%s .z>;", i, strings.Repeat(".a .b, ", 50))
			main += fmt.Sprintf("f%d = .a %s |z .w;", i, reference)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := Analyze(context.Background(), lang.Join([]*lang.File{lang.NewFile("lib.k", []byte(library))},
			lang.NewFile("main.k", []byte(main))), Options{})
		runtime.ReadMemStats(&after)
		for _, dg := range r.Diagnostics {
			for _, f := range dg.Fixes {
				list = append(list, f.Title.String())
			}
		}
		return list, after.TotalAlloc - before.TotalAlloc
	}
	got, by := fixes(succHash)
	want, most := fixes("s")
	if len(want) == 0 || !slices.Equal(got, want) || by > 3*most {
		t.Errorf("with a hash there are %d fixes for %d bytes, with a name %d for %d", len(got), by, len(want), most)
	}
}

// References by a hash take linear time.
func TestHashReferenceGrowth(t *testing.T) {
	cost.Linear(t, 1<<12, func(n int) {
		analyzeAs("s = |succ; f = <"+strings.Repeat(succHash+", ", n)+"s>;", k.K6)
	})
}
