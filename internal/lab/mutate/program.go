package mutate

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// A Program is a text without errors and warnings, from which mutants are made.
type Program struct {
	Language *Language
	Name     string
	Source   []byte
	Dialect  string
	Split    string // Fit or Test
	Most     int    // maximal number of mutants of one operator; 0: as for other programs
}

// The two splits of the programs. Weights are fitted on the mutants of one and evaluated on those of the other, so no
// program is in both.
const (
	Fit  = "fit"
	Test = "test"
)

// splitOf chooses the split of a program by its name alone, so a new program does not move the others.
func splitOf(name string) string {
	if hash(name)%2 == 0 {
		return Fit
	}
	return Test
}

func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Load reads the programs of a language below a module's root, in order of their names.
func Load(root string, l *Language) ([]Program, error) {
	programs, err := l.programs(l, root)
	if err != nil {
		return nil, err
	}
	if len(programs) == 0 {
		return nil, fmt.Errorf("no programs below %s", root)
	}
	slices.SortFunc(programs, func(a, b Program) int { return strings.Compare(a.Name, b.Name) })
	return programs, nil
}

// eachFile calls add for the files that match some patterns below a module's root, with their names without extension.
func eachFile(root string, patterns []string, add func(path, name string, source []byte) error) error {
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return err
		}
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if err := add(path, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), source); err != nil {
				return err
			}
		}
	}
	return nil
}

// program returns a program, and an error if the analyzer reports more than notes, or also warnings.
func (l *Language) program(name string, source []byte, most int, warnings bool) (Program, error) {
	r := l.analyze(name, source, false, nil)
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error || d.Severity == lang.Warning && !warnings {
			return Program{}, fmt.Errorf("%s: %s", name, d.Message)
		}
	}
	return Program{Language: l, Name: name, Source: source, Dialect: r.Dialect, Split: splitOf(name), Most: most}, nil
}

// readJSON reads a file below a module's root.
func readJSON(root, path string, v any) error {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// A kSubject is a program of k as the operators see it.
type kSubject struct {
	*Program
	tree   *k.Tree
	names  *k.Names
	places *locator

	labels    []string // of the program, in order of first use
	functions []string
	types     []string   // those of the program, then the built-in ones
	leaves    []k.NodeID // expressions of one token, or nearly so
	defOf     []int32    // by node: the definition, or -1 within a type
	distance  [][]int    // calls on the shortest path from d to e; 0 for none
}

func newKSubject(p *Program) *kSubject {
	tree := parse(p.Name, p.Source)
	names, _ := k.Resolve(tree)
	s := &kSubject{Program: p, tree: tree, names: names, places: newLocator(tree)}
	s.defOf = make([]int32, len(tree.Nodes))
	for i := range s.defOf {
		s.defOf[i] = -1
	}
	for d := range tree.Defs {
		def := &tree.Defs[d]
		if !def.Main {
			s.functions = append(s.functions, tree.Syms.Text(def.Name))
		}
		for e := def.First; e <= def.Root; e++ {
			s.defOf[e] = int32(d)
			switch tree.Nodes[e].Op {
			case k.OpRef, k.OpDot, k.OpVid, k.OpDiv, k.OpInt, k.OpString, k.OpPipe, k.OpType:
				if len(s.text(tree.Span(e))) <= 12 {
					s.leaves = append(s.leaves, e)
				}
			}
		}
	}
	for i := range tree.Types {
		s.types = append(s.types, tree.Syms.Text(tree.Types[i].Name))
	}
	if tree.Dialect != k.K6 {
		s.types = append(s.types, "int", "string")
	}
	seen := make(map[lang.Sym]bool)
	label := func(l lang.Sym) {
		if !seen[l] {
			seen[l] = true
			s.labels = append(s.labels, tree.Syms.Text(l))
		}
	}
	for e := range tree.Nodes {
		if n := &tree.Nodes[e]; k.Labelled(n.Op) {
			label(n.Sym)
		}
		for _, f := range tree.Fields(k.NodeID(e)) {
			label(f.Label)
		}
	}
	s.distance = s.distances()
	return s
}

func (s *kSubject) calls() [][]int { return s.distance }

// distances finds the length of the shortest chain of calls from each definition to each other.
func (s *kSubject) distances() [][]int {
	n := len(s.tree.Defs)
	next := make([][]int32, n)
	for e, d := range s.defOf {
		if node := &s.tree.Nodes[e]; d >= 0 && node.Op == k.OpRef {
			if c := s.names.Func[node.Sym]; c >= 0 {
				next[d] = append(next[d], c)
			}
		}
	}
	return walk(next)
}

// walk finds the length of the shortest path from each of n vertices to each other; 0 for none.
func walk(next [][]int32) [][]int {
	n := len(next)
	distance := make([][]int, n)
	for d := range n {
		far := make([]int, n)
		seen := make([]bool, n)
		seen[d] = true
		for queue := []int32{int32(d)}; len(queue) > 0; queue = queue[1:] {
			for _, c := range next[queue[0]] {
				if !seen[c] {
					seen[c] = true
					far[c] = far[queue[0]] + 1
					queue = append(queue, c)
				}
			}
		}
		distance[d] = far
	}
	return distance
}

func (s *kSubject) text(span lang.Span) string { return string(s.Source[span.Start:span.End]) }

func (s *kSubject) defName(d int32) string { return s.tree.Syms.Text(s.tree.Defs[d].Name) }
