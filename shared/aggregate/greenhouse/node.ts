import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { JudgedCondition, Node } from "../../model/report.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at } from "../../parse/value.ts";
import { greenhouse, kinds, optionalTypes, stateless } from "../../profiles/greenhouse.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { judge, verdictBySense } from "../sense.ts";
import { factsOf } from "./facts.ts";
import { countedVerdict, isRequired, type Link, linksOf } from "./links.ts";
import { recomputedVerdict } from "./recomputed.ts";
import { type Subject, saysNoChart, subjectOf } from "./subject.ts";

/** Parts of a root, and parts of those; further down every way leads back or to another cluster. */
const deepest = 2;

/** What is the same for a root and for a part of one. */
export type Judged = Pick<
  Node,
  "ref" | "verdict" | "ownVerdict" | "conditions" | "stale" | "deleting" | "frozen" | "facts" | "children"
>;

/** One Greenhouse object with its parts below it; `above` are the keys of what stands over it. */
export function judgedObject(
  subject: Subject,
  index: Index,
  context: Context,
  above: ReadonlySet<string> = new Set(),
  depth = 0,
): Judged {
  const { object, isDeleting, isSuspended } = subject;
  const conditions = judgedConditions(subject, context);
  const children = depth < deepest ? childrenOf(object, index, context, above, depth) : [];
  const own = worst([ownVerdict(subject, conditions), recomputedVerdict(subject, index)]);
  return {
    ref: object.ref,
    verdict: worst([own, ...children.filter((child) => child.required).map((child) => child.verdict)]),
    ownVerdict: own,
    conditions,
    stale: false,
    deleting: isDeleting,
    // In both cases Ready says how it was (facts seed-systems 2.4, "Frozen Ready").
    frozen: isSuspended || isDeleting,
    facts: factsOf(object, index),
    children,
  };
}

/** Its parts, each with as much of its verdict as explains the object. */
export function countedParts(
  object: KubeObject,
  parts: readonly Node[],
  index: Index,
): readonly (Node & { readonly counted: Verdict })[] {
  const links = new Map(linksTo(object, index).map((link) => [keyOf(link.lookup.ref), link]));
  return parts.flatMap((part) => {
    const link = links.get(keyOf(part.ref));
    return link === undefined ? [] : [{ ...part, counted: countedVerdict(link, part) }];
  });
}

/** By the senses of the profile, the first of a type; what is left over from before is not judged, what is optional may be Unknown. */
function judgedConditions(subject: Subject, { senses }: Context): readonly JudgedCondition[] {
  const { object, conditions, leftovers } = subject;
  const first = new Map(conditions.toReversed().map((condition) => [condition.type, condition]));
  const mayBeUnknown = new Set([
    ...(optionalTypes[object.ref.kind] ?? []),
    ...(saysNoChart(conditions) ? ["HelmReleaseCreated", "HelmReleaseDeployed", "ExposedServicesSynced"] : []),
  ]);
  return judge(greenhouse, object, conditions, true, senses).map((condition, place) => {
    const { type, status } = condition;
    if (first.get(type) !== conditions[place]) return { ...condition, abnormal: false };
    if (leftovers.includes(type)) return { ...condition, sense: "info", abnormal: false };
    return status === "Unknown" && mayBeUnknown.has(type) ? { ...condition, abnormal: false } : condition;
  });
}

/**
 * The worst that its own conditions say by their senses, gating or not (facts seed-systems 5.2, "Severity from data");
 * frozen is at least progressing. Without conditions, or without Ready, nothing is known.
 */
function ownVerdict({ object, isDeleting, isSuspended }: Subject, conditions: readonly JudgedCondition[]): Verdict {
  const frozen: Verdict = isDeleting || isSuspended ? "progressing" : "healthy";
  if (stateless.has(object.ref.kind)) return frozen;
  const isJudged = conditions.some(({ sense }) => sense === "main");
  const verdicts = conditions.map(({ sense, status, abnormal }) =>
    abnormal ? verdictBySense(sense, status) : "healthy",
  );
  return worst([...verdicts, frozen, isJudged ? "healthy" : "unknown"]);
}

function childrenOf(
  object: KubeObject,
  index: Index,
  context: Context,
  above: ReadonlySet<string>,
  depth: number,
): readonly Node[] {
  const links = linksTo(object, index);
  const seen = new Set([...above, keyOf(object.ref), ...links.map(({ lookup }) => keyOf(lookup.ref))]);
  return (
    links
      .filter(({ lookup }) => !above.has(keyOf(lookup.ref)))
      .map((link) => partNode(link, index, context, seen, depth + 1))
      // Below a part only what is there or should be: nobody asked for the rest.
      .filter(({ outcome, required }) => depth === 0 || outcome === "found" || required)
  );
}

/** The same object twice is one part, as far as the way that asks most of it. */
function linksTo(object: KubeObject, index: Index): readonly Link[] {
  const all = linksOf(object, index).toReversed();
  return [...new Map(all.map((link) => [keyOf(link.lookup.ref), link])).values()].toReversed();
}

function partNode(link: Link, index: Index, context: Context, seen: ReadonlySet<string>, depth: number): Node {
  const { lookup } = link;
  const { ref, outcome } = lookup;
  const shared = { role: "part" as const, label: ref.name, outcome, required: isRequired(link) };
  if (lookup.outcome !== "found") {
    return { ...shared, ...unseen(ref, outcome === "absent" ? "unavailable" : "unknown"), ...troubleOf(link) };
  }
  const { object } = lookup;
  const node = isOurs(object.ref)
    ? judgedObject(subjectOf(object), index, context, seen, depth)
    : fluxObject(object, context);
  return { ...shared, ...node };
}

/** Of what was not read the object above tells how it is there. */
function troubleOf({ share, lookup }: Link): Pick<Node, "trouble"> {
  const said = share?.condition;
  if (said === undefined || said.status === "True" || lookup.outcome === "absent") return {};
  const { reason, message, since } = said;
  return {
    trouble: { reason: reason === "" ? "NotReady" : reason, message, ...(since === undefined ? {} : { since }) },
  };
}

function unseen(ref: Ref, verdict: Verdict): Omit<Judged, "children"> & Pick<Node, "children"> {
  const nothing = { conditions: [], facts: {}, children: [] };
  return { ref, verdict, ownVerdict: verdict, stale: false, deleting: false, frozen: false, ...nothing };
}

/** Objects of Flux by their own conditions; they have observedGeneration and may be suspended by their spec. */
function fluxObject(object: KubeObject, { senses }: Context): Judged {
  const read = conditionsAt(object).conditions;
  const conditions = judge(greenhouse, object, read, true, senses);
  const [stale, deleting] = [isOlderThanSpec(object, read), object.deletedAt !== undefined];
  const frozen = at(object.spec, ["suspend"]) === true;
  const verdicts = conditions.map(({ sense, status }) => verdictBySense(sense, status));
  const isKnown = conditions.some(({ sense }) => sense !== "info");
  const verdict = worst([
    ...verdicts,
    isKnown ? "healthy" : "unknown",
    stale || deleting || frozen ? "progressing" : "healthy",
  ]);
  return {
    ...{ ref: object.ref, verdict, ownVerdict: verdict, conditions, stale, deleting, frozen },
    ...{ facts: {}, children: [] },
  };
}

function isOurs({ group, kind }: Ref): boolean {
  return group === kinds.Plugin.group && Object.hasOwn(kinds, kind);
}
