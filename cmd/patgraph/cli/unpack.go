//go:build !js

package cli

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
)

// unpack returns the options for the members of an archive: it uses the settings in the archive, as if it were unpacked
// in the current folder, and the libraries that these name, which must be members, too.
func (g *Configuration) unpack(a *inputs.Archive) inputs.Unpacked {
	named := func(within string) string { return strings.TrimLeft(path.Join(a.Name, within), "/") }
	settings := make(map[string][]byte)
	for within, text := range a.Settings {
		settings[named(within)] = text
	}
	f := g.Finder.In(settings)
	g.mu.Lock()
	g.archives[a] = f
	g.mu.Unlock()

	var u inputs.Unpacked
	var wanted []string
	libraries := make(map[*config.Config][]config.LibraryFile)
	own := f.Own()
	paths := make(map[string]string) // path within the archive, by the path after unpacking
	if slices.ContainsFunc(own, func(c *config.Config) bool { return !c.Broken() && len(c.Library) > 0 }) {
		var programs []string
		for _, within := range a.Programs() {
			programs = append(programs, named(within))
			paths[inputs.Identity(filepath.FromSlash(named(within)))] = within
		}
		f.Programs(programs)
	}
	for _, c := range own {
		switch {
		case c.Broken():
			broken := g.Inputs.Member(a, "", c.Text.Src)
			broken.Name = c.Name
			u.Sources = append(u.Sources, broken)
		case g.given.Alone || g.given.Given("with"):
		default:
			libraries[c] = f.Libraries(c, g.Inputs.Languages.Extensions())
			for _, file := range libraries[c] {
				if within, ok := paths[inputs.Identity(file.Path)]; ok {
					wanted = append(wanted, within)
				}
			}
		}
	}
	texts := map[string][]byte{}
	if len(wanted) > 0 {
		texts = a.Load(wanted)
	}
	for _, c := range own {
		files, ok := libraries[c]
		if !ok {
			continue
		}
		var sources []inputs.Source
		for _, file := range files {
			within := paths[inputs.Identity(file.Path)]
			s := unusable(file, "no program of the archive has such a path")
			if text, ok := texts[within]; ok && file.Refused == "" {
				s = g.Inputs.Member(a, within, text)
			} else {
				s.Path = ""
				u.Sources = append(u.Sources, s)
			}
			sources = append(sources, s)
		}
		l := readLibrary(sources, nil)
		g.mu.Lock()
		g.keep(c, l)
		g.mu.Unlock()
	}
	isOwn := make(map[*config.Config]bool, len(own))
	for _, c := range own {
		isOwn[c] = true
	}
	counts := func(within string) (*config.Config, string) {
		name := named(within)
		c := f.Folder(filepath.Dir(filepath.FromSlash(name)))
		if isOwn[c] {
			return c, filepath.FromSlash(name)
		}
		return c, within // the current folder's configuration applies to paths within the archive
	}
	u.LeavesOut = func(within string, folder bool) bool {
		c, path := counts(within)
		return c.LeavesOut(path, folder)
	}
	if g.given.Size == 0 {
		u.Limit = func(within string) int64 {
			c, _ := counts(within)
			return g.Flags(c).Size
		}
	}
	return u
}
