import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { createIncrementalAggregate } from "../../../shared/aggregate/incremental/incremental-aggregate.ts";
import { recordedAgain } from "../../../shared/aggregate/incremental/recorded-cache.ts";
import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import { planReads, type ReadScope } from "../../../shared/aggregate/read-plan.ts";
import { recordedIn } from "../../../shared/aggregate/snapshot/recorded-references.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { KubeObject } from "../../../shared/model/object.ts";
import type { Query, Reading, Snapshot } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { coreKinds } from "../../../shared/profiles/core-kinds.ts";
import { recorded, sentences } from "../../golden/recorded.ts";
import { pick, randomFrom } from "../../parse/random-json.ts";
import { rounds } from "../../size.ts";
import { edited, gadgets, happen, objectsIn, withMoreRelated } from "../random-events.ts";
import { watchedCluster } from "../watched-cluster.ts";

const deployments: Kind = {
  group: "apps",
  kind: "Deployment",
  plural: "deployments",
  versions: ["v1"],
  namespaced: true,
};
const kubeVirts: Kind = {
  group: "kubevirt.io",
  kind: "KubeVirt",
  plural: "kubevirts",
  versions: ["v1"],
  namespaced: true,
};

/** By what is judged: the golden cases that stand at the beginning, and what is asked. */
const rows: readonly [what: string, cases: RegExp, scope: ReadScope, options: AggregateOptions][] = [
  ["HyperConvergeds", /^(kubevirt|cdi|an-upgrade|the-operator|openshift|red-hats)/, {}, {}],
  ["HyperConvergeds with all they relate to", /^(openshift|everything|kubevirt|the-conversion)/, { related: true }, {}],
  ["HyperConvergeds down to the containers", /(crash|node|container|quota|image|probe)/, { deep: true }, {}],
  [
    "what a HyperConverged left behind",
    /^(components-outlive|plain-cdi|kubevirt-and-cdi|no-hyper)/,
    { related: true },
    {},
  ],
  ["Applications", /^an-application/, { related: true }, {}],
  ["resources of Greenhouse", /(greenhouse|team-role)/, {}, {}],
  [
    "Deployments, whose profile is generic",
    /(crash|node|container)/,
    { wanted: [{ kind: deployments }] },
    { wanted: [{ kind: deployments }] },
  ],
  [
    "a HyperConverged as if nobody knew it, with what it owns",
    /^(openshift|everything|kubevirt)/,
    { profile: "generic", tree: true, kinds: coreKinds, related: true },
    { profile: "generic", tree: true },
  ],
  ["KubeVirts alone", /^kubevirt/, { wanted: [{ kind: kubeVirts }] }, { wanted: [{ kind: kubeVirts }] }],
];

describe("one snapshot after the other is planned and evaluated as each is by itself", () => {
  test.for(rows)("%s", ([, cases, scope, options]) => {
    const named = sentences.filter((sentence) => cases.test(sentence)).slice(0, 5);
    expect(named).not.toEqual([]);
    for (const [seed, sentence] of named.entries()) {
      const random = randomFrom(seed);
      const { takenAt, readings } = recorded(sentence);
      const cluster = watchedCluster([...objectsIn({ readings }).map(withMoreRelated), ...gadgets]);
      const check = checking(scope, options);
      const gone: KubeObject[] = [];
      let queries: readonly Query[] = [];
      for (let step = 0; step < rounds(8); step++) {
        const now = random() < 0.2 ? later(takenAt, step) : takenAt;
        // Now and then the watch has not begun yet what the plan names.
        for (let round = 0; round < 2; round++) queries = check(cluster.snapshot(queries, now));
        happen(cluster, gone, random);
      }
    }
  });
});

test("snapshots that have nothing to do with each other, in which readings stand in any order and several times", () => {
  const check = checking({ related: true }, {});
  const random = randomFrom(7);
  const some = sentences.filter((_, place) => place % 8 === 0).map(recorded);
  const all = [...some, ...some.flatMap((each) => [repeated(each, random), repeated(each, random)])];
  let snapshot = pick(random, all);
  for (let step = 0; step < rounds(40); step++) {
    snapshot = random() < 0.2 ? pick(random, all) : snapshot;
    snapshot = random() < 0.6 ? shuffled(snapshot, random) : snapshot;
    check(snapshot);
  }
});

test("lists of anything, in which the same object may stand several times", () => {
  const check = checking({ related: true }, {});
  const random = randomFrom(11);
  const { readings, ...rest } = recorded("openshift-is-well-with-ssp-and-its-operatorcondition");
  const objects = objectsIn({ readings }).map(withMoreRelated);
  const query: Query = { verb: "list", group: "apps", kind: "Deployment", plural: "", versions: [], namespaced: true };
  let lists = [objects, objects.slice(0, 5)];
  for (let step = 0; step < rounds(60); step++) {
    const object = pick(random, objects);
    const other = { ...object, resourceVersion: `${step}`, uid: pick(random, [object.uid, "another"]) };
    const edit = (list: readonly KubeObject[]): readonly KubeObject[] => {
      const place = Math.floor(random() * (list.length + 1));
      return list.toSpliced(
        place,
        pick(random, [0, 1, 1, 2]),
        ...pick(random, [[], [other], [object], [other, object]]),
      );
    };
    lists = lists.map((list) => (random() < 0.6 ? [...edit(list)] : list));
    const kindKnown = random() < 0.5 ? [gadgets] : [];
    const all = [...lists, ...kindKnown];
    check({ ...rest, readings: all.map((each) => ({ query, outcome: "found", objects: each })) });
  }
});

