import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { snapshotIn } from "../../shared/parse/documents/snapshot-document.ts";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { redactSnapshot } from "../../shared/redact/redact-snapshot.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { aggregateAndPrint, type PrintedRoot } from "../printed.ts";

const takenAt = "2026-11-21T12:00:00Z";

function object(apiVersion: string, kind: string, status: object | undefined, isCut: boolean = true): KubeObject {
  const metadata = { name: "w", namespace: "n", generation: 1, creationTimestamp: "2026-11-21T11:50:00Z" };
  return { ...toObject({ apiVersion, kind, metadata, spec: {}, status }), ...(isCut && { cut: true as const }) };
}

function snapshotWith(given: KubeObject): Snapshot {
  return snapshotOf([given], { takenAt, source: "x" });
}

function rootIn(snapshot: Snapshot): PrintedRoot {
  const [root] = aggregateAndPrint(snapshot).roots;
  if (root === undefined) throw new Error("no root");
  return root;
}

const is = (type: string, status: string): object => ({ conditions: [{ type, status, reason: "X", message: "" }] });
const widget = ["acme.io/v1", "Widget"] as const;
const instance = ["kubevirt.io/v1", "VirtualMachineInstance"] as const;

type Row = readonly [
  sentence: string,
  type: readonly [apiVersion: string, kind: string],
  status: object | undefined,
  verdict: string,
];

describe("what a text lacks never makes its object healthy, and what it says counts", () => {
  const rows: readonly Row[] = [
    ["a good condition beside missing ones", widget, is("Ready", "True"), "unknown"],
    ["a bad condition", widget, is("Ready", "False"), "unavailable"],
    ["a good word", widget, { phase: "Ready" }, "unknown"],
    ["a bad word", widget, { phase: "Failed" }, "degraded"],
    ["a busy word", widget, { phase: "Provisioning" }, "progressing"],
    ["no status", widget, undefined, "unknown"],
    ["a part that is healthy", widget, is("StorageReady", "True"), "unknown"],
    ["a kind with a rule", instance, { phase: "Running", ...is("Ready", "True") }, "unknown"],
    ["a kind with a rule, which says that it is not well", instance, { phase: "Failed" }, "degraded"],
  ];
  test.for(rows)("%s: %j, %j is %s", ([, [apiVersion, kind], status, verdict]) => {
    expect(rootIn(snapshotWith(object(apiVersion, kind, status))).verdict).toBe(verdict);
  });
  test("the cause names what the text lacks", () => {
    const [cause] = rootIn(snapshotWith(object(...widget, is("Ready", "True")))).causes;
    expect(cause?.text).toMatch(/: the text lacks a part of the object/);
  });
  test("a snapshot that is made from a cut object never makes it healthy", () => {
    const first = redactSnapshot(snapshotWith(object(...widget, is("Ready", "True"))));
    const [document] = readDocuments(snapshotDocument(first), "x").documents;
    const again = snapshotIn(document?.value);
    if ("fault" in again) throw new Error(again.fault.code);
    expect([rootIn(first).verdict, rootIn(again).verdict]).toEqual(["unknown", "unknown"]);
    expect(snapshotDocument(again)).toBe(snapshotDocument(first));
  });
  test.for(["conditions", "rest"])(
    "a snapshot of an older version, which says that %s are missing, never makes it healthy",
    (lacks) => {
      const whole = JSON.parse(snapshotDocument(snapshotWith(object(...widget, is("Ready", "True"), false))));
      const again = snapshotIn({ ...whole, cuts: [{ item: 0, lacks }] });
      if ("fault" in again) throw new Error(again.fault.code);
      expect(rootIn(again).verdict).toBe("unknown");
    },
  );
  test("a snapshot that marks an object it does not have is refused", () => {
    const whole = JSON.parse(snapshotDocument(snapshotWith(object(...widget, is("Ready", "True"), false))));
    for (const cut of [{ item: 1 }, { item: -1 }, { item: 0.5 }, { item: "0" }])
      expect(snapshotIn({ ...whole, cuts: [cut] })).toHaveProperty("fault");
  });
});

describe("no command about a status that was given without its object", () => {
  const next = (apiVersion: string): readonly string[] =>
    aggregateAndPrint(snapshotWith(object(apiVersion, "Object", is("Ready", "False")))).next.map(
      ({ command }) => command,
    );
  test("a command is shown about the same status of an object", () => {
    expect([next("pasted.status/v1"), next("acme.io/v1")]).toEqual([[], ["kubectl describe object.acme.io w -n n"]]);
  });
});

describe("an input that ends early makes no object healthy", () => {
  const widgetIs = (status: string): KubeObject => object(...widget, is("Ready", status), false);
  const mustGather = { kind: "must-gather", name: "mg.tgz" } as const;
  const whole = { where: "mg.tgz", cause: "the archive is truncated", isTruncated: true } as const;
  const list = {
    where: "events.yaml",
    cause: "truncated: it ends in the middle of a list",
    isTruncated: true,
  } as const;
  const damaged = { where: "mg.tgz", cause: "a link leaves the archive" };

  const rows: readonly (readonly [sentence: string, status: string, Pick<Snapshot, "damage" | "source">, string])[] = [
    ["half an archive", "True", { source: mustGather, damage: [whole] }, "unknown"],
    ["half an archive with a fault in it", "False", { source: mustGather, damage: [whole] }, "unavailable"],
    ["a list in a must-gather that ends early", "True", { source: mustGather, damage: [list] }, "healthy"],
    ["a damaged archive with its end", "True", { source: mustGather, damage: [damaged] }, "healthy"],
    ["a file that ends early", "True", { source: { kind: "files", name: "a.yaml" }, damage: [list] }, "unknown"],
  ];
  test.for(rows)("%s", ([, status, input, verdict]) => {
    const root = rootIn({ ...snapshotWith(widgetIs(status)), ...input });
    expect(root.verdict).toBe(verdict);
    expect(root.causes.map((cause) => cause.verdict)).toEqual(verdict === "healthy" ? [] : [verdict]);
  });
  test("the cause says that the input is truncated", () => {
    const [cause] = rootIn({ ...snapshotWith(widgetIs("True")), source: mustGather, damage: [whole] }).causes;
    expect(cause?.text).toMatch(/the input is truncated, and what is missing may be unhealthy/);
  });
});
