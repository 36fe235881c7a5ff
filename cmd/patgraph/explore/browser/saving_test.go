//go:build browser

package browser

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/patgraph/patgraph/internal/await"
)

// saved is the file that the page downloads during do.
func (p *shown) saved(do func()) (name string, content []byte) {
	p.Helper()
	dir := p.TempDir()
	if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		p.Fatal(err)
	}
	do()
	if !await.Holds(func() bool {
		list, _ := os.ReadDir(dir)
		if len(list) == 1 && !strings.HasSuffix(list[0].Name(), ".crdownload") {
			name = list[0].Name()
			content, _ = os.ReadFile(filepath.Join(dir, name))
		}
		return len(content) > 0
	}) {
		p.Fatal("nothing was saved")
	}
	return name, content
}

func TestSavedPictures(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		p.tab("types")
		p.drawn()
		name, svg := p.saved(func() { p.click(`named("Save as SVG", picture())`) })
		if !strings.HasSuffix(name, ".svg") || !bytes.Contains(svg, []byte("$registered")) ||
			bytes.Contains(svg, []byte("xlink:href")) {
			t.Errorf("%s is %.500s", name, svg)
		}
		wellFormed(t, svg)
		name, pixels := p.saved(func() { p.click(`named("Save as PNG", picture())`) })
		img, err := png.Decode(bytes.NewReader(pixels))
		if err != nil || !strings.HasSuffix(name, ".png") {
			t.Fatalf("%s: %v", name, err)
		}
		if b := img.Bounds(); b.Dx() < 400 || b.Dy() < 200 {
			t.Errorf("the picture is %v", b)
		}
		// The picture is not empty.
		seen := make(map[[3]uint32]bool)
		for y := 0; y < img.Bounds().Dy(); y += 3 {
			for x := 0; x < img.Bounds().Dx(); x += 3 {
				r, g, b, _ := img.At(x, y).RGBA()
				seen[[3]uint32{r >> 12, g >> 12, b >> 12}] = true
			}
		}
		if len(seen) < 4 {
			t.Errorf("the picture has %d colours", len(seen))
		}
	})
}

func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSavedReport(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		name, html := p.saved(func() { p.click(`named("Report")`) })
		for _, part := range []string{"<!doctype html>", "P0305", "<svg", "the merge gives what the product (A) gives", "</html>"} {
			if !bytes.Contains(bytes.ToLower(html), []byte(strings.ToLower(part))) {
				t.Errorf("%s has no %q", name, part)
			}
		}
		for _, part := range []string{"<script", "http://", "https://"} {
			if text := strings.ReplaceAll(strings.ReplaceAll(string(html), "http://www.w3.org/2000/svg", ""),
				"http://www.w3.org/1999/xlink", ""); strings.Contains(text, part) {
				t.Errorf("%s has %q", name, part)
			}
		}
	})
}

// unpacked is the view in a link.
func unpacked(t *testing.T, link string) (view map[string]any) {
	t.Helper()
	_, text, _ := strings.Cut(link, "#1")
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(b))).Decode(&view); err != nil {
		t.Fatal(err)
	}
	return view
}

// A link has the program, but neither the token nor a path, and opens in any playground.
func TestLink(t *testing.T) {
	inBoth(t, "main.k", branches, func(t *testing.T, p *shown) {
		for _, name := range []string{"clipboard-read", "clipboard-write"} {
			if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
				Permission: &cdpbrowser.PermissionDescriptor{Name: name}, Setting: cdpbrowser.PermissionSettingGranted, Origin: p.origin(),
			}); err != nil {
				t.Fatal(err)
			}
		}
		p.key("n")
		p.key("n")
		p.wait(`$(".story [aria-current] .mark-of")?.textContent === "1"`)
		p.write("greeting = ", "{} ")
		p.key(kb.Escape)
		p.checked()
		p.js(`document.activeElement.blur()`)
		call(p, page.BringToFront, cdp.Empty{})
		p.key("l")
		p.wait(`$("[aria-live=polite]").textContent.includes("copied")`)
		link := eval[string](p, `await navigator.clipboard.readText()`)
		if !strings.Contains(link, "#1") || len(link) > 1200 || strings.Contains(link, "token") {
			t.Fatalf("the link is %q", link)
		}
		if view := unpacked(t, link); view["file"] != nil || view["name"] != "main.k" || strings.Contains(fmt.Sprint(view), os.TempDir()) {
			t.Errorf("the link has %v", view)
		}
		// A playground shows the same state: the changed program, the error, the step.
		q := blank(t, playground)
		q.address = static(t)
		_, fragment, _ := strings.Cut(link, "#")
		q.do(chromedp.Navigate(q.address + "#" + fragment))
		q.checked()
		if got := q.program(); !strings.Contains(got, "greeting = {} person") {
			t.Errorf("the program is\n%s", got)
		}
		q.wait(`$(".story [aria-current] .mark-of")?.textContent === "1"`)
		q.tab("time")
		q.wait(`$(".what").textContent.startsWith("Step 3 of 22")`)
		// A changed fragment changes an open page, too; an invalid one is reported and changes nothing.
		for _, wrong := range []string{"1nonsense", "nonsense", packed(t, map[string]any{"file": "no/such.k"})} {
			q.js(`$(".banner").hidden = true`)
			q.js(`location.hash = "` + wrong + `"`)
			q.wait(`seen($(".banner")) && $(".banner").textContent.startsWith("This link cannot be followed")`)
			q.is(`$(".what").textContent.startsWith("Step 3 of 22")`)
		}
		// A link can be pasted into a page that is open.
		p.write("greeting = ", "nosuch ")
		p.key(kb.Escape)
		p.wait(`editor().textContent.includes("nosuch")`)
		p.js(`document.activeElement.blur()`)
		p.key("o")
		p.wait(`document.activeElement.type === "search"`)
		p.key(link)
		p.key(kb.Enter)
		p.wait(`!$("dialog[open]") && editor().textContent.includes("greeting = {} person")`)
	})
}
