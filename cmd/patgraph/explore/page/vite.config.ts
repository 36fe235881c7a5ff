import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** licenses writes those of all packages that the page is made of into a file beside it. */
function licenses(): Plugin {
  return {
    name: "licenses",
    generateBundle() {
      const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: { [path: string]: { version: string; license?: string; dev?: boolean } } };
      let text = "This page contains parts by others, under licenses of their own.\n\n" + readFileSync("graphviz-notice.txt", "utf8");
      for (const [path, p] of Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (path === "" || p.dev || !existsSync(path)) continue;
        const file = readdirSync(path).find((f) => /^licen[cs]e/i.test(f));
        if (!file) throw new Error(`${path} has no license`);
        text += `\n${"-".repeat(72)}\n${path.replace(/^node_modules\//, "")} ${p.version} (${p.license})\n\n${readFileSync(join(path, file), "utf8").trim()}\n`;
      }
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: text });
    },
  };
}

// Names of built files have no hash: a build of the same sources has the same bytes under the same
// names, which is what the comparison with the committed files needs.
export default defineConfig({
  base: "./",
  publicDir: "public",
  plugins: [licenses()],
  build: {
    target: "es2022",
    outDir: "dist",
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/[name].js" } } },
});
