// A picture: drawn from the analyzer's DOT, with places behind its parts and its outline beside it.

import { Camera } from "./camera";
import { announce, button, h, prose, show } from "./dom";
import { draw } from "./draw";
import { fileName, save, svgFile, pngFile } from "./export";
import { Refused } from "./protocol";
import type { Drawing, Element as Part, Span } from "./report";
import { reasonOf, type Session } from "./session";
import { dark, still } from "./theme";
import type { Arrow } from "./walk";

/** A Wish is what is to be drawn: the parameters of patgraph/graph. */
export interface Wish {
  view: string;
  names?: string[];
  error?: number;
  at?: number;
  position?: { line: number; character: number };
}

/** Sizes above which a picture is folded. */
const sizes = [60, 150, 400, 1200, 5000];

const nodesAndEdges = "g.node[id], g.edge[id], g.cluster[id]";

export class Picture {
  readonly el: HTMLElement;
  private readonly box: HTMLElement;
  private readonly note: HTMLElement;
  private readonly tip: HTMLElement;
  private readonly outline: HTMLElement;
  private readonly size: HTMLSelectElement;
  private readonly all: HTMLButtonElement;
  private readonly whole: HTMLButtonElement;
  private readonly narrow: HTMLButtonElement;
  private wish: Wish | null = null;
  private focus: string | null = null;
  private camera: Camera | null = null;
  private svg: SVGSVGElement | null = null;
  private drawn = ""; // the SVG as it came
  private key = ""; // of what is shown
  private parts = new Map<string, Part>();
  private chosen: Element | null = null;
  private tipped = ""; // what the tip says
  private lit: string[] = [];
  private joins: Arrow[] = [];
  private work: AbortController | null = null;
  private name = "picture";
  private drawnAt = -1; // the step of the picture that is shown

  constructor(
    private readonly session: Session,
    private readonly goto: (at: Span) => void,
    label: string,
  ) {
    this.size = h(
      "select",
      { "aria-label": "How much is shown", title: "Above so many nodes, parts are folded", on: { change: () => void this.reload() } },
      ...sizes.map((n) => h("option", { value: n, selected: n === 400 }, n === sizes.at(-1) ? "all nodes" : `≤ ${n.toLocaleString("en")} nodes`)),
    );
    this.narrow = button("Focus", () => this.focusOn(), { title: "Only what is near the chosen part (f)", disabled: true });
    this.whole = button("Whole", () => this.unfocus(), { title: "The whole picture again (w)", hidden: true });
    this.all = button("All", () => this.toggleAll(), { title: "Each step of a proof, each reason of a history (--all)", "aria-pressed": "false", hidden: true });
    this.note = h("p", { class: "note", role: "status" });
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.box = h("div", { class: "canvas", tabindex: 0, role: "group", "aria-label": `${label}: picture. Its outline is below.`, "aria-keyshortcuts": "+ - 0 . , Enter" });
    this.outline = h("pre", { class: "outline", tabindex: 0, dir: "ltr", role: "group", "aria-label": "Outline of the picture" });
    this.el = h(
      "figure",
      { class: "picture" },
      h(
        "div",
        { class: "tools", role: "group", "aria-label": `${label}: picture` },
        button("−", () => this.camera?.zoom(1 / 1.3), { "aria-label": "Smaller", title: "Smaller (-)" }),
        button("+", () => this.camera?.zoom(1.3), { "aria-label": "Larger", title: "Larger (+)" }),
        button("Fit", () => this.camera?.fit(), { title: "Show all of it (0)" }),
        this.narrow,
        this.whole,
        this.size,
        this.all,
        h("span", { class: "gap" }),
        button("SVG", () => this.save("svg"), { title: "Save this picture as SVG", "aria-label": "Save as SVG" }),
        button("PNG", () => void this.save("png"), { title: "Save this picture as PNG", "aria-label": "Save as PNG" }),
      ),
      h("div", { class: "frame" }, this.box, this.tip),
      this.note,
      h("details", { class: "beside" }, h("summary", null, "Outline"), this.outline),
    );
    this.box.addEventListener("keydown", (e) => this.key_(e));
    this.box.addEventListener("click", (e) => this.click(e));
    this.box.addEventListener("dblclick", () => this.focusOn());
    this.box.addEventListener("pointermove", (e) => this.hover(e));
    this.box.addEventListener("pointerleave", () => (this.tip.hidden = true));
    new ResizeObserver(() => this.camera?.resized()).observe(this.box);
    dark.on(() => void this.reload());
  }

