//go:build !js

package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/lang"
)

// A baseline has the known errors of programs, so that only new errors are reported.
//
// An error is identified by its file and its fingerprint, which does not depend on its position in the file, and it is
// known as often as the baseline lists it: if two of three equal errors are known, one is new. The entries of a file
// that no longer exists apply to files with errors that have the same fingerprints, in the order of the inputs, so a
// file may be renamed or moved; the entries of an existing file apply only to it, so a copied error is new.
//
// A name in a baseline is relative to the folder of the baseline, so the working directory does not matter. Texts that
// are not files, such as standard input, have the names by which they are reported, and are never considered removed.
//
// Each place in error counts, also where one report has several: a new error that joins a known one is new.
//
// An unreadable input or a bug in patgraph is never known, since the state of the program is unknown.
//
// A baseline may be edited by hand, and two may be joined: counts of equal entries add up.

// baselineSchema is the name of the format. It changes with any change that could break a reader.
const baselineSchema = "patgraph-baseline/3"

// mostBaseline is the maximum size of a baseline: some 400,000 errors.
const mostBaseline = 64 << 20

// A baselineEntry is a known error or warning of a file. The code, the definition and the message are for people.
type baselineEntry struct {
	Code        lang.Code `json:"code"`
	Definition  string    `json:"definition,omitempty"`
	Count       int       `json:"count"`
	Fingerprint string    `json:"fingerprint"`
	Message     string    `json:"message"`
}

// entryOrder compares entries for their order in a file.
func entryOrder(a, b *baselineEntry) int {
	return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Definition, b.Definition),
		cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// fingerprintOf identifies a mistake, independent of its position in the file and of the file's name.
func fingerprintOf(d *lang.Diagnostic) string {
	if d.Fingerprint != "" {
		return d.Fingerprint
	}
	message := d.Message.String()
	if d.Code.Class() == lang.ClassInput {
		message = "" // it contains the position
	}
	sum := sha256.Sum256([]byte(string(d.Code) + "\x00" + d.Definition + "\x00" + message))
	return hex.EncodeToString(sum[:10])
}

// errorsOf lists the errors in a diagnostic: its own, and those that were merged into it. An error that shares a
// Mistake with another one counts, and a consequence does not.
func errorsOf(d *lang.Diagnostic) (list []baselineEntry) {
	if d.Secondary && d.Mistake == 0 {
		return nil
	}
	add := func(d *lang.Diagnostic) {
		list = append(list, baselineEntry{Code: d.Code, Definition: d.Definition, Count: 1,
			Fingerprint: fingerprintOf(d), Message: d.Message.String()})
	}
	add(d)
	if d.Mistake == 0 {
		for _, r := range d.Besides {
			add(&lang.Diagnostic{Code: d.Code, Definition: d.Definition, Message: r.Message})
		}
	}
	return list
}

// knowable reports whether a diagnostic is about the program.
func knowable(d *lang.Diagnostic) bool {
	switch d.Code {
	case lang.NotUTF8, lang.TooLarge, lang.BadRecord:
		return true // these fully describe the input
	}
	return d.Code.OfProgram()
}

// A knownName identifies a text in a baseline.
type knownName struct {
	file bool // else: a text that is not a file
	text string
}

// A knownNamer computes the names of inputs in the baseline of a folder.
type knownNamer struct{ dir, here string }

// newKnownNamer is the namer of the baseline at a path.
func newKnownNamer(path string) knownNamer {
	here, err := os.Getwd()
	if err != nil {
		here = "." // then names are those of reports
	}
	n := knownNamer{here: here}
	n.dir = filepath.Dir(n.abs(path))
	return n
}

func (n *knownNamer) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(n.here, path)
}

// name is the name of an input: by its path, if it has one.
func (n *knownNamer) name(in *Input) knownName {
	if in.Path == "" {
		return knownName{text: plainName(in.Name)}
	}
	path := n.abs(in.Path)
	if rel, err := filepath.Rel(n.dir, path); err == nil {
		path = rel
	}
	return knownName{true, plainName(filepath.ToSlash(path))}
}

// plainName is a name in a form that JSON can represent: invalid bytes are escaped.
func plainName(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b []byte
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			b = fmt.Appendf(b, `\x%02x`, s[0])
		} else {
			b = append(b, s[:n]...)
		}
		s = s[n:]
	}
	return string(b)
}

// baselineDocument is the file format of a baseline.
type baselineDocument struct {
	Schema string                     `json:"schema"`
	Files  map[string][]baselineEntry `json:"files"`
	Others map[string][]baselineEntry `json:"others"`
}

// appendTo writes a document: sorted, with an entry per line and without anything that changes from run to run, so that
// diffs show only changed errors.
func (d *baselineDocument) appendTo(b []byte) []byte {
	b = AppendJSON(append(b, "{\n  \"schema\": "...), d.Schema)
	list := func(key string, names map[string][]baselineEntry) {
		b = append(b, ",\n  \""+key+"\": {"...)
		for i, n := range sortedNames(names) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, "\n    "...)
			b = append(AppendJSON(b, n), ": ["...)
			for j, e := range names[n] {
				if j > 0 {
					b = append(b, ',')
				}
				b = AppendJSON(append(b, "\n      "...), e)
			}
			b = append(b, "\n    ]"...)
		}
		if len(names) > 0 {
			b = append(b, "\n  "...)
		}
		b = append(b, '}')
	}
	list("files", d.Files)
	list("others", d.Others)
	return append(b, "\n}\n"...)
}

func sortedNames(names map[string][]baselineEntry) []string { return slices.Sorted(maps.Keys(names)) }

// maxCount exceeds the number of any error in a text.
const maxCount = lang.MaxSize

// parseBaseline reads a document and rejects anything else.
func parseBaseline(data []byte) (*baselineDocument, error) {
	// Another schema is reported as such, before other differences.
	var other struct{ Schema string }
	if json.Unmarshal(data, &other) == nil && other.Schema != "" && other.Schema != baselineSchema {
		return nil, fmt.Errorf("its schema is `%s`, and this version of patgraph reads `%s`", other.Schema, baselineSchema)
	}
	var doc baselineDocument
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&doc)
	if err == nil {
		if _, err := d.Token(); err != io.EOF {
			return nil, errors.New("there is text after its end" + atLine(data, d.InputOffset()))
		}
	}
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	kind, isKind := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, errors.New("it is empty")
	case isSyntax:
		return nil, errors.New("it is not JSON" + atLine(data, syntax.Offset))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("it ends too early")
	case isKind:
		return nil, fmt.Errorf("it has a wrong kind of JSON: %s%s", kind.Value, atLine(data, kind.Offset))
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	case doc.Schema == "":
		return nil, fmt.Errorf("it has no \"schema\": \"%s\"", baselineSchema)
	}
	for _, names := range []map[string][]baselineEntry{doc.Files, doc.Others} {
		for _, n := range sortedNames(names) {
			for _, e := range names[n] {
				if e.Fingerprint == "" || e.Count < 1 || e.Count > maxCount {
					return nil, fmt.Errorf("an entry of `%s` has no fingerprint or an impossible count", n)
				}
			}
		}
	}
	return &doc, nil
}

func atLine(data []byte, offset int64) string {
	offset = min(max(offset, 0), int64(len(data)))
	return fmt.Sprintf(" (line %d)", 1+bytes.Count(data[:offset], []byte("\n")))
}

// readBaselineFile reads the document at a path.
func readBaselineFile(path string) (*baselineDocument, error) {
	data, err := inputs.ReadFile(path, mostBaseline)
	if err != nil {
		return nil, err
	}
	return parseBaseline(data)
}
