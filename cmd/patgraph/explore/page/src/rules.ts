// Pages about typing rules, such as "comp" of the reason "comp: chaining".

import { page } from "./dialogs";
import { button, h } from "./dom";
import type { Session } from "./session";

const known = new Map<string, Promise<string | null>>();

/** reason shows the reason of a step; where its rule has a page, it opens it. */
export function reason(session: Session, text: string): HTMLElement {
  const out = h("span", { class: "reason" }, text);
  const rule = /^([\w-]+): [\w ,-]+$/.exec(text)?.[1];
  if (!rule) return out;
  const key = `${session.doc()?.language} ${rule}`;
  let asked = known.get(key);
  if (!asked) {
    asked = session.about<{ text: string }>("patgraph/explain", { code: rule }).then(
      (answer) => answer.text,
      () => null, // it has none
    );
    known.set(key, asked);
  }
  void asked.then((found) => {
    // Rules of two languages may have one name: the page must be about this very reason.
    if (found?.includes(`\n  ${text} `)) out.replaceChildren(button(text, () => page(`Rule ${rule}`, found), { class: "link", title: `What the rule ${rule} says` }));
  });
  return out;
}