  /** draw shows what is wished; null shows nothing, and says why. A picture of something else is removed at once. */
  async draw(w: Wish | null, why = ""): Promise<void> {
    if (JSON.stringify(w && [w.view, w.names, w.error]) !== JSON.stringify(this.wish && [this.wish.view, this.wish.names, this.wish.error])) {
      this.focus = null;
      this.whole.hidden = true;
      this.say(w ? "The picture is being drawn." : why);
    }
    this.wish = w;
    this.all.hidden = w?.view !== "error" && w?.view !== "history";
    await this.reload();
  }

  /** reload asks again; the present picture stays until the new one is drawn. */
  async reload(): Promise<void> {
    this.work?.abort();
    const w = this.wish;
    if (!w) return this.el.removeAttribute("aria-busy");
    const mine = (this.work = new AbortController());
    this.el.setAttribute("aria-busy", "true");
    try {
      const d: Drawing = await this.session.about(
        "patgraph/graph",
        { ...w, format: "dot", dark: dark(), maxNodes: Number(this.size.value), ...(this.focus ? { focus: this.focus } : {}), ...(this.everything ? { all: true } : {}) },
        mine.signal,
      );
      const svg = await draw(d.text, mine.signal);
      if (!mine.signal.aborted) await this.put(d, svg, mine.signal);
    } catch (e) {
      if (mine.signal.aborted || (e instanceof Refused && e.stale)) return; // another one follows
      this.say(reasonOf(e));
    } finally {
      if (this.work === mine) this.el.removeAttribute("aria-busy");
    }
  }

  /** say shows a sentence in the place of a picture. */
  private say(text: string): void {
    this.box.replaceChildren();
    this.svg = this.camera = this.chosen = null;
    this.drawnAt = -1;
    this.drawn = this.key = "";
    this.outline.textContent = "";
    show(this.note, prose(text));
    this.el.classList.toggle("empty", true);
  }

  private async put(d: Drawing, text: string, signal: AbortSignal): Promise<void> {
    if (this.key === text) {
      this.about(d);
      return this.light(this.lit);
    }
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return this.say("The picture cannot be shown.");
    const svg = document.adoptNode(parsed) as unknown as SVGSVGElement;
    tame(svg, text);
    const width = parseFloat(svg.getAttribute("width") ?? "") * (4 / 3) || 300;
    const height = parseFloat(svg.getAttribute("height") ?? "") * (4 / 3) || 200;
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const scaled = document.createElementNS("http://www.w3.org/2000/svg", "g");
    scaled.setAttribute("transform", `scale(${4 / 3})`);
    scaled.append(...svg.children);
    group.append(scaled);
    svg.append(group);
    for (const a of ["viewBox", "width", "height"]) svg.removeAttribute(a);
    svg.setAttribute("aria-hidden", "true"); // the outline says the same in words
    svg.querySelector("g.graph > polygon")?.setAttribute("fill", "none"); // the page is the paper
    const film = this.wish?.at !== undefined;
    const old = film && this.drawnAt >= 0 && this.drawnAt < this.wish!.at! ? this.svg : null; // time goes on
    const view = film && this.drawnAt >= 0 && this.camera?.width === width && this.camera.height === height ? this.camera.view : null; // it stays meanwhile
    if (old && !still()) {
      await glow(old, svg);
      if (signal.aborted) return;
    }
    this.about(d);
    this.drawnAt = this.wish?.at ?? -1;
    this.el.classList.remove("empty");
    this.box.replaceChildren(svg);
    this.svg = svg;
    this.drawn = this.key = text;
    this.name = svg.querySelector("g.graph > title")?.textContent || "picture";
    this.joins = [...svg.querySelectorAll("g.edge[id]")].flatMap((g): Arrow[] => {
      const ends = /^(.*?)->(.*)$/s.exec(g.querySelector("title")?.textContent ?? "");
      const step = this.parts.get(g.id)?.step;
      return ends ? [{ id: g.id, from: ends[1]!, to: ends[2]!, clash: g.classList.contains("clash"), ...(step ? { step } : {}) }] : [];
    });
    for (const t of svg.querySelectorAll("title")) t.remove(); // the page has tips of its own
    const first = [...svg.querySelectorAll("g.node[id]")].find((el) => !el.id.startsWith("legend:")) ?? null;
    this.camera = new Camera(this.box, group, width, height, first, film);
    this.camera.view = view ?? null;
    const joined = film && svg.querySelector("g.joined, g.clashed");
    if (joined) this.camera.reveal(joined);
    if (old && !still()) unite(old, svg);
    this.choose(null);
    this.note.textContent = this.focus ? "Only what is near the chosen part." : "";
    this.light(this.lit);
    this.el.dispatchEvent(new CustomEvent("drawn"));
  }

