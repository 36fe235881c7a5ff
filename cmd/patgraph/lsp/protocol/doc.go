// Package protocol is the part of the Language Server Protocol that the server uses: messages of JSON-RPC 2.0 and
// connections for them, over any transport, and the parameters and results of methods, with the names of the
// specification.
package protocol
