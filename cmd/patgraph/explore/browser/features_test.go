//go:build browser

package browser

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/patgraph/patgraph/internal/filetest"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// branches has one error: two branches with different fields.
const branches = `$registered = {string name, string mail, int since};
$guest      = {string name, string phone};

person = <
  .registered $registered {.name name, .mail contact},
  .guest $guest {.name name, .phone phone}
>;

greeting = person ["Dear ", .name] CONCAT;

greeting
`

// network has no error.
const network_ = `#[version = "0.0.5"]
def @mlp(%data: Tensor[(32, 784), float32], %w1, %b1) -> Tensor[(32, 10), float32] {
  let %h1 = nn.relu(nn.bias_add(nn.dense(%data, %w1, units=10), %b1));
  nn.softmax(%h1)
}
`

const letters = `[...editor().querySelectorAll(".letter")].map((x) => x.textContent).join("")`

func TestProgram(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		// Colours come from the analyzer.
		p.wait(`[...editor().querySelectorAll(".tok-function")].some((x) => x.textContent === "greeting")`)
		p.wait(`[...editor().querySelectorAll(".tok-type")].some((x) => x.textContent === "guest")`)
		// The error is shown in the text and in the margin.
		p.wait(`[...editor().querySelectorAll(".cm-lintRange-error")].map((x) => x.textContent).join("") === "phone"`)
		p.wait(`editor().querySelector(".cm-lint-marker-error")`)
		p.is(`$(".status").textContent.startsWith("1 error")`)
		// A tooltip shows a type, without markup.
		p.hover(`[...editor().querySelectorAll(".cm-line span")].find((x) => x.textContent === "CONCAT")`)
		p.wait(`editor().querySelector(".cm-tooltip-hover .md code")`)
		p.key(kb.Escape)
		// Typed text is checked.
		p.write("greeting = person ", "nothere ")
		p.wait(`$(".status").textContent.startsWith("2 errors")`)
		p.wait(`panel().innerText.includes("nothere")`)
		p.key("z", chromedp.ModifierCtrl)
		p.wait(`$(".status").textContent.startsWith("1 error")`)
	})
}

func TestCompletion(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.cursor(`["Dear ", .`)
		p.key(" ", chromedp.ModifierCtrl)
		p.wait(`[...editor().querySelectorAll(".cm-tooltip-autocomplete li")].some((x) => x.textContent.startsWith("name"))`)
		p.key(kb.Escape)
		p.write("greeting = ", "gree")
		p.key("t")
		p.wait(`[...editor().querySelectorAll(".cm-tooltip-autocomplete li")].some((x) => x.textContent.startsWith("greeting"))`)
		time.Sleep(200 * time.Millisecond) // a fast typist does not mean to choose an item
		p.key(kb.Enter)
		p.wait(`editor().textContent.includes("greeting = greeting")`)
	})
}

func TestQuickFix(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.cursor(".phone pho")
		p.key(".", chromedp.ModifierCtrl)
		p.wait(`$(".status").textContent.startsWith("No errors")`)
		if got := p.program(); !strings.Contains(got, ".phone contact}") {
			t.Errorf("the program is\n%s", got)
		}
		p.key("z", chromedp.ModifierCtrl)
		p.wait(`$(".status").textContent.startsWith("1 error")`)
		// With the pointer: in the tooltip of the error, which moves when the type arrives.
		p.hover(`editor().querySelector(".cm-lintRange-error")`)
		p.wait(`editor().querySelector(".cm-tooltip-hover .md")`)
		p.click(`[...editor().querySelectorAll(".cm-diagnosticAction")].find((x) => x.textContent.includes("rename the field to ` + "`phone`" + `"))`)
		p.wait(`$(".status").textContent.startsWith("No errors")`)
		if got := p.program(); !strings.Contains(got, ".mail phone}") {
			t.Errorf("the program is\n%s", got)
		}
	})
}

