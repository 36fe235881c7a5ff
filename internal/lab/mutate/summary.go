package mutate

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A Summary evaluates the reports of many mutants by counts: a share is a count of the mutants, or of another field as
// noted.
type Summary struct {
	Name    string `json:"name"`
	Mutants int    `json:"mutants"`

	Explained  int `json:"explained"` // the first error has an explanation
	InSlice    int `json:"in_slice"`
	Shown      int `json:"shown"` // or, for an error without an explanation, at a shown place
	Top1       int `json:"top1"`
	Top3       int `json:"top3"`
	Top5       int `json:"top5"`
	Exact      int `json:"exact"` // the first suspect is a place of a truth
	Fix        int `json:"fix"`
	Restores   int `json:"restores"`
	Helps      int `json:"helps"`
	FalseHelps int `json:"false_helps"`
	UnfitHelps int `json:"unfit_helps"`
	Undefined  int `json:"undefined"`
	Declared   int `json:"declared"`
	RestoresBy int `json:"restores_by"` // some repair restores the original

	// Of the first errors that are explained.
	SliceMedian    int `json:"slice_median"`
	SliceP90       int `json:"slice_p90"`
	StepsMedian    int `json:"steps_median"`
	StepsP90       int `json:"steps_p90"`
	FollowedMedian int `json:"followed_median"`
	FollowedP90    int `json:"followed_p90"`
	ThroughMedian  int `json:"through_median"`
	ThroughP90     int `json:"through_p90"`
	StoryMedian    int `json:"story_median"`
	StoryP90       int `json:"story_p90"`

	// Of all errors.
	LinesMedian     int `json:"lines_median"` // of the report as text
	LinesP90        int `json:"lines_p90"`
	Errors          int `json:"errors"`
	ErrorsExplained int `json:"errors_explained"`
	WithTruth       int `json:"with_truth"` // of those explained
	Minimal         int `json:"minimal"`    // of those explained
	Checked         int `json:"checked"`    // of those explained

	// Of the mutants with two edits, the independent ones, and by the places of the edits.
	Independent     int `json:"independent"`
	IndependentBoth int `json:"independent_both"`
	Apart           int `json:"apart"`
	ApartBoth       int `json:"apart_both"`
	Near            int `json:"near"`
	NearBoth        int `json:"near_both"`

	Words Words `json:"words"`
}

// Summarize computes the counts of some scores.
func Summarize(name string, scores []Score) Summary {
	s := Summary{Name: name, Mutants: len(scores)}
	var slice, steps, followed, through, storyLines, lines []int
	for i := range scores {
		x := &scores[i]
		s.Errors += x.Errors
		lines = append(lines, x.Lines...)
		s.ErrorsExplained += x.Explained
		s.WithTruth += x.WithTruth
		s.Minimal += x.MinimalAll
		s.Checked += x.CheckedAll
		s.Words.Hash += x.Words.Hash
		s.Words.Residue += x.Words.Residue
		s.Words.Equal += x.Words.Equal
		if x.Proof {
			s.Explained++
			slice = append(slice, x.Slice)
			steps = append(steps, x.Steps)
			followed = append(followed, x.Followed)
			through = append(through, x.Through)
			storyLines = append(storyLines, x.StoryLines)
		}
		count(&s.InSlice, x.InSlice)
		count(&s.Shown, x.Shown)
		count(&s.Top1, x.Rank == 1)
		count(&s.Top3, x.Rank > 0 && x.Rank <= 3)
		count(&s.Top5, x.Rank > 0 && x.Rank <= 5)
		count(&s.Exact, x.Exact == 1)
		s.Helps, s.FalseHelps = s.Helps+x.Helps, s.FalseHelps+x.FalseHelps
		s.UnfitHelps += x.UnfitHelps
		s.Undefined += x.Undefined
		count(&s.Declared, x.Declared)
		count(&s.Fix, x.Fix)
		count(&s.Restores, x.Restores)
		count(&s.RestoresBy, x.RestoresBy)
		if x.Operator == "two-edits" {
			count(&s.Independent, x.Independent)
			count(&s.IndependentBoth, x.Independent && x.Both)
			count(&s.Apart, x.Apart)
			count(&s.ApartBoth, x.Apart && x.Both)
			count(&s.Near, !x.Apart)
			count(&s.NearBoth, !x.Apart && x.Both)
		}
	}
	s.SliceMedian, s.SliceP90 = quantile(slice, 50), quantile(slice, 90)
	s.StepsMedian, s.StepsP90 = quantile(steps, 50), quantile(steps, 90)
	s.FollowedMedian, s.FollowedP90 = quantile(followed, 50), quantile(followed, 90)
	s.ThroughMedian, s.ThroughP90 = quantile(through, 50), quantile(through, 90)
	s.StoryMedian, s.StoryP90 = quantile(storyLines, 50), quantile(storyLines, 90)
	s.LinesMedian, s.LinesP90 = quantile(lines, 50), quantile(lines, 90)
	return s
}

