//go:build !linux && !js

package atomicfile

import (
	"io/fs"
	"os"
)

func unnamed(string, fs.FileMode) *os.File { return nil }

func link(*os.File, string) (string, error) { return "", errNoName }
