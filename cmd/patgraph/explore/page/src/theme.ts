// Light and dark: as the system has it, unless someone chose.

import { signal } from "./signal";

const system = matchMedia("(prefers-color-scheme: dark)");

function stored(): string | null {
  try {
    return localStorage.getItem("patgraph-theme");
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** dark reports whether the page is dark. */
export const dark = signal(stored() ? stored() === "dark" : system.matches);

const apply = (on: boolean) => (document.documentElement.dataset.theme = on ? "dark" : "light");

dark.on(apply);
apply(dark());
system.addEventListener("change", (e) => {
  if (!stored()) dark.set(e.matches);
});

/** turn changes from light to dark and back, and remembers it. */
export function turn(): void {
  dark.set(!dark());
  try {
    localStorage.setItem("patgraph-theme", dark() ? "dark" : "light");
  } catch {
    // It holds for this page then.
  }
}

/** enlarge makes all type larger, for who sees the page from afar, and back; it returns whether it is large now. */
export function enlarge(): boolean {
  return document.documentElement.toggleAttribute("data-large");
}

/** still reports whether things should not move by themselves. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
