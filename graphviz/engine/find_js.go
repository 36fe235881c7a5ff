package engine

// Find always fails: a browser cannot start programs.
func Find(Kind) (*Engine, error) { return nil, ErrNotFound }
