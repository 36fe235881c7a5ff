package inputs

import (
	"errors"
	"io"
)

// gunzip is asked by nobody: a browser has no streams of programs.
func gunzip(io.Reader) (io.ReadCloser, error) { return nil, errors.ErrUnsupported }
