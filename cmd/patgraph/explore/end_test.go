package explore

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/patgraph/patgraph/internal/await"
)

// The server ends some time after the last page was closed, and not before the first was opened.
func TestAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s, err := newServer(ctx, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		done := make(chan time.Duration, 1)
		go func() {
			s.alone(time.Minute)
			done <- time.Since(begun)
		}()
		after := func(d time.Duration) { time.Sleep(d); synctest.Wait() }
		after(time.Hour) // no page was opened yet
		s.enter()
		after(time.Hour)
		s.enter()
		s.leave()
		after(time.Hour) // one is still open
		s.leave()
		after(59 * time.Second)
		s.enter() // the page is reloaded
		after(time.Hour)
		s.leave()
		after(30 * time.Second)
		s.enter()
		s.leave() // immediately
		select {
		case at := <-done:
			t.Fatalf("alone after %v", at)
		default:
		}
		if at, want := <-done, 4*time.Hour+59*time.Second+90*time.Second; at != want {
			t.Errorf("alone after %v, want %v", at, want)
		}
	})
}

// The end of the context ends the waiting, too.
func TestAloneEnds(t *testing.T) {
	for _, came := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := newServer(ctx, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if came {
			s.enter()
			s.leave()
		}
		time.AfterFunc(10*time.Millisecond, cancel)
		s.alone(time.Hour)
	}
}

// The one-time secret on the command line of a browser is valid for one request.
func TestOnce(t *testing.T) {
	s, err := newServer(t.Context(), 4711, nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(s.opening(), s.token) {
		t.Errorf("the token is in %s", s.opening())
	}
	for i, want := range []int{http.StatusSeeOther, http.StatusForbidden} {
		r := httptest.NewRequest(http.MethodGet, s.opening(), nil)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("request %d: %d, want %d", i, w.Code, want)
		}
		if to := w.Header().Get("Location"); i == 0 && (to != "/?token="+s.token || w.Header().Get("Cache-Control") != "no-store") {
			t.Errorf("it leads to %s, %v", to, w.Header())
		}
	}
}

// The browser is started with the system's opener, but not without a screen.
func TestOpener(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("there the system itself opens")
	}
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened")
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"),
		[]byte("#!/bin/sh\necho \"$@\" >"+opened+".part && mv "+opened+".part "+opened+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} {
		t.Setenv(name, "")
	}
	if err := openBrowser("http://x"); err != errNoScreen {
		t.Errorf("without a screen: %v", err)
	}
	t.Setenv("WAYLAND_DISPLAY", "wayland-0")
	if err := openBrowser("http://x/?once=y"); err != nil {
		t.Fatal(err)
	}
	var text []byte
	if !await.Holds(func() (ok bool) {
		var err error
		text, err = os.ReadFile(opened)
		return err == nil
	}) {
		t.Error("nothing was opened")
	} else if string(text) != "http://x/?once=y\n" {
		t.Errorf("%q", text)
	}
}

// All files of the page have a media type that browsers accept, and index.html exists.
func TestPageFiles(t *testing.T) {
	files, err := pageFiles()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := files["/index.html"]; !ok {
		t.Error("there is no page")
	}
	for name, f := range files {
		if f.kind == "application/octet-stream" || f.tag == "" || len(f.text) == 0 {
			t.Errorf("%s: %s, %s, %d bytes", name, f.kind, f.tag, len(f.text))
		}
	}
}
