package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"
)

// A screen is a line on a fake terminal with a fake clock.
type screen struct {
	*progressLine
	bytes.Buffer
	at    time.Time
	width int
}

func newScreen(width int) *screen {
	s := &screen{at: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), width: width}
	s.progressLine = newProgress(&s.Buffer, func() time.Time { return s.at }, func() int { return s.width })
	return s
}

func (s *screen) after(d time.Duration) { s.at = s.at.Add(d) }

// last is the current content of the line.
func (s *screen) last() string {
	text := s.String()
	return text[strings.LastIndex(text, "\r\x1b[K")+len("\r\x1b[K"):]
}

func (s *screen) drawings() int { return strings.Count(s.String(), "\r\x1b[K") }

func TestLine(t *testing.T) {
	s := newScreen(80)
	s.Total(100)
	want := func(text string) {
		t.Helper()
		if got := s.last(); got != text {
			t.Errorf("it shows %q, want %q", got, text)
		}
	}
	s.Begin("a.k")(0)
	s.after(progressDelay / 2)
	s.Tick()
	if s.Len() > 0 {
		t.Fatalf("a short run shows %q", s.String())
	}
	s.after(progressDelay/2 + 100*time.Millisecond)
	end := s.Begin("lib/b.k")
	want("1/100 checked  2.5/s  40s left  lib/b.k")
	s.after(time.Second)
	s.Begin("c.k")(3)
	want("1/100 checked  0.7/s  2m19s left  lib/b.k 1s")
	s.after(600 * time.Millisecond)
	s.Tick()
	want("2/100 checked  1.0/s  3 errors  1m38s left  lib/b.k 2s")
	end(1)
	s.after(redrawInterval)
	s.Tick()
	want("3/100 checked  1.4/s  4 errors  1m08s left")
	// The speed is that of the last seconds.
	s.after(time.Hour)
	for range 90 {
		s.after(redrawInterval)
		s.Begin("x")(0)
	}
	s.after(redrawInterval)
	s.Tick()
	want("93/100 checked  10/s  4 errors  1s left")
	s.Close()
	if !strings.HasSuffix(s.String(), "\r\x1b[K") {
		t.Errorf("it is left: %q", s.last())
	}
	n := s.Len()
	s.after(time.Hour)
	s.Tick()
	s.Begin("late")(0)
	s.Close()
	if s.Len() != n {
		t.Errorf("it is back: %q", s.last())
	}
}

func TestUnknownTotal(t *testing.T) {
	s := newScreen(80)
	for range 1000 {
		s.after(time.Millisecond)
		s.Begin("<stdin>")(0)
	}
	s.Begin("<stdin>:1001")
	s.after(redrawInterval)
	s.Tick()
	if got := s.last(); got != "1000 checked  909/s  <stdin>:1001" {
		t.Errorf("it shows %q", got)
	}
	// There are at most ten drawings per second.
	if n := s.drawings(); n > 11 {
		t.Errorf("%d drawings in 1.1 s", n)
	}
}

// Output on the terminal is on separate lines.
func TestAround(t *testing.T) {
	s := newScreen(80)
	out := func(text string, terminal bool) {
		if err := s.Around([]byte(text), terminal, func() error { s.WriteString(text); return nil }); err != nil {
			t.Error(err)
		}
	}
	out("early\n", true)
	s.after(time.Second)
	s.Tick()
	out("one\n", true)
	s.Tick() // too early
	s.after(redrawInterval)
	s.Tick()
	out("half", true)
	s.after(time.Second)
	s.Tick()
	out(" whole\n", true)
	s.Tick()
	out("{", false) // not on the terminal
	s.after(time.Second)
	s.Tick()
	s.Close()
	const clear = "\r\x1b[K"
	want := "early\n" + clear + "0 checked  0/s" + clear + "one\n" + clear + "0 checked  0/s" + clear + "half whole\n" +
		clear + "0 checked  0/s" + clear + "{" + clear + "0 checked  0/s" + clear
	if got := s.String(); got != want {
		t.Errorf(" got %q\nwant %q", got, want)
	}
	if err := s.Around(nil, true, func() error { return errors.New("full") }); err == nil || err.Error() != "full" {
		t.Errorf("the error is %v", err)
	}
}

func TestNil(t *testing.T) {
	var l *progressLine
	l.Total(5)
	l.Begin("x")(1)
	l.Tick()
	l.Close()
	called := false
	if err := l.Around([]byte("x"), true, func() error { called = true; return nil }); err != nil || !called {
		t.Errorf("%v %v", called, err)
	}
}

// For any width and any names, the line has one row, no control characters and leaves the last column free.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newScreen(rapid.IntRange(0, 120).Draw(t, "width"))
		s.Total(rapid.IntRange(-1, 1<<40).Draw(t, "total"))
		for range rapid.IntRange(0, 3).Draw(t, "done") {
			s.Begin("x")(rapid.IntRange(0, 1<<30).Draw(t, "errors"))
		}
		s.Begin(rapid.String().Draw(t, "name"))
		s.after(time.Duration(rapid.Int64Range(int64(progressDelay), 1<<50).Draw(t, "time")))
		s.Tick()
		got := s.last()
		if w := runewidth.StringWidth(got); w > max(s.width-1, 0) {
			t.Errorf("%q has %d columns of %d", got, w, s.width)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x9b }) {
			t.Errorf("%q", got)
		}
	})
	s := newScreen(50)
	s.Begin("examples/programs/migration/a_very_long_name/store.k")
	s.after(2 * time.Second)
	s.Tick()
	if got := s.last(); got != "0 checked  0/s  ...y_long_name/store.k 2s" && runewidth.StringWidth(got) != 49 {
		t.Errorf("%q", got)
	}
}

func TestConcurrent(t *testing.T) {
	var b bytes.Buffer
	l := newProgress(&b, time.Now, func() int { return 80 })
	stop := l.Run()
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for j := range 200 {
				end := l.Begin(fmt.Sprint(i, j))
				l.Around([]byte("x\n"), true, func() error { return nil })
				end(1)
			}
		})
	}
	group.Wait()
	stop()
	l.Close()
	if l.done != 800 || l.errors != 800 || len(l.current) != 0 {
		t.Errorf("%d done, %d errors, %d left", l.done, l.errors, len(l.current))
	}
}
