import { describe, expect, test } from "vitest";
import { foldPodLists, listPodsOfWorkload, queryPods } from "../../../shared/aggregate/core/pod-lists.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";

type Labels = Readonly<Record<string, string>>;

const here = "kubevirt-hyperconverged";

function pod(name: string, labels: Labels) {
  return toObject({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: here, labels } });
}

function workload(matchLabels: Labels) {
  return toObject({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: here },
    spec: { selector: { matchLabels }, template: { metadata: { labels: { ...matchLabels, tier: "a" } } } },
  });
}

describe("lists of pods are as few as possible", () => {
  const many = Array.from({ length: 300 }, (_, place): Labels => ({ app: `workload-${place}` }));
  const rows: readonly {
    readonly rule: string;
    readonly labels: readonly Labels[];
    readonly selectors: readonly (string | undefined)[];
  }[] = [
    { rule: "one workload has one list", labels: [{ app: "web" }], selectors: ["app=web"] },
    { rule: "the same labels once", labels: [{ app: "web" }, { app: "web" }], selectors: ["app=web"] },
    {
      rule: "labels of one name in one list",
      labels: [{ app: "web" }, { app: "db" }],
      selectors: ["app in (db,web)"],
    },
    {
      rule: "labels of several names by all of them",
      labels: [
        { app: "web", tier: "a" },
        { tier: "a", app: "db" },
      ],
      selectors: ["app in (db,web),tier=a"],
    },
    {
      rule: "a ReplicaSet's with its Deployment's",
      labels: [{ app: "web" }, { app: "web", "pod-template-hash": "1" }],
      selectors: ["app=web"],
    },
    {
      rule: "labels of other names apart",
      labels: [{ app: "web" }, { name: "db" }],
      selectors: ["app=web", "name=db"],
    },
    {
      rule: "all pods where too many lists were left",
      labels: [{ a: "1" }, { b: "1" }, { c: "1" }, { d: "1" }],
      selectors: [undefined],
    },
    { rule: "all pods where one workload has no labels", labels: [{ app: "web" }, {}], selectors: [undefined] },
    { rule: "all pods where a selector would not fit into an address", labels: many, selectors: [undefined] },
  ];
  test.for(rows)("$rule", ({ labels, selectors }) => {
    const queries = labels.map((each) => queryPods(here, new Map(Object.entries(each))));
    expect(foldPodLists(queries).map(({ labelSelector }) => labelSelector)).toEqual(selectors);
  });

  test("each namespace has its own, and other queries stay where they are", () => {
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

describe("a list of pods by labels says nothing about others", () => {
  const web = pod("web-1", { app: "web" });
  function outcomeAfter(
    selector: string | undefined,
    outcome: "found" | "forbidden" | "unread",
    labels: Labels,
  ): string {
    const query = { ...queryPods(here, new Map()), ...definedFields({ labelSelector: selector }) };
    const reading: Reading =
      outcome === "found" ? { query, outcome, objects: [web] } : { query, outcome, cause: "pods cannot be listed" };
    const snapshot = clusterSnapshot([reading]);
    return listPodsOfWorkload(workload(labels), indexSnapshot(snapshot)).outcome;
  }

  const rows: readonly {
    readonly rule: string;
    readonly selector: string | undefined;
    readonly outcome: "found" | "forbidden" | "unread";
    readonly labels: Labels;
    readonly expected: string;
  }[] = [
    {
      rule: "the workload's own list",
      selector: "app=web",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list of several",
      selector: "app in (db, web)",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list by fewer labels",
      selector: "app=web",
      outcome: "found",
      labels: { app: "web", tier: "a" },
      expected: "found",
    },
    {
      rule: "a list by more labels",
      selector: "app=web,tier=a",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list of another workload",
      selector: "app=db",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list that another label can end",
      selector: "app=web,!canary",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list of all but some",
      selector: "app notin (db)",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list of all but its own",
      selector: "app notin (db, web)",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list of all but those with a label that its template lacks",
      selector: "name notin (db)",
      outcome: "found",
      labels: { app: "web" },
      expected: "found",
    },
    {
      rule: "a list of all but those with a label of its template",
      selector: "tier notin (a)",
      outcome: "found",
      labels: { app: "web" },
      expected: "unread",
    },
    {
      rule: "a list that was refused",
      selector: "app=web",
      outcome: "forbidden",
      labels: { app: "web" },
      expected: "forbidden",
    },
    {
      rule: "a list that was not read",
      selector: "app=web",
      outcome: "unread",
      labels: { app: "web" },
      expected: "unread",
    },
    { rule: "a workload without labels", selector: "app=web", outcome: "found", labels: {}, expected: "unread" },
    {
      rule: "a label that no selector can name",
      selector: "app=web",
      outcome: "found",
      labels: { app: "a value with spaces" },
      expected: "unread",
    },
    { rule: "the list of all pods", selector: undefined, outcome: "found", labels: {}, expected: "found" },
  ];
  test.for(rows)("$rule", ({ selector, outcome, labels, expected }) => {
    expect(outcomeAfter(selector, outcome, labels)).toBe(expected);
  });
});
