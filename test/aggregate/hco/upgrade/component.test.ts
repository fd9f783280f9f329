import { describe, expect, test } from "vitest";
import { addUpgradeEffects } from "../../../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import type { ReadGap, Report, ReportNode } from "../../../../shared/model/report.ts";
import type { Source } from "../../../../shared/model/snapshot.ts";
import {
  component,
  condition,
  finding,
  minutesAgo,
  refOf,
  report,
  root,
  workloadBelow,
} from "../../../render/build.ts";
import {
  cdi,
  deployment,
  deploymentsGap,
  goodComponentConditions,
  inAllNamespaces,
  listRows,
  withGaps,
  withoutCause,
} from "./rows.ts";

const cdiRef = refOf("CDI");
const versions = { observedVersion: "v1", expectedVersion: "v1" };

describe("the state of a component itself may block an upgrade", () => {
  const upgradeable = (...letters: readonly ("T" | "F" | "U")[]): Partial<ReportNode> => ({
    conditions: [...goodComponentConditions, ...letters.map((letter) => condition("Upgradeable", letter, 5, "R", "m"))],
  });
  const refuses = "blocks Upgradeable=False CDI reason=R message=m since=5m hidden notReadBy=1.20.0";
  const unsure = "unknown Upgradeable=Unknown CDI reason=R message=m since=5m hidden";
  test.for<readonly [rule: string, part: Partial<ReportNode>, rows: readonly string[]]>([
    ["a healthy component has no row", {}, []],
    ["a component with Upgradeable=True has no row", upgradeable("T"), []],
    ["a component with Upgradeable=False blocks the upgrade", upgradeable("F"), [refuses]],
    ["a component with Upgradeable=Unknown makes the answer unknown", upgradeable("U"), [unsure]],
    ["False counts before True where Upgradeable is listed twice", upgradeable("T", "F"), [refuses]],
    ["False counts before Unknown where Upgradeable is listed twice", upgradeable("U", "F"), [refuses]],
    ["Unknown counts before True where Upgradeable is listed twice", upgradeable("T", "U"), [unsure]],
    [
      "a component of another version than expected blocks the upgrade",
      { facts: { observedVersion: "v0", expectedVersion: "v1" } },
      ["blocks ComponentBehind CDI observedVersion=v0 expectedVersion=v1"],
    ],
    [
      "a component that does not report its version blocks the upgrade",
      { facts: { expectedVersion: "v1" } },
      ["blocks ComponentBehind CDI expectedVersion=v1"],
    ],
    [
      "a component whose versions are empty blocks the upgrade",
      { facts: { observedVersion: "", expectedVersion: "" } },
      ["blocks ComponentBehind CDI"],
    ],
    [
      "a component without an expected version is unknown",
      { facts: { observedVersion: "v0" } },
      ["unknown ComponentBehind CDI observedVersion=v0"],
    ],
    [
      "a component without an expected version that moves to another version blocks the upgrade",
      { facts: { observedVersion: "v0", targetVersion: "v1" } },
      [
        "blocks ComponentBehind CDI observedVersion=v0 expectedVersion=v1",
        "unknown ComponentBehind CDI observedVersion=v0",
      ],
    ],
    ["a component without any version is unknown", { facts: {} }, ["unknown ComponentBehind CDI"]],
    [
      "a component that leaves the expected version blocks the upgrade",
      { facts: { ...versions, targetVersion: "v2" } },
      ["blocks ComponentBehind CDI observedVersion=v1 expectedVersion=v2"],
    ],
    [
      "a component that still targets the version that it runs blocks the upgrade",
      { facts: { ...versions, targetVersion: "v1" } },
      ["blocks ComponentBehind CDI observedVersion=v1 expectedVersion=v1"],
    ],
    [
      "the expected version counts before the target version",
      { facts: { observedVersion: "v0", expectedVersion: "v1", targetVersion: "v2" } },
      ["blocks ComponentBehind CDI observedVersion=v0 expectedVersion=v1"],
    ],
    ["a component that is being deleted blocks the upgrade", { deleting: true }, ["blocks Deleting CDI"]],
    [
      "the row of a deletion has the time of the deletion",
      { deleting: true, facts: { ...versions, deletedAt: minutesAgo(3) } },
      ["blocks Deleting CDI since=3m"],
    ],
    ["a paused component blocks the upgrade", { frozen: true }, ["blocks Paused CDI"]],
    ["a stale status makes the answer unknown", { stale: true }, ["unknown Stale CDI"]],
    [
      "a stale condition makes the answer unknown",
      { conditions: [...goodComponentConditions, { ...condition("B", "T"), outdated: true }] },
      ["unknown Stale CDI"],
    ],
    [
      "the phase Upgrading blocks the upgrade",
      { facts: { ...versions, phase: "Upgrading" } },
      ["blocks Progressing=True CDI phase=Upgrading"],
    ],
    [
      "the phase Deleting blocks the upgrade",
      { facts: { ...versions, phase: "Deleting" } },
      ["blocks Progressing=True CDI phase=Deleting"],
    ],
    [
      "the phase Error blocks the upgrade",
      { facts: { ...versions, phase: "Error" } },
      ["blocks Degraded=True CDI phase=Error"],
    ],
    ["the phase Deployed has no row", { facts: { ...versions, phase: "Deployed" } }, []],
    [
      "a virtual machine in an outdated pod blocks the upgrade",
      { facts: { ...versions, outdatedWorkloads: "1" } },
      ["blocks OutdatedVMIWorkloads CDI count=1"],
    ],
    [
      "the virtual machines in outdated pods are counted",
      { facts: { ...versions, outdatedWorkloads: "2" } },
      ["blocks OutdatedVMIWorkloads CDI count=2"],
    ],
    ["no virtual machine in an outdated pod has no row", { facts: { ...versions, outdatedWorkloads: "0" } }, []],
    [
      "a component that does not exist blocks the upgrade, whatever its facts",
      { outcome: "absent", deleting: true, facts: {}, verdict: "unavailable" },
      ["blocks Available=False CDI absent"],
    ],
    [
      "a component whose kind does not exist blocks the upgrade",
      { outcome: "noSuchKind", verdict: "unavailable" },
      ["blocks Available=False CDI absent"],
    ],
    [
      "a component that was not read makes the answer unknown",
      { outcome: "unread", verdict: "unknown" },
      ["unknown IncompleteReading CDI outcome=unread verb=get"],
    ],
  ])("%s", ([, part, rows]) => {
    expect(listRows([cdi(part)])).toEqual(rows);
  });

  test("a component that the table does not know needs no expected version and no operator", () => {
    const odd = component("Odd", "healthy", "", { conditions: goodComponentConditions, facts: {} });
    expect(listRows([odd])).toEqual([]);
  });

  test.for<
    readonly [rule: string, part: Partial<ReportNode>, finding: Report["findings"][number], rows: readonly string[]]
  >([
    [
      "a recreated component makes the answer unknown",
      {},
      finding("warning", { code: "component-new", component: "CDI" }, cdiRef),
      ["unknown Stale CDI"],
    ],
    [
      "the recreation of another component has no row",
      {},
      finding("warning", { code: "component-new", component: "AAQ" }, cdiRef),
      [],
    ],
    [
      "the recreation of another object of the component has no row",
      {},
      finding("warning", { code: "component-new", component: "CDI" }, { ...cdiRef, name: "other" }),
      [],
    ],
    [
      "another finding about the component has no row",
      {},
      finding("warning", { code: "no-conditions", component: "CDI" }, cdiRef),
      [],
    ],
    [
      "a component that is forbidden has the cause of its finding",
      { outcome: "forbidden", verdict: "unknown" },
      finding("warning", { code: "not-read", component: "CDI", outcome: "forbidden", cause: "no" }, cdiRef),
      ["unknown IncompleteReading CDI outcome=forbidden verb=get cause=no"],
    ],
    [
      "a component that is forbidden does not have the cause of another component",
      { outcome: "forbidden", verdict: "unknown" },
      finding("warning", { code: "not-read", component: "AAQ", outcome: "forbidden", cause: "no" }, cdiRef),
      ["unknown IncompleteReading CDI outcome=forbidden verb=get"],
    ],
  ])("%s", ([, part, about, rows]) => {
    expect(listRows([cdi(part)], {}, { findings: [about] })).toEqual(rows);
  });
});

