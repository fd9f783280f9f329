interface Replacement {
  readonly specifier: string;
  readonly importer: RegExp;
  /** The source of the module that is bundled instead. */
  readonly source: string;
}

/** The modules that client-node's logins import and hardly use. */
const replacements: readonly Replacement[] = [
  // OpenID's login needs one function of it. The whole package hangs from it: 1.2 MB, and seconds of bundling.
  {
    specifier: "./config.js",
    importer: /oidc_auth\.js$/,
    source: `import { readFileSync } from "node:fs";
      export const bufferFromFileOrString = (file, data) =>
        file ? readFileSync(file) : data ? Buffer.from(data, "base64") : null;`,
  },
  // Reads what the program of a gcp or azure entry prints, and that program is never run (io/auth/oidc/client-node.ts).
  {
    specifier: "jsonpath-plus",
    importer: /(?:azure|gcp)_auth\.js$/,
    source: `export const JSONPath = () => { throw new Error("no program is run"); };`,
  },
];

/** Matches each module that {@link sourceInstead} may replace. */
export const replaceable: RegExp = /^(?:\.\/config\.js|jsonpath-plus)$/;

/** The source to bundle instead of a module that client-node imports. Undefined for any other import. */
export function sourceInstead(specifier: string, importer: string): string | undefined {
  return replacements.find((each) => each.specifier === specifier && each.importer.test(importer))?.source;
}
