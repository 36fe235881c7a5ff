//go:build !js

package inputs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Strings of records are decoded here, because encoding/json silently replaces invalid UTF-8 and lone surrogates.

// readRecord returns the text of a source that is a line of JSON. The source's name becomes the record's id as soon as
// that is known.
func (s *Source) readRecord() (*lang.File, *lang.Diagnostic) {
	at := s.Name
	id, text, err := parseRecord(s.data)
	if id != "" {
		s.Name = id
		if e := s.options.extensionOf(id); e != "" {
			s.Extension = e
		}
	}
	if err != nil {
		return nil, &lang.Diagnostic{
			Code: lang.BadRecord, Message: lang.Text("cannot read " + words.Quote(at) + ": " + err.Error()),
		}
	}
	return lang.NewFile(s.Name, text), nil
}

// parseRecord parses a record. It may return the id of an invalid record. Lone surrogates become the three bytes that
// UTF-8 would give them.
func parseRecord(line []byte) (id string, text []byte, err error) {
	if err := json.Unmarshal(line, new(json.RawMessage)); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return "", nil, fmt.Errorf("it is not JSON at byte %d: %w", syntax.Offset, err)
		}
		return "", nil, err
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if start, _ := d.Token(); start != json.Delim('{') {
		return "", nil, errors.New("it is not an object with the keys `id` and `source`")
	}
	var keys []string
	var idValue, textValue json.RawMessage
	for d.More() {
		token, _ := d.Token() // the line is JSON, so neither fails
		var value json.RawMessage
		_ = d.Decode(&value)
		key := token.(string)
		switch {
		case key == "id" && idValue == nil:
			idValue = value
		case key == "source" && textValue == nil:
			textValue = value
		case key == "id" || key == "source":
			err = errors.New("it has two keys " + words.Quote(key))
		}
		keys = append(keys, key)
	}
	id, problem := idOf(idValue)
	switch {
	case err != nil:
	case idValue == nil:
		err = missing("id", keys)
	case problem != nil:
		err = problem
	case textValue == nil:
		err = missing("source", keys)
	case textValue[0] != '"':
		err = errors.New("its `source` is not a text")
	default:
		text = Unquote(textValue)
	}
	return id, text, err
}

func idOf(value []byte) (string, error) {
	switch {
	case value == nil:
		return "", nil
	case value[0] == '"' && !utf8.Valid(value):
		return "", errors.New("its `id` is not UTF-8")
	case value[0] == '"' && len(value) == 2:
		return "", errors.New("its `id` is empty")
	case value[0] == '"':
		return string(Unquote(value)), nil
	case value[0] == '-' || value[0] >= '0' && value[0] <= '9':
		return string(value), nil
	}
	return "", errors.New("its `id` is neither a text nor a number")
}

// missing is the error for a missing key, which lists the existing keys.
func missing(key string, keys []string) error {
	const most, longest = 5, 40
	text := "it has no key " + words.Quote(key)
	for i, k := range keys[:min(len(keys), most)] {
		text += ", "
		if i == 0 {
			text += "only "
		}
		if len(k) > longest {
			k = strings.ToValidUTF8(k[:longest], "") + "…"
		}
		text += words.Quote(strings.ReplaceAll(k, "\n", " "))
	}
	if len(keys) > most {
		text += " and others"
	}
	return errors.New(text)
}

// Unquote returns the text of a string of valid JSON. Text without escapes is a part of it, not a copy. Unlike
// encoding/json it keeps invalid UTF-8, and writes lone surrogates, which names and labels can have, as UTF-8 would.
func Unquote(b []byte) []byte {
	b = b[1 : len(b)-1]
	i := bytes.IndexByte(b, '\\')
	if i < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for ; i >= 0; i = bytes.IndexByte(b, '\\') {
		out = append(out, b[:i]...)
		c := b[i+1]
		b = b[i+2:]
		if k := strings.IndexByte("bfnrt", c); k >= 0 {
			out = append(out, "\b\f\n\r\t"[k])
			continue
		}
		if c != 'u' {
			out = append(out, c)
			continue
		}
		r := hex4(b)
		b = b[4:]
		if utf16.IsSurrogate(r) {
			if len(b) >= 6 && b[0] == '\\' && b[1] == 'u' {
				if pair := utf16.DecodeRune(r, hex4(b[2:])); pair != utf8.RuneError {
					out = utf8.AppendRune(out, pair)
					b = b[6:]
					continue
				}
			}
			out = append(out, 0xED, 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return append(out, b...)
}

func hex4(b []byte) rune {
	n, _ := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n)
}
