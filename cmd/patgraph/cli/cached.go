//go:build !js

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// keepResults gives a batch the results of earlier runs, and stores those of this run when the function that it returns
// is called. A failure of the cache is only noted once, and the batch runs without it. extras are further values that
// the rendering depends on.
func (f *Flags) keepResults(p *Program, b *batch.Batch, args []string, extras ...any) (done func()) {
	none := func() {}
	if f.NoCache || f.Certificate != "" || f.format() == "html" || f.FilesFrom == nil && f.Input == "files" &&
		!slices.ContainsFunc(args, func(path string) bool { return path != "-" }) {
		return none
	}
	dir, isPrivate, err := cache.Place(f.CacheDir)
	if dir == "" || errors.Is(err, cache.ErrNowhere) {
		return none // there is deliberately no cache directory
	}
	var store *cache.Store
	if err == nil {
		err = cache.Make(dir, isPrivate)
	}
	if err == nil {
		store, err = cache.Open(cache.Options{Dir: dir, Bound: cmp.Or(f.CacheSize, cache.DefaultBound), Create: p.CreateKept})
	}
	if err != nil {
		noteNotKept(p, dir, err)
		return none
	}
	b.Judged = f.format() == "junit"
	b.Results = batch.NewResults(store, f.resultKey(p, extras))
	return func() {
		if err := store.Close(); err != nil {
			noteNotKept(p, dir, err)
		}
	}
}

func noteNotKept(p *Program, dir string, err error) {
	p.Err.Print([]byte("patgraph: results are not kept in " + words.Quote(dir) + ": " + lang.Visible(inputs.Cause(err)) +
		"\n  help: --no-cache, or --cache-dir DIR\n"))
}

// resultKey is everything that the output for a program depends on, besides the program.
func (f *Flags) resultKey(p *Program, extras []any) string {
	as := f.format() // the format, which a file name may determine
	text := fmt.Sprintf("%s %s %v", f.rendering(p.Command.Name), as, extras)
	switch as {
	case "github":
		text += fmt.Sprintf(" %q", workspaceFolder())
	case "text":
		for _, w := range []io.Writer{p.Stdout, p.Stderr} {
			s := f.Style(p, w)
			s.Pages = nil // they belong to the build
			text += fmt.Sprintf(" %+v", s)
		}
	}
	return text
}
