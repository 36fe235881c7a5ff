//go:build !js

package cli

import (
	"fmt"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Cache is the command that shows and removes cached results.
func Cache() *Command {
	return &Command{
		Name: "cache", Args: "stat|clean", Summary: "show or remove cached results",
		Details: "check and types cache the results of each file, and use them again if the file, its name, the flags\n" +
			"and patgraph are the same. stat shows the size of the cache, and for how many files the last run\n" +
			"used it; clean removes it.",
		Examples: [][2]string{
			{"patgraph cache stat", "where the cache is, and how large"},
			{"patgraph cache clean", "remove it; results are computed again"},
		},
		Run:   (*Flags).cache,
		Offer: offerWords(cacheVerbs),
	}
}

var cacheVerbs = []string{"stat", "clean"}

func (f *Flags) cache(p *Program, args []string) error {
	what, err := p.Argument(args, "argument: stat or clean", "")
	if err != nil {
		return err
	}
	switch what {
	case "stat", "clean":
	case "":
		return Wrong("what should be done with the results that are kept? patgraph cache stat shows, " +
			"patgraph cache clean removes them")
	default:
		return Wrong("patgraph cache takes stat or clean, not "+words.Quote(what),
			lang.Nearest(what, slices.Values(cacheVerbs), 1)...)
	}
	dir, _, err := cache.Place(f.CacheDir)
	switch {
	case err != nil:
		return fmt.Errorf("there is no place for results: %w", err)
	case dir == "":
		return p.Out.Print([]byte("no results are kept: " + cache.Env + " is off\n"))
	}
	if what == "clean" {
		return f.clean(p, dir)
	}
	return f.stat(p, dir)
}

func (f *Flags) stat(p *Program, dir string) error {
	info, err := cache.Stat(dir)
	if err != nil {
		return fmt.Errorf("cannot read %s: %s", words.Quote(dir), inputs.Cause(err))
	}
	if f.Format == "json" {
		data := struct {
			Directory string     `json:"directory"`
			Results   int        `json:"results"`
			Bytes     int64      `json:"bytes"`
			Segments  int        `json:"segments"`
			Damaged   int        `json:"damaged"`
			Last      *cache.Run `json:"last"`
		}{dir, info.Entries, info.Bytes, info.Segments, info.Damaged, info.Last}
		return p.PrintJSON(data)
	}
	text := fmt.Sprintf("directory  %s\nresults    %d\nsize       %s in %s\n", lang.Visible(dir), info.Entries,
		words.Size(info.Bytes), lang.Count(info.Segments, "segment", "segments"))
	if info.Damaged > 0 {
		text += fmt.Sprintf("damaged    %s, which will be removed\n", lang.Count(info.Damaged, "segment", "segments"))
	}
	if r := info.Last; r != nil {
		text += fmt.Sprintf("last run   knew %d of %s\n", r.Hits, lang.Count(int(r.Hits+r.Misses), "file", "files"))
	}
	return p.Out.Print([]byte(text))
}

func (f *Flags) clean(p *Program, dir string) error {
	files, bytes, err := cache.Clean(dir)
	if err != nil {
		return fmt.Errorf("cannot clean %s: %s", words.Quote(dir), inputs.Cause(err))
	}
	if f.Format == "json" {
		return p.PrintJSON(struct {
			Directory string `json:"directory"`
			Files     int    `json:"files"`
			Bytes     int64  `json:"bytes"`
		}{dir, files, bytes})
	}
	if files == 0 {
		return p.Out.Print([]byte("nothing is kept in " + lang.Visible(dir) + "\n"))
	}
	return p.Out.Print([]byte("removed " + lang.Count(files, "file", "files") + ", " + words.Size(bytes) + ", from " +
		lang.Visible(dir) + "\n"))
}
