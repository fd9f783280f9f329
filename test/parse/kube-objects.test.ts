import { describe, expect, test } from "vitest";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { describeDamage } from "../../shared/parse/input-fault-text.ts";
import { readObjects } from "../../shared/parse/kube-objects.ts";
import { randomFrom } from "../random.ts";
import { randomJson } from "./random-json.ts";

/** `apiVersion kind name` of each object. */
function listObjects(value: unknown): readonly string[] {
  return readObjects(value, "f:1:1").objects.map(({ apiVersion, ref }) => `${apiVersion} ${ref.kind} ${ref.name}`);
}

const buildPod = (name: string): object => ({ apiVersion: "v1", kind: "Pod", metadata: { name } });

test("an object with more fields and items than a server stores is a fault, and the others of its list are read", () => {
  const wide = { ...buildPod("wide"), status: { conditions: Array<object>(75_001).fill({ type: "A" }) } };
  const { objects, faults } = readObjects({ kind: "List", items: [buildPod("a"), wide, buildPod("b")] }, "f:1:1");
  expect(objects.map(({ ref }) => ref.name)).toEqual(["a", "b"]);
  expect(faults.map(describeDamage)).toEqual([
    {
      where: "f:1:1 items[1]",
      cause: "one object with more than 150000 fields and items, which is more than a server stores",
    },
  ]);
});

describe("objects are found alone, in lists and in lists of lists", () => {
  const rows = [
    { rule: "an object alone is read", value: buildPod("a"), found: ["v1 Pod a"] },
    {
      rule: "the items of a List are read",
      value: { apiVersion: "v1", kind: "List", items: [buildPod("a"), buildPod("b")] },
      found: ["v1 Pod a", "v1 Pod b"],
    },
    {
      rule: "the items of a List in a List are read",
      value: { kind: "List", items: [{ kind: "List", items: [buildPod("a")] }, buildPod("b")] },
      found: ["v1 Pod a", "v1 Pod b"],
    },
    { rule: "an empty List has no objects", value: { kind: "List", items: [] }, found: [] },
    {
      rule: "a List whose items are null has no objects",
      value: { kind: "PodList", apiVersion: "v1", items: null },
      found: [],
    },
    {
      rule: "the items of a JSON array are read",
      value: [buildPod("a"), [buildPod("b")]],
      found: ["v1 Pod a", "v1 Pod b"],
    },
    {
      rule: "an item of a DeploymentList is a Deployment",
      value: { apiVersion: "apps/v1", kind: "DeploymentList", items: [{ metadata: { name: "a" } }] },
      found: ["apps/v1 Deployment a"],
    },
    {
      rule: "an item whose apiVersion and kind are empty gets those of its list",
      value: { apiVersion: "v1", kind: "PodList", items: [{ apiVersion: "", kind: "", metadata: { name: "a" } }] },
      found: ["v1 Pod a"],
    },
    {
      rule: "an item keeps an apiVersion of its own",
      value: { apiVersion: "v1", kind: "PodList", items: [{ ...buildPod("a"), apiVersion: "v2" }] },
      found: ["v2 Pod a"],
    },
    {
      rule: "an object of kind AllowList is no list although it has items",
      value: { apiVersion: "net/v1", kind: "AllowList", metadata: { name: "a" }, items: [] },
      found: ["net/v1 AllowList a"],
    },
    {
      rule: "an object of kind AllowList without items is no list",
      value: { apiVersion: "net/v1", kind: "AllowList", metadata: { name: "a" } },
      found: ["net/v1 AllowList a"],
    },
    {
      rule: "a number as a name is read as text",
      value: { apiVersion: "v1", kind: "Pod", metadata: { name: 12 } },
      found: ["v1 Pod 12"],
    },
  ];
  test.for(rows)("$rule", ({ value, found }) => {
    expect(listObjects(value)).toStrictEqual(found);
    expect(readObjects(value, "f").faults).toStrictEqual([]);
  });
});

