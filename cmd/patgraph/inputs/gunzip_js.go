package inputs

import (
	"errors"
	"io"
)

// gunzip is never called: a browser has no streams of programs.
func gunzip(io.Reader) (io.ReadCloser, error) { return nil, errors.ErrUnsupported }
