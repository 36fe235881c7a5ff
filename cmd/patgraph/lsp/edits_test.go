//go:build !js

package lsp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/internal/lspbench"
)

// Random edits in all languages, with columns in bytes and in UTF-16: after each pause the report equals that of
// patgraph check on a file with this text, byte for byte, and the editor has received the same diagnostics.
// PATGRAPH_EDITS is the number of edits.
func TestEdits(t *testing.T) {
	edits := 3000
	if n, err := strconv.Atoi(os.Getenv("PATGRAPH_EDITS")); err == nil {
		edits = n
	}
	texts := map[string][]string{".k": nil}
	for i := 0; len(texts[".k"]) < 8; i++ {
		if p := (corpus.Corpus{Seed: 7}).Program(i); p.Kind == corpus.Sound && len(p.Source) < 1500 {
			texts[".k"] = append(texts[".k"], string(p.Source))
		}
	}
	texts[".k"] = append(texts[".k"], "-- dialect: k6\n$nat = <nat succ, {} zero>;\nf? = {.x |a, .y |b} /c; -- 𝔸 é\n", "")
	for extension, pattern := range map[string]string{".rly": "relay/*.rly", ".trs": "tensorscript/*.trs", ".onnxtxt": "onnx/*.onnxtxt"} {
		files, err := filepath.Glob("../../../examples/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if text, err := os.ReadFile(f); err == nil && len(text) < 1600 {
				texts[extension] = append(texts[extension], string(text))
			}
		}
	}
	for _, l := range languages.All {
		if len(texts[l.Extensions[0]]) == 0 {
			t.Fatalf("no programs of %s", l.Name)
		}
	}
	for _, encoding := range []string{"utf-8", "utf-16"} {
		for extension := range texts {
			t.Run(encoding+extension, func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(len(encoding)), uint64(len(extension))))
				s := begin(t, M{"general": M{"positionEncodings": []string{encoding}}})
				e := &editing{session: s, Rand: r, bytes: encoding == "utf-8", name: "a" + extension, all: texts[extension]}
				e.run(edits / 2 / len(texts))
			})
		}
	}
}

type editing struct {
	*session
	*rand.Rand
	bytes bool
	name  string
	all   []string
	text  string
}

func (e *editing) run(edits int) {
	e.text = e.all[0]
	e.open(e.name, e.text)
	for done := 0; done < edits && !e.Failed(); {
		if e.IntN(40) == 0 {
			e.text = e.all[e.IntN(len(e.all))]
			e.change(e.name, e.text)
		}
		for range 1 + e.IntN(12) {
			var changes []any
			for range 1 + e.IntN(3) {
				changes = append(changes, e.edit())
				done++
			}
			e.version++
			if err := e.Change(e.uri(e.name), e.version, changes...); err != nil {
				e.Fatal(err)
			}
			if e.IntN(4) == 0 { // a concurrent request, which may fail because the text has changed
				if _, err := e.Ask("textDocument/hover", e.at(e.name, e.position(e.place()))); err != nil {
					e.Fatal(err)
				}
			}
		}
		e.pause()
		e.look()
	}
}

// look sends a random request at a random place. An error other than a modified text is a defect of the server.
func (e *editing) look() {
	at := e.at(e.name, e.position(e.place()))
	at["range"] = M{"start": M{"line": 0, "character": 0}, "end": at["position"]}
	at["positions"], at["context"], at["options"] = []any{at["position"]}, M{"includeDeclaration": true, "diagnostics": []any{}}, M{"tabSize": 4}
	at["newName"], at["ch"] = "other", ";"
	methods := []string{
		"hover", "inlayHint", "codeLens", "signatureHelp", "semanticTokens/full", "semanticTokens/range", "documentSymbol", "foldingRange", "selectionRange",
		"documentLink", "definition", "typeDefinition", "references", "documentHighlight", "prepareRename", "rename", "prepareCallHierarchy", "completion",
		"codeAction", "formatting", "rangeFormatting", "onTypeFormatting",
	}
	for range 3 {
		method := "textDocument/" + methods[e.IntN(len(methods))]
		if err := e.Call(method, at, nil); err != nil && code(err) != -32803 {
			e.Fatalf("%s of %q: %v", method, e.text, err)
		}
	}
}

// place is a random place between characters.
func (e *editing) place() int {
	at := e.IntN(len(e.text) + 1)
	for at < len(e.text) && !utf8.RuneStart(e.text[at]) {
		at++
	}
	return at
}

