package main

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/cmd/patgraph/tutorial"
	"github.com/patgraph/patgraph/examples"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

//go:embed static templates
var own embed.FS

// A site is what is to be written.
type site struct {
	templates *template.Template
	files     map[string][]byte // by their paths in the folder
	index     []entry
}

// An entry is what the search knows about a part of a page.
type entry struct {
	Title string `json:"title"`
	Part  string `json:"part,omitempty"` // the heading of the part
	Path  string `json:"path"`
	Text  string `json:"text"`
}

// A page is what the template layout.html takes.
type page struct {
	Path    string
	Part    string // of the site: the folder that the page is in
	Title   string // code is between backquotes
	Summary string
	Data    any // of the template
}

// Root is the way from the page to the folder of the site.
func (p *page) Root() string { return rootOf(p.Path) }

func rootOf(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }

// Name is the title without marks.
func (p *page) Name() string { return unmarked.Replace(p.Title) }

// build makes all pages but the playground.
func build() (*site, error) {
	s := &site{files: make(map[string][]byte)}
	var err error
	if s.templates, err = template.New("").Funcs(template.FuncMap{"inline": inline, "prose": prose}).
		ParseFS(own, "templates/*.html"); err != nil {
		return nil, err
	}
	static, err := fs.Sub(own, "static")
	if err != nil {
		return nil, err
	}
	if err := fs.WalkDir(static, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		s.files[name], err = fs.ReadFile(static, name)
		return err
	}); err != nil {
		return nil, err
	}
	for _, part := range []func() error{s.manual, s.tutorial, s.gallery, s.errors, s.home} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	b, err := json.Marshal(s.index)
	// A script, because a page that is opened from a folder may not read a file of data.
	s.files["search-index.js"] = append(append([]byte("const searchIndex = "), b...), ";\n"...)
	return s, err
}

// add makes a page by a template.
func (s *site) add(template string, p *page) error {
	var b bytes.Buffer
	t, err := s.templates.Lookup("layout.html").Clone()
	if err == nil {
		if _, err = t.AddParseTree("body", s.templates.Lookup(template).Tree); err == nil {
			err = t.Execute(&b, p)
		}
	}
	s.files[p.Path] = b.Bytes()
	return err
}

// find lets the search find a text on a page.
func (s *site) find(p *page, id, part, text string) {
	path := p.Path
	if id != "" {
		path += "#" + id
	}
	s.index = append(s.index, entry{p.Name(), part, path, strings.Join(strings.Fields(text), " ")})
}

// A link leads from a list to a page.
type link struct {
	Path  string // relative to the list
	Title string
	Says  string
	Mark  string
}

// A group is a part of a list of links.
type group struct {
	Title string
	Links []link
}

// A document is a page of text with links to its neighbours.
type document struct {
	Body       template.HTML
	Back, Next *link
}

// neighbours are the links before and after one in a list.
func neighbours(list []link, i int) (back, next *link) {
	if i > 0 {
		back = &list[i-1]
	}
	if i+1 < len(list) {
		next = &list[i+1]
	}
	return back, next
}

// manual makes the pages of all topics.
func (s *site) manual() error {
	topics := manual.Topics()
	var links []link
	for _, t := range topics {
		links = append(links, link{Path: t.Name + ".html", Title: t.Title, Says: "`patgraph help " + t.Name + "`"})
	}
	for i, t := range topics {
		p := &page{Path: "manual/" + t.Name + ".html", Part: "manual", Title: t.Title}
		m := markdown{root: p.Root()}
		_, text, _ := strings.Cut(t.Text, "\n")
		body, sections := m.convert(text)
		d := document{Body: body}
		d.Back, d.Next = neighbours(links, i)
		p.Data = d
		for _, x := range sections {
			s.find(p, x.id, x.title, x.text)
		}
		if err := s.add("document.html", p); err != nil {
			return err
		}
	}
	return s.add("list.html", &page{Path: "manual/index.html", Part: "manual", Title: "Manual",
		Summary: "All topics, in the order in which they are needed. `patgraph help TOPIC` shows the same pages.",
		Data:    []group{{Links: links}}})
}

// A lesson is a page of the tutorial.
type lesson struct {
	document
	Number, All          int
	Task, Hint, Solution template.HTML
	Play                 string
}

// tutorial makes the pages of the lessons.
func (s *site) tutorial() error {
	lessons := tutorial.Lessons()
	var links []link
	for i, l := range lessons {
		links = append(links, link{Path: l.Name + ".html", Title: l.Title, Mark: fmt.Sprint(i + 1)})
	}
	for i, l := range lessons {
		p := &page{Path: "tutorial/" + l.Name + ".html", Part: "tutorial", Title: l.Title}
		m := markdown{root: p.Root(), code: languages.All.For(l.File, language.AnyDialect).Name}
		var d lesson
		d.Body, _ = m.convert(l.Text)
		d.Task, _ = m.convert(l.Task)
		d.Hint, _ = m.convert(l.Hint)
		d.Solution = template.HTML(scrolled) + highlighted(analyzed(l.File, l.Solution)) + "</pre>"
		d.Back, d.Next = neighbours(links, i)
		d.Number, d.All, d.Play = i+1, len(lessons), "play/index.html#lesson="+l.Name
		p.Data = d
		s.find(p, "", "", unmarked.Replace(l.Text+" "+l.Task))
		if err := s.add("lesson.html", p); err != nil {
			return err
		}
	}
	return s.add("list.html", &page{Path: "tutorial/index.html", Part: "tutorial", Title: "Tutorial",
		Summary: "Short lessons, each with one task. The playground checks what you write and keeps your progress; " +
			"`patgraph tutorial` does the same on your machine.",
		Data: []group{{Links: links}}})
}

