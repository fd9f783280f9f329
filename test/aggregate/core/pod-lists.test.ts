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
  const rows: [sentence: string, labels: readonly Labels[], selectors: readonly (string | undefined)[]][] = [
    ["one workload has one list", [{ app: "web" }], ["app=web"]],
    ["the same labels once", [{ app: "web" }, { app: "web" }], ["app=web"]],
    ["labels of one name in one list", [{ app: "web" }, { app: "db" }], ["app in (db,web)"]],
    [
      "labels of several names by all of them",
      [
        { app: "web", tier: "a" },
        { tier: "a", app: "db" },
      ],
      ["app in (db,web),tier=a"],
    ],
    ["a ReplicaSet's with its Deployment's", [{ app: "web" }, { app: "web", "pod-template-hash": "1" }], ["app=web"]],
    ["labels of other names apart", [{ app: "web" }, { name: "db" }], ["app=web", "name=db"]],
    ["all pods where too many lists were left", [{ a: "1" }, { b: "1" }, { c: "1" }, { d: "1" }], [undefined]],
    ["all pods where one workload has no labels", [{ app: "web" }, {}], [undefined]],
    ["all pods where a selector would not fit into an address", many, [undefined]],
  ];
  test.for(rows)("%s", ([, labels, selectors]) => {
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

  const rows: [
    sentence: string,
    selector: string | undefined,
    outcome: "found" | "forbidden" | "unread",
    labels: Labels,
    expected: string,
  ][] = [
    ["the workload's own list", "app=web", "found", { app: "web" }, "found"],
    ["a list of several", "app in (db, web)", "found", { app: "web" }, "found"],
    ["a list by fewer labels", "app=web", "found", { app: "web", tier: "a" }, "found"],
    ["a list by more labels", "app=web,tier=a", "found", { app: "web" }, "unread"],
    ["a list of another workload", "app=db", "found", { app: "web" }, "unread"],
    ["a list that another label can end", "app=web,!canary", "found", { app: "web" }, "unread"],
    ["a list of all but some", "app notin (db)", "found", { app: "web" }, "found"],
    ["a list of all but its own", "app notin (db, web)", "found", { app: "web" }, "unread"],
    [
      "a list of all but those with a label that its template lacks",
      "name notin (db)",
      "found",
      { app: "web" },
      "found",
    ],
    ["a list of all but those with a label of its template", "tier notin (a)", "found", { app: "web" }, "unread"],
    ["a list that was refused", "app=web", "forbidden", { app: "web" }, "forbidden"],
    ["a list that was not read", "app=web", "unread", { app: "web" }, "unread"],
    ["a workload without labels", "app=web", "found", {}, "unread"],
    ["a label that no selector can name", "app=web", "found", { app: "a value with spaces" }, "unread"],
    ["the list of all pods", undefined, "found", {}, "found"],
  ];
  test.for(rows)("%s", ([, selector, outcome, labels, expected]) => {
    expect(outcomeAfter(selector, outcome, labels)).toBe(expected);
  });
});
