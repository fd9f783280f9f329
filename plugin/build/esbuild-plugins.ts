import type { Plugin } from "esbuild";
import { replaceable, sourceInstead } from "./client-node.ts";

/** An esbuild plugin that leaves most of client-node out of the bundle. */
export const withoutTheRest: Plugin = {
  name: "without-the-rest-of-client-node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: replaceable }, ({ path, importer }) => {
      const source = sourceInstead(path, importer);
      return source === undefined ? undefined : { path, namespace: "client-node", pluginData: source };
    });
    onLoad({ filter: /.*/, namespace: "client-node" }, ({ pluginData }) => ({ contents: pluginData }));
  },
};
