package onnx

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/syntax"
)

// The language has no reserved words: the names of element types and of types are special only where a type may be.
const (
	tAt       syntax.Kind = syntax.Own + iota // @
	tEllipsis                                 // ...
	tElement                                  // float, as words has it
	tType                                     // seq
)

var signs = syntax.SignsBut(syntax.Semicolon, syntax.Not, syntax.Plus, syntax.Minus, syntax.Star, syntax.Slash,
	syntax.Arrow, syntax.Turnstile, syntax.Path, syntax.Pipe, syntax.LessEq, syntax.GreaterEq, syntax.Equal,
	syntax.NotEqual)

// Elements are the element types, by the numbers that binary models have for them. The first one is that of a damaged
// tensor, which says none.
var Elements = [...]string{"undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool",
	"float16", "double", "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz",
	"float8e5m2", "float8e5m2fnuz", "uint4", "int4", "float4e2m1", "float8e8m0", "uint2", "int2"}

// Names of element types elsewhere.
var otherNames = map[string]string{
	"fp16": "float16", "half": "float16", "f16": "float16", "bf16": "bfloat16", "fp32": "float", "float32": "float",
	"f32": "float", "float64": "double", "fp64": "double", "f64": "double", "int": "int64", "long": "int64",
	"i64": "int64", "i32": "int32", "i8": "int8", "u8": "uint8", "byte": "uint8", "boolean": "bool", "str": "string",
}

// Types of other types, with the least and the most number of their parts.
var types = map[string][2]int{"seq": {1, 1}, "optional": {1, 1}, "map": {2, 2}, "sparse_tensor": {1, 1}, "opaque": {0, 2}}

// Kinds are the kinds of attributes, by the numbers that binary models have for them. The first one is that of an
// attribute that says none.
var Kinds = [...]string{"", "float", "int", "string", "tensor", "graph", "floats", "ints", "strings", "tensors", "graphs",
	"sparse_tensor", "sparse_tensors", "type_proto", "type_protos"}

// Settings are the settings of the headers of models and functions.
var Settings = []string{"ir_version", "model_version", "opset_import", "producer_name", "producer_version", "domain",
	"doc_string", "metadata_props", "overload"}

// words are the words with a meaning where a type may be.
var words = func() *syntax.Keywords {
	kinds := make(map[string]syntax.Kind)
	for _, name := range Elements {
		kinds[name] = tElement
	}
	for name := range types {
		kinds[name] = tType
	}
	return syntax.NewKeywords(kinds)
}()

// isNumber reports whether a word is a float: an infinity, or not a number.
func isNumber(word string) bool {
	return len(word) <= len("infinity") && slices.Contains([]string{"inf", "nan", "infinity"}, strings.ToLower(word))
}

// isValue reports whether a token is a name, a string or a number.
func isValue(k syntax.Kind) bool { return k >= syntax.Name && k <= syntax.String }

// AppendName appends a name as programs write it: as it is, or else in quotes, if it is not a word or has a meaning
// where a type may be.
func AppendName[T string | []byte](b []byte, name T) []byte {
	if len(name) > 0 && syntax.IsLetter(name[0]) {
		i := 1
		for i < len(name) && syntax.Words[name[i]] {
			i++
		}
		if i == len(name) && words.Kind(string(name)) == syntax.Name {
			return append(b, name...)
		}
	}
	return AppendString(b, name)
}

// AppendDomain appends the domain of an operator as programs write it: words with dots between them, or else in quotes.
func AppendDomain[T string | []byte](b []byte, domain T) []byte {
	fresh := true // a word begins
	for i := range len(domain) {
		switch c := domain[i]; {
		case fresh && syntax.IsLetter(c), !fresh && syntax.Words[c]:
			fresh = false
		case !fresh && c == '.':
			fresh = true
		default:
			return AppendString(b, domain)
		}
	}
	if fresh {
		return AppendString(b, domain)
	}
	return append(b, domain...)
}

// AppendString appends a string in quotes. It has no escapes but `\"` and `\\`.
func AppendString[T string | []byte](b []byte, s T) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}

// unquoted returns the text of a string or of a name as written; without quotes it is the text itself.
func unquoted(s string) string {
	text, quoted := strings.CutPrefix(s, `"`)
	if !quoted {
		return s
	}
	text = strings.TrimSuffix(text, `"`)
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b = append(b, text[i])
	}
	return string(b)
}
