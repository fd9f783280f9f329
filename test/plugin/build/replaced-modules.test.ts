import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { changeable, changedSource, replaceable, sourceInstead } from "../../../plugin/build/replaced-modules.ts";

interface AddressPackage {
  readonly Address4: new (text: string) => { toArray(): number[] };
  readonly Address6: {
    new (text: string): { canonicalForm(): string };
    fromByteArray(bytes: readonly number[]): { canonicalForm(): string };
  };
}

const socks = createRequire(import.meta.url).resolve("socks");
const source = sourceInstead("ip-address", socks) ?? "";
const original: AddressPackage = createRequire(socks)("ip-address");
const replaced: AddressPackage = await import(`data:text/javascript,${encodeURIComponent(source)}`);

test("the replacement of ip-address is found by both bundlers, and only for the client for SOCKS", () => {
  expect(source).not.toBe("");
  expect(replaceable.test("ip-address")).toBe(true);
  expect(sourceInstead("ip-address", "/repository/shared/io/socket/socket.ts")).toBeUndefined();
});

test.for(["0.0.0.0", "127.0.0.1", "10.96.0.1", "255.255.255.255"])("%s has the bytes that ip-address gives", (text) => {
  expect(new replaced.Address4(text).toArray()).toEqual(new original.Address4(text).toArray());
});

test.for([
  "::",
  "::1",
  "1::",
  "fe80::1",
  "fe80::1%eth0",
  "2001:DB8::ff00:42:8329",
  "2001:0db8:0000:0000:0000:ff00:0042:8329",
  "1:0:0:2:0:0:0:3",
  "1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7::",
  "::ffff:192.0.2.128",
  "64:ff9b::10.0.0.1",
])("%s has the form that ip-address gives", (text) => {
  expect(new replaced.Address6(text).canonicalForm()).toBe(new original.Address6(text).canonicalForm());
});

test("an address of bytes has the form that ip-address gives", () => {
  const bytes = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0xff, 0, 0, 0x42, 0x83, 0x29];
  const form = replaced.Address6.fromByteArray(bytes).canonicalForm();
  expect(form).toBe(original.Address6.fromByteArray(bytes).canonicalForm());
});

test("the validator of forms is replaced for the server of mcp, not for a client, which checks results by it", () => {
  const specifier = "../validation/ajv-provider.js";
  const sdk = createRequire(import.meta.url).resolve("@modelcontextprotocol/sdk/server/index.js");
  expect(replaceable.test(specifier)).toBe(true);
  expect(sourceInstead(specifier, sdk)).toContain("class AjvJsonSchemaValidator");
  expect(sourceInstead(specifier, sdk.replace(/server(?=[/\\]index)/, "client"))).toBeUndefined();
});

test.for([
  ["minizlib", "tar/parse", "/repository/node_modules/other/index.js"],
  ["./crc32", "yauzl", "/repository/node_modules/other/index.js"],
] as const)("%s is replaced for %s alone", ([specifier, importer, other]) => {
  expect(replaceable.test(specifier)).toBe(true);
  expect(sourceInstead(specifier, createRequire(import.meta.url).resolve(importer))).toBeDefined();
  expect(sourceInstead(specifier, other)).toBeUndefined();
});

test("all that js-yaml makes at its start is marked, so that bundlers may omit it", () => {
  const path = createRequire(import.meta.url)
    .resolve("js-yaml")
    .replace("js-yaml.cjs.js", "js-yaml.mjs");
  expect(path).toMatch(changeable);
  const marked = changedSource(path, readFileSync(path, "utf8"));
  expect(marked.match(/^var [\w$]+ = \/\* @__PURE__ \*\/ (?:new |define\w+Tag\()/gm)?.length).toBeGreaterThan(40);
  expect(marked).not.toMatch(/^var [\w$]+ = (?:new |define\w+Tag\()/m);
});

test("the WebAssembly of xz-decompress is packed, and unpacked as it was", () => {
  const require = createRequire(import.meta.url);
  const path = require.resolve("xz-decompress");
  expect(path).toMatch(changeable);
  const source = readFileSync(path, "utf8");
  const written = /"data:application\/wasm;base64,[^"]*"/.exec(source)?.[0] ?? "";
  const packed = changedSource(path, source);
  const expression = /"data:application\/wasm;base64," \+ .*?(?=;)/.exec(packed)?.[0] ?? "";
  expect(new Function("require", `return ${expression}`)(require)).toBe(JSON.parse(written));
  expect(expression.length).toBeLessThan(written.length / 2);
  expect(packed.replace(expression, written)).toBe(source);
});
