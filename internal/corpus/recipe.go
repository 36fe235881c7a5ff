package corpus

import "strings"

// A recipe writes a family of definitions that belong together, in its own words.
// In its text, @word is a name: one that was given, or one that is made from the
// word and means the same in the whole recipe. A ~word is a label in the same way.
type recipe struct {
	*generator
	names  map[string]string
	labels map[string]string
	used   map[string]bool
}

func (g *generator) recipe() *recipe {
	return &recipe{g, make(map[string]string), make(map[string]string), make(map[string]bool)}
}

// give sets what a name stands for.
func (r *recipe) give(word, text string) { r.names[word] = text }

// of returns what a name or a label of the recipe has become.
func (r *recipe) of(word string) string {
	if word[0] == '~' {
		return r.label(word[1:])
	}
	return r.fresh(word)
}

func (r *recipe) fresh(word string) string {
	if r.names[word] == "" {
		r.names[word] = r.name(word)
	}
	return r.names[word]
}

// label is the word itself or another one; labels of one recipe differ.
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
		if text[i] == '@' {
			r.put(r.fresh(text[i+1 : end]))
		} else {
			r.put(r.label(text[i+1 : end]))
		}
		text = text[end:]
	}
}

// declared makes a function of the recipe known.
func (r *recipe) declared(name string, in, out *typ) { r.declare(r.of(name), in, out) }

// element picks a type for the members of a container, small enough to be written
// often.
func (g *generator) element() *typ {
	t := g.aType()
	for t.weight() > 12 || t.kind == aVector {
		t = g.aType()
	}
	return t
}
