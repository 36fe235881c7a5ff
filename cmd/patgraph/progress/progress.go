// Package progress shows on one line of a terminal how far a run is: how many
// programs of how many are done and how fast, what was found, what takes long and
// how long the rest will take.
package progress

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

const (
	delay    = 300 * time.Millisecond // runs that end before show nothing
	interval = 100 * time.Millisecond // between two drawings, at least
	window   = 5 * time.Second        // over which the speed is measured
	slow     = time.Second            // from here on a program's time is reported
)

// A Line is the line. A nil Line shows nothing. Its methods may be
// called concurrently.
type Line struct {
	w     io.Writer
	now   func() time.Time
	width func() int // columns of the terminal

	mu      sync.Mutex
	started time.Time
	drawn   time.Time
	shown   bool
	midline bool // the terminal's last line is somebody's, and not at an end
	closed  bool
	total   int // -1: not known
	done    int
	errors  int
	next    int
	current map[int]job
	samples []sample // from the oldest in the window to the newest
}

type job struct {
	name string
	from time.Time
}

type sample struct {
	at   time.Time
	done int
}

// New returns a line on a terminal. It is drawn when something happens and when
// Tick is called; the total is unknown.
func New(w io.Writer, now func() time.Time, width func() int) *Line {
	l := &Line{w: w, now: now, width: width, total: -1, current: make(map[int]job)}
	l.started = now()
	l.samples = []sample{{l.started, 0}}
	return l
}

// Run calls Tick from time to time until stop is called.
func (l *Line) Run() (stop func()) {
	end := make(chan struct{})
	go func() {
		for {
			select {
			case <-time.After(interval):
				l.Tick()
			case <-end:
				return
			}
		}
	}()
	return func() { close(end) }
}

// locked does something with a line that is there, while nobody else does.
func (l *Line) locked(do func()) {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		do()
	}
}

// Total says how many programs there are.
func (l *Line) Total(n int) { l.locked(func() { l.total = n }) }

// Begin says that a program is being analysed; the function that it returns, that
// it is done, and how many errors it has.
func (l *Line) Begin(name string) (end func(errors int)) {
	var n int
	l.locked(func() {
		n = l.next
		l.next++
		l.current[n] = job{name, l.now()}
		l.tick()
	})
	return func(errors int) {
		l.locked(func() {
			delete(l.current, n)
			l.done++
			l.errors += errors
			l.tick()
		})
	}
}

// Tick draws the line if it is time.
func (l *Line) Tick() { l.locked(l.tick) }

// Around lets something be written. The line is cleared before, if it is there, and
// is not drawn meanwhile, nor behind a line of a terminal that has no end.
func (l *Line) Around(text []byte, terminal bool, write func() error) error {
	if l == nil {
		return write()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	if terminal && len(text) > 0 {
		l.midline = text[len(text)-1] != '\n'
	}
	return write()
}

// Close clears the line for good.
func (l *Line) Close() {
	l.locked(func() {
		l.clear()
		l.closed = true
	})
}

func (l *Line) clear() {
	if l.shown {
		l.shown = false
		io.WriteString(l.w, "\r\x1b[K") // what cannot be shown is no reason to fail
	}
}

func (l *Line) tick() {
	now := l.now()
	if l.w == nil || l.closed || l.midline || now.Sub(l.started) < delay || now.Sub(l.drawn) < interval {
		return
	}
	l.drawn = now
	text := fit(l.text(now), l.width()-1)
	l.shown = text != ""
	io.WriteString(l.w, "\r\x1b[K"+text)
}

// text is all there is to say; the most important comes first.
func (l *Line) text(now time.Time) string {
	l.samples = append(l.samples, sample{now, l.done})
	for len(l.samples) > 2 && now.Sub(l.samples[1].at) >= window {
		l.samples = l.samples[1:]
	}
	oldest := l.samples[0]
	rate := float64(l.done-oldest.done) / now.Sub(oldest.at).Seconds()
	done := strconv.Itoa(l.done)
	if l.total >= 0 {
		done += "/" + strconv.Itoa(l.total)
	}
	parts := []string{done + " checked", speed(rate)}
	if l.errors > 0 {
		parts = append(parts, words.Count(l.errors, "error", "errors"))
	}
	if left := l.total - l.done; l.total >= 0 && left > 0 && rate > 0 {
		parts = append(parts, duration(float64(left)/rate)+" left")
	}
	if j, ok := l.slowest(); ok {
		name := lang.Visible(j.name)
		if t := now.Sub(j.from); t >= slow {
			name += " " + duration(t.Seconds())
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, "  ")
}

// slowest is what is being analysed for the longest time.
func (l *Line) slowest() (job, bool) {
	if len(l.current) == 0 {
		return job{}, false
	}
	return l.current[slices.Min(slices.Collect(maps.Keys(l.current)))], true // they are numbered as they begin
}

func speed(rate float64) string {
	if rate > 0 && rate < 10 {
		return fmt.Sprintf("%.1f/s", rate)
	}
	return fmt.Sprintf("%.0f/s", rate)
}

// duration is a number of seconds, as short as it may be.
func duration(s float64) string {
	n := int(min(s, 1e9) + 0.5)
	switch {
	case n < 60:
		return fmt.Sprintf("%ds", max(n, 1))
	case n < 3600:
		return fmt.Sprintf("%dm%02ds", n/60, n%60)
	}
	return fmt.Sprintf("%dh%02dm", n/3600, n/60%60)
}

// fit is a text that has at most so many columns. Its end says most of a path, but
// the beginning of the line all the rest, so its middle goes.
func fit(text string, columns int) string {
	if runewidth.StringWidth(text) <= columns {
		return text
	}
	at := strings.LastIndex(text, "  ") + 2
	if room := columns - at - 3; at >= 2 && room >= 8 {
		return text[:at] + "..." + runewidth.TruncateLeft(text[at:], runewidth.StringWidth(text[at:])-room, "")
	}
	return strings.TrimRight(runewidth.Truncate(text, max(columns, 0), ""), " ")
}
