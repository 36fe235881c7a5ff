// Pictures are drawn in a worker, one after the other; one that takes too long is given up.

const patience = 30_000; // milliseconds

type Order = { dot: string; resolve(svg: string): void; reject(e: Error): void; signal: AbortSignal | undefined };

let crew: Worker | null = null;
let orders: Order[] = [];
let current: Order | null = null;
let timer = 0;
const finished = new Map<string, string>();

function next(): void {
  clearTimeout(timer);
  current = null;
  for (;;) {
    const order = orders.shift();
    if (!order) return;
    if (order.signal?.aborted) {
      order.reject(new Error("another picture is wanted"));
      continue;
    }
    current = order;
    break;
  }
  const order = current;
  const w = (crew ??= new Worker(new URL("./drawer.ts", import.meta.url), { type: "module", name: "drawer" }));
  const end = (f: () => void, fire: boolean) => {
    if (current !== order) return;
    if (fire) {
      w.terminate();
      crew = null;
    }
    f();
    next();
  };
  w.onmessage = (e: MessageEvent<{ svg?: string; error?: string }>) => {
    const { svg, error } = e.data;
    if (svg === undefined) end(() => order.reject(new Error(error || "it cannot be drawn")), true);
    else {
      finished.set(order.dot, svg);
      if (finished.size > 30) finished.delete(finished.keys().next().value!);
      end(() => order.resolve(svg), false);
    }
  };
  w.onerror = () => end(() => order.reject(new Error("it cannot be drawn here")), true);
  timer = window.setTimeout(() => end(() => order.reject(new Error("it takes too long to draw")), true), patience);
  // What nobody wants any more may still end: it is kept, and to load Graphviz again takes longer.
  order.signal?.addEventListener("abort", () => {
    if (current !== order) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => end(() => {}, true), 800);
    order.reject(new Error("another picture is wanted"));
  });
  w.postMessage({ id: 0, dot: order.dot });
}

/** draw gives the SVG of a picture in DOT. */
export function draw(dot: string, signal?: AbortSignal): Promise<string> {
  const known = finished.get(dot);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    orders.push({ dot, resolve, reject, signal });
    if (!current) next();
  });
}

/** warm has Graphviz loaded before the first picture is wanted. */
export function warm(): void {
  void draw("digraph{}").catch(() => {});
}
