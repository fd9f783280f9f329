import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oldNodeText } from "../../../plugin/main-process.ts";
import { packagedNodeFolder } from "../../../plugin/process/packaged-node.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

mkdirSync(join(folder, "checkout/dist"), { recursive: true });
mkdirSync(join(folder, "checkout/node_modules/node/bin"), { recursive: true });
writeFileSync(join(folder, "checkout/dist/plugin.cjs"), "");
writeFileSync(join(folder, "checkout/node_modules/node/bin/node"), "");
symlinkSync("checkout/dist/plugin.cjs", join(folder, "linked"));
writeFileSync(join(folder, "alone"), "");

test("the Node of the package is found behind the link that npm makes, and nowhere else", () => {
  expect(packagedNodeFolder(join(folder, "linked"))).toMatch(/checkout\/node_modules\/node\/bin$/);
  expect(packagedNodeFolder(join(folder, "alone"))).toBe(undefined);
  expect(packagedNodeFolder("")).toBe(undefined);
});

test("an old Node is refused with what to do", () => {
  expect(oldNodeText("20.20.2", "/a/bin", "kubectl hco-status")).toBe(
    `error: hco-status requires Node.js 24 or newer, found 20.20.2
Install Node.js 24 from https://nodejs.org, or use the executable of hco-status, which does not require Node.js.
To use the Node of its package, run:
  PATH=/a/bin:$PATH kubectl hco-status`,
  );
  expect(oldNodeText("20.20.2", undefined, "kubectl hco-status")).not.toContain("PATH");
});
