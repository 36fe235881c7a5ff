package unify

import "slices"

// A Remembered relation stores its runs, because it has many instances. A run is a function of its answers, so a run
// that would get the same answers as a stored one need not be done: the stored effects are transferred to the new
// nodes, and depend on the same reads. The checker does not use the store; it runs the relation.
type Remembered interface {
	Relation
	// Remember returns the store of the runs of this relation.
	Remember() *Runs
}

// Runs stores runs of one relation that differ in their questions or answers. The zero value is empty.
//
// It is a tree of questions. Its nodes are the questions in the order of a run, its branches the answers, its
// leaves the results of runs. Nodes of a graph are numbered in the order in which a run first sees them. Walking the
// tree costs as much as the questions; its size is bounded.
type Runs struct {
	args      int        // number of arguments of each run
	done      int        // runs that were not found here, up to maxRuns
	questions []question // the first entry is the root, without a question
	ends      []end
	found     int // how often a run was found
	results       // of all ends, one after the other; a node is its number in the run
}

// A question of a run, with an answer to it.
type question struct {
	kind   ReadKind
	x, y   int32 // the nodes, as numbers in the run; for askArgument, x is the index of the argument
	label  Label
	answer uint64 // the form, the number of the part + 1, or 1 for yes; 0: not available
	then   int32  // the next question after this answer; if negative, end -1-then
	other  int32  // the same question with another answer, or 0
}

// askArgument is the question for the number of an argument, which is that of an earlier one if it is the same node.
const askArgument = ReadSame + 1

// An end is the result of a run.
type end struct {
	Outcome
	spent    int // counted again for each use, so that it does not matter which instance ran first
	from, to resultsEnd
}

// Bounds of what is stored for one relation.
const (
	keptFrom     = 3 // runs before the first is stored: storing one costs as much as it saves the next one or two
	maxRuns      = 64
	maxKnown     = 64 // nodes in a run
	maxQuestions = 64 // questions in a run
)

// A recording has the questions of a run that may be stored.
type recording struct {
	on        bool
	known     []Node // by number in the run
	questions []question
}

// number returns the number of a node in the run.
func (r *recording) number(n Node) int32 {
	for i, k := range r.known {
		if k == n {
			return int32(i)
		}
	}
	if len(r.known) == maxKnown {
		r.on = false
	}
	r.known = append(r.known, n)
	return int32(len(r.known) - 1)
}

// recordAsk records a question about nodes, and its answer. A repeated question has the same answer.
func (r *recording) recordAsk(kind ReadKind, x, y Node, l Label, answer uint64) {
	a := question{kind: kind, x: r.number(x), label: l, answer: answer}
	if kind == ReadSame {
		a.y = r.number(y)
	}
	switch {
	case slices.Contains(r.questions, a):
	case len(r.questions) == maxQuestions:
		r.on = false
	default:
		r.questions = append(r.questions, a)
	}
}

// recordPart records a question for a part, and its answer.
func (r *recording) recordPart(n Node, l Label, to Node, ok bool) {
	answer := uint64(0)
	if ok {
		answer = uint64(r.number(to)) + 1
	}
	r.recordAsk(ReadPart, n, None, l, answer)
}

func answerOf(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}

// run runs a relation, or finds a stored run with the same answers. The view has begun.
func (v *View) run(r Relation) Outcome {
	k, ok := r.(Remembered)
	if !ok {
		return r.Run(v)
	}
	rs := k.Remember()
	if rs.done < keptFrom {
		rs.done++
		rs.args = len(v.args)
		return r.Run(v)
	}
	if len(v.args) != rs.args {
		return r.Run(v)
	}
	if e, ok := rs.find(v); ok {
		rs.found++
		return rs.replay(e, v)
	}
	v.reads = v.reads[:0]
	if rs.done == maxRuns {
		return r.Run(v)
	}
	rs.done++
	v.record()
	out := r.Run(v)
	if v.log.on {
		v.log.on = false
		rs.keep(v, out)
	}
	return out
}

// record begins to record questions.
func (v *View) record() {
	l := &v.log
	l.on, l.known, l.questions = true, l.known[:0], l.questions[:0]
	for i, n := range v.args {
		at := l.number(n)
		l.questions = append(l.questions, question{kind: askArgument, x: int32(i), answer: uint64(at)})
	}
}

// find walks the tree as a run would, and lists what it would read. It returns false if a run would get answers that no
// stored run got, or answers for which no run is stored: named types, and products without constructor.
func (rs *Runs) find(v *View) (*end, bool) {
	if len(rs.questions) == 0 {
		return nil, false
	}
	l := &v.log
	l.known = l.known[:0]
	for at := rs.questions[0].then; ; {
		if at < 0 {
			return &rs.ends[-1-at], true
		}
		a := &rs.questions[at]
		var answer uint64
		if a.kind == askArgument {
			answer = uint64(l.number(v.args[a.x]))
		} else {
			n := l.known[a.x]
			read := Read{Kind: a.kind, X: n, Y: None, Label: a.label}
			f, ok := v.facts.form(n)
			if ok && f.Constructor() == NoConstructor && (a.kind == ReadForm || f.IsType()) {
				return nil, false
			}
			switch a.kind {
			case ReadForm:
				answer, read.Flat = uint64(f), f
			case ReadPart:
				if read.Y, ok = v.facts.part(n, a.label); ok {
					answer = uint64(l.number(read.Y)) + 1
				}
			case ReadMark:
				ok = v.facts.dynamic(n)
				answer = answerOf(ok)
			case ReadSame:
				read.Y = l.known[a.y]
				ok = v.facts.same(n, read.Y)
				if g, is := v.facts.form(read.Y); !ok && is && g.IsType() {
					return nil, false
				}
				answer = answerOf(ok)
			}
			if ok {
				v.reads = append(v.reads, read)
			}
		}
		for a.answer != answer {
			if a.other == 0 {
				return nil, false
			}
			a = &rs.questions[a.other]
		}
		at = a.then
	}
}

// replay applies the result of a stored run to the nodes of this run.
func (rs *Runs) replay(e *end, v *View) Outcome {
	v.Spend(e.spent)
	v.add(&rs.results, e.from, e.to, func(n Node) Node { return v.log.known[n] })
	return e.Outcome
}

// keep adds a run to the tree.
func (rs *Runs) keep(v *View, out Outcome) {
	if len(rs.questions) == 0 {
		rs.questions = append(rs.questions, question{})
	}
	e := end{Outcome: out, spent: v.spent, from: rs.end()}
	rs.add(&v.results, resultsEnd{}, v.end(), func(n Node) Node { return Node(v.log.number(n)) })
	e.to = rs.end()

	last := int32(0)
	rest := v.log.questions
	for ; len(rest) > 0 && rs.questions[last].then > 0; rest = rest[1:] {
		a := rs.questions[last].then
		for rs.questions[a].answer != rest[0].answer && rs.questions[a].other != 0 {
			a = rs.questions[a].other
		}
		if rs.questions[a].answer != rest[0].answer {
			rs.questions[a].other = int32(len(rs.questions))
			break
		}
		last = a
	}
	for i, a := range rest {
		if i > 0 || rs.questions[last].then == 0 {
			rs.questions[last].then = int32(len(rs.questions))
		}
		last = int32(len(rs.questions))
		rs.questions = append(rs.questions, a)
	}
	rs.ends = append(rs.ends, e)
	rs.questions[last].then = -int32(len(rs.ends))
}
