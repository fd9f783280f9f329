import type { Kind } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { ConditionShare } from "./merge-conditions.ts";

/**
 * How much a part counts for the object above it: as much as the controller's own rule reads it. A part that was not
 * read never counts. The object's own conditions report what its controller saw there.
 */
type Counts = keyof typeof countsBy;

/**
 * The verdict of a part that was found, as far as it explains the object above it.
 * - `ready`: the part exists and is Ready. Unhealthy nodes of a Cluster are no fault of a Plugin on it.
 * - `existence`: the part exists.
 * - `verdict`: the part's own verdict.
 * - `shown`: nothing; the part is only shown.
 */
const countsBy = {
  ready: ({ verdict, conditions }: Pick<ReportNode, "verdict" | "conditions">): Verdict =>
    firstConditionOfType(conditions, "Ready")?.status === "True" ? "healthy" : verdict,
  existence: (): Verdict => "healthy",
  verdict: ({ verdict }: Pick<ReportNode, "verdict">): Verdict => verdict,
  shown: (): Verdict => "healthy",
};

/** One part of an object: its lookup, how much it counts, and what the object's own status reports of it. */
export interface ObjectLink {
  readonly lookup: Lookup;
  readonly counts: Counts;
  readonly share?: ConditionShare;
}

/**
 * Whether a part counts, by the link to it and its existence. A part that exists counts as a whole or not at all; an
 * absent part counts if it must exist. If a Cluster exists but is not Ready, the controller itself reports it on the
 * Plugin (ready-by-controller.ts).
 */
export function isRequired({ lookup: { outcome }, counts }: ObjectLink): boolean {
  if (outcome === "found") return counts === "verdict";
  return outcome === "absent" && (counts === "ready" || counts === "existence");
}

/** The verdict of a part as far as it explains the object above it. */
export function countedVerdict(link: ObjectLink, part: Pick<ReportNode, "verdict" | "conditions">): Verdict {
  if (link.lookup.outcome === "found") return countsBy[link.counts](part);
  return isRequired(link) ? part.verdict : "healthy";
}

/** The ref of a kind by its name, in the namespace of an object. */
export function refInNamespace({ group, kind, namespaced }: Kind, { ref }: KubeObject, name: string): Ref {
  const place = namespaced && ref.namespace !== undefined ? { namespace: ref.namespace } : {};
  return { group, kind, ...place, name };
}

/** The link to a part by its ref. */
export function findLink(index: ObjectIndex, ref: Ref, counts: Counts): ObjectLink {
  return { lookup: index.find(ref), counts };
}

/** The link to a part that is shown if it was read, and omitted if it was not. */
export function findLinkIfRead(index: ObjectIndex, ref: Ref): readonly ObjectLink[] {
  return [findLink(index, ref, "shown")].filter(({ lookup }) => lookup.outcome !== "unread");
}

/** The link to a part that was found otherwise. */
export function toFoundLink(object: KubeObject, counts: Counts): ObjectLink {
  return { lookup: { ref: object.ref, outcome: "found", object }, counts };
}
