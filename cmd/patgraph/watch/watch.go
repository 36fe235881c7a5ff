// Package watch says when something in some folders has changed. What it says is a
// hint: whoever hears it looks again at what is there. So nothing depends on
// the order in which a system reports its events, on their kinds, or on all of them
// being reported.
package watch

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A Watcher watches folders, without those in them. Where the system cannot, it says
// from time to time that something may have changed. It is for one goroutine.
type Watcher struct {
	Quiet time.Duration // without events, before a change is reported
	Most  time.Duration // that a change waits for that
	Poll  time.Duration // between two looks at what cannot be watched

	fs      *fsnotify.Watcher // nil: there is none
	folders map[string]bool   // that were watched since fs was made; true: that are
	named   map[string]bool   // in this round
	failed  error             // why some folder of this round is not watched
	stale   bool              // what fs watches is not what it was told to
}

// A Change is what may have changed: the paths, absolute, that were heard of.
// There may be others.
type Change map[string]bool

// New returns a watcher of nothing.
func New() *Watcher {
	return &Watcher{Quiet: 100 * time.Millisecond, Most: time.Second, Poll: 2 * time.Second, stale: true}
}

// Begin begins a round, in which all folders that are to be watched are named.
func (w *Watcher) Begin() {
	w.named, w.failed = make(map[string]bool), nil
	if !w.stale {
		return
	}
	// A folder that was moved is still watched, by its old name, and the system gives
	// the new name the same watch. It is simpler to begin anew than to undo that.
	w.Close()
	w.folders = make(map[string]bool)
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		w.failed = err
		return // the next round tries again
	}
	w.fs, w.stale = fs, false
}

// Folder names a folder. Called before it is read, it leaves no moment at which a
// change is neither seen nor heard of.
func (w *Watcher) Folder(dir string) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		w.failed = err
		return
	}
	if w.named[abs] {
		return
	}
	w.named[abs] = true
	if w.fs == nil || w.folders[abs] {
		return
	}
	if err := w.fs.Add(abs); err != nil {
		w.failed = err
		return
	}
	w.folders[abs] = true
}

// End ends a round: folders that were not named are not watched any more. The error
// is why some are not watched though they were named.
func (w *Watcher) End() (folders int, err error) {
	for dir, watched := range w.folders {
		if watched && !w.named[dir] {
			w.folders[dir] = false
			w.fs.Remove(dir) // it may be gone, and its watch with it
		}
	}
	return len(w.named), w.failed
}

// Has reports whether a path is that of a folder that was named in the last round.
func (w *Watcher) Has(path string) bool { return w.named[path] }

// Next waits for a change in what counts, and then until nothing changes any more,
// but not for long. Its error is that of the context.
func (w *Watcher) Next(ctx context.Context, counts func(path string) bool) (Change, error) {
	change := make(Change)
	var events chan fsnotify.Event
	var errors chan error
	if w.fs != nil {
		events, errors = w.fs.Events, w.fs.Errors
	}
	var quiet, most, poll <-chan time.Time
	if w.failed != nil {
		poll = time.After(w.Poll)
	}
	heard := func() {
		quiet = time.After(w.Quiet)
		if most == nil {
			most = time.After(w.Most)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case e, open := <-events:
			if !open {
				events, w.stale = nil, true
				heard()
				continue
			}
			if _, folder := w.folders[e.Name]; folder && (e.Has(fsnotify.Rename) || e.Has(fsnotify.Remove)) {
				w.stale = true
			} else if !counts(e.Name) {
				continue
			}
			change[e.Name] = true
			heard()
		case _, open := <-errors:
			if !open {
				errors = nil
				continue
			}
			// Events were lost, for example because there were too many.
			w.stale = true
			heard()
		case <-quiet:
			return change, nil
		case <-most:
			return change, nil
		case <-poll:
			return change, nil
		}
	}
}

// Close ends watching.
func (w *Watcher) Close() {
	if w.fs != nil {
		w.fs.Close()
		w.fs = nil
	}
}
