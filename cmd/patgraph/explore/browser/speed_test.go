//go:build browser

package browser

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What may take how long, on a machine that does nothing else. Other machines are busy: each time is the
// least of several, and tests allow twice as much.
const (
	pictureTime = 2 * time.Second
	keyTime     = 50 * time.Millisecond
	slack       = 2
)

// A picture of a thousand nodes can be used within two seconds.
func TestPictureTime(t *testing.T) {
	inBoth(t, "many.k", many(200), func(t *testing.T, p *shown) {
		p.tab("types")
		p.drawn()
		camera := `picture()?.querySelector(".canvas svg > g")?.getAttribute("transform")`
		var best time.Duration
		// Pictures that were drawn are known: in the other theme, and of a part more, it is another one.
		for i, want := range []func(){
			func() {
				p.js(`(() => { const s = picture().querySelector("select"); s.value = "5000"; s.dispatchEvent(new Event("change")); })()`)
			},
			func() { p.key("d") },
			func() { p.key("d"); p.write("f0 = $t0 {", " .x z,"); p.key(kb.Escape) },
		} {
			p.js(`picture().querySelector("svg").id = "old"`)
			began := time.Now()
			want()
			p.wait(`!$("#old") && picture()?.querySelectorAll("g.node").length > 1000`)
			before := p.text(camera)
			p.js(`picture().querySelector(".canvas").focus()`)
			p.key("+")
			p.wait(camera + ` !== "` + before + `"`)
			took := time.Since(began)
			t.Logf("picture %d of %d nodes: %v", i+1, eval[int](p, `picture().querySelectorAll("g.node").length`), took)
			if best == 0 || took < best {
				best = took
			}
		}
		if best > slack*pictureTime {
			t.Errorf("a picture of a thousand nodes takes %v", best)
		}
	})
}

// Keys in a program of 15,000 lines are seen without delay.
func TestKeyTime(t *testing.T) {
	p := open(t, withServer, "large.k", wide(15_000))
	p.key("e")
	p.cursor("sum100 = ")
	p.js(`(() => {
		window.delays = [];
		// From the key to the frame that shows it.
		editor().addEventListener("keydown", (e) => {
			const began = e.timeStamp;
			requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => delays.push(performance.now() - began); c.port2.postMessage(0); });
		}, true);
	})()`)
	for range 30 {
		p.key("x")
		time.Sleep(60 * time.Millisecond)
	}
	p.do(chromedp.Sleep(300 * time.Millisecond))
	delays := eval[[]float64](p, `delays`)
	slices.Sort(delays)
	if len(delays) < 25 {
		t.Fatalf("%d keys were seen", len(delays))
	}
	median, most := delays[len(delays)/2], delays[len(delays)*9/10]
	t.Logf("a key of 15,000 lines: median %.1f ms, nine of ten within %.1f ms", median, most)
	if limit := float64(slack * keyTime.Milliseconds()); median > limit/2 || most > limit*2 {
		t.Errorf("a key takes %.1f ms, some %.1f ms", median, most)
	}
	p.checked()
}