  /** about keeps what the analyzer says of the parts of a picture. */
  private about(d: Drawing): void {
    this.parts = new Map((d.elements ?? []).map((p) => [p.id, p]));
    this.outline.textContent = d.outline ?? "";
  }

  /** elements lists the parts of the picture that is shown. */
  elements(): Part[] {
    return [...this.parts.values()];
  }

  /** arrows lists those of the picture, with the nodes that they join. */
  get arrows(): Arrow[] {
    return this.joins;
  }

  /** light marks parts, and moves to the first of them. */
  light(ids: string[]): void {
    this.lit = ids;
    if (!this.svg) return;
    for (const el of this.svg.querySelectorAll(".lit")) el.classList.remove("lit");
    this.svg.classList.toggle("stepping", ids.length > 0);
    let first: Element | null = null;
    for (const id of ids) {
      const el = this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
      el?.classList.add("lit");
      first ??= el;
    }
    if (first) this.camera?.reveal(first);
  }

  private list(): Element[] {
    return this.svg ? [...this.svg.querySelectorAll(nodesAndEdges)].filter((el) => !el.id.startsWith("legend:")) : [];
  }

  private choose(el: Element | null): void {
    this.chosen?.classList.remove("chosen");
    this.chosen = el;
    el?.classList.add("chosen");
    this.narrow.disabled = !el || !this.spanOf(el);
  }

  private spanOf(el: Element): Span | null {
    const known = this.parts.get(el.id)?.span;
    if (known) return known;
    const line = /#L(\d+)$/.exec(el.getAttribute("data-place") ?? "");
    if (!line) return null;
    const at = (column: number) => ({ line: Number(line[1]), column, offset: -1 });
    return { start: at(1), end: at(1e6) };
  }

  private partAt(e: Event): Element | null {
    const el = (e.target as Element).closest(nodesAndEdges);
    return el && !el.id.startsWith("legend:") ? el : null;
  }

  private click(e: MouseEvent): void {
    if (this.camera?.dragging) return;
    const el = this.partAt(e);
    this.choose(el);
    if (el) this.enter(el);
  }

  private enter(el: Element): void {
    if (el.classList.contains("folded")) return this.unfold();
    const span = this.spanOf(el);
    if (span) this.goto(span);
  }

  private unfold(): void {
    if (this.size.selectedIndex + 1 < sizes.length) {
      this.size.selectedIndex++;
      void this.reload();
    }
  }

  private hover(e: PointerEvent): void {
    const el = this.camera?.pressed ? null : this.partAt(e);
    const text = el?.getAttribute("data-tip") ?? "";
    this.tip.hidden = text === "";
    if (!el || text === "") return;
    if (this.tipped !== text) show(this.tip, prose((this.tipped = text)));
    const r = this.box.getBoundingClientRect();
    const x = Math.min(e.clientX - r.left + 14, r.width - this.tip.offsetWidth - 8);
    const below = e.clientY - r.top + 18;
    const y = below + this.tip.offsetHeight > r.height ? Math.max(4, e.clientY - r.top - this.tip.offsetHeight - 10) : below;
    this.tip.style.transform = `translate(${Math.max(4, x)}px, ${y}px)`;
  }

  private get everything(): boolean {
    return !this.all.hidden && this.all.getAttribute("aria-pressed") === "true";
  }

  private toggleAll(): void {
    this.all.setAttribute("aria-pressed", String(!this.everything));
    void this.reload();
  }

  private focusOn(): void {
    const span = this.chosen && this.spanOf(this.chosen);
    if (!span) return;
    this.focus = `${span.start.line}:${span.start.column}`;
    this.whole.hidden = false;
    void this.reload();
  }

  private unfocus(): void {
    this.focus = null;
    this.whole.hidden = true;
    void this.reload();
    this.box.focus();
  }

