import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { knownRoots } from "../../shared/profiles/root-kinds.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";

type Answer = "found" | "none" | "noSuchKind" | "forbidden" | "unread";

/** The kinds that are looked for in the end, where the lists of HyperConvergeds are answered so and all others are empty. */
function listLookedForKinds(scope: ReadScope, answer: (query: Query) => Answer): ReadonlySet<string> {
  const readings: Reading[] = [];
  const snapshot = (): Snapshot => clusterSnapshot([...readings]);
  for (let repetition = 0; repetition < 8; repetition += 1) {
    const asked = readings.map(({ query }) => JSON.stringify(query));
    const queries = planReads(snapshot(), scope).filter((query) => !asked.includes(JSON.stringify(query)));
    readings.push(
      ...queries.map((query) => readingFor(query, query.kind === "HyperConverged" ? answer(query) : "none")),
    );
  }
  return new Set(readings.map(({ query }) => query.kind));
}

function readingFor(query: Query, answer: Answer): Reading {
  const metadata = { name: "kubevirt-hyperconverged", namespace: query.namespace ?? "cnv" };
  if (answer === "none") return { query, outcome: "found", objects: [] };
  if (answer !== "found") return { query, outcome: answer, cause: "because" };
  return {
    query,
    outcome: "found",
    objects: [toObject({ apiVersion: "hco.kubevirt.io/v1", kind: query.kind, metadata })],
  };
}

describe("what shows where a component runs is requested with it", () => {
  const kind = (name: string) => {
    const row = hcoProfile.components.find((each) => each.kind === name);
    if (row === undefined) throw new Error(name);
    return row;
  };
  const rows: readonly [rule: string, kind: string, asked: readonly string[]][] = [
    ["of one that lies in no namespace", "CDI", ["CDI", "HyperConverged", "KubeVirt"]],
    ["of one that lies where its workloads do it is known", "KubeVirt", ["KubeVirt"]],
  ];
  test.for(rows)("%s", ([, name, asked]) => {
    const snapshot = clusterSnapshot([]);
    expect(planReads(snapshot, { wanted: [{ kind: kind(name) }] }).map((query) => query.kind)).toEqual(asked);
  });

  const emptyReading = (namespace: string, kind: string, group: string): Reading => ({
    query: { verb: "list", group, kind, plural: "x", versions: ["v1"], namespaced: true, namespace },
    outcome: "found",
    objects: [],
  });
  const cdi = toObject({
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "CDI",
    metadata: { name: "mine", uid: "c" },
    status: { conditions: [{ type: "Available", status: "True" }] },
  });
  const findRoots = (readings: readonly Reading[]) =>
    aggregate(
      clusterSnapshot([{ query: { verb: "list", ...kind("CDI") }, outcome: "found", objects: [cdi] }, ...readings]),
      { wanted: [{ kind: kind("CDI") }] },
    ).findings.filter(({ code }) => code === "workloads-not-found");

  test("a search that found none is reported", () => {
    expect(findRoots([])).toEqual([]);
    expect(findRoots([emptyReading("cdi", "Deployment", "apps")])).toMatchObject([
      { component: "CDI", namespaces: ["cdi"] },
    ]);
  });
});

describe("other known roots are searched for where no HyperConverged is", () => {
  const rows: [what: string, scope: ReadScope, answer: (query: Query) => Answer, isLooked: boolean][] = [
    ["there is one", {}, () => "found", false],
    ["there is none", {}, () => "none", true],
    ["there is none in the namespace", { namespace: "shop" }, () => "none", true],
    ["the cluster does not know the kind", {}, () => "noSuchKind", true],
    [
      "listing them is forbidden, and none is in a known namespace",
      {},
      (query) => (query.namespace ? "none" : "forbidden"),
      true,
    ],
    [
      "one lies where they are known to",
      {},
      (query) => (query.namespace === "kubevirt" ? "found" : "forbidden"),
      false,
    ],
    ["listing them in the namespace is forbidden", { namespace: "shop" }, () => "forbidden", true],
    ["the server does not answer", {}, () => "unread", false],
    [
      "something else was named",
      { wanted: [{ kind: { group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true } }] },
      () => "none",
      false,
    ],
  ];
  test.for(rows)("%s", ([, scope, answer, isLooked]) => {
    const kinds = listLookedForKinds(scope, answer);
    expect(knownRoots.filter(({ kind }) => kinds.has(kind))).toEqual(isLooked ? knownRoots : []);
  });
});
