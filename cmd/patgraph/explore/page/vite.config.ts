import { defineConfig } from "vite";

// Names of built files have no hash: a build of the same sources has the same bytes under the same
// names, which is what the comparison with the committed files needs.
export default defineConfig({
  base: "./",
  publicDir: "public",
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
