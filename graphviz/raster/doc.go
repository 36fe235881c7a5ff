// Package raster draws a PNG picture from the JSON output of Graphviz.
//
// Besides the positions, that output has the draw operations of xdot: polygons, ellipses, B-splines, lines and runs of
// text, with pens, colours and fonts. Graphviz has made all decisions; the package only covers pixels. It needs no
// knowledge of HTML-like tables, clusters and arrow heads.
//
// Text is drawn with the Go fonts, whose monospaced family has exactly the widths that Graphviz computes for Courier. A
// character they lack is drawn as a box with its code point, so that no text is silently wrong.
//
// The same input gives the same bytes. Images, hatches of style wedged or striped text, rotated pages and the
// attributes size and viewport are not drawn; they do not occur in graphs of types.
package raster
