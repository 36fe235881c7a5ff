//go:build !js

package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

const sarifStart = `{"$schema":"`

// A sarifReport is a report of the format SARIF.
type sarifReport struct {
	name     string
	version  string
	exit     int
	complete bool
	results  []sarifElement
	notes    []sarifElement // about unreadable inputs, and defects
	rules    map[lang.Code]json.RawMessage
	shard    string
	warnings bool
}

// A sarifElement is a result or a notification.
type sarifElement struct {
	file string // the name of its input
	raw  []byte // the output of report.SARIF.Render: without an index, with a line end
}

// sarifLog has the fields of a log that are needed.
type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name, Version string
				Rules         []json.RawMessage
				Notifications []json.RawMessage
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ExitCode                   int
			ToolExecutionNotifications []json.RawMessage
		}
		Results    []json.RawMessage
		Properties struct{ Shard string }
	}
}

// readLog reads a whole log. It is accepted if a log written from the parsed data has the same bytes, except for
// blanks.
func readLog(name string, r io.Reader) (*sarifReport, error) {
	fail := func(message, help string) (*sarifReport, error) {
		return nil, &ReadError{Report: name, Message: message, Help: help}
	}
	data, err := io.ReadAll(io.LimitReader(r, mostElement+1))
	switch {
	case err != nil:
		return nil, Unreadable(name, err)
	case int64(len(data)) > mostElement:
		return fail(tooLarge("it"), "--format ndjson has no such bound")
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	var x sarifLog
	if err := json.Unmarshal(data, &x); err != nil {
		e := &ReadError{Report: name, Message: "it is damaged (" + err.Error() + ")"}
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			e.Line = 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
			if e.Cut = int(syntax.Offset) >= len(data); e.Cut {
				e.Message = "it ends too early: it is not whole"
			}
		}
		return nil, e
	}
	if len(x.Runs) != 1 || x.Runs[0].Tool.Driver.Name != "patgraph" || len(x.Runs[0].Invocations) != 1 {
		by := "something else"
		if len(x.Runs) > 0 && x.Runs[0].Tool.Driver.Name != "" {
			by = words.Quote(x.Runs[0].Tool.Driver.Name)
		}
		if by == "`patgraph`" {
			return fail("it has more than the one run that patgraph writes", "")
		}
		return fail("it is SARIF, but of "+by, "")
	}
	if x.Version != "2.1.0" {
		return fail("it is SARIF "+words.Quote(x.Version)+", and patgraph writes 2.1.0", "")
	}
	run := &x.Runs[0]
	l := &sarifReport{name: name, version: run.Tool.Driver.Version, rules: make(map[lang.Code]json.RawMessage),
		shard: run.Properties.Shard,
		exit:  run.Invocations[0].ExitCode, complete: run.Invocations[0].ExecutionSuccessful}
	for _, raw := range slices.Concat(run.Tool.Driver.Rules, run.Tool.Driver.Notifications) {
		var rule struct{ ID lang.Code }
		if err := json.Unmarshal(raw, &rule); err != nil {
			return fail("it is damaged ("+err.Error()+")", "")
		}
		l.rules[rule.ID] = compactJSON(raw)
	}
	for _, list := range []struct {
		from []json.RawMessage
		to   *[]sarifElement
		what string
	}{{run.Results, &l.results, "result"}, {run.Invocations[0].ToolExecutionNotifications, &l.notes, "notification"}} {
		for i, raw := range list.from {
			e, ok := l.element(compactJSON(raw))
			what := fmt.Sprintf("its %s %d", list.what, i+1)
			if !ok {
				return fail(what+" is not as patgraph writes it", "")
			}
			if n := len(*list.to); n > 0 && e.file < (*list.to)[n-1].file {
				return fail(fmt.Sprintf("%s, of %s, comes after one of %s, out of order", what, words.Quote(e.file),
					words.Quote((*list.to)[n-1].file)),
					"files are merged in the order of their names; programs of a stream (--input ndjson or tar) are in its order")
			}
			*list.to = append(*list.to, e)
		}
	}
	if l.exit < Clean || l.exit > Defect || !bytes.Equal(compactJSON(data), compactJSON(l.append(nil))) {
		return fail("it is not as patgraph writes it: something was added, changed or left out",
			"merge the reports first, and have them changed then")
	}
	return l, nil
}

// compactJSON is a copy of JSON without blanks; nil for invalid JSON.
func compactJSON(b []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return nil
	}
	return out.Bytes()
}

