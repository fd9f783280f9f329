import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { compareReports, isSameToSee, listChanges } from "../../shared/changes/compare-reports.ts";
import { listedFindings } from "../../shared/model/finding/root-findings.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import schema from "../../shared/model/report.schema.json" with { type: "json" };
import type { Report } from "../../shared/model/report.ts";
import changeSchema from "../../shared/model/report-change.schema.json" with { type: "json" };
import type { Transition } from "../../shared/model/report-change.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { applyRandomEvent, findByName, gadgets, objectsIn, replaceObject } from "../aggregate/random-events.ts";
import { withOperators } from "../aggregate/waiting-cluster.ts";
import { type WatchedCluster, watchedCluster } from "../aggregate/watched-cluster.ts";
import { bigSnapshot } from "../bench/aggregation.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { pick, randomFrom } from "../random.ts";
import { repetitions } from "../size.ts";

const takenAt = "2026-11-21T12:00:00Z";
const healthyCase = "openshift-with-ssp-and-an-operatorcondition-is-healthy";
const crashing = "cdi-is-degraded-without-a-message-and-its-controller-crashes";

function clusterOf(sentence: string): WatchedCluster {
  return watchedCluster([...withOperators(objectsIn(readGoldenCase(sentence))), ...gadgets]);
}

function evaluateCluster(cluster: WatchedCluster, now = takenAt): Report {
  return aggregate(cluster.settled((snapshot) => planReads(snapshot, { related: true }), now));
}

/** `verdict HyperConverged/kubevirt-hyperconverged healthy -> degraded`. */
function line({ what, about, label, from, to, ...more }: Transition): string {
  const type = "type" in more ? ` ${more.type}` : "";
  const showState = (state: unknown): string =>
    typeof state === "object" && state !== null ? String(Object.values(state)[0]) : String(state);
  return `${what}${type} ${about.kind} ${label} ${showState(from)} -> ${showState(to)}`;
}

describe("a change is reported once, with its object", () => {
  const rows: [
    what: string,
    sentence: string,
    change: (cluster: WatchedCluster) => void,
    reported: RegExp[],
    unreported: RegExp[],
  ][] = [
    [
      "a component becomes degraded",
      healthyCase,
      (cluster) =>
        replaceObject(cluster, "CDI", (raw) =>
          Object.assign(raw.status.conditions.find(isOf("Degraded")), { status: "True", reason: "Broken" }),
        ),
      [
        /^verdict HyperConverged \S+ healthy -> degraded$/,
        /^verdict CDI CDI healthy -> degraded$/,
        /^condition Degraded CDI CDI False -> True$/,
        /^gate ready HyperConverged \S+ yes -> no$/,
        /^root-cause HyperConverged \S+ null -> /,
      ],
      [/KubeVirt/, /SSP/, /presence Deployment/],
    ],
    [
      "a condition only changes its reason",
      healthyCase,
      (cluster) =>
        replaceObject(cluster, "CDI", (raw) =>
          Object.assign(raw.status.conditions.find(isOf("Available")), { reason: "Because" }),
        ),
      [/^condition Available CDI CDI True -> True$/],
      [/verdict/, /gate/],
    ],
    [
      "a component is gone",
      healthyCase,
      (cluster) => void cluster.objects.delete(keyEnding(cluster, "/CDI/")),
      [
        /^outcome CDI CDI found -> absent$/,
        /^verdict CDI CDI healthy -> unavailable$/,
        /^completeness \S+ CDI/,
        /^related CDI \S+ \w+ -> gone$/,
      ],
      [/presence/],
    ],
    [
      "a component is made anew",
      healthyCase,
      (cluster) => replaceObject(cluster, "CDI", (raw) => Object.assign(raw.metadata, { uid: "another" })),
      [/^identity CDI CDI \S+ -> another$/, /^related CDI \S+ \w+ -> replaced$/],
      [/presence/, /verdict CDI/],
    ],
    [
      "a Pod is replaced by another of its workload",
      crashing,
      (cluster) => {
        const [pod] = findByName(cluster, "Pod", /^cdi-deployment/);
        if (pod === undefined) throw new Error("there is no such Pod");
        replaceObject(
          cluster,
          pod.ref.name,
          (raw) => Object.assign(raw.metadata, { name: "cdi-deployment-other" }),
          "Pod",
        );
        cluster.objects.delete(`/Pod/${pod.ref.namespace}/${pod.ref.name}`);
      },
      [/^presence Pod cdi-deployment-other null -> degraded$/, /^presence Pod cdi-deployment\S+ degraded -> null$/],
      [/container/, /presence Pod cdi-apiserver/],
    ],
    [
      "an upgrade begins",
      healthyCase,
      (cluster) =>
        replaceObject(cluster, "HyperConverged", (raw) =>
          Object.assign(raw.status.conditions.find(isOf("Progressing")), { status: "True", reason: "HCOUpgrading" }),
        ),
      [/^upgrade HyperConverged \S+ false -> true$/, /^gate upgradeable HyperConverged \S+ yes -> no$/],
      [],
    ],
    [
      "a component may not be read any more",
      healthyCase,
      (cluster) => void cluster.refused.set("cdi.kubevirt.io/CDI", "forbidden"),
      [
        /^outcome CDI CDI found -> forbidden$/,
        /^completeness list CDI CDI null -> forbidden$/,
        /^finding not-read CDI CDI null -> /,
      ],
      [/presence/],
    ],
    ["a resourceVersion moves on", healthyCase, (cluster) => heartbeats(cluster), [], [/./]],
  ];
  test.for(rows)("%s", ([, sentence, change, reported, unreported]) => {
    const cluster = clusterOf(sentence);
    // As recorded by the operator a moment ago.
    heartbeats(cluster);
    const before = evaluateCluster(cluster);
    change(cluster);
    const lines = listChanges(before, evaluateCluster(cluster)).map(line);
    for (const one of reported)
      expect(
        lines.filter((each) => one.test(each)),
        String(one),
      ).toHaveLength(1);
    for (const one of unreported)
      expect(
        lines.filter((each) => one.test(each)),
        String(one),
      ).toEqual([]);
  });
});

