// Package protocol is the Language Server Protocol as far as the server speaks it: the messages that it
// reads and writes, with the names of the specification, and who answers which. It is written down here,
// and not taken from a library, since the server runs in browsers, too, where a library that has every
// message there is would be a quarter of what is loaded.
package protocol