// element removes the index from a result or a notification, and finds its file.
func (l *sarifReport) element(raw []byte) (e sarifElement, ok bool) {
	stripped, ok := withoutIndex(raw)
	if !ok {
		return e, false
	}
	var x struct {
		Level     string
		Locations []struct {
			PhysicalLocation struct {
				ArtifactLocation struct{ URI string }
			}
		}
	}
	if json.Unmarshal(raw, &x) != nil {
		return e, false
	}
	e.raw = append(stripped, '\n')
	if len(x.Locations) > 0 {
		e.file, ok = nameOf(x.Locations[0].PhysicalLocation.ArtifactLocation.URI)
	}
	l.warnings = l.warnings || x.Level == lang.Warning.String()
	return e, ok
}

// nameOf is the name of an input, given its URI.
func nameOf(uri string) (name string, ok bool) {
	if rest, ok := strings.CutPrefix(uri, "file:///"); ok {
		if len(rest) > 1 && rest[1] == ':' {
			uri = rest // a drive
		} else {
			uri = "/" + rest
		}
	} else {
		uri = strings.TrimPrefix(uri, "file:")
	}
	name, err := url.PathUnescape(uri)
	return name, err == nil
}

// append writes the log.
func (l *sarifReport) append(b []byte) []byte {
	s := SARIF{Version: l.version, Rules: l.rules, Shard: l.shard}
	for _, e := range l.results {
		s.Add(e.raw)
	}
	for _, e := range l.notes {
		s.Add(e.raw)
	}
	return s.AppendLog(b, l.exit, l.complete)
}

// mergeLogs merges reports of the format SARIF.
func mergeLogs(reports []Part, from []*bufio.Reader, strict bool, write func([]byte) error) (exit int, err error) {
	total := &sarifReport{rules: make(map[lang.Code]json.RawMessage)}
	firstWith := make(map[lang.Code]string) // the report that a rule is from
	var results, notes []ownedElements
	var shards []string
	for i, r := range reports {
		l, err := readLog(r.Name, from[i])
		switch {
		case err != nil:
			return Unusable, err
		case i == 0:
			total.version = l.version
		case l.version != total.version:
			return Unusable,
				&ReadError{Report: r.Name,
					Message: lang.Say("it is by patgraph %s, and %s by %s", l.version, words.Quote(reports[0].Name),
						total.version).String(),
					Help: "make all reports by one version of patgraph"}
		}
		for code, raw := range l.rules {
			if known, ok := total.rules[code]; ok && !bytes.Equal(known, raw) {
				return Unusable,
					&ReadError{Report: r.Name,
						Message: lang.Say("its rule %s is not that of %s", string(code), words.Quote(firstWith[code])).String(),
						Help:    "make all reports by one version of patgraph"}
			}
			total.rules[code], firstWith[code] = raw, r.Name
		}
		shards = append(shards, l.shard)
		results = append(results, groupElements(l, l.results)...)
		notes = append(notes, groupElements(l, l.notes)...)
		total.exit = max(total.exit, l.exit)
		total.warnings = total.warnings || l.warnings
	}
	if err := checkShards(reports, shards); err != nil {
		return Unusable, err
	}
	if total.results, err = joinElements(results); err != nil {
		return Unusable, err
	}
	if total.notes, err = joinElements(notes); err != nil {
		return Unusable, err
	}
	if strict && total.warnings {
		total.exit = max(total.exit, Errors)
	}
	total.complete = total.exit < Unusable
	return total.exit, write(total.append(nil))
}

// An ownedElements has the elements of a file in a log.
type ownedElements struct {
	log      *sarifReport
	elements []sarifElement
}

func groupElements(l *sarifReport, list []sarifElement) []ownedElements {
	var out []ownedElements
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].file == list[0].file {
			n++
		}
		out = append(out, ownedElements{l, list[:n]})
		list = list[n:]
	}
	return out
}

// joinElements are the elements of all logs, ordered by file.
func joinElements(all []ownedElements) (list []sarifElement, err error) {
	slices.SortStableFunc(all, func(a, b ownedElements) int {
		return strings.Compare(a.elements[0].file, b.elements[0].file)
	})
	for i, o := range all {
		if i > 0 && all[i-1].elements[0].file == o.elements[0].file {
			if slices.EqualFunc(all[i-1].elements, o.elements,
				func(a, b sarifElement) bool { return bytes.Equal(a.raw, b.raw) }) {
				continue
			}
			return nil, &ReadError{Report: o.log.name,
				Message: lang.Say("it says something else of %s than %s does", words.Quote(o.elements[0].file),
					words.Quote(all[i-1].log.name)).String(),
				Help: "merge the reports of one state of the programs, checked by the same rules"}
		}
		list = append(list, o.elements...)
	}
	return list, nil
}
