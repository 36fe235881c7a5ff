package mutate

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	analyzer "github.com/patgraph/patgraph/patterns/k"
)

// A Program is a text without errors and warnings, from which mutants are made.
type Program struct {
	Name    string
	Source  []byte
	Dialect k.Dialect
	Split   string // Fit or Test
}

// The two parts of all programs. Weights are fitted on the mutants of one and
// reported on those of the other, so that no program is in both.
const (
	Fit  = "fit"
	Test = "test"
)

// splitOf tells the part of a program by its name alone: a further program moves
// no other one.
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

// Sources are where the programs lie, as patterns of paths below the module's
// root.
var Sources = []string{"examples/programs/*/*.k", "internal/mutate/testdata/*.k"}

// Load reads the programs below a module's root, in order of their names. One
// with errors or warnings is an error: its mutants would say nothing.
func Load(root string) ([]Program, error) {
	var programs []Program
	for _, pattern := range Sources {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			source, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			name := strings.TrimSuffix(filepath.Base(path), ".k")
			r := analyzer.Analyze(context.Background(), lang.NewFile(path, source), analyzer.Options{})
			dialect, _ := k.DialectOf(r.Dialect)
			programs = append(programs, Program{Name: name, Source: source, Dialect: dialect, Split: splitOf(name)})
			if len(r.Diagnostics) > 0 {
				return nil, fmt.Errorf("%s: %s", path, r.Diagnostics[0].Message)
			}
		}
	}
	if len(programs) == 0 {
		return nil, fmt.Errorf("no programs below %s", root)
	}
	slices.SortFunc(programs, func(a, b Program) int { return strings.Compare(a.Name, b.Name) })
	return programs, nil
}

// A subject is a program as the operators see it.
type subject struct {
	*Program
	tree   *k.Tree
	names  *k.Names
	places *locator

	labels    []string // of the program, in order of first use
	functions []string
	types     []string   // its own, then those that are built in
	leaves    []k.NodeID // expressions of one token, or nearly so
	defOf     []int32    // by node: the definition, or -1 within a type
	distance  [][]int    // calls on the shortest way from d to e; 0 for none
}

func newSubject(p *Program) *subject {
	tree := parse(p.Name, p.Source)
	names, _ := k.Resolve(tree)
	s := &subject{Program: p, tree: tree, names: names, places: newLocator(tree)}
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
		switch n := &tree.Nodes[e]; {
		case n.Op.Labelled():
			label(n.Sym)
		case n.Op.Fielded():
			for _, f := range tree.Fields(k.NodeID(e)) {
				label(f.Label)
			}
		}
	}
	s.calls()
	return s
}

// calls finds how many calls it takes from each definition to each other.
func (s *subject) calls() {
	n := len(s.tree.Defs)
	next := make([][]int32, n)
	for e, d := range s.defOf {
		if node := &s.tree.Nodes[e]; d >= 0 && node.Op == k.OpRef {
			if c := s.names.Func[node.Sym]; c >= 0 {
				next[d] = append(next[d], c)
			}
		}
	}
	s.distance = make([][]int, n)
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
		s.distance[d] = far
	}
}

func (s *subject) text(span lang.Span) string { return string(s.Source[span.Start:span.End]) }

func (s *subject) defName(d int32) string { return s.tree.Syms.Text(s.tree.Defs[d].Name) }
