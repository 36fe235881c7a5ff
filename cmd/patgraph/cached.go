package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// cacheEnv names the environment variable that says where results are kept: a
// directory, or "off".
const cacheEnv = "PATGRAPH_CACHE"

var (
	cacheDirOption = option{name: "cache-dir", kind: isText, value: "DIR", aside: true,
		usage: "where results are kept (default: " + cacheEnv + ", else a folder of the user's cache directory)"}
	cacheOptions = []option{
		{name: "no-cache", kind: isSwitch, aside: true, usage: "derive everything, and keep no results (also: " + cacheEnv + "=off)"},
		cacheDirOption,
		{name: "cache-size", kind: isSize, value: "SIZE", least: cache.LeastBound, aside: true,
			usage: "how much may be kept; what was used least recently goes first (default: " + words.Size(cache.DefaultBound) + ")"},
	}
	cacheCommand = &command{
		name: "cache", args: "stat|clean", summary: "show or remove the results that are kept",
		details: "check and types keep what they find of each file, and find it again when the file,\n" +
			"its name, the flags and patgraph are the same. stat shows how much that is, and of\n" +
			"how many files the last run knew the results; clean removes it.",
		examples: []example{
			{"patgraph cache stat", "where results are kept, and how much of them"},
			{"patgraph cache clean", "remove them; nothing is lost but time"},
		},
		options: []option{cacheDirOption,
			{name: "format", kind: isChoice, choices: []string{"text", "json"}, preset: "text", usage: "how to write it"}},
		run: (*program).cache,
	}
)

var cacheVerbs = []string{"stat", "clean"}

// cachePlace returns the directory of results, or "" if none are to be kept, and
// whether nobody else may have to do with it: the user has not named it.
func cachePlace(c *cli.Context) (dir string, isPrivate bool, err error) {
	if dir := c.String("cache-dir"); dir != "" {
		return dir, false, nil
	}
	switch dir := os.Getenv(cacheEnv); dir {
	case "":
	case "off":
		return "", false, nil
	default:
		return dir, false, nil
	}
	dir, err = cache.DefaultDir()
	return dir, true, err
}

// keepResults gives a batch the results of earlier runs, and keeps those of this one
// when the function it returns is called. What cannot be kept is no error: it is
// said once, and the batch does without. The rendering also follows from extras.
func (p *program) keepResults(b *batch.Batch, c *cli.Context, extras ...any) (done func()) {
	none := func() {}
	if c.Bool("no-cache") || !c.IsSet("files-from") && c.String("input") == "files" && !slices.ContainsFunc(c.Args().Slice(), func(path string) bool { return path != "-" }) {
		return none
	}
	dir, isPrivate, err := cachePlace(c)
	if dir == "" || errors.Is(err, cache.ErrNowhere) {
		return none // there is no place for caches, which is as it should be where it is so
	}
	var store *cache.Store
	if err == nil {
		err = cache.Make(dir, isPrivate)
	}
	if err == nil {
		bound := int64(cache.DefaultBound)
		if size := c.String("cache-size"); size != "" {
			bound, _ = words.ParseSize(size) // which was checked
		}
		store, err = cache.Open(cache.Options{Dir: dir, Bound: bound, Create: p.createKept})
	}
	if err != nil {
		p.noteNotKept(dir, err)
		return none
	}
	b.Judged = p.format(c) == "junit"
	b.Results = batch.NewResults(store, p.rendering(c, extras))
	return func() {
		if err := store.Close(); err != nil {
			p.noteNotKept(dir, err)
		}
	}
}

func (p *program) noteNotKept(dir string, err error) {
	p.err.write([]byte("patgraph: results are not kept in " + words.Quote(dir) + ": " + inputs.Cause(err) + "\n  help: --no-cache, or --cache-dir DIR\n"))
}

