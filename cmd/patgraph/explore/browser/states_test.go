//go:build browser

package browser

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestStates takes screenshots of ten states of the page, light and dark, for review, in the folder of
// PATGRAPH_PICTURES.
func TestStates(t *testing.T) {
	if os.Getenv("PATGRAPH_PICTURES") == "" {
		t.Skip("PATGRAPH_PICTURES names no folder")
	}
	network, dim := lenet(t), read(t, "../../../../examples/tensorscript/errors", "dim.trs")
	for _, dark := range []bool{false, true} {
		theme := map[bool]string{false: "light", true: "dark"}[dark]
		show := func(name, text string) *shown {
			p := open(t, playground, name, text)
			p.dark(dark)
			p.wait(`document.documentElement.dataset.theme === "` + theme + `"`)
			p.size(1360, 860)
			return p
		}
		take := func(p *shown, name string) {
			p.settle()
			p.settle()
			p.picture(name + "-" + theme)
		}

		p := show("main.k", branches)
		p.drawn()
		p.key("nn")
		p.wait(`$(".story [aria-current]") && picture().querySelector(".lit")`)
		take(p, "01-error-step")
		p.js(`$(".choice").click()`)
		p.js(`$(".diff").scrollIntoView({block: "center"})`)
		take(p, "02-repair")
		p.tab("types")
		p.click(`$(".signatures .row")`)
		p.drawn()
		p.hover(`picture().querySelector("[id='person.n0'] text")`)
		take(p, "03-types")
		p.cursor("{.na")
		p.tab("why")
		p.wait(`$(".tree .toggle")`)
		p.js(`$$(".tree .toggle").at(-1).click()`)
		p.js(`$$(".tree ul .toggle").at(-1).click()`)
		take(p, "04-why")
		p.tab("time")
		p.drawn()
		p.js(`$(".slider input").focus()`)
		p.key(kb.Home)
		p.key("nnn")
		p.wait(`$(".what").textContent.startsWith("Step 6")`)
		p.wait(`picture().querySelector("svg").textContent.includes("after step 6") && picture().querySelector("svg").getAnimations({subtree: true}).length === 0`)
		take(p, "05-time")
		// On a projector, with large type.
		p.size(1920, 1080)
		p.js(`named("Large").click()`)
		for _, step := range []struct{ key, title string }{{kb.Home + "n", "after step 3"}, {"nnnnn", "after step 12"}, {kb.End, "after step 22"}} {
			p.key(step.key)
			p.wait(`picture().querySelector("svg").textContent.includes("` + step.title + `") && picture().querySelector("svg").getAnimations({subtree: true}).length === 0`)
			take(p, "11-projector-"+strings.ReplaceAll(step.title, " ", "-"))
		}
		p.js(`named("Large").click()`)
		p.size(1360, 860)
		p.js(`document.activeElement.blur()`)
		p.key("o")
		p.wait(`seen($(".card"))`)
		take(p, "06-gallery")
		p.key(kb.Escape)
		p.key("?")
		p.wait(`$("dialog[open]")`)
		take(p, "07-keys")

		p = show("lenet.trs", network)
		p.tab("types")
		p.click(`named("Stages")`)
		p.drawn()
		take(p, "08-stages")

		p = show("net.rly", network_)
		p.tab("types")
		p.click(`named("Relations")`)
		p.drawn()
		take(p, "09-relations")

		p = show("dim.trs", dim)
		p.size(360, 740)
		p.key("n")
		p.js(`scrollTo(0, 0)`)
		take(p, "10-narrow-top")
		p.js(`$(".tabs").scrollIntoView()`)
		take(p, "10-narrow-error")
		p.tab("types")
		p.js(`$(".tabs").scrollIntoView()`)
		p.drawn()
		take(p, "10-narrow-types")
	}
}
