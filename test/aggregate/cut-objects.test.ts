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

/** A Widget `web` that is complete, unless `fields` say otherwise. */
function buildObject(status: object | undefined, fields: { apiVersion?: string; kind?: string } = {}): KubeObject {
  const { apiVersion = "acme.io/v1", kind = "Widget" } = fields;
  const metadata = { name: "web", namespace: "shop", generation: 1, creationTimestamp: "2026-11-21T11:50:00Z" };
  return toObject({ apiVersion, kind, metadata, spec: {}, status });
}

/** The same object as it is read from a text that lacks a part of it. */
function buildCutObject(...parameters: Parameters<typeof buildObject>): KubeObject {
  return { ...buildObject(...parameters), cut: true };
}

function buildSnapshot(object: KubeObject): Snapshot {
  return snapshotOf([object], { takenAt, source: "widgets.yaml" });
}

function evaluateRoot(snapshot: Snapshot): PrintedRoot {
  const [root] = aggregateAndPrint(snapshot).roots;
  if (root === undefined) throw new Error("no root");
  return root;
}

/** Reads the document of a snapshot. @throws where it is refused */
function parseSnapshot(document: unknown): Snapshot {
  const snapshot = snapshotIn(document);
  if ("fault" in snapshot) throw new Error(snapshot.fault.code);
  return snapshot;
}

function buildConditions(type: string, status: string): object {
  return { conditions: [{ type, status, reason: "Checked", message: "" }] };
}

const readyStatus = buildConditions("Ready", "True");
const virtualMachineInstance = { apiVersion: "kubevirt.io/v1", kind: "VirtualMachineInstance" };

describe("a cut object is never healthy, and a fault in it counts", () => {
  test.for([
    {
      rule: "a cut object with a good condition is unknown",
      object: buildCutObject(readyStatus),
      verdict: "unknown",
    },
    {
      rule: "a cut object with a bad condition is unavailable",
      object: buildCutObject(buildConditions("Ready", "False")),
      verdict: "unavailable",
    },
    {
      rule: "a cut object with a healthy phase is unknown",
      object: buildCutObject({ phase: "Ready" }),
      verdict: "unknown",
    },
    {
      rule: "a cut object with a failed phase is degraded",
      object: buildCutObject({ phase: "Failed" }),
      verdict: "degraded",
    },
    {
      rule: "a cut object with a phase of progress is progressing",
      object: buildCutObject({ phase: "Provisioning" }),
      verdict: "progressing",
    },
    {
      rule: "a cut object without a status is unknown",
      object: buildCutObject(undefined),
      verdict: "unknown",
    },
    {
      rule: "a cut object with a good condition of one part is unknown",
      object: buildCutObject(buildConditions("StorageReady", "True")),
      verdict: "unknown",
    },
    {
      rule: "a cut VirtualMachineInstance that runs is unknown",
      object: buildCutObject({ phase: "Running", ...readyStatus }, virtualMachineInstance),
      verdict: "unknown",
    },
    {
      rule: "a cut VirtualMachineInstance that failed is degraded",
      object: buildCutObject({ phase: "Failed" }, virtualMachineInstance),
      verdict: "degraded",
    },
  ])("$rule", ({ object, verdict }) => {
    expect(evaluateRoot(buildSnapshot(object)).verdict).toBe(verdict);
  });

  test("the cause of a cut object says that the text lacks a part of it", () => {
    const [cause] = evaluateRoot(buildSnapshot(buildCutObject(readyStatus))).causes;
    expect(cause?.text).toMatch(/: the text lacks a part of the object/);
  });
});

