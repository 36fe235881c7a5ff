package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Value is a field of some type that is set from text.
type Value struct {
	set      func(text string) *UsageError // returns an error whose message follows the name of the option
	text     func() string
	choices  []string
	isSwitch bool
}

// noText is the error for an empty text, which counts as a missing value.
var noText = &UsageError{}

func refused(message string, hints ...string) *UsageError {
	return &UsageError{Message: message, Hints: hints}
}

// Switch is a boolean value.
func Switch(to *bool) Value {
	return Value{isSwitch: true, text: func() string { return strconv.FormatBool(*to) },
		set: func(text string) *UsageError {
			if text != "true" && text != "false" {
				return refused(" is on or off and takes no value, not " + words.Quote(text))
			}
			*to = text == "true"
			return nil
		}}
}

// Choice is one of some words.
func Choice(to *string, choices ...string) Value {
	return Value{choices: choices, text: func() string { return *to }, set: func(text string) *UsageError {
		if !slices.Contains(choices, text) {
			return refused(" is one of "+words.Or(choices)+", not "+words.Quote(text),
				lang.Nearest(text, slices.Values(choices), 1)...)
		}
		*to = text
		return nil
	}}
}

// Number is a number of at least least.
func Number(to *int, least int) Value {
	return Value{text: func() string { return strconv.Itoa(*to) }, set: func(text string) *UsageError {
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
	return Value{text: func() string { return to.String() }, set: func(text string) *UsageError {
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
	return Value{text: func() string { return strconv.FormatInt(*to, 10) }, set: func(text string) *UsageError {
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
	return Value{text: func() string { return *to }, set: func(text string) *UsageError {
		if text == "" {
			return noText
		}
		*to = text
		return nil
	}}
}

// Texts is a list of texts; each use of the option appends one.
func Texts(to *[]string) Value {
	return Value{text: func() string { return strings.Join(*to, "\x00") }, set: func(text string) *UsageError {
		if text == "" {
			return noText
		}
		*to = append(*to, text)
		return nil
	}}
}
