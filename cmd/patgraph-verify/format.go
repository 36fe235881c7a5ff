package main

import (
	"cmp"
	"fmt"
	"slices"
)

// A program is the first line of a certificate: what is taken as given. Numbers of types and constructors count from 1,
// and 0 is none; other numbers count from 0.
type program struct {
	Patgraph, Name string
	Texts          []struct {
		Name, SHA256 string
		Text         *string // nil: it is in a file of this name
	}
	Errors []struct {
		Code  string
		At    place
		Given *system // nil: it has no proof
	}
}

type place [3]int // a text and a range of its bytes

// A system is constraints on terms.
type system struct {
	names
	Terms       int
	Constraints []constraint
	Firings     []struct { // results of relations, which are not computed again
		Relation int // the constraint
		Reads    []struct {
			Term        int
			Is          *pattern
			Part, Equal []int // label and term; term
		}
		Makes int // terms
		Gives []constraint
		Fails bool
	}
	all []*constraint // with those that firings give
	by  []int         // by element of all: the firing that gives it, or -1
}

// names are what constraints name by numbers.
type names struct {
	Labels       []string // the first one leads to the members of a vector
	Constructors []struct {
		Name   string
		Labels []int
	}
	Types []struct {
		Name, Literals string // of an atom, a union of literals
		Payload        int    // of an atom: the type below each label
		Shape          string // of another type
		Constructor    int
		Parts          [][2]int // label and type
	}
}

// A constraint says that two terms are equal, that a term has a pattern, or that a relation holds.
type constraint struct {
	At              *place
	Rule, In, Taken string
	Equal           []int
	Term            int
	Is              *pattern
	Relation        string
	Args            []int
}

type pattern struct {
	Shapes            []string
	Closed, Dynamic   bool
	Type, Constructor int
	Parts             [][2]int // label and term
	Labels            []int    // of the parts, where these do not matter
}

// A certificate is the second line: the proofs from what is given.
type certificate struct {
	Patgraph string
	Program  string // the SHA-256 of the first line
	Errors   [][]step
}

// A step of a proof is about earlier steps.
type step struct {
	Rule        string
	From, Cites int
	Parts       [][]int // constraint and number of its part
	By          []int
}

// wrong ends the check of one program. A number of something that does not exist ends it, too: Go checks each index.
type wrong string

func need(ok bool, format string, args ...any) {
	if !ok {
		panic(wrong(fmt.Sprintf(format, args...)))
	}
}

func distinct[T cmp.Ordered](list []T) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(list)))) == len(list)
}

func labelsOf(parts [][2]int) (labels []int) {
	for _, p := range parts {
		labels = append(labels, p[0])
	}
	return labels
}

// check checks that different names are different: labels and constructors have different texts, and types with
// different numbers are different. Types are parted by what they are, and then by the classes of their parts, until no
// class is parted any more.
func (s *names) check() {
	need(distinct(s.Labels[1:]), "two labels are the same text")
	named := make(map[string]bool)
	for _, c := range s.Constructors {
		need(!named[c.Name] && distinct(c.Labels), "two constructors, or two labels of one, are the same")
		named[c.Name] = true
	}
	class, count := make([]int, len(s.Types)+1), 0
	for before := -1; before != count; {
		known, next := make(map[string]int), make([]int, len(class))
		for i, t := range s.Types {
			var parts []string
			for _, p := range t.Parts {
				parts = append(parts, fmt.Sprint(p[0], " ", class[p[1]]))
				need(p[1] > 0, "a part of type %d has no type", i+1)
			}
			need(distinct(labelsOf(t.Parts)), "a label of type %d occurs twice", i+1)
			slices.Sort(parts)
			key := fmt.Sprintf("%q %q %d %v", t.Name, parts, class[t.Payload], []any{t.Literals, t.Shape, t.Constructor, class[i+1]})
			if known[key] == 0 {
				known[key] = len(known) + 1
			}
			next[i+1] = known[key]
		}
		class, before, count = next, count, len(known)
	}
	need(distinct(class), "two types are the same")
}

// prepare lists all constraints. The terms that a firing makes are new: only it and later firings are about them.
func (s *system) prepare(p *program) {
	terms := s.Terms
	add := func(c *constraint, by int) {
		about := append(slices.Clone(c.Equal), c.Args...)
		if c.Is != nil {
			about = append(about, c.Term)
			for _, p := range c.Is.Parts {
				about = append(about, p[1])
			}
			need(distinct(labelsOf(c.Is.Parts)) && c.Is.Labels == nil, "a label occurs twice")
		}
		for _, x := range about {
			need(x >= 0 && x < terms, "constraint %d is about a term that does not exist yet", len(s.all))
		}
		need((c.Is == nil || c.Equal == nil && c.Relation == "") && (c.Equal == nil || len(c.Equal) == 2 && c.Relation == ""),
			"constraint %d says several things", len(s.all))
		s.all, s.by = append(s.all, c), append(s.by, by)
	}
	for i := range s.Constraints {
		add(&s.Constraints[i], -1)
		p.check(*s.Constraints[i].At)
	}
	for i := range s.Firings {
		need(s.Firings[i].Makes >= 0, "firing %d makes fewer than no terms", i)
		terms += s.Firings[i].Makes
		for j := range s.Firings[i].Gives {
			need(s.Firings[i].Gives[j].Relation == "" && !s.Firings[i].Fails, "firing %d gives something else", i)
			add(&s.Firings[i].Gives[j], i)
		}
	}
}

// check checks that a place is in its text.
func (p *program) check(at place) {
	need(0 <= at[1] && at[1] <= at[2] && at[2] <= len(*p.Texts[at[0]].Text), "the place %v is not in its text", at)
}
