package inputs

import (
	"bytes"
	"io"
	"os"
	"path"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// An Archive is what is known of one before its programs come.
type Archive struct {
	Name     string            // that the names of its members begin with; "" where it is the only one
	Settings map[string][]byte // the texts of the members called patgraph.toml, by path within the archive

	// Programs are the paths within it that are those of programs. Load reads members, by
	// such paths; those that cannot be read are left out. Each reads the archive once more,
	// and is for Options.Unpack alone.
	Programs func() []string
	Load     func(paths []string) map[string][]byte
}

// Unpacked is what counts for the members of one archive, given by their paths within it.
type Unpacked struct {
	LeavesOut func(path string, folder bool) bool // in place of that of Options; nil: that
	Limit     func(path string) int64             // the most bytes of a text; 0 or nil: those of Options
	Sources   []Source                            // what comes before the members, such as problems

	archive *Archive
}

// settingsName is how members are called that say how others are checked, and mostSettings
// how many bytes of one are read: more are too many for any.
const (
	settingsName = "patgraph.toml"
	mostSettings = 1<<16 + 1

	allSettings = 16 << 20 // bytes of all of them
)

// inside is the path of a member within its archive.
func inside(name string) string {
	for path.IsAbs(name) {
		name = name[1:]
	}
	return name
}

// look reads an archive for what is in it, and asks what counts for that. What is wrong
// with it is reported when its programs are read.
func (o *Options) look(name string, several bool, file io.ReadSeeker) Unpacked {
	a := &Archive{Settings: make(map[string][]byte)}
	if several {
		a.Name = name
	}
	room := allSettings
	o.scan(file, func(name string, size int64, r io.Reader) {
		if path.Base(name) != settingsName || room < 0 {
			return
		}
		if text, err := io.ReadAll(io.LimitReader(r, mostSettings)); err == nil {
			a.Settings[name] = text
			room -= len(text) + len(name)
		}
	})
	a.Programs = func() (list []string) {
		if rewind(file) == nil {
			o.scan(file, func(name string, size int64, r io.Reader) {
				if o.extensionOf(name) != "" {
					list = append(list, name)
				}
			})
		}
		return list
	}
	a.Load = func(paths []string) map[string][]byte {
		wanted, found := make(map[string]bool), make(map[string][]byte)
		for _, p := range paths {
			wanted[p] = true
		}
		if rewind(file) != nil {
			return nil
		}
		o.scan(file, func(name string, size int64, r io.Reader) {
			if wanted[name] && size <= o.most() {
				if text, err := io.ReadAll(io.LimitReader(r, size)); err == nil {
					found[name] = text
				}
			}
		})
		return found
	}
	u := o.Unpack(a)
	u.archive, a.Programs, a.Load = a, nil, nil
	if room < 0 {
		u.Sources = append(u.Sources, Source{Name: name, Problem: unreadable(name,
			"there is too much of "+settingsName+" in it: more than "+words.Size(allSettings), "--no-config does without it")})
	}
	return u
}

func rewind(file io.Seeker) error {
	_, err := file.Seek(0, io.SeekStart)
	return err
}

// kept is a file without a name that has what a reader gives.
func kept(r io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "patgraph-*.tar")
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name())
	if _, err = io.Copy(file, r); err == nil {
		err = rewind(file)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// Member is a source of a member of an archive whose text is there already, by its path
// within it.
func (o Options) Member(a *Archive, within string, text []byte) Source {
	return Source{
		Name: path.Join(a.Name, within), Extension: o.extensionOf(within), Archive: a, form: asText, data: bytes.Clone(text), options: &o,
	}
}
