import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { beforeAll, expect, test } from "vitest";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";
import { makeBillOfMaterials } from "../../../plugin/release/sbom.ts";

const folder = join(repositoryRoot, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
const bill = JSON.parse(JSON.stringify(await makeBillOfMaterials()));
let isValid: ValidateFunction;

beforeAll(() => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"]) {
    const file = `${name}.SNAPSHOT.schema.json`;
    ajv.addSchema({ ...read(file), $id: `http://cyclonedx.org/schema/${file}` });
  }
  isValid = ajv.compile(read("bom-1.6.SNAPSHOT.schema.json"));
});

test("the SBOM is CycloneDX 1.6, by the schema of CycloneDX", () => {
  isValid(bill);
  expect(isValid.errors ?? []).toEqual([]);
  expect(isValid({ ...bill, components: [{ type: "software", name: "x" }] })).toBe(false);
});

test("the SBOM names no licence that SPDX does not know", () => {
  const known = new Set((read("spdx.SNAPSHOT.schema.json") as { readonly enum: readonly string[] }).enum);
  const unknown = JSON.stringify(bill)
    .match(/"expression":"([^"]+)"/g)
    ?.flatMap((text) => text.slice('"expression":"'.length, -1).split(/ (?:AND|OR|WITH) /))
    .filter((license) => !known.has(license));
  expect(unknown).toEqual([]);
});

function read(file: string): object {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}
