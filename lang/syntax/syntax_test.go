package syntax

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// reader returns a parser of words and signs, which are all tokens.
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

// Operators that bind more strongly become nodes first; among equal ones, the left one.
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

// Trees may have parts that are not written.
func TestParts(t *testing.T) {
	const leaf, list = 1, 2
	tree := &Tree{
		File:  lang.NewFile("in", []byte("a,b")),
		Nodes: []Node{{Op: leaf, End: 1}, {Op: leaf, Start: 2, End: 3}, {Op: list, End: 3, n: 3}},
		kids:  []NodeID{0, NoNode, 1},
	}
	if got := slices.Collect(tree.Parts(2)); !slices.Equal(got, []NodeID{0, 1}) {
		t.Errorf("the parts are %v", got)
	}
	if tree.Kid(2, 2) != 1 || tree.Kid(2, 1) != NoNode || tree.Kid(2, 3) != NoNode || tree.Kid(NoNode, 0) != NoNode ||
		tree.Kids(NoNode) != nil {
		t.Error("a part that is not there is NoNode")
	}
	if !tree.Is(2, leaf, list) || tree.Is(0, list) || tree.Is(NoNode, 0) {
		t.Error("NoNode is of no kind")
	}
	if tree.Widest(1, list) != 3 || tree.Widest(4, list) != 4 || tree.Widest(1, leaf) != 1 {
		t.Error("the list has three parts")
	}
	if tree.Source(1) != "b" {
		t.Error(tree.Source(1))
	}
}
