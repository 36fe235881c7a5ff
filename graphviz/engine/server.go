//go:build !js

package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/patgraph/patgraph/graphviz/cache"
	"github.com/patgraph/patgraph/graphviz/picture"
)

// A process is ended after this many pictures or bytes of output: Graphviz leaks about 3 MB with each picture of 1000
// nodes.
const (
	maxPictures = 32
	maxBytes    = 64 << 20
)

// Time limits for the greeting of a program. Starting takes some seconds if its compiled code is not cached yet and the
// machine is busy; a program that is compiled first may take longer.
const (
	startLimit = 2 * time.Minute
	buildLimit = 5 * time.Minute
)

// grace is the time added to the limit before the process is killed; it should have given up by itself at the limit.
const grace = 500 * time.Millisecond

// A server draws with one process of patgraph-graphviz at a time.
type server struct {
	command command
	turn    chan struct{} // holds a token while the server is idle; guards the fields below
	child   *child
	temp    string             // a private directory, made if the cache directory cannot be used
	started int                // processes started so far
	early   error              // why the process that was started early did not start
	stop    context.CancelFunc // ends an early start; nil: there was none
}

func newServer(c command) *server {
	s := &server{command: c, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

func (s *server) name() string { return program + " (" + s.command.found + ")" }

// A crash is a missing answer: the process ended or sent something that is not an answer.
type crash struct{ err error }

func (c *crash) Error() string { return c.err.Error() }
func (c *crash) Unwrap() error { return c.err }

func (s *server) draw(ctx context.Context, r *picture.Request) (picture.Picture, error) {
	select {
	case <-s.turn:
	case <-ctx.Done():
		return picture.Picture{}, interrupted(ctx.Err())
	}
	defer func() { s.turn <- struct{}{} }()
	p, err := s.try(ctx, r)
	if _, crashed := errors.AsType[*crash](err); crashed {
		// The process may have been killed, or corrupted by an earlier picture.
		p, err = s.try(ctx, r)
	}
	if c, crashed := errors.AsType[*crash](err); crashed {
		err = picture.Errorf(picture.Crash, "%s crashed twice on this picture: %v", program, c.err)
	}
	return p, err
}

// try draws in the current process, or in a new one.
func (s *server) try(ctx context.Context, r *picture.Request) (picture.Picture, error) {
	if s.early != nil {
		err := s.early
		s.early = nil
		return picture.Picture{}, err
	}
	if s.child == nil {
		c, err := s.start(ctx)
		if err != nil {
			return picture.Picture{}, err
		}
		s.child = c
	}
	p, err := s.child.ask(ctx, r)
	e, known := errors.AsType[*picture.Error](err)
	harmless := err == nil || known && !e.Kind.Fatal()
	s.child.pictures++
	s.child.bytes += len(p.Data)
	if !harmless || s.child.pictures >= maxPictures || s.child.bytes >= maxBytes {
		s.child.end()
		s.child = nil
	}
	return p, err
}

// begin starts a process in the background, unless the program has to be built first.
func (s *server) begin() {
	if s.command.build || s.stop != nil {
		return
	}
	select {
	case <-s.turn:
	default:
		return // another call draws
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = cancel
	go func() {
		defer func() { s.turn <- struct{}{} }()
		if s.child == nil {
			s.child, s.early = s.start(ctx)
		}
	}()
}

func (s *server) close() error {
	if s.stop != nil {
		s.stop()
	}
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	if s.child != nil {
		s.child.end()
		s.child = nil
	}
	s.early, s.stop = nil, nil
	temp := s.temp
	s.temp = ""
	return os.RemoveAll(temp) // removing "" does nothing
}

// private returns the directory for compiled code.
func (s *server) private() (string, error) {
	if dir, err := cache.Dir(); err == nil {
		return dir, nil
	}
	if s.temp == "" {
		dir, err := os.MkdirTemp("", program+"-")
		if err != nil {
			return "", err
		}
		s.temp = dir
	}
	return s.temp, nil
}

// start starts a process and waits for its greeting.
func (s *server) start(ctx context.Context) (*child, error) {
	// Without a directory nothing is cached, which only costs time.
	var env []string
	if dir, err := s.private(); err == nil {
		env = append(env, cache.Env+"="+dir)
		if !s.command.build { // go run keeps its own files in TMPDIR
			env = append(env, "TMPDIR="+dir)
		}
	}
	cmd := exec.Command(s.command.path, s.command.args...)
	cmd.Dir = s.command.dir
	cmd.Env = append(os.Environ(), env...)
	c, err := startChild(cmd)
	if err != nil {
		return nil, &startError{name: s.name(), err: err}
	}
	s.started++
	limit := startLimit
	if s.command.build {
		limit = buildLimit
	}
	err = c.within(ctx, limit, func() error { return picture.ReadGreeting(c.out) })
	switch {
	case err == nil:
		return c, nil
	case ctx.Err() != nil:
		c.end()
		return nil, interrupted(ctx.Err())
	}
	c.end()
	return nil, &startError{name: s.name(), said: c.said(), err: err}
}

// A child is a process that draws.
type child struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	stderr   head
	ended    sync.Once
	pictures int
	bytes    int
}

func startChild(cmd *exec.Cmd) (*child, error) {
	c := &child{cmd: cmd}
	ownGroup(cmd)
	cmd.Stderr = &c.stderr
	cmd.WaitDelay = time.Second // a grandchild may hold the pipes open
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c.in, c.out = in, bufio.NewReaderSize(out, 64<<10)
	return c, nil
}

var errLimit = errors.New("it takes too long")

// within calls f, which communicates with the process, and kills the process at the time limit. It waits for f, which
// returns soon after that.
func (c *child) within(ctx context.Context, limit time.Duration, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var err error
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		err = interrupted(ctx.Err())
	case <-timer.C:
		err = errLimit
	}
	c.end()
	<-done
	return err
}

// ask sends a request and waits for its answer. The error is a *picture.Error, a *crash, or that of ctx.
func (c *child) ask(ctx context.Context, r *picture.Request) (picture.Picture, error) {
	var p picture.Picture
	err := c.within(ctx, r.Limit+grace, func() error {
		if err := picture.WriteRequest(c.in, r); err != nil {
			return &crash{err}
		}
		var err error
		p, err = picture.ReadAnswer(c.out)
		if _, known := errors.AsType[*picture.Error](err); err != nil && !known {
			return &crash{err}
		}
		return err
	})
	if errors.Is(err, errLimit) {
		err = picture.Errorf(picture.Timeout, "drawing took longer than %v", r.Limit)
	}
	if cr, crashed := errors.AsType[*crash](err); crashed {
		c.end()
		if said := c.said(); said != "" {
			cr.err = fmt.Errorf("%w: %s", cr.err, said)
		}
	}
	if err != nil {
		return picture.Picture{}, err
	}
	return p, nil
}

// end kills the process, whatever it does, and waits until it has exited.
func (c *child) end() {
	c.ended.Do(func() {
		// The errors report that the process has ended, and how; neither matters.
		_ = c.in.Close()
		killGroup(c.cmd)
		_ = c.cmd.Wait()
	})
}

// said returns the beginning of the process's standard error, on one line.
func (c *child) said() string { return strings.Join(strings.Fields(c.stderr.String()), " ") }

// A head keeps the beginning of what is written to it: the cause of a crash comes first, followed by a long trace.
type head struct {
	mu  sync.Mutex
	buf []byte
}

func (h *head) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if room := 600 - len(h.buf); room > 0 {
		h.buf = append(h.buf, b[:min(len(b), room)]...)
	}
	return len(b), nil
}

func (h *head) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.ToValidUTF8(string(h.buf), "?")
}