func count(n *int, is bool) {
	if is {
		*n++
	}
}

// quantile returns the smallest value that at least the given percentage of the values do not exceed.
func quantile[T int | time.Duration](values []T, percent int) T {
	if len(values) == 0 {
		return 0
	}
	values = slices.Sorted(slices.Values(values))
	return values[(len(values)*percent+99)/100-1]
}

// A Report is the result of a run. Except for its times, it depends on the analyzer, programs and options only.
type Report struct {
	Seed      uint64    `json:"seed"`
	Per       int       `json:"per"`
	Programs  int       `json:"programs"`
	Operators []Summary `json:"operators"`
	Splits    []Summary `json:"splits"`
	All       Summary   `json:"all"`
	Shuffle   *Shuffles `json:"shuffle,omitempty"`
	Scores    []Score   `json:"scores"`
	language  *Language
	Times     Times `json:"times"`
}

// Times are the times of the analysis of one mutant, in milliseconds.
type Times struct {
	Median float64 `json:"median"`
	P99    float64 `json:"p99"`
}

// NewReport makes the report of a run with programs of a language.
func NewReport(l *Language, o Options, scores []Score, shuffles *Shuffles) *Report {
	r := &Report{language: l, Seed: o.Seed, Per: cmp.Or(o.Per, defaultPer), All: Summarize("all", scores),
		Shuffle: shuffles, Scores: scores}
	programs := make(map[string]bool)
	var times []time.Duration
	for i := range scores {
		programs[scores[i].Program] = true
		times = append(times, scores[i].time)
	}
	r.Programs = len(programs)
	r.Times = Times{milliseconds(quantile(times, 50)), milliseconds(quantile(times, 99))}
	group := func(to *[]Summary, name string, of func(*Score) string) {
		var part []Score
		for i := range scores {
			if of(&scores[i]) == name {
				part = append(part, scores[i])
			}
		}
		if len(part) > 0 {
			*to = append(*to, Summarize(name, part))
		}
	}
	for _, op := range l.Operators {
		group(&r.Operators, op, func(s *Score) string { return s.Operator })
	}
	for _, split := range []string{Fit, Test} {
		group(&r.Splits, split, func(s *Score) string { return s.Split })
	}
	return r
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

// Markdown writes the tables of a report.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Errors of mutants\n\n%d mutants of %d programs; seed %d, at most %d of each program and operator. Mutants are not\nmistakes of people: compare these figures with each other only.\n\n",
		r.All.Mutants, r.Programs, r.Seed, r.Per)
	head := []string{"", "mutants", "explained", "in slice", "top 1", "top 3", "top 5", "exact 1", "constraints",
		"steps", "followed", "steps of it", "lines", "minimal", "checked", "fix", "restores"}
	b.WriteString("| " + strings.Join(head, " | ") + " |\n|---|" + strings.Repeat("--:|", len(head)-1) + "\n")
	for _, s := range slices.Concat(r.Operators, r.Splits, []Summary{r.All}) {
		of := func(n int) string { return percent(n, s.Mutants) }
		row := []string{
			s.Name, fmt.Sprint(s.Mutants), of(s.Explained), of(s.InSlice), of(s.Top1), of(s.Top3),
			of(s.Top5), of(s.Exact),
			pair(s.SliceMedian, s.SliceP90, s.Explained), pair(s.StepsMedian, s.StepsP90, s.Explained),
			pair(s.FollowedMedian, s.FollowedP90, s.Explained), pair(s.ThroughMedian, s.ThroughP90, s.Explained),
			pair(s.StoryMedian, s.StoryP90, s.Explained),
			percent(s.Minimal, s.ErrorsExplained), percent(s.Checked, s.ErrorsExplained),
			of(s.Fix), of(s.Restores),
		}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	a := &r.All
	b.WriteString("\nShares are of the first error of each mutant; constraints, steps and lines of the story are median / p90, in the\ndefinition itself, where what a call passes on is a fact, and followed into what is called; minimal and checked are\nof all explained errors.\n\n")
	line := func(name, text string) { fmt.Fprintf(&b, "* %s: %s\n", name, text) }
	line("errors", fmt.Sprintf("%d, %s of them explained", a.Errors, percent(a.ErrorsExplained, a.Errors)))
	line("mutants with a truth in the slice or, of an error without one, at a place that it shows",
		share(a.Shown, a.Mutants))
	line("explained errors with a truth in the slice", share(a.WithTruth, a.ErrorsExplained))
	line("a checked change for "+strings.Join(r.language.Repairable, ", "), r.repairable())
	line("a change that gives the original back", share(a.RestoresBy, a.Mutants))
	line("changes with a false claim", share(a.FalseHelps, a.Helps))
	line("changes that no one could use", share(a.UnfitHelps, a.Helps))
	line("changes after which something is never defined", share(a.Undefined, a.Helps))
	if r.language.types != nil {
		line("first changes in the definition of a type for a mistake elsewhere", share(a.Declared, a.Mutants))
	}
	line("lines of the report of an error, median / p90", pair(a.LinesMedian, a.LinesP90, a.Errors))
	line("two independent edits, both reported", share(a.IndependentBoth, a.Independent))
	line("two edits in definitions apart, both reported", share(a.ApartBoth, a.Apart))
	line("two edits in one definition, both reported", share(a.NearBoth, a.Near))
	line("messages with a type hash", fmt.Sprint(a.Words.Hash))
	line("messages with words of the solver", fmt.Sprint(a.Words.Residue))
	line("messages with two equal sides", fmt.Sprint(a.Words.Equal))
	if s := r.Shuffle; s != nil {
		line("shuffled and renamed, the same errors", share(s.Errors, s.Mutants))
		line("shuffled and renamed, the same cores", share(s.Cores, s.Mutants))
		line("shuffled and renamed, the same first blamed place", share(s.Blame, s.Mutants))
	}
	line("time of a mutant, median / p99", fmt.Sprintf("%.3f / %.3f ms", r.Times.Median, r.Times.P99))
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) repairable() string {
	return share(r.repaired())
}

// repaired counts the mutants of repairable operators, and those that are offered a repair.
func (r *Report) repaired() (fix, all int) {
	for _, s := range r.Operators {
		if slices.Contains(r.language.Repairable, s.Name) {
			fix, all = fix+s.Fix, all+s.Mutants
		}
	}
	return fix, all
}

func share(n, of int) string { return fmt.Sprintf("%s (%d of %d)", percent(n, of), n, of) }

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	// Rounded down: 100 % is all of them.
	return fmt.Sprintf("%d.%d %%", n*100/of, n*1000/of%10)
}

func pair(median, p90, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d / %d", median, p90)
}