// rendering is all that what is written of a program follows from, apart from the
// program: the command and its flags, but for those that do not matter.
func (p *program) rendering(c *cli.Context, extras []any) string {
	var b strings.Builder
	format := p.format(c) // which a file's name may say
	fmt.Fprintf(&b, "%s %s %v", c.Command.Name, format, extras)
	command := commandNamed(p.commands, c.Command.Name)
	for i := range command.options {
		if o := &command.options[i]; !o.aside {
			fmt.Fprintf(&b, " %s=%q", o.name, fmt.Sprint(c.Value(o.name)))
		}
	}
	if format == "github" {
		fmt.Fprintf(&b, " %q", workspaceFolder())
	}
	if format == "text" {
		for _, w := range []io.Writer{p.stdout, p.stderr} {
			s := p.style(c, w)
			s.Pages = nil // which are of the build
			fmt.Fprintf(&b, " %+v", s)
		}
	}
	return b.String()
}

// cache is the command that shows and removes results.
func (p *program) cache(c *cli.Context) error {
	wrong := func(message string, hints ...string) error {
		return &usageError{message: message, hints: hints, command: "cache"}
	}
	if c.NArg() > 1 {
		return wrong("patgraph cache takes one argument: stat or clean")
	}
	what := c.Args().First()
	switch what {
	case "stat", "clean":
	case "":
		return wrong("what should be done with the results that are kept? patgraph cache stat shows, patgraph cache clean removes them")
	default:
		return wrong("patgraph cache takes stat or clean, not "+words.Quote(what), lang.Nearest(what, slices.Values(cacheVerbs), 1)...)
	}
	dir, _, err := cachePlace(c)
	switch {
	case err != nil:
		return fmt.Errorf("there is no place for results: %w", err)
	case dir == "":
		return p.out.write([]byte("no results are kept: " + cacheEnv + " is off\n"))
	}
	if what == "clean" {
		return p.cleanCache(c, dir)
	}
	return p.statCache(c, dir)
}

func (p *program) statCache(c *cli.Context, dir string) error {
	info, err := cache.Stat(dir)
	if err != nil {
		return fmt.Errorf("cannot read %s: %s", words.Quote(dir), inputs.Cause(err))
	}
	if c.String("format") == "json" {
		data := struct {
			Directory string     `json:"directory"`
			Results   int        `json:"results"`
			Bytes     int64      `json:"bytes"`
			Segments  int        `json:"segments"`
			Damaged   int        `json:"damaged"`
			Last      *cache.Run `json:"last"`
		}{dir, info.Entries, info.Bytes, info.Segments, info.Damaged, info.Last}
		return p.writeJSON(data)
	}
	text := fmt.Sprintf("directory  %s\nresults    %d\nsize       %s in %s\n", dir, info.Entries,
		words.Size(info.Bytes), words.Count(info.Segments, "segment", "segments"))
	if info.Damaged > 0 {
		text += fmt.Sprintf("damaged    %s, which will be removed\n", words.Count(info.Damaged, "segment", "segments"))
	}
	if r := info.Last; r != nil {
		text += fmt.Sprintf("last run   knew %d of %s\n", r.Hits, words.Count(int(r.Hits+r.Misses), "file", "files"))
	}
	return p.out.write([]byte(text))
}

func (p *program) cleanCache(c *cli.Context, dir string) error {
	files, bytes, err := cache.Clean(dir)
	if err != nil {
		return fmt.Errorf("cannot clean %s: %s", words.Quote(dir), inputs.Cause(err))
	}
	if c.String("format") == "json" {
		return p.writeJSON(struct {
			Directory string `json:"directory"`
			Files     int    `json:"files"`
			Bytes     int64  `json:"bytes"`
		}{dir, files, bytes})
	}
	if files == 0 {
		return p.out.write([]byte("nothing is kept in " + dir + "\n"))
	}
	return p.out.write([]byte("removed " + words.Count(files, "file", "files") + ", " + words.Size(bytes) + ", from " + dir + "\n"))
}

func (p *program) writeJSON(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return p.out.write(append(data, '\n'))
}
