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
// Render renders an input and may be called concurrently. Add takes the rendered inputs in their order, and WriteLog
// writes the log. The inputs are kept until then because a log begins with the rules for all codes that occur.
type SARIF struct {
	Version string     // of patgraph
	Pages   lang.Pages // of the codes that have one
	// Rules are descriptions of codes that replace this program's pages.
	Rules map[lang.Code]json.RawMessage
	Shard string // as in a Summary

	inputs [][]byte       // as they were added
	codes  [2][]lang.Code // by kind: the codes of the elements, in order of appearance
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	website     = "https://github.com/patgraph/patgraph"

	// fingerprint names the algorithm of fingerprints and changes with it.
	fingerprint = "patgraph/v1"

	// sarifRoot is the base of the names of inputs. Its path depends on the machine and is not reported.
	sarifRoot = "%SRCROOT%"
)

// elementKinds are results and notifications: the beginning of an element, and the key of the index of its code. The
// index follows the code, once all inputs are known.
var elementKinds = [2]struct{ start, key string }{
	{`{"ruleId":"`, "ruleIndex"},
	{`{"descriptor":{"id":"`, "index"},
}

const (
	isResult = iota
	isNotification
)

// Render renders an input, an element per line. Consequences of other errors are left out. The result may be
// compressed; see Unpack.
func (s *SARIF) Render(in *Input) []byte {
	var p packer
	var b []byte
	w := newSarifWriter(in)
	for d := range in.Reported() {
		if in.File == nil || d.Code.Class() == lang.ClassInternal {
			// Not the fault of the program: it was not read, or patgraph failed.
			b = AppendJSON(b[:0], w.notification(d))
		} else {
			b = AppendJSON(b[:0], w.result(d))
		}
		p.write(append(b, '\n'))
	}
	return p.bytes()
}

// Add takes the output of Render for the next input.
func (s *SARIF) Add(input []byte) {
	s.inputs = append(s.inputs, input)
	eachElement(input, func(kind int, code, rest []byte) error {
		if codeIndex(s.codes[kind], code) < 0 {
			s.codes[kind] = append(s.codes[kind], lang.Code(code))
		}
		return nil
	})
}

func codeIndex(codes []lang.Code, code []byte) int {
	return slices.IndexFunc(codes, func(c lang.Code) bool { return string(c) == string(code) })
}

// eachElement calls do for the elements of an input: with the kind, the code, and the text after the code.
func eachElement(input []byte, do func(kind int, code, rest []byte) error) error {
	var begun []byte // of a line
	return Unpack(input, func(part []byte) error {
		for line := range bytes.Lines(part) {
			begun = append(begun, line...)
			text, whole := bytes.CutSuffix(begun, []byte("\n"))
			if !whole {
				break
			}
			kind := isResult
			rest, ok := bytes.CutPrefix(text, []byte(elementKinds[kind].start))
			if !ok {
				kind = isNotification
				rest = bytes.TrimPrefix(text, []byte(elementKinds[kind].start))
			}
			code, rest, _ := bytes.Cut(rest, []byte(`"`))
			if err := do(kind, code, rest); err != nil {
				return err
			}
			begun = begun[:0]
		}
		return nil
	})
}

// writeElements writes b and the elements of a kind of all inputs, and returns the bytes that are not written yet.
func (s *SARIF) writeElements(b []byte, kind int, write func(part []byte) error) ([]byte, error) {
	k, comma := &elementKinds[kind], ""
	for _, input := range s.inputs {
		if err := eachElement(input, func(is int, code, rest []byte) error {
			if is != kind {
				return nil
			}
			b = fmt.Appendf(b, "%s\n%s%s\",\"%s\":%d", comma, k.start, code, k.key, codeIndex(s.codes[kind], code))
			b, comma = append(b, rest...), ","
			if len(b) < enough {
				return nil
			}
			err := write(b)
			b = b[:0]
			return err
		}); err != nil {
			return b, err
		}
	}
	return b, nil
}

// AppendLog appends what WriteLog writes.
func (s *SARIF) AppendLog(b []byte, exit int, complete bool) []byte {
	s.WriteLog(exit, complete, func(part []byte) error {
		b = append(b, part...)
		return nil
	})
	return b
}

// WriteLog writes the log of a run in parts, with its exit status and whether all inputs were analysed. Its error is
// that of write.
func (s *SARIF) WriteLog(exit int, complete bool, write func(part []byte) error) error {
	driver := sarifDriver{
		Name: "patgraph", Version: s.Version, SemanticVersion: strings.TrimPrefix(s.Version, "v"), InformationURI: website,
		Rules: []json.RawMessage{},
	}
	for _, c := range s.codes[isResult] {
		driver.Rules = append(driver.Rules, s.rule(c))
	}
	for _, c := range s.codes[isNotification] {
		driver.Notifications = append(driver.Notifications, s.rule(c))
	}
	b := []byte(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"tool":{"driver":`)
	b = AppendJSON(b, driver)
	b = append(b, "},\n\"invocations\":[{\"executionSuccessful\":"...)
	b = strconv.AppendBool(b, complete)
	b = append(b, `,"exitCode":`...)
	b = strconv.AppendInt(b, int64(exit), 10)
	var err error
	if len(driver.Notifications) > 0 {
		b = append(b, `,"toolExecutionNotifications":[`...)
		if b, err = s.writeElements(b, isNotification, write); err != nil {
			return err
		}
		b = append(b, "\n]"...)
	}
	b = append(b, `}],"originalUriBaseIds":{"`+sarifRoot+
		`":{"description":{"text":"The folder in which patgraph was started."}}},`...)
	b = append(b, `"columnKind":"unicodeCodePoints","results":[`...)
	if b, err = s.writeElements(b, isResult, write); err != nil {
		return err
	}
	b = append(b, "\n]"...)
	if s.Shard != "" {
		b = append(appendText(append(b, `,"properties":{"shard":`...), s.Shard), '}')
	}
	return write(append(b, "}]}\n"...))
}

func (s *SARIF) rule(c lang.Code) json.RawMessage {
	if raw, ok := s.Rules[c]; ok {
		return raw
	}
	return AppendJSON(nil, ruleOf(s.Pages, c))
}

// withoutIndex converts an element of a log, without blanks, back to the output of Render. It reports false for an
// element that WriteLog does not write.
func withoutIndex(element []byte) ([]byte, bool) {
	for _, kind := range elementKinds {
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
	RuleID       lang.Code         `json:"ruleId"` // see elementKinds
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
	} `json:"descriptor"` // see elementKinds
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
