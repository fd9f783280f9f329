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

test("THIRD-PARTY-NOTICES has the packages of the bundles (node plugin/release/write-notices.ts writes it)", async () => {
  expect(notices).toBe(await renderNotices());
});

/** The licence text as the notices have it. */
function normalizeText(text: string): string {
  return text.trim().replaceAll("\r\n", "\n");
}

describe("the notices of the extension", async () => {
  const extensionNotices = readFileSync(extensionNoticesFile, "utf8");
  const extensionPackages = await listBundledPackages(extensionEntryPoints);

  test("the notices of the extension have the packages of its bundles alone", async () => {
    expect(extensionNotices).toBe(await renderExtensionNotices());
    expect(extensionPackages.length).toBeLessThan(packages.length);
  });

  test.for(extensionPackages)("the notices of the extension have the licence of $name", ({ name, version, texts }) => {
    expect(extensionNotices).toContain(`${name} ${version}`);
    for (const text of texts) expect(extensionNotices).toContain(normalizeText(text));
  });
});

describe("each bundled package has its licence in the notices and a component in the SBOM", () => {
  test.for(packages.map((each) => [each.name, each] as const))(
    "the notices and the SBOM have the package %s",
    ([name, { version, license, texts, integrity }]) => {
      expect(notices).toContain(`${name} ${version} (${license})`);
      for (const text of texts) expect(notices).toContain(normalizeText(text));
      const component = bill.components.find((each) => each.name === name && each.version === version);
      expect(component).toMatchObject({ type: "library", licenses: [{ expression: license }] });
      const digest = Buffer.from(component?.hashes?.[0]?.content ?? "", "hex").toString("base64");
      expect(`sha512-${digest}`).toBe(integrity);
    },
  );
});

test("the SBOM has the bundled packages and Bun, and nothing else", () => {
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

test("the bundles have no package of the build and the tests", () => {
  const names = packages.map(({ name }) => name);
  expect(names).toContain("js-yaml");
  for (const name of ["esbuild", "typescript", "vitest", "rolldown"]) expect(names).not.toContain(name);
});
