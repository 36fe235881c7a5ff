package repair

import "github.com/patgraph/patgraph/patterns/message"

// A part that differs in form from all its siblings is a suspect.
const (
	leastAlike   = 3  // the minimum number of siblings of one form
	maxFormSites = 12 // the maximum number of sites of a part with a form
)

// A form is the sequence of the kinds of a part's sites.
type form struct {
	kinds [maxFormSites]message.Kind
	n     int8
}

// Parent returns the site that contains a site directly, or -1.
func (p *Program) Parent(site int32) int32 {
	if p.parents == nil {
		p.parents = p.Parents(p.Size)
	}
	return p.parents[site]
}

// Outlier returns, for a site within the only part of a merge, vector or product whose form differs from all others,
// that part and one of the others; -1 for any other site.
func (p *Program) Outlier(site int32) (part, other int32) {
	for range maxFormSites {
		whole := p.Parent(site)
		if whole < 0 {
			break
		}
		switch p.Kind(whole) {
		case message.Joins, message.Collects, message.Product:
			if o := p.outlierOf(whole); o.part == site {
				return o.part, o.other
			}
			return none, none
		}
		site = whole
	}
	return none, none
}

// An outlier is the only part of a whole whose form differs from the others, and one of the others; or -1 and -1.
type outlier struct{ part, other int32 }

func (p *Program) outlierOf(whole int32) outlier {
	if o, ok := p.odds[whole]; ok {
		return o
	}
	o := outlier{none, none}
	if kids := p.Kids(whole); len(kids) > leastAlike {
		// At least two of three parts have the most frequent form.
		like := kids[0]
		if f := p.formOf(like); f != p.formOf(kids[1]) && f != p.formOf(kids[2]) {
			like = kids[1]
		}
		common := p.formOf(like)
		for _, kid := range kids {
			if f := p.formOf(kid); f.n >= 0 && f == common {
				continue
			}
			if o.part >= 0 {
				o = outlier{none, none}
				break
			}
			o = outlier{kid, like}
		}
	}
	if p.odds == nil {
		p.odds = make(map[int32]outlier)
	}
	p.odds[whole] = o
	return o
}

// formOf returns the form of a part. A large part has n < 0, a form of its own.
func (p *Program) formOf(part int32) (f form) {
	first := p.First(part)
	if part-first >= maxFormSites {
		return form{n: -1}
	}
	for site := first; site <= part; site++ {
		f.kinds[f.n] = p.Kind(site)
		f.n++
	}
	return f
}
