import { compileFunction } from "node:vm";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { withoutInterop } from "../../../plugin/build/without-interop.ts";

const target = "node24";

/** What esbuild makes of an ES module, as the build asks it to. */
async function commonJs(source: string): Promise<string> {
  return (await transform(source, { format: "cjs", minify: true, platform: "node", target })).code;
}

function exportsOf(code: string): Record<string, unknown> {
  const module = { exports: {} as Record<string, unknown> };
  compileFunction(code, ["module", "exports"])(module, module.exports);
  return { ...module.exports };
}

describe("a file without the code for other packages exports the same", () => {
  const rows: [sentence: string, source: string][] = [
    ["one name", "export const one = 1;"],
    ["several, one of them renamed", "const first = 1, $ = 2; export { first as one, $ as two };"],
    ["none", "globalThis.seen = 4;"],
  ];
  test.for(rows)("%s", async ([, source]) => {
    const whole = await commonJs(source);
    const small = await withoutInterop(whole, "a.cjs", target);
    expect(exportsOf(small)).toEqual(exportsOf(whole));
    expect(small).not.toMatch(/__esModule|0&&/);
  });
});

describe("an esbuild that writes its exports otherwise fails the build", () => {
  const rows: [sentence: string, change: (code: string) => string][] = [
    ["where the copy has another shape", (code) => code.replace(/module\.exports=(\w+)\((\w+)\)/, "exports=$1($2)")],
    ["where the list of names has another shape", (code) => code.replace("0&&(module", "!1&&(module")],
    ["where it is not the end", (code) => `${code}//`],
    ["where exports are set one by one", () => "exports.one=1;"],
  ];
  test.for(rows)("%s", async ([, change]) => {
    const code = await commonJs("export const one = 1;");
    const changed = change(code);
    expect(changed).not.toBe(code);
    await expect(withoutInterop(changed, "a.cjs", target)).rejects.toThrow(
      /^a\.cjs: esbuild writes exports in another shape than plugin\/build\/without-interop\.ts looks for; adapt/,
    );
  });
});
