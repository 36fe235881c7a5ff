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

// Ignore files are those of git: the patterns of .gitignore files count for
// their folder and all below it, deeper files before higher ones, later lines
// before earlier ones; a leading ! takes back; what is in an ignored folder
// cannot be taken back. Those above the walked folder count up to the root of
// its repository, whose .git/info/exclude counts last.
//
// A folder's .patgraphignore has the same syntax and counts like lines below those of
// its .gitignore. Where there is no repository, the files of both names above the
// walked folder count up to the working directory.

// An ignorer decides for the entries of one folder.
type ignorer struct {
	parent *ignorer
	dir    string // the folder, slash-separated, relative to the topmost ignorer's; "" there
	rules  []rule
}

type rule struct {
	pattern  string
	negated  bool
	folders  bool // only for folders
	anchored bool // matches the path below the file's folder, not the name alone
}

// newIgnorer reads the ignore files that count for a folder before those in it:
// those of the folders above it, up to the root of the repository.
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
		// Above the working directory there may be anybody's files.
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
	// The root's own file has precedence over the exclude file: one level each.
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

// ignoreFiles are those of a folder; rules of later ones decide first, so that our
// own may take back what git ignores.
var ignoreFiles = []string{".gitignore", ".patgraphignore"}

// load reads the ignore files of the ignorer's own folder, which is at a path.
func (ig *ignorer) load(dir string) {
	ig.rules = nil
	for _, f := range ignoreFiles {
		ig.rules = append(ig.rules, readRules(filepath.Join(dir, f))...)
	}
}

// below returns the ignorer of a folder in this one.
func (ig *ignorer) below(name string) *ignorer {
	return &ignorer{parent: ig, dir: path.Join(ig.dir, name)}
}

// ignores reports whether an entry of the folder is ignored. The caller has not
// entered the folder if that is ignored itself.
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

// readRules reads an ignore file; one that is not there has no rules.
func readRules(file string) []rule {
	// Git reads no ignore file through a link, and nor do we.
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
	// Blanks at the end do not count, unless one is escaped.
	for strings.HasSuffix(l, " ") && !endsEscaped(l[:len(l)-1]) {
		l = l[:len(l)-1]
	}
	l, r.folders = strings.CutSuffix(l, "/")
	r.anchored = strings.Contains(l, "/")
	r.pattern = strings.TrimPrefix(l, "/")
	return r, r.pattern != ""
}

// endsEscaped reports whether the next character would be escaped.
func endsEscaped(s string) bool {
	n := 0
	for strings.HasSuffix(s[:len(s)-n], `\`) {
		n++
	}
	return n%2 == 1
}

// wildmatch matches a path with a pattern as git does: ? and * match no slash,
// "**/" any folders, "/**" all that is below, and [] are sets of characters.
func wildmatch(pattern, text string) bool {
	m := matcher{failed: make(map[[2]int]bool), pattern: pattern, text: text}
	return m.match(0, 0)
}

// A matcher remembers what failed, so that no pattern takes exponential time.
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
	slashes := false // whether it matches slashes, too
	if end-p >= 2 && (p == 0 || m.pattern[p-1] == '/') {
		switch {
		case end == len(m.pattern):
			return true
		case m.pattern[end] == '/':
			if m.match(end+1, t) { // no folder at all
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

// class matches a character with the set that begins at p, and returns the place
// behind the set. A set without an end matches nothing.
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

// posixClasses are the sets of characters that git knows by names, all of ASCII.
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
