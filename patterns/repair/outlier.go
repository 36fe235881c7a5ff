package repair

import "github.com/patgraph/patgraph/patterns/message"

// Of parts that are alike but one, the one is suspect.
const (
	leastAlike   = 3  // so many others are of one form,
	maxFormSites = 12 // which has so many sites at most
)

// A form is the kinds of the sites of a part, in their order.
type form struct {
	kinds [maxFormSites]message.Kind
	n     int8
}

// Parent is the site that a site is a direct part of, or -1.
func (p *Program) Parent(site int32) int32 {
	if p.parents == nil {
		p.parents = p.Parents(p.Size)
	}
	return p.parents[site]
}

// Outlier returns, of a site in a merge, vector or product whose parts are all of one form but
// that part, the part and one of the others; -1 for any other site.
func (p *Program) Outlier(site int32) (part, other int32) {
	for range maxFormSites {
		whole := p.Parent(site)
		if whole < 0 {
			break
		}
		switch p.Kind(whole) {
		case message.Joins, message.Collects, message.Product:
			if o := p.oddPart(whole); o.part == site {
				return o.part, o.other
			}
			return none, none
		}
		site = whole
	}
	return none, none
}

// An odd is the part of a whole that is unlike all others, and one of those; or -1 twice.
type odd struct{ part, other int32 }

func (p *Program) oddPart(whole int32) odd {
	if o, ok := p.odds[whole]; ok {
		return o
	}
	o := odd{none, none}
	if kids := p.Kids(whole); len(kids) > leastAlike {
		// Of three at least two are of the form of most.
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
				o = odd{none, none}
				break
			}
			o = odd{kid, like}
		}
	}
	if p.odds == nil {
		p.odds = make(map[int32]odd)
	}
	p.odds[whole] = o
	return o
}

// formOf is the form of a part. That of a large one has n < 0 and is like no other.
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
