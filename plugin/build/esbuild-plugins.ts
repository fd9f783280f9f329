import type { Plugin } from "esbuild";

/**
 * An esbuild plugin that leaves most of client-node out of the bundle. Of client-node's logins, only OpenID's imports
 * another file: config.js, for one function. The whole package hangs from config.js (1.2 MB, and seconds of bundling).
 * This plugin replaces config.js by that function.
 */
export const withoutTheRest: Plugin = {
  name: "without-the-rest-of-client-node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/config\.js$/ }, ({ importer }) =>
      importer.endsWith("oidc_auth.js") ? { path: "config.js", namespace: "client-node" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "client-node" }, () => ({
      contents: `import { readFileSync } from "node:fs";
        export const bufferFromFileOrString = (file, data) =>
          file ? readFileSync(file) : data ? Buffer.from(data, "base64") : null;`,
    }));
  },
};
