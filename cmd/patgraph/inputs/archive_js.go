package inputs

import "io"

// members and scan do nothing: a browser has no archives.
func (o *Options) members(*stream, bool, *Unpacked, yieldFunc) bool           { return true }
func (o *Options) scan(io.Reader, func(name string, size int64, r io.Reader)) {}
