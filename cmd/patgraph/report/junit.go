package report

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// JUnit writes diagnostics as results of tests, in the XML that began with JUnit
// and that services which run pipelines show: a suite for each input, in it a test
// for each definition, by name, and one for the input as a whole. What a service
// follows from run to run is the name of a test, so it holds no place and no code.
//
// A test fails by errors, which are reported as in text, and is in error when the
// input could not be analysed; one that was left out is skipped. Warnings are output
// of a test that passes, unless they count as errors. Neither times nor hosts are
// written: equal inputs give equal bytes. There are no totals around the suites, which
// readers count by themselves, so a report can be written as its inputs come.
type JUnit struct {
	Extensions []string // of programs, which are no part of a name of a class
}

// wholeInput is the name of the test for what belongs to no definition.
const wholeInput = "(file)"

// AppendStart and AppendEnd write what is around the suites.
func (j *JUnit) AppendStart(b []byte) []byte {
	return append(b, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<testsuites name="patgraph">`+"\n"...)
}

// AppendEnd is like AppendStart.
func (j *JUnit) AppendEnd(b []byte) []byte { return append(b, "</testsuites>\n"...) }

// A junitTest is a test with the diagnostics of its name.
type junitTest struct {
	name             string
	errors, warnings []lang.Diagnostic
	broken           bool   // the program is not to blame for an error
	skipped          string // why nobody looked at it
}

// AppendFile writes the suite of an input. Consequences of other errors are left
// out.
func (j *JUnit) AppendFile(b []byte, in *Input) []byte {
	tests := testsOf(in)
	failures, errors, skipped := 0, 0, 0
	for i := range tests {
		switch t := &tests[i]; {
		case t.skipped != "":
			skipped++
		case t.broken:
			errors++
		case len(t.errors) > 0:
			failures++
		}
	}
	b = appendTag(b, "testsuite", "name", in.Name, "file", in.Name, "tests", strconv.Itoa(len(tests)),
		"failures", strconv.Itoa(failures), "errors", strconv.Itoa(errors), "skipped", strconv.Itoa(skipped))
	b = append(b, ">\n"...)
	class := j.className(in.Name)
	for i := range tests {
		b = tests[i].append(b, in, class)
	}
	return append(b, "</testsuite>\n"...)
}

// testsOf are the tests of an input: the whole first, then types and functions in
// their order. Definitions of one name are one test.
func testsOf(in *Input) []junitTest {
	tests := []junitTest{{name: wholeInput}}
	index := make(map[string]int)
	add := func(name string) {
		if _, ok := index[name]; !ok {
			index[name] = len(tests)
			tests = append(tests, junitTest{name: name})
		}
	}
	if r := in.Result; r != nil {
		for i := range r.TypeDefs {
			if in.shows(r.TypeDefs[i].Span) {
				add("$" + r.TypeDefs[i].Name)
			}
		}
		for i := range r.Definitions {
			if in.shows(r.Definitions[i].Span) {
				add(r.Definitions[i].Name)
			}
		}
	}
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		t := &tests[index[d.Definition]] // the first one for a name that is no test's
		if d.Secondary {
			if d.Code == lang.NodeLimit {
				t.skipped = d.Message.String() // nobody looked at it, and why is reported elsewhere
			}
			continue
		}
		if d.Severity == lang.Error || in.Strict && d.Severity == lang.Warning {
			t.errors = append(t.errors, *d)
			t.broken = t.broken || notTheProgram(in, d)
		} else {
			t.warnings = append(t.warnings, *d)
		}
	}
	if in.Result == nil && len(in.Diagnostics) > 0 {
		tests[0].skipped = in.Diagnostics[0].Message.String() // the consequence of what is told elsewhere
	}
	for i := range tests {
		if t := &tests[i]; len(t.errors)+len(t.warnings) > 0 {
			t.skipped = ""
		}
	}
	return tests
}

// notTheProgram reports whether a diagnostic is about reading or analysing an
// input, and says nothing about the program.
func notTheProgram(in *Input, d *lang.Diagnostic) bool {
	return in.File == nil || !d.Code.OfProgram()
}

func (t *junitTest) append(b []byte, in *Input, class string) []byte {
	b = appendTag(b, "testcase", "classname", class, "name", t.name)
	if len(t.errors)+len(t.warnings) == 0 && t.skipped == "" {
		return append(b, "/>\n"...)
	}
	b = append(b, ">\n"...)
	if t.skipped != "" {
		b = append(appendTag(b, "skipped", "message", t.skipped), "/>\n"...)
	}
	if len(t.errors) > 0 {
		// One element for all: readers show the first.
		element := "failure"
		if t.broken {
			element = "error"
		}
		d := &t.errors[0]
		message := d.Message.String()
		if in.File != nil {
			message = lineColumn(in.File, d.Span) + ": " + message
		}
		if n := len(t.errors) - 1; n > 0 {
			message += fmt.Sprintf(" (and %d more)", n)
		}
		b = append(appendTag(b, element, "type", string(d.Code), "message", message), '>')
		b = appendTold(b, in, t.errors)
		b = append(b, "</"+element+">\n"...)
	}
	if len(t.warnings) > 0 {
		b = append(b, "<system-out>"...)
		b = appendTold(b, in, t.warnings)
		b = append(b, "</system-out>\n"...)
	}
	return append(b, "</testcase>\n"...)
}

// appendTold writes diagnostics of an input as in text.
func appendTold(b []byte, in *Input, ds []lang.Diagnostic) []byte {
	some := *in
	some.Diagnostics = ds
	text := (&Style{Width: plainColumns}).AppendDiagnostics(nil, &some)
	return appendXML(b, strings.TrimRight(string(text), "\n")+"\n", xmlText)
}

// plainColumns is the width of text within other formats.
const plainColumns = 100

// className is the name of an input as that of a class in packages, which are
// its folders; dots within names are escaped, so that no two inputs share one.
func (j *JUnit) className(name string) string {
	if e := path.Ext(name); slices.Contains(j.Extensions, e) {
		name = strings.TrimSuffix(name, e)
	}
	return strings.NewReplacer("%", "%25", ".", "%2E", "/", ".").Replace(name)
}

// appendTag writes the start of an element but for its end: attributes are names, each with
// its value behind it.
func appendTag(b []byte, element string, attributes ...string) []byte {
	b = append(b, "<"+element...)
	for i := 0; i < len(attributes); i += 2 {
		b = append(b, " "+attributes[i]+`="`...)
		b = appendXML(b, (&Style{}).prose(attributes[i+1]), xmlAttribute)
		b = append(b, '"')
	}
	return b
}

// How texts stand in XML: > is escaped for ]]>, and what readers would take for a blank or an
// end of line.
var (
	xmlText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")
	xmlAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;", `"`, "&quot;", "\n", "&#10;", "\t", "&#9;")
)

// appendXML writes a text as it stands in XML 1.0, which has no room for some
// characters, not even as references.
func appendXML(b []byte, text string, escapes *strings.Replacer) []byte {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, text)
	return append(b, escapes.Replace(text)...)
}
