package patterns

import (
	"strconv"
	"strings"
)

// A Totality is where a definition is defined, as far as it is known. Package patterns/k/partial defines the claims.
type Totality struct {
	Verdict   Verdict
	Reason    string // why it is Unclear; "" if it is only not shown
	Undefined []Case // for Partial: where it is undefined
	Endless   []Case // where it never ends
	More      int    // cases of both kinds that are left out
}

// A Verdict is where a definition is defined.
type Verdict uint8

const (
	Unclear Verdict = iota
	Total           // wherever a run ends without an error, it gives a value
	Partial         // it is undefined on some value
	Never           // no run gives a value
)

func (v Verdict) String() string { return [...]string{"unknown", "total", "partial", "never"}[v] }

// A Case is a set of inputs and one of them.
type Case struct {
	Where   []Condition // all of them hold; none: everywhere
	Text    string      // the same in words, as in "tag succ.zero"
	Always  bool        // on all of these inputs, not only on the witness and perhaps others
	Witness string      // JSON; a run on it was seen
}

// A Condition restricts a part of an input.
type Condition struct {
	Path   []string // labels and indices that lead to the part
	Kind   string   // tag, fields, literal, not, length or longer
	Labels []string // tag: one of these; fields: all of these; literal: this text; not: none of these
	Length int      // length: of a vector; longer: it has more members
}

// String writes a condition, as in "tag x.succ" or "x not 0 or 1".
func (c *Condition) String() string {
	var path string
	for _, l := range c.Path {
		path += spelled(l) + "."
	}
	at := strings.TrimSuffix(path, ".")
	var labels []string
	for _, l := range c.Labels {
		if c.Kind == "tag" {
			labels = append(labels, path+spelled(l))
		} else {
			labels = append(labels, spelled(l))
		}
	}
	or := strings.Join(labels, " or ")
	members := strconv.Itoa(c.Length) + " elements"
	if c.Length == 1 {
		members = "1 element"
	}
	is := at + " = "
	if at == "" {
		at, is = "inputs", ""
	}
	switch {
	case c.Kind == "tag" && len(labels) > 1:
		return "tags " + or
	case c.Kind == "tag":
		return "tag " + or
	case c.Kind == "fields":
		return at + " with " + strings.Join(labels, " and ")
	case c.Kind == "literal":
		return is + or
	case c.Kind == "not":
		return at + " other than " + or
	case c.Kind == "length" && c.Length == 0:
		return is + "[]"
	case c.Kind == "length":
		return at + " of " + members
	case c.Length == 0:
		return at + " other than []"
	}
	return at + " of more than " + members
}

// spelled writes a label as a name or an integer, or in quotes.
func spelled(label string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	if label == "" || strings.Trim(label, plain) != "" {
		return strconv.Quote(label)
	}
	return label
}
