package engine

// Find finds none: a browser starts no programs.
func Find(Kind) (*Engine, error) { return nil, ErrNotFound }
