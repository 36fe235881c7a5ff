// Package highlight has the grammar of k for editors. The dialects share most of their rules, and the format has no
// parameters: so the rules are written here once and instantiated for each dialect.
//
// Every rule uses only regexps that Oniguruma, which editors use, and Go, which the tests use, interpret alike; see
// internal/textmate.
package highlight

import (
	"maps"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// Short names for the types of rules.
type (
	rule   = lang.Rule
	scopes = map[string]*lang.Capture
)

// A dialect has the parameters of the rules. In a file without a dialect header, constructs that only one dialect has
// are highlighted as in that dialect, and the rest as in k4.
type dialect struct {
	id     string
	letter string // a class without its brackets: the characters of names
	name   string // a regexp for a name where no comment can begin
	label  string // the same for a label that is not a string
	k4, k6 bool   // whether it includes constructs of either
}

var dialects = []dialect{
	{
		id: "k4", letter: `A-Za-z0-9_?!`, name: `[A-Za-z_][A-Za-z0-9_?!]*`,
		label: `(?:[A-Za-z_][A-Za-z0-9_?!]*|-?[1-9][0-9]*|0)`, k4: true,
	},
	{
		id: "k6", letter: `A-Za-z0-9_+\-?!`, name: k6Name,
		label: k6Name, k6: true,
	},
	{
		id: "auto", letter: `A-Za-z0-9_?!`, name: autoName,
		label: `(?:` + autoName + `|-?[1-9][0-9]*|0)`, k4: true, k6: true,
	},
}

const k6Name = `(?:[A-Za-z0-9_+]|-[A-Za-z0-9_+?!])[A-Za-z0-9_+\-?!]*`

// autoName matches the names with signs that are valid in k6 and not numbers in k4.
const autoName = `(?:[A-Za-z_]|\+[A-Za-z0-9_]|-[A-Za-z_])[A-Za-z0-9_?!]*(?:[+\-][A-Za-z_][A-Za-z0-9_?!]*)*`

const (
	b         = `[ \t]*`
	blank     = ` \t\n\v\f\r\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
	reference = `@[A-Za-z0-9_+\-][A-Za-z0-9_+\-?!]*`
	never     = `$.` // matches nothing: the end of a line precedes no character
)

// The scope of a label in a bracket.
const (
	noLabel = ""
	member  = "variable.other.member.k"
	tag     = "entity.name.tag.k"
)

// Scopes with several uses.
const (
	typeMark   = "punctuation.definition.type.k"
	typeName   = "support.class.type.k"
	filterMark = "keyword.operator.filter.k"
	variable   = "variable.parameter.filter.k"
	equals     = "keyword.operator.assignment.k"
	colon      = "punctuation.separator.colon.k"
	canonical  = "constant.other.canonical.k"
)

func name(s string) *lang.Capture { return &lang.Capture{Name: s} }
func include(s string) *rule      { return &rule{Include: "#" + s} }

// caps returns the scopes of the groups 1, 2 and so on; "" means none.
func caps(names ...string) scopes {
	c := scopes{}
	for i, s := range names {
		if s != "" {
			c[string(rune('1'+i))] = name(s)
		}
	}
	return c
}

// knot matches the optional name of a filter's shape.
func (d *dialect) knot() string { return `(?:` + b + `(=)` + b + `(` + d.name + `))?` }

// end matches the end of a word of a dialect.
func (d *dialect) end() string { return `(?=[^` + d.letter + `]|$)` }

// define matches the beginning of a definition.
func (d *dialect) define() string {
	return `(?:\$` + b + `)?` + d.defined() + b + `=`
}

// defined matches the name of a definition, where one certainly begins.
func (d *dialect) defined() string {
	if d.k6 {
		return `(?:` + k6Name + `|-)` // a sign alone is also a name
	}
	return d.name
}

// typ returns a regexp for a type, and the scopes of its three groups.
func (d *dialect) typ() (string, []string) {
	builtin, ref := never, never
	if d.k4 {
		builtin = strings.Join(k.BuiltinTypes, "|")
	}
	if d.k6 {
		ref = reference
	}
	return `(?:(` + builtin + `)|(` + ref + `)|(` + d.name + `))`, []string{"support.type.k", canonical, typeName}
}

// A bracket is an opening one, the closing one and their name in scopes.
type bracket struct{ open, close, what string }

var (
	brace  = bracket{`\{`, `\}`, "braces"}
	angle  = bracket{`<`, `>`, "angles"}
	paren  = bracket{`\(`, `\)`, "parens"}
	square = bracket{`\[`, `\]`, "brackets"}
)

// codes and shapes return the brackets of types and of filters.
func (d *dialect) codes() []bracket {
	if d.k4 {
		return []bracket{brace, angle, square}
	}
	return []bracket{brace, angle}
}

func (d *dialect) shapes() []bracket { return append(d.codes(), paren) }

// labels returns the scope of labels in a bracket of a type or a filter.
func (k bracket) labels() string {
	switch k {
	case brace, paren:
		return member
	case angle:
		return tag
	}
	return noLabel
}

// A suffix is the text that belongs to a bracket after it is closed.
type suffix struct {
	knot  bool   // the "= X" of a filter
	label string // its scope
}

// enclosed makes a rule from an opening bracket to its closing one. If that is missing, the bracket ends before a
// semicolon or a definition at the beginning of a line.
func (d *dialect) enclosed(before string, mark []string, k bracket, meta string, after suffix, contents string) *rule {
	closed := `(` + k.close + `)`
	end := []string{"punctuation.section." + k.what + ".end.k"}
	if after.knot {
		closed += d.knot()
		end = append(end, equals, variable)
	}
	if after.label != noLabel {
		closed += `(?:` + b + `(` + d.label + `))?`
		end = append(end, after.label)
	}
	return &rule{
		Name: meta, Begin: before + `(` + k.open + `)`,
		BeginCaptures: caps(append(mark, "punctuation.section."+k.what+".begin.k")...),
		End:           closed + `|(?=;)|^(?=` + d.define() + `)`, EndCaptures: caps(end...),
		Patterns: []*rule{include(d.id + "-" + contents)},
	}
}

// list makes a rule of lists of rules, leaving out nil rules.
func list(rules ...[]*rule) *rule {
	all := &rule{}
	for _, r := range rules {
		for _, r := range r {
			if r != nil {
				all.Patterns = append(all.Patterns, r)
			}
		}
	}
	return all
}

// with returns a rule that only some dialects have, or nil.
func with(has bool, r *rule) *rule {
	if has {
		return r
	}
	return nil
}

// trivia matches comments and strings, which are allowed anywhere.
func (d *dialect) trivia() *rule {
	line := func(mark, what string) *rule {
		return &rule{Name: "comment.line." + what + ".k", Match: `(` + mark + `).*$`,
			Captures: caps("punctuation.definition.comment.k")}
	}
	text := func(quote, what string) *rule {
		return &rule{
			Name: "string.quoted." + what + ".k", Begin: quote, End: quote,
			BeginCaptures: scopes{"0": name("punctuation.definition.string.begin.k")},
			EndCaptures:   scopes{"0": name("punctuation.definition.string.end.k")},
			Patterns: []*rule{
				{Name: "constant.character.escape.k", Match: `\\(?:[\\/bfnrt"']|u[0-9A-Fa-f]{4})`},
				{Name: "invalid.illegal.escape.k", Match: `\\(?:u[0-9A-Fa-f]{0,3}|.|$)`},
			},
		}
	}
	return list([]*rule{
		line(`--`, "double-dash"), line(`//`, "double-slash"), line(`#`, "number-sign"), line(`%`, "percentage"),
		with(d.k6, line(`\\\\`, "double-backslash")),
		{
			Name: "comment.block.k", Begin: `/\*`, End: `\*/`,
			BeginCaptures: scopes{"0": name("punctuation.definition.comment.begin.k")},
			EndCaptures:   scopes{"0": name("punctuation.definition.comment.end.k")},
		},
		text(`"`, "double"), text(`'`, "single"),
		// Constructs that are strings or comments only in k6 are errors in k4.
		with(!d.k6, &rule{
			Name: "invalid.illegal.dialect.k", Match: `\\\\.*$|[/\\][A-Za-z_][A-Za-z0-9_+\-?!]*|\\[0-9][A-Za-z0-9_+\-?!]*|@[A-Za-z0-9_+\-?!]*|[+\-][A-Za-z0-9_+\-?!]+(?=` + b + `=)`,
		}),
	})
}

