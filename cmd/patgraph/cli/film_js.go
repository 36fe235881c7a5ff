package cli

// film fails, since a browser has no files.
func (f *Flags) film(*Program, *Location, string) error { return Wrong("there are no files here") }
