package mutate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A Shuffled is a program whose definitions are in another order and whose functions, types and variables have other
// names. It means the same, so it has the same errors.
type Shuffled struct {
	Source []byte
	pieces []piece // in order of the new text
}

// A piece is a run of the new text and its original place.
type piece struct {
	at    int32
	n     int32
	was   lang.Span
	token bool // a name, whose length may have changed
}

// Shuffle shuffles a program without syntax errors. It drops comments between definitions.
func Shuffle(source []byte, seed uint64) *Shuffled {
	t := parse("in", source)
	r := rand.New(rand.NewPCG(seed, hash(string(source))))
	s := &shuffler{tree: t, rand: r}
	s.rename()
	type statement struct {
		span        lang.Span
		first, root k.NodeID
		names       []token // its own; the main expression has none
	}
	var statements, main []statement
	for i := range t.Defs {
		d := &t.Defs[i]
		if d.Main {
			main = append(main, statement{d.Span, d.First, d.Root, nil})
			continue
		}
		statements = append(statements,
			statement{d.Span, d.First, d.Root, []token{{d.NameSpan, s.functions[t.Syms.Text(d.Name)]}}})
	}
	for i := range t.Types {
		d := &t.Types[i]
		old, name := t.Syms.Text(d.Name), d.NameSpan
		name.Start = name.End - int32(len(old)) // after the sign
		statements = append(statements, statement{d.Span, d.First, d.Root, []token{{name, s.types[old]}}})
	}
	r.Shuffle(len(statements), func(i, j int) { statements[i], statements[j] = statements[j], statements[i] })
	out := &Shuffled{}
	var b bytes.Buffer
	if t.Dialect == k.K6 {
		b.WriteString("-- dialect: k6\n") // the original comment is dropped
	}
	write := func(was lang.Span, text string, token bool) {
		if was.Start < was.End {
			out.pieces = append(out.pieces, piece{int32(b.Len()), int32(len(text)), was, token})
			b.WriteString(text)
		}
	}
	for _, st := range append(statements, main...) {
		tokens := append(s.tokens(st.first, st.root), st.names...)
		sort.Slice(tokens, func(i, j int) bool { return tokens[i].span.Start < tokens[j].span.Start })
		at := st.span.Start
		for _, tok := range tokens {
			write(lang.Span{Start: at, End: tok.span.Start}, string(source[at:tok.span.Start]), false)
			write(tok.span, tok.text, true)
			at = tok.span.End
		}
		write(lang.Span{Start: at, End: st.span.End}, string(source[at:st.span.End]), false)
		b.WriteString("\n")
	}
	out.Source = b.Bytes()
	return out
}

// Back maps a span of the new text to the old one.
func (s *Shuffled) Back(span lang.Span) lang.Span {
	return lang.Span{Start: s.back(span.Start, false), End: s.back(span.End, true)}
}

func (s *Shuffled) back(at int32, end bool) int32 {
	// The piece with the character at the offset, or before it.
	i := sort.Search(len(s.pieces), func(i int) bool {
		if end {
			return s.pieces[i].at >= at
		}
		return s.pieces[i].at > at
	}) - 1
	if i < 0 {
		return -1
	}
	p := &s.pieces[i]
	switch {
	case !p.token:
		return p.was.Start + at - p.at
	case end:
		return p.was.End
	}
	return p.was.Start
}

type shuffler struct {
	tree             *k.Tree
	rand             *rand.Rand
	functions, types map[string]string
	variables        map[string]string
}

// rename chooses new names, in an order that is independent of the old one.
func (s *shuffler) rename() {
	s.functions, s.types, s.variables = map[string]string{}, map[string]string{}, map[string]string{}
	t := s.tree
	numbers := s.rand.Perm(len(t.Defs) + len(t.Types) + len(t.Nodes))
	next := func(prefix string) string {
		n := numbers[0]
		numbers = numbers[1:]
		return fmt.Sprintf("%s%s_%d", prefix, string(rune('a'+n%26)), n)
	}
	for i := range t.Defs {
		if !t.Defs[i].Main {
			s.functions[t.Syms.Text(t.Defs[i].Name)] = next("f")
		}
	}
	for i := range t.Types {
		s.types[t.Syms.Text(t.Types[i].Name)] = next("t")
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if isVariable(n) && s.variables[t.Syms.Text(n.Sym)] == "" {
			s.variables[t.Syms.Text(n.Sym)] = next("V")
		}
	}
}

