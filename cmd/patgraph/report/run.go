package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Run is a run of a program on a value; or a value that could not be read.
type Run struct {
	Program    *Input
	Definition string // the definition that was run
	In         language.Value
	Of         string // the origin of the value, if it is one of several
	Outcome    language.Outcome
	Within     string            // the definition in which the run ended early
	Problem    []lang.Diagnostic // why it was not run; nil if it was
	Problems   *Input            // the input of Problem
	Most       int               // maximum size of a result in bytes; negative: any
	Own        bool              // values are not in JSON but in a notation of the language, which JSON has as texts
}

// Evaluate runs a definition of the program on the input, and sets the outcome and the definition in which it ended.
func (r *Run) Evaluate(runner language.Runner, d int32, options language.RunOptions) {
	r.Outcome = runner.Run(d, r.In, options)
	if d := r.Outcome.Within; d >= 0 {
		r.Within = r.Program.Result.Definitions[d].Name
	}
}

// AppendRunData writes the outcome of a run as a line of JSON.
func AppendRunData(b []byte, r *Run) []byte {
	b = append(b, `{"schema":"`+Schema+`",`...)
	if r.Of != "" {
		b = appendText(append(b, `"input":`...), r.Of)
		b = append(b, ',')
	}
	o := &r.Outcome
	w := jsonWriter{Input: r.Program}
	start := len(b)
	switch {
	case r.Problem != nil:
		outcome := "unreadable"
		if r.Problems == r.Program {
			outcome = "not-run"
		}
		w.Input = r.Problems
		return append(w.diagnostics(append(b, `"outcome":"`+outcome+`",`...), r.Problem), "}\n"...)
	case o.Verdict == lang.Defined:
		parts, several := o.Value.Open()
		if several {
			b = append(b, `"outcome":"values","values":[`...)
		} else {
			b, parts = append(b, `"outcome":"value","value":`...), []language.Value{o.Value}
		}
		for i, v := range parts {
			if i > 0 {
				b = append(b, ',')
			}
			var all bool
			if r.Own {
				var text []byte
				text, all = v.AppendUpTo(nil, r.Most)
				b = appendText(b, string(text))
			} else {
				b, all = v.AppendUpTo(b, r.Most)
			}
			if !all || several && len(b)-start > r.Most && r.Most >= 0 {
				return r.tooLong(b[:start])
			}
		}
		if several {
			b = append(b, ']')
		}
		b = lang.EscapeJSON(b, start)
	case o.Verdict == lang.Failed:
		b = w.diagnostics(append(b, `"outcome":"error",`...), []lang.Diagnostic{r.Diagnostic()})
	default:
		b = append(b, `"outcome":"`+strings.ReplaceAll(o.Verdict.String(), " ", "-")+`"`...)
		for i, why := range o.Why {
			if b = append(b, ','); i == 0 {
				b = append(b, `"why":[`...)
			}
			b = appendText(append(b, `{"message":`...), why.Says.String())
			b = AppendJSON(append(b, `,"span":`...), w.span(why.At))
			if b = append(b, '}'); i == len(o.Why)-1 {
				b = append(b, ']')
			}
		}
	}
	b = append(b, `,"steps":`...)
	return append(strconv.AppendInt(b, o.Steps, 10), "}\n"...)
}

// tooLong writes the outcome for a result whose text exceeds the memory bound.
func (r *Run) tooLong(b []byte) []byte {
	r.Outcome.Verdict = lang.OutOfMemory
	return append(strconv.AppendInt(append(b, `"outcome":"out-of-memory","steps":`...), r.Outcome.Steps, 10), "}\n"...)
}

// Diagnostic is the error of a failed run.
func (r *Run) Diagnostic() lang.Diagnostic {
	d := r.Outcome.Failure
	d.Definition = r.Within
	if r.Of != "" {
		d.Notes = append(d.Notes, lang.Text("on the value of "+r.Of))
	}
	return d
}

