package relaygen

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/patgraph/patgraph/internal/lab/shapes"
	"github.com/patgraph/patgraph/lang"
)

// A Verdict is a judge's result for a program: its errors, or the types of its definitions by name.
type Verdict struct {
	Errors []Fault
	Types  map[string]string
}

// A Fault is an error and its place.
type Fault struct {
	Span    lang.Span
	Message string
}

// A Judge checks a program.
type Judge func(source string) Verdict

// Compare compares a judge with the interpreter of package shapes. It returns a description of the differences, and an
// empty text if they agree.
func Compare(source string, judge Judge) string {
	types, err := shapes.Judge(source)
	if errors.Is(err, shapes.ErrOutside) {
		return err.Error()
	}
	v := judge(source)
	var wrong *shapes.Error
	if errors.As(err, &wrong) {
		if len(v.Errors) == 0 {
			return fmt.Sprintf("it is accepted, and computing its types ends at `%s`: %s",
				source[wrong.Span.Start:wrong.Span.End], wrong.Message)
		}
		return ""
	}
	if len(v.Errors) > 0 {
		e := v.Errors[0]
		return fmt.Sprintf("its types can be computed, and it is refused at `%s`: %s", source[e.Span.Start:e.Span.End], e.Message)
	}
	var differ []string
	for name, typ := range types {
		if v.Types[name] != typ.String() {
			differ = append(differ, fmt.Sprintf("%s is derived as\n%s\nand computed as\n%s", name, v.Types[name], typ))
		}
	}
	sort.Strings(differ)
	return strings.Join(differ, "\n")
}

// Shrunk removes, from a program that a judge is wrong about, the lines and the results of @main that are not needed to
// show that.
func Shrunk(source string, judge Judge) string {
	outside := shapes.ErrOutside.Error()
	still := func(s string) bool {
		d := Compare(s, judge)
		return d != "" && !strings.HasPrefix(d, outside)
	}
	if !still(source) {
		return source
	}
	for again := true; again; {
		again = false
		for _, smaller := range smaller(source) {
			if len(smaller) < len(source) && still(smaller) {
				source, again = smaller, true
				break
			}
		}
	}
	return source
}

var binder = regexp.MustCompile(`^  (?:let )?(%\w+)(?:: .*)? = `)

// smaller returns versions of a program without one of its parts: a definition, a line, a value of the last line, a
// parameter.
func smaller(source string) (list []string) {
	defs := strings.SplitAfter(source, "}\n")
	for i := range defs {
		list = append(list, strings.Join(slices.Delete(slices.Clone(defs), i, i+1), ""))
	}
	lines := strings.SplitAfter(source, "\n")
	for i, line := range lines {
		rest := slices.Clone(lines)
		if m := binder.FindStringSubmatch(line); m != nil {
			rest[i] = ""
			for j := range rest[i:] {
				rest[i+j] = strings.Replace(rest[i+j], m[1]+",", "", 1)
			}
			list = append(list, strings.Join(rest, ""))
		} else if cut, ok := strings.CutPrefix(line, "  ("); ok {
			values := strings.SplitAfter(cut, ",")
			for k := range values {
				rest[i] = "  (" + strings.Join(slices.Delete(slices.Clone(values), k, k+1), "")
				list = append(list, strings.Join(rest, ""))
			}
		} else if strings.HasPrefix(line, "def ") {
			for _, p := range parameter.FindAllString(line, -1) {
				rest[i] = strings.Replace(line, p, "", 1)
				list = append(list, strings.Join(rest, ""))
			}
			rest[i] = result.ReplaceAllString(line, "{\n")
			list = append(list, strings.Join(rest, ""))
		}
	}
	return list
}

var (
	parameter = regexp.MustCompile(`%p\d+: (?:Tensor\[\([^)]*\), \w+\]|\w+)(?:, )?`)
	result    = regexp.MustCompile(`-> .*\{\n`)
)
