package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// LeavesOut reports whether the configuration leaves out a path that was found in a folder. A glob without a slash
// matches a name in any folder, other globs the path relative to the folder of the configuration; "**" matches any
// folders. An excluded folder is not walked; an included one is included with everything below it.
func (c *Config) LeavesOut(path string, folder bool) bool {
	if c.Broken() || len(c.Include)+len(c.Exclude) == 0 {
		return false
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(c.Dir, abs)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	if anyMatches(c.Exclude, rel) {
		return true
	}
	if folder || len(c.Include) == 0 {
		return false
	}
	for at := rel; ; {
		if anyMatches(c.Include, at) {
			return false
		}
		i := strings.LastIndexByte(at, '/')
		if i < 0 {
			return true
		}
		at = at[:i]
	}
}

func anyMatches(globs []string, path string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool { return matches(glob, path) })
}

func matches(glob, path string) bool {
	glob = strings.TrimSuffix(glob, "/")
	anchored := strings.Contains(glob, "/")
	glob = strings.TrimPrefix(strings.TrimPrefix(glob, "./"), "/")
	if !anchored {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	ok, _ := doublestar.Match(glob, path) // the pattern was validated when it was read
	return ok
}