// AppendResult writes the value of a run as JSON, in lines of the style's width or in one line. The members of an open
// vector are written one by one. If the text is too long it changes the outcome.
func (s *Style) AppendResult(b []byte, r *Run, oneLine bool) []byte {
	o := &r.Outcome
	if r.Problem != nil || o.Verdict != lang.Defined {
		return b
	}
	start := len(b)
	values, several := o.Value.Open()
	if !several {
		values = []language.Value{o.Value}
	}
	for _, v := range values {
		var all bool
		if oneLine {
			b, all = v.AppendUpTo(b, r.Most)
		} else {
			b, all = v.AppendIndented(b, s.Width, r.Most)
		}
		if !all || r.Most >= 0 && len(b)-start > r.Most {
			o.Verdict = lang.OutOfMemory
			return b[:start]
		}
		b = append(b, '\n')
	}
	return lang.EscapeJSON(b, start)
}

// mostValue is the maximum length of a value in a message.
const mostValue = 60

// AppendVerdict writes as text why there is no value, and nothing if there is one.
func (s *Style) AppendVerdict(b []byte, r *Run) []byte {
	if r.Problem != nil {
		in := *r.Problems
		in.Diagnostics = r.Problem
		return s.AppendDiagnostics(b, &in)
	}
	o := &r.Outcome
	of := ""
	if r.Of != "" {
		of = r.Of + ": "
	}
	switch o.Verdict {
	case lang.Undefined:
		what := "`" + r.Definition + "`"
		if r.Definition == lang.MainName {
			what = "the main expression"
		}
		b = s.verdict(b, "undefined", of+what+" is not defined on `"+r.In.Short(mostValue)+"`")
		for _, why := range o.Why {
			name, file := r.Program.seen(why.At)
			b = s.remark(b, 1, "why", why.Says.String()+" ("+s.name(name)+":"+lineColumn(file, why.At)+")")
		}
		return b
	case lang.Failed:
		in := *r.Program
		in.Diagnostics = []lang.Diagnostic{r.Diagnostic()}
		return s.AppendDiagnostics(b, &in)
	case lang.OutOfFuel:
		return s.verdict(b, "out of fuel", of+grouped(o.Steps)+" steps were not enough; "+s.where(r)+"--fuel allows more")
	case lang.Endless:
		return s.verdict(b, "endless", of+"the state repeats after "+grouped(o.Steps)+" steps; "+
			strings.TrimSuffix(s.where(r), "; "))
	case lang.OutOfMemory:
		if !o.Early {
			return s.verdict(b, "out of memory", of+"the text of the result is too long; --memory allows more")
		}
		return s.verdict(b, "out of memory", of+"the values that are in use do not fit; "+s.where(r)+"--memory allows more")
	case lang.Interrupted:
		return s.verdict(b, "interrupted", of+strings.TrimSuffix("after "+grouped(o.Steps)+" steps; "+s.where(r), "; "))
	}
	return b
}

func (s *Style) verdict(b []byte, verdict, text string) []byte {
	b = s.paint(b, errorWord, verdict)
	return s.line(b, heading, ": "+s.prose(text))
}

// where is the place at which a run ended early.
func (s *Style) where(r *Run) string {
	if !r.Outcome.Early || r.Program.File == nil || r.Within == "" {
		return ""
	}
	name, file := r.Program.seen(r.Outcome.At)
	return fmt.Sprintf("it was in `%s` at %s:%s; ", r.Within, s.name(name), lineColumn(file, r.Outcome.At))
}

// grouped formats a number with commas between groups of three digits.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// AppendStep writes a step of a run: the place and the expression with its pattern, and below it its input and output.
func (s *Style) AppendStep(b []byte, in *Input, step *language.Step, pattern string) []byte {
	place := lineColumn(in.File, step.Span)
	pad := blanks(max(1, 7-len(place))) + strings.Repeat("  ", min(step.Depth, maxIndent))
	b = s.paint(b, faint, place)
	b = append(b, pad+s.Excerpt(in.File, step.Span)+" : "+s.prose(pattern)+"\n"...)
	b = append(b, blanks(len(place)+len(pad)+2)...)
	b = append(b, s.prose(step.In.Short(mostValue))+" => "...)
	if step.Out == nil {
		b = s.paint(b, warningWord, "undefined")
	} else {
		b = append(b, s.prose(step.Out.Short(mostValue))...)
	}
	return append(b, '\n')
}
