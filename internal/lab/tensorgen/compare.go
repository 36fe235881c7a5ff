package tensorgen

import (
	"fmt"
	"slices"
	"strings"
)

// A Verdict is a judge's result for a program.
type Verdict struct {
	Errors  []Mistake
	Forward map[string]string
	Stages  []Stage
}

// A Judge checks a program.
type Judge func(source string) Verdict

// Compare compares a judge with the known properties of a network. It returns a description of the differences, and an
// empty text if they agree.
func Compare(n Network, judge Judge) string {
	v := judge(n.Source)
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch wrong := n.Wrong; {
	case wrong == nil:
		for _, e := range v.Errors {
			say("it is right, and refused at `%s`: %s", e.Text, e.Kind)
		}
	case !slices.ContainsFunc(v.Errors, func(e Mistake) bool { return e.Kind == wrong.Kind && (e.Text == wrong.Text || wrong.Text == "") }):
		say("it has a mistake at `%s` of %s: %s, and what is reported is %v", wrong.Text, wrong.Function,
			wrong.Kind, v.Errors)
	case len(v.Errors) > 1:
		say("it has one mistake, and what is reported is %v", v.Errors)
	}
	if n.Wrong == nil {
		for name, want := range n.Forward {
			if v.Forward[name] != want {
				say("%s is %s, and derived as %s", name, want, v.Forward[name])
			}
		}
	}
	at := 0
	for _, s := range n.Stages {
		i := slices.Index(v.Stages[at:], s)
		if i < 0 {
			var near []string
			for _, o := range v.Stages {
				if o.Function == s.Function && o.Text == s.Text {
					near = append(near, o.Type)
				}
			}
			say("%s: `%s` gives %s, and derived is %s", s.Function, s.Text, s.Type, strings.Join(near, ", "))
			continue
		}
		at += i + 1
	}
	return strings.Join(out, "\n")
}
