import { describe, expect, test } from "vitest";
import { selectOtherPods } from "../../../../shared/aggregate/hco/surroundings/other-pods.ts";
import { indexSnapshot } from "../../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../../../shared/model/object.ts";
import { toObject } from "../../../../shared/parse/kube-object.ts";

type Labels = Readonly<Record<string, string>>;

function workload(kind: "Deployment" | "DaemonSet", name: string, matchLabels: Labels, more: Labels = {}): KubeObject {
  const labels = { ...matchLabels, ...more };
  const metadata = { name, namespace: "n" };
  return toObject({
    apiVersion: "apps/v1",
    kind,
    metadata,
    spec: { selector: { matchLabels }, template: { metadata: { labels } } },
  });
}

describe("a list of the pods that a finding may name", () => {
  const web = workload("Deployment", "web", { app: "web" });
  const db = workload("Deployment", "db", { name: "db" });
  const handler = workload("DaemonSet", "handler", { app: "handler" });
  const launchers = "kubevirt.io notin (virt-launcher)";
  const rows: [sentence: string, objects: readonly KubeObject[], asked: readonly Labels[], selector: string][] = [
    ["leaves out virtual machines", [web, db], [{ app: "web" }, { name: "db" }], launchers],
    ["leaves out a DaemonSet", [web, handler], [{ app: "web" }], `app notin (handler),${launchers}`],
    [
      "leaves out DaemonSets with one label together",
      [handler, workload("DaemonSet", "agent", { app: "agent" })],
      [{ name: "db" }],
      `app notin (agent,handler),${launchers}`,
    ],
    ["has a DaemonSet that is asked for", [web, handler], [{ app: "handler" }, { name: "db" }], launchers],
    [
      "has a DaemonSet whose label a Deployment's pods have too",
      [workload("Deployment", "web", { name: "web" }, { app: "handler" }), handler],
      [{ name: "web" }],
      launchers,
    ],
    [
      "leaves a DaemonSet out by another of its labels then",
      [
        workload("Deployment", "web", { name: "web" }, { app: "a" }),
        workload("DaemonSet", "b", { app: "a", name: "b" }),
      ],
      [{ name: "web" }],
      `${launchers},name notin (b)`,
    ],
    [
      "has all pods where a workload's look like virtual machines",
      [workload("Deployment", "w", { a: "b" }, { "kubevirt.io": "virt-launcher" })],
      [{ a: "b" }],
      "",
    ],
  ];
  test.for(rows)("%s", ([, objects, asked, selector]) => {
    const source = { kind: "cluster", name: "c" } as const;
    const index = indexSnapshot(snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source }));
    const labels = asked.map((each) => new Map(Object.entries(each)));
    expect(selectOtherPods(index)("n", labels)).toBe(selector);
  });
});
