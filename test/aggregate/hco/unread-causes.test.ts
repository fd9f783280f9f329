import { describe, expect, test } from "vitest";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import type { PrintedCause, PrintedRoot } from "../../printed.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import {
  namespace,
  newVersion,
  type OperatorPod,
  oldVersion,
  type RollingOperator,
  reportOf,
} from "./rolling-operator.ts";

const lost =
  (...kinds: readonly string[]): Lose =>
  ({ kind }) =>
    kinds.includes(kind) ? "forbidden" : undefined;
const commands = ({ next: steps }: Pick<PrintedCause, "next">): readonly string[] =>
  steps.map(({ command }) => command);
const name = "hyperconverged-cluster-operator";
const permissions = `kubectl hco-status permissions hyperconverged -n ${namespace}`;

describe("an operator whose Deployment may not be read", () => {
  const pulls: OperatorPod = { version: newVersion, waiting: { reason: "ImagePullBackOff", message: "no image" } };
  const crashes: OperatorPod = { version: oldVersion, waiting: { reason: "CrashLoopBackOff", message: "it fails" } };
  const stuck: RollingOperator = {
    template: newVersion,
    pods: [{ version: oldVersion }, pulls],
    lose: lost("Deployment"),
  };

  test("is a warning where its pods show that only a new one cannot pull its image", () => {
    const { report, root } = reportOf(stuck);
    expect([root.verdict, root.causes]).toEqual(["healthy", []]);
    const reported = report.findings.filter(({ code }) => code === "operator-rollout");
    expect(reported).toMatchObject([{ severity: "warning", state: "stuck", reason: "ImagePullBackOff" }]);
  });

  test("is reported once, with the container that its pods show, where its only pod crashes", () => {
    const [first, ...others] = reportOf({ pods: [crashes], lose: lost("Deployment") }).root.causes;
    expect(others).toEqual([]);
    expect(first?.text).toBe(
      `Degraded because Deployment ${name}: not allowed to read it; container ${name} in CrashLoopBackOff: it fails, for 5s`,
    );
    expect(first?.path.at(-1)).toBe(name);
  });

  test("has the name that its pods show, and the permissions to request as a step", () => {
    const { root } = reportOf({ pods: [{ version: oldVersion, ready: false }], lose: lost("Deployment") });
    expect(root.causes.map(({ text }) => text)).toEqual([`Degraded because ${name}: 0/1 ready`]);
    expect(root.causes.flatMap(commands)).toEqual([`kubectl get pods -n ${namespace} -l name=${name}`, permissions]);
  });

  test("holds the gate by its roll-out, beside what could not be read", () => {
    const { reasons } = upgradeGate(reportOf(stuck).report);
    const codes = reasons
      .filter(({ component }) => component === undefined)
      .map(({ code, state }) => `${state} ${code}`);
    expect(codes.slice(0, 2)).toEqual(["blocks OperatorRollout", "unknown IncompleteReading"]);
  });
});

describe("a component whose workloads or pods may not be read", () => {
  /** The cluster of a case, changed. */
  function rootWith(change: (all: readonly Raw[]) => void, lose: Lose): PrintedRoot {
    const objects = readCaseAsCluster("all-six-components-are-healthy");
    change(objects);
    const [root] = aggregateAndPrint(readFromCluster(objects, lose)).roots;
    if (root === undefined) throw new Error("no root");
    return root;
  }
  const find = (all: readonly Raw[], kind: string, own?: string): Raw =>
    all.find((each) => each["kind"] === kind && (own === undefined || each["metadata"].name === own)) ?? {};
  const stopVirtOperator = (all: readonly Raw[]): void => {
    const { status } = find(all, "Deployment", "virt-operator");
    Object.assign(status, { readyReplicas: 0, availableReplicas: 0 });
    Object.assign(status.conditions[0], { status: "False", lastTransitionTime: "2026-11-21T11:00:00Z" });
  };

  test("leads to the permissions to request before it leads to the workload", () => {
    const root = rootWith(stopVirtOperator, lost("Pod"));
    expect(root.causes.map(commands)).toEqual([
      [permissions, `kubectl describe deployment virt-operator -n ${namespace}`],
    ]);
  });

  test("leads to the workload alone where its pods were read", () => {
    expect(rootWith(stopVirtOperator, () => undefined).causes.map(commands)).toEqual([
      [`kubectl describe deployment virt-operator -n ${namespace}`],
    ]);
  });

  test("leads to the permissions to request, then to its conditions", () => {
    const degradeCdi = (all: readonly Raw[]): void => {
      const { conditions } = find(all, "CDI")["status"];
      Object.assign(
        conditions.find(({ type }: Raw) => type === "Degraded"),
        { status: "True", reason: "Boom" },
      );
    };
    const [first] = rootWith(degradeCdi, lost("Deployment", "DaemonSet")).causes;
    expect(first && commands(first)).toEqual([permissions, "kubectl describe cdi cdi-kubevirt-hyperconverged"]);
  });
});
