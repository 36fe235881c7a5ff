//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patgraph checks a lesson while its program changes. The browser stores programs and solved lessons.
func TestTutorial(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.size(1280, 800)
		p.is(`!seen($("#tab-lesson"))`)
		p.click(`named("Tutorial")`)
		p.wait(`!$("#panel-lesson").hidden && $(".lesson").textContent.startsWith("Lesson 1 of 15")`)
		p.wait(`$(".lesson .findings h3")?.textContent === "Not solved yet"`)
		p.axe("lesson")
		p.picture("lesson-" + string(p.form))
		p.write("name = ", "$nosuch ")
		p.wait(`$(".lesson .findings").textContent.includes("has errors")`)
		p.js(`view().dispatch({changes: {from: 0, to: view().state.doc.length, insert: "-- dialect: k6\nname = .name;\n"}})`)
		p.wait(`$(".lesson .findings h3")?.textContent === "Solved"`)
		p.picture("lesson-solved-" + string(p.form))
		p.click(`named("Next lesson →", $(".lesson .findings"))`)
		p.wait(`$(".lesson").textContent.startsWith("Lesson 2 of 15")`)

		// The gallery shows no lesson; the list of lessons leads back and marks the solved ones.
		p.js(`document.activeElement.blur()`)
		p.key("o")
		p.wait(`document.activeElement.type === "search"`)
		p.is(`$$("dialog[open] .lessons .ok").length === 1`)
		p.key("misspelt tag")
		p.key(kb.Enter)
		p.wait(`!$("dialog[open]") && !seen($("#tab-lesson")) && !$("#panel-errors").hidden`)

		// A page that is opened later has the solved lessons and their programs.
		q := blank(t, p.form)
		q.address = p.address
		p.Cleanup(q.close)
		q.do(chromedp.Navigate(q.address + "#lesson=01-field"))
		q.wait(`$(".lesson")?.textContent.startsWith("Lesson 1 of 15, solved")`)
		if got := q.program(); got != "-- dialect: k6\nname = .name;\n" {
			t.Errorf("the program is %q", got)
		}
		q.wait(`$(".lesson .findings h3")?.textContent === "Solved"`) // it moves the button
		q.click(`named("Begin this lesson again")`)
		q.wait(`$(".lesson .findings h3")?.textContent === "Not solved yet"`)
		q.size(390, 844)
		q.is(`document.documentElement.scrollWidth <= innerWidth`)
		q.picture("lesson-telephone-" + string(p.form))
	})
}
