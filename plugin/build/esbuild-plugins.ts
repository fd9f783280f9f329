import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { markYamlPure, replaceable, sourceInstead, yamlFile } from "./replaced-modules.ts";

/** An esbuild plugin that bundles a smaller module in place of one that is hardly used. */
export const withoutTheRest: Plugin = {
  name: "without-the-rest",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: replaceable }, ({ path, importer }) => {
      const source = sourceInstead(path, importer);
      return source === undefined ? undefined : { path, namespace: "instead", pluginData: source };
    });
    onLoad({ filter: /.*/, namespace: "instead" }, ({ pluginData }) => ({ contents: pluginData }));
    onLoad({ filter: yamlFile }, async ({ path }) => ({ contents: markYamlPure(await readFile(path, "utf8")) }));
  },
};
