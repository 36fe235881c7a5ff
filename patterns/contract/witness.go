package contract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// Bounds of witnesses: bytes of one, how many are tried for a definition, and how many are returned.
const (
	mostWitness   = 400
	mostTried     = 64
	mostWitnesses = 8
)

// leastValues returns, by term, the JSON of about the least value; empty for none or a long one. A text only gets
// shorter, and is short when it first counts, so a term is visited a bounded number of times.
func (t *Terms) leastValues() []string {
	if len(t.least) == len(t.All) {
		return t.least
	}
	t.least = make([]string, len(t.All))
	users := make([][]int, len(t.All))
	queue := make([]int, len(t.All))
	for i := range t.All {
		queue[i] = i
		for _, p := range t.All[i].Parts {
			users[p.To] = append(users[p.To], i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		values := t.variety(i)
		if len(values) > 0 && (t.least[i] == "" || len(values[0]) < len(t.least[i])) {
			t.least[i] = values[0]
			queue = append(queue, users[i]...)
		}
	}
	return t.least
}

// variety lists some values of a term, given the least ones of its parts: the shortest first.
func (t *Terms) variety(i int) (list []string) {
	x := &t.All[i]
	switch {
	case x.Unknown || x.Name != "" && !x.Atom:
		return nil
	case x.Atom:
		return map[string][]string{"int": {"1", "0"}, "string": {`""`, `"a"`}, "bool": {"true", "false"}}[x.Name]
	case x.isBlank():
		return []string{"{}", "0", `""`, "[]", "true", `{"a":0}`, `{"a":0,"b":0}`}
	}
	if x.Shapes&unify.Vector != 0 {
		list = append(list, "[]")
		for _, p := range x.Parts {
			list = append(list, t.with(x, Member, t.least[p.To]))
		}
	}
	if x.Shapes&unify.Union != 0 {
		for _, p := range x.Parts[:min(len(x.Parts), mostTried)] {
			if t.least[p.To] != "" {
				list = append(list, "{"+quote(p.Label)+":"+t.least[p.To]+"}")
			}
		}
		if !x.Closed {
			list = append(list, `{"other":{}}`)
		}
	}
	if x.Shapes&unify.Product != 0 {
		product := t.with(x, "", "")
		list = append(list, product)
		if !x.Closed && product != "" {
			list = append(list, strings.Replace(product[:len(product)-1]+`,"other":{}}`, "{,", "{", 1))
		}
	}
	list = slices.DeleteFunc(list, func(v string) bool { return v == "" || len(v) > mostWitness })
	slices.SortStableFunc(list, byLength)
	return list
}

func byLength(a, b string) int { return cmp.Compare(len(a), len(b)) }

// with writes a value of a term with a part under a label, and the least values elsewhere; "" if there is none, or it
// is too long.
func (t *Terms) with(x *Term, label, text string) string {
	if label == Member || x.Shapes == unify.Vector {
		return bracketed("[", text, "]", text == "")
	}
	if x.Shapes&unify.Product == 0 {
		return bracketed("{"+quote(label)+":", text, "}", text == "")
	}
	parts := make([]string, len(x.Parts))
	size, none := 0, false
	for i, p := range x.Parts {
		value := t.least[p.To]
		if p.Label == label {
			value = text
		}
		parts[i] = quote(p.Label) + ":" + value
		size += len(parts[i])
		if none = none || value == ""; none || size > mostWitness {
			return ""
		}
	}
	return bracketed("{", strings.Join(parts, ","), "}", none)
}

func bracketed(open, text, end string, none bool) string {
	if none || len(text) > mostWitness {
		return ""
	}
	return open + text + end
}

// witnesses returns values of the first side's input that are not values of the second's, the shortest first, and
// values that belong to both but may differ in a run.
func (s *simulation) witnesses(a, b int) (outside, inside []string) {
	s.a.leastValues()
	tried := make(map[string]bool)
	for _, p := range s.problems {
		if p.output || p.a < 0 {
			continue
		}
		for _, end := range s.a.variety(p.a) {
			text := s.a.along(a, p.path, end)
			if text == "" || tried[text] || len(tried) == mostTried || len(outside) == mostWitnesses {
				continue
			}
			tried[text] = true
			switch {
			case !s.a.has(a, text):
			case !s.b.has(b, text):
				outside = append(outside, text)
			default:
				inside = append(inside, text)
			}
		}
	}
	slices.SortStableFunc(outside, byLength)
	slices.SortStableFunc(inside, byLength)
	return outside[:min(len(outside), mostWitnesses)], inside[:min(len(inside), mostWitnesses)]
}

// along writes a value of a term with another value at the end of a path; "" if there is none.
func (t *Terms) along(root int, path []string, end string) string {
	if len(path) == 0 || end == "" {
		return end
	}
	x := &t.All[root]
	to, ok := x.part(path[0])
	if !ok && len(x.Parts) > 0 { // an element of a vector whose parts have indices
		to, ok = x.Parts[0].To, true
	}
	if !ok || len(path) > mostWitness {
		return ""
	}
	return t.with(x, path[0], t.along(to, path[1:], end))
}

func quote(text string) string { return string(lang.AppendJSONString(nil, text)) }