// isVariable reports whether a node's symbol is a variable.
func isVariable(n *k.Node) bool {
	switch n.Op {
	case k.OpFilterVar, k.OpFilterCode, k.OpFilterAny, k.OpFilterProduct, k.OpFilterUnion, k.OpFilterVector:
		return n.Sym != lang.NoSym
	}
	return false
}

// A token is a name in the source and its new text.
type token struct {
	span lang.Span
	text string
}

// tokens lists the names within the nodes of a definition that change.
func (s *shuffler) tokens(first, root k.NodeID) []token {
	var list []token
	t := s.tree
	for e := first; e <= root; e++ {
		n := &t.Nodes[e]
		text := t.Syms.Text(n.Sym)
		name := strings.TrimPrefix(text, "@")
		at := strings.TrimSuffix(text, name)
		switch {
		case n.Op == k.OpRef && s.functions[name] != "":
			list = append(list, token{n.Span(), at + s.functions[name]})
		case n.Op == k.OpCodeName && s.types[name] != "":
			list = append(list, token{n.Span(), at + s.types[name]})
		case isVariable(n):
			// Behind a bracket the name is the end of the node.
			list = append(list, token{lang.Span{Start: n.End - int32(len(text)), End: n.End}, s.variables[text]})
		}
	}
	return list
}

// Shuffles counts the mutants whose errors stay the same when they are shuffled.
type Shuffles struct {
	Mutants int `json:"mutants"`
	Errors  int `json:"errors"` // as many errors of each code
	Cores   int `json:"cores"`  // the same constraints, by rule, part and place
	Blame   int `json:"blame"`  // the same first suspects

	Differ []string `json:"differ,omitempty"` // the mutants with any difference
}

// CompareShuffled analyses mutants and their shuffled versions.
func CompareShuffled(mutants []Mutant, jobs int) *Shuffles {
	type same struct{ errors, cores, blame bool }
	results := make([]same, len(mutants))
	parallel(jobs, len(mutants), func(i int) {
		m := &mutants[i]
		s := m.Language.shuffle(m.Source, m.Seed)
		a := m.Language.analyze("in", m.Source, false, nil)
		b := m.Language.analyze("in", s.Source, false, nil)
		x := factsOf(a.Diagnostics, func(s lang.Span) lang.Span { return s })
		y := factsOf(b.Diagnostics, s.Back)
		results[i] = same{slices.Equal(x.codes, y.codes), slices.Equal(x.cores, y.cores),
			slices.Equal(x.blame, y.blame)}
	})
	out := &Shuffles{Mutants: len(mutants)}
	for i, r := range results {
		count(&out.Errors, r.errors)
		count(&out.Cores, r.cores)
		count(&out.Blame, r.blame)
		if !r.errors || !r.cores || !r.blame {
			out.Differ = append(out.Differ, mutants[i].ID)
		}
	}
	return out
}

// facts are the properties that must not change, as sorted lists with one entry for each error.
type facts struct{ codes, cores, blame []string }

// coreOf returns the sorted core of an error, or else its place.
func coreOf(d *lang.Diagnostic, back func(lang.Span) lang.Span) string {
	if d.Explanation == nil {
		return fmt.Sprint(back(d.Span))
	}
	var core []string
	for _, c := range d.Explanation.Core {
		core = append(core, fmt.Sprint(c.Rule, " ", c.Part, " ", back(c.Span)))
	}
	slices.Sort(core)
	return strings.Join(core, "; ")
}

func factsOf(ds []lang.Diagnostic, back func(lang.Span) lang.Span) facts {
	var f facts
	for i := range ds {
		d := &ds[i]
		if d.Severity != lang.Error || d.Secondary {
			continue
		}
		// When several errors are reported as one, names and order may decide which of them is shown.
		cores := []string{coreOf(d, back)}
		for j := range ds {
			if o := &ds[j]; len(d.Besides) > 0 && o.Secondary && o.Explanation != nil &&
				blamed(o)[0].Span == blamed(d)[0].Span {
				cores = append(cores, coreOf(o, back))
			}
		}
		slices.Sort(cores)
		f.codes = append(f.codes, string(d.Code))
		f.cores = append(f.cores, strings.Join(cores, " and "))
		f.blame = append(f.blame, fmt.Sprint(back(blamed(d)[0].Span)))
	}
	slices.Sort(f.codes)
	slices.Sort(f.cores)
	slices.Sort(f.blame)
	return f
}
