//go:build !js

package jsonrpc2

import "go.lsp.dev/jsonrpc2"

// What lsp uses of the library.
type (
	Code       = jsonrpc2.Code
	Conn       = jsonrpc2.Conn
	ID         = jsonrpc2.ID
	Message    = jsonrpc2.Message
	RawMessage = jsonrpc2.RawMessage
	Request    = jsonrpc2.Request
)

// Likewise.
const (
	InternalError        = jsonrpc2.InternalError
	InvalidParams        = jsonrpc2.InvalidParams
	InvalidRequest       = jsonrpc2.InvalidRequest
	MethodNotFound       = jsonrpc2.MethodNotFound
	ServerNotInitialized = jsonrpc2.ServerNotInitialized
)

// ErrParse is the answer to what is no message.
var ErrParse = jsonrpc2.ErrParse

// Functions of the library.
var (
	AppendMessage = jsonrpc2.AppendMessage
	Async         = jsonrpc2.Async
	DecodeMessage = jsonrpc2.DecodeMessage
	Errorf        = jsonrpc2.Errorf
	NewConn       = jsonrpc2.NewConn
	NewError      = jsonrpc2.NewError
	NewNumberID   = jsonrpc2.NewNumberID
	NewResponse   = jsonrpc2.NewResponse
	NewStringID   = jsonrpc2.NewStringID
	WithCodec     = jsonrpc2.WithCodec
)
