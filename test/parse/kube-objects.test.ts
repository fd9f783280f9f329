import { describe, expect, test } from "vitest";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { describeDamage } from "../../shared/parse/input-fault-text.ts";
import { readObjects } from "../../shared/parse/kube-objects.ts";
import { randomFrom } from "../random.ts";
import { randomJson } from "./random-json.ts";

/** `apiVersion kind name` of each object. */
function names(value: unknown): readonly string[] {
  return readObjects(value, "f:1:1").objects.map(({ apiVersion, ref }) => `${apiVersion} ${ref.kind} ${ref.name}`);
}

const pod = (name: string): object => ({ apiVersion: "v1", kind: "Pod", metadata: { name } });

test("an object with more fields and items than a server stores is a fault, and others of its list are read", () => {
  const wide = { ...pod("wide"), status: { conditions: Array<object>(75_001).fill({ type: "A" }) } };
  const { objects, faults } = readObjects({ kind: "List", items: [pod("a"), wide, pod("b")] }, "f:1:1");
  expect(objects.map(({ ref }) => ref.name)).toEqual(["a", "b"]);
  expect(faults.map(describeDamage)).toEqual([
    {
      where: "f:1:1 items[1]",
      cause: "one object with more than 150000 fields and items, which is more than a server stores",
    },
  ]);
});

describe("objects are found alone, in lists and in lists of lists", () => {
  const rows: [what: string, value: unknown, found: string[]][] = [
    ["one object", pod("a"), ["v1 Pod a"]],
    ["a List", { apiVersion: "v1", kind: "List", items: [pod("a"), pod("b")] }, ["v1 Pod a", "v1 Pod b"]],
    [
      "a List of lists",
      { kind: "List", items: [{ kind: "List", items: [pod("a")] }, pod("b")] },
      ["v1 Pod a", "v1 Pod b"],
    ],
    ["an empty List", { kind: "List", items: [] }, []],
    ["a List with nil items", { kind: "PodList", apiVersion: "v1", items: null }, []],
    ["a JSON list", [pod("a"), [pod("b")]], ["v1 Pod a", "v1 Pod b"]],
    [
      "a list of one kind",
      { apiVersion: "apps/v1", kind: "DeploymentList", items: [{ metadata: { name: "a" } }] },
      ["apps/v1 Deployment a"],
    ],
    [
      "a list of one kind whose items say nothing",
      { apiVersion: "v1", kind: "PodList", items: [{ apiVersion: "", kind: "", metadata: { name: "a" } }] },
      ["v1 Pod a"],
    ],
    [
      "a list of one kind whose items say it",
      { apiVersion: "v1", kind: "PodList", items: [{ ...pod("a"), apiVersion: "v2" }] },
      ["v2 Pod a"],
    ],
    [
      "a kind that ends like a list",
      { apiVersion: "net/v1", kind: "AllowList", metadata: { name: "a" }, items: [] },
      ["net/v1 AllowList a"],
    ],
    [
      "a kind that ends like a list and has no items",
      { apiVersion: "net/v1", kind: "AllowList", metadata: { name: "a" } },
      ["net/v1 AllowList a"],
    ],
    ["a number for a name", { apiVersion: "v1", kind: "Pod", metadata: { name: 12 } }, ["v1 Pod 12"]],
  ];
  test.for(rows)("%s", ([, value, found]) => {
    expect(names(value)).toStrictEqual(found);
    expect(readObjects(value, "f").faults).toStrictEqual([]);
  });
});

