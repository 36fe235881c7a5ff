//go:build !js

package inputs

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
	pattern  *regexp.Regexp
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
			if r.pattern.MatchString(text) {
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
	l = strings.TrimPrefix(l, "/")
	var err error
	r.pattern, err = globToRegexp(l)
	return r, err == nil && l != ""
}

// globToRegexp translates a pattern of git: ? and * match no slash, "**/" any folders, "/**" everything below, and []
// are sets of characters (to git, of bytes). A pattern that matches nothing in git is an error.
func globToRegexp(glob string) (*regexp.Regexp, error) {
	b := []byte("(?s)^")
	for i := 0; i < len(glob); {
		rest := glob[i:]
		stars := len(rest) - len(strings.TrimLeft(rest, "*"))
		folders := stars >= 2 && (i == 0 || glob[i-1] == '/')
		switch {
		case folders && stars == len(rest):
			b = append(b, ".*"...)
			i += stars
		case folders && rest[stars] == '/':
			b = append(b, "(.*/)?"...)
			i += stars + 1
		case stars > 0:
			b = append(b, "[^/]*"...)
			i += stars
		case rest[0] == '?':
			b = append(b, "[^/]"...)
			i++
		case rest[0] == '[':
			n := 0
			b, n = appendSet(b, rest)
			i += n
		case rest[0] == '\\' && len(rest) > 1:
			b = append(b, regexp.QuoteMeta(rest[1:2])...)
			i += 2
		case rest[0] == '\\':
			return nil, errors.New("nothing follows the backslash")
		default:
			b = append(b, regexp.QuoteMeta(rest[:1])...)
			i++
		}
	}
	return regexp.Compile(string(append(b, '$')))
}

// appendSet translates the set of characters at the start of a pattern, and returns its length.
func appendSet(b []byte, glob string) (text []byte, length int) {
	b = append(b, '[')
	i := 1
	if i < len(glob) && (glob[i] == '!' || glob[i] == '^') {
		b = append(b, "^/"...)
		i++
	}
	for first := i; i < len(glob); i++ {
		rest := glob[i:]
		class := strings.Index(rest, ":]")
		switch {
		case rest[0] == ']' && i > first:
			return append(b, ']'), i + 1
		case strings.HasPrefix(rest, "[:") && class >= 2:
			b = append(b, rest[:class+2]...)
			i += class + 1
		case rest[0] == '\\' && len(rest) > 1:
			b = append(b, regexp.QuoteMeta(rest[1:2])...)
			i++
		default:
			b = append(b, regexp.QuoteMeta(rest[:1])...)
		}
	}
	return b, i // it has no end, so the regular expression is wrong
}
