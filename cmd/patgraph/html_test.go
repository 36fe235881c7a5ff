package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

var (
	tags       = regexp.MustCompile(`<[^>]*>`)
	attributes = regexp.MustCompile(` ([a-z:-]+)="[^"]*"`)
)

// soundPage checks that a page has only expected elements, correctly nested, and no active content.
func soundPage(t *testing.T, page string) {
	t.Helper()
	known := strings.Fields("html head title style body main h1 h2 h3 p a section article b bdi code pre span details summary figure")
	alone := []string{"<!doctype html>", `<meta charset="utf-8">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1">`,
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`}
	var open []string
	for _, tag := range tags.FindAllString(page, -1) {
		name, _, _ := strings.Cut(strings.Trim(tag, "</>"), " ")
		switch {
		case slices.Contains(alone, tag) || strings.HasPrefix(tag, "<!--picture picture-"):
			continue
		case !slices.Contains(known, name):
			t.Errorf("an element %q", tag)
			continue
		case strings.HasPrefix(tag, "</"):
			if len(open) == 0 || open[len(open)-1] != name {
				t.Fatalf("%s ends within %q", tag, open)
			}
			open = open[:len(open)-1]
			continue
		}
		open = append(open, name)
		for _, a := range attributes.FindAllStringSubmatch(tag, -1) {
			if !slices.Contains([]string{"lang", "dir", "class", "id", "href"}, a[1]) {
				t.Errorf("an attribute in %q", tag)
			}
		}
		if name == "a" && tag != `<a href="#summary">` {
			t.Errorf("a link %q", tag)
		}
	}
	if len(open) > 0 {
		t.Errorf("%q do not end", open)
	}
	if strings.ContainsFunc(strings.NewReplacer("\n", "", "\t", "").Replace(page), lang.Unseen) {
		t.Error("something in it cannot be seen")
	}
}

// Texts of programs and names of files are always escaped in a page.
func TestHTML(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file has such a name there")
	}
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "") // no drawing program
	const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>'&amp;` + "\u202e\u2028\x1b[0m\x1b[em]]>-->"
	write(t, `<b onclick='x'>&.k`, "percent = [[.amount, .rate] TIMES, 100] DIV .div;\ntax = {.price amount, \""+evil+
		"\" rate} percent; // "+evil+"\n$t = {int a};\nf = $t ."+"\"</pre>\";\n")
	write(t, "שלום.k", "f = {1 x} .\"</pre><svg onload=alert(1)>\u05d0\";\n")
	write(t, "fine.k", "f = .x;\n")
	for _, extra := range [][]string{nil, {"--pictures", "none"}, {"--all-errors"}} {
		code, page, stderr := patgraph(t, nil, append([]string{"check", "--format", "html", "."}, extra...)...)
		if code != report.Errors || stderr != "" {
			t.Errorf("exit %d, %s", code, stderr)
		}
		soundPage(t, page)
		for _, want := range []string{"error P0308", "&lt;script&gt;alert(1)", "&lt;b onclick=&#39;x&#39;&gt;&amp;.k",
			"<summary>The whole derivation</summary>", `<h2 id="summary">`, "3 files"} {
			if !strings.Contains(page, want) {
				t.Errorf("no %q", want)
			}
		}
		if drawn := strings.Contains(page, "[1] A: "); drawn == slices.Contains(extra, "none") {
			t.Errorf("%q: pictures in words: %v", extra, drawn)
		}
	}

	// The format follows from the file name, and no other file is written.
	if code, _, stderr := patgraph(t, nil, "check", "-o", "report.html", "fine.k"); code != report.Clean ||
		stderr != "1 file ok\n" {
		t.Errorf("exit %d, %s", code, stderr)
	}
	if page, err := os.ReadFile("report.html"); err != nil || !strings.Contains(string(page), "1 file ok") {
		t.Errorf("%s, %v", page, err)
	}
}

// A page is small for any program: one with a line of megabytes, or thousands of errors.
func TestHTMLBounds(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	write(t, "long.k", "f = {1 x, \""+strings.Repeat("<script>", 3<<17)+"\" y} .z;\n")
	var many strings.Builder
	n := sample.Size(2000, 200)
	for i := range n {
		fmt.Fprintf(&many, "f%d = {1 x, 2 z} .y;\n", i)
	}
	write(t, "many.k", many.String())
	_, page, _ := patgraph(t, nil, "check", "--format", "html", "long.k", "many.k")
	if len(page) > 1<<20 || !strings.Contains(page, fmt.Sprint(n-100, " more; patgraph check")) {
		t.Errorf("%d bytes", len(page))
	}
	soundPage(t, page)
}
