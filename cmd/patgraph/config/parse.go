//go:build !js

package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"github.com/bmatcuk/doublestar/v4"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// parse parses the text of a configuration.
func (c *Config) parse(text []byte, may *Values) {
	c.Text = lang.NewFile(c.Name, text)
	c.places = make(map[string]lang.Span)
	switch {
	case len(text) > maxSize:
		c.problem(lang.Span{}, fmt.Sprintf("the configuration has more than %d bytes", maxSize), "")
		return
	case !utf8.Valid(text):
		at := int32(bytes.IndexByte(bytes.ToValidUTF8(text, []byte{0xff}), 0xff)) // of the first invalid byte
		c.problem(lang.Span{Start: at, End: at + 1}, "the configuration is not UTF-8", "here")
		return
	}
	p := parser{Config: c, may: may}
	p.run()
	slices.SortStableFunc(c.Problems, func(a, b lang.Diagnostic) int { return int(a.Span.Start - b.Span.Start) })
}

func (c *Config) problem(span lang.Span, message, label string, help ...string) {
	c.Problems = append(c.Problems,
		lang.Diagnostic{
			Code: lang.BadConfig, Span: span, Message: lang.Text(message), Label: lang.Text(label), Help: lang.Texts(help...),
		})
}

// A parser is the state of parsing one file.
type parser struct {
	*Config
	may      *Values
	text     string // without a byte order mark
	skip     int32  // the length of the byte order mark
	meta     toml.MetaData
	top      map[string]toml.Primitive
	reported map[string]bool // keys that need no further report
}

func (p *parser) run() {
	p.text = strings.TrimPrefix(string(p.Text.Src), "\ufeff")
	p.skip = int32(len(p.Text.Src) - len(p.text))
	p.reported = make(map[string]bool)
	if err := p.decode(); err != nil {
		at, message := lang.Span{}, err.Error()
		if bad, ok := errors.AsType[toml.ParseError](err); ok {
			at, message = p.span(bad.Position.Start, max(bad.Position.Len, 1)), bad.Message
		}
		p.problem(at, "this is not TOML: "+message, "")
		return
	}
	for _, key := range p.meta.Keys() {
		p.key(key)
	}
}

// decode runs the TOML library, and turns a panic of it into an error.
func (p *parser) decode() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	p.meta, err = toml.Decode(p.text, &p.top)
	return err
}

// span is a place in the file, given relative to the end of the byte order mark.
func (p *parser) span(start, length int) lang.Span {
	start = min(max(start, 0), len(p.text))
	end := min(start+max(length, 0), len(p.text))
	return lang.Span{Start: int32(start) + p.skip, End: int32(end) + p.skip}
}

// A value is a value in the file, with its offset.
type value struct {
	data any
	at   int
}

var errTaken = errors.New("taken")

// UnmarshalTOML stores the value of a key. It returns an error because the library gives the position only in errors.
func (v *value) UnmarshalTOML(data any) error {
	v.data = data
	return errTaken
}

// find returns the value of a key.
func (p *parser) find(key toml.Key) value {
	v := value{}
	at, ok := p.top[key[0]]
	for _, k := range key[1:] {
		var inner map[string]toml.Primitive
		if !ok || p.meta.PrimitiveDecode(at, &inner) != nil {
			return v
		}
		at, ok = inner[k]
	}
	if !ok {
		return v
	}
	if wrong, ok := errors.AsType[toml.ParseError](p.meta.PrimitiveDecode(at, &v)); ok {
		v.at = wrong.Position.Start
	}
	return v
}

// keySpan is the place of a key whose value is known: before the value on its line, or in brackets.
func (p *parser) keySpan(key toml.Key, v value) lang.Span {
	at := min(max(v.at, 0), len(p.text))
	from := strings.LastIndexByte(p.text[:at], '\n') + 1
	to := len(p.text)
	if i := strings.IndexByte(p.text[at:], '\n'); i >= 0 {
		to = at + i
	}
	last := key[len(key)-1]
	i := strings.LastIndex(p.text[from:at], last)
	if i < 0 {
		i = strings.Index(p.text[from:to], last)
	}
	if i < 0 || last == "" {
		return p.span(from, to-from)
	}
	return p.span(from+i, len(last))
}

