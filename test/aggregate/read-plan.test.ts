import { describe, expect, test } from "vitest";
import { planReads, type ReadScope } from "../../shared/aggregate/read-plan.ts";
import { dropGuessedReadings } from "../../shared/aggregate/snapshot/guessed-queries.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { clusterSnapshot } from "./cluster-snapshot.ts";

const operatorNamespace = "kubevirt-hyperconverged";

/** A cluster whose HyperConverged and operator lie in `namespace`, or that has none; everything else is an empty list. */
function answerQuery(query: Query, namespace: string | undefined): Reading {
  const isRoot = query.kind === "HyperConverged" && (query.namespace ?? namespace) === namespace;
  const root = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: operatorNamespace, namespace },
  };
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
function readAll(scope: ReadScope, namespace: string | undefined): { waves: number[]; snapshot: Snapshot } {
  const waves: number[] = [];
  const readings: Reading[] = [];
  const snapshot = (): Snapshot => clusterSnapshot([...readings]);
  const isRead = (query: Query): boolean =>
    readings.some((reading) => reading.query === query || hasSameFields(reading.query, query));
  for (;;) {
    const named = planReads(snapshot(), scope);
    const queries = named.filter((query) => !isRead(query));
    if (queries.length === 0) return { waves, snapshot: dropGuessedReadings(snapshot(), named) };
    waves.push(queries.length);
    readings.push(...queries.map((query) => answerQuery(query, namespace)));
  }
}

function hasSameFields(a: Query, b: Query): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

describe("a namespace that is known or expected correctly saves a wave of requests", () => {
  const rows: readonly {
    readonly rule: string;
    readonly scope: ReadScope;
    readonly namespace: string | undefined;
    readonly waves: number[];
  }[] = [
    {
      rule: "two waves are requested where no namespace is known",
      scope: {},
      namespace: operatorNamespace,
      waves: [5, 11],
    },
    {
      rule: "one wave is requested where the expected namespace is correct",
      scope: { expected: operatorNamespace },
      namespace: operatorNamespace,
      waves: [16],
    },
    {
      rule: "one wave is requested where the namespace is given",
      scope: { namespace: operatorNamespace },
      namespace: operatorNamespace,
      waves: [16],
    },
    {
      rule: "the given namespace comes before the expected one",
      scope: { namespace: operatorNamespace, expected: "other" },
      namespace: operatorNamespace,
      waves: [16],
    },
    {
      rule: "eight further requests follow where the expected namespace is wrong",
      scope: { expected: "other" },
      namespace: operatorNamespace,
      waves: [16, 8],
    },
  ];
  test.for(rows)("$rule", ({ scope, namespace, waves }) => {
    expect(readAll(scope, namespace).waves).toEqual(waves);
  });
});

describe("the objects of a wrongly expected namespace are omitted", () => {
  function listReadings(scope: ReadScope, namespace: string | undefined): readonly string[] {
    const { readings } = readAll(scope, namespace).snapshot;
    return readings.map(({ query }) => `${query.kind} ${query.namespace ?? "*"}`).toSorted();
  }

  test("a wrongly expected namespace leaves no reading where the HyperConverged is in another namespace", () => {
    const readings = listReadings({ expected: "other" }, operatorNamespace);
    expect(readings).toEqual(listReadings({}, operatorNamespace));
    expect(readings).not.toContain("Deployment other");
  });

  test("a wrongly expected namespace leaves no reading where no HyperConverged exists", () => {
    const readings = listReadings({ expected: "other" }, undefined);
    expect(readings).toEqual(listReadings({}, undefined));
    expect(readings).not.toContain("Deployment other");
  });

  test("a given namespace without a HyperConverged leaves no reading of its Deployments", () => {
    expect(listReadings({ namespace: "other" }, operatorNamespace)).not.toContain("Deployment other");
  });
});

describe("readings that the last plan does not name are omitted", () => {
  const coreList = { verb: "list", group: "", plural: "", versions: ["v1"], namespaced: true } as const;
  const pods: Query = { ...coreList, kind: "Pod" };
  const nodes: Query = { ...coreList, kind: "Node" };
  const buildReading = (query: Query, cause = ""): Reading => ({ query, outcome: "unread", cause });

  test("a snapshot whose readings are all planned is returned itself", () => {
    const snapshot = clusterSnapshot([buildReading(pods), buildReading(nodes)]);
    expect(dropGuessedReadings(snapshot, [nodes, pods])).toBe(snapshot);
  });

  test("a reading that is not planned is omitted", () => {
    const snapshot = clusterSnapshot([buildReading(pods), buildReading(nodes)]);
    expect(dropGuessedReadings(snapshot, [nodes]).readings).toEqual([buildReading(nodes)]);
  });

  test("the last of two readings in different versions is kept", () => {
    const podsOfOlderVersion = { ...pods, versions: ["v1beta1"] };
    const snapshot = clusterSnapshot([buildReading(podsOfOlderVersion), buildReading(pods, "newer")]);
    expect(dropGuessedReadings(snapshot, [pods]).readings).toEqual([buildReading(pods, "newer")]);
  });
});
