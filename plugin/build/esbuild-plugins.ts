import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { changeable, changedSource, replaceable, sourceInstead } from "./replaced-modules.ts";

/** An esbuild plugin that bundles a smaller module in place of one that is hardly used. */
export const withoutTheRest: Plugin = {
  name: "without-the-rest",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: replaceable }, ({ path, importer }) => {
      const source = sourceInstead(path, importer);
      return source === undefined ? undefined : { path, namespace: "instead", pluginData: source };
    });
    onLoad({ filter: /.*/, namespace: "instead" }, ({ pluginData }) => ({ contents: pluginData }));
    onLoad({ filter: changeable }, async ({ path }) => ({
      contents: changedSource(path, await readFile(path, "utf8")),
    }));
  },
};
