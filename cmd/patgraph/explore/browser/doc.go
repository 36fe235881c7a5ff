// Package browser tests the explorer in Chromium: each feature with the server and as a playground without one,
// accessibility, hostile programs, lost connections, speed, and screenshots. It has only tests, which are built with
// the tag "browser".
//
//	go test -tags browser ./cmd/patgraph/explore/browser
//
// They need Chromium, and axe-core in page/node_modules; .ci/browser installs both and runs them.
//
// harness_test.go starts the programs under test, page_test.go has the actions of a test on a page.
package browser