const virtOperator = (part: Partial<ReportNode> = {}): ReportNode => deployment("virt-operator", part);
const virtApi = (part: Partial<ReportNode> = {}): ReportNode => deployment("virt-api", part);
const kubeVirt = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("KubeVirt", "healthy", "v1", { children, ...part });

describe("the workloads below a component count by their state", () => {
  const facts = { ready: "0/2" };
  const operatorDown = "blocks WorkloadDown KubeVirt Deployment virt-operator";
  test.for<readonly [rule: string, components: readonly ReportNode[], rows: readonly string[]]>([
    ["workloads that run have no row", [kubeVirt([virtOperator(), virtApi()])], []],
    [
      "a workload that is down blocks the upgrade",
      [kubeVirt([virtOperator(), virtApi({ verdict: "unavailable", facts })])],
      ["blocks WorkloadDown KubeVirt Deployment virt-api ready=0/2"],
    ],
    ["a workload that lacks a pod has no row", [kubeVirt([virtOperator(), virtApi({ verdict: "degraded" })])], []],
    ["a workload that is being deleted has no row", [kubeVirt([virtOperator(), virtApi({ deleting: true })])], []],
    [
      "an operator that is down blocks the upgrade",
      [kubeVirt([virtOperator({ verdict: "unavailable", facts })])],
      ["blocks WorkloadDown KubeVirt Deployment virt-operator ready=0/2"],
    ],
    [
      "an operator that lacks a pod makes the answer unknown",
      [kubeVirt([virtOperator({ verdict: "degraded" })])],
      ["unknown WorkloadDown KubeVirt Deployment virt-operator ready=1/1"],
    ],
    [
      "an operator that is being deleted makes the answer unknown",
      [kubeVirt([virtOperator({ deleting: true })])],
      ["unknown WorkloadDown KubeVirt Deployment virt-operator ready=1/1"],
    ],
    [
      "an operator whose status is stale makes the answer unknown",
      [kubeVirt([virtOperator({ stale: true })])],
      ["unknown WorkloadDown KubeVirt Deployment virt-operator ready=1/1"],
    ],
    [
      "a workload without a count of its pods blocks the upgrade",
      [kubeVirt([virtOperator(), virtApi({ verdict: "unavailable", facts: {} })])],
      ["blocks WorkloadDown KubeVirt Deployment virt-api"],
    ],
    ["a Pod that is down has no row", [kubeVirt([virtOperator(), workloadBelow("pod", "p", "unavailable")])], []],
    [
      "a workload that does not exist is no workload that is down",
      [kubeVirt([virtOperator(), virtApi({ verdict: "unavailable", outcome: "absent" })])],
      [],
    ],
    [
      "the workloads of a component that was not found have no row",
      [kubeVirt([virtApi({ verdict: "unavailable" })], { outcome: "absent", verdict: "unavailable" })],
      ["blocks Available=False KubeVirt absent"],
    ],
    ["an operator that was not found blocks the upgrade", [kubeVirt([virtApi()])], [operatorDown]],
    [
      "an operator that is absent blocks the upgrade",
      [kubeVirt([virtOperator({ outcome: "absent" })])],
      [operatorDown],
    ],
    [
      "two operators that were not found have a row each",
      [kubeVirt([]), cdi({ children: [] })],
      [operatorDown, "blocks WorkloadDown CDI Deployment cdi-operator"],
    ],
  ])("%s", ([, components, rows]) => {
    expect(listRows(components)).toEqual(rows);
  });
});

