package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// Explain is the command that explains codes, rules and errors.
func Explain() *Command {
	return &Command{
		Name: "explain", Args: "[CODE | RULE | FILE[:LINE[:COL]]]...",
		Summary: "explain codes, typing rules and the errors of a place",
		Details: "For a code, a rule or a built-in operator, shows its page; for a message of another tool,\n" +
			"the page of the same mistake.\n" +
			"For a file, shows the errors and warnings that touch the place, with their whole derivations.\n" +
			"Without an argument, lists all codes and rules.",
		Examples: [][2]string{
			{"patgraph explain P0302", "what it means, a program with this error, and the fixed program"},
			{"patgraph explain merge", "what a rule states, with an example"},
			{"patgraph explain lib.k:8:32 --tree", "why there is an error at a place"},
		},
		Run:   (*Flags).explain,
		Offer: offerPages,
	}
}

// explain shows the pages of codes and rules, and the diagnostics of places; without arguments, the list of all pages.
func (f *Flags) explain(p *Program, args []string) error {
	style := f.Style(p, p.Stdout)
	if len(args) == 0 {
		text := style.AppendPageList(nil)
		return p.Out.Print(style.AppendRuleList(append(text, '\n'), p.Languages.Rules()))
	}
	view, err := f.viewOf()
	if err != nil {
		return err
	}
	data := f.Format == "json"
	e := explaining{Program: p, flags: f, view: view, style: style}
	// Wrong arguments are reported before any output.
	for _, arg := range args {
		text, err := PageOf(p.Languages, &style, arg)
		switch {
		case err == nil && data:
			return Wrong(words.Quote(arg) +
				" is a page, which there is as text only; --format json is for the diagnostics of a file")
		case err == nil:
			e.parts = append(e.parts, part{text: text})
			continue
		case !looksLikePath(arg):
			return err
		}
		l, wrong := parseLocation(arg)
		if wrong != nil {
			return wrong
		}
		if !exists(l.Path) && isMessage(arg) {
			return err
		}
		e.parts = append(e.parts, part{place: l})
	}
	if data {
		return e.data()
	}
	return e.text()
}

// isMessage reports whether an argument looks like a message: it has several blanks.
func isMessage(arg string) bool { return strings.Count(arg, " ") > 1 }

// A part is the result for one argument of explain.
type part struct {
	text  []byte    // a page
	place *Location // the place whose diagnostics are requested
}

// explaining is a run of explain.
type explaining struct {
	*Program
	flags *Flags
	view  report.View
	style report.Style
	parts []part
	worst int // exit code
	total report.Summary
}

// text writes pages and diagnostics.
func (e *explaining) text() error {
	for i, x := range e.parts {
		if i > 0 && x.place == nil {
			x.text = append([]byte("\n"), x.text...)
		}
		if x.place != nil {
			var err error
			x.text, err = e.ask(x.place, func(in *report.Input, nearest *lang.Diagnostic) []byte {
				return x.place.explain(in, nearest, &e.style, e.view)
			})
			if err != nil {
				return err
			}
		}
		if err := e.Out.Print(x.text); err != nil {
			return err
		}
	}
	return Status(e.worst)
}

// data writes one document with the diagnostics of all places.
func (e *explaining) data() error {
	j := report.JSON{}
	b := j.AppendStart(nil)
	for i, x := range e.parts {
		file, err := e.ask(x.place, func(in *report.Input, _ *lang.Diagnostic) []byte {
			return append(j.AppendFile([]byte(j.Before(i == 0)), in), j.After()...)
		})
		if err != nil {
			return err
		}
		b = append(b, file...)
	}
	return ended(e.worst, e.Out.Print(j.AppendEnd(b, e.total)))
}

// ask analyses the file of a place, selects the diagnostics there and returns their rendering.
func (e *explaining) ask(l *Location,
	write func(in *report.Input, nearest *lang.Diagnostic) []byte) ([]byte, error) {
	var nearest *lang.Diagnostic
	o, err := e.flags.One(e.Program, l, func(in *report.Input) (err error) {
		nearest, err = l.choose(in)
		return err
	}, func(in *report.Input) []byte { return write(in, nearest) })
	if err != nil {
		return nil, err
	}
	e.worst = max(e.worst, o.Exit)
	e.total.Add(o.Summary)
	return o.Out, e.Err.Print(o.Err)
}

// choose leaves an input only the diagnostics at the place. It returns the nearest one.
func (l *Location) choose(in *report.Input) (nearest *lang.Diagnostic, err error) {
	span, err := l.Span(in.File)
	if err != nil {
		return nil, err
	}
	nearest = nearestTo(in.Diagnostics, span)
	if l.Line > 0 {
		in.Diagnostics = touching(in.Diagnostics, span)
	}
	return nearest, nil
}

// Explain writes the diagnostics of a program at the place, each with its whole derivation.
func (l *Location) Explain(in report.Input, style *report.Style) ([]byte, error) {
	var nearest *lang.Diagnostic
	if in.Result != nil {
		var err error
		if nearest, err = l.choose(&in); err != nil {
			return nil, err
		}
	}
	return l.explain(&in, nearest, style, report.Folded), nil
}

