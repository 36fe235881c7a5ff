// The little of Markdown that the analyzer writes in hovers, as elements: text never becomes HTML.

import { h } from "./dom";

/** markdown shows a text; links call go with what they lead to. */
export function markdown(text: string, go: (target: string) => void = () => {}): HTMLElement {
  const out = h("div", { class: "md" });
  const lines = text.split("\n");
  let list: HTMLElement | null = null;
  const open: { into: HTMLElement; text: string }[] = []; // the paragraph or item that may go on
  const end = () => {
    for (const x of open.splice(0)) inline(x.into, x.text, go);
  };
  const begin = (into: HTMLElement, text: string) => {
    end();
    open.push({ into, text });
    return into;
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const fence = /^(`{3,})/.exec(line);
    const item = /^[-*] (.*)/.exec(line);
    const heading = /^#+ (.*)/.exec(line);
    if (fence) {
      end();
      const code: string[] = [];
      for (i++; i < lines.length && !lines[i]!.startsWith(fence[1]!); i++) code.push(lines[i]!);
      out.append(h("pre", { dir: "ltr" }, h("code", null, code.join("\n"))));
      list = null;
    } else if (item) {
      if (!list) out.append((list = h("ul")));
      list.append(begin(h("li"), item[1]!));
    } else if (line.trim() === "---" || line.trim() === "") {
      end();
      list = null;
    } else if (heading) {
      out.append(begin(h("p"), heading[1]!));
      end();
      list = null;
    } else if (open[0]) {
      open[0].text += "\n" + line.trim();
    } else {
      list = null;
      out.append(begin(h("p"), line));
    }
  }
  end();
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
