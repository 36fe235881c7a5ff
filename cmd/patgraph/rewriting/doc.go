// Package rewriting has the commands that give programs a new text: fmt and migrate.
package rewriting