// valueSpan is the place of a value, up to the end of its line. The position from the library is after a quote or
// bracket.
func (p *parser) valueSpan(key toml.Key, v value) lang.Span {
	from := min(max(v.at, 0), len(p.text))
	to := from
	switch v.data.(type) {
	case map[string]any, []map[string]any:
		return p.keySpan(key, v)
	case []any:
		if from > 0 && p.text[from-1] == '[' {
			from--
		}
	}
	if text, ok := v.data.(string); ok {
		for from > 0 && (p.text[from-1] == '"' || p.text[from-1] == '\'') {
			from--
		}
		to = v.at
		if strings.HasPrefix(p.text[to:], text) {
			to += len(text)
		}
	}
	for to < len(p.text) && !strings.ContainsRune("\n\r#,}", rune(p.text[to])) {
		to++
	}
	return p.span(from, len(strings.TrimRight(p.text[from:to], " \t")))
}

// tables are the keys of nested tables.
var tables = []string{"limits", "severity"}

// names are the possible keys of a table; "" is the file itself.
func (p *parser) names(table string) []string {
	var list []string
	if table == "severity" {
		for i := range p.may.Pages {
			list = append(list, string(p.may.Pages[i].Code))
		}
		return list
	}
	for _, k := range p.may.Keys {
		switch in, name, nested := strings.Cut(k.Name, "."); {
		case !nested && table == "":
			list = append(list, k.Name)
		case nested && in == table:
			list = append(list, name)
		}
	}
	if table == "" {
		list = append(list, tables...)
	}
	return list
}

// key reads one key. A key with a prefix that was reported as wrong is skipped.
func (p *parser) key(key toml.Key) {
	for n := 1; n <= len(key); n++ {
		if p.reported[key[:n].String()] {
			return
		}
	}
	wrong := func(n int, span lang.Span, message, label string, help ...string) {
		p.reported[key[:n].String()] = true
		p.problem(span, message, label, help...)
	}
	table, depth := "", 1
	if slices.Contains(tables, key[0]) {
		table, depth = key[0], 2
		if kind := p.meta.Type(table); kind != "Hash" && kind != "" {
			v := p.find(key[:1])
			wrong(1, p.keySpan(key[:1], v),
				words.Quote(table)+" is a table: one line with ["+table+"], and its keys below", "not a table")
			return
		}
		if len(key) == 1 {
			return
		}
	}
	name := key[depth-1]
	v := p.find(key)
	if known := p.names(table); !slices.Contains(known, name) {
		what := "there is no key " + words.Quote(name)
		switch table {
		case "severity":
			what = "there is no code " + words.Quote(name)
		case "limits":
			what += " in [limits]"
		}
		var help []string
		if near := lang.Nearest(name, slices.Values(known), 1); near != nil {
			help = []string{"did you mean " + words.Quote(near[0]) + "?"}
		} else if table != "severity" {
			help = []string{"the keys are " + quoted(known)}
		}
		for _, in := range tables { // a valid key in the wrong table
			if table == "" && slices.Contains(p.names(in), name) {
				help = []string{"it belongs below [" + in + "]"}
			}
		}
		wrong(depth, p.keySpan(key[:depth], v), what, "unknown", help...)
		return
	}
	full := strings.Join(key[:depth], ".")
	if len(key) > depth {
		wrong(depth, p.keySpan(key, v), words.Quote(full)+" has no keys", "unknown")
		return
	}
	if message := p.set(full, v.data); message != "" {
		wrong(depth, p.valueSpan(key, v), message, "")
		return
	}
	p.places[full] = p.keySpan(key, v)
}

func quoted(list []string) string {
	all := make([]string, len(list))
	for i, s := range list {
		all[i] = words.Quote(s)
	}
	return words.Or(all)
}

