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

// A depth is how far an analysis goes.
type depth int

const (
	brief depth = iota // verdicts and patterns
	whole              // all that check tells
)

// A snapshot is one version of the text of a document, with the project as it was then, and what
// is known of it. It has no other text and no other project at any time. A goroutine of
// its own finds out what there is to know, briefly and then wholly.
type snapshot struct {
	*document
	server  *server
	project *project
	version int32
	lines   *lines
	visited bool      // it is for one request, and of a file that is no document
	visit   sync.Once // of having that analysed
	at      state     // of that

	ctx    context.Context // ends when there is a newer snapshot
	cancel context.CancelFunc
	known  [2]chan struct{} // by depth: closed when that much is known
	hurry  chan struct{}    // closed when somebody waits for the whole
	once   sync.Once        // of closing it

	// Whoever has the token may use what is below: a result belongs to one goroutine at a time.
	token chan struct{}
	in    *report.Input // nil: nothing is known yet, or not any more
	depth depth
	names *language.Names // of the result, when they have been asked for

	asked atomic.Bool // its diagnostics were asked for when they were brief
	uses  sync.Map    // paths of the files that stand before it, when that is known
}

// makeSnapshot makes a snapshot of which nothing is known.
func (s *server) makeSnapshot(d *document, p *project, version int32, l *lines) *snapshot {
	n := &snapshot{document: d, server: s, project: p, version: version, lines: l,
		known: [2]chan struct{}{make(chan struct{}), make(chan struct{})}, hurry: make(chan struct{}), token: make(chan struct{}, 1)}
	n.ctx, n.cancel = context.WithCancel(s.ctx)
	return n
}

// newSnapshot makes a snapshot, and has it analysed and told of. The lock is held.
func (s *server) newSnapshot(d *document, version int32, l *lines) *snapshot {
	n := s.makeSnapshot(d, s.project, version, l)
	if s.stage.Load() != running {
		n.cancel()
		return n
	}
	if !s.ours(d) {
		n.cancel()
		return n
	}
	s.background(func(context.Context) { n.find(s.publish) })
	return n
}

// mayUse reports whether a file stands before the program, or may, since that is not known yet.
func (n *snapshot) mayUse(path string) bool {
	if !n.isKnown(brief) {
		return n.project.isLibrary(path)
	}
	_, uses := n.uses.Load(path)
	return uses
}

// isKnown reports whether so much is known.
func (n *snapshot) isKnown(d depth) bool {
	select {
	case <-n.known[d]:
		return true
	default:
		return false
	}
}

// release ends what goes on with the snapshot, and gives its memory to others when nobody uses
// it any more.
func (n *snapshot) release() {
	n.cancel()
	n.server.background(func(context.Context) {
		n.token <- struct{}{}
		n.drop()
		<-n.token
	})
}

// drop gives the result back. The token is held.
func (n *snapshot) drop() {
	if n.in != nil {
		n.server.pool(n.in, n.depth)
	}
	n.in, n.names = nil, nil
}

// pool has the memory of a result used again.
func (s *server) pool(in *report.Input, d depth) {
	if in.Result != nil {
		s.spares[d].Keep(in.Result, 2)
	}
}

// moment is what diagnostics may wait for the whole. So where that takes no longer, none of them is
// told in two ways.
const moment = 20 * time.Millisecond

// find finds out what there is to know, and tells it: all at once if that takes but a moment.
func (n *snapshot) find(tell func(*snapshot, *report.Input)) {
	if !n.slow.Load() {
		if n.store(n.analyse(whole, moment), whole, tell) {
			return
		}
		n.slow.Store(true)
	}
	if n.store(n.analyse(brief, 0), brief, tell) || !n.pause(n.server.quiet) {
		return
	}
	begun := time.Now()
	if n.store(n.analyse(whole, 0), whole, tell) {
		n.slow.Store(time.Since(begun) > moment/2)
	}
}

// store keeps and tells what was found out; nil: nothing was. It reports whether there is nothing
// more to find out: all is known, or the snapshot has ended.
func (n *snapshot) store(in *report.Input, d depth, tell func(*snapshot, *report.Input)) bool {
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
	// Where nothing is wrong, there is nothing that takes long.
	all := d == whole || len(in.Diagnostics) == 0
	if !n.isKnown(brief) {
		close(n.known[brief])
	}
	if all {
		close(n.known[whole])
	}
	if tell != nil {
		tell(n, &copied)
	}
	return all
}

// pause waits for a moment, unless somebody wants the whole. It reports false if the snapshot
// has ended.
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

// analyse is what is found out, or nil if the snapshot has ended, or it takes longer than it may;
// 0: as long as it takes.
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

// analysed is what is found out of a text in place of that of the snapshot.
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

// A view is a snapshot as one request sees it. It is held for nobody else until it is closed.
type view struct {
	*snapshot
	in *report.Input
}

// view waits until so much is known, and for its turn.
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

// await waits until so much is known, and hurries nobody.
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

// inMain reports whether a place is in the document, and not in what stands before it.
func (v *view) inMain(s lang.Span) bool { return v.in.File != nil && v.in.File.InMain(s) }