describe("what only beats makes nothing new to see, however often", () => {
  test.for([healthyCase, crashing, "an-application-of-five-kinds-is-healthy"].map((each) => [each] as const))(
    "%s",
    ([sentence]) => {
      const cluster = clusterOf(sentence);
      heartbeats(cluster);
      const before = evaluateCluster(cluster);
      for (const second of [1, 2, 3]) {
        heartbeats(cluster);
        cluster.put(toObject({ apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: `${second}` } }));
        const after = evaluateCluster(cluster, takenAt.replace("00Z", `0${second}Z`));
        expect(after).not.toEqual(before);
        expect(isSameToSee(before, after)).toBe(true);
      }
    },
  );
});

test("more than a few related objects that change alike are reported as one", () => {
  const cluster = watchedCluster(objectsIn(bigSnapshot(15, 0)));
  const before = evaluateCluster(cluster);
  cluster.refused.set("/ConfigMap", "forbidden");
  const reported = listChanges(before, evaluateCluster(cluster)).filter(({ what }) => what === "related");
  expect(reported).toMatchObject([{ about: { kind: "HyperConverged" }, from: "same", to: "forbidden", count: 15 }]);
  expect(reported.map((each) => ("refs" in each ? each.refs?.length : 0))).toEqual([10]);
});

describe("at the beginning every state is reported as a change from null", () => {
  test.for(sentences.filter((_, place) => place % 5 === 0).map((each) => [each] as const))("%s", ([sentence]) => {
    const report = aggregate(readGoldenCase(sentence));
    const changes = listChanges(undefined, report);
    expect(changes.map(({ from }) => from)).toEqual(changes.map(() => null));
    const presences = changes.filter(({ what }) => what === "presence").map(({ path }) => path.length);
    expect(presences.filter((length) => length === 1)).toHaveLength(report.roots.length);
    const findings = changes.flatMap((each) => (each.what === "finding" ? [each.finding] : []));
    expect(new Set(findings)).toEqual(new Set(listedFindings(report)));
    expect(findings).toHaveLength(listedFindings(report).length);
    expect(compareReports(undefined, report).verdict).toEqual({ from: null, to: report.verdict });
  });
});

