//go:build !js

package report

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/patgraph/patgraph/lang"
)

// A Baseline has the known errors, and counts those that are found.
type Baseline struct {
	knownNamer

	mu        sync.Mutex
	texts     map[knownName]*knownText
	ofRemoved map[string][]*countedEntry // by fingerprint: entries of removed files, in order
}

// A knownText is a file, or another text, with known errors.
type knownText struct {
	name    knownName
	entries map[string]*countedEntry // by fingerprint
	removed bool                     // the file no longer exists
	seen    bool                     // it was among the inputs and was analysed
}

// A countedEntry counts its occurrences.
type countedEntry struct {
	baselineEntry
	found int // in its own file
	moved int // in other files
}

// ReadBaseline reads the baseline at a path and checks which of its files still exist, with a system call per file.
func ReadBaseline(path string) (*Baseline, error) {
	doc, err := readBaselineFile(path)
	if err != nil {
		return nil, err
	}
	b := newBaseline(doc, newKnownNamer(path))
	b.findRemoved(func(path string) bool {
		_, err := os.Lstat(path)
		return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
	})
	return b, nil
}

func newBaseline(doc *baselineDocument, n knownNamer) *Baseline {
	b := &Baseline{knownNamer: n, texts: make(map[knownName]*knownText), ofRemoved: make(map[string][]*countedEntry)}
	for _, kind := range []struct {
		file  bool
		names map[string][]baselineEntry
	}{{true, doc.Files}, {false, doc.Others}} {
		for n, entries := range kind.names {
			t := &knownText{name: knownName{kind.file, n}, entries: make(map[string]*countedEntry)}
			for _, e := range entries {
				if known := t.entries[e.Fingerprint]; known != nil {
					known.Count += e.Count // two baselines were joined by hand
				} else {
					t.entries[e.Fingerprint] = &countedEntry{baselineEntry: e}
				}
			}
			b.texts[t.name] = t
		}
	}
	return b
}

// findRemoved finds the files that no longer exist.
func (b *Baseline) findRemoved(isGone func(path string) bool) {
	for _, t := range b.sorted() {
		if !t.name.file || !isGone(filepath.Join(b.dir, filepath.FromSlash(t.name.text))) {
			continue
		}
		t.removed = true
		for _, e := range t.entries {
			b.ofRemoved[e.Fingerprint] = append(b.ofRemoved[e.Fingerprint], e)
		}
	}
}

// sorted are the texts ordered by name, files first.
func (b *Baseline) sorted() []*knownText {
	return slices.SortedFunc(maps.Values(b.texts), func(x, y *knownText) int {
		switch {
		case x.name.file == y.name.file:
			return strings.Compare(x.name.text, y.name.text)
		case x.name.file:
			return -1
		}
		return 1
	})
}

// Filter removes the known errors from an input. It may be called concurrently; its effect depends only on the input.
// It reports false, and does nothing, if the effect also depends on earlier inputs: then Settle must be called instead,
// after those are done.
//
// For several inputs with one name, as a stream may have, the entries of the name apply to each.
func (b *Baseline) Filter(in *Input) (settled bool) { return b.filter(in, false) }

// Settle is Filter for inputs in their order.
func (b *Baseline) Settle(in *Input) { b.filter(in, true) }

func (b *Baseline) filter(in *Input, inOrder bool) (settled bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.texts[b.name(in)]
	found := make(map[string]int)
	var elsewhere []*countedEntry // entries of removed files
	analyzed := in.Result != nil
	for d := range in.Reported() {
		analyzed = analyzed && knowable(d)
	}
	rest, known := remaining(in, func(f string) bool {
		if t != nil && t.entries[f] != nil && found[f] < t.entries[f].Count {
			found[f]++
			return true
		}
		e := b.takeRemoved(f)
		if e != nil {
			elsewhere = append(elsewhere, e)
		}
		return e != nil
	})
	if len(elsewhere) > 0 && !inOrder {
		for _, e := range elsewhere {
			e.moved--
		}
		return false
	}
	if t != nil {
		t.seen = t.seen || analyzed
		for f, n := range found {
			t.entries[f].found = max(t.entries[f].found, n)
		}
	}
	in.Diagnostics, in.Known = rest, known
	return true
}

// remaining are the diagnostics of an input that have unknown errors, and the number of known ones. If all are known,
// their consequences are removed, too.
func remaining(in *Input, isKnown func(fingerprint string) bool) (rest []lang.Diagnostic, known int) {
	anyNew := false
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		errors, old := errorsOf(d), 0
		if knowable(d) {
			for _, e := range errors {
				if isKnown(e.Fingerprint) {
					old++
				}
			}
		}
		known += old
		if old == 0 || old < len(errors) {
			rest = append(rest, *d)
			anyNew = anyNew || len(errors) > 0
		}
	}
	if !anyNew && known > 0 {
		return nil, known
	}
	lang.Gather(rest, in.File)
	return rest, known
}

// takeRemoved uses up one known error of a removed file.
func (b *Baseline) takeRemoved(fingerprint string) *countedEntry {
	for _, e := range b.ofRemoved[fingerprint] {
		if e.moved < e.Count {
			e.moved++
			return e
		}
	}
	return nil
}

// A StaleEntry is an obsolete entry of a baseline, in words.
type StaleEntry struct {
	File string // or another text
	Says string
}

// Stale lists the obsolete entries: fixed errors, and files that no longer exist. A text that was not among the inputs,
// or could not be analysed, is left out.
func (b *Baseline) Stale() []StaleEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []StaleEntry
	for _, t := range b.sorted() {
		if t.removed && !t.seen {
			count, moved := 0, 0
			for _, e := range t.entries {
				count += e.Count
				moved += e.moved
			}
			says := "the file is gone"
			switch {
			case moved == count:
				says += ", and all that is known of it is in other files now"
			case moved > 0:
				says += fmt.Sprintf(", and %d of %d that are known of it are in other files now", moved, count)
			}
			list = append(list, StaleEntry{t.name.text, says})
			continue
		}
		if !t.seen {
			continue
		}
		for _, e := range slices.SortedFunc(maps.Values(t.entries),
			func(x, y *countedEntry) int { return entryOrder(&x.baselineEntry, &y.baselineEntry) }) {
			if e.found == e.Count {
				continue
			}
			what := string(e.Code)
			if e.Definition != "" {
				what += " in `" + e.Definition + "`"
			}
			says := what + " is not there any more"
			if e.found > 0 {
				says = what + " is there " + times(e.found) + ", not " + times(e.Count)
			}
			list = append(list, StaleEntry{t.name.text, says})
		}
	}
	return list
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
