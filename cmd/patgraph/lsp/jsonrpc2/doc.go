// Package jsonrpc2 implements the messages of JSON-RPC 2.0 and connections for them, over any transport. Existing
// libraries would link networking, which makes a program for browsers larger and cannot be used there.
package jsonrpc2
