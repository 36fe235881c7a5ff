// Places of reports, of the protocol, and of the editor's text.

import type { Text } from "@codemirror/state";
import type { Point, Span } from "./report";

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  from: number;
  to: number;
}

/** units is how many UTF-16 units so many characters take at the beginning of a text. */
export function units(text: string, characters: number): number {
  let i = 0;
  for (let n = 0; n < characters && i < text.length; n++) i += text.codePointAt(i)! > 0xffff ? 2 : 1;
  return i;
}

function at(doc: Text, p: Point): number {
  if (p.line > doc.lines) return doc.length;
  const line = doc.line(Math.max(1, p.line));
  return line.from + units(line.text, p.column - 1);
}

/** rangeOf is where a place of a report is in the text; an empty one where the text is shorter. */
export function rangeOf(doc: Text, s: Span): Range {
  const from = at(doc, s.start);
  return { from, to: Math.max(from, at(doc, s.end)) };
}

/** offsetOf is a position of the protocol as an offset. */
export function offsetOf(doc: Text, p: Position): number {
  if (p.line >= doc.lines) return doc.length;
  const line = doc.line(p.line + 1);
  return Math.min(line.from + p.character, line.to);
}

/** positionOf is an offset as a position of the protocol. */
export function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(Math.min(offset, doc.length));
  return { line: line.number - 1, character: Math.min(offset, doc.length) - line.from };
}