// set sets a key to a value, or returns why it cannot.
func (p *parser) set(name string, v any) string {
	switch name {
	case "include":
		return globs(name, v, &p.Include)
	case "exclude":
		return globs(name, v, &p.Exclude)
	case "library":
		return libraryPaths(name, v, &p.Library)
	}
	if code, ok := strings.CutPrefix(name, "severity."); ok {
		level, message := choice(name, v, levels, nil)
		if message != "" {
			return message
		}
		if p.Severity == nil {
			p.Severity = make(map[lang.Code]Level)
		}
		p.Severity[lang.Code(code)] = Level(level)
		page, _ := p.may.Pages.Of(lang.Code(code))
		return fixed(page, Level(level))
	}
	key := p.may.Keys[slices.IndexFunc(p.may.Keys, func(k Key) bool { return k.Name == name })]
	text, message := key.text(v)
	if p.Values == nil {
		p.Values = make(map[string]string)
	}
	p.Values[name] = text
	return message
}

// text is a value of the key as text, or the reason why it is none.
func (k *Key) text(v any) (text, wrong string) {
	name := words.Quote(k.Name)
	switch text = fmt.Sprint(v); k.Kind {
	case Switch:
		_, ok := v.(bool)
		return text, unless(ok, name+" is true or false, not "+kind(v))
	case Number:
		n, ok := v.(int64)
		return text, unless(ok && n >= 1 && int64(int(n)) == n, name+" is a number from 1, not "+kind(v))
	case Size:
		n, ok := v.(int64)
		if s, isText := v.(string); isText {
			n, ok = words.ParseSize(s)
		}
		return text, unless(ok && n >= 1,
			name+" is a number of bytes from 1, or a text such as \"500K\" or \"64M\", not "+kind(v))
	case Time:
		s, _ := v.(string)
		d, err := time.ParseDuration(s)
		return text, unless(err == nil && d > 0, name+" is a time such as \"500ms\" or \"10s\", not "+kind(v))
	}
	return choice(k.Name, v, k.Choices, k.Notes)
}

func unless(ok bool, message string) string {
	if ok {
		return ""
	}
	return message
}

// choice is a text that must be one of some, or the reason why it is none.
func choice(key string, v any, of []string, notes map[string]string) (text, wrong string) {
	s, ok := v.(string)
	if ok && slices.Contains(of, s) {
		return s, ""
	}
	all := words.Noted(of, notes)
	for i, c := range of {
		all[i] = strconv.Quote(c) + strings.TrimPrefix(all[i], c)
	}
	message := words.Quote(key) + " is one of " + words.Or(all) + ", not " + kind(v)
	if near := lang.Nearest(s, slices.Values(of), 1); ok && near != nil {
		message += "; did you mean " + strconv.Quote(near[0]) + "?"
	}
	return "", message
}

func globs(key string, v any, to *[]string) string {
	return texts(key, v, to, func(s string) bool {
		return s != "" && doublestar.ValidatePattern(s) && alternatives(s) <= mostBraces &&
			!strings.HasPrefix(path.Clean(s), "..")
	}, "is not a glob for paths below the folder of this file", "globs such as [\"lib/**\", \"*_old.k\"]")
}

// libraryPaths reads the entries of a library.
func libraryPaths(key string, v any, to *[]string) string {
	return texts(key, v, to, func(s string) bool {
		return s != "" && s != "-" && (!isGlob(s) || doublestar.ValidatePattern(s) && alternatives(s) <= mostBraces)
	}, "is neither a path nor a glob", "files such as [\"core.k\", \"lib/*.k\"]")
}

// texts reads a list of texts for which fits holds, or returns what is expected instead.
func texts(key string, v any, to *[]string, fits func(string) bool, unfit, expected string) string {
	list, ok := v.([]any)
	for _, e := range list {
		s, isText := e.(string)
		if ok = isText; !ok {
			break
		}
		if !fits(s) {
			return strconv.Quote(s) + " in " + words.Quote(key) + " " + unfit
		}
		*to = append(*to, s)
	}
	return unless(ok, words.Quote(key)+" is a list of "+expected+", not "+kind(v))
}

// kind describes a value in messages.
func kind(v any) string {
	switch v := v.(type) {
	case string:
		if len(v) > 40 {
			return "a text"
		}
		return strconv.Quote(v)
	case int64, bool, float64:
		return fmt.Sprint(v)
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		if len(v) == 0 {
			return "an empty table"
		}
		return "a table with " + words.Quote(slices.Sorted(maps.Keys(v))[0])
	case nil:
		return "nothing"
	}
	return "a date"
}