// marks matches the remaining tokens.
func (d *dialect) marks() *rule {
	return list([]*rule{
		{Name: "keyword.operator.ellipsis.k", Match: `\.\.\.`},
		with(d.k4, &rule{Name: "constant.numeric.integer.k", Match: `-?[1-9][0-9]*|0`}),
		with(d.k4, &rule{Name: "keyword.other.incremental.k", Match: `\+\+\+`}),
		with(d.k6, &rule{Name: "keyword.other.incremental.k", Match: `~`}),
		with(d.k6, &rule{Name: canonical, Match: reference}),
		{Name: "punctuation.separator.comma.k", Match: `,`},
		{Name: "punctuation.terminator.k", Match: `;`},
		{Name: colon, Match: `:`},
		{Name: equals, Match: `=`},
		{Name: "punctuation.accessor.k", Match: `\.`},
		{Name: typeMark, Match: `\$`},
		{Name: filterMark, Match: `\?`},
		with(d.k6, &rule{Name: "keyword.operator.projection.k", Match: `/`}),
		with(d.k6 && !d.k4, &rule{Name: "keyword.operator.constructor.k", Match: `[|\\]`}),
		with(d.k4 && d.k6, &rule{Name: "keyword.operator.constructor.k", Match: `\\`}),
		with(d.k4, &rule{Name: "keyword.operator.unbox.k", Match: `\|`}),
		with(d.k4, &rule{Name: "keyword.operator.box.k", Match: `\^`}),
		{Name: "invalid.illegal.bracket.k", Match: `[{}<>()]`},
		with(d.k4, &rule{Name: "invalid.illegal.bracket.k", Match: `[\[\]]`}),
		with(!d.k4, &rule{Name: "invalid.illegal.dialect.k", Match: `[\[\]\^]`}),
		with(!d.k6, &rule{Name: "invalid.illegal.character.k", Match: `[+\-][0-9]+`}),
		{Name: "invalid.illegal.character.k", Match: `[^` + blank + `]`},
	})
}

