// Command patgraph-verify checks certificates, which `patgraph check --certificate` writes, with no code of patgraph.
//
// It checks that the texts are those of the certificate, that the constraints of each error contradict each other and
// are all needed for that, and that signatures are the most general ones that satisfy the constraints of definitions.
// It does not parse programs: that a program states these constraints, at these places, is for the reader to judge.
// `patgraph help certificates` has the format, and says what else is taken on trust; the answer counts that. The exit
// status is 0 for yes, 1 for no, and 2 if the certificate or a text cannot be read.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
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
		At    [3]int  // a text and a range of its bytes
		Given *system // nil: it has no proof
	}
	Signatures struct {
		names
		Groups []group
		Left   []string // definitions that are not here
	}
}

// A system is constraints on terms, and results of relations.
type system struct {
	names
	Terms       int
	Constraints []constraint
	Firings     []struct {
		Relation     int // the constraint
		Reads, Gives []constraint
	}
}

// names are what constraints refer to by numbers.
type names struct {
	Labels       []string // the first one leads to the members of a vector
	Constructors []struct {
		Name   string
		Labels []int
	}
	Types []struct {
		Shape, Name, Literals string // an atom has a name, and is a union of literals
		Constructor, Payload  int    // Payload is the type below each literal
		Parts                 [][2]int
	}
}

// A constraint says that two terms are equal, that a term has a pattern, or that a relation holds.
type constraint struct {
	At                        [3]int
	Rule, In, Taken, Relation string
	Equal, Args               []int
	Term                      int
	Is                        *pattern
}

type pattern struct {
	Shapes            []string
	Closed, Dynamic   bool
	Type, Constructor int
	Parts             [][]int // label and term
	Labels            []int   // of parts, where these do not matter
}

// A certificate is the second line: the proofs of errors, and the classes and patterns of the terms of each group.
type certificate struct {
	Patgraph, Program string // the SHA-256 of the first line
	Errors            [][]step
	Signatures        []struct {
		Patterns []pattern // parts are classes
		Classes  []int     // by term
	}
}

// A step of a proof cites a constraint, or a firing.
type step struct {
	Rule string // given, or relation
	Of   int
}

// need ends the check of a program unless ok is true, by a panic. An index that is out of range does the same.
func need(ok bool, format string, args ...any) {
	if !ok {
		panic(fmt.Sprintf(format, args...))
	}
}

// check checks that types are well formed, and that entries of a table differ. It partitions the types by what they are,
// and then by the classes of their parts, until no class is split any more.
func (s *names) check() {
	class := make([]int, len(s.Types)+1)
	for before, count := -1, 0; before != count; {
		known, next := make(map[string]int), make([]int, len(class))
		for i, t := range s.Types {
			parts := make(map[int]int) // printed in order
			for _, p := range t.Parts {
				parts[p[0]] = class[p[1]]
			}
			key := fmt.Sprint([]any{parts, t.Shape, t.Name, t.Literals, t.Constructor, class[t.Payload], class[i+1]})
			next[i+1] = cmp.Or(known[key], len(known)+1)
			known[key] = next[i+1]
		}
		class, before, count = next, count, len(known)
	}
	var names []string
	for _, c := range s.Constructors {
		names = append(names, c.Name)
	}
	for i, t := range s.Types {
		is, atom := s.claim(&pattern{Type: i + 1}), slices.Contains([]string{"all", "indices", "listed"}, t.Literals)
		need(!slices.ContainsFunc(t.Parts, func(p [2]int) bool { return p[1] <= 0 }) && atom == (t.Payload > 0) &&
			(atom || len(is.labels) == len(t.Parts)) && (t.Shape != "vector" || fmt.Sprint(is.labels) == "[0]") &&
			atom == (t.Literals+t.Name != "") && t.Constructor >= 0 && t.Constructor <= len(names), "type %d is wrong", i+1)
	}
	need(len(set(class)) == len(s.Types)+1 && len(set(slices.Clone(s.Labels[1:]))) == len(s.Labels)-1 &&
		len(set(names)) == len(s.Constructors), "two types, labels or constructors are the same")
}

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: patgraph-verify FILE\n\nFILE is what patgraph check --certificate wrote here.")
		os.Exit(2)
	}
	why, count := "", make(map[string]int)
	data, err := os.ReadFile(os.Args[1])
	for lines := range slices.Chunk(bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")), 2) {
		if err == nil && why == "" {
			why, err = verify(lines[0], lines[len(lines)-1], count)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "patgraph-verify:", err)
		os.Exit(2)
	}
	if why != "" {
		fmt.Println("no:", why)
		os.Exit(1)
	}
	fmt.Println("yes")
	for _, what := range slices.Sorted(maps.Keys(count)) {
		fmt.Printf("%s: %d\n", what, count[what])
	}
}

// verify checks a program. It returns what is wrong, or that something cannot be read. It counts what is proved or not.
func verify(given, proofs []byte, count map[string]int) (why string, err error) {
	p, c := program{}, certificate{}
	if err := cmp.Or(decode(given, &p), decode(proofs, &c)); err != nil {
		return "", fmt.Errorf("this is not a certificate: %w", err)
	}
	where := p.Name + ": "
	defer func() {
		if r := recover(); r != nil {
			why = where + fmt.Sprint(r)
		}
	}()
	need(p.Patgraph == "program/1" && c.Patgraph == "certificate/1", "it is of another version")
	need(c.Program == fmt.Sprintf("%x", sha256.Sum256(given)), "the proofs are not for this first line")
	for _, t := range p.Texts {
		text := []byte(nil)
		if t.Text != nil {
			text = []byte(*t.Text)
		} else if text, err = os.ReadFile(t.Name); err != nil {
			return "", err
		}
		need(t.SHA256 == fmt.Sprintf("%x", sha256.Sum256(text)), "the text of %s has changed", t.Name)
	}
	need(len(p.Errors) == len(c.Errors) && len(p.Signatures.Groups) == len(c.Signatures), "the numbers of proofs differ")
	p.checkSignatures(&c, count)
	for i, e := range p.Errors {
		where = fmt.Sprintf("%s: error %d, %s: ", p.Name, i+1, e.Code)
		need((e.Given == nil) == (c.Errors[i] == nil) && (e.Given == nil || e.Given.Terms < len(given)),
			"its constraints, their terms or its proof are missing")
		if e.Given == nil {
			count["errors without a proof"]++
			continue
		}
		e.Given.names.check()
		e.Given.prove(c.Errors[i], count)
		count["results of relations that were not computed again"] += len(e.Given.Firings)
		trust(e.Given.Constraints, count)
	}
	count["signatures that were not checked"] += len(p.Signatures.Left)
	count["programs"]++
	return "", nil
}

func trust(list []constraint, count map[string]int) {
	for _, c := range list {
		need(slices.Contains([]string{"", "signature", "summary"}, c.Taken), "it takes a constraint from %q", c.Taken)
		count["constraints from the "+cmp.Or(c.Taken, "program")]++
	}
}

// decode reads exactly one value of JSON without unknown keys.
func decode(line []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return cmp.Or(d.Decode(to), json.Unmarshal(line, new(json.RawMessage)))
}
