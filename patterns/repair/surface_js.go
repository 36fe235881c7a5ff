package repair

// surface is false in a browser, where the size of the program counts.
var surface = false
