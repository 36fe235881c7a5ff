package relation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/lang"
)

// A Library is files of relations that are built into a language. It reads a declaration when it is first needed, since
// programs use few of many operators. Each declaration begins at the start of a line, its other lines with a space, and
// the clauses of a relation follow each other. It may be used by several goroutines.
type Library struct {
	vocabulary *Vocabulary
	base       *Library // whose relations and functions it uses, or nil

	mu        sync.Mutex
	shared    []piece            // functions and sets
	sets      map[string]piece   // by name: those of files without relations, which only operators use
	functions *File              // those, read
	relations map[string][]piece // by name: the clauses
	read      map[string]*Relation
	operators map[string][]piece // by name: the versions, the newest one first
	made      map[lang.Span]map[*lang.File]*Operator
}

// A piece is a declaration in a file.
type piece struct {
	file  *lang.File
	text  string // of the whole file
	span  lang.Span
	since int
}

// NewLibrary returns a library of files, which may use the declarations of another library, base. It takes linear time
// and reads no declaration; an error in one is a panic when it is read.
func NewLibrary(v *Vocabulary, base *Library, files ...*lang.File) *Library {
	l := &Library{
		vocabulary: v, base: base, relations: make(map[string][]piece), read: make(map[string]*Relation),
		sets: make(map[string]piece), operators: make(map[string][]piece), made: make(map[lang.Span]map[*lang.File]*Operator),
	}
	for _, f := range files {
		l.index(f)
	}
	for _, list := range l.operators {
		slices.SortStableFunc(list, func(a, b piece) int { return -cmp.Compare(a.since, b.since) })
	}
	return l
}

// index finds the declarations of a file.
func (l *Library) index(f *lang.File) {
	text := string(f.Src)
	related := strings.Contains(text, "\nrelation ")
	for at := 0; at < len(text); {
		end := at
		for {
			line := strings.IndexByte(text[end:], '\n') + 1
			if line == 0 {
				line = len(text) - end
			}
			if end += line; end == len(text) || text[end] != ' ' {
				break
			}
		}
		p := piece{file: f, text: text, span: lang.Span{Start: int32(at), End: int32(end)}}
		word, rest, _ := strings.Cut(text[at:end], " ")
		switch word {
		case "let":
			if name, _, set := strings.Cut(rest, " = {"); set && !related {
				l.sets[name] = p
				break
			}
			l.shared = append(l.shared, p)
		case "relation":
			name, _, _ := strings.Cut(rest, "(")
			l.relations[name] = append(l.relations[name], p)
		case "op":
			names, _, _ := strings.Cut(rest, "(")
			names, since, _ := strings.Cut(names, " since ")
			p.since, _ = strconv.Atoi(strings.TrimSpace(since))
			for name := range strings.SplitSeq(names, ",") {
				name = strings.TrimSpace(name)
				l.operators[name] = append(l.operators[name], p)
			}
		}
		at = end
	}
}

// OperatorAt returns the operator with this name in a version of its language, as File.OperatorAt does.
func (l *Library) OperatorAt(name string, version int) *Operator {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.operators[name] {
		if p.since <= version {
			return l.operator(p, name)
		}
	}
	return nil
}

// Newest returns the greatest version that an operator is declared for. It takes time linear in the operators.
func (l *Library) Newest() (version int) {
	for _, list := range l.operators {
		version = max(version, list[0].since)
	}
	return version
}

// operator reads an operator.
func (l *Library) operator(p piece, name string) *Operator {
	if o := l.made[p.span][p.file]; o != nil {
		return o
	}
	f := l.parse([]piece{p})
	operator := f.Items[0].(*Operator)
	of := operator.Relation
	var sets []piece
	for _, t := range operator.Types {
		if s, ok := l.sets[t.Set]; ok && !slices.Contains(sets, s) {
			sets = append(sets, s)
		}
	}
	f.Items = append(l.parse(sets).Items, operator)
	shared := l.sharedFile()
	base := &File{functions: shared.functions, sets: shared.sets, byName: map[string]*Relation{of: l.relation(of)}}
	l.check(f, base)
	o := f.Operator(name)
	if l.made[p.span] == nil {
		l.made[p.span] = make(map[*lang.File]*Operator)
	}
	l.made[p.span][p.file] = o
	return o
}

// relation reads a relation of the library or of its base.
func (l *Library) relation(name string) *Relation {
	if l.relations[name] == nil && l.base != nil {
		l.base.mu.Lock()
		defer l.base.mu.Unlock()
		return l.base.relation(name)
	}
	r := l.read[name]
	if r == nil {
		f := l.parse(l.relations[name])
		l.check(f, l.sharedFile())
		r = f.Relation(name)
		l.read[name] = r
	}
	return r
}

// sharedFile returns the functions and sets of the library and its base.
func (l *Library) sharedFile() *File {
	if l.functions == nil {
		var base *File
		l.functions = l.parse(l.shared)
		if l.base != nil {
			l.base.mu.Lock()
			base = l.base.sharedFile()
			l.base.mu.Unlock()
		}
		l.check(l.functions, base)
		if base != nil {
			for name, fn := range base.functions {
				if l.functions.functions[name] == nil {
					l.functions.functions[name] = fn
				}
			}
			for name, s := range base.sets {
				if l.functions.sets[name] == nil {
					l.functions.sets[name] = s
				}
			}
		}
	}
	return l.functions
}

// parse parses declarations into one file.
func (l *Library) parse(pieces []piece) *File {
	all := &File{}
	for _, p := range pieces {
		f, wrong := parseWithin(p.file, p.text, p.span)
		l.must(p.file, wrong)
		all.Source, all.Items = p.file, append(all.Items, f.Items...)
	}
	return all
}

func (l *Library) check(f, base *File) { l.must(f.Source, Check(f, l.vocabulary, base)) }

func (l *Library) must(f *lang.File, wrong []lang.Diagnostic) {
	if len(wrong) > 0 {
		panic(f.Position(wrong[0].Span.Start).String() + ": " + wrong[0].String())
	}
}
