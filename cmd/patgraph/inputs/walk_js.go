package inputs

// folder reports that a page of a browser has no folders.
func (g *gather) folder(path string) { g.problem(path, "there are no folders here") }
