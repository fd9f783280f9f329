import { describe, expect, test } from "vitest";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { hcoComponents } from "../../../shared/tables/components.ts";
import type { PrintedReport } from "../../printed.ts";
import { aggregate } from "../../printed.ts";

type Fields = Readonly<Record<string, unknown>>;

const namespace = "kubevirt-hyperconverged";
const name = "cdi-kubevirt-hyperconverged";
const takenAt = "2026-11-21T12:00:00Z";
const ago = (minutes: number): string => `2026-11-21T11:${60 - minutes}:00Z`;
const said = (type: string, status: string, minutes: number, reason = ""): Fields => ({
  ...{ type, status, reason, lastTransitionTime: ago(minutes) },
});

interface Moment {
  readonly begun?: number;
  readonly moved: number;
  readonly reason?: string;
  readonly version?: string;
  readonly deletionTimestamp?: string;
  readonly cdi?: "absent" | "going";
  readonly health?: string;
  readonly workloads?: readonly Fields[];
}

function reportOf({ begun = 50, moved, reason = "HCOUpgrading", version = "v1", ...rest }: Moment): PrintedReport {
  const isGone = rest.cdi === "absent";
  const { deletionTimestamp } = rest;
  const cdi = {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "CDI",
    metadata: { name, ...(rest.cdi === "going" ? { deletionTimestamp } : {}) },
    status: {
      observedVersion: version,
      conditions: [
        said("Available", rest.cdi === "going" ? "False" : "True", moved),
        said("Progressing", "False", moved),
        said("Degraded", "False", moved),
      ],
    },
  };
  const operator = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "hco-operator", namespace },
    spec: {
      replicas: 1,
      template: {
        spec: {
          containers: [
            {
              name: "o",
              env: [
                { name: "HCO_KV_IO_VERSION", value: "1.20.0" },
                { name: "CDI_VERSION", value: "v2" },
              ],
            },
          ],
        },
      },
    },
    status: { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
  };
  const root = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: namespace, namespace, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
    status: {
      ...(rest.health === undefined ? {} : { systemHealthStatus: rest.health }),
      relatedObjects: [{ apiVersion: cdi.apiVersion, kind: "CDI", name }],
      versions: [{ name: "operator", version: deletionTimestamp === undefined ? "1.19.0" : "1.20.0" }],
      conditions: [
        ...[said("ReconcileComplete", "True", 59), said("Available", "True", 59), said("Degraded", "False", 59)],
        said("Progressing", "True", begun, reason),
      ],
    },
  };
  const others = hcoComponents
    .filter((row) => row.component !== "CDI" && row.until === undefined)
    .map((row) => ({
      apiVersion: `${row.group}/${row.versions[0]}`,
      kind: row.kind,
      metadata: { name: row.objectName, ...(row.namespaced ? { namespace } : {}) },
      status: {
        conditions: [said("Available", "True", 59), said("Progressing", "False", 59), said("Degraded", "False", 59)],
      },
    }));
  const objects = [root, operator, ...others, ...(isGone ? [] : [cdi]), ...(rest.workloads ?? [])];
  const snapshot = snapshotOf(objects.map(toObject), { takenAt, source: { kind: "files", name: "x" } });
  const row = hcoComponents.find(({ component }) => component === "CDI");
  const none = isGone && row !== undefined ? [{ query: listQuery(row), outcome: "found" as const, objects: [] }] : [];
  return aggregate({ ...snapshot, readings: [...snapshot.readings, ...none] });
}

const handler = (time: string | undefined): Fields => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: {
    ...{ name: "cdi-deployment", namespace },
    ...(time === undefined ? {} : { managedFields: [{ manager: "m", time }] }),
  },
  status: {
    ...{ desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 1 },
    ...{ numberReady: 3, numberAvailable: 3 },
  },
});

describe("an upgrade that waits", () => {
  const rows: [sentence: string, moment: Moment, verdict: string][] = [
    ["is progressing while something moved within 15 minutes", { moved: 14 }, "progressing"],
    ["is degraded where nothing moved for 15 minutes", { moved: 15 }, "degraded"],
    ["is progressing while it is young, however long nothing moved before", { begun: 5, moved: 50 }, "progressing"],
    ["is progressing where nobody tells when it began", { moved: 50, reason: "Other" }, "progressing"],
    ["is progressing while a DaemonSet replaces its pods", { moved: 50, workloads: [handler(ago(2))] }, "progressing"],
    [
      "is progressing where a DaemonSet moves by nobody knows when",
      { moved: 50, workloads: [handler(undefined)] },
      "progressing",
    ],
    ["is progressing where it waits for nothing", { moved: 50, version: "v2" }, "progressing"],
  ];
  test.for(rows)("%s", ([, moment, verdict]) => {
    expect(reportOf(moment).roots[0]?.ownVerdict).toBe(verdict);
  });
});

describe("an upgrade that stands still", () => {
  const [stalled] = reportOf({ moved: 50 }).roots;

  test("is explained by the component that it waits for, since that last moved", () => {
    expect(stalled?.causes).toMatchObject([
      {
        ...{ component: "CDI", verdict: "degraded", path: [namespace, "CDI"], about: { kind: "CDI", name } },
        ...{ text: "Degraded because CDI: reports v1, the upgrade expects v2, for 50m", since: ago(50) },
      },
    ]);
    expect(stalled?.rootCause?.path).toEqual([namespace, "CDI"]);
    expect(reportOf({ moved: 20 }).roots[0]?.since).toBe(ago(20));
  });

  test("keeps HyperConverged from being ready, by the component that it waits for", () => {
    expect(stalled?.gates.ready).toEqual({ answer: "no", because: ["CDI"] });
  });

  test("makes no component worse than systemHealthStatus says", () => {
    expect(reportOf({ moved: 50, health: "healthy" }).findings.map(({ code }) => code)).not.toContain(
      "health-disagrees",
    );
    expect(reportOf({ moved: 50, health: "error" }).findings.map(({ code }) => code)).toContain("health-disagrees");
  });

  test("names what it waits for while it moves, as progressing", () => {
    expect(reportOf({ moved: 14 }).roots[0]?.causes.map(({ component, verdict }) => [component, verdict])).toEqual([
      ["CDI", "progressing"],
    ]);
  });
});

describe("a planned deletion", () => {
  test.for(["absent", "going"] as const)("is no outage of a part that is %s", (cdi) => {
    const report = reportOf({ moved: 5, version: "v2", deletionTimestamp: ago(2), cdi });
    expect(report.roots[0]?.children.find(({ label }) => label === "CDI")).toMatchObject({
      ...{ verdict: "progressing", ownVerdict: "progressing", required: cdi === "going" },
    });
  });
});
