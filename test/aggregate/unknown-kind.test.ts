import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";

const namespace = "kubevirt-hyperconverged";

function condition(type: string, status: string, reason = ""): object {
  return { type, status, reason, message: "", lastTransitionTime: "2026-11-21T11:00:00Z" };
}

/** A HyperConverged that records one object of its own besides nothing else, and that object. */
function evaluate(part: { apiVersion: string; kind: string; conditions: object[] }) {
  const { apiVersion, kind, conditions } = part;
  const metadata = { name: "one-more", uid: "u", resourceVersion: "1" };
  const root = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace },
    status: { conditions: [], relatedObjects: [{ apiVersion, kind, ...metadata }] },
  };
  const object = { apiVersion, kind, metadata, status: { conditions } };
  const [judged] = aggregate(snapshotOf([root, object], { takenAt: "2026-11-21T12:00:00Z", source: "x" })).roots;
  return judged?.children.find((child) => child.ref.kind === kind);
}

describe("a component of a kind that the table does not have is evaluated like the others", () => {
  const good = [condition("Available", "True"), condition("Progressing", "False"), condition("Degraded", "False")];
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
    ...{ apiVersion: `next${number}.kubevirt.io/v1alpha1`, kind: `Next${number}`, name: "one", namespace },
  });
  const related = [1, 2, 3, 4].flatMap((number) => [entry(number), entry(number)]);
  const root = {
    ...{ apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged" },
    metadata: { name: "kubevirt-hyperconverged", namespace },
    status: {
      conditions: [],
      relatedObjects: [...related, { apiVersion: "v1", kind: "Service", name: "x", namespace }],
    },
  };
  const asked = planReads(snapshotOf([root], { takenAt: "2026-11-21T12:00:00Z", source: "x" }), {}).filter(
    ({ plural }) => plural === "",
  );
  const rest = { verb: "list", plural: "", versions: ["v1alpha1"], namespaced: true, namespace };
  expect(asked).toEqual(
    [1, 2, 3].map((number) => ({ ...rest, group: `next${number}.kubevirt.io`, kind: `Next${number}` })),
  );
});
