// Package render draws DOT text with Graphviz, in the process that links it.
//
// It is the only importer of go-graphviz, which is Graphviz as a WebAssembly module, and hides its peculiarities:
//
//   - Importing it compiles the module, so the analyzer must not link this package; cmd/patgraph-graphviz does.
//   - Two pictures at once corrupt its memory: Draw draws one at a time.
//   - While its code runs, Go can neither stop that thread nor collect garbage, and would stop all other threads to
//     wait for it. So there is a second thread, and no garbage collection meanwhile; otherwise the time limit would not
//     be noticed.
//   - A drawing cannot be stopped. After the time limit it goes on, and the process cannot draw again: Draw returns an
//     error until a new process is started.
//   - A crash within the module is not reported. It is detected by output that does not end as it should; after a
//     crash, too, the process must not be used.
//   - A picture may read files, for images and shapes. It gets an empty file system.
//   - Its PNG lacks borders and edges and is not offered. Package graphviz/raster draws a PNG from the JSON output.
//   - A node with an empty label is drawn with its name; write label=" ".
package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/goccy/go-graphviz"

	"github.com/patgraph/patgraph/graphviz/picture"
	_ "github.com/patgraph/patgraph/graphviz/render/tmpdir" // moves TMPDIR before go-graphviz looks at it
)

// MaxMemory bounds the memory of one picture, as far as the Go runtime sees it. The module could grow to 4 GiB.
const MaxMemory = 1 << 30

// turn holds a token while no picture is drawn. A drawing that could not be stopped keeps the token for ever and leaves
// the reason in stuck.
var (
	turn  = make(chan struct{}, 1)
	stuck *picture.Error // owned by the holder of the token
)

func init() {
	graphviz.SetFileSystem(noFiles{})
	if runtime.GOMAXPROCS(0) < 2 {
		runtime.GOMAXPROCS(2)
	}
	turn <- struct{}{}
}

// noFiles is an empty file system.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Draw draws a request of any format but PNG. Equal requests give equal bytes, in any process and after any other
// pictures.
//
// The error is a *picture.Error. After an error whose kind is Fatal the process must not draw again, and Draw refuses
// to. Draw waits for its turn; the time limit of the request starts then.
func Draw(ctx context.Context, r picture.Request) (picture.Picture, error) {
	if err := r.Check(); err != nil {
		return picture.Picture{}, err
	}
	if r.Format == picture.PNG {
		return picture.Picture{}, picture.Errorf(picture.Usage, "Graphviz draws no PNG here: draw from json")
	}
	select {
	case <-turn:
	case <-ctx.Done():
		return picture.Picture{}, interrupted(ctx, 0)
	}
	if stuck != nil {
		err := stuck
		turn <- struct{}{}
		return picture.Picture{}, err
	}

	type result struct {
		p   picture.Picture
		err *picture.Error
	}
	done := make(chan result, 1)
	begun := time.Now()
	go func() {
		p, err := guarded(func() (picture.Picture, *picture.Error) { return drawChecked(r) })
		done <- result{p, err}
	}()
	var limit <-chan time.Time
	if r.Limit > 0 {
		timer := time.NewTimer(r.Limit)
		defer timer.Stop()
		limit = timer.C
	}
	watch := time.NewTicker(20 * time.Millisecond)
	defer watch.Stop()
	var err *picture.Error
	for err == nil {
		select {
		case d := <-done:
			if d.err == nil {
				turn <- struct{}{}
				if r.Limit > 0 && time.Since(begun) > r.Limit { // whichever was noticed first
					return picture.Picture{}, interrupted(ctx, r.Limit)
				}
				return d.p, nil
			}
			err = d.err
		case <-ctx.Done():
			err = interrupted(ctx, 0)
		case <-limit:
			err = interrupted(ctx, r.Limit)
		case <-watch.C:
			if memory() > MaxMemory {
				err = picture.Errorf(picture.TooLarge, "the picture takes more than %d MB of memory", MaxMemory>>20)
			}
		}
	}
	if err.Kind.Fatal() {
		stuck = picture.Errorf(picture.Internal, "Graphviz must be started anew after: %s", err.Message)
	}
	turn <- struct{}{}
	return picture.Picture{}, err
}

