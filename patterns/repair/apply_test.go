package repair

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

// letters are the errors of a language: each has its code and fixes, which replace it, or with the text after it.
var letters = map[byte]struct {
	severity lang.Severity
	fixes    []lang.Fix // of the text "" at 0
}{
	'x': {lang.Error, []lang.Fix{to("machine", ".")}},
	'b': {lang.Error, []lang.Fix{to("machine", "xx")}},                     // two others in its place
	'u': {lang.Error, []lang.Fix{to("maybe", "u"), to("maybe", ".")}},      // the first one does not help
	'm': {lang.Error, []lang.Fix{to("maybe", "x"), to("machine", "..")}},   // the certain one comes first
	'h': {lang.Error, []lang.Fix{to("has-holes", ".")}},                    // never
	'o': {lang.Error, []lang.Fix{to("has-holes", "."), to("maybe", ".")}},  // nor what comes after it
	'n': {lang.Error, nil},                                                 // there is none
	'w': {lang.Warning, []lang.Fix{to("machine", ".")}},                    //
	'v': {lang.Warning, []lang.Fix{to("machine", "h")}},                    // an error in place of the warning
	'p': {lang.Error, []lang.Fix{wide("machine", "."), to("machine", "")}}, // also what is after it
	'i': {lang.Note, []lang.Fix{to("machine", ".")}},
	'l': {lang.Error, []lang.Fix{to("machine", ".n")}},            // another error after it
	'r': {lang.Error, []lang.Fix{revealing(to("machine", ".n"))}}, // which it hid
	's': {lang.Error, []lang.Fix{revealing(to("machine", "n"))}},  // at its place
}

func revealing(f lang.Fix) lang.Fix {
	f.Reveals = true
	return f
}

func to(grade, text string) lang.Fix {
	return lang.Fix{Title: lang.Text(text), Grade: grade, Checked: true,
		Edits: []lang.Edit{{Span: lang.Span{End: 1}, Text: text}}}
}

func wide(grade, text string) lang.Fix {
	return lang.Fix{Title: lang.Text(text), Grade: grade,
		Edits: []lang.Edit{{Span: lang.Span{Start: 1, End: 2}}, {Span: lang.Span{End: 1}, Text: text}}}
}

func found(f *lang.File) Text {
	t := Text{File: f}
	for i, c := range f.Src {
		l, ok := letters[c]
		if !ok {
			continue
		}
		dg := lang.Diagnostic{Code: lang.Code(c), Severity: l.severity, Span: lang.Span{Start: int32(i), End: int32(i + 1)}}
		for _, fix := range l.fixes {
			var edits []lang.Edit
			for _, e := range fix.Edits {
				e.Span.Start += int32(i)
				e.Span.End = min(e.Span.End+int32(i), int32(len(f.Src)))
				edits = append(edits, e)
			}
			fix.Edits = edits
			dg.Fixes = append(dg.Fixes, fix)
		}
		t.Diagnostics = append(t.Diagnostics, dg)
	}
	return t
}

func wrong(f *lang.File) (n int) {
	for _, dg := range found(f).Diagnostics {
		if dg.Severity != lang.Note {
			n++
		}
	}
	return n
}

// Each fix that is made leaves fewer errors and warnings, a second run makes none, and everything fixable is fixed.
func TestApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.StringOfN(rapid.SampledFrom([]rune("xbumhonwvpi. ")), 0, 30, -1).Draw(t, "text")
		trials := 0
		a := &Applier{Unsafe: rapid.Bool().Draw(t, "unsafe"), Analyze: func(f *lang.File) (Text, error) {
			trials++
			return found(f), nil
		}}
		done, err := a.Apply(found(lang.NewFile("a", []byte(src))))
		if err != nil || trials > mostApplied {
			t.Fatalf("%d trials, %v", trials, err)
		}
		if done.Stopped {
			return
		}
		for i, x := range done.Made {
			if x.Reason != "" || x.Diagnostic.Fixes[x.Fix].Grade == "has-holes" ||
				x.Diagnostic.Fixes[x.Fix].Grade == "maybe" && !a.Unsafe {
				t.Fatalf("%v is made", x.Diagnostic.Fixes[x.Fix])
			}
			next := done.File
			if i+1 < len(done.Made) {
				next = done.Made[i+1].File
			}
			if wrong(next) >= wrong(x.File) {
				t.Fatalf("%s became %s", x.File.Src, next.Src)
			}
		}
		if again, err := a.Apply(done.Text); err != nil || len(again.Made) > 0 {
			t.Fatalf("%s became %s", done.File.Src, again.File.Src)
		}
		left := string(done.File.Src)
		if strings.ContainsAny(left, "xmwp") || a.Unsafe && strings.Contains(left, "u") ||
			strings.Count(left, "v") > strings.Count(src, "v") {
			t.Fatalf("%s became %s", src, left)
		}
	})
}

