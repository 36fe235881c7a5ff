//go:build browser

package browser

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/filetest"
)

// A shown page is a page under test. The test fails if the page throws, logs an error, or sends a request to another
// server than its own.
type shown struct {
	*testing.T
	ctx     context.Context
	form    form
	address string
	server  *served // in the form with a server
	cancel  context.CancelFunc
	closing sync.Once

	mu       sync.Mutex
	wrong    []string // errors of the page
	requests []string
	expected []string // substrings of errors that a test causes on purpose
}

// blank opens an empty tab.
func blank(t *testing.T, f form) *shown {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	p := &shown{T: t, ctx: ctx, form: f}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	call(p, log.Enable, cdp.Empty{})
	call(p, network.Enable, network.EnableParams{})
	p.cancel = cancel
	t.Cleanup(p.close)
	return p
}

// serve serves the page from a folder; the page is closed before its server.
func (p *shown) serve(path string, flags ...string) {
	p.Helper()
	p.server = serve(p.T, path, flags...)
	p.address = p.server.address
	p.Cleanup(p.close)
}

// close closes the page, and reports its errors.
func (p *shown) close() {
	p.closing.Do(func() {
		if p.Failed() {
			p.picture("failed-" + strings.NewReplacer("/", "-").Replace(p.Name()))
		}
		p.mu.Lock()
		wrong, requests := p.wrong, p.requests
		p.mu.Unlock()
		p.cancel()
		for _, w := range wrong {
			if !p.means(w) {
				p.Errorf("the page has an error: %s", w)
			}
		}
		for _, r := range requests {
			if !strings.HasPrefix(r, p.origin()) && !strings.HasPrefix(r, "ws"+strings.TrimPrefix(p.origin(), "http")) &&
				!strings.HasPrefix(r, "blob:"+p.origin()) && !strings.HasPrefix(r, "data:") && r != "about:blank" {
				p.Errorf("the page asks for %s", r)
			}
		}
	})
}

// hear records the events of the page.
func (p *shown) hear(e any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := e.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		p.wrong = append(p.wrong, text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			var words []string
			for _, a := range e.Args {
				words = append(words, string(a.Value), a.Description)
			}
			p.wrong = append(p.wrong, strings.Join(words, " "))
		}
	case *log.EventEntryAdded: // such as a violation of the content security policy
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.wrong = append(p.wrong, e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *network.EventWebSocketCreated:
		p.requests = append(p.requests, e.URL)
	}
}

func (p *shown) origin() string {
	at := strings.Index(p.address, "//") + 2
	if end := strings.IndexByte(p.address[at:], '/'); end >= 0 {
		return p.address[:at+end]
	}
	return p.address
}

func (p *shown) means(wrong string) bool {
	for _, e := range p.expected {
		if strings.Contains(wrong, e) {
			return true
		}
	}
	return false
}

// open shows a program: as a file of a folder, or in the URL of a playground.
func open(t *testing.T, f form, name, text string) *shown {
	t.Helper()
	p := blank(t, f)
	p.start(name, text)
	return p
}

func (p *shown) start(name, text string) {
	p.Helper()
	if p.form == withServer {
		dir := p.TempDir()
		filetest.Write(p, filepath.Join(dir, name), text)
		p.serve(filepath.Join(dir, name))
		p.do(chromedp.Navigate(p.address))
	} else {
		p.address = static(p.T)
		p.do(chromedp.Navigate(p.address + "#" +
			packed(p.T, map[string]any{"name": name, "language": language(name), "text": text})))
	}
	p.checked()
}

// packed is a view as the fragment of a link.
func packed(t *testing.T, view map[string]any) string {
	t.Helper()
	text, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write(text)
	w.Close()
	return "1" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// checked waits until the program is checked.
func (p *shown) checked() {
	p.Helper()
	p.wait(`document.documentElement.dataset.checked && !/Checking|Starting/.test(document.querySelector(".status").textContent)`)
}

// call sends a command to the browser.
func call[P, R any](p *shown, c cdp.Command[P, R], params P) R {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, await.Patience)
	defer cancel()
	r, err := chromedp.Call(ctx, c, params)
	if err != nil {
		p.Fatal(err)
	}
	return r
}

func (p *shown) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, await.Patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// tools are functions for the expressions of tests.
const tools = `
const $ = (s) => document.querySelector(s);
const $$ = (s) => [...document.querySelectorAll(s)];
const editor = () => $(".program").shadowRoot;
const content = () => editor().querySelector(".cm-content");
const view = () => (content().cmTile ?? content().cmView).view;
const seen = (el) => !!el && el.getClientRects().length > 0;
const panel = () => $$("[role=tabpanel]").find((x) => !x.hidden);
const named = (text, within = document) => [...within.querySelectorAll("button")].find((b) => seen(b) && (b.textContent.trim() === text || b.getAttribute("aria-label") === text));
const picture = () => [...panel().querySelectorAll(".picture")].find(seen);
`

