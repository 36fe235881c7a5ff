//go:build !js

package report

import (
	"maps"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
)

// A BaselineRecorder makes a baseline from the errors of a run.
type BaselineRecorder struct {
	path string
	knownNamer

	mu      sync.Mutex
	texts   map[knownName]map[string]*baselineEntry // by fingerprint
	unknown bool
}

// NewBaselineRecorder makes a recorder for a baseline at a path.
func NewBaselineRecorder(path string) *BaselineRecorder {
	return &BaselineRecorder{path: path, knownNamer: newKnownNamer(path),
		texts: make(map[knownName]map[string]*baselineEntry)}
}

// Record adds the errors of an input. It may be called concurrently, in any order. If inputs share a name, the count of
// each error is the maximum over these.
func (r *BaselineRecorder) Record(in *Input) {
	own := make(map[string]*baselineEntry)
	unknown := false
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		for _, e := range errorsOf(d) {
			if !knowable(d) {
				unknown = true
			} else if known := own[e.Fingerprint]; known != nil {
				known.Count++
				known.Message = min(known.Message, e.Message)
			} else {
				own[e.Fingerprint] = &e
			}
		}
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

// KnowAll removes all knowable errors from an input.
func KnowAll(in *Input) {
	in.Diagnostics, in.Known = remaining(in, func(string) bool { return true })
}

// Complete reports whether all inputs could be analysed, so that their baseline lacks none.
func (r *BaselineRecorder) Complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.unknown
}

// Size is the number of known errors and warnings, and of texts that have some.
func (r *BaselineRecorder) Size() (known, texts int) {
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
func (r *BaselineRecorder) Append(b []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	doc := baselineDocument{Schema: baselineSchema, Files: make(map[string][]baselineEntry),
		Others: make(map[string][]baselineEntry)}
	for n, entries := range r.texts {
		names := doc.Others
		if n.file {
			names = doc.Files
		}
		for _, e := range slices.SortedFunc(maps.Values(entries), entryOrder) {
			names[n.text] = append(names[n.text], *e)
		}
	}
	return doc.appendTo(b)
}

// Write replaces the baseline's file atomically.
func (r *BaselineRecorder) Write() error { return atomicfile.WriteFile(r.path, r.Append(nil)) }
