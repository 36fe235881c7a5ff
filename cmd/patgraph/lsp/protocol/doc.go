// Package protocol is the part of the Language Server Protocol that the server uses: the messages that it reads and
// writes, with the names of the specification, and their dispatch. It does not use a library: the server also runs in
// browsers, where a library with all messages would be a quarter of the download.
package protocol
