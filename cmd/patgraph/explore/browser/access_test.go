//go:build browser

package browser

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe reports the violations that axe-core finds in the current page.
func (p *shown) axe(state string) {
	p.Helper()
	source, err := os.ReadFile("../page/node_modules/axe-core/axe.min.js")
	if err != nil {
		p.Fatalf("%v; npm ci in page installs it", err)
	}
	if !eval[bool](p, `typeof axe !== "undefined"`) {
		// Loaded by the debugger, to which the page's policy does not apply.
		if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[chromedp.Void](string(source)+"\n;true")); err != nil {
			p.Fatal(err)
		}
	}
	p.wait(`!$("[aria-busy]")`)
	p.settle()
	found := eval[string](p,
		`(await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + "\n    " + n.target.flat().join(" ") + "\n    " + n.html.slice(0, 200) + "\n    " + n.any.concat(n.all, n.none).map((c) => c.message).join("; "))).join("\n")`)
	if found != "" {
		p.Errorf("%s:\n%s", state, found)
	}
}

func TestAxe(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		for _, dark := range []bool{false, true} {
			p.dark(dark)
			theme := map[bool]string{false: "light", true: "dark"}[dark]
			p.wait(`document.documentElement.dataset.theme === "` + theme + `"`)
			p.size(1280, 800)
			p.tab("errors")
			p.drawn()
			p.key("n")
			p.key("n")
			p.js(`panel().querySelector(".choice").click()`)
			p.wait(`seen($(".diff"))`)
			p.axe("errors, " + theme)
			p.tab("types")
			p.drawn()
			p.js(`picture().querySelector("details").open = true`)
			p.axe("types, " + theme)
			p.cursor("{.na")
			p.tab("why")
			p.wait(`$(".tree .toggle")`)
			p.js(`$(".tree .toggle").click()`)
			p.axe("why, " + theme)
			p.tab("time")
			p.drawn()
			p.axe("time, " + theme)
			p.js(`document.activeElement.blur()`)
			p.key("o")
			p.wait(`$("dialog[open]")`)
			p.axe("gallery, " + theme)
			p.key(kb.Escape)
			p.wait(`!$("dialog[open]")`)
			p.key("?")
			p.wait(`$("dialog[open]")`)
			p.axe("keys, " + theme)
			p.key(kb.Escape)
			p.size(360, 720)
			p.tab("errors")
			p.axe("errors at 360 pixels, " + theme)
		}
	})
}

// Everything can be done with the keyboard alone.
func TestKeys(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		focus := func() string {
			return p.text(`(() => { let el = document.activeElement; while (el?.shadowRoot?.activeElement) el = el.shadowRoot.activeElement; return (el?.className ?? "") + " " + (el?.id ?? "") + " " + (el?.getAttribute?.("aria-label") ?? el?.textContent?.slice(0, 30)); })()`)
		}
		p.drawn() // The canvas takes the focus once it shows a picture.
		p.js(`document.activeElement.blur()`)
		var seen []string
		for range 40 {
			p.key(kb.Tab)
			at := focus()
			if len(seen) > 3 && at == seen[0] {
				break
			}
			seen = append(seen, at)
			// The focused element is visible.
			p.is(`(() => { const r = document.activeElement.getBoundingClientRect(); return document.activeElement === document.body || (r.width > 0 && r.height > 0); })()`)
		}
		order := strings.Join(seen, "\n")
		for _, want := range []string{"main.k", "Link", "Report", "Theme", "Keys", "Program", "Width of the program",
			"tab-errors", "Next step (n)", "canvas"} {
			if !strings.Contains(order, want) {
				t.Errorf("Tab never reaches %q:\n%s", want, order)
			}
		}
		// Tab and Escape leave the program's editor.
		p.key("e")
		p.wait(`editor().activeElement?.classList.contains("cm-content")`)
		p.key(kb.Escape)
		p.wait(`document.activeElement.id === "tab-errors"`)
		// Arrow keys select tabs.
		p.key(kb.ArrowRight)
		p.wait(`document.activeElement.id === "tab-types" && !$("#panel-types").hidden`)
		p.key(kb.End)
		p.wait(`document.activeElement.id === "tab-time"`)
		p.key("1")
		p.wait(`document.activeElement.id === "tab-errors"`)
		// The bar between the program and the panels.
		p.do(chromedp.Focus(chromedp.CSS(".splitter")))
		p.key(kb.ArrowRight)
		p.wait(`$(".splitter").getAttribute("aria-valuenow") === "48"`)
		// Closing a dialog restores the focus.
		p.do(chromedp.Focus(chromedp.CSS(".open")))
		p.key(kb.Enter)
		p.wait(`$("dialog[open]")`)
		p.key(kb.Escape)
		p.wait(`!$("dialog[open]") && document.activeElement.classList.contains("open")`)
		// Single-key shortcuts can be disabled, and never apply in a text field.
		p.key("?")
		p.wait(`$("dialog[open]")`)
		p.js(`$("#single").click()`)
		p.key(kb.Escape)
		p.key("2")
		p.key("n")
		p.is(`!$("#panel-errors").hidden && !$(".story [aria-current]")`)
	})
}

