package inputs

import (
	"io"
	"iter"
)

// Some programs are read on one machine and checked on another: what is here takes
// their sources apart and makes them again.

// RecordsOf are the programs of one stream of NDJSON that is open already, such as an
// object of a store. It is called by the name as that is. Where a read fails, the last
// source is about it.
func RecordsOf(o Options, name string, r io.Reader) iter.Seq[Source] {
	return func(yield func(Source) bool) { o.unpacked(name, r, o.records, yield) }
}

// Line is the line of JSON that a source is a record of, or nil when it is none. Its
// place is the source's name until it is read.
func (s *Source) Line() []byte {
	if s.form != asRecord || s.Problem != nil {
		return nil
	}
	return s.data
}

// Record is the source whose name and line another process has told.
func Record(o *Options, name string, line []byte) Source {
	return Source{Name: name, form: asRecord, data: line, options: o}
}

// Missing is the source of a stream that is not there.
func Missing(name string) Source {
	return Source{Name: name, Problem: unreadable(name, "nothing has this name")}
}