func interrupted(ctx context.Context, limit time.Duration) *picture.Error {
	switch {
	case limit > 0:
		return picture.Errorf(picture.Timeout, "drawing took longer than %v", limit)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return picture.Errorf(picture.Timeout, "drawing took longer than its time limit")
	}
	return picture.Errorf(picture.Timeout, "drawing was interrupted")
}

func memory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

// drawChecked draws, cleans the output and verifies that it is complete: the module reports a crash as success with
// empty output.
func drawChecked(r picture.Request) (p picture.Picture, err *picture.Error) {
	percent := debug.SetGCPercent(-1)
	data, note, err := drawRaw(r)
	debug.SetGCPercent(percent)
	if err != nil {
		return picture.Picture{}, err
	}
	whole := false
	switch r.Format {
	case picture.SVG:
		data = picture.CleanSVG(data)
		whole = bytes.HasSuffix(bytes.TrimSpace(data), []byte("</svg>"))
	case picture.JSON:
		data, p.Notes = cleanJSON(data, r.DOT)
		whole = json.Valid(data)
	case picture.DOT:
		whole = bytes.HasSuffix(bytes.TrimSpace(data), []byte("}"))
	}
	switch {
	case !whole && note != "":
		return picture.Picture{}, picture.Errorf(picture.Crash, "Graphviz failed: %s", note)
	case !whole:
		return picture.Picture{}, picture.Errorf(picture.Crash, "Graphviz failed on this graph without saying why")
	case len(data) > picture.MaxOutput:
		return picture.Picture{},
			picture.Errorf(picture.TooLarge, "the picture has %d bytes, more than %d", len(data), picture.MaxOutput)
	}
	p.Data = data
	// Widths of other characters are guessed. Graphviz warns of that once per process, which does not help the user.
	if note != "" && !strings.HasPrefix(note, "Warning: no value for width of") {
		p.Notes = append(p.Notes, note)
	}
	return p, nil
}

// Graphviz keeps its last error for ever, and ParseBytes returns it for a text without a graph. So an error is provoked
// beforehand: marked is the word in it, a new one each time. The holder of the turn owns it.
var marked struct {
	n    int
	word string
}

// lastError returns what Graphviz reported since the provoked error.
func lastError() string {
	gv, err := graphviz.New(context.Background())
	if err != nil {
		return oneLine(err.Error())
	}
	return closing(gv)
}

// closing closes a context, which returns the last error of Graphviz.
func closing(gv *graphviz.Graphviz) string {
	if err := gv.Close(); err != nil && !isMarked(err) {
		return oneLine(err.Error())
	}
	return ""
}

// isMarked reports whether an error is the provoked one.
func isMarked(err error) bool { return strings.Contains(err.Error(), "near '"+marked.word+"'") }

// Parse only parses a DOT text, which takes a small part of the time of Draw. It waits for its turn; its error is a
// *picture.Error like that of Draw.
func Parse(dot []byte) error {
	r := picture.Request{Layout: picture.Layouts[0], Format: picture.DOT, DOT: dot}
	if err := r.Check(); err != nil {
		return err
	}
	<-turn
	defer func() { turn <- struct{}{} }()
	if stuck != nil {
		return stuck
	}
	graph, err := guarded(func() (*graphviz.Graph, *picture.Error) { return parse(dot) })
	if err != nil {
		if err.Kind.Fatal() {
			stuck = picture.Errorf(picture.Internal, "Graphviz must be started anew after: %s", err.Message)
		}
		return err
	}
	_ = graph.Close() // it returns the last error
	return nil
}

// guarded converts a crash into an error.
func guarded[T any](f func() (T, *picture.Error)) (t T, err *picture.Error) {
	defer func() {
		if x := recover(); x != nil {
			err = picture.Errorf(picture.Crash, "Graphviz crashed: %s", oneLine(fmt.Sprint(x)))
		}
	}()
	return f()
}

