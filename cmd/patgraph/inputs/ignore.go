//go:build !js

package inputs

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Ignore files follow git: the patterns of a .gitignore file apply to its folder and everything below. Files in deeper
// folders have precedence over those above, later lines over earlier ones. A leading ! includes again, but nothing
// within an ignored folder can be included again. Files above the walked folder apply up to the root of its repository,
// whose .git/info/exclude has the lowest precedence.
//
// A folder's .patgraphignore has the same syntax, and its lines follow those of the .gitignore. Without a repository,
// the files of both names above the walked folder apply up to the working directory.

// An ignorer decides about the entries of one folder.
type ignorer struct {
	parent *ignorer
	dir    string // the folder, slash-separated, relative to the topmost ignorer's; "" there
	rules  []rule
}

type rule struct {
	pattern  string
	negated  bool
	folders  bool // matches only folders
	anchored bool // matches the path below the file's folder, not the name alone
}

// newIgnorer reads the ignore files above a folder that apply to it, up to the root of the repository.
func newIgnorer(dir string) *ignorer {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return &ignorer{}
	}
	root := abs
	for !isRepository(root) {
		if above := filepath.Dir(root); above != root {
			root = above
			continue
		}
		// Files above the working directory may belong to other users.
		if root, err = os.Getwd(); err != nil {
			return &ignorer{}
		}
		break
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return &ignorer{}
	}
	var names []string
	if rel != "." {
		names = strings.Split(filepath.ToSlash(rel), "/")
	}
	// The root's own file has precedence over the exclude file, so each has its own level.
	ig := &ignorer{parent: &ignorer{rules: readRules(filepath.Join(root, ".git", "info", "exclude"))}}
	for _, n := range names {
		ig.load(filepath.Join(root, filepath.FromSlash(ig.dir)))
		ig = &ignorer{parent: ig, dir: path.Join(ig.dir, n)}
	}
	return ig
}

func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// ignoreFiles are the ignore files of a folder; rules of later files have precedence, so that .patgraphignore can
// include again what git ignores.
var ignoreFiles = []string{".gitignore", ".patgraphignore"}

// load reads the ignore files of the ignorer's folder, whose path on disk is dir.
func (ig *ignorer) load(dir string) {
	ig.rules = nil
	for _, f := range ignoreFiles {
		ig.rules = append(ig.rules, readRules(filepath.Join(dir, f))...)
	}
}

// below returns the ignorer of a folder within this one.
func (ig *ignorer) below(name string) *ignorer {
	return &ignorer{parent: ig, dir: path.Join(ig.dir, name)}
}

// ignores reports whether an entry of the folder is ignored. The caller does not enter ignored folders.
func (ig *ignorer) ignores(name string, folder bool) bool {
	whole := path.Join(ig.dir, name)
	for at := ig; at != nil; at = at.parent {
		rel := whole
		if at.dir != "" {
			rel = whole[len(at.dir)+1:]
		}
		for _, r := range slices.Backward(at.rules) {
			if r.folders && !folder {
				continue
			}
			text := name
			if r.anchored {
				text = rel
			}
			if wildmatch(r.pattern, text) {
				return !r.negated
			}
		}
	}
	return false
}