  private key_(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const step = 60;
    const act: { [key: string]: () => void } = {
      ArrowLeft: () => this.camera?.pan(step, 0),
      ArrowRight: () => this.camera?.pan(-step, 0),
      ArrowUp: () => this.camera?.pan(0, step),
      ArrowDown: () => this.camera?.pan(0, -step),
      "+": () => this.camera?.zoom(1.3),
      "=": () => this.camera?.zoom(1.3),
      "-": () => this.camera?.zoom(1 / 1.3),
      "0": () => this.camera?.fit(),
      ".": () => this.walk(1),
      ",": () => this.walk(-1),
      f: () => this.focusOn(),
      w: () => this.unfocus(),
      Enter: () => this.chosen && this.enter(this.chosen),
    };
    const does = act[e.key];
    if (!does) return;
    e.preventDefault();
    e.stopPropagation();
    does();
  }

  /** walk goes to the next part of the picture and tells what it is. */
  private walk(by: number): void {
    const list = this.list();
    if (list.length === 0) return;
    const i = this.chosen ? list.indexOf(this.chosen) : by > 0 ? -1 : 0;
    const el = list[(i + by + list.length) % list.length]!;
    this.choose(el);
    this.camera?.reveal(el);
    const text = el.getAttribute("data-tip") ?? "";
    this.note.textContent = text.split("\n").slice(0, 3).join(" · ");
    announce(text);
  }

  private async save(kind: "svg" | "png"): Promise<void> {
    if (!this.drawn) return;
    const name = fileName(this.name);
    try {
      if (kind === "svg") save(name + ".svg", svgFile(this.drawn));
      else save(name + ".png", await pngFile(this.drawn));
      announce(`${name}.${kind} is saved.`);
    } catch (e) {
      show(this.note, e instanceof Error ? e.message : String(e));
    }
  }
}

const glowing = 900; // milliseconds before two parts move together
const moving = 800;

/** glow marks in a picture what the next one has as one, or as what cannot be. */
async function glow(old: Element, next: Element): Promise<void> {
  const marked = [...next.querySelectorAll("g.joined, g.gone, g.clashed")];
  for (const el of marked) same(old, el)?.classList.add(el.classList.contains("clashed") ? "clashed" : "joined");
  if (marked.length > 0) await new Promise((done) => setTimeout(done, glowing));
}

/** unite moves a part that is gone from its place in the picture before to the one that it is now. */
function unite(old: Element, next: Element): void {
  for (const el of next.querySelectorAll("g.node, g.edge")) if (!same(old, el)) el.animate([{ opacity: 0 }, { opacity: 1 }], moving);
  const gone = next.querySelector<SVGGElement>("g.gone");
  const into = next.querySelector<SVGGElement>("g.joined");
  const before = gone && same(old, gone);
  if (!gone || !into || !before) return;
  const [from, to] = [gone.getBBox(), into.getBBox()];
  const by = `translate(${to.x - from.x + (to.width - from.width) / 2}px, ${to.y - from.y + (to.height - from.height) / 2}px)`;
  gone.parentNode!.append(before);
  before.removeAttribute("id");
  before.animate([{ transform: "none" }, { transform: by, opacity: 0.9, offset: 0.9 }, { transform: by, opacity: 0 }], { duration: moving, easing: "ease-in-out" }).onfinish = () => before.remove();
}

function same(picture: Element, part: Element): Element | null {
  return picture.querySelector(`[id="${CSS.escape(part.id)}"]`);
}

/** tame takes links and whatever could do something out of a drawing, whose text is given, and keeps its tips as data. */
export function tame(svg: Element, text: string): void {
  // Graphviz writes nothing of this; a label that looks like it costs time only.
  if (/<(script|foreignObject|style|iframe|image|use)\b/i.test(text))
    for (const el of svg.querySelectorAll("script, foreignObject, style, iframe, image, use")) el.remove();
  if (/\s(on\w+|style)\s*=/i.test(text))
    for (const el of [svg, ...svg.querySelectorAll("*")])
      for (const a of [...el.attributes]) if (/^on/i.test(a.name) || a.name === "style") el.removeAttribute(a.name);
  const xlink = "http://www.w3.org/1999/xlink";
  for (const a of [...svg.querySelectorAll("a")]) {
    const owner = a.closest("g.node, g.edge, g.cluster, g.graph");
    const tip = a.getAttributeNS(xlink, "title")?.trim();
    const href = a.getAttributeNS(xlink, "href");
    if (owner && tip && !owner.hasAttribute("data-tip")) owner.setAttribute("data-tip", tip);
    if (owner && href && !owner.hasAttribute("data-place")) owner.setAttribute("data-place", href);
    a.replaceWith(...a.childNodes);
  }
}
