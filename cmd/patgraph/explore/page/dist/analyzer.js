// The analyzer as a worker of a page without a server: patgraph.wasm speaks for itself from here.
"use strict";
importScripts("wasm_exec.js");

const go = new Go();

async function load() {
  const answer = await fetch("patgraph.wasm");
  if (!answer.ok) throw new Error("patgraph.wasm: " + answer.status);
  // Servers that do not know the type of the file cannot stream it.
  if (/^application\/wasm/.test(answer.headers.get("content-type") || "")) return WebAssembly.instantiateStreaming(answer, go.importObject);
  return WebAssembly.instantiate(await answer.arrayBuffer(), go.importObject);
}

load().then(
  ({ instance }) => go.run(instance).then(() => postMessage("over")),
  (e) => postMessage("failed: " + e.message),
);
