package inputs

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestReadLists(t *testing.T) {
	long := strings.Repeat("x", maxPath+1)
	for _, test := range []struct {
		text string
		null bool
		want []string
		says string
	}{
		{"", false, nil, ""},
		{"a.k\nb.k", false, []string{"a.k", "b.k"}, ""},
		{"a.k\r\n\r\nb.k\r\n", false, []string{"a.k", "b.k"}, ""},
		{"\n \t\n a b.k \n\n", false, []string{" a b.k "}, ""},
		{"\ufeffa.k\n", false, []string{"a.k"}, ""},
		{"\xff.k\n", false, []string{"\xff.k"}, ""},
		{"a.k\n-\nb.k\n", false, []string{"a.k", "b.k"}, "cannot read `-`: standard input is the list that it is in"},
		{"a.k\x00b.k\x00", false, nil, "cannot read `<stdin>`: there is a NUL in this list of paths"},
		{"a.k\x00b\n.k\x00\x00 \x00c.k", true, []string{"a.k", "b\n.k", " ", "c.k"}, ""},
		{"a.k\n" + long, false, []string{"a.k"}, "cannot read `<stdin>`: an entry of this list of paths has more than 1 MiB"},
		{long, true, nil, "cannot read `<stdin>`: an entry of this list of paths has more than 1 MiB"},
	} {
		paths, problems := ReadLists([]string{"-"}, test.null, iotest.HalfReader(strings.NewReader(test.text)))
		says := ""
		for _, p := range problems {
			says += p.Problem.Message.String()
		}
		if !slices.Equal(paths, test.want) || says != test.says {
			t.Errorf("%.30q: %q, %s", test.text, paths, says)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "list"), "a.k\n-\n")
	paths, problems := ReadLists([]string{filepath.Join(dir, "list"), dir, filepath.Join(dir, "gone"), "-"}, false,
		iotest.ErrReader(errors.New("no more")))
	if !slices.Equal(paths, []string{"a.k", "-"}) || len(problems) != 3 {
		t.Errorf("%q, %v", paths, problems)
	}
	for i, says := range []string{"it is a folder, not a list of paths", "no such file or directory",
		"cannot read `<stdin>`: no more"} {
		if i < len(problems) && !strings.HasSuffix(problems[i].Problem.Message.String(), says) {
			t.Errorf("%s, want %s", problems[i].Problem.Message, says)
		}
	}
}

// The output of find -print0 is read correctly, whatever the names are.
func TestListLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[^\x00\x{FEFF}-][^\x00]{0,10}`)
		names := rapid.SliceOf(name).Draw(t, "names")
		got, problems := ReadLists([]string{"-"}, true, strings.NewReader(strings.Join(names, "\x00")))
		if len(problems) > 0 || !slices.Equal(got, names) && len(got)+len(names) > 0 {
			t.Fatalf("%q, %v", got, problems)
		}
	})
}

func TestStdinName(t *testing.T) {
	for _, test := range []struct {
		name, exclude string
		forced        bool
		want, says    string
	}{
		{"", "", false, "<stdin>", ""},
		{"lib/./a.k", "", false, "lib/a.k", ""},
		{"buffer", "", false, "buffer", ""},
		{"a.txt", "", true, "a.txt", ""},
		{"a.txt", "", false, "a.txt", "cannot read `a.txt`: its name does not end in .k"},
		{"gen/a.k", "gen", false, "", ""},
	} {
		o := Options{Languages: toys, Forced: test.forced, StdinName: test.name}
		o.Exclude = globs(t, strings.Fields(test.exclude)...)
		list := Gather(o, []string{"-", "-"})
		if test.want == "" {
			if len(list) != 0 {
				t.Errorf("%s: %v", test.name, list)
			}
			continue
		}
		says := ""
		if _, problem := list[0].Read(strings.NewReader("f = .a;")); problem != nil {
			says = problem.Message.String()
		}
		if len(list) != 1 || list[0].Name != test.want || says != test.says {
			t.Errorf("%s: %v, %s", test.name, list, says)
		}
	}
}
