package cli

// onInterrupt registers nothing: no signal ends a page of a browser.
func onInterrupt(func()) (end func()) { return func() {} }
