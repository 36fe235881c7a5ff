package tell

// First is the first of the sites within one, which are First … site.
func (p *Program) First(site int32) int32 {
	for {
		kids := p.Kids(site)
		if len(kids) == 0 {
			return site
		}
		site = kids[0]
	}
}
