//go:build !js

package inputs

import (
	"archive/tar"
	"errors"
	"io"
	"path"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// members yields the programs of an archive. If there are several archives, their names precede those of their members.
func (o *Options) members(s *stream, several bool, in *Unpacked, yield yieldFunc) bool {
	leavesOut := o.LeavesOut
	if in.LeavesOut != nil {
		leavesOut = in.LeavesOut
	}
	raw := &tail{r: s.r}
	archive := tar.NewReader(raw)
	found, excluded, ignored, last := 0, 0, 0, ""
	for {
		h, err := archive.Next()
		switch {
		case errors.Is(err, tar.ErrInsecurePath): // names are used only for display
		case err == io.EOF:
			problem, ok := s.end(raw, last)
			switch {
			case !ok:
				return yield(problem)
			case found == 0:
				message, help := "no member of it ends in "+o.extensions(), []string(nil)
				if excluded+ignored > 0 {
					message = "no program in it is chosen"
				}
				if excluded > 0 {
					help = append(help,
						lang.Count(excluded, "member is", "members are")+" left out by --include and --exclude")
				}
				if ignored > 0 {
					help = append(help,
						lang.Count(ignored, "member is", "members are")+" left out by patgraph.toml of this folder")
				}
				return yield(Source{Name: s.name, Problem: unreadable(s.name, message, help...)})
			}
			return true
		case errors.Is(err, tar.ErrHeader) && last == "":
			return yield(Source{Name: s.name, Problem: unreadable(s.name, "it is not a tar archive")})
		case errors.Is(err, io.ErrUnexpectedEOF) && last == "":
			return yield(s.incomplete("it is not a tar archive, or one that ends too early"))
		case err != nil:
			return yield(s.broken(err, last))
		}
		name := path.Clean(h.Name)
		last = words.Quote(name)
		if h.Typeflag != tar.TypeReg && h.Typeflag != tar.TypeGNUSparse {
			continue
		}
		within := inside(name)
		f := o.extensionOf(name)
		if f == "" && !o.isChosen(within) {
			continue
		}
		if !o.passes(within) {
			excluded++
			continue
		}
		if leavesOut != nil && anyOn(within, false, leavesOut) {
			ignored++
			continue
		}
		found++
		if several {
			name = path.Join(s.name, within)
		}
		source := Source{Name: name, Extension: f, Archive: in.archive, form: asText, options: o}
		most := o.most()
		if in.Limit != nil {
			if n := in.Limit(within); n > 0 {
				most = min(n, lang.MaxSize)
			}
		}
		if h.Size > most {
			source.Problem = tooLarge(name, most)
		} else if source.data, err = readAll(archive, min(h.Size, 1<<20), most); err != nil {
			return yield(s.broken(err, last))
		}
		if !yield(source) {
			return false
		}
	}
}

// scan visits the regular members of an archive, up to the first that cannot be read.
func (o *Options) scan(file io.Reader, visit func(name string, size int64, r io.Reader)) {
	o.unpacked("", file, func(s *stream, _ yieldFunc) bool {
		archive := tar.NewReader(s.r)
		for {
			h, err := archive.Next()
			if err != nil && err != tar.ErrInsecurePath {
				return true
			}
			if h.Typeflag == tar.TypeReg || h.Typeflag == tar.TypeGNUSparse {
				visit(inside(path.Clean(h.Name)), h.Size, archive)
			}
		}
	}, func(Source) bool { return true })
}

// end checks the end of an archive: two blocks of zeros, followed only by zeros. An archive that was cut off between
// two members has no such end.
func (s *stream) end(raw *tail, last string) (problem Source, ok bool) {
	const block = 512
	switch {
	case raw.read == 0:
		return s.incomplete("it is empty, which not even an archive of nothing is"), false
	case raw.zeros < 2*block:
		return s.broken(io.ErrUnexpectedEOF, last), false
	}
	// Read the padding of the last record, and the checksum of a compressed stream.
	zeros := raw.zeros
	n, err := io.Copy(io.Discard, io.LimitReader(raw, 1<<20))
	switch {
	case err != nil:
		return s.broken(err, last), false
	case raw.zeros < zeros+n:
		return s.incomplete("something follows the end of the archive, and was not read",
			"archives that were joined have to be given one by one"), false
	}
	return Source{}, true
}

// A tail is a reader that counts the zeros at the end of what it has read.
type tail struct {
	r           io.Reader
	read, zeros int64
}

func (t *tail) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	t.read += int64(n)
	i := n
	for i > 0 && b[i-1] == 0 {
		i--
	}
	if i > 0 {
		t.zeros = 0
	}
	t.zeros += int64(n - i)
	return n, err
}
