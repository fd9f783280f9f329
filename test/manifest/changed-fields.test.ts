import { expect, test } from "vitest";
import { findChangedFields, findRemovedFields } from "../../shared/manifest/changed-fields.ts";

const hco = { group: "hco.kubevirt.io", version: "v1", kind: "HyperConverged" };
const other = { group: "apps", version: "v1", kind: "Deployment" };
const quota = (enable: boolean): object => ({ spec: { deployment: { applicationAwareConfig: { enable } } } });

const rows: readonly [
  rule: string,
  kind: typeof hco,
  before: unknown,
  after: unknown,
  paths: readonly string[],
  drives: readonly string[],
][] = [
  ["equal states have none", hco, quota(true), quota(true), [], []],
  [
    "a value, and the component that it drives",
    hco,
    quota(true),
    quota(false),
    ["spec.deployment.applicationAwareConfig.enable"],
    ["AAQ"],
  ],
  ["a removed mapping", hco, quota(true), { spec: {} }, ["spec.deployment"], ["KubeVirt", "CDI", "AAQ"]],
  [
    "a kind without a table drives nothing",
    other,
    { spec: { replicas: 1 } },
    { spec: { replicas: 2 } },
    ["spec.replicas"],
    [],
  ],
  ["an item of a list of the same length", other, { a: [1, 2] }, { a: [1, 3] }, ["a.1"], []],
  ["a list of another length as a whole", other, { a: [1] }, { a: [1, 3] }, ["a"], []],
  ["an absent object as a whole", other, undefined, { a: 1 }, [""], []],
  ["a key called __proto__", other, JSON.parse('{"__proto__": 1}'), {}, ["__proto__"], []],
];
test.for(rows)("changed fields: %s", ([, kind, before, after, paths, drives]) => {
  const found = findChangedFields(kind, before, after);
  expect(found.paths.map((path) => path.join("."))).toEqual(paths);
  expect(found.drives).toEqual(expect.arrayContaining([...drives]));
  if (drives.length === 0) expect(found.drives).toEqual([]);
});

test("changed fields: more than two hundred are cut, and the result says so", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
  const found = findChangedFields(other, {}, many);
  expect([found.paths.length, found.isCut]).toEqual([200, true]);
});

const lastApplied = (record: string): object => ({
  metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": record } },
});
const removals: readonly [rule: string, live: unknown, manifest: unknown, paths: readonly string[]][] = [
  [
    "a field that kubectl applied",
    lastApplied('{"spec":{"a":1,"b":{"c":2}}}'),
    { spec: { b: {} } },
    ["spec.a", "spec.b.c"],
  ],
  ["all that the file still has", lastApplied('{"spec":{"a":1}}'), { spec: { a: 2 } }, []],
  ["empty annotations, which kubectl adds", lastApplied('{"metadata":{"annotations":{}}}'), { metadata: {} }, []],
  ["no record", { metadata: {} }, { spec: {} }, []],
  ["a record that is no JSON", lastApplied("{"), { spec: {} }, []],
  ["no object", undefined, { spec: {} }, []],
];
test.for(removals)("removed fields: %s", ([, live, manifest, paths]) => {
  expect(findRemovedFields(live, manifest).map((path) => path.join("."))).toEqual(paths);
});
