// Package lspbench is an editor without a screen: a scripted client of the Language Server Protocol for tests of the
// language server and for measurements. It depends on the protocol only and not on a server.
package lspbench
