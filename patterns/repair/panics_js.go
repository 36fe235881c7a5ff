package repair

// propagatePanics is false in a browser, where the size of the program counts.
var propagatePanics = false
