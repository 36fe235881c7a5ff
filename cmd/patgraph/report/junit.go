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

// JUnit writes diagnostics as test results, in the XML format of JUnit that CI services show: a suite for each input,
// in it a test for each definition, by name, and one for the input as a whole. Services track a test from run to run by
// its name, so the name contains no place and no code.
//
// A test fails if it has errors, which are written as in text; it is in error if the input could not be analysed; it is
// skipped if it was left out. Warnings are output of a passing test, unless they count as errors. Neither times nor
// hosts are written: equal inputs give equal bytes. There are no totals around the suites, which readers count by
// themselves, so a report can be written input by input.
type JUnit struct {
	Extensions []string // of programs, which are removed from the names of classes
}

// wholeInput is the name of the test for diagnostics without a definition.
const wholeInput = "(file)"

// AppendStart writes the text before the suites.
func (j *JUnit) AppendStart(b []byte) []byte {
	return append(b, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<testsuites name="patgraph">`+"\n"...)
}

// AppendEnd writes the text after the suites.
func (j *JUnit) AppendEnd(b []byte) []byte { return append(b, "</testsuites>\n"...) }

// A junitTest is a test with the diagnostics of its name.
type junitTest struct {
	name             string
	errors, warnings []lang.Diagnostic
	broken           bool   // an error is not the fault of the program
	skipped          string // why it was not analysed
}

// AppendFile writes the suite of an input. Consequences of other errors are left out.
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

// testsOf are the tests of an input: the whole first, then types and functions in their order. Definitions with the
// same name are one test.
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
			if d := &r.Definitions[i]; in.shows(d.Span) {
				add(d.Name)
				if !d.OK && in.Known+in.Hidden > 0 {
					tests[index[d.Name]].skipped = "its errors are known or hidden"
				}
			}
		}
	}
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		t := &tests[index[d.Definition]] // the first one if no test has the name
		if d.Secondary {
			if d.Code == lang.NodeLimit {
				t.skipped = d.Message.String() // it was not analysed, for a reason reported elsewhere
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
		tests[0].skipped = in.Diagnostics[0].Message.String() // a consequence of an error reported elsewhere
	}
	for i := range tests {
		if t := &tests[i]; len(t.errors)+len(t.warnings) > 0 {
			t.skipped = ""
		}
	}
	return tests
}

// notTheProgram reports whether a diagnostic is about reading or analysing an input, and not about the program.
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
		// One element for all errors: readers show the first.
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
		b = appendAsText(b, in, t.errors)
		b = append(b, "</"+element+">\n"...)
	}
	if len(t.warnings) > 0 {
		b = append(b, "<system-out>"...)
		b = appendAsText(b, in, t.warnings)
		b = append(b, "</system-out>\n"...)
	}
	return append(b, "</testcase>\n"...)
}

// appendAsText writes diagnostics of an input as in text.
func appendAsText(b []byte, in *Input, ds []lang.Diagnostic) []byte {
	some := *in
	some.Diagnostics = ds
	text := (&Style{Width: plainColumns}).AppendDiagnostics(nil, &some)
	return appendXML(b, strings.TrimRight(string(text), "\n")+"\n", xmlText)
}

// plainColumns is the width of text within other formats.
const plainColumns = 100

// className is the name of an input as a class name, with its folders as packages; dots within names are escaped, so
// that class names are distinct.
func (j *JUnit) className(name string) string {
	if e := path.Ext(name); slices.Contains(j.Extensions, e) {
		name = strings.TrimSuffix(name, e)
	}
	return strings.NewReplacer("%", "%25", ".", "%2E", "/", ".").Replace(name)
}

// appendTag writes the start tag of an element without its final bracket: attributes are alternating names and values.
func appendTag(b []byte, element string, attributes ...string) []byte {
	b = append(b, "<"+element...)
	for i := 0; i < len(attributes); i += 2 {
		b = append(b, " "+attributes[i]+`="`...)
		b = appendXML(b, (&Style{}).prose(attributes[i+1]), xmlAttribute)
		b = append(b, '"')
	}
	return b
}

// Escapes of XML: > because of ]]>, and characters that readers would normalise to blanks or line ends.
var (
	xmlText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")
	xmlAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;", `"`, "&quot;",
		"\n", "&#10;", "\t", "&#9;")
)

// appendXML writes a text in XML 1.0, which cannot represent some characters, not even as references.
func appendXML(b []byte, text string, escapes *strings.Replacer) []byte {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, text)
	return append(b, escapes.Replace(text)...)
}
