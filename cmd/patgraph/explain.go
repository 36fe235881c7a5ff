package main

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// explain shows the pages of codes and rules, and the diagnostics of places; or
// the list of all pages.
func (p *program) explain(c *cli.Context) error {
	style := p.style(c, p.stdout)
	if !c.Args().Present() {
		text := style.AppendPageList(nil)
		return p.out.write(style.AppendRuleList(append(text, '\n'), p.languages.Rules()))
	}
	view, err := viewOf(c)
	if err != nil {
		return err
	}
	data := c.String("format") == "json"
	e := explaining{program: p, c: c, view: view, style: style}
	// A wrong argument is told before anything is written.
	for _, arg := range c.Args().Slice() {
		text, found := p.page(&style, arg)
		switch {
		case found && data:
			return &usageError{command: "explain", message: words.Quote(arg) + " is a page, which there is as text only; --format json is for the diagnostics of a file"}
		case found:
			e.parts = append(e.parts, part{text: text})
			continue
		case !looksLikePath(arg):
			return unknownPage(arg, style.Pages, p.languages.Rules())
		}
		l, err := parseLocation(arg, "explain")
		if err != nil {
			return err
		}
		e.parts = append(e.parts, part{place: &l})
	}
	if data {
		return e.data()
	}
	return e.text()
}

// A part is what one argument of explain asks for.
type part struct {
	text  []byte    // a page
	place *location // where diagnostics are asked for
}

// explaining is a run of explain.
type explaining struct {
	*program
	c     *cli.Context
	view  report.View
	style report.Style
	parts []part
}

// text writes pages and diagnostics.
func (e *explaining) text() error {
	worst := batch.Clean
	for i, x := range e.parts {
		if i > 0 && x.place == nil {
			x.text = append([]byte("\n"), x.text...)
		}
		if x.place != nil {
			place := x.place
			o, err := e.ask(place, e.view, func(in *report.Input, at, nearest *lang.Diagnostic) []byte {
				if at == nil && in.Result != nil {
					return e.nothing(in, place, nearest)
				}
				return e.style.AppendExplained(nil, in, e.view)
			})
			if err != nil {
				return err
			}
			if err := e.err.write(o.Err); err != nil {
				return err
			}
			worst, x.text = max(worst, o.Exit), o.Out
		}
		if err := e.out.write(x.text); err != nil {
			return err
		}
	}
	return status(worst)
}

// data writes one document with the diagnostics of all places.
func (e *explaining) data() error {
	j := report.JSON{}
	b := j.AppendStart(nil)
	var total report.Summary
	worst := batch.Clean
	first := true
	for _, x := range e.parts {
		o, err := e.ask(x.place, e.view, func(in *report.Input, _, _ *lang.Diagnostic) []byte {
			return append(j.AppendFile([]byte(j.Before(first)), in), j.After()...)
		})
		if err != nil {
			return err
		}
		first = false
		total.Add(o.Summary)
		worst = max(worst, o.Exit)
		b = append(b, o.Out...)
		if err := e.err.write(o.Err); err != nil {
			return err
		}
	}
	if err := e.out.write(j.AppendEnd(b, total)); err != nil {
		return err
	}
	return status(worst)
}

// ask analyses the file of a place and keeps its diagnostics there.
func (e *explaining) ask(l *location, v report.View, write func(in *report.Input, at, nearest *lang.Diagnostic) []byte) (*batch.Outcome, error) {
	var at, nearest *lang.Diagnostic
	return e.one(e.c, l, func(in *report.Input, span lang.Span) error {
		all := in.Diagnostics
		if l.line > 0 {
			in.Diagnostics = touching(all, span)
		}
		if len(in.Diagnostics) > 0 {
			at = &in.Diagnostics[0]
		}
		nearest = nearestTo(all, span)
		return nil
	}, func(in *report.Input) []byte { return write(in, at, nearest) })
}

// touching are the diagnostics that a place is part of: as one of the places
// that they show, else as one that their derivation goes through, else those
// that are consequences of others.
func touching(ds []lang.Diagnostic, place lang.Span) []lang.Diagnostic {
	for _, about := range []func(*lang.Diagnostic) bool{
		func(d *lang.Diagnostic) bool { return !d.Secondary && shows(d, place) },
		func(d *lang.Diagnostic) bool { return !d.Secondary && passes(d, place) },
		func(d *lang.Diagnostic) bool { return d.Secondary && shows(d, place) },
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

// shows reports whether a place is in one that the frame of a diagnostic shows.
func shows(d *lang.Diagnostic, place lang.Span) bool {
	if touches(d.Span, place) {
		return true
	}
	for _, r := range d.Related {
		if touches(r.Span, place) {
			return true
		}
	}
	if d.Clash == nil {
		return false
	}
	for _, w := range []*lang.Witness{d.Clash.A, d.Clash.B, d.Clash.C} {
		if w != nil && touches(w.Span, place) {
			return true
		}
	}
	return false
}

// passes reports whether a place is in one that a derivation cites.
func passes(d *lang.Diagnostic, place lang.Span) bool {
	if d.Explanation == nil {
		return false
	}
	for i := range d.Explanation.Steps {
		if s := d.Explanation.Steps[i].Span; s != (lang.Span{}) && touches(s, place) {
			return true
		}
	}
	return false
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

// nothing says that there is nothing to explain at a place, and where there is.
func (e *explaining) nothing(in *report.Input, l *location, nearest *lang.Diagnostic) []byte {
	place := ""
	if l.line > 0 && nearest != nil {
		place = ":" + strconv.Itoa(l.line)
	}
	if l.column > 0 && nearest != nil {
		place += ":" + strconv.Itoa(l.column)
	}
	return e.style.AppendNothing(nil, in, place, nearest)
}

// page is the page that an argument names: of a rule, or of a code, which each language
// that has it may have one of.
func (p *program) page(style *report.Style, arg string) ([]byte, bool) {
	code := lang.Code(strings.ToUpper(strings.Trim(arg, "[]"))) // as people type it
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
		return text, true
	}
	name := strings.ToLower(strings.TrimSuffix(arg, ":"))
	for _, page := range p.languages.Rules() {
		if name == page.Name || name == strings.ToLower(page.Number) {
			return style.AppendRulePage(nil, page), true
		}
	}
	return nil, false
}

// unknownPage says which pages a wrong name is close to: as it stands, or with
// the P of a code put right.
func unknownPage(arg string, pages lang.Pages, rules []lang.RulePage) error {
	codes := func(yield func(string) bool) {
		for i := range pages {
			if (i == 0 || pages[i].Code != pages[i-1].Code) && !yield(string(pages[i].Code)) {
				return
			}
		}
	}
	e := &usageError{message: "there is no code, no rule and no file " + words.Quote(arg), command: "explain"}
	upper := strings.ToUpper(arg)
	if rest := strings.TrimLeft(upper, "PE"); rest != "" && strings.Trim(rest, "0123456789") == "" {
		e.message = "there is no code " + words.Quote(arg)
	}
	e.hints = lang.Nearest(upper, codes, 3)
	if e.hints == nil {
		e.hints = lang.Nearest(strings.ToLower(arg), func(yield func(string) bool) {
			for _, p := range rules {
				if !yield(p.Name) {
					return
				}
			}
		}, 1)
	}
	if e.hints == nil {
		e.hints = lang.Nearest("P"+strings.TrimLeft(upper, "PE"), codes, 3)
	}
	return e
}
