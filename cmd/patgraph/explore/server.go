package explore

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// mostSessions is the maximum number of open pages.
const mostSessions = 16

// A server serves one browser: the files of the page, and a session for each open page.
type server struct {
	files map[string]pageFile
	hosts []string // allowed values of the Host header
	token string
	once  string // replaces the token in the first request that has it; guarded by mu
	serve func(*socket)
	ctx   context.Context

	mu      sync.Mutex
	open    int           // number of sessions
	came    bool          // there was a session
	changed chan struct{} // signals a change of open or came
}

// newServer makes the server for a port; serve runs a session until it ends.
func newServer(ctx context.Context, port int, serve func(*socket)) (*server, error) {
	files, err := pageFiles()
	p := strconv.Itoa(port)
	return &server{
		files: files, hosts: []string{"127.0.0.1:" + p, "localhost:" + p}, token: rand.Text(), once: rand.Text(),
		serve: serve, ctx: ctx,
		changed: make(chan struct{}, 1),
	}, err
}

// address is the URL of the page.
func (s *server) address() string { return "http://" + s.hosts[0] + "/?token=" + s.token }

// opening is the URL for a browser that patgraph starts. All users of a machine can see the command lines of processes,
// so this URL is valid for one request.
func (s *server) opening() string { return "http://" + s.hosts[0] + "/?once=" + s.once }

// run serves until the context ends.
func (s *server) run(l net.Listener) error {
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14,
		ErrorLog:    nil,
		BaseContext: func(net.Listener) context.Context { return s.ctx },
	}
	defer context.AfterFunc(s.ctx, func() { h.Close() })()
	err := h.Serve(l)
	if s.ctx.Err() != nil {
		return nil
	}
	return err
}

// policy is the content security policy of the page: it may use only the files of this server, connect only to this
// server, and has no inline script or style.
func policy(host string) string {
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
		"connect-src 'self' ws://" + host + "; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// ServeHTTP answers a request, if it is authorised.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy(s.hosts[0]))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	refuse := func(status int, why string) { http.Error(w, why, status) }
	if !s.isHost(r.Host) {
		refuse(http.StatusForbidden, "this server answers to "+s.hosts[0]+" only")
		return
	}
	h.Set("Content-Security-Policy", policy(r.Host))
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		refuse(http.StatusMethodNotAllowed, "there is nothing to do but to look")
		return
	}
	query := r.URL.Query()
	allowed := same(query.Get("token"), s.token)
	switch path := r.URL.Path; {
	case path == "/session":
		switch {
		case !allowed:
			refuse(http.StatusForbidden, "wrong token")
		case r.Header.Get("Origin") != "http://"+r.Host:
			refuse(http.StatusForbidden, "a session is for the page of this server only")
		default:
			s.session(w, r)
		}
	case path == "/" && s.redeem(query.Get("once")):
		h.Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/?token="+s.token, http.StatusSeeOther)
	case path == "/" && !allowed:
		refuse(http.StatusForbidden, "the address that the terminal shows has a token, and this one does not; "+
			"to follow a link to a program, open that address, press o and paste the link")
	default:
		if path == "/" {
			path = "/index.html"
		}
		f, ok := s.files[path]
		if !ok {
			refuse(http.StatusNotFound, "there is no such file")
			return
		}
		h.Set("Content-Type", f.kind)
		h.Set("ETag", f.tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.text))
	}
}

func (s *server) isHost(host string) bool { return host == s.hosts[0] || host == s.hosts[1] }

// same compares a secret in constant time.
func same(given, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(secret)) == 1
}

// redeem reports whether a secret may be exchanged for the token, and invalidates it.
func (s *server) redeem(given string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.once == "" || !same(given, s.once) {
		return false
	}
	s.once = ""
	return true
}

// session serves a page until its connection ends.
func (s *server) session(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		http.Error(w, "so many pages are open already: "+strconv.Itoa(mostSessions), http.StatusServiceUnavailable)
		return
	}
	defer s.leave()
	// The whole origin was checked already, not only its host.
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // Accept has answered
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.serve(newSocket(ctx, c))
}

func (s *server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == mostSessions {
		return false
	}
	s.open++
	s.came = true
	s.report()
	return true
}

func (s *server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.report()
}

// report signals a change, unless a signal is already pending.
func (s *server) report() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// left reports whether all pages were closed.
func (s *server) left() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.came && s.open == 0
}

// alone returns when no page has been open for a time, after one was, or when the context ends.
func (s *server) alone(long time.Duration) {
	for {
		var late <-chan time.Time
		if s.left() {
			late = time.After(long)
		}
		select {
		case <-late:
			if s.left() {
				return
			}
		case <-s.changed:
		case <-s.ctx.Done():
			return
		}
	}
}
