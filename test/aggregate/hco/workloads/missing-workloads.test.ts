import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../../shared/aggregate/snapshot-of-objects.ts";
import type { Snapshot } from "../../../../shared/model/snapshot.ts";
import { describeFinding } from "../../../../shared/outline/findings/describe.ts";
import { toObject } from "../../../../shared/parse/kube-object.ts";
import { requiredWorkloads, workloadRows } from "../../../../shared/tables/workloads.ts";
import { upgradeGate } from "../../../../shared/upgrade-gate/upgrade-gate.ts";
import { evaluateWaitGoal } from "../../../../shared/wait/wait-goal.ts";
import { aggregateAndPrint, type PrintedReport } from "../../../printed.ts";
import { type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../../gate-situation.ts";

const namespace = "kubevirt-hyperconverged";
const healthyCase = "all-six-components-are-healthy";

type Edit = (object: Raw) => void;

/** A cluster on which all is well but for these workloads, which do not exist, and for edits by kind. */
function clusterWithout(names: readonly string[], edits: Readonly<Record<string, Edit>> = {}, lose?: Lose): Snapshot {
  const objects = readCaseAsCluster(healthyCase).filter(({ metadata }) => !names.includes(metadata.name));
  for (const each of objects) edits[each["kind"]]?.(each);
  return readFromCluster(objects, lose);
}

/** Gives every condition this transition time. */
const since =
  (time: string): Edit =>
  ({ status }) => {
    for (const each of status.conditions) each.lastTransitionTime = time;
  };

const says =
  (type: string, status: string): Edit =>
  ({ status: { conditions } }) => {
    for (const each of conditions) if (each.type === type) each.status = status;
  };

const inPhase =
  (phase: string | undefined): Edit =>
  ({ status }) => {
    status.phase = phase;
  };

const isGoing: Edit = ({ metadata }) => {
  metadata.deletionTimestamp = "2026-11-21T11:59:00Z";
};

const isOwn: Edit = ({ metadata }) => {
  metadata.name = "cdi";
};

const ofCdi = workloadRows.flatMap(({ component, names, operator }) =>
  component === "CDI" ? [operator, ...names] : [],
);

function nameMissing({ findings }: PrintedReport): readonly string[] {
  return findings.flatMap((one) => (one.code === "workload-absent" ? [describeFinding(one)] : []));
}

function partIn({ roots }: PrintedReport, component: string): string | undefined {
  return roots[0]?.children.find(({ label }) => label === component)?.verdict;
}

const handlerIsGone = "KubeVirt reports healthy, but DaemonSet kubevirt-hyperconverged/virt-handler does not exist";

describe("every workload that a deployed component always has is missed", () => {
  test.for(requiredWorkloads)("$kind $name of $component", ({ component, kind, name }) => {
    const report = aggregateAndPrint(clusterWithout([name]));
    expect([report.verdict, partIn(report, component)]).toEqual(["degraded", "degraded"]);
    expect(nameMissing(report)).toEqual([
      `${component} reports healthy, but ${kind} ${namespace}/${name} does not exist`,
    ]);
    const operator = workloadRows.find((each) => each.component === component)?.operator;
    expect(report.roots[0]?.rootCause).toMatchObject({
      path: [namespace, component, name],
      text: `Degraded because ${component}: ${kind} ${name} does not exist in namespace ${namespace}`,
    });
    expect(report.next.map(({ command }) => command)[0]).toBe(
      `kubectl logs -n ${namespace} deployment/${operator} --tail=100`,
    );
  });
});

describe("DaemonSets that may not be listed make their component unknown, by the permissions to request", () => {
  const rows: readonly (readonly [sentence: string, kinds: readonly string[], kubeVirt: string, command: string])[] = [
    ["DaemonSets alone", ["DaemonSet"], "unknown", `kubectl hco-status permissions hyperconverged -n ${namespace}`],
    [
      "Deployments too, without which the operator is unknown first",
      ["DaemonSet", "Deployment", "Pod", "Lease"],
      "healthy",
      `kubectl hco-status permissions hyperconverged -n ${namespace}`,
    ],
  ];
  test.for(rows)("%s", ([, kinds, kubeVirt, command]) => {
    const report = aggregateAndPrint(
      clusterWithout([], {}, ({ kind }) => (kinds.includes(kind) ? "forbidden" : undefined)),
    );
    expect([report.verdict, partIn(report, "KubeVirt")]).toEqual(["unknown", kubeVirt]);
    expect(report.next.map((step) => step.command)).toEqual([command]);
  });
});

describe("a missing workload is named, and degrades a component that has been settled for 5 minutes", () => {
  const handler = ["virt-handler"];
  const rows: [sentence: string, snapshot: () => Snapshot, verdict: string, named: readonly string[]][] = [
    ["all of it is there", () => clusterWithout([]), "healthy", []],
    ["it does not exist", () => clusterWithout(handler), "degraded", [handlerIsGone]],
    [
      "neither it nor the operator that should create it exists",
      () => clusterWithout([...handler, "virt-operator"]),
      "degraded",
      [handlerIsGone],
    ],
    [
      "KubeVirt has been settled for less",
      () => clusterWithout(handler, { KubeVirt: since("2026-11-21T11:55:01Z") }),
      "healthy",
      [handlerIsGone],
    ],
    [
      "KubeVirt has been settled for as long",
      () => clusterWithout(handler, { KubeVirt: since("2026-11-21T11:55:00Z") }),
      "degraded",
      [handlerIsGone],
    ],
    ["KubeVirt is being installed", () => clusterWithout(handler, { KubeVirt: inPhase("Deploying") }), "healthy", []],
    ["an older KubeVirt has no phase", () => clusterWithout(handler, { KubeVirt: inPhase(undefined) }), "healthy", []],
    [
      "KubeVirt has rolled out for long, which replaces workloads in place",
      () => clusterWithout(handler, { KubeVirt: says("Progressing", "True") }),
      "degraded",
      [],
    ],
    [
      "KubeVirt began to roll out a moment ago",
      () =>
        clusterWithout(handler, {
          KubeVirt: (object) => {
            since("2026-11-21T11:59:00Z")(object);
            says("Progressing", "True")(object);
          },
        }),
      "progressing",
      [],
    ],
    ["KubeVirt is being deleted", () => clusterWithout(handler, { KubeVirt: isGoing }), "progressing", []],
    [
      "KubeVirt says itself that it is down",
      () => clusterWithout(handler, { KubeVirt: says("Available", "False") }),
      "unavailable",
      [],
    ],
    [
      "DaemonSets are forbidden",
      () => clusterWithout(handler, {}, ({ kind }) => (kind === "DaemonSet" ? "forbidden" : undefined)),
      "unknown",
      [],
    ],
    [
      "DaemonSets are unread",
      () => clusterWithout(handler, {}, ({ kind }) => (kind === "DaemonSet" ? "unread" : undefined)),
      "unknown",
      [],
    ],
    ["a file lacks it", () => readFileWithout(handler), "healthy", []],
    ["its nodeSelector fits no node", () => clusterWithout([], { DaemonSet: selectNoNode }), "healthy", []],
    [
      "KubeVirt runs one replica on a single node",
      () => clusterWithout([], { KubeVirt: (kubeVirt) => Object.assign(kubeVirt["spec"], { infra: { replicas: 1 } }) }),
      "healthy",
      [],
    ],
    [
      "nothing of CDI is there, not even its operator",
      () => clusterWithout(ofCdi),
      "degraded",
      ["cdi-apiserver", "cdi-deployment", "cdi-uploadproxy"].map(
        (name) => `CDI reports healthy, but Deployment ${namespace}/${name} does not exist`,
      ),
    ],
    [
      "CDI of another name runs in a namespace that nothing shows",
      () => clusterWithout([...ofCdi, "kubevirt-hyperconverged"], { CDI: isOwn }),
      "healthy",
      [],
    ],
    [
      "a component that has none for certain lacks all of its own",
      () => clusterWithout(["aaq-controller", "aaq-server", "bridge-marker", "virt-exportproxy"]),
      "healthy",
      [],
    ],
  ];
  test.for(rows)("%s", ([, snapshot, verdict, named]) => {
    const report = aggregateAndPrint(snapshot());
    expect([report.verdict, ...nameMissing(report)]).toEqual([verdict, ...named]);
  });
});

test("a missing workload explains a component that reports degraded without a message", () => {
  const snapshot = clusterWithout(["cdi-apiserver"], { CDI: says("Degraded", "True") });
  expect(aggregateAndPrint(snapshot).roots[0]?.rootCause?.path).toEqual([namespace, "CDI", "cdi-apiserver"]);
});

test("neither wait nor the gate passes while a workload is missing, even before its component is degraded", () => {
  const report = aggregateAndPrint(clusterWithout(["virt-api"], { KubeVirt: since("2026-11-21T11:59:00Z") }));
  expect(report.verdict).toBe("healthy");
  for (const is of ["healthy", "available"] as const) {
    expect(evaluateWaitGoal(report, { is }).blocking).toMatchObject([
      { code: "workload-absent", about: { kind: "Deployment", name: "virt-api" }, component: "KubeVirt" },
    ]);
  }
  const { answer, reasons } = upgradeGate(report);
  expect(answer).toBe("BLOCK");
  expect(reasons).toMatchObject([
    { code: "WorkloadDown", state: "blocks", component: "KubeVirt", about: { name: "virt-api" }, ready: "" },
  ]);
});

test("a wait for availability does not pass either once the missing workload has degraded its component", () => {
  const report = aggregateAndPrint(clusterWithout(["virt-api"]));
  expect(report.verdict).toBe("degraded");
  expect(evaluateWaitGoal(report, { is: "available" }).blocking).toMatchObject([
    { code: "workload-absent", about: { kind: "Deployment", name: "virt-api" }, component: "KubeVirt" },
  ]);
});

function readFileWithout(names: readonly string[]): Snapshot {
  const objects = readCaseAsCluster(healthyCase).filter(({ metadata }) => !names.includes(metadata.name));
  return snapshotOf(objects.map(toObject), {
    takenAt: "2026-11-21T12:00:00Z",
    source: "input.yaml",
  });
}

const selectNoNode: Edit = (daemonSet) => {
  daemonSet["spec"].template.spec.nodeSelector = { "example.org/none": "true" };
  const counts = ["desiredNumberScheduled", "currentNumberScheduled", "updatedNumberScheduled", "numberReady"];
  for (const count of [...counts, "numberAvailable"]) daemonSet["status"][count] = 0;
};

test("without the list of DaemonSets beside that of Deployments nothing says that virt-handler exists", () => {
  const whole = clusterWithout(["virt-handler"]);
  const readings = whole.readings.filter(({ query }) => query.kind !== "DaemonSet");
  const report = aggregateAndPrint({ ...whole, readings });
  expect([report.verdict, upgradeGate(report).answer, partIn(report, "KubeVirt")]).toEqual([
    "unknown",
    "UNKNOWN",
    "unknown",
  ]);
});
