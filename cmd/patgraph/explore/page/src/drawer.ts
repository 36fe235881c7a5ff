// Graphviz in a worker: DOT comes, SVG goes.

import { Graphviz } from "@hpcc-js/wasm-graphviz";

const loaded = Graphviz.load();

self.onmessage = async (e: MessageEvent<{ id: number; dot: string }>) => {
  const { id, dot } = e.data;
  try {
    const graphviz = await loaded;
    self.postMessage({ id, svg: graphviz.layout(dot, "svg", "dot") });
  } catch (x) {
    self.postMessage({ id, error: x instanceof Error ? x.message : String(x) });
  }
};
