// Package browser tries the explorer in Chromium: each feature with the server and as a
// playground without one, accessibility, hostile programs, lost connections, speed, and pictures of
// what the page looks like. It has tests alone, which are built with the tag "browser".
//
//	go test -tags browser ./cmd/patgraph/explore/browser
//
// They need Chromium, and axe-core in page/node_modules; .ci/browser installs both and runs them.
//
// harness_test.go starts what is tried, page_test.go is what a test does with a page.
package browser
