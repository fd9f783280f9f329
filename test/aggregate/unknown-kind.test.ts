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

/** A HyperConverged that records one object of its own besides nothing else, and that object. */
function evaluate(part: { apiVersion: string; kind: string; conditions: readonly Manifest[] }) {
  const own = object(part.apiVersion, part.kind, "one-more", { status: { conditions: part.conditions } });
  const [root] = reportOf([hyperConverged({ conditions: [], relatedObjects: relatedObjectEntries([own]) }), own]).roots;
  return root?.children.find((child) => child.ref.kind === part.kind);
}

describe("a component of a kind that the table does not have is evaluated like the others", () => {
  const good = goodConditions();
  test("recorded, of KubeVirt's groups, and down", () => {
    const node = evaluate({
      apiVersion: "next.kubevirt.io/v1alpha1",
      kind: "Next",
      conditions: [condition("Available", "False", "X"), ...good.slice(1)],
    });
    expect(node).toMatchObject({ label: "Next", role: "component", required: true, verdict: "unavailable" });
  });
  test("recorded, and well", () => {
    expect(evaluate({ apiVersion: "next.kubevirt.io/v1alpha1", kind: "Next", conditions: good })).toMatchObject({
      verdict: "healthy",
    });
  });
  test("what does not report Available is no component", () => {
    expect(
      evaluate({ apiVersion: "x.kubevirt.io/v1", kind: "Thing", conditions: [condition("Ready", "False")] }),
    ).toBeUndefined();
  });
  test("an object of another API group is no component", () => {
    expect(evaluate({ apiVersion: "cert-manager.io/v1", kind: "Issuer", conditions: good })).toBeUndefined();
  });
});

test("a component of a later release is requested as the CR records it, at most three kinds of them", () => {
  const entry = (number: number): object => ({
    apiVersion: `next${number}.kubevirt.io/v1alpha1`,
    kind: `Next${number}`,
    name: "one",
    namespace,
  });
  const related = [1, 2, 3, 4].flatMap((number) => [entry(number), entry(number)]);
  const service = { apiVersion: "v1", kind: "Service", name: "x", namespace };
  const root = hyperConverged({ conditions: [], relatedObjects: [...related, service] });
  const asked = planReads(snapshotOf([root], { takenAt, source: "x" }), {}).filter(({ plural }) => plural === "");
  const rest = { verb: "list", plural: "", versions: ["v1alpha1"], namespaced: true, namespace };
  expect(asked).toEqual(
    [1, 2, 3].map((number) => ({ ...rest, group: `next${number}.kubevirt.io`, kind: `Next${number}` })),
  );
});
