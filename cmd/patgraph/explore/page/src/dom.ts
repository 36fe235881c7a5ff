// Elements without markup: whatever a program says becomes a text node, never HTML.

export type Child = Node | string | null | undefined | false;

type Props = {
  class?: string;
  text?: string;
  on?: { [event: string]: (e: any) => void };
  [attribute: string]: unknown;
};

const fill = (el: Element, props: Props | null, children: Child[]): void => {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") el.textContent = String(value);
    else if (name === "on") for (const [event, listener] of Object.entries(props!.on!)) el.addEventListener(event, listener);
    else if (value === true) el.setAttribute(name, "");
    else el.setAttribute(name, String(value));
  }
  for (const c of children) if (c !== null && c !== undefined && c !== false) el.append(c);
};

/** h makes an element of HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props | null = null, ...children: Child[]): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  fill(el, props, children);
  return el;
}

/** show replaces what an element has. */
export function show(el: Element, ...children: Child[]): void {
  el.replaceChildren(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
}

/** button has a label that is read and seen. */
export function button(label: string, act: (e: MouseEvent) => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", ...props, on: { click: act } }, label);
}

/** later calls a function once nothing has asked for it for so many milliseconds. */
export function later(ms: number | (() => number), act: () => void): { (): void; cancel(): void } {
  let timer = 0;
  const ask = () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, typeof ms === "number" ? ms : ms());
  };
  ask.cancel = () => clearTimeout(timer);
  return ask;
}

/** Code shows the parts of a sentence that stand between backquotes as code. */
export function prose(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  const parts = text.split("`");
  // An odd number of backquotes means that one of them is part of the program: all stays as it is.
  if (parts.length % 2 === 0) {
    out.append(text);
    return out;
  }
  parts.forEach((part, i) => {
    if (i % 2 === 0) out.append(part);
    else out.append(h("code", { dir: "ltr" }, part));
  });
  return out;
}

/** count is a number with its noun. */
export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

const live = { polite: null as HTMLElement | null };

/** announceIn says where announcements go. */
export function announceIn(el: HTMLElement): void {
  live.polite = el;
}

/** announce tells something to whoever does not see it. */
export function announce(text: string): void {
  const el = live.polite;
  if (!el) return;
  if (el.textContent === text) text += "\u00a0"; // the same words a second time are news, too
  el.textContent = text;
}
