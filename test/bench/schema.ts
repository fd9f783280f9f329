import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import { completeFields } from "../../shared/schema/complete-fields.ts";
import { readKindSchema } from "../../shared/schema/kind-schema.ts";
import type { SchemaNode } from "../../shared/schema/schema-node.ts";
import type { Row } from "./row.ts";

const documents = 500;
/** A processor's time is counted in steps of some milliseconds, so several turns count as one. */
const batches = 100;
const inBatch = 10;

/** The help while writing, in a large file whose kind has a CRD of a megabyte. */
export function schemaRows(): readonly Row[] {
  const definition = JSON.stringify(bigDefinition());
  const schema = readKindSchema(JSON.parse(definition));
  const root = schema?.versions.get("v1");
  if (schema === undefined || root === undefined) throw new Error("no schema");
  let text = Array.from({ length: documents }, (_, index) => shopManifest(index)).join("---\n");
  let manifest = parseManifest(text);
  const lookup = ({ kind }: ManifestObject): SchemaNode | undefined => (kind === "Shop" ? root : undefined);
  const check = (): unknown => manifest.objects.flatMap((object) => checkFields(object, schema, root));
  const first = cpuMilliseconds(check);
  const typed = measureInBatches(
    (sample) => {
      const at = placeOf(text, sample);
      // An editor hands out its text in one piece.
      text = Buffer.from(`${text.slice(0, at)}x${text.slice(at)}`).toString();
      return text;
    },
    (next) => {
      manifest = parseManifest(next, manifest);
      check();
    },
  );
  const completed = measureInBatches(
    (sample) => placeOf(text, sample),
    (at) => completeFields(manifest, at, lookup),
  );
  return [
    [`fields checked in ${documents} documents, the first time`, milliseconds(first), "200 ms"],
    ["the same after a keystroke, 95 of 100", milliseconds(slowest(typed)), "5 ms"],
    [`fields completed in ${documents} documents, 95 of 100`, milliseconds(slowest(completed)), "30 ms"],
  ];
}

/** The end of the name of a field, in one document after the other. */
function placeOf(text: string, sample: number): number {
  const start = text.indexOf(`name: shop-${(sample * 37) % documents}\n`);
  return text.indexOf("group1", start) + "group1".length;
}

function shopManifest(index: number): string {
  const groups = Array.from(
    { length: 5 },
    (_, group) => `  group${group}:\n    field1: a\n    field2: [b, c]\n    field3:\n      field1: d\n`,
  );
  return `apiVersion: example.com/v1\nkind: Shop\nmetadata:\n  name: shop-${index}\nspec:\n${groups.join("")}`;
}

function bigDefinition(): object {
  const field = (type: string): object => ({ type, description: "what it does. ".repeat(20) });
  const schemaBlock = (): object => ({
    type: "object",
    properties: Object.fromEntries([
      ...Array.from({ length: 50 }, (_, index) => [`field${index}`, field("string")]),
      ["field2", { type: "array", items: field("string") }],
      ["field3", { type: "object", properties: { field1: field("string") } }],
    ]),
  });
  const groups = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`group${index}`, schemaBlock()]));
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: groups } } } };
  return { spec: { group: "example.com", names: { kind: "Shop" }, versions: [{ name: "v1", schema }] } };
}

/** Milliseconds of this thread's processor time. */
function cpuMilliseconds(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Milliseconds of one turn, for each batch; what `prepare` takes does not count. */
function measureInBatches<Input>(
  prepare: (sample: number) => Input,
  work: (input: Input) => unknown,
): readonly number[] {
  return Array.from({ length: batches }, (_, batch) => {
    const inputs = Array.from({ length: inBatch }, (_input, turn) => prepare(batch * inBatch + turn));
    return cpuMilliseconds(() => inputs.map(work)) / inBatch;
  });
}

function slowest(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