func TestGallery(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.key("o")
		p.wait(`$("dialog[open]") && seen($(".card"))`)
		for _, language := range []string{"k", "relay", "tensorscript"} {
			p.is(`$$(".card .language").some((x) => x.textContent === "` + language + `")`)
		}
		// Each card has a hint on what to look at.
		p.is(`$$(".card").length > 20 && $$(".card .look").every((x) => x.textContent.trim().length > 15)`)
		p.key("tensorscript")
		p.wait(`$$(".card").length > 0 && $$(".card").every((x) => /tensorscript/i.test(x.textContent))`)
		p.click(`$$(".card").find((x) => x.querySelector(".language").textContent === "tensorscript")`)
		p.wait(`!$("dialog[open]") && !editor().textContent.includes("greeting")`)
		p.checked()
		p.wait(`document.title !== "main.k – patgraph"`)
	})
}

// Every example of the gallery has the property of its group, and can be drawn.
func TestExamples(t *testing.T) {
	p := open(t, playground, "main.k", branches)
	count := eval[int](p, `(named("Open") ?? $(".open")).click() ?? $$(".card").length`)
	errors := eval[int](p,
		`[...$$(".gallery section")].find((s) => s.querySelector("h3").textContent === "Errors to look at").querySelectorAll(".card").length`)
	p.key(kb.Escape)
	if count < 20 || errors < 10 {
		t.Fatalf("the gallery has %d examples, %d with an error", count, errors)
	}
	for i := range count {
		p.js(`document.documentElement.removeAttribute("data-checked")`)
		title := p.text(`(() => { $(".open").click(); const c = $$(".card")[` + itoa(i) +
			`]; const title = c.querySelector(".title").textContent; c.click(); return title; })()`)
		p.checked()
		if wrong := eval[int](p, `Number(document.documentElement.dataset.errors)`); (wrong > 0) != (i < errors) {
			// Examples with warnings are acceptable.
			if i >= errors || eval[int](p, `$$(".errors .badge").length`) == 0 {
				t.Errorf("%s has %d errors", title, wrong)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.k": branches, "sub/b.rly": network_, "notes.txt": "no program"} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	p := blank(t, withServer)
	p.serve(dir, "--write")
	p.do(chromedp.Navigate(p.address))
	p.checked()
	p.wait(`$(".open").textContent === "a.k"`)
	p.key("o")
	p.wait(`$$("dialog[open] .rows:not(.lessons) .row").map((x) => x.textContent).join() === "a.k,sub/b.rly"`)
	p.click(`$$("dialog[open] .row")[1]`)
	p.wait(`$(".open").textContent === "sub/b.rly" && $(".status").textContent.startsWith("No errors")`)
	// With --write, changes are saved, but only on request.
	p.write("softmax(", " ")
	p.wait(`$(".status").textContent.includes("changed")`)
	if got := read(t, dir, "sub/b.rly"); got != network_ {
		t.Errorf("the file was written:\n%s", got)
	}
	p.key("s", chromedp.ModifierCtrl)
	p.wait(`!$(".status").textContent.includes("changed")`)
	if got := read(t, dir, "sub/b.rly"); !strings.Contains(got, "softmax( %h1)") {
		t.Errorf("the file is\n%s", got)
	}
}

// Enter in the filter of signatures searches all files for a pattern, and a click opens the file of a match.
func TestSearch(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.k": branches, "sub/b.k": "one = 1;\nname = .name;\n"} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	p := blank(t, withServer)
	p.serve(dir)
	p.do(chromedp.Navigate(p.address))
	p.checked()
	p.tab("types")
	p.do(chromedp.Focus(chromedp.CSS(".filter input")))
	p.key("?(X name, ...) --> ?X")
	p.key(kb.Enter)
	p.wait(`$(".signatures .row")?.textContent === "name?(X0 name, ...) --> ?X0equalb.k:2"`)
	time.Sleep(200 * time.Millisecond) // in which a filter would take effect
	p.is(`$(".signatures .row")?.textContent.startsWith("name")`)
	p.click(`$$(".signatures .row")[0]`)
	p.wait(`$(".open").textContent === "sub/b.k" && $(".status").textContent.startsWith("No errors")`)
	p.wait(`$$(".signatures .name").map((x) => x.textContent).join() === "one,name"`)
	// A match in the program that is open.
	p.do(chromedp.Focus(chromedp.CSS(".filter input")))
	p.key("?(X name, ...) --> ?X")
	p.key(kb.Enter)
	p.wait(`$(".signatures .row")?.textContent.endsWith("b.k:2")`)
	time.Sleep(200 * time.Millisecond)
	p.click(`$$(".signatures .row")[0]`)
	p.wait(`$$(".signatures .name").map((x) => x.textContent).join() === "one,name"`)
	p.is(`view().state.doc.lineAt(view().state.selection.main.head).number === 2`)
	// A text that is not a pattern.
	p.do(chromedp.Focus(chromedp.CSS(".filter input")))
	p.key("?{")
	p.key(kb.Enter)
	p.wait(`$(".signatures .none")?.textContent.length > 20`)
}

// Without --write there is no command to save.
func TestReadOnly(t *testing.T) {
	p := open(t, withServer, "main.k", branches)
	p.is(`!named("Save")`)
	p.write("greeting = ", " ")
	p.key("s", chromedp.ModifierCtrl)
	p.wait(`$(".status").textContent.includes("changed")`)
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSignatures(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.tab("types")
		p.wait(`$$(".signatures .name").map((x) => x.textContent).join() === "person,greeting,(main),registered,guest"`)
		p.is(`$$(".signatures .row")[1].textContent.includes("?(...) --> ?$string")`)
		// The list is filtered while typing.
		p.do(chromedp.Focus(chromedp.CSS(".filter input")))
		p.key("phone")
		p.wait(`$$(".signatures .name").map((x) => x.textContent).join() === "guest"`)
		p.wait(`$(".found").textContent === "1 of 5"`)
		p.js(`(() => { const i = $(".filter input"); i.value = ""; i.dispatchEvent(new Event("input")); })()`)
		p.wait(`$$(".signatures .name").length === 5`)
		// A click selects the text and the picture.
		p.click(`$$(".signatures .row")[1]`)
		p.wait(`editor().querySelector(".mark-here").textContent.startsWith("greeting")`)
		p.drawn()
		p.wait(`picture().querySelector("[id^='greeting.']") && !picture().querySelector("[id^='person.']")`)
		// The outline describes the picture in words.
		p.wait(`picture().querySelector(".outline").textContent.includes("greeting")`)
	})
}

func TestSteps(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.drawn()
		p.wait(`$$(".story .mark-of").map((x) => x.textContent).join("") === "A1B"`)
		step := func(key, letter, place, lit string) {
			t.Helper()
			p.key(key)
			p.wait(`$(".story [aria-current] .mark-of")?.textContent === "` + letter + `"`)
			// The text, the picture and the story are synchronised.
			p.wait(`[...editor().querySelectorAll(".mark-step")].map((x) => x.textContent).join("").startsWith("` + place + `")`)
			p.wait(`[...picture().querySelectorAll(".lit")].map((x) => x.id).sort().join() === "` + lit + `"`)
			p.wait(`$("[aria-live=polite]").textContent.includes("of 3")`)
		}
		step("n", "A", "{.name name, .phone phone}", "witness.A,witness.A.to.way")
		p.is(letters + ` === "BA"`)
		step("n", "1", "{.name name, .mail contact}", "way")
		p.is(letters + ` === "B1A"`)
		step("n", "B", "{.name name, .mail contact}", "way.to.witness.B,witness.B")
		step("p", "1", "{.name name, .mail contact}", "way")
		// In the editor of the program, the keys work with Alt.
		p.cursor("greeting")
		p.key("p", chromedp.ModifierAlt)
		p.wait(`$(".story [aria-current] .mark-of")?.textContent === "A"`)
	})
}

