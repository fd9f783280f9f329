import { describe, expect, test } from "vitest";
import { dropGuessedReadings } from "../../shared/aggregate/evaluation/guessed-queries.ts";
import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";

const here = "kubevirt-hyperconverged";

/** A cluster whose HyperConverged and operator lie in `namespace`, or that has none; everything else is an empty list. */
function answer(query: Query, namespace: string | undefined): Reading {
  const isRoot = query.kind === "HyperConverged" && (query.namespace ?? namespace) === namespace;
  const root = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata: { name: here, namespace } };
  const operator = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "hco-operator", namespace },
    spec: { replicas: 1 },
    status: { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
  };
  const isOperator = query.kind === "Deployment" && (query.namespace ?? namespace) === namespace;
  const held = [...(isRoot ? [root] : []), ...(isOperator ? [operator] : [])];
  return { query, outcome: "found", objects: namespace === undefined ? [] : held.map(toObject) };
}

/** What a cluster like that is asked in each wave, and what is left of it in the end. */
function visit(scope: ReadScope, namespace: string | undefined): { waves: number[]; snapshot: Snapshot } {
  const waves: number[] = [];
  const readings: Reading[] = [];
  const snapshot = (): Snapshot => clusterSnapshot([...readings]);
  const isRead = (query: Query): boolean =>
    readings.some((reading) => reading.query === query || isSameQuery(reading.query, query));
  for (;;) {
    const named = planReads(snapshot(), scope);
    const queries = named.filter((query) => !isRead(query));
    if (queries.length === 0) return { waves, snapshot: dropGuessedReadings(snapshot(), named) };
    waves.push(queries.length);
    readings.push(...queries.map((query) => answer(query, namespace)));
  }
}

function isSameQuery(a: Query, b: Query): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

describe("a namespace that is known or guessed correctly saves a wave of requests", () => {
  const rows: readonly {
    readonly rule: string;
    readonly scope: ReadScope;
    readonly namespace: string | undefined;
    readonly waves: number[];
  }[] = [
    { rule: "nothing known", scope: {}, namespace: here, waves: [5, 11] },
    { rule: "guessed right", scope: { expected: here }, namespace: here, waves: [16] },
    { rule: "asked for", scope: { namespace: here }, namespace: here, waves: [16] },
    {
      rule: "asked for beats a guess",
      scope: { namespace: here, expected: "other" },
      namespace: here,
      waves: [16],
    },
    { rule: "guessed wrong", scope: { expected: "other" }, namespace: here, waves: [16, 8] },
  ];
  test.for(rows)("$rule", ({ scope, namespace, waves }) => {
    expect(visit(scope, namespace).waves).toEqual(waves);
  });
});

describe("what was read on a wrong guess leaves no trace", () => {
  const rows: [sentence: string, scope: ReadScope, namespace: string | undefined][] = [
    ["the root lies elsewhere", { expected: "other" }, here],
    ["there is no root", { expected: "other" }, undefined],
    ["there is no root where it was looked for", { namespace: "other" }, here],
  ];
  test.for(rows)("%s", ([, { expected, ...scope }, namespace]) => {
    const guessed = visit({ ...scope, ...definedFields({ expected }) }, namespace).snapshot.readings;
    const plain = visit(scope, namespace).snapshot.readings;
    const places = (readings: readonly Reading[]): string[] =>
      readings.map(({ query }) => `${query.kind} ${query.namespace ?? "*"}`).toSorted();
    expect(places(guessed)).toEqual(places(plain));
    expect(guessed.some(({ query }) => query.kind === "Deployment" && query.namespace === "other")).toBe(false);
  });
});

describe("of the readings, those that the last plan no longer names are omitted", () => {
  const list = (kind: string): Query => ({
    ...({ verb: "list", group: "", kind, plural: "", versions: ["v1"], namespaced: true } as const),
  });
  const read = (query: Query, cause = ""): Reading => ({ query, outcome: "unread", cause });
  const snapshotOfReadings = (...readings: Reading[]): Snapshot => clusterSnapshot(readings);
  const pods = list("Pod");
  const nodes = list("Node");

  test("where all are named it is the same snapshot, whose index the Report shares with the plan", () => {
    const snapshot = snapshotOfReadings(read(pods), read(nodes));
    expect(dropGuessedReadings(snapshot, [nodes, pods])).toBe(snapshot);
  });

  test("one that is not named is omitted", () => {
    expect(dropGuessedReadings(snapshotOfReadings(read(pods), read(nodes)), [nodes]).readings).toEqual([read(nodes)]);
  });

  test("of a place that was read in two versions the last one remains", () => {
    const older = { ...pods, versions: ["v1beta1"] };
    expect(dropGuessedReadings(snapshotOfReadings(read(older), read(pods, "newer")), [pods]).readings).toEqual([
      read(pods, "newer"),
    ]);
  });
});
