// Command patgraph-wasm is the analyzer in a page without a server: a session of the language
// server in a worker of a browser, whose messages are those of the worker. There are no files.
//
// It runs where wasm_exec.js of Go has run, and needs nothing of that file's stubs but memory,
// time and chance. When it listens it posts the text "ready".
package main
