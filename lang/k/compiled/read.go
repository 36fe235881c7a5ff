package compiled

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// magic begins the file of a program. The length of the JSON follows, in 4 bytes.
const magic = "KOBJ\n"

// mostRead bounds the size of a file in bytes; reading takes some ten times as much memory. Its text is usually smaller
// than the file, but larger if long names are used often; growth bounds how many times larger.
const (
	mostRead = 64 << 20
	growth   = 4
)

var begins = regexp.MustCompile(`^(` + magic + `|\s*{\s*"format"\s*:\s*"k-object"\s*,)`)

// Is reports whether a file with some first bytes is one that k's compiler writes.
func Is(head []byte) bool { return begins.Match(head) }

// header is the first line of the text of a file.
const header = "-- dialect: k6\n"

// IsText reports whether a file with some first bytes begins like the text of such a file.
func IsText(head []byte) bool { return bytes.HasPrefix(head, []byte(header)) }

// Read returns the text of a file, or why it cannot be read. It takes time linear in the size, in bytes.
func Read(src io.ReaderAt, size int64) (text []byte, problem *lang.Diagnostic) {
	fail := func(code lang.Code, message lang.Phrase) ([]byte, *lang.Diagnostic) {
		return nil, &lang.Diagnostic{Code: code, Message: message,
			Help: lang.Texts("compile it again: `k-compile library.k library.klib`")}
	}
	if size > mostRead {
		return fail(lang.TooLarge, lang.Say("it has more than %d bytes", mostRead))
	}
	data := make([]byte, size)
	if n, err := src.ReadAt(data, 0); int64(n) < size {
		return fail(lang.UnreadableInput, lang.Text(err.Error()))
	}
	if rest, ok := bytes.CutPrefix(data, []byte(magic)); ok {
		if len(rest) < 4 || int64(binary.BigEndian.Uint32(rest)) != int64(len(rest)-4) {
			return fail(lang.BrokenStream, lang.Say("its length at byte %d is not that of the file", len(magic)))
		}
		data = rest[4:]
	}
	var o object
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch err := json.Unmarshal(data, &o); { // it fails where values are nested too deep
	case errors.As(err, &syntax):
		return fail(lang.UnreadableInput, lang.Say("it is not JSON at byte %d: %s", int(syntax.Offset), syntax.Error()))
	case errors.As(err, &kind):
		return fail(lang.UnreadableInput, lang.Say("it is not a library of k: the %s at byte %d is of the wrong kind",
			kind.Value, int(kind.Offset)))
	case err != nil:
		return fail(lang.UnreadableInput, lang.Text(err.Error()))
	case o.Format != "k-object":
		return fail(lang.UnreadableInput, lang.Text("it is not a library of k: its `format` is not \"k-object\""))
	}
	w := &writer{object: &o, typeName: make(map[string]string), length: make(map[string]int),
		name: make(map[string]string), most: growth * len(data)}
	if w.program(); w.wrong != nil {
		return fail(lang.UnreadableInput, w.wrong)
	}
	return w.text, nil
}

// An object is what a file has.
type object struct {
	Format   string
	Codes    map[string]*code
	Rels     map[string]*relation
	RelAlias map[string]string
	Meta     map[string]struct {
		Type    string
		Origins []struct{ Name, CompiledAt string }
	}
	Main string // the hash of the main expression, or empty
}

// A code is a type: the types of the parts of a product or a union, by label.
type code struct {
	Code           string
	Product, Union map[string]string
}

// A relation is a function.
type relation struct {
	Def   *expression
	Graph graph `json:"typePatternGraph"`
}

type expression struct {
	Op          string
	Patterns    []int // of its input and its output, as numbers of nodes of the graph
	Comp, Union []expression
	Product     []struct {
		Label string
		Exp   expression
	}
	Dot, Div, Vid, Ref string
}

// A graph has patterns of a function. Nodes that were united have one of them as their parent.
type graph struct {
	Patterns struct {
		Nodes  []struct{ Pattern, Type string }
		Parent []*int
	}
	Edges []map[string][]int
}

// isName reports whether a text is a name of k6.
func isName(text string) bool { return k.K6.LabelText(text) == text }

// namesOf returns the names of types or functions, each with its hash. Of several with one name, the one that was
// compiled last counts.
func (o *object) namesOf(kind string) map[string]string {
	names, when := make(map[string]string), make(map[string]string)
	for _, hash := range slices.Sorted(maps.Keys(o.Meta)) {
		for _, origin := range o.Meta[hash].Origins {
			if o.Meta[hash].Type == kind && isName(origin.Name) && origin.CompiledAt >= when[origin.Name] {
				names[origin.Name], when[origin.Name] = hash, origin.CompiledAt
			}
		}
	}
	return names
}

// hashName returns the name of a definition that has only a hash.
func hashName(hash string) string { return strings.TrimPrefix(hash, "@") }
