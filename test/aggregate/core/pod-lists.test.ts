import { describe, expect, test } from "vitest";
import { foldPodLists, listPodsOfWorkload, queryPods } from "../../../shared/aggregate/core/pod-lists.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";

type Labels = Readonly<Record<string, string>>;

const operatorNamespace = "kubevirt-hyperconverged";

function buildPod(name: string, labels: Labels) {
  return toObject({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: operatorNamespace, labels } });
}

function buildWorkload(matchLabels: Labels) {
  return toObject({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: operatorNamespace },
    spec: { selector: { matchLabels }, template: { metadata: { labels: { ...matchLabels, tier: "a" } } } },
  });
}

describe("the queries for pods are folded into few lists", () => {
  const many = Array.from({ length: 300 }, (_, place): Labels => ({ app: `workload-${place}` }));
  const rows: readonly {
    readonly rule: string;
    readonly labels: readonly Labels[];
    readonly selectors: readonly (string | undefined)[];
  }[] = [
    { rule: "one workload has one list", labels: [{ app: "web" }], selectors: ["app=web"] },
    {
      rule: "two workloads of equal labels have one list",
      labels: [{ app: "web" }, { app: "web" }],
      selectors: ["app=web"],
    },
    {
      rule: "two workloads with one label name have one list",
      labels: [{ app: "web" }, { app: "db" }],
      selectors: ["app in (db,web)"],
    },
    {
      rule: "two workloads with two label names have one list by both",
      labels: [
        { app: "web", tier: "a" },
        { tier: "a", app: "db" },
      ],
      selectors: ["app in (db,web),tier=a"],
    },
    {
      rule: "a ReplicaSet and its Deployment have one list",
      labels: [{ app: "web" }, { app: "web", "pod-template-hash": "1" }],
      selectors: ["app=web"],
    },
    {
      rule: "two workloads with different label names have two lists",
      labels: [{ app: "web" }, { name: "db" }],
      selectors: ["app=web", "name=db"],
    },
    {
      rule: "four workloads with different label names have the list of all pods",
      labels: [{ a: "1" }, { b: "1" }, { c: "1" }, { d: "1" }],
      selectors: [undefined],
    },
    {
      rule: "a workload without labels leads to the list of all pods",
      labels: [{ app: "web" }, {}],
      selectors: [undefined],
    },
    {
      rule: "a selector that would not fit into an address leads to the list of all pods",
      labels: many,
      selectors: [undefined],
    },
  ];
  test.for(rows)("$rule", ({ labels, selectors }) => {
    const queries = labels.map((each) => queryPods(operatorNamespace, new Map(Object.entries(each))));
    expect(foldPodLists(queries).map(({ labelSelector }) => labelSelector)).toEqual(selectors);
  });

  test("the pods of each namespace have a list of their own, in the order of the queries", () => {
    const web = new Map([["app", "web"]]);
    const node = { ...queryPods(undefined, new Map()), kind: "Node", plural: "nodes" };
    const folded = foldPodLists([
      queryPods("a", web),
      node,
      queryPods("b", web),
      queryPods("a", new Map([["app", "db"]])),
    ]);
    expect(folded.map(({ kind, namespace, labelSelector }) => [kind, namespace, labelSelector])).toEqual([
      ["Pod", "a", "app in (db,web)"],
      ["Node", undefined, undefined],
      ["Pod", "b", "app=web"],
    ]);
  });
});

describe("a list of pods by labels says nothing about other pods", () => {
  const web = buildPod("web-1", { app: "web" });
  function findOutcome(
    selector: string | undefined,
    outcome: "found" | "forbidden" | "unread",
    labels: Labels,
  ): string {
    const query = { ...queryPods(operatorNamespace, new Map()), ...definedFields({ labelSelector: selector }) };
    const reading: Reading =
      outcome === "found" ? { query, outcome, objects: [web] } : { query, outcome, cause: "pods cannot be listed" };
    const snapshot = clusterSnapshot([reading]);
    return listPodsOfWorkload(buildWorkload(labels), indexSnapshot(snapshot)).outcome;
  }

  const rows: readonly {
    readonly rule: string;
    readonly selector: string | undefined;
    readonly outcome: "found" | "forbidden" | "unread";
    readonly labels: Labels;
    readonly expected: string;
  }[] = [
    {
      rule: "the list by its labels has the pods of a workload",
      selector: "app=web",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list of several workloads has the pods of each",
      selector: "app in (db, web)",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list by fewer labels has the pods of a workload",
      selector: "app=web",
      outcome: "found",
      labels: { app: "web", tier: "a" },
      expected: "found",
    },
    {
      rule: "a list by more labels may lack pods of a workload",
      selector: "app=web,tier=a",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list by the labels of another workload lacks the pods of a workload",
      selector: "app=db",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list that another label excludes from may lack pods of a workload",
      selector: "app=web,!canary",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list of all pods but those of another workload has the pods of a workload",
      selector: "app notin (db)",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list of all pods but its own lacks the pods of a workload",
      selector: "app notin (db, web)",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list that excludes a label which its template lacks has the pods of a workload",
      selector: "name notin (db)",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list that excludes a label of its template lacks the pods of a workload",
      selector: "tier notin (a)",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "the pods of a workload are forbidden where their list was refused",
      selector: "app=web",
      outcome: "forbidden",
      labels: { app: "web" },
      expected: "forbidden",
    },
    {
      rule: "the pods of a workload are unread where their list was not read",
      selector: "app=web",
      outcome: "unread",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "the pods of a workload without labels are unread after a list by labels",
      selector: "app=web",
      outcome: "found",
      labels: {},
      expected: "unread",
    },
    {
      rule: "the pods of a workload are unread where no selector can name its label",
      selector: "app=web",
      outcome: "found",
      labels: { app: "a value with spaces" },
      expected: "unread",
    },
    {
      rule: "the list of all pods has the pods of a workload without labels",
      selector: undefined,
      outcome: "found",
      labels: {},
      expected: "found",
    },
  ];
  test.for(rows)("$rule", ({ selector, outcome, labels, expected }) => {
    expect(findOutcome(selector, outcome, labels)).toBe(expected);
  });
});