func TestBlame(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.wait(`$$(".blame code.said").map((x) => x.textContent).slice(0, 2).join() === "phone,contact"`)
		p.is(`$(".blame .at").textContent === "likeliest"`)
		p.click(`$$(".blame .step")[1]`)
		p.wait(`editor().querySelector(".mark-blame").textContent === "contact"`)
	})
}

func TestRepair(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.key("a")
		p.wait(`$(".diff del") && $(".diff del .t").textContent.includes(".phone phone") && $(".diff ins .t").textContent.includes(".phone contact")`)
		p.is(`$(".status").textContent.startsWith("1 error")`)
		p.key("a")
		p.wait(`$(".status").textContent.startsWith("No errors")`)
		if got := p.program(); !strings.Contains(got, ".phone contact}") {
			t.Errorf("the program is\n%s", got)
		}
		p.wait(`panel().textContent.includes("All types are found")`)
	})
}

func TestWhy(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.tab("why")
		p.click(`[...editor().querySelectorAll(".cm-line span")].find((x) => x.textContent === "CONCAT")`)
		p.wait(`$(".why h2")?.textContent.includes("CONCAT")`)
		// A label of a product.
		p.cursor("{.na")
		p.wait(`$(".why h2")?.textContent === ".name" && $(".why .signature").textContent === "?$registered --> ?$string"`)
		// The derivation opens on demand.
		p.is(`$$(".tree ul").length === 0`)
		p.click(`$$(".tree .toggle").at(-1)`)
		p.wait(`$$(".tree > li:last-child > ul > li").length > 0`)
		p.click(`$$(".tree > li:last-child > ul > li > .node > .toggle")[0]`)
		p.wait(`$$(".tree > li:last-child > ul > li > ul > li").length > 1`)
		// The place of a step opens in the program.
		p.click(`$(".tree .at.link")`)
		p.wait(`editor().querySelector(".mark-step")`)
		p.key(kb.ArrowLeft)
	})
}

