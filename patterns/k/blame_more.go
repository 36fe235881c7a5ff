package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Places that are no member of the core but may be at fault as well.

// origins adds the places in callees from which a signature has what clashes,
// where the derivation takes the signature as a whole.
func (a *analysis) origins(c *explain.Contradiction, places []blamed, known map[placeKey]bool) []blamed {
	for i := range c.Facts {
		o := c.Facts[i].Origin
		if o == nil {
			continue
		}
		key := a.originPlace(o)
		if known[key] || a.defAt(key.site) < 0 {
			continue
		}
		known[key] = true
		p := blamed{key: key, def: a.defAt(key.site), calls: 1}
		a.features(c, &p)
		p.features[featOrigin] = 1
		places = append(places, p)
	}
	return places
}

// listed are the places to be listed, the likeliest first. Of a product or variant
// with a label at fault that is the label and, less likely, the whole; and where
// one of several labels may be at fault it is the whole and, less likely, each.
func (a *analysis) listed(def int32, places []blamed) []blamed {
	list := places[:len(places):len(places)]
	add := func(p blamed, label lang.Span, feature int) {
		p.label = label
		p.features[feature] = 1
		list = append(list, p)
	}
	for _, p := range places {
		if !p.label.Empty() {
			add(p, lang.Span{}, featWhole)
			continue
		}
		for _, l := range p.alone {
			add(p, l, featOneLabel)
		}
	}
	a.rank(def, list)
	return list
}
