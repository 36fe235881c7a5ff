package report

import (
	"cmp"
)

// A Setting is a setting of the analysis, with its origin.
type Setting struct {
	Key   string // as in patgraph.toml, with its table: limits.nodes
	Value any    // as data; nil for none
	Text  string // for people
	From  string // default, file or flag
	Place string // FILE:LINE or the flag; empty for a default
	Line  int    // in the file, from 1; 0 if it is not from a file
}

// AppendConfig writes the settings that apply to a path, and the configuration file that some of them come from, "" for
// none.
func (s *Style) AppendConfig(b []byte, path, file string, list []Setting) []byte {
	b = append(b, cmp.Or(s.name(file), "no patgraph.toml")+" applies to "+s.within(path)+"\n\n"...)
	key, value := 0, 0
	for i := range list {
		key = max(key, len(list[i].Key))
		if w := width(s.within(list[i].Text)); w <= maxSetting {
			value = max(value, w)
		}
	}
	for i := range list {
		x := &list[i]
		b = s.paint(b, heading, x.Key)
		b = append(b, blanks(key-len(x.Key)+2)...)
		text := s.within(x.Text)
		b = append(b, text...)
		b = append(b, blanks(max(value-width(text), 0)+2)...)
		b = s.line(b, faint, cmp.Or(s.within(x.Place), x.From))
	}
	return b
}

// maxSetting is the width above which a value does not widen its column.
const maxSetting = 40

type jsonConfig struct {
	Path     jsonText      `json:"path"`
	File     *jsonText     `json:"file"`
	Settings []jsonSetting `json:"settings"`
}

type jsonSetting struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
	From  string `json:"from"`
	Line  int    `json:"line,omitempty"`
	Flag  string `json:"flag,omitempty"`
}

// AppendConfigData is AppendConfig as one JSON document.
func AppendConfigData(b []byte, path, file string, list []Setting) []byte {
	config := jsonConfig{Path: jsonText(path)}
	if file != "" {
		name := jsonText(file)
		config.File = &name
	}
	config.Settings = each(list, func(_ int, x *Setting) jsonSetting {
		out := jsonSetting{Key: x.Key, Value: x.Value, From: x.From, Line: x.Line}
		if texts, ok := x.Value.([]string); ok {
			out.Value = jsonTexts(texts)
		}
		if x.From == "flag" {
			out.Flag = x.Place
		}
		return out
	})
	b = append(b, `{"schema":"`+Schema+`","config":`...)
	return append(AppendJSON(b, &config), "}\n"...)
}
