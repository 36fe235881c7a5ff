package lang

// A Grammar says how editors colour programs of a language, as TextMate grammars do.
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
