import { describe, expect, test } from "vitest";
import { toObject } from "../../shared/parse/kube-object.ts";
import { randomFrom } from "../random.ts";
import { randomJson } from "./random-json.ts";

test("an object has its metadata, spec, status and the whole manifest", () => {
  const raw = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: {
      name: "kubevirt-hyperconverged",
      namespace: "kubevirt",
      uid: "u-1",
      resourceVersion: "18446744073709551615",
      generation: 3,
      creationTimestamp: "2026-11-21T06:00:00Z",
      deletionTimestamp: "2026-11-21T08:00:00.5+01:00",
      finalizers: ["kubevirt.io/hyperconverged"],
      labels: { app: "x" },
      annotations: { a: "b" },
    },
    spec: { a: 1 },
    status: { b: 2 },
    data: { c: 3 },
  };
  expect(toObject(raw)).toStrictEqual({
    ref: {
      group: "hco.kubevirt.io",
      version: "v1",
      kind: "HyperConverged",
      namespace: "kubevirt",
      name: "kubevirt-hyperconverged",
      uid: "u-1",
    },
    key: "hco.kubevirt.io/HyperConverged/kubevirt/kubevirt-hyperconverged",
    apiVersion: "hco.kubevirt.io/v1",
    uid: "u-1",
    resourceVersion: "18446744073709551615",
    generation: 3,
    createdAt: "2026-11-21T06:00:00Z",
    deletedAt: "2026-11-21T07:00:00Z",
    finalizers: ["kubevirt.io/hyperconverged"],
    labels: new Map([["app", "x"]]),
    annotations: new Map([["a", "b"]]),
    spec: { a: 1 },
    status: { b: 2 },
    raw,
  });
});

describe("metadata of a wrong type is read as far as possible", () => {
  const rows = [
    {
      metadata: null,
      part: { ref: { group: "", version: "v1", kind: "Pod", name: "" }, uid: "", resourceVersion: "", finalizers: [] },
    },
    { metadata: "text", part: { ref: { group: "", version: "v1", kind: "Pod", name: "" } } },
    {
      metadata: { name: 12, namespace: true },
      part: { ref: { group: "", version: "v1", kind: "Pod", namespace: "true", name: "12" } },
    },
    { metadata: { namespace: "" }, part: { ref: { group: "", version: "v1", kind: "Pod", name: "" } } },
    { metadata: { resourceVersion: 17, uid: 5 }, part: { resourceVersion: "17", uid: "5" } },
    { metadata: { labels: ["a"], annotations: "b" }, part: { labels: new Map(), annotations: new Map() } },
    {
      metadata: { labels: { a: 1, b: true, c: null, d: { e: 1 } } },
      part: {
        labels: new Map([
          ["a", "1"],
          ["b", "true"],
        ]),
      },
    },
    { metadata: { labels: JSON.parse('{"__proto__": "x"}') }, part: { labels: new Map([["__proto__", "x"]]) } },
    { metadata: { finalizers: "a" }, part: { finalizers: [] } },
    { metadata: { finalizers: ["a", 1, null] }, part: { finalizers: ["a"] } },
  ];
  test.for(rows)("the metadata $metadata are read as $part", ({ metadata, part }) => {
    expect(toObject({ apiVersion: "v1", kind: "Pod", metadata })).toMatchObject(part);
  });

  test.for(["yesterday", "2026-13-01T00:00:00Z", "2026-11-21", 17, null, {}])("the time %j is omitted", (time) => {
    const metadata = { creationTimestamp: time, deletionTimestamp: time };
    expect(toObject({ metadata })).not.toHaveProperty("createdAt");
    expect(toObject({ metadata })).not.toHaveProperty("deletedAt");
  });

  test("a generation in quotes is read as a number", () => {
    expect(toObject({ metadata: { generation: "3" } }).generation).toBe(3);
  });

  test.for(["3.5", "", "-1", 1.5, null, [], Number.NaN])("the generation %j is omitted", (generation) => {
    expect(toObject({ metadata: { generation } })).not.toHaveProperty("generation");
  });
});

describe("a Secret keeps only name, namespace, labels, uid, resourceVersion and creation time", () => {
  const metadata = {
    name: "a",
    namespace: "b",
    uid: "u",
    resourceVersion: "7",
    creationTimestamp: "2026-11-21T06:00:00Z",
    labels: { app: "x", odd: { deep: "hidden" } },
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": "hidden" },
    managedFields: [{ fieldsV1: "hidden" }],
    finalizers: ["hidden"],
  };
  const hiddenFields = {
    data: { a: "hidden" },
    stringData: { a: "hidden" },
    type: "hidden",
    status: "hidden",
    spec: "hidden",
  };

  test("no other field of a Secret is in the object", () => {
    const object = toObject({ apiVersion: "v1", kind: "Secret", metadata, ...hiddenFields });
    expect(object.raw).toStrictEqual({
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: "a",
        namespace: "b",
        uid: "u",
        resourceVersion: "7",
        creationTimestamp: "2026-11-21T06:00:00Z",
        labels: { app: "x" },
      },
    });
    expect(object).toMatchObject({
      labels: new Map([["app", "x"]]),
      annotations: new Map(),
      finalizers: [],
      createdAt: "2026-11-21T06:00:00Z",
    });
    expect(JSON.stringify(object)).not.toContain("hidden");
  });

  test.for(["secret", "SECRET"])("the data of a Secret are omitted also where its kind is spelled %s", (kind) => {
    expect(JSON.stringify(toObject({ apiVersion: "v1", kind, metadata, ...hiddenFields }))).not.toContain("hidden");
  });

  test("a Secret of another API group keeps its status", () => {
    expect(
      toObject({ apiVersion: "vault.example/v1", kind: "Secret", metadata, status: { ok: true } }).status,
    ).toStrictEqual({ ok: true });
  });
});

test("each value of random JSON becomes an object without data of a Secret", () => {
  for (let seed = 0; seed < 2000; seed++) {
    const random = randomFrom(seed);
    const data = { data: "hidden", stringData: randomJson(random), metadata: randomJson(random), kind: "Secret" };
    const object = toObject(seed % 2 === 0 ? data : randomJson(random));
    expect(typeof object.ref.name, `seed ${seed}`).toBe("string");
    expect(object.labels, `seed ${seed}`).toBeInstanceOf(Map);
    expect(Object.keys(object.raw).includes("data") && object.ref.kind === "Secret", `seed ${seed}`).toBe(false);
  }
});
