import { describe, expect, test } from "vitest";
import { selectOtherPods } from "../../../../shared/aggregate/hco/surroundings/other-pods.ts";
import { indexSnapshot } from "../../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../../../shared/model/object.ts";
import { toObject } from "../../../../shared/parse/kube-object.ts";

type Labels = Readonly<Record<string, string>>;

/** A workload whose pods have the labels of its selector and further ones. */
function buildWorkload(
  kind: "Deployment" | "DaemonSet",
  name: string,
  matchLabels: Labels,
  furtherLabels: Labels = {},
): KubeObject {
  const template = { metadata: { labels: { ...matchLabels, ...furtherLabels } } };
  return toObject({
    apiVersion: "apps/v1",
    kind,
    metadata: { name, namespace: "n" },
    spec: { selector: { matchLabels }, template },
  });
}

describe("the list of pods that a finding may name omits other pods", () => {
  const web = buildWorkload("Deployment", "web", { app: "web" });
  const db = buildWorkload("Deployment", "db", { name: "db" });
  const handler = buildWorkload("DaemonSet", "handler", { app: "handler" });
  const notLaunchers = "kubevirt.io notin (virt-launcher)";
  const rows: readonly {
    readonly rule: string;
    readonly objects: readonly KubeObject[];
    readonly asked: readonly Labels[];
    readonly selector: string;
  }[] = [
    {
      rule: "virtual machines are omitted",
      objects: [web, db],
      asked: [{ app: "web" }, { name: "db" }],
      selector: notLaunchers,
    },
    {
      rule: "the pods of a DaemonSet are omitted",
      objects: [web, handler],
      asked: [{ app: "web" }],
      selector: `app notin (handler),${notLaunchers}`,
    },
    {
      rule: "the pods of DaemonSets with one label name are omitted together",
      objects: [handler, buildWorkload("DaemonSet", "agent", { app: "agent" })],
      asked: [{ name: "db" }],
      selector: `app notin (agent,handler),${notLaunchers}`,
    },
    {
      rule: "the pods of a requested DaemonSet are listed",
      objects: [web, handler],
      asked: [{ app: "handler" }, { name: "db" }],
      selector: notLaunchers,
    },
    {
      rule: "the pods of a DaemonSet are listed where a Deployment has its label",
      objects: [buildWorkload("Deployment", "web", { name: "web" }, { app: "handler" }), handler],
      asked: [{ name: "web" }],
      selector: notLaunchers,
    },
    {
      rule: "the pods of a DaemonSet are omitted by the label that no Deployment has",
      objects: [
        buildWorkload("Deployment", "web", { name: "web" }, { app: "a" }),
        buildWorkload("DaemonSet", "b", { app: "a", name: "b" }),
      ],
      asked: [{ name: "web" }],
      selector: `${notLaunchers},name notin (b)`,
    },
    {
      rule: "all pods are listed where a workload has the label of virtual machines",
      objects: [buildWorkload("Deployment", "w", { a: "b" }, { "kubevirt.io": "virt-launcher" })],
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
