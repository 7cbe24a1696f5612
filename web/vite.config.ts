import { defineConfig } from "vite";

export default defineConfig({
  // The server sends a policy without inline scripts, so nothing may be written into the HTML.
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
});
