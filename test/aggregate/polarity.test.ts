import { describe, expect, test } from "vitest";
import type { Polarity } from "../../shared/model/condition.ts";
import type { PolarityRow } from "../../shared/model/profile.ts";
import { describeFinding } from "../../shared/outline/findings/describe.ts";
import { condition, type Manifest, rootOf, widget } from "./generic/objects.ts";
import { reportOf } from "./installation.ts";

/** A row as a polarity file gives it. */
function polarityRow(row: Omit<PolarityRow, "source">): PolarityRow {
  return { ...row, source: "polarity.yaml:2" };
}

const conditions = [condition("Ready", "True"), condition("DatabaseUnavailable", "True"), condition("Frozen", "True")];

function verdictOf(...polarities: readonly PolarityRow[]): string {
  return rootOf(reportOf([widget("w", { conditions })], { polarities }), "w").verdict;
}

/** A condition as KubeVirt writes it, and the polarity that it should have. */
type MachineRow = readonly [type: string, status: string, polarity: Polarity];

describe("the polarity of every condition that KubeVirt writes", () => {
  const ofMachines: readonly MachineRow[] = [
    ["Ready", "True", "main"],
    ["Synchronized", "False", "good"],
    ["DataVolumesReady", "True", "good"],
    ["AccessCredentialsSynchronized", "False", "advice"],
    ["AgentVersionNotSupported", "True", "caution"],
    ["DecentralizedLiveMigrationFailure", "True", "bad"],
    ["AgentConnected", "True", "info"],
    ["Paused", "True", "info"],
    ["LiveMigratable", "False", "info"],
    ["StorageLiveMigratable", "False", "info"],
    ["SoftwareEmulation", "True", "info"],
    ["Provisioning", "True", "busy"],
    ["HotVCPUChange", "True", "busy"],
    ["HotMemoryChange", "True", "busy"],
    ["VolumesChange", "True", "busy"],
    ["MigrationRequired", "True", "busy"],
    ["EvictionRequested", "True", "busy"],
  ];
  const ofVirtualMachines: readonly MachineRow[] = [
    ...ofMachines,
    ["Failure", "False", "bad"],
    ["ManualRecoveryRequired", "True", "bad"],
    ["RestartRequired", "True", "caution"],
    ["Initialized", "True", "info"],
  ];
  const ofMigrations: readonly MachineRow[] = [
    ["migrationRejectedByResourceQuota", "True", "busy"],
    ["decentralizedMigrationBlocked", "True", "bad"],
    ["migrationBlockedByUtilityVolumes", "True", "busy"],
    ["migrationBlockedByBackup", "True", "busy"],
    ["migrationAbortRequested", "True", "info"],
  ];

  const ofClones: readonly MachineRow[] = [
    ["Ready", "True", "main"],
    ["Progressing", "False", "busy"],
  ];
  const ofSnapshots: readonly MachineRow[] = [...ofClones, ["Failure", "True", "bad"]];

  test.for<readonly [kind: string, group: string, rows: readonly MachineRow[]]>([
    ["VirtualMachineInstance", "kubevirt.io", ofMachines],
    ["VirtualMachine", "kubevirt.io", ofVirtualMachines],
    ["VirtualMachineInstanceMigration", "kubevirt.io", ofMigrations],
    ["VirtualMachineSnapshot", "snapshot.kubevirt.io", ofSnapshots],
    ["VirtualMachineRestore", "snapshot.kubevirt.io", ofSnapshots],
    ["VirtualMachineClone", "clone.kubevirt.io", ofClones],
  ])("on a %s is known and not inferred", ([kind, group, rows]) => {
    const status = { conditions: rows.map(([type, value]) => condition(type, value)) };
    const report = reportOf([
      { apiVersion: `${group}/v1`, kind, metadata: { name: "web", namespace: "shop" }, status },
    ]);
    const evaluated = rootOf(report, "web").conditions;
    expect(evaluated.map(({ type, status: value, polarity }) => [type, value, polarity])).toEqual(rows);
    expect(report.findings.map(({ code }) => code)).not.toContain("inferred-polarity");
  });
});

describe("a polarity that the user defines precedes every table", () => {
  const rows: readonly [rule: string, polarities: readonly PolarityRow[], verdict: string][] = [
    ["no row defines it", [], "degraded"],
    ["a guess that is wrong is cured", [polarityRow({ type: "DatabaseUnavailable", polarity: "info" })], "healthy"],
    [
      "an unknown type is reported",
      [
        polarityRow({ type: "DatabaseUnavailable", polarity: "info" }),
        polarityRow({ type: "Frozen", polarity: "busy" }),
      ],
      "progressing",
    ],
    ["of this kind", [polarityRow({ type: "DatabaseUnavailable", polarity: "info", kind: "Widget" })], "healthy"],
    [
      "not of another kind",
      [polarityRow({ type: "DatabaseUnavailable", polarity: "info", kind: "Gadget" })],
      "degraded",
    ],
    ["of this group", [polarityRow({ type: "DatabaseUnavailable", polarity: "caution", group: "acme.io" })], "healthy"],
    [
      "not of another group",
      [polarityRow({ type: "DatabaseUnavailable", polarity: "caution", group: "" })],
      "degraded",
    ],
    [
      "a main condition by a row of the user",
      [
        polarityRow({ type: "Frozen", polarity: "main" }),
        polarityRow({ type: "DatabaseUnavailable", polarity: "main" }),
      ],
      "healthy",
    ],
  ];
  test.for(rows)("%s", ([, polarities, verdict]) => {
    expect(verdictOf(...polarities)).toBe(verdict);
  });

  test("a condition with a defined polarity is not inferred, and names the line that defines it", () => {
    const polarities = [polarityRow({ type: "DatabaseUnavailable", polarity: "bad" })];
    const report = reportOf([widget("w", { conditions })], { polarities });
    const [, judged] = rootOf(report, "w").conditions;
    expect(judged).toMatchObject({ polarity: "bad", polarityFrom: "polarity.yaml:2" });
    expect(judged?.inferred).toBeUndefined();
    expect(report.findings.map(({ code }) => code)).not.toContain("inferred-polarity");
  });

  test("a type called constructor is a type", () => {
    const odd = [condition("constructor", "True"), condition("__proto__", "True")];
    const polarities = [polarityRow({ type: "constructor", polarity: "bad" })];
    expect(rootOf(reportOf([widget("w", { conditions: odd })], { polarities }), "w").conditions).toMatchObject([
      { type: "constructor", polarity: "bad" },
      { type: "__proto__", polarity: "info" },
    ]);
  });
});

