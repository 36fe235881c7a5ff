//go:build !js

package inputs

import (
	"bytes"
	"io"
	"os"
	"path"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// settingsName is the name of members with settings, and mostSettings the number of bytes that are read of one: a file
// with more is too large anyway.
const (
	settingsName = "patgraph.toml"
	mostSettings = 1<<16 + 1

	allSettings = 16 << 20 // total bytes of settings in an archive
)

// inside is the path of a member within its archive.
func inside(name string) string {
	for path.IsAbs(name) {
		name = name[1:]
	}
	return name
}

// look scans an archive and calls Unpack. Problems of the archive are reported when its programs are read.
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

// kept copies a reader to a temporary file without a name.
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

// Member is a source for a member of an archive, by its path within it, with the given text.
func (o Options) Member(a *Archive, within string, text []byte) Source {
	return Source{
		Name: path.Join(a.Name, within), Extension: o.extensionOf(within), Archive: a, form: asText,
		data: bytes.Clone(text), options: &o,
	}
}
