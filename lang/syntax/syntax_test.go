package syntax

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// reader is a parser of words and signs, of which all are tokens.
func reader(text string, signs *Signs) *Parser {
	p := &Parser{Tree: &Tree{}}
	p.Tree.Renew(lang.NewFile("in", []byte(text)), &Tree{})
	p.Syms = p.Tree.Syms
	at := p.Part(text, 0)
	for p.Begin(at); at < len(text); {
		switch k, n := signs.At(text, at); {
		case IsLetter(text[at]):
			at = p.Named(Name, at, at+1)
		case k != EOF:
			at = p.Add(k, at, at+n)
		default:
			at++
		}
	}
	p.Add(EOF, at, at)
	p.Scanned()
	return p
}

func TestSigns(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"<=-> |>::", "<= -> |> : :"},
		{"<+>=", "< + >="},
		{"=>:-!=!", "= > : - != !"},
	} {
		p := reader(test.text, SignsBut(Path, FatArrow, Turnstile))
		var got []string
		for _, x := range p.Toks[:len(p.Toks)-1] {
			got = append(got, x.Kind.String())
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%q: %q, not %q", test.text, got, test.want)
		}
	}
}

// What binds stronger becomes a node first, and of what binds as strong the left one.
func TestOperator(t *testing.T) {
	p := reader("a-b*c-d", SignsBut())
	p.Mark()
	f := p.Push(0)
	for prec := (Precedences{Minus: 1, Star: 2}); ; {
		f.At = p.Tok().Start
		p.Leaf(1)
		if !p.Operator(f, prec[p.Kind()], 2) {
			break
		}
	}
	var got []string
	for i := range p.Tree.Nodes {
		got = append(got, p.Tree.File.Text(p.Tree.Nodes[i].Span()))
	}
	if got, want := strings.Join(got, " "), "a b c b*c a-b*c d a-b*c-d"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestSkip(t *testing.T) {
	for text, want := range map[string]int32{"(a;b);c": 5, "a)];": 3, "((a;": 4, "": 0} {
		p := reader(text, SignsBut())
		p.Skip(func(k Kind, depth int) bool { return depth == 0 && k == Semicolon })
		if got := p.Tok().Start; got != want {
			t.Errorf("%q: at %d, not %d", text, got, want)
		}
	}
}
