import { expect, test } from "vitest";
import { compileImpact } from "../../../plugin/build/impact-tables.ts";

const part = "{ part: virt-api, kind: Deployment, component: KubeVirt, stops: [start-vm], goesOn: running";

test.for([
  ["without what it does", `parts: [${part}, sources: ["https://x.example"] }]\ncomponents: {}`],
  ["without a source", `parts: [${part}, does: Serves., sources: [] }]\ncomponents: {}`],
  ["with a source that is no address", `parts: [${part}, does: Serves., sources: [facts] }]\ncomponents: {}`],
])("a row %s is refused", ([, yaml = ""]) => {
  expect(() => compileImpact(yaml)).toThrow("virt-api lacks");
});

test("only explain loads descriptions and sources", () => {
  const yaml = `parts: [${part}, does: Serves., sources: ["https://x.example"] }]\ncomponents: {}`;
  const [rows, descriptions] = compileImpact(yaml).map(({ text }) => text);
  expect(rows).toContain("start-vm");
  expect(rows).not.toContain("Serves.");
  expect(descriptions).toContain("Serves.");
});
