import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";
import { hcoComponents } from "../../shared/tables/components.ts";
import type { PrintedRoot } from "../printed.ts";
import { aggregateAndPrint } from "../printed.ts";
import { condition, healthyConditions, type Short } from "./component.ts";

const namespace = "kubevirt-hyperconverged";
const takenAt = "2026-11-21T12:00:00Z";

interface Situation {
  /** The CR's own conditions beside a completed reconcile; `undefined`: none at all. */
  readonly reported?: Readonly<Record<string, Short>>;
  /** Only these, nothing added. */
  readonly bare?: Readonly<Record<string, Short>>;
  readonly version?: string;
  readonly metadata?: object;
  readonly status?: object;
  readonly spec?: object;
  /** By component name; a string is how its list was answered. */
  readonly parts?: Readonly<Record<string, Readonly<Record<string, Short>> | "absent" | "forbidden" | "noSuchKind">>;
}

const names = ["KubeVirt", "CDI", "NetworkAddonsConfig"];

function root(situation: Situation): PrintedRoot {
  const { reported = {}, bare, version = "1.16.0", parts = {} } = situation;
  const all = bare ?? {
    ReconcileComplete: ["T", "ReconcileCompleted", "Reconcile completed successfully"],
    ...fine,
    ...reported,
  };
  const hco = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace, generation: 1, ...situation.metadata },
    spec: situation.spec ?? {},
    status: {
      conditions: Object.entries(all).map(([type, short]) => condition(type, short)),
      ...(version !== "" && { versions: [{ name: "operator", version }] }),
      ...situation.status,
    },
  };
  const objects = hcoComponents.flatMap((row) => {
    const conditions = parts[row.component] ?? (names.includes(row.component) ? healthyConditions : undefined);
    if (conditions === undefined || typeof conditions === "string") return [];
    const metadata = { name: row.objectName, ...(row.namespaced && { namespace }) };
    const list = Object.entries(conditions).map(([type, short]) => condition(type, short));
    return [{ apiVersion: `${row.group}/${row.versions[0]}`, kind: row.kind, metadata, status: { conditions: list } }];
  });
  const refusals = Object.entries(parts).flatMap(([component, outcome]): Reading[] => {
    const row = hcoComponents.find((each) => each.component === component);
    if (row === undefined || typeof outcome !== "string") return [];
    const query: Query = { verb: "list", ...row };
    return [outcome === "absent" ? { query, outcome: "found", objects: [] } : { query, outcome, cause: "refused" }];
  });
  const snapshot = snapshotOf([hco, ...objects], { takenAt, source: "x" });
  const [only] = aggregateAndPrint({ ...snapshot, readings: [...snapshot.readings, ...refusals] }).roots;
  if (only === undefined) throw new Error("no root");
  return only;
}

const completed = ["ReconcileCompleted", "Reconcile completed successfully"] as const;
const fine: Readonly<Record<string, Short>> = {
  Available: ["T", ...completed],
  Progressing: ["F", ...completed],
  Degraded: ["F", ...completed],
  Upgradeable: ["T", ...completed],
};
const rolling: Readonly<Record<string, Short>> = {
  Available: ["T", "UpdateInProgress", "m"],
  Progressing: ["T", "UpdateInProgress", "m"],
  Degraded: ["T", "UpdateInProgress", "m"],
};
const degradedBy = (component: string): Readonly<Record<string, Short>> => ({
  Available: ["F", "HCODegraded", "HCO is not available due to degraded components"],
  Degraded: ["T", `${component}Degraded`, `${component} is degraded: m`],
});

