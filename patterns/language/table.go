package language

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Table is the languages of a program. The first one is the default for texts of unknown language.
type Table []*Language

// Extensions returns the extensions of all languages.
func (t Table) Extensions() []string {
	var list []string
	for _, l := range t {
		list = append(list, l.Extensions...)
	}
	return list
}

// Dialects returns the names by which users choose a dialect, AnyDialect first.
func (t Table) Dialects() []string {
	list := []string{AnyDialect}
	for _, l := range t {
		list = append(list, l.Dialects...)
	}
	return list
}

// DialectLanguages returns the languages of dialects as people write them, except where the dialect has that name.
func (t Table) DialectLanguages() map[string]string {
	of := make(map[string]string)
	for _, l := range t {
		for _, d := range l.Dialects {
			if d != l.Name {
				of[d] = l.Called()
			}
		}
	}
	return of
}

// Owns reports whether the end of a name is that of the language's files.
func (l *Language) Owns(name string) bool {
	return slices.ContainsFunc(l.Extensions, func(e string) bool { return strings.HasSuffix(name, e) })
}

// Extension returns the longest extension of a language that ends a name, and the language; or "" and nil.
func (t Table) Extension(name string) (extension string, of *Language) {
	for _, l := range t {
		for _, e := range l.Extensions {
			if strings.HasSuffix(name, e) && len(e) > len(extension) {
				extension, of = e, l
			}
		}
	}
	return extension, of
}

// For returns the language of a file by the end of its name, or else by the requested dialect.
func (t Table) For(name, dialect string) *Language {
	if _, l := t.Extension(name); l != nil {
		return l
	}
	for _, l := range t {
		if slices.Contains(l.Dialects, dialect) {
			return l
		}
	}
	return t[0]
}

// Like returns the language in which a text begins as none in another language does, or nil.
func (t Table) Like(text []byte) *Language {
	for _, l := range t {
		if l.Begins != "" && regexp.MustCompile(`^(?:\s|//.*|/\*(?s:.*?)\*/)*(?:`+l.Begins+`)`).Match(text) {
			return l
		}
	}
	return nil
}

// BinaryHead is the number of first bytes by which programs that are not texts are recognised.
const BinaryHead = 64

// Binary returns how to read a program that is not a text, by its name and its first bytes; nil if it is a text.
func (t Table) Binary(name string, head []byte) *Binary {
	head = head[:min(len(head), BinaryHead)]
	for _, l := range t {
		b := l.Binary
		if b != nil && (strings.HasSuffix(name, b.Extension) && !b.IsText(head) || b.Is(head) ||
			b.IsOther != nil && b.IsOther(head)) {
			return b
		}
	}
	return nil
}

// Pages returns the pages of the codes of all languages, shared ones included, in the order of the codes.
func (t Table) Pages() lang.Pages {
	all := slices.Clone(lang.SharedPages)
	for _, l := range t {
		for _, p := range l.Pages {
			p.Language = l.Name
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b lang.Page) int { return cmp.Compare(a.Code, b.Code) })
	return all
}

// Rules returns the pages of the rules of all languages.
func (t Table) Rules() []lang.RulePage {
	var pages []lang.RulePage
	for _, l := range t {
		pages = append(pages, l.Rules...)
	}
	return pages
}

// A ToolMessage is what another tool prints of a mistake that has a code.
type ToolMessage struct {
	Text string // a part of it without names and numbers
	Tool string
	Code lang.Code
	Says string // what it means
}

// leastMessage is the least number of bytes of a part of a message by which it is found.
const leastMessage = 16

// ToolMessage finds a message of another tool by its text, or the shortest one by a part of it, and returns the name of the
// language with its code; false if there is none.
func (t Table) ToolMessage(text string) (m ToolMessage, language string, ok bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, l := range t {
		for _, x := range l.ToolMessages {
			known := strings.ToLower(x.Text)
			if strings.Contains(text, known) {
				return x, l.Name, true
			}
			if part := len(text) >= leastMessage && strings.Contains(known, text); part && (!ok || len(x.Text) < len(m.Text)) {
				m, language, ok = x, l.Name, true
			}
		}
	}
	return m, language, ok
}
