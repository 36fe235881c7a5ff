// Package progress shows the progress of a run on one line of a terminal: the number of finished programs and the
// total, the speed, the number of errors, a slow program and the remaining time.
package cli

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

	"github.com/patgraph/patgraph/lang"
)

const (
	progressDelay  = 300 * time.Millisecond // shorter runs show no line
	redrawInterval = 100 * time.Millisecond // minimum time between two drawings
	speedWindow    = 5 * time.Second        // the speed is measured over this time
	slowProgram    = time.Second            // programs that take longer are named
)

// A progressLine is the progress line. A nil Line shows nothing. Its methods may be called concurrently.
type progressLine struct {
	w     io.Writer
	now   func() time.Time
	width func() int // columns of the terminal

	mu      sync.Mutex
	started time.Time
	drawn   time.Time
	shown   bool
	midline bool // other output has left an unfinished line on the terminal
	closed  bool
	total   int // -1: unknown
	done    int
	errors  int
	next    int
	current map[int]job
	samples []sample // in the window, oldest first
}

type job struct {
	name string
	from time.Time
}

type sample struct {
	at   time.Time
	done int
}

// newProgress returns a line on a terminal, with an unknown total. It is drawn on events and by Tick.
func newProgress(w io.Writer, now func() time.Time, width func() int) *progressLine {
	l := &progressLine{w: w, now: now, width: width, total: -1, current: make(map[int]job)}
	l.started = now()
	l.samples = []sample{{l.started, 0}}
	return l
}

// Run calls Tick at intervals until stop is called.
func (l *progressLine) Run() (stop func()) {
	end := make(chan struct{})
	go func() {
		for {
			select {
			case <-time.After(redrawInterval):
				l.Tick()
			case <-end:
				return
			}
		}
	}()
	return func() { close(end) }
}

// locked calls a function with the lock held, unless the line is nil.
func (l *progressLine) locked(do func()) {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		do()
	}
}

// Total sets the number of programs.
func (l *progressLine) Total(n int) { l.locked(func() { l.total = n }) }

// Begin notes that the analysis of a program begins; the function that it returns notes that it is done, and its number
// of errors.
func (l *progressLine) Begin(name string) (end func(errors int)) {
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
func (l *progressLine) Tick() { l.locked(l.tick) }

// Around calls a function that writes output. The line is cleared before, and is not drawn meanwhile, nor after
// unfinished output on a terminal.
func (l *progressLine) Around(text []byte, terminal bool, write func() error) error {
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
func (l *progressLine) Close() {
	l.locked(func() {
		l.clear()
		l.closed = true
	})
}

func (l *progressLine) clear() {
	if l.shown {
		l.shown = false
		io.WriteString(l.w, "\r\x1b[K") // errors of the progress line are ignored
	}
}

func (l *progressLine) tick() {
	now := l.now()
	if l.w == nil || l.closed || l.midline || now.Sub(l.started) < progressDelay || now.Sub(l.drawn) < redrawInterval {
		return
	}
	l.drawn = now
	text := fit(l.text(now), l.width()-1)
	l.shown = text != ""
	io.WriteString(l.w, "\r\x1b[K"+text)
}

// text is the content of the line; the most important parts come first.
func (l *progressLine) text(now time.Time) string {
	l.samples = append(l.samples, sample{now, l.done})
	for len(l.samples) > 2 && now.Sub(l.samples[1].at) >= speedWindow {
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
		parts = append(parts, lang.Count(l.errors, "error", "errors"))
	}
	if left := l.total - l.done; l.total >= 0 && left > 0 && rate > 0 {
		parts = append(parts, duration(float64(left)/rate)+" left")
	}
	if j, ok := l.slowest(); ok {
		name := lang.Visible(j.name)
		if t := now.Sub(j.from); t >= slowProgram {
			name += " " + duration(t.Seconds())
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, "  ")
}

// slowest is the program whose analysis began first.
func (l *progressLine) slowest() (job, bool) {
	if len(l.current) == 0 {
		return job{}, false
	}
	return l.current[slices.Min(slices.Collect(maps.Keys(l.current)))], true // numbers are in the order of beginning
}

func speed(rate float64) string {
	if rate > 0 && rate < 10 {
		return fmt.Sprintf("%.1f/s", rate)
	}
	return fmt.Sprintf("%.0f/s", rate)
}

// duration formats a number of seconds briefly.
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

// fit shortens a line to so many columns. The end of a path matters most, and the beginning of the line, so the text in
// between is cut.
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
