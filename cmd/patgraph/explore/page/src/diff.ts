// What a repair changes, line by line.

import type { Text } from "@codemirror/state";
import { rangeOf } from "./places";
import type { Edit } from "./report";

export interface Row {
  kind: "same" | "old" | "new" | "gap";
  number: number; // of the line, in the text before or after
  text: string;
}

/** preview lists the lines that edits change, with one line around them. */
export function preview(doc: Text, edits: Edit[]): Row[] {
  const list = edits.map((e) => ({ ...rangeOf(doc, e.span), text: e.text })).sort((a, b) => a.from - b.from);
  const rows: Row[] = [];
  let shift = 0;
  for (let i = 0; i < list.length; ) {
    const first = doc.lineAt(list[i]!.from).number;
    let last = doc.lineAt(list[i]!.to).number;
    let j = i + 1;
    while (j < list.length && doc.lineAt(list[j]!.from).number <= last) last = Math.max(last, doc.lineAt(list[j++]!.to).number);
    const from = doc.line(first).from;
    const to = doc.line(last).to;
    let after = "";
    let at = from;
    for (const e of list.slice(i, j)) {
      after += doc.sliceString(at, e.from) + e.text;
      at = e.to;
    }
    after += doc.sliceString(at, to);
    const context = (n: number) => n >= 1 && n <= doc.lines && rows.push({ kind: "same", number: n, text: doc.line(n).text });
    if (rows.length > 0) rows.push({ kind: "gap", number: 0, text: "⋯" });
    context(first - 1);
    for (let n = first; n <= last; n++) rows.push({ kind: "old", number: n, text: doc.line(n).text });
    const lines = after === "" && list.slice(i, j).some((e) => e.to - e.from > 0) ? [] : after.split("\n");
    lines.forEach((text, k) => rows.push({ kind: "new", number: first + shift + k, text }));
    shift += lines.length - (last - first + 1);
    context(last + 1);
    i = j;
  }
  return rows;
}
