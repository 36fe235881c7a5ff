package unify

// PickRun makes a function choose which of the instances that are queued is run next.
func (g *Graph) PickRun(pick func(n int) int) { g.related().pick = pick }
