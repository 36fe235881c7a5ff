package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
)

// made are the files of the site, with the page of the explorer for the playground, and the folder that they are in.
var made = sync.OnceValues(func() (files map[string]string, dir string) {
	dir, err := os.MkdirTemp("", "patgraph-site-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	return makeIn(dir), dir
})

// makeIn makes the site in an empty folder and returns its files.
func makeIn(dir string) map[string]string {
	if err := os.CopyFS(filepath.Join(dir, "play"), os.DirFS("../../cmd/patgraph/explore/page/dist")); err != nil {
		panic(err)
	}
	if err := write(dir); err != nil {
		panic(err)
	}
	list := make(map[string]string)
	if err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		list[name] = string(text)
		return err
	}); err != nil {
		panic(err)
	}
	return list
}

var (
	links = regexp.MustCompile(`\s(?:href|src|data-root)="([^"]*)"`)
	ids   = regexp.MustCompile(`\sid="([^"]*)"`)
)

// Every link of the site is relative, and leads to a file of the site and to an existing part of it.
func TestLinks(t *testing.T) {
	all, _ := made()
	parts := make(map[string]bool)
	for name, text := range all {
		for _, m := range ids.FindAllStringSubmatch(text, -1) {
			parts[name+"#"+m[1]] = true
		}
	}
	check := func(from, link string) {
		to, part, _ := strings.Cut(link, "#")
		if to = path.Join(path.Dir(from), to); strings.HasPrefix(link, "#") {
			to = from
		}
		if _, ok := all[to]; !ok {
			t.Errorf("%s: there is no file for the link %q", from, link)
		} else if part != "" && to != "play/index.html" && !parts[to+"#"+part] {
			t.Errorf("%s: there is no part for the link %q", from, link)
		}
	}
	count := 0
	for name, text := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			switch link := m[1]; {
			case strings.HasPrefix(link, "https://"), m[0] == ` data-root="`+link+`"`:
			case strings.HasPrefix(link, "/") || strings.Contains(link, ":"):
				t.Errorf("%s: the link %.80q is not relative", name, link)
			default:
				count++
				check(name, link)
			}
		}
	}
	s, err := build()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.index {
		check("index.html", e.Path)
	}
	if count < 1000 || len(s.index) < 200 {
		t.Errorf("there are %d links, and %d entries of the index", count, len(s.index))
	}
}

// No page names a path of this machine.
func TestPrivate(t *testing.T) {
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	all, dir := made()
	for name, text := range all {
		if strings.HasPrefix(name, "play/") {
			continue // the page of the explorer has names of files that do not exist
		}
		for _, secret := range []string{here, dir, home + "/", "file:///"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %q", name, secret)
			}
		}
	}
}

// Two runs write the same bytes.
func TestSame(t *testing.T) {
	first, _ := made()
	second := makeIn(t.TempDir())
	if len(first) != len(second) {
		t.Errorf("%d files and %d", len(first), len(second))
	}
	for name, text := range first {
		if second[name] != text {
			t.Errorf("%s differs", name)
		}
	}
}

// The compressed copies contain the same bytes as their files, and small files have no copy.
func TestCompressed(t *testing.T) {
	all, _ := made()
	if _, ok := all["play/index.html.gz"]; ok {
		t.Error("a small file is compressed")
	}
	const name = "play/assets/index.js"
	r, err := gzip.NewReader(strings.NewReader(all[name+".gz"]))
	if err != nil {
		t.Fatal(err)
	}
	for kind, r := range map[string]io.Reader{"gz": r, "br": brotli.NewReader(strings.NewReader(all[name+".br"]))} {
		if text, err := io.ReadAll(r); err != nil || !bytes.Equal(text, []byte(all[name])) {
			t.Errorf("%s: %d bytes, %v", kind, len(text), err)
		}
	}
}
