package tensorscript

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// Layers that are called as in Python: `relu(fc1(x))` for `x |> fc1 |> relu`.

// An application is a call with one argument without a name, and perhaps others with names: `softmax(h, dim=1)`.
type application struct {
	name        int // the token of the name of what is applied
	first, past int // the tokens of the argument: from first on, before past
	close       int // the token of the closing bracket
}

// appliesAsPython reports the call whose bracket is a token if it applies a layer to an argument, with all others
// within it as one mistake. It returns whether it does.
func (p *parser) appliesAsPython(open int) bool {
	if open < p.rewritten {
		return true
	}
	from := open - 1
	if from < 1 {
		return false
	}
	if from > 1 && p.isPrefix(from-2) {
		from -= 2
	}
	a, ok := p.application(from, len(p.Toks))
	if !ok || p.block < 0 || p.tree.Decls[p.block].Kind != DeclGraph {
		return false
	}
	before, after := p.Toks[from-1].Kind, p.Toks[a.close+1].Kind
	if before == syntax.Pipe || before == syntax.Dot {
		return false
	}
	at := p.Toks[from].Span().To(p.Toks[a.close].Span())
	text := p.stages(a)
	if precedences[before] > 0 || before == syntax.Not || precedences[after] > 0 {
		text = "(" + text + ")"
	}
	p.rewritten = a.close
	p.Once(&p.applied, at, "layers are applied with a pipe", "a call as in Python",
		lang.Edit{Span: at, Text: text}, "write `"+lang.Clip(text)+"`", "write each call with a pipe")
	return true
}

// application reads the call that begins at a token, if it ends before another token.
func (p *parser) application(from, end int) (a application, ok bool) {
	if p.isPrefix(from) {
		from += 2
	}
	end = min(end, from+longestCall, len(p.Toks)-1)
	if from+3 >= end || p.Toks[from].Kind != syntax.Name || p.Toks[from+1].Kind != syntax.LParen {
		return a, false
	}
	a = application{name: from, first: from + 2}
	for depth, i := 0, a.first; i < end; i++ {
		switch k := p.Toks[i].Kind; {
		case depth == 0 && k == syntax.Comma && a.past > 0 && p.Toks[i+1].Kind == syntax.RParen:
		case depth == 0 && k == syntax.Comma:
			if a.past == 0 {
				a.past = i
			}
			if p.Toks[min(i+2, end)].Kind != syntax.Equals {
				return a, false // a second argument without a name
			}
		case depth == 0 && k == syntax.RParen:
			if a.close = i; a.past == 0 {
				a.past = i
			}
			return a, p.isValue(a)
		case k == syntax.Semicolon:
			return a, false
		case k.IsCloser():
			depth--
		case k.IsOpener():
			depth++
		}
	}
	return a, false
}

// isPrefix reports whether a token and the next one are before the name of a layer in Python: `self.`, or a module.
func (p *parser) isPrefix(at int) bool {
	if at+1 >= len(p.Toks) || p.Toks[at+1].Kind != syntax.Dot {
		return false
	}
	text := p.Src[p.Toks[at].Start:p.Toks[at].End]
	return p.Toks[at].Kind == tSelf || text == "F" || text == "nn" || text == "torch"
}

// isValue reports whether the argument of an application may be a tensor: it has no name, and is not only a number.
func (p *parser) isValue(a application) bool {
	if a.first >= a.past || p.Toks[a.first+1].Kind == syntax.Equals {
		return false
	}
	for i := a.first; i < a.past; i++ {
		if k := p.Toks[i].Kind; k == syntax.Name || k == tSelf {
			return true
		}
	}
	return false
}

// stages writes an application as a pipe.
func (p *parser) stages(a application) string {
	var text strings.Builder
	last := p.Toks[a.first].Start
	for i := a.first; i < a.past; i++ {
		before := p.Toks[i-1].Kind
		b, ok := p.application(i, a.past)
		if !ok || before == syntax.Pipe || before == syntax.Dot {
			continue
		}
		if i == a.first && b.close == a.past-1 {
			text.WriteString(p.stages(b))
		} else {
			text.WriteString(p.Src[last:p.Toks[i].Start] + "(" + p.stages(b) + ")")
		}
		i, last = b.close, p.Toks[b.close].End
	}
	text.WriteString(p.Src[last:max(last, p.Toks[a.past-1].End)] + " |> ")
	name := p.Toks[a.name]
	isFunction := p.isFunction(name.Sym)
	if isFunction {
		text.WriteString("self.")
	}
	text.WriteString(p.Src[name.Start:name.End])
	more := ""
	if a.past < a.close {
		more = strings.TrimSpace(p.Src[p.Toks[a.past].End:p.Toks[a.close].Start])
	}
	if more != "" || isFunction {
		text.WriteString("(" + more + ")")
	}
	return text.String()
}

// isFunction reports whether the text has a function of a name.
func (p *parser) isFunction(name lang.Sym) bool {
	if p.functions == nil {
		p.functions = make(map[lang.Sym]bool)
		for i := 1; i < len(p.Toks); i++ {
			if p.Toks[i-1].Kind == tDef {
				p.functions[p.Toks[i].Sym] = true
			}
		}
	}
	return p.functions[name]
}