// prefix matches a label before its colon, in types and filters.
func (d *dialect) prefix(label string) *rule {
	return &rule{Match: `(` + d.label + `)` + b + `(:)`, Captures: caps(label, colon)}
}

// code matches the contents of a bracket of a type, whose labels have a given scope.
func (d *dialect) code(label string) *rule {
	typ, names := d.typ()
	var rules []*rule
	if label != noLabel {
		rules = append(rules, d.prefix(label),
			&rule{Match: typ + `[ \t]+(` + d.label + `)` + d.end(), Captures: caps(append(names[:3:3], label)...)},
			with(d.k4, &rule{Name: label, Match: `-?[1-9][0-9]*|0`}))
	}
	rules = append(rules, &rule{Match: typ + d.end(), Captures: caps(names...)})
	for _, k := range d.codes() {
		rules = append(rules, d.enclosed("", nil, k, "", suffix{label: label}, "code-"+k.what))
	}
	return list([]*rule{include(d.id + "-trivia")}, rules, []*rule{include(d.id + "-marks")})
}

// filter matches the contents of a bracket of a filter.
func (d *dialect) filter(label string) *rule {
	typ, names := d.typ()
	typed := `(\$)` + b + typ + d.knot()
	typeNames := append([]string{typeMark}, append(names[:3:3], equals, variable)...)
	var rules []*rule
	if label != noLabel {
		rules = append(rules, d.prefix(label),
			&rule{Match: typed + `[ \t]+(` + d.label + `)` + d.end(),
				Captures: caps(append(typeNames[:6:6], label)...)},
			&rule{Match: `(` + d.name + `)[ \t]+(` + d.label + `)` + d.end(), Captures: caps(variable, label)},
			with(d.k4, &rule{Name: label, Match: `-?[1-9][0-9]*|0`}))
	}
	rules = append(rules, &rule{Match: typed + d.end(), Captures: caps(typeNames...)},
		&rule{Name: variable, Match: d.name})
	for _, k := range d.codes() {
		rules = append(rules, d.enclosed(`(\$)`+b, []string{typeMark}, k, "meta.type.k", suffix{true, label},
			"code-"+k.what))
	}
	for _, k := range d.shapes() {
		rules = append(rules, d.enclosed("", nil, k, "", suffix{true, label}, "filter-"+k.what))
	}
	return list([]*rule{include(d.id + "-trivia")}, rules, []*rule{include(d.id + "-marks")})
}

