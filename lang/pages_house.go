package lang

// HousePages are those of the codes that are the same for every language: of P08xx, what
// is read and written, and of P09xx, defects.
var HousePages = Pages{
	{
		Code:  UnreadableInput,
		Title: "an input that cannot be read",
		Meaning: `A file or folder that was named does not exist, cannot be opened, or holds no program; or a file went away
or was being written while it was read. The other inputs are analysed, and the exit status is 2.`,
		Why:     `Silence about a file that was to be checked would look like success.`,
		Related: []Code{NotUTF8, TooLarge},
	},
	{
		Code:  NotUTF8,
		Title: "a text that is not UTF-8",
		Meaning: `Some bytes of the file are no character in UTF-8. The message says where the first of them are. The
file may be in an older encoding, such as Latin-1 or UTF-16, be compressed, or be no text at all. What is recognised is named, and
nothing of the text is shown.`,
		Why:     `Labels and strings are compared as text, and places are counted in characters: both need to be certain.`,
		Related: []Code{UnreadableInput, BadCharacter},
	},
	{
		Code:  TooLarge,
		Title: "a file that is too large",
		Meaning: `The program has more bytes than --limit-size allows, which is 64 MiB unless it is given and cannot be more than
2,147,483,646 bytes. It is not read; the others are.`,
		Why: `An analysis takes some fifty times the memory of its program, and one file that is none by mistake should
not cost the others theirs. Places in a file are 32-bit numbers.`,
		Related: []Code{UnreadableInput, NodeLimit},
	},
	{
		Code:  BadRecord,
		Title: "a record that is no program",
		Meaning: `With --input ndjson, each line is an object such as {"id": "a", "source": "f = .x;"}: the program is a text, its
name a text or a number, and other keys do not matter. This line is something else; its number stands behind the name
of the stream. The other lines are analysed, and the exit status is 2.`,
		Why:     `A record that was left out without a word would look like one without errors.`,
		Related: []Code{UnreadableInput, BrokenStream},
	},
	{
		Code:  BrokenStream,
		Title: "a stream that cannot be read to its end",
		Meaning: `An archive or a compressed stream ends in the middle, or its bytes contradict its checksums. What came before
is analysed, and the exit status is 2.`,
		Why:     `Nobody knows which programs were in the rest.`,
		Related: []Code{UnreadableInput, BadRecord},
	},
	{
		Code:  BadValue,
		Title: "a value that cannot be read",
		Meaning: `What a program is to be run on is not JSON, or not all of it: RFC 8259, in UTF-8. A label stands in an object
only once, and an exponent goes up to 100,000. With --values k it is no value as k6 writes it. With --stream the other lines are run, and the exit status is 2.`,
		Why:     `A value that was guessed would have a result that nobody asked for.`,
		Related: []Code{NoJSON, UnreadableInput},
	},
	{
		Code:  BadConfig,
		Title: "a configuration that cannot be used",
		Meaning: `A patgraph.toml is not TOML, has a key or a code that is not known, or a value that makes no sense.
None of it counts, and the programs that it is for are not checked; others are. The exit status is 2. --no-config
checks them with the defaults, --config FILE with another file.`,
		Why: `A program that is checked by other rules than were written down for it is not checked. A misspelt key
that is ignored would be found out when it is too late.`,
		Related: []Code{NotChecked, UnreadableInput},
	},
	{
		Code:  NotChecked,
		Title: "a program that was not checked",
		Meaning: `The configuration that counts for the program cannot be used, which is an error of its own, at its
place in that file. The program was found, but nothing is known about it.`,
		Why:     `Every program that is found is accounted for. This is a consequence of the error in the configuration, so it is in data but not in text.`,
		Related: []Code{BadConfig},
	},
	{
		Code:  BadProof,
		Title: "an explanation that does not hold",
		Meaning: `With --verify, everything that patgraph derives and every proof that it shows is checked again by code
that shares nothing with what made it. Something did not pass. The verdict may be right or wrong; the exit status is 3.`,
		Why:     `An explanation is worth something only if it can be checked. Please report it, with the program if possible.`,
		Related: []Code{Internal},
	},
	{
		Code:  Internal,
		Title: "a defect of patgraph",
		Meaning: `patgraph failed on this input. The program may be right or wrong; the other inputs are analysed, and
the exit status is 3. --debug.stack shows where it failed.`,
		Why:     `A defect is reported like any other finding and never hidden. Please report it, with the program if possible.`,
		Related: []Code{NodeLimit},
	},
}

// StrayBracketPage is the page of StrayBracket for a language in which brackets of several kinds nest, with its programs.
func StrayBracketPage(bad, good string) Page {
	return Page{
		Code:    StrayBracket,
		Title:   "a closing bracket that closes nothing",
		Meaning: `There is a closing bracket where none of its kind is open. It is one too many, or the one that it was meant to close is missing.`,
		Bad:     bad,
		Good:    good,
		Why:     `Brackets come in pairs. Read without this one, the text is as it should be.`,
		Related: []Code{UnclosedBracket},
	}
}
