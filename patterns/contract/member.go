package contract

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// has reports whether a JSON value belongs to a term: whether there are types for its flexible terms with which it
// does. It costs the size of the value times the width of the terms.
func (t *Terms) has(root int, text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	m := membership{t, make(map[int][]any)}
	if d.Decode(&v) != nil || !m.has(root, v) {
		return false
	}
	vectors := strings.Contains(text, "[") // a single value without them has a type
	return !slices.ContainsFunc(slices.Collect(maps.Values(m.of)),
		func(list []any) bool { return (len(list) > 1 || vectors) && !haveType(list) })
}

// A membership is a search for types.
type membership struct {
	*Terms
	of map[int][]any // by flexible term: the values that its type must have
}

func (m *membership) has(i int, v any) bool {
	x := &m.All[i]
	if x.isFlexible() {
		m.of[i] = append(m.of[i], v)
	}
	switch v := v.(type) {
	case map[string]any:
		return x.Unknown || m.object(x, v)
	case []any:
		return x.Unknown || !x.Atom && x.Name == "" && x.Shapes&unify.Vector != 0 &&
			!slices.ContainsFunc(x.Parts, func(p Part) bool {
				return slices.ContainsFunc(v, func(v any) bool { return !m.has(p.To, v) })
			})
	}
	atom := atomOf(v)
	if x.Unknown || x.Name != "" {
		return atom != "" && (x.Unknown || x.Name == atom)
	}
	return atom != "" && !x.isGround() && !x.Closed && x.Shapes&unify.Union != 0 &&
		!slices.ContainsFunc(x.Parts, func(p Part) bool {
			return !m.hasLiteral(atom, p.Label) || !m.has(p.To, map[string]any{})
		})
}

// object is has for a product, or a variant if it has one label.
func (m *membership) object(x *Term, v map[string]any) bool {
	if x.Name != "" { // a literal of some built-in types is a variant of {}
		label, part := only(v)
		unit, ok := part.(map[string]any)
		return x.Atom && ok && len(unit) == 0 && m.hasLiteral(x.Name, label)
	}
	if label, part := only(v); len(v) == 1 && x.Shapes&unify.Union != 0 {
		to, ok := x.part(label)
		return ok && m.has(to, part) || !ok && !x.Closed
	}
	return x.Shapes&unify.Product != 0 && (!x.Closed || len(x.Parts) == len(v)) &&
		!slices.ContainsFunc(x.Parts, func(p Part) bool {
			part, ok := v[p.Label]
			return !ok || !m.has(p.To, part)
		})
}

// only returns the label and the part of a product with one field.
func only(v map[string]any) (label string, part any) {
	if len(v) == 1 {
		for label, part = range v {
		}
	}
	return label, part
}

// atomOf returns the built-in type of a value without parts, or "".
func atomOf(v any) string {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "bool"
	case json.Number:
		if !strings.ContainsAny(v.String(), ".eE") {
			return "int"
		}
	}
	return ""
}

// haveType reports whether some type has all of some values.
func haveType(list []any) bool {
	parts := make(map[string][]any) // that need a common type
	var labels []string             // of products of several fields or none
	kinds := make(map[string]bool)
	for _, v := range list {
		switch v := v.(type) {
		case []any:
			kinds["vector"] = true
			parts[Member] = append(parts[Member], v...)
		case map[string]any:
			of := slices.Sorted(maps.Keys(v))
			if len(v) != 1 {
				kinds["product"] = true
				if labels != nil && !slices.Equal(labels, of) {
					return false
				}
				labels = append([]string{}, of...)
			} else {
				kinds["variant"] = true
			}
			for l, part := range v {
				parts[l] = append(parts[l], part)
			}
		default:
			kinds[atomOf(v)] = true
		}
	}
	return len(kinds) < 2 &&
		!slices.ContainsFunc(slices.Collect(maps.Values(parts)), func(p []any) bool { return len(p) > 1 && !haveType(p) })
}