// eval evaluates an expression in the page.
func eval[T any](p *shown, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, await.Patience)
	defer cancel()
	v, err := chromedp.Run(ctx,
		chromedp.Evaluate[T]("(async()=>{"+tools+"return ("+expression+")})()", chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// js executes an expression in the page.
func (p *shown) js(expression string) {
	p.Helper()
	eval[bool](p, "(("+expression+"), true)")
}

// text is the value of an expression as text.
func (p *shown) text(expression string) string {
	p.Helper()
	return eval[string](p, "String("+expression+")")
}

// wait waits until an expression is true. It may throw before: the page may not have its elements yet.
func (p *shown) wait(expression string) {
	p.Helper()
	var failed string
	if !await.Holds(func() bool {
		failed = p.text(`await (async () => (` + expression + `) ? "" : "false")().catch(String)`)
		return failed == ""
	}) {
		p.Fatalf("not so in %v: %s: %s\npage: %s",
			await.Patience, expression, failed, p.text(`document.body.innerText.slice(0, 1500)`))
	}
}

// is fails unless an expression is true now.
func (p *shown) is(expression string) {
	p.Helper()
	if !eval[bool](p, "!!("+expression+")") {
		p.Errorf("not so: %s", expression)
	}
}

// settle waits until animations have finished and a frame is painted.
func (p *shown) settle() {
	p.Helper()
	p.js(`await new Promise((done) => { setTimeout(done, 120); requestAnimationFrame(() => requestAnimationFrame(done)); })`)
}

type point struct{ X, Y float64 }

// click clicks the element that an expression finds, at its position.
func (p *shown) click(expression string, modifiers ...chromedp.Modifier) {
	p.Helper()
	p.wait(expression)
	p.settle()
	at := eval[point](p,
		`(() => { const el = `+expression+
			`; el.scrollIntoView({block: "center", inline: "nearest"}); const r = el.getBoundingClientRect(); return {X: r.left + Math.min(r.width / 2, 400), Y: r.top + r.height / 2}; })()`)
	var options []chromedp.MouseOption
	for _, m := range modifiers {
		options = append(options, chromedp.ButtonModifiers(m))
	}
	p.do(chromedp.MouseClickXY(at.X, at.Y, options...))
}

// hover moves the pointer to the element that an expression finds.
func (p *shown) hover(expression string) {
	p.Helper()
	p.wait(expression)
	p.settle()
	at := eval[point](p, `(() => { const r = `+expression+
		`.getBoundingClientRect(); return {X: r.left + r.width / 2, Y: r.top + r.height / 2}; })()`)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, at.X-2, at.Y), chromedp.MouseEvent(chromedp.MouseMoved, at.X, at.Y))
}

// key types keys at the focus, as a keyboard does: a prevented key event enters no text.
func (p *shown) key(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	for _, r := range keys {
		down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown}
		for _, k := range kb.Encode(r) {
			if k.Type == kb.KeyChar && k.Text >= " " {
				down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, k.Text, k.UnmodifiedText
				continue
			} else if k.Type == kb.KeyChar {
				continue
			}
			down.Key, down.Code, down.WindowsVirtualKeyCode, down.NativeVirtualKeyCode = k.Key, k.Code,
				k.WindowsVirtualKeyCode, k.NativeVirtualKeyCode
			down.Modifiers = k.Modifiers
		}
		for _, m := range modifiers {
			down.Modifiers |= int64(m)
			if m != chromedp.ModifierShift {
				down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeRawKeyDown, "", ""
			}
		}
		if r == '\r' { // Enter inserts a line end
			down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, "\r", "\r"
		}
		call(p, input.DispatchKeyEvent, down)
		up := down
		up.Type, up.Text, up.UnmodifiedText = input.DispatchKeyEventTypeKeyUp, "", ""
		call(p, input.DispatchKeyEvent, up)
	}
}

// write types into the program after a text; the cursor is then after the new text.
func (p *shown) write(after, text string) {
	p.Helper()
	p.cursor(after)
	call(p, input.InsertText, input.InsertTextParams{Text: text})
}

// cursor puts the cursor after a text of the program.
func (p *shown) cursor(after string) {
	p.Helper()
	quoted, _ := json.Marshal(after)
	p.is(`(() => {
		const text = ` + string(quoted) + `;
		const at = view().state.doc.toString().indexOf(text) + text.length;
		view().focus();
		view().dispatch({selection: {anchor: at}, scrollIntoView: true});
		return at >= text.length;
	})()`)
}

// program is the text of the editor.
func (p *shown) program() string {
	p.Helper()
	return p.text(`view().state.doc.toString()`)
}

// tab opens one of the panels.
func (p *shown) tab(name string) {
	p.Helper()
	p.click(`$("#tab-` + name + `")`)
	p.wait(`!$("#panel-` + name + `").hidden`)
}

// drawn waits for the picture of the visible panel.
func (p *shown) drawn() {
	p.Helper()
	p.wait(`picture() && picture().querySelector(".canvas svg g.node") && !picture().hasAttribute("aria-busy")`)
}

// size sets the size of the window.
func (p *shown) size(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}

// dark sets the preferred colour scheme of the system.
func (p *shown) dark(on bool) {
	p.Helper()
	value := "light"
	if on {
		value = "dark"
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}}})
}

// picture saves a screenshot in the folder of PATGRAPH_PICTURES.
func (p *shown) picture(name string) {
	dir := os.Getenv("PATGRAPH_PICTURES")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, await.Patience)
	defer cancel()
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
		_ = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
}
