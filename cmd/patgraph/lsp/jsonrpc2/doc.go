// Package jsonrpc2 is messages of JSON-RPC 2.0, and connections that carry them, whatever they run over.
// Libraries bring networks along, which programs in a browser have to load and cannot use.
package jsonrpc2
