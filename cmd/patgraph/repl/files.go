package repl

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A file is a program to be loaded.
type file struct {
	path    string
	kept    []entry
	content string
	whole   bool // all its definitions are kept
}

// Load adds the definitions of a file to the session. It returns false if the file could not be read, or nothing was
// changed.
func (s *Session) Load(path string) bool {
	f, ok := s.read(expandHome(path))
	if !ok || !s.replace(withEntries(s.entries, f.kept)) {
		return false
	}
	s.recordLoaded(f)
	return true
}

// recordLoaded records a file whose definitions are in the session.
func (s *Session) recordLoaded(f *file) {
	if !slices.Contains(s.loaded, f.path) {
		s.loaded = append(s.loaded, f.path)
	}
	delete(s.owned, absolute(f.path))
	if f.whole {
		s.owned[absolute(f.path)] = f.content
	}
}

// reload reads all loaded files again.
func (s *Session) reload() {
	if len(s.loaded) == 0 {
		s.say("nothing was loaded: :load FILE")
		return
	}
	var files []*file
	var all []entry
	for _, path := range s.loaded {
		f, ok := s.read(path)
		if !ok {
			s.say("nothing is changed")
			return
		}
		files, all = append(files, f), withEntries(all, f.kept)
	}
	gone := slices.DeleteFunc(slices.Clone(s.entries), func(e entry) bool { return e.file == "" })
	if !s.replace(withEntries(withoutEntries(s.entries, withoutEntries(gone, all)), all)) {
		return
	}
	for _, f := range files {
		s.recordLoaded(f)
	}
}

// read reads a file, as check does, and selects its correct definitions.
func (s *Session) read(path string) (f *file, ok bool) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		s.say(words.Quote(inputs.Shown(path)) + " is a folder; :load takes a file")
		return nil, false
	}
	s.look(inputs.Gather(s.Inputs, []string{path})[0], func(in *report.Input) {
		ok = false // the function may be called again, with a defect
		s.write(s.Style.AppendDiagnostics(nil, in))
		if in.Result == nil {
			return
		}
		if in.Language != s.Language {
			s.say(words.Quote(in.Name) + " is in " + in.Language.Called() + ", and this session in " + s.Language.Called())
			return
		}
		for i := range in.Diagnostics {
			if d := &in.Diagnostics[i]; d.Severity == lang.Warning {
				s.known[warning(d)] = true
			}
		}
		f = &file{path: path, content: string(in.File.Src)}
		ok = true
		f.kept, f.whole = s.sift(in, s.Language.Typing.OutlineOf(in.Result))
		for i := range f.kept {
			f.kept[i].file = path
		}
	})
	return f, ok
}

// sift selects the definitions of a program that are correct and use only correct ones, and reports the others.
func (s *Session) sift(in *report.Input, o *language.Outline) (kept []entry, whole bool) {
	uses := make(map[string][]string) // by name
	for i := range o.Definitions {
		d := &o.Definitions[i]
		uses[d.Name] = append(uses[d.Name], d.Uses...)
	}
	why := make(map[string]string) // by name: why the definition is left out
	for i := range in.Result.Definitions {
		if d := &in.Result.Definitions[i]; !d.OK {
			why[d.Name] = "has an error"
		}
	}
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		for j := range o.Definitions {
			if x := &o.Definitions[j]; x.Type && d.Severity == lang.Error && x.Span.Contains(d.Span) {
				why[x.Name] = "has an error"
			}
		}
	}
	users := make(map[string][]string)
	for name, used := range uses {
		for _, x := range used {
			users[x] = append(users[x], name)
		}
	}
	for todo := slices.Collect(maps.Keys(why)); len(todo) > 0; {
		bad := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, name := range users[bad] {
			if why[name] == "" {
				why[name], todo = "uses", append(todo, name)
			}
		}
	}
	var out []string
	for _, e := range entriesOf(o) {
		if w := why[e.name]; w == "" {
			kept = append(kept, e)
		} else {
			if w == "uses" {
				i := slices.IndexFunc(uses[e.name], func(n string) bool { return why[n] != "" })
				w = "uses " + words.Quote(uses[e.name][i])
			}
			out = append(out, words.Quote(e.name)+" "+w)
		}
	}
	line := lang.Count(len(kept), "definition", "definitions") + " from " + words.Quote(in.Name)
	if len(out) > 0 {
		line += "; left out: " + strings.Join(out, ", ")
	}
	if o.Main {
		line += "; its main expression is left out"
	}
	s.say(line)
	return kept, len(out) == 0 && !o.Main && in.Count().Errors == 0
}

// replace replaces the definitions of the session, if the new ones are correct.
func (s *Session) replace(entries []entry) (ok bool) {
	s.analyze(entries, "", 0, func(in *report.Input, _ int32) {
		if ok = s.reportErrors(in); ok {
			s.entries = entries
		} else {
			s.say("nothing is changed, since the session would have errors")
		}
	})
	return ok
}

// save writes the definitions to a file. An existing file is replaced if its content is what the session has read or
// written.
func (s *Session) save(path string, force bool) {
	if path == "" {
		if len(s.owned) != 1 || len(s.loaded) > 1 {
			s.say("to which file? :save FILE")
			return
		}
		for path = range s.owned {
		}
	}
	path = expandHome(path)
	content := text(s.entries) + s.comment
	old, err := os.ReadFile(path)
	own, isOwn := s.owned[absolute(path)]
	switch {
	case err != nil && !os.IsNotExist(err):
		s.say("cannot write " + words.Quote(inputs.Shown(path)) + ": " + inputs.Cause(err))
		return
	case err == nil && !force && !isOwn && len(old) > 0:
		s.say(words.Quote(inputs.Shown(path)) +
			" is there already, and not all of it is in this session; :save --force replaces it")
		return
	case err == nil && !force && isOwn && own != string(old):
		s.say(words.Quote(inputs.Shown(path)) + " has changed since it was read; :save --force replaces it")
		return
	}
	if err := atomicfile.WriteFile(path, []byte(content)); err != nil {
		s.say("cannot write " + words.Quote(inputs.Shown(path)) + ": " + inputs.Cause(err))
		return
	}
	s.owned[absolute(path)] = content
	s.say(lang.Count(len(s.entries), "definition", "definitions") + " saved to " + words.Quote(inputs.Shown(path)))
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}

// expandHome is a path with ~ replaced by the user's folder.
func expandHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	return path
}