// The reasons are one click away: with Ctrl, or in the tooltip.
func TestAskWhy(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		concat := `[...editor().querySelectorAll(".cm-line span")].find((x) => x.textContent === "CONCAT")`
		p.click(concat, chromedp.ModifierCtrl)
		p.wait(`!$("#panel-why").hidden && $(".why h2")?.textContent.includes("CONCAT")`)
		p.is(`editor().querySelectorAll(".cm-cursor").length === 1`)
		p.tab("errors")
		p.hover(`[...editor().querySelectorAll(".cm-line span")].find((x) => x.textContent === "greeting")`)
		p.click(`named("Why?", editor())`)
		p.wait(`!$("#panel-why").hidden && $(".why h2")?.textContent.startsWith("person [")`) // its definition
	})
}

func TestWhyOfASize(t *testing.T) {
	inBoth(t, "net.rly", network_, func(t *testing.T, p *shown) {
		p.cursor("units=1")
		p.key("w", chromedp.ModifierAlt)
		p.wait(`!$("#panel-why").hidden && $$(".tree .toggle").length > 0`)
	})
}

func TestPicture(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.tab("types")
		p.drawn()
		camera := `picture().querySelector(".canvas svg > g").getAttribute("transform")`
		before := p.text(camera)
		p.click(`named("Larger", picture())`)
		p.wait(camera + ` !== "` + before + `"`)
		larger := p.text(camera)
		p.js(`picture().querySelector(".canvas").focus()`)
		p.key(kb.ArrowLeft)
		p.wait(camera + ` !== "` + larger + `"`)
		p.key("0")
		p.wait(camera + ` !== "` + larger + `"`)
		// Dragging pans.
		fitted := p.text(camera)
		at := eval[point](p,
			`(() => { const r = picture().querySelector(".canvas").getBoundingClientRect(); return {X: r.left + 30, Y: r.top + 30}; })()`)
		p.do(chromedp.MouseEvent(chromedp.MousePressed, at.X, at.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
			chromedp.MouseEvent(chromedp.MouseMoved, at.X+20, at.Y+10, chromedp.ButtonLeft),
			chromedp.MouseEvent(chromedp.MouseMoved, at.X+60, at.Y+30, chromedp.ButtonLeft),
			chromedp.MouseEvent(chromedp.MouseReleased, at.X+60, at.Y+30, chromedp.ButtonLeft, chromedp.ClickCount(1)))
		p.wait(camera + ` !== "` + fitted + `"`)
		p.key("0")
		// The tooltip shows reasons.
		node := `picture().querySelector("[id='person.n0']")`
		p.hover(node + `.querySelector("text")`)
		p.wait(`seen(picture().querySelector(".tip")) && picture().querySelector(".tip").textContent.includes("because")`)
		// A click selects the text.
		p.click(node + `.querySelector("text")`)
		p.wait(`editor().activeElement?.closest(".cm-editor")`)
		p.wait(`view().state.doc.lineAt(view().state.selection.main.head).number === 5`)
		// Focus, and back to the whole.
		all := eval[int](p, `picture().querySelectorAll("g.node").length`)
		p.click(`named("Focus", picture())`)
		p.wait(`named("Whole", picture()) && picture().querySelectorAll("g.node").length < ` + itoa(all))
		p.click(`named("Whole", picture())`)
		p.wait(`picture().querySelectorAll("g.node").length === ` + itoa(all))
		// Keys step through the parts.
		p.js(`picture().querySelector(".canvas").focus()`)
		p.key(".")
		p.wait(`picture().querySelectorAll(".chosen").length === 1 && picture().querySelector(".note").textContent !== ""`)
		first := p.text(`picture().querySelector(".chosen").id`)
		p.key(".")
		p.wait(`picture().querySelector(".chosen").id !== "` + first + `"`)
		p.key(",")
		p.wait(`picture().querySelector(".chosen").id === "` + first + `"`)
	})
}

