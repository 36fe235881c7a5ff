package graphviz

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A Picture is a drawing before its layout. Edges refer to nodes by index, and nodes and clusters refer to clusters by
// index.
type Picture struct {
	Title    string
	Across   bool     // read from left to right, else from top to bottom
	Notes    []string // what is not shown, for the reader
	Nodes    []Node
	Edges    []Edge
	Clusters []Cluster

	stages  bool // its nodes are in an order in which values flow: each edge leads to a later one
	calls   bool // its nodes are definitions
	file    *lang.File
	ids     map[string]int
	between []Edge            // arrows to draw once their start is folded
	whole   int               // how many nodes it had before it was folded; 0: it is not folded
	note    int               // which note says how many are folded
	unit    [2]string         // what nodes of a folded frame are called, singular and plural; empty: patterns
	long    map[string]string // by word that was too long: its short form
	film    *Film             // that it is a picture of; or nil
	stacked bool              // its frames may be below each other; see columns
}

// A Node is a box of a picture.
type Node struct {
	ID      string // stable and distinct within the picture, safe as an XML id
	Role    Role
	Lines   []string
	Name    string // its name in an outline; empty: its first line
	Text    string // its text in an outline; empty: the lines
	Tooltip string
	Span    lang.Span // the place that a click opens; empty for none
	Step    int32     // of the derivation or of the proof, from 1; 0: it is not a step
	Reason  string    // why it exists: the rule of its step; empty if unknown
	Cluster int       // index, or -1
	Left    bool      // its lines are aligned left
	State   State

	// Width and height in points; 0: those of its text.
	Wide, High float64

	// By which --focus finds a node, and how many nodes it represents.
	Names []string
	Spans []lang.Span
	Count int
	scope string    // the path of the part of a model that it belongs to, or ""
	kind  string    // of a stage: its operator and its type; empty: it is like no other
	typ   string    // of a stage: the type that it gives
	first string    // of several stages: the type that the first one gives
	title int       // of a stage: how many of its lines are its name; others may be left out
	data  bool      // it is a constant
	sizes bool      // it is computed from sizes and constants only
	entry bool      // reading begins here: folding keeps the nodes nearby
	fixed bool      // it is never hidden
	aside bool      // it is folded before others
	layer lang.Span // of a stage: where the attributes of its layer are written

	operators []string // of several stages, without repetitions, in their order
}

// An Edge is an arrow, or a line where its role says so.
type Edge struct {
	ID       string
	From, To int
	Role     Role
	Label    string
	Tooltip  string
	Span     lang.Span
	Step     int32  // as of a Node
	Reason   string // likewise
	Loose    bool   // it does not constrain the layout
	Back     bool   // it points against the reading direction
	Main     bool   // it is part of a chain that is drawn straight
	Absent   bool   // as of a Node
	far      int    // over how many ranks it leads; 0: one
}

// A State is what the step that a picture shows has to do with a node.
type State uint8

const (
	Present State = iota
	Absent        // it takes its place and is not drawn: other pictures of the film have it
	Joined        // the step united it with another
	Clashed       // the step failed to
	Gone          // the step united it with another, which has a place of its own
)

// A Cluster is a frame around nodes and other clusters.
type Cluster struct {
	ID      string
	Role    Role
	Label   string
	Tooltip string
	Span    lang.Span
	Parent  int // index, or -1
}

func newPicture(file *lang.File, title string) *Picture {
	return &Picture{Title: title, file: file, ids: make(map[string]int)}
}

// id makes a distinct identifier from some words.
func (p *Picture) id(words ...string) string {
	s := ""
	for i, w := range words {
		if i > 0 {
			s += "."
		}
		s += identifier(p.short(w))
	}
	n := p.ids[s]
	p.ids[s]++
	if n > 0 {
		return p.id(s, strconv.Itoa(n))
	}
	return s
}

// identifier keeps letters, digits, dashes and dots; other bytes become hexadecimal numbers, so that distinct words
// stay distinct.
func identifier(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.':
			b = append(b, c)
		case c == '_' && strings.HasPrefix(s, "__"):
			b = append(b, c) // the name of the main expression
		default:
			b = append(b, '_')
			b = append(b, strconv.FormatInt(int64(c)+0x100, 16)[1:]...)
		}
	}
	return string(b)
}

// short cuts a word that would make an identifier too long: a name may have any length, and occurs in the identifiers
// of all nodes of its definition.
func (p *Picture) short(word string) string {
	const most, kept = 200, 100
	if len(word) <= most {
		return word
	}
	return patterns.Remember(&p.long, word, func() string {
		h := fnv.New64a()
		h.Write([]byte(word))
		return fmt.Sprintf("%s-%x", word[:kept], h.Sum64())
	})
}

func (p *Picture) node(n Node) int {
	n.Count = cmp.Or(n.Count, 1)
	p.Nodes = append(p.Nodes, n)
	return len(p.Nodes) - 1
}

func (p *Picture) edge(e Edge) {
	if e.ID == "" {
		e.ID = p.id(p.Nodes[e.From].ID, "to", p.Nodes[e.To].ID)
	}
	p.Edges = append(p.Edges, e)
}

func (p *Picture) cluster(c Cluster) int {
	p.Clusters = append(p.Clusters, c)
	return len(p.Clusters) - 1
}

// place is a span in the notation for people.
func (p *Picture) place(s lang.Span) string {
	if s.Empty() || p.file == nil {
		return ""
	}
	return p.file.Position(s.Start).String()
}

// at appends a place to a text.
func (p *Picture) at(text string, s lang.Span) string {
	if at := p.place(s); at != "" {
		return text + " (" + at + ")"
	}
	return text
}

// said is a phrase followed by a place, unless one of its words is the place.
func (p *Picture) said(x lang.Phrase, s lang.Span) string {
	if slices.Contains(x, lang.At(s, p.place(s))) {
		return x.String()
	}
	return p.at(x.String(), s)
}

// shorten cuts a text to so many characters, not within a name if possible.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if r := []rune(s); len(r) > most {
		return string(r[:wholeName(r, most-1, most/2)]) + "…"
	}
	return s
}

// abridged cuts the type of a function to so many characters. What it gives stays if it is at the end and short.
func abridged(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	end := len(r) - most/3
	if tail := string(r[wholeName(r, end, len(r)):]); strings.Contains(tail, "-> ") {
		return shorten(s, most-most/3) + tail
	}
	return shorten(s, most)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