func (l *Location) explain(in *report.Input, nearest *lang.Diagnostic, style *report.Style, view report.View) []byte {
	if len(in.Diagnostics) > 0 || in.Result == nil {
		return style.AppendExplained(nil, in, view)
	}
	place := ""
	if l.Line > 0 && nearest != nil {
		place = ":" + strconv.Itoa(l.Line)
	}
	if l.Column > 0 && nearest != nil {
		place += ":" + strconv.Itoa(l.Column)
	}
	return style.AppendNothing(nil, in, place, nearest)
}

// touching are the diagnostics about a place: those that show the place, else those whose derivation passes through it,
// else consequences that show it.
func touching(ds []lang.Diagnostic, place lang.Span) []lang.Diagnostic {
	for _, about := range []func(*lang.Diagnostic) bool{
		func(d *lang.Diagnostic) bool { return !d.Secondary && isShown(d, place) },
		func(d *lang.Diagnostic) bool { return !d.Secondary && isPassed(d, place) },
		func(d *lang.Diagnostic) bool { return d.Secondary && isShown(d, place) },
	} {
		var list []lang.Diagnostic
		for i := range ds {
			if about(&ds[i]) {
				list = append(list, ds[i])
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// nearestTo returns the diagnostic nearest to a place.
func nearestTo(ds []lang.Diagnostic, place lang.Span) *lang.Diagnostic {
	var best *lang.Diagnostic
	var least int32
	for i := range ds {
		d := &ds[i]
		away := max(d.Span.Start-place.End, place.Start-d.Span.End, 0)
		if !d.Secondary && (best == nil || away < least) {
			best, least = d, away
		}
	}
	return best
}

// PageOf is the page that an argument names: the page of a rule, or the pages of a code, which several languages may
// have, or the page of the mistake that a message of another tool means, or the page of a built-in operator.
func PageOf(languages language.Table, style *report.Style, arg string) ([]byte, error) {
	code := lang.Code(strings.ToUpper(strings.Trim(arg, "[]"))) // in the form that people type
	var text []byte
	for _, page := range style.Pages {
		switch {
		case page.Code != code:
			continue
		case text != nil:
			text = append(text, '\n')
		}
		text = style.AppendPage(text, page)
	}
	if text != nil {
		return text, nil
	}
	name, _, _ := strings.Cut(strings.ToLower(arg), ":") // as a report names a part of a rule: "comp: chaining"
	rules := languages.Rules()
	for _, page := range rules {
		if name == page.Name || name == strings.ToLower(page.Number) {
			return style.AppendRulePage(nil, page), nil
		}
	}
	if m, language, ok := languages.ToolMessage(arg); ok {
		if page, ok := style.Pages.In(language, m.Code); ok {
			page.Meaning = m.Tool + " prints the message: " + m.Says + ".\n\n" + page.Meaning
			return style.AppendPage(nil, page), nil
		}
	}
	for _, l := range languages {
		if l.Editing == nil || l.Editing.Page == nil {
			continue
		}
		if page := l.Editing.Page(arg); page != "" {
			return append(bytes.TrimSpace(fences.ReplaceAll([]byte(page), nil)), '\n'), nil
		}
	}
	return nil, unknownPage(arg, style.Pages, rules)
}

// fences are the lines around a block of code in Markdown.
var fences = regexp.MustCompile("(?m)^```.*\n?")

// unknownPage is the error for an unknown page, which suggests similar names: as given, or with the P of a code
// corrected.
func unknownPage(arg string, pages lang.Pages, rules []lang.RulePage) error {
	var codes, names []string
	for _, page := range pages {
		codes = append(codes, string(page.Code))
	}
	codes = slices.Compact(codes) // several languages may have a page for one code
	for _, rule := range rules {
		names = append(names, rule.Name)
	}
	message := "there is no code, no rule and no file " + words.Quote(arg)
	if isMessage(arg) {
		return Wrong("no known message of another tool reads " + words.Quote(arg) + ", and no file has this name")
	}
	upper := strings.ToUpper(arg)
	if rest := strings.TrimLeft(upper, "PE"); rest != "" && strings.Trim(rest, "0123456789") == "" {
		message = "there is no code " + words.Quote(arg)
	}
	hints := lang.Nearest(upper, slices.Values(codes), 3)
	if hints == nil {
		hints = lang.Nearest(strings.ToLower(arg), slices.Values(names), 1)
	}
	if hints == nil {
		hints = lang.Nearest("P"+strings.TrimLeft(upper, "PE"), slices.Values(codes), 3)
	}
	return Wrong(message, hints...)
}

// offerPages offers the rules and the codes for completion.
func offerPages(p *Program, offer func(text, says string)) {
	for _, page := range p.Languages.Rules() {
		offer(page.Name, page.Title)
	}
	for _, page := range p.Languages.Pages() {
		offer(string(page.Code), page.Title)
	}
}