// A picture above a number of nodes is folded, and can be unfolded.
func TestFold(t *testing.T) {
	inBoth(t, "many.k", many(120), func(t *testing.T, p *shown) {
		p.tab("types")
		p.drawn()
		p.js(`(() => { const s = picture().querySelector("select"); s.value = "60"; s.dispatchEvent(new Event("change")); })()`)
		p.wait(`picture().querySelector("g.folded") && picture().querySelectorAll("g.node").length < 100`)
		p.js(`(() => { const s = picture().querySelector("select"); s.value = "5000"; s.dispatchEvent(new Event("change")); })()`)
		p.wait(`picture().querySelectorAll("g.node").length > 200 && !picture().querySelector("g.folded:not(.legend *)")`)
	})
}

func TestTheme(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.dark(true)
		p.wait(`document.documentElement.dataset.theme === "dark"`)
		p.drawn()
		p.wait(`picture().querySelector(".canvas g.node text").getAttribute("fill") === "#ececec"`)
		p.key("d")
		p.wait(`document.documentElement.dataset.theme === "light" && picture().querySelector(".canvas g.node text").getAttribute("fill") === "#1a1a1a"`)
	})
}

func TestTime(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.tab("time")
		// It begins at the first step that changes a pattern.
		p.wait(`$(".what").textContent.startsWith("Step 3 of 22")`)
		p.is(`$(".what").textContent.includes("2 steps before it changed no pattern.")`)
		p.drawn()
		p.do(chromedp.Focus(chromedp.CSS(".slider input")))
		p.key(kb.Home)
		p.wait(`$(".what").textContent.startsWith("Before the first")`)
		p.wait(`!picture().querySelector("g.joined")`)
		for _, step := range []int{3, 5, 6} {
			p.key("n")
			p.wait(`$(".what").textContent.startsWith("Step ` + itoa(step) + ` of 22")`)
		}
		p.is(`$(".what").textContent.includes("the input of the product at 5:27 become one")`)
		// What was known before the step, and after it.
		p.is(`[...$$(".what dt")].map((x) => x.textContent).join() === "Why,Before,Now"`)
		p.is(`[...$$(".what dd")].at(-1).textContent === "$registered"`)
		p.wait(`editor().querySelector(".mark-step").textContent.includes(".registered")`)
		p.key("p")
		p.wait(`$(".what").textContent.startsWith("Step 5 of 22")`)
		p.key("n")
		// A rule has a page.
		p.click(`[...$$(".what .reason button")].find((x) => x.textContent === "comp: chaining")`)
		p.wait(`$("dialog[open] .page").textContent.includes("the output of each expression is the input of the next one")`)
		p.key(kb.Escape)
		p.click(`named("All steps")`)
		p.wait(`$(".what").textContent.startsWith("Step 6 of 22") && $(".slider input").max === "22"`)
		p.key("n")
		p.wait(`$(".what").textContent.startsWith("Step 7 of 22")`)
		p.click(`named("All steps")`)
		p.wait(`$(".slider input").max === "14"`)
		p.key("p")
		p.wait(`$(".what").textContent.startsWith("Step 6 of 22")`)
		p.click(`named("To the conflict")`)
		p.wait(`$(".what").textContent.startsWith("Step 22") && $(".what").textContent.includes("they cannot be one")`)
		p.js(`(() => { const s = $("[aria-label='Go to where something became']"); s.value = [...s.options].find((o) => o.textContent === "$guest").value; s.dispatchEvent(new Event("change")); })()`)
		p.wait(`$(".what").textContent.startsWith("Step 10 of 22")`)
		// The steps can be played.
		p.do(chromedp.Focus(chromedp.CSS(".slider input")))
		p.key(kb.Home)
		p.click(`named("Play")`)
		p.wait(`/^Step [5-9]/.test($(".what").textContent)`)
		p.click(`named("Pause")`)
		// The step that gave the place at the cursor its type.
		p.cursor("{.na")
		p.click(`named("Where did the place at the cursor get its type?")`)
		p.wait(`$(".what").textContent.startsWith("Step 6 of 22")`)
	})
}