describe("the verdict of a root", () => {
  const rows: [sentence: string, situation: Situation, verdict: string][] = [
    ["all good", {}, "healthy"],
    ["a required part is absent", { parts: { CDI: "absent" } }, "unavailable"],
    ["a required part may not be read: capped at unknown", { parts: { CDI: "forbidden" } }, "unknown"],
    ["the kind of a required part is not installed", { parts: { CDI: "noSuchKind" } }, "unavailable"],
    ["a part says Unknown", { parts: { CDI: { ...healthyConditions, Degraded: "U" } } }, "unknown"],
    ["a part has no conditions", { parts: { CDI: {} } }, "unavailable"],
    ["a part lacks Available", { parts: { CDI: { Progressing: "F", Degraded: "F" } } }, "unavailable"],
    ["a part lacks only Degraded", { parts: { CDI: { Available: "T", Progressing: "F" } } }, "healthy"],
    [
      "KubeVirt rolls out, whatever the CR says",
      { parts: { KubeVirt: rolling }, reported: degradedBy("KubeVirt") },
      "progressing",
    ],
    [
      "the same reason on an unavailable component is no roll-out",
      { parts: { KubeVirt: { ...rolling, Available: "F" } } },
      "unavailable",
    ],
    ["the CR says worse than its parts explain, settled", { reported: { Available: ["F", "X", ""] } }, "unavailable"],
    [
      "a worse report of the CR than its components explain, while it is being deleted",
      { reported: { Available: ["F", "X", ""] }, metadata: { deletionTimestamp: takenAt, finalizers: ["x"] } },
      "progressing",
    ],
    [
      "the CR names a part that was not read, though another explains the status",
      {
        version: "4.16.0",
        parts: { KubeVirt: rolling, SSP: "forbidden" },
        reported: { Available: ["F", "SSPNotAvailable", "SSP is not available: x"] },
      },
      "unavailable",
    ],
    [
      "reconcile failed",
      { reported: { ReconcileComplete: ["F", "ReconcileFailed", "Error while reconciling: boom"] } },
      "degraded",
    ],
    ["refused", { reported: { ReconcileComplete: ["F", "InvalidRequest", "x"] } }, "degraded"],
    ["installing", { reported: { ReconcileComplete: ["U", "Init", "x"] } }, "progressing"],
    ["all Unknown", { reported: { ReconcileComplete: ["U", "StatusUnknown", "Unknown Status"] } }, "unknown"],
    [
      "only the condition of another controller exists",
      { bare: { VirtNetworkResourcesInjectorReady: "T" } },
      "unknown",
    ],
    ["no condition at all", { bare: {} }, "unknown"],
    [
      "the spec is newer than the status",
      { metadata: { generation: 2 }, status: { observedGeneration: 1 } },
      "progressing",
    ],
    [
      "an upgrade that only waits",
      { reported: { Progressing: ["T", "HCOUpgrading", "HCO is now upgrading to version 1.20.0"] } },
      "progressing",
    ],
    ["a part that the spec did not ask for", { parts: { AAQ: { Available: "F" } } }, "healthy"],
    [
      "a part that the spec asks for",
      { spec: { enableApplicationAwareQuota: true }, parts: { AAQ: { ...healthyConditions, Available: "F" } } },
      "unavailable",
    ],
    [
      "without a version what may not be read counts",
      { version: "", parts: { MigController: "forbidden" } },
      "unknown",
    ],
    [
      "Red Hat's numbers mean OpenShift, where SSP is required",
      { version: "4.20.0", parts: { SSP: "forbidden" } },
      "unknown",
    ],
    [
      "MTQ of 1.11, recorded, without conditions",
      { version: "1.11.0", spec: { featureGates: { enableManagedTenantQuota: true } }, parts: { MTQ: {} } },
      "unavailable",
    ],
  ];
  test.for(rows)("%s", ([, situation, verdict]) => {
    expect(root(situation).verdict).toBe(verdict);
  });
});

describe("no gate is open on a root that is down, and the CR's own refusal counts", () => {
  const rows: [sentence: string, situation: Situation, ready: string, upgradeable: string][] = [
    ["all good, in a file without the Deployments of the operators", {}, "yes", "unknown"],
    ["a part progresses", { parts: { CDI: { ...healthyConditions, Progressing: "T" } } }, "no", "no"],
    ["a part is down", { parts: { CDI: { ...healthyConditions, Available: "F" } } }, "no", "no"],
    ["a part may not be read", { parts: { CDI: "forbidden" } }, "unknown", "unknown"],
    ["a part says Unknown", { parts: { CDI: { ...healthyConditions, Available: "U" } } }, "unknown", "unknown"],
    ["the CR alone says worse", { reported: { Available: ["F", "X", ""], Upgradeable: ["F", "X", ""] } }, "no", "no"],
    [
      "KubeVirt is out of step, which the operator does not count",
      { parts: { KubeVirt: { ...healthyConditions, Synchronized: "F" } } },
      "no",
      "no",
    ],
    [
      "the spec is newer than the status",
      { metadata: { generation: 2 }, status: { observedGeneration: 1 } },
      "yes",
      "unknown",
    ],
  ];
  test.for(rows)("%s", ([, situation, ready, upgradeable]) => {
    const { gates } = root(situation);
    expect([gates.ready.answer, gates.upgradeable.answer]).toEqual([ready, upgradeable]);
  });
});

describe("the cause read from reasons is who makes it worst", () => {
  const forbidden = { KubeVirt: "forbidden", CDI: "forbidden", NetworkAddonsConfig: "forbidden" } as const;
  const rows: [sentence: string, reported: Readonly<Record<string, Short>>, culprit: string | undefined][] = [
    [
      "Available names another one than Degraded",
      {
        Available: ["F", "KubeVirtNotAvailable", "KubeVirt is not available: x"],
        Degraded: ["T", "CDIDegraded", "CDI is degraded: y"],
      },
      "KubeVirt",
    ],
    ["HCODegraded stands for the component that Degraded names", degradedBy("CDI"), "CDI"],
    ["no component is named", {}, undefined],
  ];
  test.for(rows)("%s", ([, reported, culprit]) => {
    expect(root({ parts: forbidden, reported }).rootCause?.path[1]).toBe(culprit);
  });
  test("only what progresses is lent to an upgrade", () => {
    const reported: Readonly<Record<string, Short>> = {
      Progressing: ["T", "HCOUpgrading", "HCO is now upgrading to version 1.20.0"],
      Upgradeable: ["F", "CDINotUpgradeable", "CDI is not upgradeable: x"],
    };
    expect(Object.keys(root({ parts: forbidden, reported }).offenders)).toEqual(["Upgradeable"]);
  });
});
