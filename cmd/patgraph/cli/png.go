//go:build !js

package cli

import (
	"bytes"
	"image/png"
)

func pixelsOfPNG(data []byte) (wide, high int) {
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return 0, 0
	}
	return c.Width, c.Height
}
