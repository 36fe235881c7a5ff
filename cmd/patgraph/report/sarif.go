package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// SARIF writes diagnostics in the Static Analysis Results Interchange Format, version 2.1.0: one run for all inputs.
//
// AppendFile renders an input and may be called concurrently. Add takes the rendered inputs in their order, and
// AppendLog writes the log. The parts are kept until then because a log begins with the rules for all codes that occur.
type SARIF struct {
	Version string     // of patgraph
	Pages   lang.Pages // of the codes that have one
	// Rules are descriptions of codes that replace this program's pages.
	Rules map[lang.Code]json.RawMessage
	Shard string // as in a Summary

	results, notifications bytes.Buffer // an element per line, preceded by its comma
	rules, descriptors     []lang.Code  // the codes of the elements, in order of appearance
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	website     = "https://github.com/patgraph/patgraph"

	// fingerprint names the algorithm of fingerprints and changes with it.
	fingerprint = "patgraph/v1"

	// sarifRoot is the base of the names of inputs. Its path depends on the machine and is not reported.
	sarifRoot = "%SRCROOT%"
)

// The beginning of an element. The index of its code follows the code, once all inputs are known.
const (
	resultStart       = `{"ruleId":"`
	notificationStart = `{"descriptor":{"id":"`
)

// AppendFile renders an input, an element per line. Consequences of other errors are left out.
func (s *SARIF) AppendFile(b []byte, in *Input) []byte {
	w := newSarifWriter(in)
	for d := range in.Reported() {
		if in.File == nil || d.Code.Class() == lang.ClassInternal {
			// Not the fault of the program: it was not read, or patgraph failed.
			b = AppendJSON(b, w.notification(d))
		} else {
			b = AppendJSON(b, w.result(d))
		}
		b = append(b, '\n')
	}
	return b
}

// Add takes the output of AppendFile for the next input.
func (s *SARIF) Add(elements []byte) {
	for line := range bytes.Lines(elements) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if rest, ok := bytes.CutPrefix(line, []byte(resultStart)); ok {
			s.rules = addElement(&s.results, s.rules, resultStart, "ruleIndex", rest)
		} else {
			rest = bytes.TrimPrefix(line, []byte(notificationStart))
			s.descriptors = addElement(&s.notifications, s.descriptors, notificationStart, "index", rest)
		}
	}
}

// addElement writes an element with the index of its code, and appends a new code to codes.
func addElement(to *bytes.Buffer, codes []lang.Code, start, key string, rest []byte) []lang.Code {
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	index := 0
	for index < len(codes) && string(codes[index]) != string(text) {
		index++
	}
	if index == len(codes) {
		codes = append(codes, lang.Code(text))
	}
	if to.Len() > 0 {
		to.WriteByte(',')
	}
	fmt.Fprintf(to, "\n%s%s\",\"%s\":%d", start, text, key, index)
	to.Write(rest[len(text)+1:])
	return codes
}

// AppendLog writes the log of a run, with its exit status and whether all inputs were analysed.
func (s *SARIF) AppendLog(b []byte, exit int, complete bool) []byte {
	driver := sarifDriver{
		Name: "patgraph", Version: s.Version, SemanticVersion: strings.TrimPrefix(s.Version, "v"), InformationURI: website,
		Rules: []json.RawMessage{},
	}
	for _, c := range s.rules {
		driver.Rules = append(driver.Rules, s.rule(c))
	}
	for _, c := range s.descriptors {
		driver.Notifications = append(driver.Notifications, s.rule(c))
	}
	b = append(b, `{"$schema":"`+sarifSchema+`","version":"2.1.0","runs":[{"tool":{"driver":`...)
	b = AppendJSON(b, driver)
	b = append(b, "},\n\"invocations\":[{\"executionSuccessful\":"...)
	b = strconv.AppendBool(b, complete)
	b = append(b, `,"exitCode":`...)
	b = strconv.AppendInt(b, int64(exit), 10)
	if s.notifications.Len() > 0 {
		b = append(b, `,"toolExecutionNotifications":[`...)
		b = append(b, s.notifications.Bytes()...)
		b = append(b, "\n]"...)
	}
	b = append(b, `}],"originalUriBaseIds":{"`+sarifRoot+
		`":{"description":{"text":"The folder in which patgraph was started."}}},`...)
	b = append(b, `"columnKind":"unicodeCodePoints","results":[`...)
	b = append(b, s.results.Bytes()...)
	b = append(b, "\n]"...)
	if s.Shard != "" {
		b = append(appendText(append(b, `,"properties":{"shard":`...), s.Shard), '}')
	}
	return append(b, "}]}\n"...)
}

