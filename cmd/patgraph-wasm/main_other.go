//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "patgraph-wasm runs in browsers: make playground builds it")
	os.Exit(2)
}