test("a caller that requested no Report for a long time gets all changes since", () => {
  const check = createIncrementalAggregate({ related: true }, {});
  const cluster = watchedCluster(objectsIn(recorded("openshift-is-well-with-ssp-and-its-operatorcondition")));
  const queries = cluster.settled(check.plan, "2026-11-21T12:00:00Z").readings.map(({ query }) => query);
  check.report(cluster.snapshot(queries, "2026-11-21T12:00:00Z"));
  edited(cluster, "CDI", (raw) => Object.assign(raw.metadata, { uid: "another" }));
  for (let step = 0; step < 50; step++) {
    edited(cluster, "KubeVirt", (raw) => Object.assign(raw.metadata, { resourceVersion: `${step}` }));
    check.plan(cluster.snapshot(queries, "2026-11-21T12:00:00Z"));
  }
  const snapshot = cluster.snapshot(queries, "2026-11-21T12:00:00Z");
  same(check.report(snapshot), aggregate(unknown(snapshot)));
});

test("a recreated CR has its recorded objects read again", () => {
  const random = randomFrom(13);
  const entries = [
    ...["a", "b", "c"].map((name) => ({ apiVersion: "v1", kind: "ConfigMap", name })),
    null,
    { kind: "X" },
  ];
  const some = (): unknown[] => Array.from({ length: pick(random, [0, 1, 2, 3, 4]) }, () => pick(random, entries));
  let last = toObject({ status: { relatedObjects: some() } });
  for (let step = 0; step < rounds(200); step++) {
    const list = pick<unknown>(random, [some(), some(), some().filter((each) => each !== null), "odd", undefined]);
    const next = toObject({ status: { relatedObjects: structuredClone(list) } });
    same(recordedAgain(last, next), recordedIn(structuredClone({ status: next.status })));
    last = next;
  }
});

test("what did not change is the very same", () => {
  const cluster = watchedCluster(objectsIn(recorded("openshift-is-well-with-ssp-and-its-operatorcondition")));
  const judge = createIncrementalAggregate({ related: true }, {});
  const before = judge.report(cluster.settled(judge.plan, "2026-11-21T12:00:00Z"));
  const after = judge.report(cluster.settled(judge.plan, "2026-11-21T12:01:00Z"));
  expect(before.roots[0]?.related.length).toBeGreaterThan(0);
  expect(after.roots[0]?.related).toBe(before.roots[0]?.related);
});

/** Judges what it is given beside the plain functions; sometimes only one of the two is asked, sometimes none. */
function checking(scope: ReadScope, options: AggregateOptions): (snapshot: Snapshot) => readonly Query[] {
  const judge = createIncrementalAggregate(scope, options);
  const random = randomFrom(1);
  return (snapshot) => {
    const alone = unknown(snapshot);
    const planned = planReads(alone, scope);
    if (random() < 0.9) same(judge.plan(snapshot), planned);
    if (random() < 0.9) same(judge.report(snapshot), aggregate(alone, options));
    return planned;
  };
}

function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** The same snapshot of which nobody remembers anything. */
function unknown(snapshot: Snapshot): Snapshot {
  const readings = snapshot.readings.map(
    (reading): Reading =>
      reading.outcome === "found" ? { ...reading, objects: reading.objects.map(forgotten) } : reading,
  );
  return { ...snapshot, readings };
}

function forgotten(object: KubeObject): KubeObject {
  return { ...object, status: structuredClone(object.status) };
}

function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString().replace(".000Z", "Z");
}

function shuffled(snapshot: Snapshot, random: () => number): Snapshot {
  const readings = snapshot.readings.map((reading) => [random(), reading] as const).toSorted(([a], [b]) => a - b);
  return { ...snapshot, readings: readings.map(([, reading]) => reading) };
}

/** Some readings twice, some of them of metadata alone or as they were before, and some without what they held. */
function repeated(snapshot: Snapshot, random: () => number): Snapshot {
  const readings = snapshot.readings.flatMap((reading): readonly Reading[] => {
    const chance = random();
    const { query } = reading;
    const partial: Reading = { ...reading, query: { ...query, metadataOnly: true } };
    if (chance < 0.2) return [{ query, outcome: "forbidden", cause: "no" }, reading];
    if (chance < 0.4) return [aged(reading), reading];
    if (chance < 0.5) return [aged(partial), reading];
    if (chance < 0.6) return [partial];
    return chance < 0.7 ? [] : [reading];
  });
  return { ...snapshot, readings };
}

function aged(reading: Reading): Reading {
  if (reading.outcome !== "found") return reading;
  const objects = reading.objects.map((object) => ({ ...object, resourceVersion: "0", uid: "before", status: {} }));
  // Another question that shows the same objects.
  return { ...reading, objects, query: { ...reading.query, fieldSelector: "metadata.name!=other" } };
}
