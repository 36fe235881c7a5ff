// The bar between the program and the panels.

import { h } from "./dom";

/** splitter sets the share of the first of two panes, in hundredths, by pointer and by keys. */
export function splitter(host: HTMLElement): HTMLElement {
  let share = 46;
  const bar = h("div", { class: "splitter", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Width of the program", "aria-valuemin": 20, "aria-valuemax": 80 });
  const set = (n: number) => {
    share = Math.round(Math.min(80, Math.max(20, n)));
    host.style.setProperty("--share", `${share}%`);
    bar.setAttribute("aria-valuenow", String(share));
  };
  set(share);
  bar.addEventListener("pointerdown", (e) => {
    bar.setPointerCapture(e.pointerId);
    e.preventDefault();
  });
  bar.addEventListener("pointermove", (e) => {
    if (!bar.hasPointerCapture(e.pointerId)) return;
    const r = host.getBoundingClientRect();
    set(((e.clientX - r.left) / r.width) * 100);
  });
  bar.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    set(share + by);
  });
  return bar;
}
