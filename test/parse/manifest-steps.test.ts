import { describe, expect, test } from "vitest";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import { manifestSteps, parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";

const documents = Array.from({ length: 20 }, (_, index) => `kind: A\nmetadata:\n  name: n${index}\n`);
const text = documents.join("---\n");

describe("a text is read in steps of one document each, which say what they cost", () => {
  const values = Array.from({ length: 20 }, (_, index) => `{"kind": "A", "metadata": {"name": "n${index}"}}\n`);
  const rows: [what: string, text: string, before: Manifest | undefined, steps: number][] = [
    ["YAML documents", text, undefined, 20],
    ["JSON values without a marker between them", values.join(""), undefined, 20],
    ["nothing, where nothing changed", text, parseManifest(text), 0],
    ["the changed one, where those behind it stay where they are", text.replace("n7", "m7"), parseManifest(text), 1],
    ["all, where all moved", `# a\n${text}`, parseManifest(text), 20],
  ];
  test.for(rows)("%s", ([, source, before, steps]) => {
    const { costs, manifest } = read(source, before);
    expect(costs).toHaveLength(steps);
    expect(manifest.objects).toEqual(parseManifest(source).objects);
  });

  test("a document costs its characters at least, a moved one less than a tenth of a read one", () => {
    const first = read(text).costs;
    expect(first.every((cost, index) => cost >= (documents[index] ?? "").length)).toBe(true);
    const moved = read(`# a\n${text}`, parseManifest(text)).costs.slice(1);
    expect(Math.max(...moved) * 10).toBeLessThan(Math.min(...first));
  });

  const broken: [what: string, text: string][] = [
    ["a tab", `${documents[0]}\tx: 1\n`],
    ["a template", `${documents[0]}spec: {{ .Values.x }}\n  y\n`],
    ["a quote that is not closed", `${documents[0]}spec: "x\n`],
  ];
  test.for(broken)("a document is charged for being read again because of %s", ([, source]) => {
    const [whole = 0] = read(documents[0] ?? "").costs;
    const [cost = 0] = read(source).costs;
    expect(cost).toBeGreaterThan(whole + 2000);
  });

  test("no document costs more than some millions, however broken it is", () => {
    const lines = `kind: A\n${'a: "\n'.repeat(200_000)}`;
    const [cost = 0] = read(lines).costs;
    expect(cost).toBeGreaterThan(lines.length);
    expect(cost).toBeLessThan(10_000_000);
  });
});

function read(source: string, before?: Manifest): { readonly costs: readonly number[]; readonly manifest: Manifest } {
  const steps = manifestSteps(source, before);
  const costs: number[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { costs, manifest: step.value };
    costs.push(step.value);
  }
}