// edit makes a random change and applies it to the text.
func (e *editing) edit() any {
	from := e.place()
	to := from
	if e.IntN(3) > 0 {
		to = min(len(e.text), from+e.IntN(20))
		for to < len(e.text) && !utf8.RuneStart(e.text[to]) {
			to++
		}
	}
	words := []string{"", " ", ".x ", "}", "{", ";\n", "x", "𝔸", "é\r\n", "\r", "1", "\"", "$", "<", ">", "%x", "@main",
		", ", "--", "//", "(", ")", "f = .a;\n", "nn.relu(%x)", " |> view(_, 1)", "dim D = 2;\n", "😀😀"}
	text := words[e.IntN(len(words))]
	if other := e.all[e.IntN(len(e.all))]; e.IntN(4) == 0 && other != "" {
		// Insert a piece of another program.
		at := e.IntN(len(other))
		text = strings.ToValidUTF8(other[at:min(len(other), at+e.IntN(30))], "")
	}
	change := M{"range": M{"start": e.position(from), "end": e.position(to)}, "text": text}
	// The middle of a CR LF is not a valid position.
	if inside(e.text, from) || inside(e.text, to) {
		change = M{"text": e.text[:from] + text + e.text[to:]}
	}
	e.text = e.text[:from] + text + e.text[to:]
	return change
}

func inside(text string, at int) bool {
	return at > 0 && at < len(text) && text[at-1] == '\r' && text[at] == '\n'
}

// position computes a position anew, by the definition of the protocol.
func (e *editing) position(at int) M {
	line, column := 0, 0
	for i, r := range e.text[:at] {
		switch {
		case r == '\n', r == '\r' && !(i+1 < len(e.text) && e.text[i+1] == '\n'):
			line++
			column = 0
		case e.bytes:
			column += utf8.RuneLen(r)
		case r > 0xffff:
			column += 2
		default:
			column++
		}
	}
	return M{"line": line, "character": column}
}

// pause compares the server's results with a fresh check of a file.
func (e *editing) pause() {
	e.write(e.name, e.text)
	var out bytes.Buffer
	cli.NewProgram([]*cli.Command{cli.Check()}, strings.NewReader(""), &out, io.Discard).Run([]string{"patgraph", "check", "--no-cache", "--format", "json", e.path(e.name)})
	want := bytes.TrimSpace(out.Bytes())
	var got json.RawMessage
	if err := e.Call("patgraph/check", M{"textDocument": e.doc(e.name)}, &got); err != nil {
		e.Fatal(err)
	}
	var a, b bytes.Buffer
	if json.Compact(&a, want) != nil || json.Compact(&b, got) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		e.Fatalf("for %q the server knows\n%s\nand patgraph check says\n%s", e.text, b.Bytes(), a.Bytes())
	}
	var report struct {
		Files []struct {
			Diagnostics []struct {
				Code, Severity, Message string
				Secondary               bool
				Span                    struct{ Start, End struct{ Offset int } }
			}
		}
	}
	if err := json.Unmarshal(want, &report); err != nil {
		e.Fatal(err)
	}
	var expected []string
	for _, d := range report.Files[0].Diagnostics {
		if !d.Secondary {
			severity := map[string]int{"error": 1, "warning": 2, "note": 3}[d.Severity]
			expected = append(expected, fmt.Sprintf("%s %d %v-%v %s", d.Code, severity, e.position(d.Span.Start.Offset), e.position(d.Span.End.Offset), d.Message))
		}
	}
	last := ""
	p, ok := e.DiagnosticsThat(e.uri(e.name), func(p lspbench.Published) bool {
		if p.Version != e.version {
			return false
		}
		last = e.said(p.Diagnostics)
		return last == strings.Join(expected, "\n")
	})
	if !ok {
		e.Fatalf("for %q the editor gets\n%s\nin version %d of %d, not\n%s", e.text, last, p.Version, e.version,
			strings.Join(expected, "\n"))
	}
}

// said formats diagnostics that were sent.
func (e *editing) said(text []byte) string {
	var list []struct {
		Code     string
		Severity int
		Message  string
		Range    struct{ Start, End M }
	}
	if err := json.Unmarshal(text, &list); err != nil {
		e.Fatal(err)
	}
	var lines []string
	for _, d := range list {
		first, _, _ := strings.Cut(d.Message, "\n")
		lines = append(lines, fmt.Sprintf("%s %d %v-%v %s", d.Code, d.Severity, d.Range.Start, d.Range.End, first))
	}
	return strings.Join(lines, "\n")
}
