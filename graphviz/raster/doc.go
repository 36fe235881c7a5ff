// Package raster draws a PNG picture from the JSON output of Graphviz.
//
// That output has, beside the positions, the draw operations of xdot: polygons,
// ellipses, B-splines, lines and runs of text, with pens, colours and fonts. All
// that Graphviz decides has been decided in it; what is left is to cover pixels.
// HTML-like tables, clusters and arrow heads need no knowledge here.
//
// Text is drawn with the Go fonts, whose monospaced family has exactly the widths
// that Graphviz computes for Courier. A character they lack is drawn as a box with
// its number, so that no text is silently wrong.
//
// The same input gives the same bytes. Images, hatches of style wedged or striped
// text, rotated pages and the attributes size and viewport are not drawn; they do
// not occur in graphs of types.
package raster
