// Package acceptance checks the output of commands against schemas, also for a language of its own (internal/toy). It
// also analyses the examples of all languages with limits (limits_test.go), and checks how work grows with the size of
// programs. These tests are not in the package of the program, since test scripts start that binary up to a thousand
// times, and schema validation would double its start time.
package acceptance
