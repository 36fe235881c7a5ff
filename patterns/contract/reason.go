package contract

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// Words are how a language writes the parts of contracts.
type Words struct {
	// Label writes a label of a product or union.
	Label func(string) string
	// Tensors says that parts are those of tensors: axes and element types.
	Tensors bool
}

// mostText is about how many bytes a term has in a message.
const mostText = 60

// write writes a term.
func (t *Terms) write(i int) string {
	x := &t.All[i]
	if text, ok := t.text[i]; ok {
		return text
	}
	switch {
	case x.isGround():
		if t.Words.Tensors && len(x.Parts) == 0 {
			return x.Name
		}
		return t.result.Front.TypeExpression(x.typ)
	case x.scheme == nil:
		return "anything"
	case t.Words.Tensors && x.Unknown:
		return "?"
	}
	takes, gives := t.result.Front.ShortSignature(x.scheme, x.node, x.node, mostText)
	if takes == "" {
		before, _, _ := strings.Cut(gives, " -> ") // a part is written as a function from itself to itself
		return before
	}
	takes, _, _ = strings.Cut(strings.TrimPrefix(takes, "?"), "=X") // the name of the whole
	return takes
}

// quoted writes a term in backquotes, or in words if it can be anything.
func (t *Terms) quoted(i int) string {
	x := &t.All[i]
	switch text := t.write(i); {
	case x.isBlank() && t.Words.Tensors && (text == "_" || text == "?" || text == "anything"), x.Unknown && text == "?":
		return "of any size"
	case x.isBlank() && t.Words.Tensors && !strings.ContainsAny(text, " *"):
		return "free (`" + text + "`)"
	case t.Words.Tensors:
		return "`" + text + "`"
	case x.isBlank():
		return "anything"
	default:
		return "`" + text + "`"
	}
}

// place writes where a problem is: "the input", "`.lines[].price` of the input", "axis 0 of `image`".
func (t *Terms) place(p *Problem) string {
	whole, says := p.port, ""
	if t.Words.Tensors {
		for _, l := range p.path {
			n, err := strconv.Atoi(strings.TrimPrefix(l, "d"))
			switch {
			case l == "shape" && says == "":
				says = "the shape"
			case err == nil && l[0] == 'd':
				says = "axis " + strconv.Itoa(n)
			case l == "dtype" || l == "elem":
				says = "the element type"
			default:
				says = "a part"
			}
		}
		if says == "" {
			return whole
		}
		return says + " of " + whole
	}
	for _, l := range p.path {
		if l == Member {
			says += "[]"
		} else {
			says += "." + t.Words.Label(l)
		}
	}
	if says == "" {
		return whole
	}
	return "`" + strings.TrimPrefix(says, ".") + "` in " + whole
}

// Reason writes a problem as a sentence: of Change.Breaks, or of Change.Allows if allowed is set.
func (c *Comparison) Reason(p *Problem, allowed bool) string {
	x, y := c.old, c.new // the sides of the problem
	if p.output != allowed {
		x, y = c.new, c.old
	}
	at := x.place(p)
	list := func() string {
		noun := "field"
		if p.a >= 0 && x.All[p.a].Shapes == unify.Union || p.b >= 0 && y.All[p.b].Shapes == unify.Union {
			noun = "tag"
		}
		labels := make([]string, 0, len(p.labels))
		for _, l := range p.labels[:min(len(p.labels), 4)] {
			labels = append(labels, "`"+x.Words.Label(l)+"`")
		}
		text := strings.Join(labels, ", ")
		if n := len(p.labels) - len(labels); n > 0 {
			text += " and " + strconv.Itoa(n) + " more"
		}
		if len(p.labels) > 1 {
			noun += "s"
		}
		return noun + " " + text
	}
	old, now := p.a, p.b
	if x == c.new {
		old, now = p.b, p.a
	}
	switch k := p.kind; {
	case k == limit:
		return "the types are too large to be compared"
	case k == undefined:
		return "it is undefined now on some inputs on which it was defined (" + p.says + ")"
	case k == portNeeded && !allowed:
		return at + " must be given now"
	case k == portNeeded:
		return at + " need not be given any more"
	case k == portGone && !allowed:
		return at + " does not exist any more"
	case k == portGone:
		return at + " is new"
	case k == demands:
		says := cmp.Or(p.says, "the inputs must satisfy `"+strings.Join(p.labels, "")+"`")
		if allowed {
			return "no longer: " + says
		}
		return says + " now"
	case k == unequal && p.output:
		return at + " depends on the input in another way"
	case k == unequal && !allowed:
		return at + " must have the type of another part now"
	case k == unequal:
		return at + " may differ in type from another part now"
	case k == needs && p.output == allowed: // the input needs it now, or the output has it now
		if p.output {
			return at + " has the " + list() + " now"
		}
		return at + " needs the " + list() + " now"
	case k == needs && p.output:
		return at + " lacks the " + list() + " now"
	case k == needs:
		return at + " does not need the " + list() + " any more"
	case k == excludes && p.labels == nil && !allowed:
		return at + " does not allow further fields or tags any more"
	case k == excludes && p.labels == nil:
		return at + " allows further fields or tags now"
	case k == excludes && p.output && !allowed:
		return at + " may have the " + list() + " now"
	case k == excludes && p.output:
		return at + " does not have the " + list() + " any more"
	case k == excludes && !allowed:
		return at + " does not allow the " + list() + " any more"
	case k == excludes:
		return at + " allows the " + list() + " now"
	}
	if old >= 0 && now >= 0 && c.old.All[old].Means != c.new.All[now].Means && c.old.All[old].Name == c.new.All[now].Name {
		return at + " uses the type `" + c.new.All[now].Name + "`, whose definition has changed"
	}
	was, is := c.old.quoted(old), c.new.quoted(now)
	if was == is {
		return at + " is " + is + ", whose definition has changed"
	}
	return at + " was " + was + " and is " + is + " now"
}
