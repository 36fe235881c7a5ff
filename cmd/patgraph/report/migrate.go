package report

import (
	"fmt"
	"strings"
)

// AppendMigration writes which definitions were not migrated, below the problems of a program.
func (s *Style) AppendMigration(b []byte, in *Input) []byte {
	m := in.Migration
	if m != nil && m.Already {
		return append(b, s.name(in.Name)+" is "+m.Dialect+" and stays as it is\n"...)
	}
	if m != nil && len(m.Narrowed) > 0 {
		b = append(b, s.prose(s.name(in.Name)+": equal only where this program uses them: "+someNames(m.Narrowed))+"\n"...)
	}
	if m == nil || len(m.Left) == 0 {
		return b
	}
	line := fmt.Sprintf("%s: %d of %d definitions can be migrated, all but %s", s.name(in.Name), len(m.Migrated),
		len(m.Migrated)+len(m.Left), someNames(m.Left))
	if len(m.Migrated) == 0 {
		line = s.name(in.Name) + ": none of the definitions can be migrated"
	} else if in.Layout == nil {
		line += "; --partial writes those"
	}
	return append(b, s.prose(line)+"\n\n"...)
}

// someNames lists the first few names.
func someNames(all []string) string {
	const most = 8
	names := make([]string, 0, most)
	for _, n := range all[:min(len(all), most)] {
		names = append(names, "`"+n+"`")
	}
	list := strings.Join(names, ", ")
	if len(all) > most {
		list += fmt.Sprintf(" and %d more", len(all)-most)
	}
	return list
}

type jsonMigration struct {
	Dialect  string     `json:"dialect"`
	Complete bool       `json:"complete"`
	Already  bool       `json:"already,omitempty"`
	Migrated []jsonText `json:"migrated"`
	Narrowed []jsonText `json:"narrowed,omitempty"`
	Left     []jsonText `json:"left"`
	Text     *jsonText  `json:"text,omitempty"`
}

func migrationData(in *Input) *jsonMigration {
	m := in.Migration
	out := &jsonMigration{
		Dialect: m.Dialect, Complete: m.Complete, Already: m.Already, Migrated: jsonTexts(m.Migrated),
		Narrowed: jsonTexts(m.Narrowed), Left: jsonTexts(m.Left),
	}
	if in.Layout != nil {
		text := jsonText(in.Layout)
		out.Text = &text
	}
	return out
}
