import { transform } from "esbuild";

/** esbuild's copy of the exports with `__esModule`. */
const copyOfExports = /module\.exports=[\w$]+\(([\w$]+)\);/;
/** The list of names for Node's ES modules. */
const listOfNames = /0&&\(module\.exports=\{[^}]*\}\);\s*$/;

/**
 * `code`, a minified CommonJS file of esbuild, without what only importers from other packages need: half a kilobyte in
 * each of a hundred files.
 * @throws where `code` exports something and esbuild does not write that in the shape that is looked for here.
 */
export async function withoutInterop(code: string, file: string, target: string): Promise<string> {
  const hasExports = code.includes("exports");
  if (hasExports && !(copyOfExports.test(code) && listOfNames.test(code)))
    throw new Error(
      `${file}: esbuild writes exports in another shape than plugin/build/without-interop.ts looks for; ` +
        "adapt its patterns, or every file of the extension carries code that nobody uses",
    );
  const plain = code.replace(copyOfExports, "module.exports=$1;").replace(listOfNames, "");
  const options = { minify: true, treeShaking: true, target, format: "cjs", platform: "neutral" } as const;
  return (await transform(plain, options)).code;
}
