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
  const rows: readonly {
    readonly rule: string;
    readonly objects: readonly KubeObject[];
    readonly asked: readonly Labels[];
    readonly selector: string;
  }[] = [
    {
      rule: "leaves out virtual machines",
      objects: [web, db],
      asked: [{ app: "web" }, { name: "db" }],
      selector: launchers,
    },
    {
      rule: "leaves out a DaemonSet",
      objects: [web, handler],
      asked: [{ app: "web" }],
      selector: `app notin (handler),${launchers}`,
    },
    {
      rule: "leaves out DaemonSets with one label together",
      objects: [handler, workload("DaemonSet", "agent", { app: "agent" })],
      asked: [{ name: "db" }],
      selector: `app notin (agent,handler),${launchers}`,
    },
    {
      rule: "has a DaemonSet that is asked for",
      objects: [web, handler],
      asked: [{ app: "handler" }, { name: "db" }],
      selector: launchers,
    },
    {
      rule: "has a DaemonSet whose label a Deployment's pods have too",
      objects: [workload("Deployment", "web", { name: "web" }, { app: "handler" }), handler],
      asked: [{ name: "web" }],
      selector: launchers,
    },
    {
      rule: "leaves a DaemonSet out by another of its labels then",
      objects: [
        workload("Deployment", "web", { name: "web" }, { app: "a" }),
        workload("DaemonSet", "b", { app: "a", name: "b" }),
      ],
      asked: [{ name: "web" }],
      selector: `${launchers},name notin (b)`,
    },
    {
      rule: "has all pods where a workload's look like virtual machines",
      objects: [workload("Deployment", "w", { a: "b" }, { "kubevirt.io": "virt-launcher" })],
      asked: [{ a: "b" }],
      selector: "",
    },
  ];
  test.for(rows)("$rule", ({ objects, asked, selector }) => {
    const source = { kind: "cluster", name: "c" } as const;
    const index = indexSnapshot(snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source }));
    const labels = asked.map((each) => new Map(Object.entries(each)));
    expect(selectOtherPods(index)("n", labels)).toBe(selector);
  });
});