// Changes are announced to screen readers.
func TestAnnouncements(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.is(`$("[aria-live=polite]").textContent.includes("1 error. First: this product has the field")`)
		p.key("n")
		p.wait(`$("[aria-live=polite]").textContent.startsWith("Place A, 1 of 3")`)
		p.key("a")
		p.wait(`$("[aria-live=polite]").textContent.includes("Press a again")`)
		p.key("a")
		p.wait(`$("[aria-live=polite]").textContent.includes("No errors")`)
	})
}

// Nothing is animated if the user prefers reduced motion.
func TestReducedMotion(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		moving := `[document, editor()].flatMap((d) => [...d.querySelectorAll("*")]).filter((el) => getComputedStyle(el).transitionDuration !== "0s" && getComputedStyle(el).transitionProperty !== "all").map((el) => el.className).join()`
		p.is(moving + ` !== ""`)
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
		p.wait(moving + ` === ""`)
		p.tab("time")
		p.wait(`$(".what").textContent.startsWith("Step 3 of 22")`)
		p.settle()
		p.is(`$(".what").textContent.startsWith("Step 3 of 22") && named("Play")`)
		// The next picture of a film follows at once.
		p.drawn()
		p.js(`(() => { window.animated = 0; const old = Element.prototype.animate; Element.prototype.animate = function (...of) { window.animated++; return old.apply(this, of); }; })()`)
		p.key("n")
		p.wait(`picture().querySelector("svg").textContent.includes("after step 5")`)
		p.is(`window.animated === 0`)
	})
}

// At a width of 360 pixels, and at 200 % zoom, nothing is cut and nothing scrolls sideways.
func TestNarrow(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		for _, size := range [][2]int64{{360, 720}, {640, 400}} {
			p.size(size[0], size[1])
			for _, tab := range []string{"errors", "types", "why", "time"} {
				p.tab(tab)
				if tab != "why" {
					p.drawn()
				}
				p.is(`document.documentElement.scrollWidth <= innerWidth`)
				for _, wide := range strings.Fields(p.text(`[...panel().querySelectorAll("button, select, input")].filter((b) => seen(b) && b.getBoundingClientRect().right > innerWidth + 1).map((b) => b.textContent.slice(0, 20).replace(/\s/g, "_")).join(" ")`)) {
					t.Errorf("%s: %q stands out at %d pixels", tab, wide, size[0])
				}
			}
			p.key("o")
			p.wait(`$("dialog[open]")`)
			p.is(`$("dialog[open]").scrollWidth <= innerWidth`)
			p.key(kb.Escape)
		}
	})
}
