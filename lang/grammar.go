package lang

// A Grammar defines how editors highlight programs of a language, like a TextMate grammar.
type Grammar struct {
	Schema     string           `json:"$schema,omitempty"`
	Comment    string           `json:"comment,omitempty"`
	Name       string           `json:"name"`
	ScopeName  string           `json:"scopeName"`
	FileTypes  []string         `json:"fileTypes,omitempty"`
	Patterns   []*Rule          `json:"patterns"`
	Repository map[string]*Rule `json:"repository,omitempty"`
}

// A Rule is one of a grammar's patterns: an include, a match, a begin and an end,
// or a list of patterns.
type Rule struct {
	Comment       string              `json:"comment,omitempty"`
	Include       string              `json:"include,omitempty"`
	Name          string              `json:"name,omitempty"`
	ContentName   string              `json:"contentName,omitempty"`
	Match         string              `json:"match,omitempty"`
	Captures      map[string]*Capture `json:"captures,omitempty"`
	Begin         string              `json:"begin,omitempty"`
	BeginCaptures map[string]*Capture `json:"beginCaptures,omitempty"`
	End           string              `json:"end,omitempty"`
	EndCaptures   map[string]*Capture `json:"endCaptures,omitempty"`
	Patterns      []*Rule             `json:"patterns,omitempty"`
}

// A Capture is the scope of a group of a regexp.
type Capture struct {
	Name string `json:"name"`
}

// A Painter makes rules whose scopes end with the name of a language.
type Painter string

// Match returns the rule that gives the matches of a regexp a scope.
func (p Painter) Match(scope, regexp string) *Rule {
	return &Rule{Name: scope + "." + string(p), Match: regexp}
}

// Groups returns the rule that gives the groups of a regexp scopes, from the first group on.
func (p Painter) Groups(regexp string, scopes ...string) *Rule {
	captures := make(map[string]*Capture)
	for i, scope := range scopes {
		captures[string(rune('1'+i))] = &Capture{Name: scope + "." + string(p)}
	}
	return &Rule{Match: regexp, Captures: captures}
}

// WholeWords returns a regexp for words that are not parts of longer ones.
func WholeWords(regexp string) string { return regexp + `$|` + regexp + `(?=[^A-Za-z0-9_])` }
