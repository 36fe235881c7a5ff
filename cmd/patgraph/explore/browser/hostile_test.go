//go:build browser

package browser

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/patgraph/patgraph/internal/filetest"
)

// A text or label of a program is never interpreted as markup.
func TestMarkup(t *testing.T) {
	for _, text := range []string{
		"$t = {int \"<script>window.bad=1</script>\", string \"<img src=x onerror=window.bad=2>\"};\n" +
			"// <b>bold</b> <svg onload=window.bad=3>\n" +
			"f = $t .\"<script>window.bad=1</script>\";\n" +
			"g = $t .\"<a href=javascript:window.bad=4>x</a>\";\n" +
			"\"</title><script>window.bad=5</script>\"\n",
		"f = {\"<script>window.bad=1</script>\" a, \"\\\"><svg/onload=window.bad=6>\" b};\ng = f .<img>;\n",
	} {
		inBoth(t, "x.k", text, func(t *testing.T, p *shown) {
			for _, tab := range []string{"types", "time", "why", "errors"} {
				p.tab(tab)
				p.cursor("f = ")
				if tab == "types" || tab == "time" {
					p.drawn()
				}
				if tab == "types" && strings.Contains(text, "string") {
					p.wait(`picture().textContent.includes("<script>window.bad=1</script>")`) // as text
				}
			}
			p.key("n")
			p.hover(`editor().querySelector(".cm-line")`)
			time.Sleep(500 * time.Millisecond)
			p.is(`window.bad === undefined`)
			p.is(`document.querySelectorAll("#app script, #app img, #app iframe, #app [onload], #app [onerror]").length === 0`)
			p.is(`editor().querySelectorAll("script, img:not(.cm-widgetBuffer), iframe, a").length === 0`)
		})
	}
}

// Right-to-left text and invisible characters do not change the order of other text.
func TestRightToLeft(t *testing.T) {
	text := "// שלום עולם \u202e abc \u2066\n$t = {int \"אבג\", string \"ﷺ\u200f\"};\nf = $t .\"אבג\";\nf .nothere\n"
	inBoth(t, "rtl.k", text, func(t *testing.T, p *shown) {
		if got := p.program(); got != text {
			t.Errorf("the program is %q", got)
		}
		p.is(`editor().querySelectorAll(".cm-specialChar").length > 0`)
		p.tab("types")
		p.drawn()
		p.wait(`picture().textContent.includes("אבג")`)
	})
}

// A program of ten megabytes is shown, checked or refused, and the page stays usable.
func TestLargeText(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < 10<<20; i++ {
		fmt.Fprintf(&b, "// line %d of a text that is too long for anyone to read\n", i)
	}
	b.WriteString("f = {.x a};\nf\n")
	p := open(t, withServer, "large.k", b.String())
	p.wait(`editor().querySelectorAll(".cm-line").length > 10`)
	p.key("e")
	began := time.Now()
	p.key("x")
	p.wait(`editor().textContent.includes("x//") || editor().textContent.includes("// line 0")`)
	t.Logf("a key: %v", time.Since(began))
	p.checked()
}

// A picture of 5,000 nodes is folded, and the page stays usable when it is unfolded.
func TestManyNodes(t *testing.T) {
	inBoth(t, "many.k", many(1000), func(t *testing.T, p *shown) {
		p.tab("types")
		p.drawn()
		p.is(`picture().querySelectorAll("g.node").length <= 420`)
		p.js(`(() => { const s = picture().querySelector("select"); s.value = "5000"; s.dispatchEvent(new Event("change")); })()`)
		// The page answers meanwhile, whether drawing succeeds or not.
		n := 0
		for eval[bool](p, `picture().hasAttribute("aria-busy")`) && n < 10 {
			n++
			time.Sleep(100 * time.Millisecond)
		}
		if n < 3 {
			t.Errorf("the page answers %d times while the picture is drawn", n)
		}
		p.tab("errors")
		p.tab("types")
		p.js(`(() => { const s = picture().querySelector("select"); s.value = "60"; s.dispatchEvent(new Event("change")); })()`)
		p.wait(`picture().querySelector("g.node") && picture().querySelectorAll("g.node").length < 120 && !picture().hasAttribute("aria-busy")`)
	})
}

// A wire is a proxy between the page and the server, which can be cut.
type wire struct {
	address string
	mu      sync.Mutex
	conns   map[net.Conn]bool
	cut     bool
}

// wired serves the explorer through a wire.
func wired(t *testing.T, s *served) *wire {
	t.Helper()
	to, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{address: "http://" + l.Addr().String() + "/?" + to.RawQuery, conns: make(map[net.Conn]bool)}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: to.Host})
			r.Out.Host = to.Host
			if r.In.Header.Get("Origin") != "" {
				r.Out.Header.Set("Origin", "http://"+to.Host)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			// The policy names the server, but the page is at the proxy.
			policy := r.Header.Get("Content-Security-Policy")
			r.Header.Set("Content-Security-Policy", strings.ReplaceAll(policy, to.Host, l.Addr().String()))
			return nil
		},
	}
	server := &http.Server{
		Handler: proxy, ReadHeaderTimeout: time.Minute,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.cut {
				c.Close()
			}
			w.conns[c] = true
			return ctx
		},
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return w
}

