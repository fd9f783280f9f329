import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../shared/parse/kube-object.ts";

const takenAt = "2026-11-21T06:00:00Z";
const created = "2026-11-20T06:00:00Z";
const kubevirt = {
  apiVersion: "kubevirt.io/v1",
  kind: "KubeVirt",
  metadata: { name: "kv", namespace: "cnv", creationTimestamp: created },
};
const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } };

test("each object is one reading that found it", () => {
  expect(snapshotOf([kubevirt, node], { takenAt, source: "a test" })).toStrictEqual({
    source: { kind: "files", name: "a test" },
    takenAt,
    readings: [
      {
        query: {
          verb: "get",
          group: "kubevirt.io",
          kind: "KubeVirt",
          plural: "",
          versions: ["v1"],
          namespaced: true,
          namespace: "cnv",
          name: "kv",
        },
        outcome: "found",
        objects: [toObject(kubevirt)],
      },
      {
        query: { verb: "get", group: "", kind: "Node", plural: "", versions: ["v1"], namespaced: false, name: "n1" },
        outcome: "found",
        objects: [toObject(node)],
      },
    ],
    damage: [],
  });
});

describe("plain JSON, Lists and parsed objects mean the same", () => {
  const expected = snapshotOf([kubevirt, node], { takenAt, source: "x" });
  const rows: [what: string, objects: unknown[]][] = [
    ["a List", [{ kind: "List", items: [kubevirt, node] }]],
    ["a JSON list", [[kubevirt, node]]],
    ["parsed objects", [toObject(kubevirt), toObject(node)]],
    ["a mixture", [toObject(kubevirt), { apiVersion: "v1", kind: "NodeList", items: [{ metadata: { name: "n1" } }] }]],
    ["an older copy beside it", [kubevirt, node, kubevirt]],
  ];
  test.for(rows)("%s", ([, objects]) => {
    const { readings, ...rest } = snapshotOf(objects, { takenAt, source: "x" });
    expect(rest).toStrictEqual({ source: expected.source, takenAt, damage: [] });
    expect(readings.map((reading) => reading.query)).toStrictEqual(expected.readings.map((reading) => reading.query));
  });
});

describe("the time is the one given in UTC, else the newest inside, else 1970", () => {
  const rows: [given: string, objects: unknown[], takenAt: string][] = [
    [takenAt, [kubevirt], takenAt],
    ["2026-11-21T07:00:00.5+01:00", [kubevirt], takenAt],
    ["yesterday", [kubevirt], created],
    ["", [node], "1970-01-01T00:00:00Z"],
  ];
  test.for(rows)("%s", ([given, objects, expected]) => {
    expect(snapshotOf(objects, { takenAt: given, source: "x" }).takenAt).toBe(expected);
  });
});

test("a source is kept, and what is no object is damage behind the damage there was", () => {
  const source = { kind: "buffer", name: "editor" } as const;
  const before = { where: "x:1:1", cause: "broken" };
  const snapshot = snapshotOf([node, 5, { kind: "List", items: [null] }], { takenAt, source, damage: [before] });
  expect(snapshot.source).toBe(source);
  expect(snapshot.readings).toHaveLength(1);
  expect(snapshot.damage).toStrictEqual([
    before,
    { where: "editor [1]", cause: "expected a Kubernetes object, found a number" },
    { where: "editor [2] items[0]", cause: "expected a Kubernetes object, found nothing" },
  ]);
});
