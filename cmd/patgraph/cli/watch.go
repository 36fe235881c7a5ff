//go:build !js

package cli

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// A watching is a check that continues. Each round gathers the programs again, and checks those that are new or may
// have changed.
type watching struct {
	*Program
	flags *Flags
	paths []string
	style report.Style
	w     *watcher
	known *report.Baseline    // known diagnostics, which are not reported; nil: none
	files map[string]*watched // by name of their source
	tree  map[string]bool     // the absolute paths of the folders that are walked
	// targets are the absolute targets of links and arguments.
	targets map[string]bool
	folders int   // number of watched folders
	missed  error // why some are not watched
}

// A watched is the state of one source.
type watched struct {
	info     fs.FileInfo // nil: the file does not exist
	config   string      // the content of its configuration
	by       string      // the name of its configuration
	problem  string      // why it cannot be read, if that is known beforehand
	library  [32]byte    // the hash of its library
	text     [32]byte    // the hash of its text
	findings []report.Finding
	summary  report.Summary
	exit     int
	fresh    []byte      // its new findings, as text
	codes    []lang.Code // the codes of these
}

// sameFile reports whether two file infos, nil for a missing file, agree, so that the text need not be read again.
func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Size() == b.Size() && a.Mode() == b.Mode() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}

// watch checks programs until it is interrupted; its exit status is that of the last state.
func (f *Flags) watch(p *Program, args []string) error {
	switch {
	case f.Input != "files":
		return Wrong("--watch is for files and folders; a stream is read once")
	case f.Shard != "":
		return Wrong("--watch is for one machine, not for shards")
	case f.FilesFrom != nil:
		return Wrong("--watch is for files and folders; a list of paths is read once")
	case len(args) == 0:
		return noPath()
	case f.Format != "text":
		return Wrong("--watch reports differences, and only as text")
	case slices.Contains(args, "-"):
		return Wrong("--watch is for files and folders; standard input does not change")
	}
	ctx, stop := signal.NotifyContext(p.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := &watching{Program: p, flags: f, paths: args, style: f.Style(p, p.Stdout), w: newWatcher()}
	defer func() { w.w.Close() }()
	warned := false
	var change fileChange
	for {
		began := w.files == nil
		err := w.round(ctx, change)
		if ctx.Err() != nil {
			return w.end(began)
		}
		if err != nil {
			return err
		}
		if w.missed != nil && !warned {
			warned = true
			if err := p.Err.Print([]byte("patgraph: not every folder can be watched (" + lang.Visible(w.missed.Error()) +
				"); looking every " + w.w.Poll.String() + " instead\n")); err != nil {
				return err
			}
		}
		if began && !f.Quiet {
			if err := p.Err.Print([]byte("patgraph: watching " + lang.Count(w.folders, "folder", "folders") +
				"; Ctrl-C ends it\n")); err != nil {
				return err
			}
		}
		if change, err = w.w.Next(ctx, w.counts); err != nil {
			return w.end(false)
		}
	}
}

// end is the exit status of the last state, if one was reached.
func (w *watching) end(began bool) error {
	if began {
		return Status(report.Unusable)
	}
	exit := report.Clean
	for _, f := range w.files {
		exit = max(exit, f.exit)
	}
	return Status(exit)
}

// gather registers the folders to watch, and returns the sources.
func (w *watching) gather(g *Configuration) []inputs.Source {
	w.w.Begin()
	w.tree, w.targets = make(map[string]bool), make(map[string]bool)
	options := g.Inputs
	leavesOut := options.LeavesOut
	options.LeavesOut = func(path string, folder bool) bool {
		out := leavesOut(path, folder)
		if folder && !out {
			w.walked(path)
		}
		return out
	}
	target := func(path string) {
		if abs, err := filepath.Abs(path); err == nil {
			w.targets[abs] = true
		}
	}
	follow := func(path string) {
		w.above(path)
		if real, err := filepath.EvalSymlinks(path); err == nil {
			w.w.Folder(filepath.Dir(real))
			target(real)
		}
	}
	for _, path := range w.paths {
		follow(path)
	}
	if file := w.flags.Config; file != "" {
		w.w.Folder(filepath.Dir(file))
	}
	sources := g.WithLibraries(g.WithBroken(inputs.Gather(options, w.paths)))
	files, libraryFolders := g.LibraryPlaces()
	for _, path := range files {
		target(path)
		follow(path)
	}
	for _, folder := range libraryFolders {
		w.walked(folder)
	}
	for i := range sources {
		if info, err := os.Lstat(sources[i].Path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			if real, err := filepath.EvalSymlinks(sources[i].Path); err == nil {
				target(real)
			}
		}
	}
	w.folders, w.missed = w.w.End()
	return sources
}

// above registers the folders above a path whose files affect it, and the path if it is a folder; if it does not exist,
// the folders in which it may be created.
func (w *watching) above(path string) {
	dir, err := filepath.Abs(path)
	if err != nil {
		return
	}
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		w.walked(dir)
	}
	for parent := filepath.Dir(dir); ; parent = filepath.Dir(parent) {
		if _, err := os.Stat(parent); err == nil {
			w.w.Folder(parent)
		}
		if _, err := os.Lstat(filepath.Join(parent, ".git")); err == nil || parent == filepath.Dir(parent) {
			return
		}
	}
}

