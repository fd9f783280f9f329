import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Source } from "../../../shared/model/snapshot.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { readFromCluster } from "../gate-situation.ts";
import { component, deployment, goodConditions, hyperConverged, type Manifest, takenAt } from "../installation.ts";

// A deletion of HyperConverged or a component that does not end within an hour, also in a file without a time of its own.

const finalizers: Readonly<Record<string, string>> = {
  KubeVirt: "foregroundDeleteKubeVirt",
  CDI: "operator.cdi.kubevirt.io",
  HyperConverged: "kubevirt.io/hyperconverged",
};

/** An object of the kind whose deletion was requested at this time; takenAt is noon. */
function deleted(kind: string, deletionTimestamp: string): Manifest {
  const metadata = { deletionTimestamp, finalizers: [finalizers[kind]] };
  return kind === "HyperConverged" ? hyperConverged({}, metadata) : component(kind, goodConditions(), metadata);
}

const hoursAgo = "2026-11-21T08:00:00Z";
const minutesAgo = "2026-11-21T11:40:00Z";
const operators: Readonly<Record<string, readonly Manifest[]>> = {
  KubeVirt: [deployment("virt-operator", 1)],
  CDI: [inNamespace("cdi", deployment("cdi-operator", 1))],
};

function inNamespace(namespace: string, manifest: Manifest): Manifest {
  return { ...manifest, metadata: { ...(manifest["metadata"] as Manifest), namespace } };
}

/** The verdict, the clause of the first cause and the finding about a deletion that lasts. */
function describeReport(snapshot: Parameters<typeof aggregateAndPrint>[0]): readonly unknown[] {
  const { verdict, roots, findings } = aggregateAndPrint(snapshot);
  const [cause] = roots.flatMap(({ causes }) => causes);
  const clause = cause?.text.replace(/^.*because \S+: /, "").replace(/, (for \S+|since \S+)$/, "");
  const lasting = findings.filter(({ code }) => code === "deletion-lasts");
  return [verdict, clause, lasting.map(({ severity, about }) => `${severity} ${about.kind}`)];
}

function readFiles(objects: readonly Manifest[], source: Partial<Source> = {}, at = takenAt) {
  return snapshotOf(objects, { takenAt: at, source: { kind: "files", name: "x.yaml", ...source } });
}

describe.for(["KubeVirt", "CDI"])("%s alone", (kind) => {
  const waiting = `Terminating: deletion waits for finalizer ${finalizers[kind]}`;

  test("that waits for hours is degraded in a cluster whose operator runs, and in a file of that time", () => {
    const expected = ["degraded", waiting, [`error ${kind}`]];
    expect(describeReport(readFromCluster([deleted(kind, hoursAgo), ...(operators[kind] ?? [])]))).toEqual(expected);
    expect(describeReport(readFiles([deleted(kind, hoursAgo)]))).toEqual(expected);
    expect(describeReport(readFiles([deleted(kind, hoursAgo)], { takenFrom: "newest" }))).toEqual(expected);
  });

  test("that waits for minutes is progressing in both", () => {
    expect(describeReport(readFromCluster([deleted(kind, minutesAgo), ...(operators[kind] ?? [])]))).toEqual([
      "progressing",
      "being deleted",
      [],
    ]);
    expect(describeReport(readFiles([deleted(kind, minutesAgo)]))).toEqual(["progressing", "being deleted", []]);
  });

  test("is unknown where nothing in the file is newer than the request", () => {
    const unknown = `${waiting}; whether that lasts too long is not known, because the input does not show when it was read`;
    const newest = { takenFrom: "newest" } as const;
    const before = "2026-11-21T07:59:00Z";
    expect(describeReport(readFiles([deleted(kind, hoursAgo)], newest, before))).toEqual(["unknown", unknown, []]);
    expect(describeReport(readFiles([deleted(kind, takenAt)], newest))).toEqual(["unknown", unknown, []]);
    // A file that is read now, such as standard input, has a time: that of reading.
    expect(describeReport(readFiles([deleted(kind, takenAt)]))).toEqual(["progressing", "being deleted", []]);
  });

  test("first shows the log of the operator that should remove the finalizer", () => {
    const { roots, next } = aggregateAndPrint(readFiles([deleted(kind, hoursAgo)]));
    const commands = roots.flatMap(({ causes }) => causes).flatMap((cause) => cause.next.map(({ command }) => command));
    expect(commands[0]).toMatch(/^kubectl logs -n \S+ deployment\/(virt|cdi)-operator --tail=100$/);
    expect(next[0]?.command).toBe(commands[0]);
  });
});

describe("HyperConverged", () => {
  const running = deployment("hyperconverged-cluster-operator", 1);

  test("whose deletion lasts for hours is degraded, and not after minutes", () => {
    const lasting = describeReport(readFromCluster([deleted("HyperConverged", hoursAgo), running]));
    expect(lasting).toEqual([
      "degraded",
      "Terminating: deletion waits for finalizer kubevirt.io/hyperconverged",
      ["error HyperConverged"],
    ]);
    const [verdict, clause, findings] = describeReport(
      readFromCluster([deleted("HyperConverged", minutesAgo), running]),
    );
    expect(verdict).not.toBe("degraded");
    expect([clause, findings]).toEqual(["being deleted", []]);
  });

  test("whose component does not go for hours names the component", () => {
    const objects = [hyperConverged(), running, deployment("cdi-operator", 1), deleted("CDI", hoursAgo)];
    const { roots } = aggregateAndPrint(readFromCluster(objects));
    const cause = roots.flatMap(({ causes }) => causes).find(({ component: label }) => label === "CDI");
    expect(cause).toMatchObject({
      verdict: "degraded",
      text: expect.stringContaining("Terminating: deletion waits for finalizer operator.cdi.kubevirt.io"),
    });
  });

  test("whose component waits for an operator that does not exist has that one cause", () => {
    const objects = [hyperConverged(), running, deleted("CDI", hoursAgo)];
    const { roots, findings } = aggregateAndPrint(readFromCluster(objects));
    const causes = roots.flatMap(({ causes: all }) => all).filter(({ component: label }) => label === "CDI");
    expect(causes.map(({ text }) => text)).toEqual([expect.stringContaining("cdi-operator does not exist")]);
    expect(findings.filter(({ code }) => code === "deletion-lasts")).toEqual([]);
  });
});
