package repair

import (
	"math"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// spelling collects evidence from the words of a source for the right spelling of a label.
type spelling struct {
	words   map[string]int                // of the source, including comments and strings
	pairs   map[[2]byte]int               // of letters in words
	near    map[unify.Label][]unify.Label // labels of the program that are similar to a label
	letters int                           // how many pairs of letters may still be compared to find them
}

// lettersPerFile bounds the comparison of labels to about 100 ms.
const lettersPerFile = 20_000_000

// fewWords are too few for statistics of their letters.
const fewWords = 50

// affordLetters reports whether two texts have similar lengths, and whether the bound on all comparisons allows to
// compare them.
func (s *spelling) affordLetters(x, y string) bool {
	if d := len(y) - len(x); 3*d > len(x)+3 || -3*d > len(x)+3 || s.letters < 0 {
		return false
	}
	s.letters -= len(x) * len(y)
	return s.letters >= 0
}

// isWord reports whether a byte may be part of a word.
func (w *Trials) isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		strings.IndexByte(w.style.Word, c) >= 0
}

// word counts the occurrences of a word in the source.
func (w *Trials) word(text string) int {
	if w.words == nil {
		w.words, w.pairs = make(map[string]int), make(map[[2]byte]int)
		src := string(w.File.Src)
		for i := 0; i < len(src); i++ {
			from := i
			for i < len(src) && w.isWord(src[i]) {
				i++
			}
			if from < i {
				w.words[src[from:i]]++
			}
		}
		for word, n := range w.words {
			for i := 0; i+1 < len(word); i++ {
				w.pairs[[2]byte{word[i], word[i+1]}] += n
			}
		}
	}
	return w.words[text]
}

// common rates how common the pairs of letters of a word are in the rest of the source: by the rarest pair first, then
// by the average. Among few words it is 0.
func (w *Trials) common(text string) int {
	w.word(text)
	if len(w.words) < fewWords {
		return 0
	}
	sum, least := 0, math.MaxInt32
	for i := 0; i+1 < len(text); i++ {
		n := min(w.pairs[[2]byte{text[i], text[i+1]}]-w.word(text), 20)
		sum, least = sum+n, min(least, n)
	}
	return 1000*least + 100*sum/max(len(text)-1, 1)
}

// distance returns lang.Distance of two labels.
func (w *Trials) distance(l, m unify.Label) (int, bool) {
	if l == unify.Member || m == unify.Member {
		return 0, false
	}
	x, y := w.Labels.Text(l), w.Labels.Text(m)
	if !w.affordLetters(x, y) {
		return 0, false
	}
	return lang.Distance(x, y)
}

// nearLabels returns the labels of the program that are similar to a label, the nearest first.
func (w *Trials) nearLabels(l unify.Label) []unify.Label {
	if near, ok := w.near[l]; ok {
		return near
	}
	text := w.Labels.Text(l)
	var names []string
	for m, count := range w.counts() {
		if m == 0 || count == 0 {
			continue
		}
		if other := w.Labels.Text(unify.Label(m)); w.affordLetters(text, other) {
			names = append(names, other)
		}
	}
	w.Solver.Watch.Steps(len(names))
	var near []unify.Label
	for _, name := range lang.Nearest(text, slices.Values(names), mostNear) {
		if m, ok := w.Labels.Lookup(name); ok {
			near = append(near, m)
		}
	}
	w.near[l] = near
	return near
}
