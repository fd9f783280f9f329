import { describe, expect, test } from "vitest";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import {
  condition,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  relatedObjectEntries,
  reportOf,
  takenAt,
} from "./installation.ts";

/** The node of an object that a HyperConverged records in its status, or undefined where it is no component. */
function evaluateRecorded(apiVersion: string, kind: string, conditions: readonly Manifest[]) {
  const recorded = object(apiVersion, kind, "recorded", { status: { conditions } });
  const relatedObjects = relatedObjectEntries([recorded]);
  const [root] = reportOf([hyperConverged({ conditions: [], relatedObjects }), recorded]).roots;
  return root?.children.find(({ ref }) => ref.kind === kind);
}

describe("a recorded object of a later KubeVirt release is evaluated as a component", () => {
  test("a recorded object of KubeVirt's API groups that reports Available=False is an unavailable component", () => {
    const conditions = [condition("Available", "False", "NoDisk"), ...goodConditions().slice(1)];
    const node = evaluateRecorded("next.kubevirt.io/v1alpha1", "Next", conditions);
    expect(node).toMatchObject({ label: "Next", role: "component", required: true, verdict: "unavailable" });
  });

  test("a recorded object of KubeVirt's API groups that reports Available=True is a healthy component", () => {
    const node = evaluateRecorded("next.kubevirt.io/v1alpha1", "Next", goodConditions());
    expect(node).toMatchObject({ verdict: "healthy" });
  });

  test("a recorded object without Available is no component", () => {
    expect(evaluateRecorded("next.kubevirt.io/v1alpha1", "Next", [condition("Ready", "False")])).toBeUndefined();
  });

  test("an object of another API group is no component", () => {
    expect(evaluateRecorded("cert-manager.io/v1", "Issuer", goodConditions())).toBeUndefined();
  });
});

test("at most three kinds of later releases are requested, as the CR records them", () => {
  const buildEntry = (number: number): object => ({
    apiVersion: `next${number}.kubevirt.io/v1alpha1`,
    kind: `Next${number}`,
    name: "recorded",
    namespace,
  });
  const entries = [1, 2, 3, 4].flatMap((number) => [buildEntry(number), buildEntry(number)]);
  const service = { apiVersion: "v1", kind: "Service", name: "virt-api", namespace };
  const root = hyperConverged({ conditions: [], relatedObjects: [...entries, service] });
  const queries = planReads(snapshotOf([root], { takenAt, source: "x" }), {}).filter(({ plural }) => plural === "");
  const list = { verb: "list", plural: "", versions: ["v1alpha1"], namespaced: true, namespace };
  expect(queries).toEqual([
    { ...list, group: "next1.kubevirt.io", kind: "Next1" },
    { ...list, group: "next2.kubevirt.io", kind: "Next2" },
    { ...list, group: "next3.kubevirt.io", kind: "Next3" },
  ]);
});