describe("a snapshot keeps which of its objects are cut", () => {
  test("a cut object is unknown after its snapshot was saved and read again", () => {
    const snapshot = redactSnapshot(buildSnapshot(buildCutObject(readyStatus)));
    const [document] = readDocuments(snapshotDocument(snapshot), "snapshot.yaml").documents;
    const readAgain = parseSnapshot(document?.value);
    expect(evaluateRoot(readAgain).verdict).toBe("unknown");
    expect(snapshotDocument(readAgain)).toBe(snapshotDocument(snapshot));
  });

  test.for(["conditions", "rest"])("a snapshot of an older release whose object lacks %j is unknown", (lacks) => {
    const document = JSON.parse(snapshotDocument(buildSnapshot(buildObject(readyStatus))));
    const snapshot = parseSnapshot({ ...document, cuts: [{ item: 0, lacks }] });
    expect(evaluateRoot(snapshot).verdict).toBe("unknown");
  });

  test.for([1, -1, 0.5, "0"])("a snapshot of one object that marks item %j as cut is refused", (item) => {
    const document = JSON.parse(snapshotDocument(buildSnapshot(buildObject(readyStatus))));
    expect(snapshotIn({ ...document, cuts: [{ item }] })).toHaveProperty("fault");
  });
});

describe("a status without its object has no command", () => {
  const notReady = buildConditions("Ready", "False");

  test("a pasted status has no next command", () => {
    const pasted = buildCutObject(notReady, { apiVersion: "pasted.status/v1", kind: "Object" });
    expect(aggregateAndPrint(buildSnapshot(pasted)).next).toEqual([]);
  });

  test("an object with the same status has a next command", () => {
    const { next } = aggregateAndPrint(buildSnapshot(buildCutObject(notReady)));
    expect(next.map(({ command }) => command)).toEqual(["kubectl describe widget.acme.io web -n shop"]);
  });
});

describe("an input that ends early makes no object healthy", () => {
  const mustGather = { kind: "must-gather", name: "mg.tgz" } as const;
  const truncatedArchive = { where: "mg.tgz", cause: "the archive is truncated", isTruncated: true } as const;
  const truncatedList = {
    where: "events.yaml",
    cause: "truncated: it ends in the middle of a list",
    isTruncated: true,
  } as const;
  const damagedArchive = { where: "mg.tgz", cause: "a link leaves the archive" };

  const rows: readonly {
    readonly rule: string;
    readonly status: string;
    readonly damage: Snapshot["damage"][number];
    readonly source?: Snapshot["source"];
    readonly verdict: string;
  }[] = [
    {
      rule: "a healthy object in half an archive is unknown",
      status: "True",
      damage: truncatedArchive,
      verdict: "unknown",
    },
    {
      rule: "an unhealthy object in half an archive is unavailable",
      status: "False",
      damage: truncatedArchive,
      verdict: "unavailable",
    },
    {
      rule: "a healthy object beside a list that ends early is healthy in a must-gather",
      status: "True",
      damage: truncatedList,
      verdict: "healthy",
    },
    {
      rule: "a healthy object in a damaged archive that has its end is healthy",
      status: "True",
      damage: damagedArchive,
      verdict: "healthy",
    },
    {
      rule: "a healthy object in a file that ends early is unknown",
      status: "True",
      damage: truncatedList,
      source: { kind: "files", name: "a.yaml" },
      verdict: "unknown",
    },
  ];
  test.for(rows)("$rule", ({ status, damage, source = mustGather, verdict }) => {
    const snapshot = buildSnapshot(buildObject(buildConditions("Ready", status)));
    const root = evaluateRoot({ ...snapshot, source, damage: [damage] });
    expect(root.verdict).toBe(verdict);
    expect(root.causes.map((cause) => cause.verdict)).toEqual(verdict === "healthy" ? [] : [verdict]);
  });
  test.for([
    { rule: "is not known to be ready", status: "True", answer: "unknown" },
    { rule: "is not ready where it is unhealthy", status: "False", answer: "no" },
  ])("the root of half an archive $rule", ({ status, answer }) => {
    const snapshot = buildSnapshot(buildObject(buildConditions("Ready", status)));
    const root = evaluateRoot({ ...snapshot, source: mustGather, damage: [truncatedArchive] });
    expect(root.gates.ready.answer).toBe(answer);
    expect(root.ownVerdict).toBe(root.verdict);
  });

  test("the cause of an unknown object says that the input is truncated", () => {
    const snapshot = buildSnapshot(buildObject(readyStatus));
    const [cause] = evaluateRoot({ ...snapshot, source: mustGather, damage: [truncatedArchive] }).causes;
    expect(cause?.text).toMatch(/the input is truncated, and what is missing may be unhealthy/);
  });
});
