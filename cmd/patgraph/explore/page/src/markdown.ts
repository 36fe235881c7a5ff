// The little of Markdown that the analyzer writes in hovers, as elements: text never becomes HTML.

import { h } from "./dom";

/** markdown shows a text; links call go with what they lead to. */
export function markdown(text: string, go: (target: string) => void): HTMLElement {
  const out = h("div", { class: "md" });
  const lines = text.split("\n");
  let list: HTMLElement | null = null;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const fence = /^(`{3,})/.exec(line);
    if (fence) {
      const code: string[] = [];
      for (i++; i < lines.length && !lines[i]!.startsWith(fence[1]!); i++) code.push(lines[i]!);
      out.append(h("pre", { dir: "ltr" }, h("code", null, code.join("\n"))));
      list = null;
    } else if (/^[-*] /.test(line)) {
      if (!list) out.append((list = h("ul")));
      const item = h("li");
      inline(item, line.slice(2), go);
      list.append(item);
    } else if (line.trim() === "---" || line.trim() === "") {
      list = null;
    } else {
      list = null;
      const p = h("p");
      inline(p, line.replace(/^#+ /, ""), go);
      out.append(p);
    }
  }
  return out;
}

const piece = /(`+)([\s\S]*?[^`])\1(?!`)|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)|\\([\\`*_{}[\]()#+\-.!<>|$~&"'])/g;

function inline(into: HTMLElement, text: string, go: (target: string) => void): void {
  let at = 0;
  let plain = "";
  const flush = () => {
    if (plain) into.append(plain);
    plain = "";
  };
  for (const m of text.matchAll(piece)) {
    plain += text.slice(at, m.index);
    at = m.index + m[0].length;
    if (m[6] !== undefined) {
      plain += m[6];
      continue;
    }
    flush();
    if (m[2] !== undefined) into.append(h("code", { dir: "ltr" }, m[2].replace(/^ (.*) $/, "$1")));
    else if (m[3] !== undefined) into.append(h("b", null, m[3]));
    else {
      const target = m[5]!;
      into.append(h("button", { type: "button", class: "link", on: { click: () => go(target) } }, m[4]!));
    }
  }
  plain += text.slice(at);
  flush();
}