describe("a value that is no object is one damage with its place and with what was expected", () => {
  const describeMissing = (fields: string): string => `expected a Kubernetes object, found a mapping without ${fields}`;
  const rows = [
    { value: "text", where: "f:1:1", cause: "expected a Kubernetes object, found text" },
    { value: 12, where: "f:1:1", cause: "expected a Kubernetes object, found a number" },
    { value: null, where: "f:1:1", cause: "expected a Kubernetes object, found nothing" },
    { value: {}, where: "f:1:1", cause: describeMissing("apiVersion, kind, or metadata.name") },
    {
      value: { replicas: 2, image: { tag: "x" } },
      where: "f:1:1",
      cause: describeMissing("apiVersion, kind, or metadata.name"),
    },
    { value: { kind: "Pod", metadata: { name: "a" } }, where: "f:1:1", cause: describeMissing("apiVersion") },
    { value: { apiVersion: "v1", metadata: { name: "a" } }, where: "f:1:1", cause: describeMissing("kind") },
    { value: { apiVersion: "v1", kind: "Pod" }, where: "f:1:1", cause: describeMissing("metadata.name") },
    {
      value: { apiVersion: "v1", kind: "Pod", metadata: { generateName: "a-" } },
      where: "f:1:1",
      cause: describeMissing("metadata.name"),
    },
    {
      value: { apiVersion: "v1", kind: "Pod", metadata: "a" },
      where: "f:1:1",
      cause: describeMissing("metadata.name"),
    },
    {
      value: { apiVersion: "v1", kind: "Pod", metadata: { name: { a: 1 } } },
      where: "f:1:1",
      cause: describeMissing("metadata.name"),
    },
    { value: { kind: "List", items: "x" }, where: "f:1:1 items", cause: "expected a list, found text" },
    {
      value: { kind: "List", items: [buildPod("a"), null] },
      where: "f:1:1 items[1]",
      cause: "expected a Kubernetes object, found nothing",
    },
    {
      value: { kind: "List", items: [{ kind: "List", items: [1] }] },
      where: "f:1:1 items[0] items[0]",
      cause: "expected a Kubernetes object, found a number",
    },
    { value: [[], [true]], where: "f:1:1 [1] [0]", cause: "expected a Kubernetes object, found a boolean" },
  ];
  test.for(rows)("$value is damage at $where: $cause", ({ value, where, cause }) => {
    expect(readObjects(value, "f:1:1").faults.map(describeDamage)).toStrictEqual([{ where, cause }]);
  });

  test("lists that are nested more than 50 deep are one damage", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
    expect(readObjects(deep, "f").faults.map(describeDamage)).toMatchObject([
      { cause: "lists nested more than 50 deep" },
    ]);
  });
});

test("a Secret in a list without kinds keeps no data", () => {
  const value = { apiVersion: "v1", kind: "SecretList", items: [{ metadata: { name: "a" }, data: { k: "c2VjcmV0" } }] };
  expect(listObjects(value)).toStrictEqual(["v1 Secret a"]);
  expect(JSON.stringify(readObjects(value, "f"))).not.toContain("c2VjcmV0");
});

test("each value of random JSON becomes objects with a name or damage with a cause", () => {
  const total = { objects: 0, damage: 0 };
  for (let seed = 0; seed < 2000; seed++) {
    const random = randomFrom(seed);
    const value =
      random() < 0.5
        ? { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, ...toObjectOrEmpty(randomJson(random)) }
        : randomJson(random);
    const { objects, faults } = readObjects(value, "f");
    const damage = faults.map(describeDamage);
    for (const { ref, apiVersion, uid, labels } of objects) {
      for (const text of [ref.kind, ref.name, apiVersion]) expect(text, `seed ${seed}`).toMatch(/./);
      for (const text of [uid, ...labels.values()]) expect(text, `seed ${seed}`).toBeTypeOf("string");
    }
    for (const { where, cause } of damage) {
      expect(`${where} ${cause}`, `seed ${seed}`).toMatch(/^f.* (expected|lists) /);
    }
    total.objects += objects.length;
    total.damage += damage.length;
  }
  expect(total.objects).toBeGreaterThan(300);
  expect(total.damage).toBeGreaterThan(300);
});

test("damage in a text of several documents has the line of its document", () => {
  const text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n---\nvalues: {}\n";
  const results = readDocuments(text, "dump.yaml").documents.map(({ value, where }) => readObjects(value, where));
  expect(results.flatMap(({ objects }) => objects).map(({ ref }) => ref.name)).toStrictEqual(["a"]);
  expect(results.flatMap(({ faults }) => faults).map(({ where }) => where)).toStrictEqual(["dump.yaml:6:1"]);
});

function toObjectOrEmpty(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
