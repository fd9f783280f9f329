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

describe("a text with more than an input may have is refused as a whole, before its documents are read:", () => {
  const rows: [what: string, text: string, refusal: string][] = [
    ["document markers", "---\n".repeat(2_250_000), "more than 120000 documents"],
    ["documents of one word", "---\nkind: A\n".repeat(750_000), "more than 120000 documents"],
    ["objects of JSON", '{"kind":"A"}\n'.repeat(300_000), "more than 120000 documents"],
  ];
  test.for(rows)("%s", ([, source, refusal]) => {
    const { costs, manifest } = read(source);
    expect(manifest).toEqual({ text: "", objects: [], pieces: [], partial: [], refusal });
    expect(costs).toEqual([]);
  });

  test("fields of several documents", () => {
    const document = `kind: A\na: [${"{},".repeat(600_000)}]\n`;
    expect(read(document).manifest).not.toHaveProperty("refusal");
    expect(read([document, document].join("---\n")).manifest.refusal).toBe(
      "more than 2000000 fields and items for its size",
    );
  });

  test("items of lists, and documents that are known from before", () => {
    const list = `kind: List\nitems:\n${"- kind: A\n".repeat(50_000)}`;
    const before = read([list, list].join("---\n"), undefined).manifest;
    expect(before.objects).toHaveLength(100_000);
    expect(read([list, list, list].join("---\n"), before).manifest.refusal).toBe("more than 120000 objects");
    const documents = "---\nkind: A\n".repeat(70_000);
    const half = read(documents).manifest;
    expect(read(documents + documents, half).manifest.refusal).toBe("more than 120000 documents");
  });

  test("a text that became smaller is read again", () => {
    const { manifest } = read("---\n".repeat(200_000));
    expect(read(text, manifest).manifest).toEqual(parseManifest(text));
  });
});

test("of a document with too many fields for its size only the object's identity is read", () => {
  const [object] = read(`kind: A\na: [${"{},".repeat(600_000)}]\n`).manifest.objects;
  expect(object).toMatchObject({ kind: "A", isPartial: true });
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
