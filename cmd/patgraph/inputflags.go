package main

import (
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
)

// inputFlags are those of commands that read many programs.
var inputFlags = []option{
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
