package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Value is a field of some type that is set from text.
type Value struct {
	kind     config.Kind
	set      func(text string) *usageError // returns an error whose message follows the name of the option
	data     func() any                    // the value; nil: that of an option that is not set
	choices  []string
	notes    map[string]string // of choices: the languages of dialects
	isSwitch bool
}

// text is the value as text, for keys of results.
func (v *Value) text() string {
	switch d := v.data().(type) {
	case string:
		return d
	case []string:
		return strings.Join(d, "\x00")
	case bool:
		return strconv.FormatBool(d)
	case int:
		return strconv.Itoa(d)
	case int64:
		return strconv.FormatInt(d, 10)
	}
	return ""
}

// noText is the error for an empty text, which counts as a missing value.
var noText = &usageError{}

func refused(message string, hints ...string) *usageError {
	return &usageError{Message: message, Hints: hints}
}

// unlessZero is a value, or nil for the zero value.
func unlessZero[T comparable](v T) any {
	if v == *new(T) {
		return nil
	}
	return v
}

// Switch is a boolean value.
func Switch(to *bool) Value {
	return Value{kind: config.Switch, isSwitch: true, data: func() any { return *to },
		set: func(text string) *usageError {
			if text != "true" && text != "false" {
				return refused(" is on or off and takes no value, not " + words.Quote(text))
			}
			*to = text == "true"
			return nil
		}}
}

// Choice is one of some words.
func Choice(to *string, choices ...string) Value {
	return Value{kind: config.Choice, choices: choices, data: func() any { return *to },
		set: func(text string) *usageError {
			if !slices.Contains(choices, text) {
				return refused(" is one of "+words.Or(choices)+", not "+words.Quote(text),
					lang.Nearest(text, slices.Values(choices), 1)...)
			}
			*to = text
			return nil
		}}
}

// Dialect is a dialect of one of the languages, or language.AnyDialect.
func Dialect(to *string, of language.Table) Value {
	v := Choice(to, of.Dialects()...)
	v.notes = of.DialectLanguages()
	set := v.set
	v.set = func(text string) *usageError {
		if slices.Contains(v.choices, text) {
			return set(text)
		}
		var near []string
		for _, d := range v.choices {
			if strings.EqualFold(cmp.Or(v.notes[d], d), text) {
				near = append(near, d)
			}
		}
		if near == nil {
			near = lang.Nearest(text, slices.Values(v.choices), 1)
		}
		return refused(" is one of "+words.Or(words.Noted(v.choices, v.notes))+", not "+words.Quote(text), near...)
	}
	return v
}

// Number is a number of at least least.
func Number(to *int, least int) Value {
	return Value{kind: config.Number, data: func() any { return unlessZero(*to) }, set: func(text string) *usageError {
		n, err := strconv.Atoi(text)
		if err != nil || n < least {
			return refused(" takes a number from " + strconv.Itoa(least) + ", not " + words.Quote(text))
		}
		*to = n
		return nil
	}}
}

// Duration is a positive duration.
func Duration(to *time.Duration) Value {
	text := func() any {
		if *to == 0 {
			return nil
		}
		return to.String()
	}
	return Value{kind: config.Time, data: text, set: func(text string) *usageError {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return refused(" takes a time such as 500ms or 10s, not " + words.Quote(text))
		}
		*to = d
		return nil
	}}
}

// Size is a number of bytes of at least least.
func Size(to *int64, least int64) Value {
	return Value{kind: config.Size, data: func() any { return unlessZero(*to) }, set: func(text string) *usageError {
		from := ""
		if least > 1 {
			from = " from " + words.Size(least)
		}
		n, ok := words.ParseSize(text)
		if !ok || n < least {
			return refused(" takes a number of bytes" + from + ", such as 500K, 64M or 1G, not " + words.Quote(text))
		}
		*to = n
		return nil
	}}
}

// Text is a text that is not empty.
func Text(to *string) Value {
	return Value{data: func() any { return *to }, set: func(text string) *usageError {
		if text == "" {
			return noText
		}
		*to = text
		return nil
	}}
}

// Codes are codes, or beginnings of codes, separated by commas; pages has all codes.
func Codes(to *[]string, pages func() lang.Pages) Value {
	return Value{kind: config.List, data: func() any { return append([]string{}, *to...) },
		set: func(text string) *usageError {
			for code := range strings.SplitSeq(text, ",") {
				code = strings.ToUpper(strings.TrimSpace(code))
				known := slices.ContainsFunc(pages(), func(p lang.Page) bool { return strings.HasPrefix(string(p.Code), code) })
				if len(code) < len("P0") || !known {
					return refused(" takes codes such as P0318, or beginnings such as P03, not " + words.Quote(text))
				}
				*to = append(*to, code)
			}
			return nil
		}}
}

// Texts is a list of texts; each use of the option appends one.
func Texts(to *[]string) Value {
	return Value{kind: config.List, data: func() any { return append([]string{}, *to...) },
		set: func(text string) *usageError {
			if text == "" {
				return noText
			}
			*to = append(*to, text)
			return nil
		}}
}
