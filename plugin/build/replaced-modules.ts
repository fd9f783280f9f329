import { brotliCompressSync } from "node:zlib";

interface Replacement {
  readonly specifier: string;
  readonly importer: RegExp;
  /** The source of the module that is bundled instead. */
  readonly source: string;
}

/** Modules that packages import and hardly use. */
const replacements: readonly Replacement[] = [
  // OpenID's login needs one function of it. The whole package hangs from it: 1.2 MB, and seconds of bundling.
  {
    specifier: "./config.js",
    importer: /oidc_auth\.js$/,
    source: `import { readFileSync } from "node:fs";
      export const bufferFromFileOrString = (file, data) =>
        file ? readFileSync(file) : data ? Buffer.from(data, "base64") : null;`,
  },
  // Checks what a client returns for a form that the server shows. This server shows none, and ajv takes a third of the
  // time until `mcp` answers.
  {
    specifier: "../validation/ajv-provider.js",
    importer: /[/\\]sdk[/\\]dist[/\\](?:esm|cjs)[/\\]server[/\\]/,
    source: `export class AjvJsonSchemaValidator {
        getValidator() { throw new Error("no form is shown"); }
      }`,
  },
  // Unpacks what is packed inside a tar. The files are unpacked before, and what is packed twice is refused.
  {
    specifier: "minizlib",
    importer: /[/\\]tar[/\\]dist[/\\]/,
    source: `class Refused { constructor() { throw new Error("packed twice"); } }
      export { Refused as BrotliDecompress, Refused as Unzip, Refused as ZstdDecompress };`,
  },
  // The checksum for versions of Node without one of their own.
  { specifier: "./crc32", importer: /[/\\]yauzl[/\\]/, source: `export { crc32 as default } from "node:zlib";` },
  // Turns addresses that node:net has checked into bytes, and back. The package is half of the bundle for SOCKS.
  {
    specifier: "ip-address",
    importer: /[/\\]socks[/\\]build[/\\]/,
    source: `export class Address4 {
        constructor(text) { this.text = text; }
        toArray() { return this.text.split(".").map(Number); }
      }
      export class Address6 {
        static fromByteArray(bytes) {
          return new Address6(Buffer.from(bytes).toString("hex").match(/.{4}/g).join(":"));
        }
        constructor(text) { this.text = text; }
        canonicalForm() {
          const short = new URL("http://[" + this.text.replace(/%.*/, "") + "]").hostname.slice(1, -1);
          const [start, end = []] = short.split("::").map((half) => half.split(":").filter(Boolean));
          const zeros = Array(8 - start.length - end.length).fill("0");
          return [...start, ...zeros, ...end].map((group) => group.padStart(4, "0")).join(":");
        }
      }`,
  },
];

/** Matches each module that {@link sourceInstead} may replace. */
export const replaceable: RegExp =
  /^(?:\.\/config\.js|\.\/crc32|jsonpath-plus|ip-address|minizlib|\.\.\/validation\/ajv-provider\.js)$/;

/** The source to bundle instead of a module that a package imports. Undefined for any other import. */
export function sourceInstead(specifier: string, importer: string): string | undefined {
  return replacements.find((each) => each.specifier === specifier && each.importer.test(importer))?.source;
}

/** Matches each file that {@link changedSource} makes smaller. */
export const changeable: RegExp = /[/\\](?:js-yaml[/\\]dist[/\\]js-yaml\.mjs|xz-decompress[/\\]dist[/\\].*\.js)$/;

/** The source of a file that {@link changeable} matches, as it is bundled. */
export function changedSource(file: string, source: string): string {
  return file.endsWith("js-yaml.mjs") ? markYamlPure(source) : packWasm(source);
}

/**
 * Marks what the source of js-yaml makes at its start as free of effects. Bundlers then omit what is not used, such
 * as the types of YAML 1.1 and what writes YAML: an eighth of the package.
 */
function markYamlPure(source: string): string {
  return source
    .replace(/^(var [\w$]+ = )(?=new |define\w+Tag\(|\w+_SCHEMA\.)|(?<=^\tscalarStyleRules: )/gm, "$1/* @__PURE__ */ ")
    .replace(/^(var SRC_\w+ = )(`.*`);$/gm, "$1/* @__PURE__ */ String($2);");
}

/** Packs the WebAssembly of xz-decompress, which stands there in base64: a half of its bundle. */
function packWasm(source: string): string {
  return source.replace(/"(data:application\/wasm;base64,)([\w+/=]+)"/, (_, type, bytes) => {
    const packed = brotliCompressSync(Buffer.from(bytes, "base64")).toString("base64");
    const unpacked = `require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"))`;
    return `"${type}" + ${unpacked}.toString("base64")`;
  });
}
