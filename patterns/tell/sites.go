package tell

// First returns the first of the sites within a site, which are First … site.
func (p *Program) First(site int32) int32 {
	for {
		kids := p.Kids(site)
		if len(kids) == 0 {
			return site
		}
		site = kids[0]
	}
}

// Parents lists, for each of a number of sites, the site that it is a direct part of, or -1.
func Parents(s Syntax, sites int) []int32 {
	parents := make([]int32, sites)
	for site := range parents {
		parents[site] = -1 // parts come before what they are parts of
		for _, part := range s.Kids(int32(site)) {
			parents[part] = int32(site)
		}
	}
	return parents
}
