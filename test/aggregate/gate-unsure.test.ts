import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { GateCode } from "../../shared/model/finding/row.ts";
import type { Reading, Snapshot } from "../../shared/model/snapshot.ts";
import type { GateReport } from "../../shared/model/upgrade-gate.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { findObject, type Raw, readCaseAsCluster, readCaseObjects, readFromCluster } from "./gate-situation.ts";

const healthyCase = "all-six-components-are-healthy";
const openShift = "openshift-with-ssp-and-an-operatorcondition-is-healthy";
const home = "kubevirt-hyperconverged";

function gateOf(snapshot: Snapshot, accept: readonly GateCode[] = []): GateReport {
  return upgradeGate(aggregate(snapshot), accept);
}

function listReasons({ answer, reasons }: GateReport): readonly string[] {
  return [answer, ...new Set(reasons.map(({ code, state }) => `${code} ${state}`))];
}

function readAsFile(raws: readonly Raw[]): Snapshot {
  return snapshotOf(raws, { source: "x.json", takenAt: "2026-11-21T12:00:00Z" });
}

function drop(objects: Raw[], kind: string, name = ""): void {
  objects.splice(objects.indexOf(findObject(objects, kind, name)), 1);
}

function condition(object: Raw, type: string): Raw {
  const found = object["status"].conditions.find((each: Raw) => each["type"] === type);
  if (found === undefined) throw new Error(`no condition ${type}`);
  return found;
}

const operator = (all: readonly Raw[]): Raw => findObject(all, "Deployment", "hyperconverged-cluster-operator");
const containers = (all: readonly Raw[]): Raw[] => operator(all)["spec"].template.spec.containers;
const cr = (all: readonly Raw[]): Raw => findObject(all, "HyperConverged");

type Rows = readonly (readonly [what: string, said: readonly string[], change: (all: Raw[]) => void])[];

function table(rows: Rows, sentence: string): void {
  test.for(rows)("%s", ([, expected, change]) => {
    const objects = readCaseAsCluster(sentence);
    change(objects);
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(expected);
  });
}