describe("Deployments that were not read are one row", () => {
  const unread = "unknown IncompleteReading Deployment outcome=forbidden verb=list cause=no";
  const operatorDown = "blocks WorkloadDown KubeVirt Deployment virt-operator";
  test.for<readonly [rule: string, gaps: readonly ReadGap[], children: readonly ReportNode[], rows: readonly string[]]>(
    [
      ["Deployments that are forbidden make the answer unknown", [deploymentsGap()], [], [unread]],
      [
        "Deployments without a response make the answer unknown",
        [deploymentsGap({ outcome: "unread", cause: "late" })],
        [],
        ["unknown IncompleteReading Deployment outcome=unread verb=list cause=late"],
      ],
      [
        "Deployments that are forbidden without a cause have none",
        [withoutCause(deploymentsGap())],
        [],
        ["unknown IncompleteReading Deployment outcome=forbidden verb=list"],
      ],
      [
        "Deployments of all namespaces that are forbidden make the answer unknown",
        [inAllNamespaces(deploymentsGap())],
        [],
        [unread],
      ],
      [
        "Deployments that are forbidden in another namespace explain nothing",
        [deploymentsGap({ namespace: "other" })],
        [],
        [operatorDown],
      ],
      ["Pods that are forbidden explain nothing", [deploymentsGap({ kind: "Pod" })], [], [operatorDown]],
      ["Deployments that do not exist explain nothing", [deploymentsGap({ outcome: "absent" })], [], [operatorDown]],
      ["Deployments have no row where every operator was found", [deploymentsGap()], [virtOperator()], []],
      [
        "the cause is that of the first gap about Deployments of the namespace",
        [deploymentsGap({ namespace: "other" }), deploymentsGap(), deploymentsGap({ cause: "second" })],
        [],
        [unread],
      ],
      [
        "a workload that is down keeps its row",
        [deploymentsGap()],
        [virtApi({ verdict: "unavailable", facts: {} })],
        ["blocks WorkloadDown KubeVirt Deployment virt-api", unread],
      ],
    ],
  )("%s", ([, gaps, children, rows]) => {
    expect(listRows([kubeVirt(children)], {}, withGaps(...gaps))).toEqual(rows);
  });

  test("an operator and workloads that could not be listed are one row", () => {
    expect(listRows([], { children: [cdi({ children: [] })] }, withGaps(deploymentsGap()))).toEqual([unread]);
  });
});

