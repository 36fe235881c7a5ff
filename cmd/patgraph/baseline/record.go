package baseline

import (
	"maps"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// A Recorder makes a baseline from the errors of a run.
type Recorder struct {
	path string
	namer

	mu      sync.Mutex
	texts   map[name]map[string]*Entry // by fingerprint
	unknown bool
}

// NewRecorder makes a recorder for a baseline at a path.
func NewRecorder(path string) *Recorder {
	return &Recorder{path: path, namer: newNamer(path), texts: make(map[name]map[string]*Entry)}
}

// Record adds the errors of an input. It may be called concurrently, in any order. If inputs share a name, the count of
// each error is the maximum over these.
func (r *Recorder) Record(in *report.Input) {
	own := make(map[string]*Entry)
	unknown := false
	for d := range in.Reported() {
		if !knowable(d) {
			unknown = true
			continue
		}
		f := Fingerprint(d)
		if e := own[f]; e != nil {
			e.Count++
			e.Message = min(e.Message, d.Message.String())
			continue
		}
		own[f] = &Entry{Code: d.Code, Definition: d.Definition, Count: 1, Fingerprint: f, Message: d.Message.String()}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unknown = r.unknown || unknown
	if len(own) == 0 {
		return
	}
	n := r.name(in)
	all := r.texts[n]
	if all == nil {
		r.texts[n] = own
		return
	}
	for f, e := range own {
		if known := all[f]; known != nil {
			e.Count, e.Message = max(e.Count, known.Count), min(e.Message, known.Message)
		}
		all[f] = e
	}
}

// Know removes all knowable errors from an input.
func Know(in *report.Input) {
	in.Diagnostics, in.Known = remaining(in, knowable)
}

// Complete reports whether all inputs could be analysed, so that their baseline lacks none.
func (r *Recorder) Complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.unknown
}

// Size is the number of known errors and warnings, and of texts that have some.
func (r *Recorder) Size() (known, texts int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, entries := range r.texts {
		for _, e := range entries {
			known += e.Count
		}
	}
	return known, len(r.texts)
}

// Append writes the baseline; equal errors give equal bytes.
func (r *Recorder) Append(b []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	doc := document{Schema: Schema, Files: make(map[string][]Entry), Others: make(map[string][]Entry)}
	for n, entries := range r.texts {
		names := doc.Others
		if n.file {
			names = doc.Files
		}
		for _, e := range slices.SortedFunc(maps.Values(entries), order) {
			names[n.text] = append(names[n.text], *e)
		}
	}
	return doc.appendTo(b)
}

// Write replaces the baseline's file atomically.
func (r *Recorder) Write() error { return atomicfile.WriteFile(r.path, r.Append(nil)) }