describe("on Kubernetes' own kinds it counts beside their rules", () => {
  const deployment: Manifest = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d", namespace: "n", uid: "d", generation: 1, resourceVersion: "1" },
    spec: { replicas: 1 },
    status: {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      conditions: [condition("Available", "True"), condition("OutOfBudget", "True")],
    },
  };
  test("a condition that the rule does not know", () => {
    expect(rootOf(reportOf([deployment]), "d").verdict).toBe("healthy");
    const polarities = [polarityRow({ type: "OutOfBudget", polarity: "bad" })];
    expect(rootOf(reportOf([deployment], { polarities }), "d").verdict).toBe("degraded");
  });
});

describe("for a HyperConverged it changes polarities and verdicts, never what its rule sets make of it", () => {
  const namespace = "kubevirt-hyperconverged";
  const relatedObjects = [{ apiVersion: "cdi.kubevirt.io/v1beta1", kind: "CDI", name: "cdi-kubevirt-hyperconverged" }];
  const root = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace, uid: "h" },
    status: { conditions: [condition("Available", "True"), condition("Odd", "True")], relatedObjects },
  };
  const cdi = {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "CDI",
    metadata: { name: "cdi-kubevirt-hyperconverged", uid: "c" },
    status: {
      conditions: [
        condition("Available", "True"),
        condition("Progressing", "False"),
        condition("Degraded", "True", "Slow"),
        condition("Odd", "True"),
      ],
    },
  };
  const before = rootOf(reportOf([root, cdi]), "kubevirt-hyperconverged");
  const polarities = [
    polarityRow({ type: "Odd", polarity: "bad" }),
    polarityRow({ type: "Degraded", polarity: "info" }),
  ];
  const after = rootOf(reportOf([root, cdi], { polarities }), "kubevirt-hyperconverged");

  test("its conditions and those of its components have the polarity", () => {
    const oddOf = (conditions: (typeof after)["conditions"]) => conditions.find(({ type }) => type === "Odd");
    const part = after.children.find(({ label }) => label === "CDI");
    expect(oddOf(after.conditions)).toMatchObject({ polarity: "bad", polarityFrom: "polarity.yaml:2" });
    expect(oddOf(part?.conditions ?? [])).toMatchObject({ polarity: "bad", polarityFrom: "polarity.yaml:2" });
    expect(part?.verdict).toBe("degraded");
  });

  const kept: readonly [rule: string, row: Omit<PolarityRow, "source" | "type">, isKept: boolean][] = [
    ["a row of all kinds", { polarity: "info" }, true],
    ["a row of the kind in any group", { polarity: "info", kind: "CDI" }, true],
    ["a row of the group", { polarity: "info", group: "cdi.kubevirt.io" }, true],
    ["a row of kind and group", { polarity: "info", kind: "CDI", group: "cdi.kubevirt.io" }, false],
  ];
  test.for(kept)("what its rules go by is touched only where kind and group are named: %s", ([, row, isKept]) => {
    for (const type of ["Available", "Progressing", "Degraded", "Upgradeable", "ReconcileComplete"]) {
      const conditions = [condition("Available", "True"), condition(type, type === "Degraded" ? "True" : "False")];
      const unhealthyCdi = { ...cdi, status: { conditions } };
      const part = rootOf(
        reportOf([root, unhealthyCdi], { polarities: [polarityRow({ ...row, type })] }),
        root.metadata.name,
      ).children[0];
      const judged = part?.conditions.filter((each) => each.type === type) ?? [];
      expect(judged.map(({ polarityFrom }) => polarityFrom === undefined)).toEqual(judged.map(() => isKept));
    }
  });

  test("every condition with a defined polarity is reported, the first by name", () => {
    const report = reportOf([root, cdi], { polarities });
    const reported = report.findings.find(({ code }) => code === "polarity-from-file");
    expect(reported).toMatchObject({ count: 2, conditions: [{ type: "Odd", polarity: "bad" }, { type: "Odd" }] });
    expect(reported && describeFinding(reported)).toBe(
      "Odd of HyperConverged kubevirt-hyperconverged has polarity bad from polarity.yaml:2, Odd of CDI cdi-kubevirt-hyperconverged has polarity bad from polarity.yaml:2",
    );
    expect(reportOf([root, cdi]).findings.map(({ code }) => code)).not.toContain("polarity-from-file");
  });

  test("expected, drift and offenders stay as they are", () => {
    expect([after.expected, after.drift, after.offenders]).toEqual([before.expected, before.drift, before.offenders]);
    expect(after.offenders["Degraded"]).toMatchObject([{ component: "CDI", reason: "Slow" }]);
  });
});
