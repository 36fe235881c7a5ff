//go:build !js

package inputs

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// IsRevision reports whether an argument names a file or a folder in a revision of a git repository, as in
// `HEAD~1:lib.k`: it has a colon and no file has this name.
func IsRevision(arg string) bool {
	_, err := os.Lstat(arg)
	rev, _, ok := strings.Cut(arg, ":")
	return ok && err != nil && len(rev) > 1 // a single letter is a drive
}

// Revision returns the sources below a path of a revision, written as git does: from the root of the repository, or
// from the current folder if it begins with `./`. The settings and libraries of that revision apply. The names of the
// sources are paths from the root, as the second result is.
func Revision(ctx context.Context, o Options, arg string) (sources []Source, within string, err error) {
	git := func(args ...string) ([]byte, error) {
		var says bytes.Buffer
		c := exec.CommandContext(ctx, "git", args...)
		c.Stderr = &says
		out, err := c.Output()
		if text, _, _ := strings.Cut(strings.TrimSpace(says.String()), "\n"); err != nil && text != "" {
			err = errors.New(strings.TrimPrefix(text, "fatal: "))
		}
		return out, err
	}
	fail := func(err error) ([]Source, string, error) {
		return nil, "", errors.New("cannot read " + words.Quote(arg) + ": " + err.Error())
	}
	rev, name, _ := strings.Cut(arg, ":")
	root, err := git("rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return fail(err)
	}
	top, prefix, _ := strings.Cut(strings.TrimSuffix(string(root), "\n"), "\n")
	within = path.Clean(name)
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		within = path.Join(prefix, name)
	}
	commit, err := git("rev-parse", "--verify", "--end-of-options", rev+"^{tree}")
	if err != nil {
		return fail(errors.New("there is no revision " + words.Quote(rev)))
	}
	tree := strings.TrimSpace(string(commit))
	if within != "." {
		if _, err := git("cat-file", "-e", tree+":"+within); err != nil {
			return fail(errors.New(words.Quote(rev) + " has no " + words.Quote(within)))
		}
	}
	all, err := git("ls-tree", "-r", "-z", "--full-tree", "--name-only", tree)
	if err != nil {
		return fail(err)
	}
	args := []string{"-C", top, "archive", "--format=tar", tree, "--", ":(literal)" + within}
	if within == "." {
		args[len(args)-1] = "."
	}
	ends := []string{"/" + settingsName}
	for _, l := range o.Languages {
		for _, e := range l.Extensions {
			if l.Binary == nil || e != l.Binary.Extension {
				ends = append(ends, e) // it may be a library
			}
		}
	}
	names := "/" + strings.ReplaceAll(string(all), "\x00", "\x00/")
	for _, e := range ends { // a pattern without a file is an error
		if strings.Contains(names, e+"\x00") {
			args = append(args, ":(glob)**/*"+strings.TrimPrefix(e, "/"))
		}
	}
	data, err := git(args...)
	if err != nil {
		return fail(err)
	}
	if o.Forced {
		o.Include = nil
	}
	o.StdinName = arg
	for s := range Archives(o, []string{"-"}, bytes.NewReader(data)) {
		if s.Problem != nil && s.Archive == nil {
			return []Source{s}, within, nil
		}
		if s.Name == within || within == "." || strings.HasPrefix(s.Name, within+"/") {
			sources = append(sources, s)
		}
	}
	if len(sources) == 0 {
		return fail(errors.New("there is no program in it"))
	}
	return sources, within, nil
}
