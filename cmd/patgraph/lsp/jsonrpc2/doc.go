// Package jsonrpc2 is messages of JSON-RPC 2.0, and connections. In programs it is
// go.lsp.dev/jsonrpc2; what is used of that is written down here for browsers, where the library
// would bring networks and another JSON along.
package jsonrpc2