// types matches the types and filters within an expression.
func (d *dialect) types() *rule {
	typ, names := d.typ()
	rules := []*rule{
		{Match: `(\?)` + b + `(\$)` + b + typ + d.knot() + d.end(),
			Captures: caps(append([]string{filterMark, typeMark}, append(names[:3:3], equals, variable)...)...)},
		{Match: `(\?)` + b + `(` + d.name + `)`, Captures: caps(filterMark, variable)},
		{Match: `(\$)` + b + typ + d.end(), Captures: caps(append([]string{typeMark}, names...)...)},
	}
	for _, k := range d.codes() {
		rules = append(rules,
			d.enclosed(`(\?)`+b+`(\$)`+b, []string{filterMark, typeMark}, k, "meta.filter.k meta.type.k",
				suffix{knot: true}, "code-"+k.what),
			d.enclosed(`(\$)`+b, []string{typeMark}, k, "meta.type.k", suffix{}, "code-"+k.what))
	}
	for _, k := range d.shapes() {
		rules = append(rules, d.enclosed(`(\?)`+b, []string{filterMark}, k, "meta.filter.k", suffix{knot: true},
			"filter-"+k.what))
	}
	return list(rules)
}

// constants is the number of built-in functions, the first ones, that are highlighted as constants.
const constants = 3

// functions matches the built-in functions, although a program may redefine them.
func (d *dialect) functions() *rule {
	if !d.k4 {
		return list([]*rule{{Name: "support.function.builtin.k", Match: `_log!` + d.end()}})
	}
	return list([]*rule{
		{Name: "constant.language.k", Match: `(?:` + strings.Join(k.Builtins[:constants], "|") + `)` + d.end()},
		{Name: "support.function.builtin.k", Match: `(?:` + strings.Join(k.Builtins[constants:], "|") + `)` + d.end()},
	})
}

