import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { listOtherWorkloads, type Raw } from "./gate-situation.ts";
import { objectsIn, replaceObject } from "./random-events.ts";
import { type WatchedCluster, watchedCluster } from "./watched-cluster.ts";

/** A cluster that stands as a golden case has it, where what is not there is known not to be. */
function clusterOf(sentence: string): WatchedCluster {
  return watchedCluster(withOperators(objectsIn(readGoldenCase(sentence))));
}

/** With the components' operators, which no case holds. */
export function withOperators(objects: readonly KubeObject[]): readonly KubeObject[] {
  return [...objects, ...listOtherWorkloads(objects.map(({ raw }) => raw as Raw)).map(toObject)];
}

export const allHealthyCase = "all-six-components-are-healthy";

/** What a Report says of it, so many seconds after the newest time in the case. */
export function reportOf(
  cluster: WatchedCluster,
  sentence: string,
  options: AggregateOptions = {},
  seconds = 0,
): Report {
  const takenAt = new Date(Date.parse(readGoldenCase(sentence).takenAt) + seconds * 1000).toISOString();
  const scope = definedFields({ wanted: options.wanted });
  return aggregate(
    cluster.settled((snapshot) => planReads(snapshot, scope), takenAt),
    options,
  );
}

/** A change of one object: its kind, its name where there are several, and what is done to it as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what comes from a server has no type, and is to be broken anywhere
export type Edit = readonly [kind: string, edit: (raw: any) => void, name?: string];

export function openChangedCase(sentence: string, edits: readonly Edit[]): WatchedCluster {
  const cluster = clusterOf(sentence);
  for (const [kind, edit, name = kind] of edits) replaceObject(cluster, name, edit, kind);
  return cluster;
}

/** Says of a condition what is given; one that is not there comes. */
export function setCondition(type: string, status: string, more: object = {}): Edit[1] {
  return (raw) => {
    raw.status ??= {};
    raw.status.conditions ??= [];
    const known = raw.status.conditions.find((each: { type: string }) => each.type === type);
    const words = { type, status, reason: "Test", message: "", lastTransitionTime: "2026-11-21T10:00:00Z", ...more };
    if (known === undefined) raw.status.conditions.push(words);
    else Object.assign(known, words);
  };
}
