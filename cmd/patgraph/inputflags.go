package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
)

// inputFlags are those of commands that read many programs.
var inputFlags = []option{
	{name: "files-from", kind: isText, value: "FILE", many: true, aside: true, usage: "read the paths in this list, too, one a line; - is standard input"},
	{name: "null", alias: "0", kind: isSwitch, aside: true, usage: "paths of --files-from end in NUL, as find -print0 writes them"},
	{name: "stdin-name", kind: isText, value: "NAME", aside: true, usage: "how - is called in results, and which language it is in"},
	{name: "include", kind: isText, value: "GLOB", many: true, aside: true, usage: "of what folders hold, only these files; may be repeated"},
	{name: "exclude", kind: isText, value: "GLOB", many: true, aside: true, usage: "not these files and folders; may be repeated"},
}

// globsHelp explains the patterns in help, where the flags are too short for it.
const globsHelp = "A GLOB without a slash is about names, one with a slash about paths within the\n" +
	"folder; ** is any folders. Ignore files are .gitignore and .patgraphignore."

// filter is what --include and --exclude choose.
func filter(c *cli.Context) (f inputs.Filter, err error) {
	if f.Include, err = inputs.ParseGlobs(c.StringSlice("include")); err != nil {
		return f, &usageError{message: "--include " + err.Error(), command: c.Command.Name}
	}
	if f.Exclude, err = inputs.ParseGlobs(c.StringSlice("exclude")); err != nil {
		return f, &usageError{message: "--exclude " + err.Error(), command: c.Command.Name}
	}
	return f, nil
}

// sources are what the arguments and the lists of a command lead to.
func (p *program) sources(c *cli.Context, g *configuration) ([]inputs.Source, error) {
	o := p.inputOptions(c, g)
	paths, lists := c.Args().Slice(), c.StringSlice("files-from")
	wrong := func(message string) error { return &usageError{message: message, command: c.Command.Name} }
	switch {
	case len(paths)+len(lists) == 0:
		return nil, noPath(c)
	case c.Bool("null") && len(lists) == 0:
		return nil, wrong("--null is about the lists of --files-from, and there is none")
	case slices.Contains(paths, "-") && slices.Contains(lists, "-"):
		return nil, wrong("standard input cannot be both a program (-) and a list (--files-from -)")
	}
	listed, problems := inputs.ReadLists(lists, c.Bool("null"), p.stdin)
	paths = append(paths, listed...)
	if o.StdinName != "" && !slices.Contains(paths, "-") {
		return nil, wrong("--stdin-name is about standard input, which is not read: give -, too")
	}
	return g.withBroken(inputs.Gather(o, paths, problems...)), nil
}