describe("an operator without its versions may be in an upgrade", () => {
  const unset =
    (name: string) =>
    (all: Raw[]): void => {
      for (const each of containers(all)) each["env"] = each["env"].filter((one: Raw) => one["name"] !== name);
    };
  const set = (all: readonly Raw[], name: string): Raw => {
    const found = containers(all)[0]?.["env"].find((one: Raw) => one["name"] === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const nothing = ["UNKNOWN", "UpgradeRunning unknown", "ComponentBehind unknown"];
  table(
    [
      [
        "the operator lacks the variable with KubeVirt's version",
        ["UNKNOWN", "UpgradeRunning unknown"],
        unset("HCO_KV_IO_VERSION"),
      ],
      [
        "the operator lacks the variable with a component's version",
        ["UNKNOWN", "ComponentBehind unknown"],
        unset("CDI_VERSION"),
      ],
      [
        "an empty version matches no component",
        ["BLOCK", "ComponentBehind blocks"],
        (all) => {
          set(all, "CDI_VERSION")["value"] = "";
        },
      ],
      ["an operator without containers has no versions", nothing, (all) => void containers(all).splice(0)],
      [
        "a HyperConverged without its version may be in an upgrade",
        ["BLOCK", "UpgradeRunning blocks"],
        (all) => {
          cr(all)["status"].versions = [];
        },
      ],
    ],
    healthyCase,
  );

  test("the ClusterServiceVersion replaces the operator's own version where it was read", () => {
    const objects = readCaseAsCluster(openShift);
    const deployment = findObject(objects, "Deployment", "hco-operator");
    for (const each of deployment["spec"].template.spec.containers)
      each.env = each.env.filter((one: Raw) => one["name"] !== "HCO_KV_IO_VERSION");
    const csv = findObject(objects, "ClusterServiceVersion");
    csv["spec"] = { ...csv["spec"], version: "1.20.0" };
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(["ALLOW"]);
    csv["spec"].version = "1.21.0";
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(["BLOCK", "UpgradeRunning blocks"]);
  });
});

describe("an operator that was not seen to run leaves the answer UNKNOWN", () => {
  const readWithRefusals = (raws: readonly Raw[]): Snapshot => {
    const snapshot = readFromCluster(raws);
    const readings = snapshot.readings.map((reading): Reading => {
      const { query } = reading;
      return query.kind === "Deployment" ? { query, outcome: "forbidden", cause: "no" } : reading;
    });
    return { ...snapshot, readings };
  };

  test("forbidden Deployments are one reason, which one --accept accepts", () => {
    const snapshot = readWithRefusals(readCaseAsCluster(healthyCase));
    const { answer, reasons } = gateOf(snapshot);
    expect([answer, ...reasons.map(({ code, state }) => `${code} ${state}`)]).toEqual([
      "UNKNOWN",
      "UpgradeRunning unknown",
      "IncompleteReading unknown",
    ]);
    expect(gateOf(snapshot, ["IncompleteReading"]).answer).toBe("UNKNOWN");
    expect(gateOf(snapshot, ["IncompleteReading", "UpgradeRunning"]).answer).toBe("ALLOW");
  });

  test("accepting one code of an operator without a status leaves the answer UNKNOWN", () => {
    const objects = readCaseAsCluster(healthyCase);
    delete operator(objects)["status"];
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(["BLOCK", "Progressing blocks", "Available unknown"]);
    expect(gateOf(readFromCluster(objects), ["Progressing"]).answer).toBe("UNKNOWN");
  });
});

describe("what OLM owns has an OperatorCondition and a ClusterServiceVersion, also where they were not collected", () => {
  const marks: readonly (readonly [by: string, mark: (deployment: Raw) => void])[] = [
    [
      "ownerReferences",
      (deployment) => {
        deployment["metadata"].ownerReferences = [
          { apiVersion: "operators.coreos.com/v1alpha1", kind: "ClusterServiceVersion", name: "k.v1", uid: "u" },
        ];
      },
    ],
    [
      "olm.owner",
      (deployment) => {
        deployment["metadata"].labels = { "olm.owner": "k.v1" };
      },
    ],
    [
      "OPERATOR_CONDITION_NAME",
      (deployment) => {
        deployment["spec"].template.spec.containers[0].env.push({ name: "OPERATOR_CONDITION_NAME", value: "k.v1" });
      },
    ],
  ];
  test.for(marks)("by %s", ([, mark]) => {
    const objects = readCaseAsCluster(healthyCase);
    mark(operator(objects));
    const missing = ["UNKNOWN", "IncompleteReading unknown"];
    expect(listReasons(gateOf(readAsFile(objects)))).toEqual(missing);
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(missing);
    expect(gateOf(readFromCluster(objects)).reasons.map(({ about }) => about.kind)).toEqual([
      "OperatorCondition",
      "ClusterServiceVersion",
    ]);
  });

  test("an operator without OLM has neither", () => {
    expect(listReasons(gateOf(readAsFile(readCaseAsCluster(healthyCase))))).toEqual(["ALLOW"]);
  });

  test.for(["OperatorCondition", "ClusterServiceVersion"])("one is there and %s is not", (kind) => {
    const objects = readCaseAsCluster(openShift);
    drop(objects, kind);
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(["UNKNOWN", "IncompleteReading unknown"]);
  });
});

describe("an OperatorCondition is read as OLM reads it, and as the operator wrote it", () => {
  const own = (all: readonly Raw[]): Raw => findObject(all, "OperatorCondition");
  const upgradeable = (status: string, observedGeneration: number): Raw => ({
    type: "Upgradeable",
    status,
    reason: "R",
    message: "m",
    observedGeneration,
    lastTransitionTime: "2026-11-21T11:00:00Z",
  });
  const write =
    (spec: string | undefined, status: string | undefined, observed = 2) =>
    (all: Raw[]): void => {
      own(all)["metadata"].generation = 2;
      own(all)["spec"].conditions = spec === undefined ? [] : [upgradeable(spec, 1)];
      own(all)["status"] = { conditions: status === undefined ? [] : [upgradeable(status, observed)] };
    };
  table(
    [
      ["OLM's copy and the operator allow the upgrade", ["ALLOW"], write("True", "True")],
      ["OLM's copy alone refuses", ["BLOCK", "OperatorCondition blocks"], write("True", "False")],
      ["the operator alone refuses", ["BLOCK", "OperatorCondition blocks"], write("False", "True")],
      ["OLM's copy is stale", ["UNKNOWN", "OperatorCondition unknown"], write("True", "True", 1)],
      ["neither has a condition", ["UNKNOWN", "OperatorCondition unknown"], write(undefined, undefined)],
      [
        "the operator's Deployment has another name",
        ["UNKNOWN", "IncompleteReading unknown"],
        (all) => {
          findObject(all, "Deployment", "hco-operator")["spec"].template.spec.containers[0].env.push({
            name: "OPERATOR_CONDITION_NAME",
            value: "kubevirt-hyperconverged-operator.v0.0.1",
          });
        },
      ],
      [
        "the ClusterServiceVersion is being deleted",
        ["BLOCK", "ClusterServiceVersion blocks"],
        (all) => {
          findObject(all, "ClusterServiceVersion")["metadata"].deletionTimestamp = "2026-11-21T11:59:00Z";
        },
      ],
    ],
    openShift,
  );
});

describe("a workload that is down or may be down is a reason, whatever its component reports", () => {
  const status =
    (name: string, change: (status: Raw) => void) =>
    (all: Raw[]): void => {
      change(findObject(all, "Deployment", name)["status"]);
    };
  const unsure = ["UNKNOWN", "WorkloadDown unknown"];
  table(
    [
      ["gone", ["BLOCK", "WorkloadDown blocks"], (all) => drop(all, "Deployment", "virt-operator")],
      [
        "a Deployment without a status may be down",
        unsure,
        (all) => {
          delete findObject(all, "Deployment", "virt-operator")["status"];
        },
      ],
      [
        "a Deployment past its deadline is not ready",
        ["BLOCK", "WorkloadNotReady blocks"],
        status("virt-operator", ({ conditions }) => {
          Object.assign(conditions[1], { status: "False", reason: "ProgressDeadlineExceeded" });
        }),
      ],
      [
        "a Deployment whose status is stale may be down",
        unsure,
        (all) => {
          findObject(all, "Deployment", "virt-operator")["metadata"].generation = 9;
        },
      ],
      [
        "a Deployment that is being deleted may be down",
        unsure,
        (all) => {
          findObject(all, "Deployment", "virt-operator")["metadata"].deletionTimestamp = "2026-11-21T11:59:00Z";
        },
      ],
    ],
    healthyCase,
  );

  test.for(["Degraded", "Available"] as const)(
    "a workload that is down is not accepted with %s of its component",
    (type) => {
      const objects = readCaseAsCluster(healthyCase);
      condition(findObject(objects, "KubeVirt"), type)["status"] = type === "Degraded" ? "True" : "Unknown";
      expect(gateOf(readFromCluster(objects), [type]).answer).toBe("ALLOW");
      Object.assign(findObject(objects, "Deployment", "virt-api")["status"], {
        readyReplicas: 0,
        availableReplicas: 0,
      });
      expect(listReasons(gateOf(readFromCluster(objects), [type]))[0]).toBe("BLOCK");
    },
  );

  test("a file that holds none of them leaves the answer UNKNOWN in one sentence", () => {
    const { answer, reasons } = gateOf(readAsFile(readCaseObjects(healthyCase)));
    expect([answer, reasons.map(({ code }) => code)]).toEqual(["UNKNOWN", ["IncompleteReading"]]);
  });
});

/** A component that the CR records, of a kind that no table has; all is well with it but for this. */
const stranger =
  (type: string, status: string | undefined) =>
  (all: Raw[]): void => {
    const ref = { apiVersion: "new.kubevirt.io/v1", kind: "Newest", name: "newest", namespace: home };
    const own = { Available: "True", Upgradeable: "True", Degraded: "False", Progressing: "False", [type]: status };
    cr(all)["status"].relatedObjects.push({ ...ref, uid: "n", resourceVersion: "1" });
    all.push({
      apiVersion: ref.apiVersion,
      kind: ref.kind,
      metadata: { name: ref.name, namespace: home, uid: "n", resourceVersion: "1" },
      status: {
        conditions: Object.entries(own).flatMap(([name, said]) =>
          said === undefined ? [] : [{ type: name, status: said }],
        ),
      },
    });
  };

describe("smaller problems also block an upgrade", () => {
  table(
    [
      [
        "a paused operator blocks the upgrade",
        ["BLOCK", "Paused blocks"],
        (all) => {
          operator(all)["spec"].paused = true;
        },
      ],
      [
        "a condition of an older generation makes the answer unknown",
        ["UNKNOWN", "Stale unknown"],
        (all) => {
          const generation = cr(all)["metadata"].generation ?? 1;
          cr(all)["metadata"].generation = generation + 1;
          cr(all)["status"].observedGeneration = generation + 1;
          condition(cr(all), "Upgradeable")["observedGeneration"] = generation;
        },
      ],
      [
        "systemHealthStatus alone makes the answer unknown",
        ["UNKNOWN", "Degraded unknown"],
        (all) => {
          cr(all)["status"].systemHealthStatus = "error";
        },
      ],
      [
        "the phase of a component blocks the upgrade",
        ["BLOCK", "Degraded blocks"],
        (all) => {
          findObject(all, "CDI")["status"].phase = "Error";
        },
      ],
      [
        "another target version blocks the upgrade",
        ["BLOCK", "ComponentBehind blocks"],
        (all) => {
          findObject(all, "CDI")["status"].targetVersion = "v9.9.9";
        },
      ],
      [
        "a second operator of another version",
        ["BLOCK", "UpgradeRunning blocks", "UpgradeRunning unknown"],
        (all) => {
          const other = structuredClone(operator(all));
          other["metadata"].name = "hco-operator";
          all.push(other);
          findObject(all, "Deployment", "hco-operator")["spec"].template.spec.containers[0].env.find(
            (each: Raw) => each["name"] === "HCO_KV_IO_VERSION",
          ).value = "1.19.0";
        },
      ],
      [
        "a component that was recreated",
        ["UNKNOWN", "Stale unknown"],
        (all) => {
          findObject(all, "CDI")["metadata"].uid = "another";
        },
      ],
      ["a component of a kind that no table has", ["BLOCK", "Upgradeable blocks"], stranger("Upgradeable", "False")],
      ["a degraded component of an unknown kind", ["BLOCK", "Degraded blocks"], stranger("Degraded", "True")],
      [
        "a component of an unknown kind without Available",
        ["BLOCK", "Available blocks"],
        stranger("Available", undefined),
      ],
    ],
    healthyCase,
  );

  test("InvalidRequest counts in ReconcileComplete alone, and only where that is not True", () => {
    const objects = readCaseAsCluster(healthyCase);
    condition(cr(objects), "Degraded")["reason"] = "InvalidRequest";
    condition(cr(objects), "ReconcileComplete")["reason"] = "InvalidRequest";
    drop(objects, "Deployment", "hyperconverged-cluster-operator");
    expect(listReasons(gateOf(readFromCluster(objects)))).toContain("OperatorDown blocks");
    condition(cr(objects), "ReconcileComplete")["status"] = "False";
    expect(listReasons(gateOf(readFromCluster(objects)))).toEqual(["BLOCK", "ReconcileComplete blocks"]);
  });

  test("a component's effect on Upgradeable is reported by the rule that causes it", () => {
    const objects = readCaseAsCluster(healthyCase);
    condition(findObject(objects, "CDI"), "Progressing")["status"] = "True";
    const { reasons } = gateOf(readFromCluster(objects));
    expect(reasons.find(({ code }) => code === "Upgradeable")).toMatchObject({ rule: "progressing" });
    expect(reasons.find(({ code }) => code === "Progressing")).not.toHaveProperty("rule");
  });

  test("a fresh install is a row for the CR and one for each component without conditions", () => {
    const { reasons } = gateOf(
      readFromCluster(readCaseAsCluster("a-new-installation-reports-init-in-five-conditions")),
    );
    const rows = reasons.map(({ code, component = "" }) => `${component} ${code}`);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.filter((row) => / (Upgradeable|Degraded|Progressing)$/.test(row))).toEqual([]);
  });
});
