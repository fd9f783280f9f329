import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { rootState } from "../../shared/outline/root-state.ts";
import { renderJunit } from "../../shared/render/formats/pipeline/junit.ts";
import { renderFirstText, renderText } from "../../shared/render/formats/text/text.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { aggregateAndPrint } from "../printed.ts";

function screenOf(sentence: string): string {
  return renderFirstText(aggregateAndPrint(readGoldenCase(sentence)), { width: 80 });
}

describe("a cause says how it is known", () => {
  test("that only the CR's reasons name it, and no finding says so again", () => {
    const screen = screenOf("a-file-without-components-has-the-causes-that-the-cr-names");
    expect(screen).toContain("✗ CDI  unavailable for 14m (by the CR's reasons alone)");
    expect(screen).not.toContain("only the CR's reasons name");
  });

  test("a component that reasons name and that is no cause has a finding", () => {
    const sentence = "components-are-forbidden-and-the-cr-names-its-last-writer";
    const whole = renderText(aggregateAndPrint(readGoldenCase(sentence)), { wide: true });
    expect(whole).toContain("only the CR's reasons name AAQ as the cause");
  });

  test("what several components report is one sentence with their names", () => {
    const lines = screenOf("components-lack-conditions-in-the-first-minute-of-an-installation").split("\n");
    expect(lines).toContain("~ KubeVirt, CDI and NetworkAddonsConfig report no conditions");
  });

  test.for([
    "components-lack-conditions-in-the-first-minute-of-an-installation",
    "cdi-cannot-create-its-resources-during-an-installation",
  ])("no front has which component the CR names during an installation: %s", (sentence) => {
    const report = aggregateAndPrint(readGoldenCase(sentence));
    expect(renderText(report, { wide: true })).not.toMatch(/the CR's \w+ names|instead of/);
    expect(report.findings.map(({ code }) => code)).not.toContain("hidden-offender");
  });
});

test("a status that is out of date is one finding, not one for each condition in it", () => {
  const screen = screenOf("kubevirt-has-been-down-for-an-hour-and-the-cr-says-healthy");
  expect(screen).toContain("! the CR still reports healthy: the operator has not updated it for 60m");
  expect(screen).toMatch(/^Details: /m);
});

test.for(["text", "junit"] as const)("a pod with thousands of containers that fail names ten of them: %s", (format) => {
  const names = Array.from({ length: 3000 }, (_, index) => `container-${index}`);
  const waiting = { reason: "ImagePullBackOff", message: "cannot pull" };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "many", namespace: "shop", uid: "p" },
    spec: { containers: names.map((name) => ({ name, image: "x" })) },
    status: {
      phase: "Pending",
      containerStatuses: names.map((name) => ({ name, ready: false, restartCount: 0, state: { waiting } })),
    },
  };
  const report = aggregateAndPrint(snapshotOf([pod], { takenAt: "2026-11-21T12:00:00Z", source: "file" }));
  const text = format === "text" ? renderFirstText(report, { width: 80 }) : renderJunit(report);
  expect(text.replaceAll(/\s+/g, " ")).toContain("container-8, container-9, 2990 more");
});

// kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go; kubevirt/kubevirt
// pkg/virt-operator/util/client.go, UpdateConditionsDeleting.
test.for([
  ["v1", "Namespace", false],
  ["kubevirt.io/v1", "KubeVirt", false],
  ["hco.kubevirt.io/v1", "HyperConverged", true],
] as const)("conditions of %s %s are called not updated during deletion: %s", ([apiVersion, kind, isFrozen]) => {
  const conditions = [
    { type: "NamespaceContentRemaining", status: "True", reason: "SomeResourcesRemain", message: "pods. has 1" },
  ];
  const deletionTimestamp = "2026-11-21T11:58:00Z";
  const creationTimestamp = "2026-11-01T00:00:00Z";
  const metadata = { name: "kubevirt-hyperconverged", uid: "u", finalizers: ["x/y"], creationTimestamp };
  const status = { phase: "Terminating", conditions };
  const object = { apiVersion, kind, metadata: { ...metadata, deletionTimestamp }, spec: {}, status };
  const report = aggregateAndPrint(snapshotOf([object], { takenAt: "2026-11-21T12:00:00Z", source: "file" }));
  const [root] = report.roots;
  const detail = root && rootState(root, report.findings).detail;
  const texts = [renderText(report, { wide: true }), detail];
  expect(texts.map((text) => text?.includes("not updated during deletion") === true)).toEqual([isFrozen, isFrozen]);
});