// places are where the nodes of the picture are, in the picture.
const places = `Object.fromEntries([...picture().querySelectorAll("g.node[id]:not(.gone)")].map((g) => { const b = g.getBBox(); return [g.id, Math.round(b.x + b.width / 2) + "," + Math.round(b.y + b.height / 2)]; }))`

// Nodes keep their places. Nodes that a step unites glow first and then move together; the last step shows the clash.
func TestFilm(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.tab("time")
		p.drawn()
		p.wait(`picture().querySelector("svg").textContent.includes("after step 3")`)
		p.js(`window.before = ` + places)
		frame := p.text(`picture().querySelector("svg > g").getAttribute("transform")`)
		p.key("n")
		p.wait(`picture().querySelector("svg").textContent.includes("after step 5")`)
		p.key("n")
		// Both are marked in the picture before the step, and then in that after it.
		p.wait(`["$registered", "(mail, name, ...)"].every((label) => [...picture().querySelectorAll("svg g.joined")].some((g) => g.textContent.includes(label))) && picture().querySelector("svg").textContent.includes("after step 5")`)
		p.wait(`picture().querySelector("svg").textContent.includes("after step 6") && picture().querySelectorAll("svg g.joined").length === 1`)
		p.is(`picture().querySelector("g.joined").textContent.includes("$registered") && picture().querySelector("g.gone").textContent.includes("(mail, name, ...)")`)
		p.is(`Object.entries(` + places + `).filter(([id, at]) => window.before[id] && window.before[id] !== at).length === 0`)
		if now := p.text(`picture().querySelector("svg > g").getAttribute("transform")`); now != frame {
			t.Errorf("the picture moved from %s to %s", frame, now)
		}
		p.do(chromedp.Focus(chromedp.CSS(".slider input")))
		p.key(kb.End)
		p.wait(`picture().querySelectorAll("svg g.clashed").length === 2 && picture().querySelector("g.clash")?.textContent.includes("cannot be one")`)
		p.is(`Object.entries(` + places + `).filter(([id, at]) => window.before[id] && window.before[id] !== at).length === 0`)
		// Without motion, the same pictures follow at once.
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
		p.key(kb.Home)
		p.wait(`picture().querySelector("svg").textContent.includes("after step 0") && !picture().querySelector("g.joined")`)
		// Large type applies to the whole page.
		small := eval[float64](p, `parseFloat(getComputedStyle($(".what")).fontSize)`)
		p.key("t")
		p.wait(`parseFloat(getComputedStyle($(".what")).fontSize) > 1.4 * ` + p.text(`parseFloat(`+itoa(int(small))+`)`))
		p.key("t")
	})
}