// walked registers a folder that is walked.
func (w *watching) walked(dir string) {
	if abs, err := filepath.Abs(dir); err == nil {
		w.tree[abs] = true
		w.w.Folder(abs)
	}
}

// counts reports whether a change of a path may change the state.
func (w *watching) counts(path string) bool {
	base := filepath.Base(path)
	if base == config.FileName || strings.HasSuffix(base, "ignore") || w.w.Has(path) {
		return true
	}
	for _, named := range append(slices.Clip(w.paths), w.flags.Config) {
		if abs, err := filepath.Abs(named); named != "" && err == nil &&
			(abs == path || strings.HasPrefix(abs, path+string(filepath.Separator))) {
			return true
		}
	}
	// A changed file may be the target of a link, whatever its name.
	return w.targets[path] || w.tree[filepath.Dir(path)] && (isProgram(path, w.Languages.Extensions()) || isFolder(path))
}

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}

func isProgram(path string, extensions []string) bool {
	return slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(path, e) })
}

// round updates the state and reports the differences.
func (w *watching) round(ctx context.Context, change fileChange) error {
	b, g, err := w.flags.Batch(w.Program)
	if err != nil {
		return err
	}
	// A baseline that is unreadable, because it is being written, keeps its last state.
	if known, err := w.flags.knownBefore(); err == nil {
		w.known = known
	} else if w.files == nil {
		return err
	}
	if w.known != nil {
		b.Filter, b.Settle = w.known.Filter, w.known.Settle
	}
	b.Separate = true
	sources := w.gather(g)
	next := make(map[string]*watched, len(sources))
	var again []inputs.Source
	for i := range sources {
		s := &sources[i]
		known := &watched{config: configState(g, s), by: g.Of(s).Name}
		if info, err := os.Stat(s.Path); err == nil {
			known.info = info
		}
		before, broken, _ := g.Stands(s)
		if known.library = before.Sum(); broken != "" {
			known.library = sha256.Sum256([]byte(broken))
		}
		if s.Problem != nil {
			known.problem = s.Problem.Message.String()
		}
		abs, _ := filepath.Abs(s.Path)
		if old := w.files[s.Name]; old != nil && !change[abs] && sameFile(old.info, known.info) &&
			old.config == known.config &&
			old.library == known.library && old.problem == known.problem {
			next[s.Name] = old
			continue
		}
		next[s.Name] = known
		again = append(again, *s)
	}
	if err := w.check(ctx, b, again, next); err != nil {
		return err
	}
	old := w.files
	w.files = next
	if old == nil {
		return w.reportAll(sources)
	}
	return w.reportChanges(old, again)
}

// configState is everything that the configuration determines about a source, for comparison.
func configState(g *Configuration, s *inputs.Source) string {
	c := g.Of(s)
	text := c.Path
	if broken := g.BrokenAt(s.Path); broken != nil {
		c = broken
	}
	if c.Text != nil {
		text += "\x00" + string(c.Text.Src)
	}
	for _, d := range c.Problems {
		text += "\x00" + d.Message.String()
	}
	return text
}

