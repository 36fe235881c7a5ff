// Package baseline keeps the errors of programs that are known already, so that
// only new ones are reported.
//
// An error is known by its file and its fingerprint, which does not depend on
// where it stands in the file, and as often as the baseline says: of three equal
// errors where two are known, one is new. What a baseline has of a file that is
// gone counts for files that have errors with the same fingerprints, in the order
// of the inputs, so a file may be renamed or moved; a file that is still there
// keeps its entries to itself, so a copy of an error is new.
//
// A name in a baseline is relative to the folder that the baseline lies in, so it
// does not matter from where programs are checked. Texts that are no files, such
// as standard input, have the names by which they are reported, and it cannot be known
// whether they are gone.
//
// An input that cannot be read, and a bug in patgraph, is never known: nobody
// knows what the program is like.
//
// A baseline ends in the SHA-256 of all that it says, so one that was damaged, edited or
// put together by hand is refused, and written anew. Who makes that anew, too, is not found
// out: a baseline is as trustworthy as the place where it lies.
package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// Schema is the name of the format, which changes with any change that could
// break a reader.
const Schema = "patgraph-baseline/2"

// mostBytes is the most that a baseline may have: some 400,000 errors.
const mostBytes = 64 << 20

// An Entry is an error or a warning that a file is known to have. The code, the
// definition and the message are for those who read the baseline.
type Entry struct {
	Code        lang.Code `json:"code"`
	Definition  string    `json:"definition,omitempty"`
	Count       int       `json:"count"`
	Fingerprint string    `json:"fingerprint"`
	Message     string    `json:"message"`
}

// order is that of entries in a file.
func order(a, b *Entry) int {
	return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Definition, b.Definition), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// Fingerprint is the same for the same mistake wherever it stands in its file,
// and whatever the file is called.
func Fingerprint(d *lang.Diagnostic) string {
	if d.Fingerprint != "" {
		return d.Fingerprint
	}
	message := d.Message.String()
	if d.Code.Class() == lang.ClassInput {
		message = "" // it says where
	}
	sum := sha256.Sum256([]byte(string(d.Code) + "\x00" + d.Definition + "\x00" + message))
	return hex.EncodeToString(sum[:10])
}

// knowable reports whether a diagnostic is about the program.
func knowable(d *lang.Diagnostic) bool {
	switch d.Code {
	case lang.NotUTF8, lang.TooLarge, lang.BadRecord:
		return true // and there is nothing more to be known of it
	}
	return d.Code.OfProgram()
}

// A name is how a text is called in a baseline.
type name struct {
	file bool // else: a text that is no file
	text string
}

// A namer knows how inputs are called in the baseline of a folder.
type namer struct{ dir, here string }

// newNamer is the namer of the baseline at a path.
func newNamer(path string) namer {
	here, err := os.Getwd()
	if err != nil {
		here = "." // then names are as they are told
	}
	n := namer{here: here}
	n.dir = filepath.Dir(n.abs(path))
	return n
}

func (n *namer) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(n.here, path)
}

// name is how an input is called: by its path, if it has one.
func (n *namer) name(in *report.Input) name {
	if in.Path == "" {
		return name{text: plain(in.Name)}
	}
	path := n.abs(in.Path)
	if rel, err := filepath.Rel(n.dir, path); err == nil {
		path = rel
	}
	return name{true, plain(filepath.ToSlash(path))}
}

// plain is a name as JSON can have it: bytes that are no text are spelled out.
func plain(s string) string {
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

// document is a baseline as it is written.
type document struct {
	Schema string             `json:"schema"`
	Files  map[string][]Entry `json:"files"`
	Others map[string][]Entry `json:"others"`
	Digest string             `json:"digest"` // of the document as it is written, with an empty text in its place
}

// digest is that of what a document says.
func (d *document) digest() string {
	empty := *d
	empty.Digest = ""
	return fmt.Sprintf("%x", sha256.Sum256(empty.append(nil)))
}

// appendTo writes a document: sorted, an entry a line, with nothing in it that
// changes from run to run, so that its history is that of the errors.
func (d *document) appendTo(b []byte) []byte {
	d.Digest = d.digest()
	return d.append(b)
}

func (d *document) append(b []byte) []byte {
	b = report.AppendJSON(append(b, "{\n  \"schema\": "...), d.Schema)
	list := func(key string, names map[string][]Entry) {
		b = append(b, ",\n  \""+key+"\": {"...)
		for i, n := range sorted(names) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, "\n    "...)
			b = append(report.AppendJSON(b, n), ": ["...)
			for j, e := range names[n] {
				if j > 0 {
					b = append(b, ',')
				}
				b = report.AppendJSON(append(b, "\n      "...), e)
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
	b = report.AppendJSON(append(b, ",\n  \"digest\": "...), d.Digest)
	return append(b, "\n}\n"...)
}

func sorted(names map[string][]Entry) []string { return slices.Sorted(maps.Keys(names)) }

// maxCount is more than a text can have of any error.
const maxCount = lang.MaxSize

// parse reads a document, and nothing that only looks like one.
func parse(data []byte) (*document, error) {
	// Another schema is reported as such, and not by what differs in it.
	var other struct{ Schema string }
	if json.Unmarshal(data, &other) == nil && other.Schema != "" && other.Schema != Schema {
		without := ""
		if other.Schema == "patgraph-baseline/1" {
			without = ", which has no digest"
		}
		return nil, fmt.Errorf("its schema is `%s`%s, and this version of patgraph reads `%s`", other.Schema, without, Schema)
	}
	var doc document
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
		return nil, errors.New("it is no JSON" + atLine(data, syntax.Offset))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("it ends too early")
	case isKind:
		return nil, fmt.Errorf("in it is JSON of another kind (%s) than it should have%s", kind.Value, atLine(data, kind.Offset))
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	case doc.Schema == "":
		return nil, fmt.Errorf("it has no \"schema\": \"%s\"", Schema)
	case doc.Digest == "":
		return nil, errors.New("it has no digest: something was left out")
	}
	for _, names := range []map[string][]Entry{doc.Files, doc.Others} {
		for _, n := range sorted(names) {
			for _, e := range names[n] {
				if e.Fingerprint == "" || e.Count < 1 || e.Count > maxCount {
					return nil, fmt.Errorf("an entry of `%s` lacks a fingerprint or a count that can be", n)
				}
			}
		}
	}
	if doc.digest() != doc.Digest {
		return nil, errors.New("it does not have the digest of what it says: something was added, changed or left out, or several were joined by hand")
	}
	return &doc, nil
}

func atLine(data []byte, offset int64) string {
	offset = min(max(offset, 0), int64(len(data)))
	return fmt.Sprintf(" (line %d)", 1+bytes.Count(data[:offset], []byte("\n")))
}

// read reads the document at a path.
func read(path string) (*document, error) {
	data, err := inputs.ReadFile(path, mostBytes)
	if err != nil {
		if p, ok := errors.AsType[*fs.PathError](err); ok {
			err = p.Err
		}
		return nil, err
	}
	return parse(data)
}