func TestRelationsAndStages(t *testing.T) {
	inBoth(t, "net.rly", network_, func(t *testing.T, p *shown) {
		p.tab("types")
		p.click(`named("Relations")`)
		p.drawn()
		p.wait(`picture().querySelector("g.holding") && picture().querySelector("g.a-type")`)
		// A language without stages shows a note.
		p.click(`named("Stages")`)
		p.wait(`picture().querySelector(".note").textContent.includes("stages")`)
	})
	inBoth(t, "net.trs", lenet(t), func(t *testing.T, p *shown) {
		p.tab("types")
		p.click(`named("Stages")`)
		p.drawn()
		p.wait(`picture().querySelectorAll("g.stage").length > 8 && picture().textContent.includes("[?, 6, 14, 14]")`)
	})
}

func lenet(t *testing.T) string {
	t.Helper()
	return read(t, filepath.Join("..", "..", "..", "..", "examples", "tensorscript"), "lenet.trs")
}

// A binary model that is dropped on the page is read there, and analysed as its text.
func TestDroppedModel(t *testing.T) {
	tree, _ := onnx.Parse(lang.NewFile("in", []byte("<ir_version: 8, opset_import: [\"\" : 17]>\n"+
		"net (float[N, 8] x) => (y) <float[8, 16] w1 = {...}, float[15, 4] w2 = {...}> {\n"+
		"  [\"/fc1/MatMul\"] h = MatMul(x, w1)\n  [\"/fc2/MatMul\"] y = MatMul(h, w2)\n}\n")))
	data := base64.StdEncoding.EncodeToString(onnxgen.Model(tree))
	drop := func(p *shown, name, data string) {
		p.js(`(() => {
			const bytes = Uint8Array.from(atob("` + data + `"), (c) => c.charCodeAt(0));
			const dropped = new DataTransfer();
			dropped.items.add(new File([bytes], "` + name + `"));
			$("main").dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
		})()`)
	}
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		drop(p, "my net.onnx", data)
		p.wait(`$(".status").textContent.startsWith("1 error")`)
		p.wait(`$("button.open").textContent === "my net.onnx"`)
		p.wait(`panel().innerText.includes("the inner sizes 16 and 15 differ")`)
		p.wait(`[...editor().querySelectorAll(".cm-line")].some((x) => x.textContent.includes("/fc2/MatMul"))`)
		drop(p, "my.txt", data)
		p.wait(`$(".banner").innerText.includes("is not a program")`)
		p.wait(`$("button.open").textContent === "my net.onnx"`)
	})
}

// A picture opens as a whole if it is readable at that size, and follows the steps. An outdated picture is removed at
// once, and a sentence says why there is no new one.
func TestPictureState(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		fits := `(() => { const box = picture().querySelector(".canvas").getBoundingClientRect(); const r = picture().querySelector(".canvas svg > g").getBoundingClientRect(); return r.left >= box.left - 1 && r.right <= box.right + 1 && r.top >= box.top - 1 && r.bottom <= box.bottom + 1; })()`
		p.size(1800, 1400)
		p.tab("types")
		p.drawn()
		p.is(fits)
		p.observe(`picture().querySelector(".canvas")`)
		p.js(`named("Stages").click()`)
		p.is(`!picture().querySelector("svg")`)
		p.wait(`picture().querySelector(".note").textContent.includes("stages")`)
		p.is(`!/--|\/|patgraph/.test(picture().querySelector(".note").textContent)`)
		// The picture of the previous program is removed.
		p.click(`named("Calls")`)
		p.drawn()
		p.js(`document.activeElement.blur()`)
		p.key("o")
		p.wait(`document.activeElement.type === "search"`)
		p.key("misspelt tag")
		p.key(kb.Enter)
		p.wait(`!$("dialog[open]") && $(".open").textContent === "A misspelt tag"`)
		p.checked()
		p.wait(`$(".status").textContent.includes("1 error")`)
		p.drawn()
		p.is(fits)
		// Zoomed in, the picture moves to the part of each step.
		for range 12 {
			p.click(`named("Larger", picture())`)
		}
		inView := `(() => { const box = picture().querySelector(".canvas").getBoundingClientRect(); const r = picture().querySelector(".lit").getBoundingClientRect(); return r.left < box.right && r.right > box.left && r.top < box.bottom && r.bottom > box.top; })()`
		for range 3 {
			p.key("n")
			p.wait(`picture().querySelector(".lit")`)
			p.settle()
			p.is(inView)
		}
	})
}
