package lsp

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A depth is the depth of an analysis.
type depth int

const (
	brief depth = iota // verdicts and patterns
	whole              // everything that check reports
)

// A snapshot is one version of a document's text, with the project at that time and the result of the analysis. Its
// text and project never change. A goroutine analyses it, first briefly and then in full.
type snapshot struct {
	*document
	server  *server
	project *project
	version int32
	lines   *lines
	visited bool      // it belongs to one request about a file that is not a document
	visit   sync.Once // starts its analysis once
	at      state     // of its file

	ctx    context.Context // ends when there is a newer snapshot
	cancel context.CancelFunc
	known  [2]chan struct{} // by depth: closed when the analysis to that depth is done
	hurry  chan struct{}    // closed when a request waits for the full result
	once   sync.Once        // closes hurry once

	// The holder of the token may use the fields below: a result belongs to one goroutine at a time.
	token chan struct{}
	in    *report.Input // nil: not known yet, or released
	depth depth
	names *language.Names // of the result, once they have been requested

	asked atomic.Bool // its diagnostics were requested when only the brief result was known
	uses  sync.Map    // paths of its library files, once they are known
}

// makeSnapshot makes a snapshot without a result.
func (s *server) makeSnapshot(d *document, p *project, version int32, l *lines) *snapshot {
	n := &snapshot{document: d, server: s, project: p, version: version, lines: l,
		known: [2]chan struct{}{make(chan struct{}), make(chan struct{})}, hurry: make(chan struct{}),
		token: make(chan struct{}, 1)}
	n.ctx, n.cancel = context.WithCancel(s.ctx)
	return n
}

// newSnapshot makes a snapshot, and starts its analysis, which publishes its diagnostics. The caller holds the lock.
func (s *server) newSnapshot(d *document, version int32, l *lines) *snapshot {
	n := s.makeSnapshot(d, s.project, version, l)
	if s.stage.Load() != running {
		n.cancel()
		return n
	}
	if !s.isSupported(d) {
		n.cancel()
		return n
	}
	s.background(func(context.Context) { n.find(s.publish) })
	return n
}

// mayUse reports whether a file is a library of the program, or may be while that is not known.
func (n *snapshot) mayUse(path string) bool {
	if !n.isKnown(brief) {
		return n.project.isLibrary(path)
	}
	_, uses := n.uses.Load(path)
	return uses
}

// isKnown reports whether the analysis to a depth is done.
func (n *snapshot) isKnown(d depth) bool {
	select {
	case <-n.known[d]:
		return true
	default:
		return false
	}
}

// release cancels the analysis of the snapshot, and recycles its memory when it is no longer in use.
func (n *snapshot) release() {
	n.cancel()
	n.server.background(func(context.Context) {
		n.token <- struct{}{}
		n.drop()
		<-n.token
	})
}

// drop releases the result. The caller holds the token.
func (n *snapshot) drop() {
	if n.in != nil {
		n.server.pool(n.in, n.depth)
	}
	n.in, n.names = nil, nil
}

// pool recycles the memory of a result.
func (s *server) pool(in *report.Input, d depth) {
	if in.Result != nil {
		s.spares[d].Keep(in.Result, 2)
	}
}

// moment is how long diagnostics may wait for the full analysis. If it takes no longer, no diagnostic is published
// twice.
const moment = 20 * time.Millisecond

// find analyses the snapshot and publishes the result: in one step if that takes only a moment.
func (n *snapshot) find(publish func(*snapshot, *report.Input)) {
	if !n.slow.Load() {
		if n.store(n.analyse(whole, moment), whole, publish) {
			return
		}
		n.slow.Store(true)
	}
	if n.store(n.analyse(brief, 0), brief, publish) || !n.pause(n.server.quiet) {
		return
	}
	begun := time.Now()
	if n.store(n.analyse(whole, 0), whole, publish) {
		n.slow.Store(time.Since(begun) > moment/2)
	}
}

// store keeps and publishes a result; nil: there is none. It reports whether there is nothing more to do: all is known,
// or the snapshot has ended.
func (n *snapshot) store(in *report.Input, d depth, publish func(*snapshot, *report.Input)) bool {
	if in == nil {
		return n.ctx.Err() != nil
	}
	if in.File != nil {
		for _, p := range in.File.Parts() {
			n.uses.Store(named(p.File.Name), true)
		}
	}
	n.token <- struct{}{}
	if n.ctx.Err() != nil {
		n.server.pool(in, d)
		<-n.token
		return true
	}
	n.drop()
	n.in, n.depth = in, d
	copied := *in
	<-n.token
	// Without diagnostics the brief result is the full one.
	all := d == whole || len(in.Diagnostics) == 0
	if !n.isKnown(brief) {
		close(n.known[brief])
	}
	if all {
		close(n.known[whole])
	}
	if publish != nil {
		publish(n, &copied)
	}
	return all
}

// pause waits, unless a request needs the full result. It reports false if the snapshot has ended.
func (n *snapshot) pause(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-n.hurry:
	case <-timer.C:
	case <-n.ctx.Done():
		return false
	}
	return true
}

// analyse analyses the snapshot; it returns nil if the snapshot has ended, or the time limit is exceeded; 0 means no
// limit.
func (n *snapshot) analyse(d depth, most time.Duration) *report.Input {
	select {
	case n.server.turns <- struct{}{}:
		defer func() { <-n.server.turns }()
	case <-n.ctx.Done():
		return nil
	}
	ctx := n.ctx
	if most > 0 {
		limited, cancel := context.WithTimeout(ctx, most)
		defer cancel()
		ctx = limited
	}
	return n.analysed(ctx, d, n.lines.src)
}

// analysed analyses a text in place of that of the snapshot.
func (n *snapshot) analysed(ctx context.Context, d depth, text []byte) *report.Input {
	extension := ""
	if n.language != nil {
		extension = n.language.Extensions[0]
	}
	source := n.project.source(n.path, extension, text)
	var kept report.Input
	if _, err := n.server.batch(n.project, d, &kept).Check(ctx, &source); err != nil {
		return nil
	}
	return &kept
}

// A view gives one request exclusive access to a snapshot until it is closed.
type view struct {
	*snapshot
	in *report.Input
}

// view waits until the analysis to a depth is done, and for exclusive access.
func (n *snapshot) view(ctx context.Context, d depth) (*view, error) {
	if n.visited {
		n.visit.Do(func() { n.server.background(func(context.Context) { n.find(nil) }) })
	}
	if d == whole {
		n.once.Do(func() { close(n.hurry) })
	}
	if err := n.await(ctx, d); err != nil {
		return nil, err
	}
	select {
	case n.token <- struct{}{}:
	case <-n.ctx.Done():
		return nil, protocol.ErrContentModified
	case <-ctx.Done():
		return nil, protocol.ErrRequestCancelled
	}
	if n.in == nil || n.ctx.Err() != nil {
		<-n.token
		return nil, protocol.ErrContentModified
	}
	return &view{n, n.in}, nil
}

// await waits until the analysis to a depth is done, without hurrying it.
func (n *snapshot) await(ctx context.Context, d depth) error {
	select {
	case <-n.known[d]:
		return nil
	case <-n.ctx.Done():
		return protocol.ErrContentModified
	case <-ctx.Done():
		return protocol.ErrRequestCancelled
	}
}

func (v *view) close() { <-v.token }

// inMain reports whether a place is in the document, and not in a library.
func (v *view) inMain(s lang.Span) bool { return v.in.File != nil && v.in.File.InMain(s) }
