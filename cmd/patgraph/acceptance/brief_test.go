package acceptance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// The first answer of an editor, without fixes, has the same codes at the same places as the last one.
// It is empty if a place may still change. Each analysis has its phases, once and in order.
func TestFirstAnswer(t *testing.T) {
	faulty, compared := 0, make(map[string]int)
	for i, p := range programs(t) {
		if i%sample.Size(1, 3) != 0 {
			continue
		}
		errors := func(brief bool) (list []string, final bool) {
			var phases []patterns.Phase
			r := p.Analyze(t.Context(), lang.NewFile(p.name, []byte(p.source)), language.Options{
				Brief: brief, Settings: language.Settings{Dialect: p.dialect},
				Phase: func(ended patterns.Phase) { phases = append(phases, ended) },
			})
			if !slices.Equal(phases, []patterns.Phase{patterns.Parsed, patterns.Derived, patterns.Explained}) {
				t.Errorf("%s: phases %v", p.name, phases)
			}
			final = true
			for _, d := range lang.Errors(r.Diagnostics) {
				final = final && !d.Provisional
				if _, ok := slices.Concat(p.Pages, lang.SharedPages).Of(d.Code); !ok && len(p.Pages) > 0 {
					t.Errorf("%s: %s has no page in its language", p.name, d.Code)
				}
				if !d.Secondary {
					list = append(list, fmt.Sprint(d.Span, d.Code))
				}
			}
			slices.Sort(list)
			return list, final
		}
		last, known := errors(false)
		if !known {
			t.Errorf("%s: an error of the last answer is provisional", p.name)
		}
		if len(last) > 0 {
			faulty++
		}
		first, final := errors(true)
		if !final {
			continue
		}
		if len(last) > 0 {
			compared[p.Language.Name]++
		}
		if !slices.Equal(first, last) {
			t.Errorf("%s: %v, and then %v\n%s", p.name, first, last, p.source)
		}
	}
	if faulty < sample.Size(100, 30) || compared["k"] == 0 || compared["relay"] < sample.Size(50, 15) ||
		compared["tensorscript"] < sample.Size(50, 15) {
		t.Errorf("%d programs have errors, compared were %v", faulty, compared)
	}
}
