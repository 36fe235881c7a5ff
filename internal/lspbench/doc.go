// Package lspbench is an editor without a screen: a scripted client of the Language Server
// Protocol for tests of the language server, and measurements with it. It knows messages and no
// server.
package lspbench