// readRules reads an ignore file; a missing file has no rules.
func readRules(file string) []rule {
	// Git does not follow links to ignore files, so this does not either.
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var rules []rule
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for l := range strings.SplitSeq(string(data), "\n") {
		if r, ok := parseRule(strings.TrimSuffix(l, "\r")); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

func parseRule(l string) (rule, bool) {
	var r rule
	if strings.HasPrefix(l, "#") {
		return r, false
	}
	l, r.negated = strings.CutPrefix(l, "!")
	// Trailing blanks are ignored, unless escaped.
	for strings.HasSuffix(l, " ") && !endsEscaped(l[:len(l)-1]) {
		l = l[:len(l)-1]
	}
	l, r.folders = strings.CutSuffix(l, "/")
	r.anchored = strings.Contains(l, "/")
	r.pattern = strings.TrimPrefix(l, "/")
	return r, r.pattern != ""
}

// wildmatch matches a path with a pattern as git does: ? and * match no slash, "**/" any folders, "/**" everything
// below, and [] are sets of characters.
func wildmatch(pattern, text string) bool {
	m := matcher{failed: make(map[[2]int]bool), pattern: pattern, text: text}
	return m.match(0, 0)
}

// A matcher caches failed matches, so that no pattern takes exponential time.
type matcher struct {
	pattern, text string
	failed        map[[2]int]bool
}

func (m *matcher) match(p, t int) bool {
	for p < len(m.pattern) {
		switch c := m.pattern[p]; c {
		case '*':
			if m.failed[[2]int{p, t}] {
				return false
			}
			if m.star(p, t) {
				return true
			}
			m.failed[[2]int{p, t}] = true
			return false
		case '?':
			if t >= len(m.text) || m.text[t] == '/' {
				return false
			}
			p++
			t++
		case '[':
			if t >= len(m.text) {
				return false
			}
			next, in, ok := class(m.pattern, p, m.text[t])
			if !ok || !in || m.text[t] == '/' {
				return false
			}
			p = next
			t++
		default:
			if c == '\\' {
				p++
				if p == len(m.pattern) {
					return false
				}
			}
			if t >= len(m.text) || m.text[t] != m.pattern[p] {
				return false
			}
			p++
			t++
		}
	}
	return t == len(m.text)
}

// star matches from a * on.
func (m *matcher) star(p, t int) bool {
	end := p
	for end < len(m.pattern) && m.pattern[end] == '*' {
		end++
	}
	slashes := false // whether it also matches slashes
	if end-p >= 2 && (p == 0 || m.pattern[p-1] == '/') {
		switch {
		case end == len(m.pattern):
			return true
		case m.pattern[end] == '/':
			if m.match(end+1, t) { // "**/" matches no folder
				return true
			}
			slashes = true
		}
	}
	for ; ; t++ {
		if m.match(end, t) {
			return true
		}
		if t >= len(m.text) || !slashes && m.text[t] == '/' {
			return false
		}
	}
}

// class matches a character with the set that begins at p, and returns the offset behind the set. A set without an end
// matches nothing.
func class(pattern string, p int, c byte) (next int, in, ok bool) {
	p++
	negated := false
	if p < len(pattern) && (pattern[p] == '!' || pattern[p] == '^') {
		negated = true
		p++
	}
	for first := true; ; first = false {
		if p >= len(pattern) {
			return 0, false, false
		}
		if pattern[p] == ']' && !first {
			return p + 1, in != negated, true
		}
		if strings.HasPrefix(pattern[p:], "[:") {
			if end := strings.Index(pattern[p+2:], ":]"); end >= 0 {
				member, known := posix(pattern[p+2:p+2+end], c)
				if !known {
					return 0, false, false
				}
				in = in || member
				p += end + 4
				continue
			}
		}
		low := pattern[p]
		if low == '\\' {
			p++
			if p >= len(pattern) {
				return 0, false, false
			}
			low = pattern[p]
		}
		p++
		high := low
		if p+1 < len(pattern) && pattern[p] == '-' && pattern[p+1] != ']' {
			high = pattern[p+1]
			p += 2
			if high == '\\' && p < len(pattern) {
				high = pattern[p]
				p++
			}
		}
		in = in || low <= c && c <= high
	}
}

// posixClasses are git's named sets of characters, restricted to ASCII.
var posixClasses = sync.OnceValue(func() map[string]*regexp.Regexp {
	classes := make(map[string]*regexp.Regexp)
	for _, name := range strings.Fields("alnum alpha blank cntrl digit graph lower print punct space upper xdigit") {
		classes[name] = regexp.MustCompile("[[:" + name + ":]]")
	}
	return classes
})

func posix(name string, c byte) (in, known bool) {
	class, known := posixClasses()[name]
	return known && c < utf8.RuneSelf && class.Match([]byte{c}), known
}