func (s *SARIF) rule(c lang.Code) json.RawMessage {
	if raw, ok := s.Rules[c]; ok {
		return raw
	}
	return AppendJSON(nil, ruleOf(s.Pages, c))
}

// withoutIndex converts an element of a log, without blanks, back to the output of AppendFile. It reports false for an
// element that AppendLog does not write.
func withoutIndex(element []byte) ([]byte, bool) {
	for _, kind := range []struct{ start, key string }{{resultStart, "ruleIndex"}, {notificationStart, "index"}} {
		rest, ok := bytes.CutPrefix(element, []byte(kind.start))
		if !ok {
			continue
		}
		code, rest, ok := bytes.Cut(rest, []byte(`","`+kind.key+`":`))
		if !ok || bytes.IndexByte(code, '"') >= 0 {
			return nil, false
		}
		rest = bytes.TrimLeft(rest, "0123456789")
		return slices.Concat([]byte(kind.start), code, []byte(`"`), rest), true
	}
	return nil, false
}

// The structs are the used parts of the standard, with its names.

type sarifDriver struct {
	Name            string            `json:"name"`
	Version         string            `json:"version"`
	SemanticVersion string            `json:"semanticVersion"`
	InformationURI  string            `json:"informationUri"`
	Rules           []json.RawMessage `json:"rules"` // each a sarifRule
	Notifications   []json.RawMessage `json:"notifications,omitempty"`
}

type sarifRule struct {
	ID               lang.Code     `json:"id"`
	Name             string        `json:"name,omitempty"`
	ShortDescription *sarifMessage `json:"shortDescription,omitempty"`
	FullDescription  *sarifMessage `json:"fullDescription,omitempty"`
	Help             *sarifMessage `json:"help,omitempty"`
	Configuration    struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifMessage struct {
	Text     sarifText `json:"text"`
	Markdown sarifText `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID       lang.Code         `json:"ruleId"` // begins with resultStart
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
	Properties   *sarifExplained   `json:"properties,omitempty"`
}

type sarifNotification struct {
	Descriptor struct {
		ID lang.Code `json:"id"`
	} `json:"descriptor"` // begins with notificationStart
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

// A region has lines and columns, or bytes of a binary file: with both, some readers would take a text for binary.
type sarifRegion struct {
	StartLine   int `json:"startLine,omitempty"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`

	ByteOffset int64 `json:"byteOffset,omitempty"`
	ByteLength int64 `json:"byteLength,omitempty"`
}

// A logical location is a definition, or a node of a binary model, which may have no name.
type sarifLogical struct {
	Name       sarifText  `json:"name,omitempty"`
	Full       sarifText  `json:"fullyQualifiedName,omitempty"`
	Kind       string     `json:"kind"`
	Properties *sarifNode `json:"properties,omitempty"`
}

type sarifNode struct {
	Index    int       `json:"index"` // in its graph, from 0
	Operator sarifText `json:"operator"`
}

type sarifCodeFlow struct {
	Threads [1]sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location   sarifLocation `json:"location"`
	Nesting    int           `json:"nestingLevel"`
	Order      int           `json:"executionOrder"`
	Importance string        `json:"importance"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion   `json:"deletedRegion"`
	Inserted *sarifMessage `json:"insertedContent,omitempty"`
}

type sarifExplained struct {
	Score   *jsonScore `json:"score,omitempty"`
	Minimal bool       `json:"minimal"`
	Checked bool       `json:"checked"`
}
