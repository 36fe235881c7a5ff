//go:build !js

// Package watch reports when something in some folders has changed. A report is a hint: the receiver examines the files
// again. So the order and the kinds of a system's events do not matter, nor whether all of them are reported.
package cli

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A watcher watches folders, without their subfolders. If the system cannot watch one, the Watcher reports a possible
// change at intervals. It is for one goroutine.
type watcher struct {
	Quiet time.Duration // time without events before a change is reported
	Most  time.Duration // maximum delay of a report
	Poll  time.Duration // interval of reports for folders that cannot be watched

	fs      *fsnotify.Watcher // nil: there is none
	folders map[string]bool   // folders watched since fs was made; false: no longer
	named   map[string]bool   // folders of this round
	failed  error             // why some folder of this round is not watched
	stale   bool              // the folders that fs watches may differ from those it was given
}

// A fileChange has the absolute paths that events were about. Others may have changed, too.
type fileChange map[string]bool

// newWatcher returns a watcher of no folders.
func newWatcher() *watcher {
	return &watcher{Quiet: 100 * time.Millisecond, Most: time.Second, Poll: 2 * time.Second, stale: true}
}

// Begin begins a round, in which all folders to watch are named.
func (w *watcher) Begin() {
	w.named, w.failed = make(map[string]bool), nil
	if !w.stale {
		return
	}
	// A folder that was moved is still watched under its old name, and the system would give the new name the same
	// watch. It is simpler to start again than to undo that.
	w.Close()
	w.folders = make(map[string]bool)
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		w.failed = err
		return // the next round tries again
	}
	w.fs, w.stale = fs, false
}

// Folder adds a folder to the round. If it is called before the folder is read, no change is missed.
func (w *watcher) Folder(dir string) {
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

// End ends a round: folders that were not named are no longer watched. The error is the reason why some named folders
// are not watched.
func (w *watcher) End() (folders int, err error) {
	for dir, watched := range w.folders {
		if watched && !w.named[dir] {
			w.folders[dir] = false
			w.fs.Remove(dir) // fails if the folder was removed, and its watch with it
		}
	}
	return len(w.named), w.failed
}

// Has reports whether a path is a folder of the last round.
func (w *watcher) Has(path string) bool { return w.named[path] }

// Next waits for a change of a path for which counts holds, and then until changes pause, up to a maximum. Its error is
// that of the context.
func (w *watcher) Next(ctx context.Context, counts func(path string) bool) (fileChange, error) {
	change := make(fileChange)
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
func (w *watcher) Close() {
	if w.fs != nil {
		w.fs.Close()
		w.fs = nil
	}
}
