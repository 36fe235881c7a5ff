package corpus

import "strings"

// A recipe writes a group of related definitions with names of its own. In its text, @word is a name: a given one, or
// one made from the word, which is the same in the whole recipe. Likewise, ~word is a label.
type recipe struct {
	*generator
	names  map[string]string
	labels map[string]string
	used   map[string]bool
}

func (g *generator) recipe() *recipe {
	return &recipe{g, make(map[string]string), make(map[string]string), make(map[string]bool)}
}

// of returns the text for a name or, after a ~, a label of the recipe.
func (r *recipe) of(word string) string {
	if word[0] == '~' {
		return r.label(word[1:])
	}
	if r.names[word] == "" {
		r.names[word] = r.name(word)
	}
	return r.names[word]
}

// label returns the word itself or another one; the labels of one recipe differ.
func (r *recipe) label(word string) string {
	if l := r.labels[word]; l != "" {
		return l
	}
	l := word
	for r.used[l] || l == word && r.IntN(3) == 0 {
		l = r.noun()
	}
	r.labels[word], r.used[l] = l, true
	return l
}

// write writes a text with its names and labels filled in.
func (r *recipe) write(text string) {
	for {
		i := strings.IndexAny(text, "@~")
		if i < 0 {
			r.put(text)
			return
		}
		r.put(text[:i])
		end := i + 1
		for end < len(text) && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || text[end] == '?') {
			end++
		}
		r.put(r.of(strings.TrimPrefix(text[i:end], "@")))
		text = text[end:]
	}
}

// define writes the definitions of types that have names of the recipe.
func (r *recipe) define(types ...*typ) {
	for _, t := range types {
		r.put("$" + t.name + " = " + t.structure() + ";\n")
		r.types = append(r.types, t)
	}
}

// declared adds a function of the recipe that later definitions can call.
func (r *recipe) declared(name string, in, out *typ) { r.declare(r.of(name), in, out) }

// element picks a type for the members of a container, small enough to be written often.
func (g *generator) element() *typ {
	t := g.aType()
	for t.weight() > 12 || t.kind == aVector {
		t = g.aType()
	}
	return t
}