// expression matches expressions where a name is not a label.
func (d *dialect) expression() *rule {
	tagged := func(mark, scope, gap string) *rule {
		return &rule{Match: `(` + mark + `)` + gap + `(` + d.label + `)`, Captures: caps(scope, tag)}
	}
	gap := b
	if d.k4 {
		gap = "" // otherwise a pipe before a name would be the constructor of a tag
	}
	rules := []*rule{
		include(d.id + "-trivia"),
		include(d.id + "-types"),
		{Match: `(\.)` + b + `(` + d.label + `)`, Captures: caps("punctuation.accessor.k", member)},
		with(d.k6, tagged(`/`, "keyword.operator.projection.k", gap)),
		with(d.k6, tagged(`[|\\]`, "keyword.operator.constructor.k", gap)),
		d.enclosed("", nil, brace, "meta.product.k", suffix{}, "product"),
		d.enclosed("", nil, angle, "meta.merge.k", suffix{}, "expression"),
		d.enclosed("", nil, paren, "meta.group.k", suffix{}, "expression"),
		with(d.k4, d.enclosed("", nil, square, "meta.vector.k", suffix{}, "expression")),
		include(d.id + "-functions"),
		{Name: "variable.function.k", Match: d.name},
		with(d.k6 && !d.k4, &rule{Name: "variable.function.k", Match: `-`}),
		include(d.id + "-marks"),
	}
	return list(rules)
}

// product matches the contents of braces in an expression. A name directly before a comma or the closing brace is a
// label. At the end of a line it may be a label or not; the line does not decide.
func (d *dialect) product() *rule {
	comment := `--|//|#|%|/\*`
	if d.k6 {
		comment += `|\\\\`
	}
	return list([]*rule{
		include(d.id + "-trivia"),
		{
			Begin: `(?:(` + d.label + `)` + b + `)?(:)`, BeginCaptures: caps(member, colon),
			End:      `(?=[,};])|^(?=` + d.define() + `)`,
			Patterns: []*rule{include(d.id + "-expression")},
		},
		{Name: member, Match: d.label + `(?=` + b + `[,}])`},
		include(d.id + "-functions"),
		{Name: "variable.other.k", Match: d.name + `(?=` + b + `$|[ \t]+(?:` + comment + `))`},
		include(d.id + "-expression"),
	})
}

// program matches the contents of a file.
func (d *dialect) program() *rule {
	return list([]*rule{
		include(d.id + "-trivia"),
		{Match: `(` + d.defined() + `)` + b + `(=)`, Captures: caps("entity.name.function.k", equals)},
		{
			Name: "meta.type.definition.k", Begin: `(\$)` + b + `(` + d.defined() + `)` + b + `(=)`,
			BeginCaptures: caps(typeMark, "entity.name.type.k", equals),
			End:           `(;)|^(?=` + d.define() + `)`, EndCaptures: caps("punctuation.terminator.k"),
			Patterns: []*rule{include(d.id + "-code")},
		},
		include(d.id + "-expression"),
	})
}

// Grammar returns the grammar of programs in any dialect.
func Grammar() *lang.Grammar {
	g := &lang.Grammar{
		Name:       "k",
		ScopeName:  "source.k",
		FileTypes:  []string{"k"},
		Repository: map[string]*rule{},
	}
	for i := range dialects {
		d := &dialects[i]
		repository := map[string]*rule{
			"trivia": d.trivia(), "marks": d.marks(), "types": d.types(), "functions": d.functions(),
			"program": d.program(), "expression": d.expression(), "product": d.product(), "code": d.code(noLabel),
		}
		for _, k := range d.codes() {
			repository["code-"+k.what] = d.code(k.labels())
		}
		for _, k := range d.shapes() {
			repository["filter-"+k.what] = d.filter(k.labels())
		}
		for what, r := range maps.All(repository) {
			g.Repository[d.id+"-"+what] = r
		}
		if d.k4 != d.k6 {
			// The first line sets the dialect of the whole file.
			g.Patterns = append(g.Patterns, &rule{
				Begin:         `\A` + `\x{FEFF}?` + b + `((?:--|//|#|%)` + b + `dialect:` + b + `(` + d.id + `)` + b + `)$`,
				BeginCaptures: caps("comment.line.dialect.k", "keyword.other.dialect.k"),
				End:           never, Patterns: []*rule{include(d.id + "-program")},
			})
		}
	}
	g.Patterns = append(g.Patterns, include("auto-program"))
	return g
}
