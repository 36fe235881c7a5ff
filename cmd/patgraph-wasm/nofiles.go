//go:build js && wasm

package main

import "syscall/js"

// noFiles makes a file system in which nothing is, and a folder to be in: the one where the page says that programs
// are.
func noFiles() {
	absent := js.Global().Get("Error").New("there is no such file")
	absent.Set("code", "ENOENT")
	none := js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[len(args)-1].Invoke(absent)
		return nil
	})
	fs := js.Global().Get("fs")
	for _, name := range []string{"open", "stat", "lstat", "readdir", "readlink", "mkdir", "unlink", "rename", "rmdir"} {
		fs.Set(name, none)
	}
	js.Global().Get("process").Set("cwd", js.FuncOf(func(js.Value, []js.Value) any { return "/patgraph" }))
}