describe("each piece that is no object is one damage with its place and what was expected", () => {
  const without = (what: string): string => `expected a Kubernetes object, found a mapping without ${what}`;
  const rows: [value: unknown, where: string, cause: string][] = [
    ["text", "f:1:1", "expected a Kubernetes object, found text"],
    [12, "f:1:1", "expected a Kubernetes object, found a number"],
    [null, "f:1:1", "expected a Kubernetes object, found nothing"],
    [{}, "f:1:1", without("apiVersion, kind, or metadata.name")],
    [{ replicas: 2, image: { tag: "x" } }, "f:1:1", without("apiVersion, kind, or metadata.name")],
    [{ kind: "Pod", metadata: { name: "a" } }, "f:1:1", without("apiVersion")],
    [{ apiVersion: "v1", metadata: { name: "a" } }, "f:1:1", without("kind")],
    [{ apiVersion: "v1", kind: "Pod" }, "f:1:1", without("metadata.name")],
    [{ apiVersion: "v1", kind: "Pod", metadata: { generateName: "a-" } }, "f:1:1", without("metadata.name")],
    [{ apiVersion: "v1", kind: "Pod", metadata: "a" }, "f:1:1", without("metadata.name")],
    [{ apiVersion: "v1", kind: "Pod", metadata: { name: { a: 1 } } }, "f:1:1", without("metadata.name")],
    [{ kind: "List", items: "x" }, "f:1:1 items", "expected a list, found text"],
    [{ kind: "List", items: [pod("a"), null] }, "f:1:1 items[1]", "expected a Kubernetes object, found nothing"],
    [
      { kind: "List", items: [{ kind: "List", items: [1] }] },
      "f:1:1 items[0] items[0]",
      "expected a Kubernetes object, found a number",
    ],
    [[[], [true]], "f:1:1 [1] [0]", "expected a Kubernetes object, found a boolean"],
  ];
  test.for(rows)("%j", ([value, where, cause]) => {
    expect(readObjects(value, "f:1:1").faults.map(describeDamage)).toStrictEqual([{ where, cause }]);
  });

  test("lists inside lists end somewhere", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
    expect(readObjects(deep, "f").faults.map(describeDamage)).toMatchObject([
      { cause: "lists nested more than 50 deep" },
    ]);
  });
});

test("a list of Secrets without kinds keeps no data", () => {
  const value = { apiVersion: "v1", kind: "SecretList", items: [{ metadata: { name: "a" }, data: { k: "c2VjcmV0" } }] };
  expect(names(value)).toStrictEqual(["v1 Secret a"]);
  expect(JSON.stringify(readObjects(value, "f"))).not.toContain("c2VjcmV0");
});

test("whatever the JSON, each piece becomes an object with a name or a damage with a cause", () => {
  const seen = { objects: 0, damage: 0 };
  for (let seed = 0; seed < 2000; seed++) {
    const random = randomFrom(seed);
    const value =
      random() < 0.5
        ? { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, ...toObjectOrEmpty(randomJson(random)) }
        : randomJson(random);
    const { objects, faults } = readObjects(value, "f");
    const damage = faults.map(describeDamage);
    for (const { ref, apiVersion, uid, labels } of objects) {
      expect(
        [ref.kind, ref.name, apiVersion].every((word) => typeof word === "string" && word !== ""),
        `seed ${seed}`,
      ).toBe(true);
      expect([typeof uid, [...labels.values()].every((label) => typeof label === "string")]).toStrictEqual([
        "string",
        true,
      ]);
    }
    for (const { where, cause } of damage)
      expect(`${where} ${cause}`, `seed ${seed}`).toMatch(/^f.* (expected|lists) /);
    seen.objects += objects.length;
    seen.damage += damage.length;
  }
  expect(seen.objects).toBeGreaterThan(300);
  expect(seen.damage).toBeGreaterThan(300);
});

test("objects come out of a text with the place of what could not be used", () => {
  const text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n---\nvalues: {}\n";
  const read = readDocuments(text, "dump.yaml").documents.map(({ value, where }) => readObjects(value, where));
  expect(read.flatMap((one) => one.objects.map((object) => object.ref.name))).toStrictEqual(["a"]);
  expect(read.flatMap((one) => one.faults.map((fault) => fault.where))).toStrictEqual(["dump.yaml:6:1"]);
});

function toObjectOrEmpty(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