describe("time alone changes nothing, but for what has lasted too long", () => {
  test.for(sentences.map((each) => [each] as const))("%s", ([sentence]) => {
    const snapshot = readGoldenCase(sentence);
    const later = { ...snapshot, takenAt: snapshot.takenAt.replace(/\d\dZ$/, "59Z") };
    const before = aggregate(snapshot);
    const after = aggregate(later);
    const changes = listChanges(before, after).filter(({ what }) => what !== "verdict" && what !== "gate");
    expect(changes.filter(({ what }) => what !== "finding" && what !== "root-cause")).toEqual([]);
    if (JSON.stringify(before.roots.map(verdictsIn)) === JSON.stringify(after.roots.map(verdictsIn))) {
      expect(isSameToSee(before, after)).toBe(true);
    }
  });

  function verdictsIn(node: Report["roots"][number]["children"][number]): unknown {
    return [node.verdict, node.facts, node.trouble, node.children.map(verdictsIn)];
  }
});

describe("random events", () => {
  const validate = new Ajv2020({ strict: false, allErrors: true }).addSchema(schema).compile(changeSchema);

  test.for(
    [
      healthyCase,
      crashing,
      "an-upgrade-waits-for-cdi-which-reports-its-old-version",
      "an-application-of-five-kinds-is-healthy",
    ].map((each) => [each] as const),
  )("%s", ([sentence]) => {
    const cluster = clusterOf(sentence);
    const random = randomFrom(3);
    const gone: KubeObject[] = [];
    let before = evaluateCluster(cluster);
    for (let step = 0; step < repetitions(24); step++) {
      applyRandomEvent(cluster, gone, random);
      const after = evaluateCluster(cluster, pick(random, [takenAt, "2026-11-21T12:00:01Z"]));
      const changes = listChanges(before, after);
      // Who is told of a change sees one, and what is the same to see is so both ways.
      if (isSameToSee(before, after)) expect(changes).toEqual([]);
      expect(isSameToSee(before, after)).toBe(isSameToSee(after, before));
      expect(isSameToSee(after, structuredClone(after))).toBe(true);
      for (const { from, to, ...more } of changes)
        expect([from, "was" in more ? more.was : undefined]).not.toEqual([
          to,
          "finding" in more ? more.finding : undefined,
        ]);
      // The changes of a root come first, and each change stands once.
      const depths = changes.map(({ path }) => path.length === 1);
      expect(depths).toEqual(depths.toSorted((a, b) => Number(b) - Number(a)));
      // The way back has the same changes in the other direction.
      const turned = listChanges(after, before).map((each) => keyOf(each, each.to, each.from));
      expect(turned.toSorted()).toEqual(changes.map((each) => keyOf(each, each.from, each.to)).toSorted());
      validate(JSON.parse(JSON.stringify(compareReports(before, after))));
      expect(validate.errors).toBeNull();
      before = after;
    }
  });

  function keyOf({ what, about, ...rest }: Transition, from: unknown, to: unknown): string {
    return JSON.stringify([what, "type" in rest ? rest.type : "", about.kind, about.name, from, to]);
  }

  test("the schema wants what the contract promises", () => {
    const change = JSON.parse(JSON.stringify(compareReports(undefined, aggregate(readGoldenCase(crashing)))));
    expect(validate(change)).toBe(true);
    for (const name of ["apiVersion", "kind", "takenAt", "source", "verdict", "changes"]) {
      expect(validate({ ...change, [name]: undefined }), name).toBe(false);
    }
    for (const name of ["about", "label", "path", "what", "from", "to"]) {
      const [first, ...others] = change.changes;
      const { [name]: _, ...rest } = first;
      expect(validate({ ...change, changes: [rest, ...others] }), name).toBe(false);
    }
    const source = readFileSync(new URL("../../shared/model/report-change.ts", import.meta.url), "utf8");
    const whats = Array.from(source.matchAll(/Between<"([a-z-]+)"/g), ([, what]) => what);
    expect(changeSchema.$defs.transition.oneOf.map((each) => each.properties.what.const)).toEqual(whats);
  });
});

function isOf(type: string): (condition: { readonly type: string }) => boolean {
  return (condition) => condition.type === type;
}

function keyEnding(cluster: WatchedCluster, part: string): string {
  return [...cluster.objects.keys()].find((key) => key.includes(part)) ?? "";
}

/** Every object has another resourceVersion, as the operator's own reads and writes make it. */
function heartbeats(cluster: WatchedCluster): void {
  for (const { ref } of [...cluster.objects.values()]) {
    replaceObject(
      cluster,
      ref.name,
      (raw) => Object.assign(raw.metadata, { resourceVersion: `${Number(raw.metadata.resourceVersion ?? 0) + 1e6}` }),
      ref.kind,
    );
  }
}
