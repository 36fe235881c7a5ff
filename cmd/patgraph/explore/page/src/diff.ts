// What a repair changes, and what differs between two texts, line by line.

import type { Text } from "@codemirror/state";
import { h } from "./dom";
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

const mostCompared = 4e6; // pairs of lines

/** compare lists the lines that differ between two texts, with one line around them. */
export function compare(before: string, after: string): Row[] {
  const a = before.split(/\r?\n/);
  const b = after.split(/\r?\n/);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const n = a.length - head - tail;
  const m = b.length - head - tail;
  // The longest common subsequence of what is between. Between texts that are too large for this, every line differs.
  const width = m + 1;
  const small = n * m <= mostCompared;
  const length = new Uint32Array(small ? (n + 1) * width : 0);
  for (let i = n - 1; small && i >= 0; i--)
    for (let j = m - 1; j >= 0; j--)
      length[i * width + j] = a[head + i] === b[head + j] ? length[(i + 1) * width + j + 1]! + 1 : Math.max(length[(i + 1) * width + j]!, length[i * width + j + 1]!);
  let all: Row[] = a.slice(0, head).map((text, i) => ({ kind: "same", number: i + 1, text }));
  for (let i = 0, j = 0; i < n || j < m; ) {
    if (small && i < n && j < m && a[head + i] === b[head + j]) all.push({ kind: "same", number: head + ++i, text: b[head + j++]! });
    else if (i < n && (j === m || !small || length[(i + 1) * width + j]! >= length[i * width + j + 1]!)) all.push({ kind: "old", number: head + ++i, text: a[head + i - 1]! });
    else all.push({ kind: "new", number: head + ++j, text: b[head + j - 1]! });
  }
  all = all.concat(a.slice(a.length - tail).map((text, i) => ({ kind: "same", number: a.length - tail + i + 1, text })));
  const rows: Row[] = [];
  let skipped = false;
  all.forEach((r, i) => {
    const near = [all[i - 1], r, all[i + 1]].some((x) => x && x.kind !== "same");
    if (near && skipped && rows.length > 0) rows.push({ kind: "gap", number: 0, text: "⋯" });
    if (near) rows.push(r);
    skipped = !near;
  });
  return rows;
}

/** rowsOf shows rows as elements. */
export function rowsOf(rows: Row[]): HTMLElement[] {
  return rows.map((r) =>
    h(
      r.kind === "old" ? "del" : r.kind === "new" ? "ins" : "div",
      { class: "line", dir: "ltr" },
      h("span", { class: "n", "aria-hidden": "true" }, r.number ? String(r.number) : ""),
      h("span", { class: "sign" }, r.kind === "old" ? "−" : r.kind === "new" ? "+" : " "),
      h("span", { class: "t" }, r.text || " "),
    ),
  );
}
