//go:build browser

package browser

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// at opens a page of the site: from a server below some path, or as a file.
func at(t *testing.T, root, path string) *shown {
	t.Helper()
	p := blank(t, playground)
	p.address = root + path
	p.do(chromedp.Navigate(p.address))
	p.wait(`document.readyState === "complete"`)
	return p
}

// siteRoots are the ways to the site: by a server, and from the folder without one.
func siteRoots(t *testing.T) map[string]string {
	t.Helper()
	folder, err := filepath.Abs(filepath.Join(built, "site"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"served": strings.TrimSuffix(static(t), "play/"),
		"folder": "file://" + filepath.ToSlash(folder) + "/",
	}
}

// A page of each kind is accessible in both themes, and nothing scrolls sideways, also on a telephone.
func TestSitePages(t *testing.T) {
	roots := siteRoots(t)
	for _, path := range []string{"index.html", "manual/index.html", "manual/k.html", "tutorial/09-error.html",
		"gallery/index.html", "gallery/errors-P0302-misspelt-field.html", "errors/index.html", "errors/P0302.html"} {
		p := at(t, roots["served"], path)
		for _, dark := range []bool{false, true} {
			p.dark(dark)
			theme := map[bool]string{false: "light", true: "dark"}[dark]
			for name, size := range map[string][2]int64{"wide": {1280, 800}, "telephone": {390, 844}} {
				p.size(size[0], size[1])
				p.axe(path + ", " + theme + ", " + name)
				p.is(`document.documentElement.scrollWidth <= innerWidth`)
				p.picture("site-" + strings.NewReplacer("/", "-", ".html", "").Replace(path) + "-" + theme + "-" + name)
			}
		}
		p.is(`document.documentElement.lang && document.title && $("meta[name=description]").content && $("meta[name=viewport]")`)
	}
}

// The search finds pages, and opens them with the keyboard alone.
func TestSiteSearch(t *testing.T) {
	for name, root := range siteRoots(t) {
		t.Run(name, func(t *testing.T) {
			p := at(t, root, "errors/P0302.html")
			p.key("/")
			p.wait(`document.activeElement.id === "search"`)
			p.key("lacks a field")
			p.wait(`$$("#found a").some((a) => a.textContent.includes("P0302"))`)
			if name == "served" { // otherwise axe could not read the style sheet
				p.axe("search")
			}
			p.picture("site-search")
			p.key(kb.Escape)
			p.is(`!seen($("#found")) && $("#search").value === ""`)
			p.key("no such words")
			p.wait(`$("#found p").textContent === "Nothing fits."`)
			p.key(kb.Escape)
			p.key("configuration")
			p.wait(`$("#found a")`)
			p.key(kb.ArrowDown)
			p.wait(`document.activeElement === $("#found a") && document.activeElement.href.endsWith("/manual/configuration.html")`)
		})
	}
}

// A program of the gallery and a lesson open in the playground of the site. Opened from a folder, the playground names
// what it needs.
func TestSitePlayground(t *testing.T) {
	roots := siteRoots(t)
	p := at(t, roots["served"], "gallery/errors-P0302-misspelt-field.html")
	began := time.Now()
	p.do(chromedp.Navigate(p.text(`$("a.main").href`)))
	p.checked()
	t.Logf("the first answer: %v; the goal is a second", time.Since(began)) // a busy machine takes longer
	p.is(`$(".status").textContent.includes("1 error")`)

	p = at(t, roots["served"], "tutorial/09-error.html")
	p.do(chromedp.Navigate(p.text(`$("a.main").href`)))
	p.checked()
	p.wait(`$(".lesson").textContent.startsWith("Lesson 9 of 15")`)

	p = at(t, roots["folder"], "play/index.html")
	p.expected = []string{"CORS", "ERR_FAILED"}
	p.wait(`document.body.textContent.includes("needs a web server")`)
}
