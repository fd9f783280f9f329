import { describe, expect, test } from "vitest";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import type { PrintedCause, PrintedRoot } from "../../printed.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { findObject, type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import {
  namespace,
  newVersion,
  type OperatorPod,
  oldVersion,
  type RollingOperator,
  reportOf,
} from "./rolling-operator.ts";

const forbidKinds =
  (...kinds: readonly string[]): Lose =>
  ({ kind }) =>
    kinds.includes(kind) ? "forbidden" : undefined;
const listCommands = ({ next: steps }: Pick<PrintedCause, "next">): readonly string[] =>
  steps.map(({ command }) => command);
const operatorName = "hyperconverged-cluster-operator";
const permissionsCommand = `kubectl hco-status permissions hyperconverged -n ${namespace}`;

describe("an operator whose Deployment is forbidden is evaluated by its pods", () => {
  const podWithoutImage: OperatorPod = {
    version: newVersion,
    waiting: { reason: "ImagePullBackOff", message: "no image" },
  };
  const crashingPod: OperatorPod = {
    version: oldVersion,
    waiting: { reason: "CrashLoopBackOff", message: "it fails" },
  };
  const stuckRollout: RollingOperator = {
    template: newVersion,
    pods: [{ version: oldVersion }, podWithoutImage],
    lose: forbidKinds("Deployment"),
  };

  test("a new pod of the operator that cannot pull its image is a warning", () => {
    const { report, root } = reportOf(stuckRollout);
    expect([root.verdict, root.causes]).toEqual(["healthy", []]);
    const reported = report.findings.filter(({ code }) => code === "operator-rollout");
    expect(reported).toMatchObject([{ severity: "warning", state: "stuck", reason: "ImagePullBackOff" }]);
  });

  test("the only pod of the operator that crashes is the one cause", () => {
    const [first, ...others] = reportOf({ pods: [crashingPod], lose: forbidKinds("Deployment") }).root.causes;
    expect(others).toEqual([]);
    expect(first?.text).toBe(
      `Degraded because Deployment ${operatorName}: not allowed to read it; container ${operatorName} in CrashLoopBackOff: it fails, for 5s`,
    );
    expect(first?.path.at(-1)).toBe(operatorName);
  });

  test("the cause has the name of the operator's pods, and the permissions as a next command", () => {
    const { root } = reportOf({ pods: [{ version: oldVersion, ready: false }], lose: forbidKinds("Deployment") });
    expect(root.causes.map(({ text }) => text)).toEqual([`Degraded because ${operatorName}: 0/1 ready`]);
    expect(root.causes.flatMap(listCommands)).toEqual([
      `kubectl get pods -n ${namespace} -l name=${operatorName}`,
      permissionsCommand,
    ]);
  });

  test("the roll-out of the operator and its unread Deployment are reasons of the gate", () => {
    const { reasons } = upgradeGate(reportOf(stuckRollout).report);
    const codes = reasons
      .filter(({ component }) => component === undefined)
      .map(({ code, state }) => `${state} ${code}`);
    expect(codes.slice(0, 2)).toEqual(["blocks OperatorRollout", "unknown IncompleteReading"]);
  });
});

describe("a component whose workloads or pods are forbidden leads to the permissions", () => {
  /** The cluster of a case, changed. */
  function evaluateCase(change: (all: readonly Raw[]) => void, lose: Lose): PrintedRoot {
    const objects = readCaseAsCluster("all-six-components-are-healthy");
    change(objects);
    const [root] = aggregateAndPrint(readFromCluster(objects, lose)).roots;
    if (root === undefined) throw new Error("no root");
    return root;
  }
  const stopVirtOperator = (objects: readonly Raw[]): void => {
    const { status } = findObject(objects, "Deployment", "virt-operator");
    Object.assign(status, { readyReplicas: 0, availableReplicas: 0 });
    Object.assign(status.conditions[0], { status: "False", lastTransitionTime: "2026-11-21T11:00:00Z" });
  };

  test("a workload whose pods are forbidden leads to the permissions before its description", () => {
    const root = evaluateCase(stopVirtOperator, forbidKinds("Pod"));
    expect(root.causes.map(listCommands)).toEqual([
      [permissionsCommand, `kubectl describe deployment virt-operator -n ${namespace}`],
    ]);
  });

  test("a workload whose pods were read leads to its description alone", () => {
    expect(evaluateCase(stopVirtOperator, () => undefined).causes.map(listCommands)).toEqual([
      [`kubectl describe deployment virt-operator -n ${namespace}`],
    ]);
  });

  test("a component whose workloads are forbidden leads to the permissions before its conditions", () => {
    const degradeCdi = (objects: readonly Raw[]): void => {
      const { conditions } = findObject(objects, "CDI")["status"];
      Object.assign(
        conditions.find(({ type }: Raw) => type === "Degraded"),
        { status: "True", reason: "Boom" },
      );
    };
    const [first] = evaluateCase(degradeCdi, forbidKinds("Deployment", "DaemonSet")).causes;
    expect(first && listCommands(first)).toEqual([
      permissionsCommand,
      "kubectl describe cdi cdi-kubevirt-hyperconverged",
    ]);
  });
});