// A diagnostic that is left has the first reason; those with only uncertain fixes are counted.
func TestApplyReasons(t *testing.T) {
	a := &Applier{Analyze: func(f *lang.File) (Text, error) { return found(f), nil }}
	done, err := a.Apply(found(lang.NewFile("a", []byte("b x v u u h o"))))
	if err != nil || string(done.File.Src) != "b . v u u h o" || done.Unsafe != 2 || len(done.Refused) != 2 ||
		done.Refused[0].Reason != "another error appears with it" || done.Refused[1].Reason != done.Refused[0].Reason {
		t.Errorf("%s, %+v, %v", done.File.Src, done.Refused, err)
	}
	a.Unsafe = true
	if done, _ = a.Apply(found(lang.NewFile("a", []byte("u")))); string(done.File.Src) != "." || done.Refused != nil {
		t.Errorf("%s, %+v", done.File.Src, done.Refused)
	}
	if done, _ = a.Apply(found(lang.NewFile("a", []byte("o")))); string(done.File.Src) != "o" {
		t.Errorf("%s has the change after one with a part to be filled in", done.File.Src)
	}
	library := lang.Join([]*lang.File{lang.NewFile("lib", []byte("x"))}, lang.NewFile("a", []byte("x")))
	done, _ = a.Apply(found(library))
	if string(done.File.Src) != "x\n." || done.Refused[0].Reason != "it changes a library" {
		t.Errorf("%s, %+v", done.File.Src, done.Refused)
	}
	a.Change = func(*lang.File, []lang.Edit) (*lang.File, error) { return nil, errors.New("it is full") }
	done, _ = a.Apply(found(lang.NewFile("a", []byte("x"))))
	if len(done.Made) > 0 || done.Refused[0].Reason != "it is full" {
		t.Errorf("%s, %+v", done.File.Src, done.Refused)
	}
}

// A fix may leave as many errors as before only if it says so, and only after its own.
func TestApplyReveals(t *testing.T) {
	for text, want := range map[string]string{"l": "l", "r": ".n", "s": "s", "n r": "n .n", "r n": ".n n"} {
		a := &Applier{Analyze: func(f *lang.File) (Text, error) { return found(f), nil }}
		if done, err := a.Apply(found(lang.NewFile("a", []byte(text)))); err != nil || string(done.File.Src) != want {
			t.Errorf("%s becomes %s, not %s; %v", text, done.File.Src, want, err)
		}
	}
}

// The work is bounded, and the next run continues it.
func TestApplyBound(t *testing.T) {
	a := &Applier{Analyze: func(f *lang.File) (Text, error) { return found(f), nil }}
	done, _ := a.Apply(found(lang.NewFile("a", []byte(strings.Repeat("x", mostApplied+10)))))
	if !done.Stopped || len(done.Made) != mostApplied {
		t.Errorf("%d fixes, stopped: %t", len(done.Made), done.Stopped)
	}
	if done, _ = a.Apply(done.Text); done.Stopped || len(done.Made) != 10 {
		t.Errorf("%d fixes, stopped: %t", len(done.Made), done.Stopped)
	}
}

// An analysis that ends early ends the work.
func TestApplyEnds(t *testing.T) {
	end := errors.New("the end")
	a := &Applier{Analyze: func(f *lang.File) (Text, error) { return Text{}, end }}
	if _, err := a.Apply(found(lang.NewFile("a", []byte("x")))); err != end {
		t.Error(err)
	}
}
