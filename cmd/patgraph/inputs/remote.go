//go:build !js

package inputs

import (
	"io"
	"iter"
)

// Some programs are read on one machine and checked on another: these functions take sources apart and make them again.

// RecordsOf yields the programs of an open stream of NDJSON, such as an object of a store, whose name is used
// unchanged. If a read fails, the last source reports it.
func RecordsOf(o Options, name string, r io.Reader) iter.Seq[Source] {
	return func(yield func(Source) bool) { o.unpacked(name, r, o.records, yield) }
}

// Line is the line of JSON that a source is made from, or nil if it is not a record. Until the source is read, its name
// is its place.
func (s *Source) Line() []byte {
	if s.form != asRecord || s.Problem != nil {
		return nil
	}
	return s.data
}

// Record is the source with a name and a line that came from another process.
func Record(o *Options, name string, line []byte) Source {
	return Source{Name: name, form: asRecord, data: line, options: o}
}

// Missing is the source for a stream that does not exist.
func Missing(name string) Source {
	return Source{Name: name, Problem: unreadable(name, "nothing has this name")}
}
