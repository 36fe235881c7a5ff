package unify

// PickRun makes a function choose which of the instances that are queued is run next.
func (g *Graph) PickRun(pick func(n int) int) { g.related().pick = pick }

// Kept and Found are how many runs are kept, and how often one was found.
func (rs *Runs) Kept() int  { return len(rs.ends) }
func (rs *Runs) Found() int { return rs.found }
