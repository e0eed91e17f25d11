// One site a run: SITE names its folder, OUT where it is built.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";
import solid from "vite-plugin-solid";
import { defineConfig } from "vite";

const plugins = { react, vue, svelte, solid };
const site = process.env.SITE;

export default defineConfig({
  root: site,
  logLevel: "warn",
  plugins: [plugins[site]()],
  build: { outDir: process.env.OUT, emptyOutDir: true },
});