describe("a file need not hold every workload, so what it lacks is unknown", () => {
  const files: Source = { kind: "files", name: "x" };
  const operatorNotInFile = "unknown WorkloadDown KubeVirt Deployment virt-operator notIn=files";
  test.for<readonly [rule: string, components: readonly ReportNode[], rows: readonly string[]]>([
    [
      "a file without Deployments of components has one row",
      [kubeVirt([])],
      ["unknown IncompleteReading Deployment outcome=unread verb=list notIn=files"],
    ],
    ["a file with the operator of another component lacks this one", [kubeVirt([]), cdi()], [operatorNotInFile]],
    [
      "a file with one workload of KubeVirt lacks the two others that it always has",
      [kubeVirt([virtOperator(), virtApi()])],
      [
        "unknown WorkloadDown KubeVirt Deployment virt-controller notIn=files",
        "unknown WorkloadDown KubeVirt DaemonSet virt-handler notIn=files",
      ],
    ],
    ["a file with none of those workloads names none", [kubeVirt([virtOperator()])], []],
  ])("%s", ([, components, rows]) => {
    expect(listRows(components, {}, { source: files })).toEqual(rows);
  });
});

describe("a component that was requested alone", () => {
  const kubeVirtRoot = (part: Parameters<typeof root>[0]) =>
    root({ profile: "generic", ref: refOf("KubeVirt"), label: "kubevirt", facts: {}, ...part });
  /** The rows as `EFFECT CODE COMPONENT NAMESPACE` of the objects that they are about. */
  const listRowsAlone = (alone: ReturnType<typeof root>): readonly string[] =>
    addUpgradeEffects(report([alone])).findings.flatMap((each) =>
      each.rows.map(({ effect, code, about = each.about }) =>
        [effect, code, each.component, about.namespace].filter(Boolean).join(" "),
      ),
    );
  const ns = "kubevirt-hyperconverged";

  test("has the rows of its conditions, its workloads and its verdict, and is never allowed to be upgraded", () => {
    const children = [workloadBelow("workload", "virt-api", "unavailable")];
    expect(
      listRowsAlone(kubeVirtRoot({ verdict: "degraded", ownVerdict: "degraded", frozen: true, children })),
    ).toEqual([
      `blocks Paused KubeVirt ${ns}`,
      `blocks Degraded KubeVirt ${ns}`,
      `blocks WorkloadDown KubeVirt ${ns}`,
      `unknown WorkloadDown KubeVirt ${ns}`,
      `unknown NoHyperConverged ${ns}`,
    ]);
  });

  test("is never allowed to be upgraded, also where it is healthy", () => {
    expect(listRowsAlone(kubeVirtRoot({ children: [virtOperator()] }))).toEqual([`unknown NoHyperConverged ${ns}`]);
  });

  test("has no namespace of its workloads where it has none itself", () => {
    expect(listRowsAlone(root({ profile: "generic", ref: cdiRef, facts: {} }))).toEqual([
      "unknown WorkloadDown CDI",
      "unknown NoHyperConverged",
    ]);
  });
});
