import type { Plugin } from "esbuild";

/**
 * Of client-node's log-ins only OpenID's reaches beyond its own file, for one function of config.js, from which the whole
 * package hangs (1.2 MB, and seconds of bundling): it gets the function alone.
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