// check checks some sources, unless it is interrupted.
func (w *watching) check(ctx context.Context, b *batch.Batch, sources []inputs.Source, next map[string]*watched) error {
	if len(sources) == 0 {
		return nil
	}
	b.Render = func(in *report.Input) ([]byte, []byte) {
		var known []report.Finding
		if old := w.files[in.Name]; old != nil {
			known = old.findings
		}
		f := next[in.Name]
		if in.File != nil {
			f.text = sha256.Sum256(in.File.Home().File.Src)
		}
		f.findings = in.Findings()
		fresh, codes := in.Without(known)
		f.codes = codes
		f.fresh = w.style.AppendDiagnostics(nil, fresh)
		return nil, nil
	}
	defer w.flags.progress(w.Program, b, len(sources))()
	i := 0
	_, err := b.Run(ctx, slices.Values(sources), func(o *batch.Outcome) error {
		f := next[sources[i].Name]
		f.summary, f.exit = o.Summary, o.Exit
		i++
		return w.Err.Print(o.Err)
	})
	return err
}

// reportAll reports the first state, as check does without --watch.
func (w *watching) reportAll(sources []inputs.Source) error {
	var codes []lang.Code
	for i := range sources {
		f := w.files[sources[i].Name]
		if err := w.Out.Print(f.fresh); err != nil {
			return err
		}
		codes = append(codes, f.codes...)
		f.fresh, f.codes = nil, nil
	}
	return w.total(codes)
}

func (w *watching) total(codes []lang.Code) error {
	if w.flags.Quiet {
		return nil
	}
	var sum report.Summary
	for _, f := range w.files {
		sum.Add(f.summary)
	}
	var once []lang.Code
	for _, c := range codes {
		if !slices.Contains(once, c) {
			once = append(once, c)
		}
	}
	return w.Out.Print(w.style.AppendSummary(nil, sum, once))
}

// reportChanges reports the difference between two states, if there is any.
func (w *watching) reportChanges(old map[string]*watched, again []inputs.Source) error {
	d := report.Difference{At: time.Now()}
	configs := make(map[string]bool)
	var unreadable []string // sources without a program, now or before; a consequence of other changes
	var fresh []byte
	var codes []lang.Code
	for i := range again {
		name := again[i].Name
		f := w.files[name]
		before := old[name]
		switch {
		case filepath.Base(name) == config.FileName:
			configs[name] = true
		case before == nil && f.problem != "":
			unreadable = append(unreadable, name)
		case before == nil:
			d.Added = append(d.Added, name)
		case before.config != f.config:
			// If the configuration file is another one now, the deeper of the two was added or removed.
			by := f.by
			if len(before.by) > len(by) {
				by = before.by
			}
			configs[by] = true
		case before.library != f.library && before.text == f.text:
			// Its library has changed, which is reported there.
		case before.text != f.text || !report.SameFindings(before.findings, f.findings):
			d.Changed = append(d.Changed, name)
		}
		if before == nil {
			before = &watched{}
		}
		d.Compare(name, before.findings, f.findings)
		fresh, codes = append(fresh, f.fresh...), append(codes, f.codes...)
		f.fresh, f.codes = nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if w.files[name] != nil {
			continue
		}
		switch {
		case filepath.Base(name) == config.FileName:
			configs[name] = true
		case old[name].problem != "":
			unreadable = append(unreadable, name)
		default:
			d.Removed = append(d.Removed, name)
		}
		d.Compare(name, old[name].findings, nil)
	}
	d.Changed = append(slices.Sorted(maps.Keys(configs)), d.Changed...)
	if len(d.Added)+len(d.Changed)+len(d.Removed) == 0 {
		if unreadable == nil {
			return nil
		}
		d.Changed = unreadable
	}
	text := w.style.AppendDifference(nil, &d)
	text = append(text, fresh...)
	text = w.style.AppendGone(text, &d)
	if err := w.Out.Print(text); err != nil {
		return err
	}
	return w.total(codes)
}

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
