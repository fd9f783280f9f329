import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { extensionEntryPoints, listBundledPackages } from "../../../plugin/release/bundled-packages.ts";
import {
  extensionNoticesFile,
  noticesFile,
  renderExtensionNotices,
  renderNotices,
} from "../../../plugin/release/notices.ts";
import { bunLibraries } from "../../../plugin/release/runtimes.ts";
import { makeBillOfMaterials } from "../../../plugin/release/sbom.ts";

const notices = readFileSync(noticesFile, "utf8");
const packages = await listBundledPackages();
const bill = await makeBillOfMaterials();

test("THIRD-PARTY-NOTICES is what the bundles contain: node plugin/release/write-notices.ts", async () => {
  expect(notices).toBe(await renderNotices());
});

test("the notices of the extension have the licence of each package in its bundles, and of no other", async () => {
  const own = readFileSync(extensionNoticesFile, "utf8");
  expect(own).toBe(await renderExtensionNotices());
  const bundled = await listBundledPackages(extensionEntryPoints);
  expect(bundled.length).toBeLessThan(packages.length);
  for (const { name, version, texts } of bundled)
    for (const text of [`${name} ${version}`, ...texts.map((each) => each.trim().replaceAll("\r\n", "\n"))])
      expect(own).toContain(text);
});

describe("each bundled package has its licence text in the notices and a component in the SBOM", () => {
  test.for(packages.map((each) => [each.name, each] as const))(
    "%s",
    ([name, { version, license, texts, integrity }]) => {
      expect(notices).toContain(`${name} ${version} (${license})`);
      for (const text of texts) expect(notices).toContain(text.trim().replaceAll("\r\n", "\n"));
      const component = bill.components.find((each) => each.name === name && each.version === version);
      expect(component).toMatchObject({ type: "library", licenses: [{ expression: license }] });
      const digest = Buffer.from(component?.hashes?.[0]?.content ?? "", "hex").toString("base64");
      expect(`sha512-${digest}`).toBe(integrity);
    },
  );
});

test("the SBOM has the bundled packages, Bun, and nothing else", () => {
  const names = [...packages.map(({ name }) => name), "bun"];
  expect(bill.components.map(({ name }) => name)).toEqual(names);
  const references = [bill.metadata.component, ...bill.components].map((component) => component["bom-ref"]);
  expect(new Set(references).size).toBe(references.length);
  expect(bill.dependencies).toEqual([{ ref: references[0], dependsOn: references.slice(1) }]);
});

test("the notices and the SBOM name every library of Bun", () => {
  const nested = bill.components.find(({ name }) => name === "bun")?.components ?? [];
  expect(nested.map(({ name }) => name)).toEqual(bunLibraries.map(({ name }) => name));
  expect(bunLibraries.filter(({ name, license }) => !notices.includes(`  ${name} (${license})\n`))).toEqual([]);
});

test("what is bundled only by name is not listed: esbuild, TypeScript and the tests stay at home", () => {
  const names = packages.map(({ name }) => name);
  expect(names).toContain("js-yaml");
  for (const name of ["esbuild", "typescript", "vitest", "rolldown"]) expect(names).not.toContain(name);
});