// parse parses a DOT text.
func parse(dot []byte) (*graphviz.Graph, *picture.Error) {
	if !clear() {
		return nil, picture.Errorf(picture.Internal, "Graphviz does not find a syntax error")
	}
	graph, err := graphviz.ParseBytes(dot)
	if graph == nil {
		why := "the DOT text has no graph, or ends within a string or comment"
		if err != nil && !isMarked(err) {
			why = "DOT: " + oneLine(err.Error())
		}
		if !heal(dot) {
			return nil, picture.Errorf(picture.Internal, "Graphviz stumbled over the DOT text: %s", why)
		}
		return nil, picture.Errorf(picture.BadInput, "%s", why)
	}
	said := lastError()
	if !clear() {
		// The rest of the text would be read before the next text.
		_ = graph.Close()
		if said != "" { // the parser gave up in the middle
			if strings.HasPrefix(said, "memory exhausted") {
				said += ": too much is nested, or too long a chain of edges in one statement"
			}
			if !heal(dot) {
				return nil, picture.Errorf(picture.Internal, "Graphviz stumbled over the DOT text: %s", said)
			}
			return nil, picture.Errorf(picture.BadInput, "DOT: %s", said)
		}
		if !heal(dot) {
			return nil, picture.Errorf(picture.Internal, "Graphviz stumbled over what follows the first graph of the DOT text")
		}
		return nil, picture.Errorf(picture.BadInput, "the DOT text goes on after its first graph")
	}
	return graph, nil
}

// drawRaw returns the picture and the message of Graphviz about it.
func drawRaw(r picture.Request) ([]byte, string, *picture.Error) {
	ctx := context.Background() // the module ignores it
	graph, wrong := parse(r.DOT)
	if wrong != nil {
		return nil, "", wrong
	}
	gv, err := graphviz.New(ctx)
	if err != nil {
		return nil, "", picture.Errorf(picture.Internal, "Graphviz does not start: %s", oneLine(err.Error()))
	}
	gv.SetLayout(graphviz.Layout(r.Layout))
	var out bytes.Buffer
	drawn := gv.Render(ctx, graph, graphviz.Format(r.Format), &out)
	_ = graph.Close() // it returns the last error
	note := closing(gv)
	if drawn != nil && !isMarked(drawn) {
		if out.Len() == 0 {
			return nil, "", picture.Errorf(picture.Crash, "Graphviz failed: %s", oneLine(drawn.Error()))
		}
		note = oneLine(drawn.Error())
	}
	return out.Bytes(), note, nil
}

// clear makes Graphviz forget its last error. It returns false if the scanner still holds input: the rest of a text
// after its graph, or the state of being within a string or comment. It also ends a line: a directive that starts with
// # must be at the beginning of one.
func clear() bool {
	marked.n++
	marked.word = fmt.Sprintf("patgraph_no_error_%d", marked.n)
	for _, text := range []string{"\n" + marked.word, "\n"} {
		g, err := graphviz.ParseBytes([]byte(text))
		if g != nil {
			_ = g.Close()
		}
		if g != nil || err == nil || !isMarked(err) {
			return false
		}
	}
	return true
}

// heal resets the scanner to the beginning of a text, and reports whether it could. A scanner that cannot be reset has
// crashed.
func heal(dot []byte) bool {
	const graphs = 100 // bound on the graphs after the first
	for range graphs {
		g, _ := graphviz.ParseBytes([]byte("\n"))
		if g == nil {
			break // an error, which empties the scanner
		}
		_ = g.Close()
	}
	for _, end := range []string{"", "\"", "*/", strings.Repeat(">", 1+bytes.Count(dot, []byte("<")))} {
		if end != "" {
			_, _ = graphviz.ParseBytes([]byte(end + "\n")) // most likely an error
		}
		if clear() {
			g, err := graphviz.ParseBytes([]byte("graph {}\n"))
			if g != nil {
				_ = g.Close()
			}
			return g != nil && err == nil
		}
	}
	return false
}

// oneLine shortens a message of Graphviz to one line of bounded length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if len(s) > 500 {
		s = strings.ToValidUTF8(s[:500], "") + "..."
	}
	return s
}