// set cuts the wire, or repairs it.
func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if cut {
		for c := range w.conns {
			c.Close()
		}
		clear(w.conns)
	}
}

// A page whose connection is lost says so, keeps the typed text, and continues when the connection is back.
func TestDroppedConnection(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "main.k"), branches)
	p := blank(t, withServer)
	p.serve(filepath.Join(dir, "main.k"))
	w := wired(t, p.server)
	t.Cleanup(p.close)
	p.expected = []string{"WebSocket", "Failed to load resource"}
	p.address = w.address
	p.do(chromedp.Navigate(w.address))
	p.checked()
	w.set(true)
	p.wait(`seen($(".banner")) && $(".banner").textContent.includes("The connection is lost")`)
	p.write(".phone pho", "X")
	p.is(`$(".status").textContent.startsWith("Not connected")`)
	w.set(false)
	p.wait(`!seen($(".banner"))`)
	p.wait(`$(".status").textContent.includes("1 error") && panel().textContent.includes("phoXne")`)
	p.is(`editor().textContent.includes(".phone phoXne")`)
}

// After the explorer has ended, the page can still be read.
func TestEndedServer(t *testing.T) {
	p := open(t, withServer, "main.k", branches)
	p.expected = []string{"WebSocket"}
	_ = p.server.command.Process.Kill()
	p.wait(`seen($(".banner"))`)
	p.is(`editor().textContent.includes("greeting")`)
	p.key("n")
	p.wait(`$(".story [aria-current] .mark-of")?.textContent === "A"`)
}

// Two pages of one server are independent.
func TestTwoPages(t *testing.T) {
	p := open(t, withServer, "main.k", branches)
	q := blank(t, withServer)
	q.address = p.address
	q.do(chromedp.Navigate(p.address))
	q.checked()
	p.write("greeting = person ", "nothere ")
	p.wait(`$(".status").textContent.includes("2 errors")`)
	q.is(`$(".status").textContent.startsWith("1 error") && !editor().textContent.includes("nothere")`)
	q.key("a")
	q.key("a")
	q.wait(`$(".status").textContent.includes("No errors")`)
	p.is(`$(".status").textContent.includes("2 errors")`)
}

// If two pages change one file, the second to save may compare, reload or overwrite.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "main.k"), branches)
	p := blank(t, withServer)
	p.serve(dir, "--write")
	p.do(chromedp.Navigate(p.address))
	p.checked()
	q := blank(t, withServer)
	q.address = p.address
	q.do(chromedp.Navigate(p.address))
	q.checked()
	p.Cleanup(q.close)
	for i, x := range []*shown{p, q} {
		call(x, page.BringToFront, cdp.Empty{})
		x.write("greeting = ", []string{"{} ", "() "}[i])
		x.key("s", chromedp.ModifierCtrl)
		if i == 0 {
			x.wait(`!$(".status").textContent.includes("changed")`)
		} else {
			x.wait(`$("dialog[open]")?.textContent.includes("main.k was changed")`)
			x.is(`$(".status").textContent.includes("changed")`)
			x.click(`named("Compare")`)
			x.wait(`seen($("dialog[open] del")) && $("dialog[open] del").textContent.includes("greeting = {} ") && $("dialog[open] ins").textContent.includes("greeting = () ")`)
			x.axe("conflict")
			x.key(kb.Escape)
			x.is(`!$("dialog[open]") && $(".status").textContent.includes("changed")`)
			x.key("s", chromedp.ModifierCtrl)
			x.click(`named("Overwrite")`)
			x.wait(`!$(".status").textContent.includes("changed")`)
		}
	}
	if got := read(t, dir, "main.k"); !strings.Contains(got, "greeting = () ") {
		t.Errorf("the file is\n%s", got)
	}
	// The first page now has an old version of the file.
	call(p, page.BringToFront, cdp.Empty{})
	p.write("greeting = ", "() () ")
	p.key("s", chromedp.ModifierCtrl)
	p.click(`named("Reload")`)
	p.wait(`editor().textContent.includes("greeting = () person") && !$(".status").textContent.includes("changed")`)
	// A deleted file can be written again.
	if err := os.Remove(filepath.Join(dir, "main.k")); err != nil {
		t.Fatal(err)
	}
	p.write("greeting = ", "() () ")
	p.key("s", chromedp.ModifierCtrl)
	p.click(`named("Overwrite")`)
	p.wait(`!$(".status").textContent.includes("changed")`)
	if got := read(t, dir, "main.k"); !strings.Contains(got, "greeting = () () ") {
		t.Errorf("the file is\n%s", got)
	}
}

// After pasting ten megabytes into a playground, typing still works.
func TestLargePaste(t *testing.T) {
	p := open(t, playground, "main.k", branches)
	p.js(`view().dispatch({changes: {from: 0, insert: "// a line of a text that is too long to read\n".repeat(250000)}})`)
	p.key("e")
	p.key("x")
	p.wait(`editor().textContent.includes("x// a line")`)
	p.wait(`/^\d+ errors?/.test($(".status").textContent)`)
}
