import { expect, test } from "vitest";
import type { ComponentTable } from "../../../../plugin/build/tables/hyperconverged.ts";
import { impact, refuseUndescribed } from "../../../../plugin/build/tables/impact.ts";
import { parseTable, readTableFile, type Table } from "../../../../plugin/build/tables/read-table.ts";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";

const part = "{ part: virt-api, kind: Deployment, component: KubeVirt, stops: [start-vm], goesOn: running";
const rest = 'does: Serves., sources: ["https://x.example"]';

const compileParts = (parts: string, components = "{}"): readonly string[] =>
  compileTopic(impact, { name: "impact.yaml", text: `parts: [${parts}]\ncomponents: ${components}` }).map(
    ({ text }) => text,
  );

test.for([
  {
    title: "without what it does",
    parts: `${part}, sources: ["https://x.example"] }`,
    error: "1: must have required property 'does'",
  },
  {
    title: "without a source",
    parts: `${part}, does: Serves., sources: [] }`,
    error: "1: must NOT have fewer than 1 items",
  },
  {
    title: "with a source that is no address",
    parts: `${part}, does: Serves., sources: [facts] }`,
    error: '1: "facts" must match pattern',
  },
  {
    title: "with an unknown key",
    parts: `${part}, ${rest}, stop: [a] }`,
    error: '1: "stop" must NOT have additional properties',
  },
  {
    title: "that stands twice",
    parts: `${part}, ${rest} }, ${part}, ${rest} }`,
    error: "1: virt-api stands twice, first in line 1",
  },
])("a row $title is refused", ({ parts, error }) => {
  expect(() => compileParts(parts)).toThrow(`impact.yaml:${error}`);
});

test("a component that may stop something says what goes on", () => {
  expect(() => compileParts("", `{CDI: {${rest}, mayStop: [import-disk]}}`)).toThrow(
    "impact.yaml:2: must have property goesOn",
  );
});

test("only explain loads descriptions and sources", () => {
  const [rows, descriptions] = compileParts(`${part}, ${rest} }`);
  expect(rows).toContain("start-vm");
  expect(rows).not.toContain("Serves.");
  expect(descriptions).toContain("Serves.");
});

test("a component without a description is refused with its line, but one that the newest release lacks is not", () => {
  const readComponents = (more: string): Table<ComponentTable> => {
    const row =
      "component: Foo, group: foo.io, plural: foos, versions: [v1], objectName: foo, versionVariable: FOO_VERSION";
    const text = `components:\n- {${row}, workloadLabel: foo, source: "https://x.example"${more}}\n`;
    return parseTable({ name: "components.yaml", text }, "tables/components.schema.json");
  };
  const descriptions = parseTable<Parameters<typeof refuseUndescribed>[1]["value"]>(
    readTableFile(impact.file),
    impact.schema,
  );
  expect(() => refuseUndescribed(readComponents(""), descriptions)).toThrow(
    "components.yaml:2: components of impact.yaml lacks Foo",
  );
  expect(() => refuseUndescribed(readComponents(", until: [1, 9]"), descriptions)).not.toThrow();
});