// An example is a page of the gallery.
type example struct {
	document
	Title   string
	Look    string
	File    string
	Program template.HTML
	Report  template.HTML
	Picture string
	Play    string
}

// gallery makes the pages of the examples.
func (s *site) gallery() error {
	var groups []group
	all := examples.Gallery()
	var links []link
	for _, e := range all {
		title := languages.All.For(e.File, language.AnyDialect).Called() + ": " + map[examples.Kind]string{
			examples.Error: "errors to look at", examples.Program: "programs to read"}[e.Kind]
		if len(groups) == 0 || groups[len(groups)-1].Title != title {
			groups = append(groups, group{Title: title})
		}
		l := link{Path: slug(e.Name) + ".html", Title: e.Title, Says: e.Look}
		links = append(links, l)
		groups[len(groups)-1].Links = append(groups[len(groups)-1].Links, l)
	}
	for i, e := range all {
		p := &page{Path: "gallery/" + slug(e.Name) + ".html", Part: "gallery", Title: e.Title}
		d := shown(e)
		d.Back, d.Next = neighbours(links, i)
		if picture := examples.Picture(e.Name); picture != nil {
			d.Picture = slug(e.Name) + ".svg"
			s.files["gallery/"+d.Picture] = picture
		}
		p.Data = d
		s.find(p, "", "", e.Look+" "+languages.All.For(e.File, language.AnyDialect).Called()+" "+e.Text)
		if err := s.add("example.html", p); err != nil {
			return err
		}
	}
	return s.add("list.html", &page{Path: "gallery/index.html", Part: "gallery", Title: "Gallery",
		Summary: "Programs with one mistake each, and programs to read. Each opens in the playground.", Data: groups})
}

// shown is what a page shows of an example.
func shown(e examples.Example) example {
	in := analyzed(e.File, e.Text)
	return example{Title: e.Title, Look: e.Look, File: e.File, Program: highlighted(in), Report: reported(in),
		Play: playLink(in)}
}

// slug is the name of an example as that of a file.
func slug(name string) string { return strings.ReplaceAll(name, "/", "-") }

// A mistake is what a page about a code says of it in one language.
type mistake struct {
	lang.Page
	Language  string
	Bad, Good template.HTML
	Related   []link
}

// errors makes the pages of all codes.
func (s *site) errors() error {
	pages := languages.All.Pages()
	groups := []group{{Title: "Errors"}, {Title: "Warnings and notes"}}
	for len(pages) > 0 {
		code := pages[0].Code
		same := pages.All(code)
		pages = pages[len(same):]
		var titles []string
		for _, x := range same {
			titles = append(titles, x.Title)
		}
		titles = slices.Compact(titles)
		title := strings.Join(titles, "; ")
		p := &page{Path: "errors/" + string(code) + ".html", Part: "errors", Title: string(code) + ": " + title}
		m := markdown{root: p.Root()}
		var list []mistake
		for _, x := range same {
			d := mistake{Page: x}
			for _, l := range languages.All {
				if l.Name == x.Language {
					d.Language = l.Called()
				}
			}
			if x.Bad != "" {
				d.Bad = m.program(cmp.Or(x.Language, "k"), strings.Trim(x.Bad, "\n")+"\n")
			}
			if x.Good != "" {
				d.Good = m.program(cmp.Or(x.Language, "k"), strings.Trim(x.Good, "\n")+"\n")
			}
			for _, c := range x.Related {
				r, _ := languages.All.Pages().In(x.Language, c)
				d.Related = append(d.Related, link{Path: string(c) + ".html", Title: string(c), Says: r.Title})
			}
			list = append(list, d)
			s.find(p, "", d.Language, x.Meaning+" "+x.Why)
		}
		p.Data = list
		if err := s.add("error.html", p); err != nil {
			return err
		}
		n := 0
		if same[0].Severity != lang.Error {
			n = 1
		}
		groups[n].Links = append(groups[n].Links, link{Path: string(code) + ".html", Title: title, Mark: string(code)})
	}
	return s.add("list.html", &page{Path: "errors/index.html", Part: "errors", Title: "Errors and warnings",
		Summary: "What each code means, the smallest program that has it, and the same program corrected.",
		Data:    groups})
}

// home makes the first page, whose reports are those of two examples.
func (s *site) home() error {
	var list []example
	for _, e := range examples.Gallery() {
		if e.Name == "errors/P0302-misspelt-field" || e.Name == "onnx/errors/matmul" {
			list = append(list, shown(e))
		}
	}
	return s.add("home.html", &page{Path: "index.html", Title: "patgraph", Data: list})
}
