// Package protocol is the Language Server Protocol as far as the server speaks it. In programs it is
// go.lsp.dev/protocol. In a browser that library would be a quarter of what is loaded, since it
// has every message that there is, so there the few messages that are used are written down
// here, with the same names, and the library of the house for JSON reads and writes them.
package protocol
