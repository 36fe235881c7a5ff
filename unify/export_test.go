package unify

// PickRun sets the function that selects the next queued instance to run.
func (g *Graph) PickRun(pick func(n int) int) { g.related().pick = pick }

// Kept and Found return how many runs are stored, and how often one was found.
func (rs *Runs) Kept() int  { return len(rs.ends) }
func (rs *Runs) Found() int { return rs.found }
