import { conditionOf } from "../model/condition.ts";
import { keyOf } from "../model/object.ts";
import type { Contribution, Node, RootCause } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { causeText, evidenceText } from "../render/words.ts";
import { evidenceOf, keepsPods } from "./cause-evidence.ts";
import { eventsAbout } from "./events.ts";
import type { Index } from "./lookup.ts";
import { firstOfEach } from "./texts.ts";
import {
  compareTrails,
  endOf,
  isOver,
  isSerious,
  longestTrail,
  sinceOfTrail,
  type Trail,
  trailsFrom,
} from "./trails.ts";

/**
 * The deepest unwell object below the worst required part; undefined where no part makes the root unavailable or degraded.
 * - The worst part: worst verdict, of equals one that says Degraded before one that is only being deployed, then the one
 *   below which the better explanation was found, then as the parts came.
 * - From there down to the deepest by the rules of trails.ts.
 * - `also`: what ends at an object of the same role and verdict below any part that is unavailable or degraded, once for
 *   each workload and text, at most a hundred; never words alone, which the parts themselves show.
 * - `since` is the age of the deepest trouble, else of what lies nearest above it.
 *
 * Where the part itself was not read `blamed`, what the root's own reasons say, stands in for its words.
 */
export function rootCauseOf(
  root: string,
  verdict: Verdict,
  parts: readonly Node[],
  blamed: Readonly<Record<string, readonly Contribution[]>>,
  index: Index,
): RootCause | undefined {
  const serious = parts.filter((part) => part.required && isSerious(part.verdict));
  const [worst] = serious.toSorted(compareParts);
  if (worst !== undefined) return causeOf(root, longestTrail(worst), serious.flatMap(trailsFrom), index);
  return isSerious(verdict) ? causeByReasons(root, verdict, parts, blamed, index) : undefined;
}

/** The same for a root that has no parts, only what runs below it; undefined where nothing of that is unwell. */
export function causeBelow(root: Node, index: Index): RootCause | undefined {
  const first = longestTrail(root);
  if (first.length < 2 || !isSerious(root.verdict)) return undefined;
  const cause = causeOf(root.label, first, trailsFrom(root), index);
  return { ...cause, path: cause.path.slice(1), ...alsoWithout(cause) };
}

function alsoWithout({ also }: RootCause): Pick<RootCause, "also"> {
  return also === undefined ? {} : { also: also.map((each) => ({ ...each, path: each.path.slice(1) })) };
}

function compareParts(a: Node, b: Node): number {
  const isDegraded = (part: Node): number => (conditionOf(part.conditions, "Degraded")?.status === "True" ? 0 : 1);
  const [one, other] = [longestTrail(a), longestTrail(b)];
  return compareVerdicts(a.verdict, b.verdict) || isDegraded(a) - isDegraded(b) || compareBelow(one, other);
}

/** By what lies below their parts; one that has nothing there comes last. */
function compareBelow([, one, ...ones]: Trail, [, other, ...others]: Trail): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareTrails([one, ...ones], [other, ...others]);
}

function causeOf(root: string, trail: Trail, trails: readonly Trail[], index: Index): RootCause {
  const end = endOf(trail);
  const events = eventsAbout(
    trail.map((node) => node.ref),
    index,
  );
  const equals = trails
    .filter((each) => endOf(each).role === end.role && endOf(each).verdict === end.verdict && !isOver(each))
    .toSorted(compareBelow);
  const [own, ...also] = firstOfEach([trail, ...equals], workloadOf)
    .slice(0, mostEquals + 1)
    .map((each) => told(root, each));
  const others = firstOfEach(also, ({ text }) => text).filter(({ text }) => text !== own?.text);
  return {
    ...(own ?? told(root, trail)),
    ...(others.length === 0 || trail.length < 2 ? {} : { also: others }),
    ...(events.length === 0 ? {} : { events }),
  };
}

/** Nobody reads on, and a selector may match thousands. */
const mostEquals = 100;

/** By the workload nearest to its end; Pods and ReplicaSets that are parts themselves have one: the root. */
function workloadOf(trail: Trail): string {
  const [part] = trail;
  const workload = trail.findLast(keepsPods);
  const isOfRoot = part.role === "pod" || part.role === "replicaset";
  return workload === undefined && isOfRoot ? "" : keyOf((workload ?? part).ref);
}

function told(root: string, trail: Trail): Pick<RootCause, "path" | "text" | "since"> {
  const [part] = trail;
  const label = keepsPods(part) && part.role !== "part" ? `${part.ref.kind} ${part.label}` : part.label;
  const since = sinceOfTrail(trail);
  return {
    path: [root, ...trail.map((node) => node.label)],
    text: causeText({ verdict: part.verdict, label, evidence: evidenceOf(trail) }),
    ...(since === undefined ? {} : { since }),
  };
}

/** The part could not be read: the root names it, and what runs for it may be seen all the same. */
function causeByReasons(
  root: string,
  verdict: Verdict,
  parts: readonly Node[],
  blamed: Readonly<Record<string, readonly Contribution[]>>,
  index: Index,
): RootCause | undefined {
  // HCODegraded in Available is the operator's own word for whoever Degraded names.
  const down = blamed["Available"]?.filter((each) => each.reason !== "HCODegraded") ?? [];
  const [row] = [...down, ...(blamed["Degraded"] ?? [])];
  if (row === undefined) return undefined;
  // The operator's words are `CDI is degraded: ` and the component's own, which may be none.
  const all = [row, ...(blamed["Degraded"] ?? []), ...(blamed["Available"] ?? []), ...(blamed["Progressing"] ?? [])];
  const speaking = all.find((each) => each.component === row.component && !each.message.trimEnd().endsWith(":"));
  const { reason, message, since } = speaking ?? row;
  const words = evidenceText({ reason: message === "" ? reason : "", message });
  const part = parts.find((each) => each.label === row.component);
  const [, ...rest] = part === undefined ? [] : longestTrail(part);
  if (part !== undefined && rest.length > 0) {
    const cause = causeOf(root, [{ ...part, verdict }, ...rest], trailsFrom(part), index);
    const found = evidenceOf([{ ...part, verdict, outcome: "found" }, ...rest]);
    const evidence = speaking === undefined ? found : `${words}; ${found}`;
    return { ...cause, text: causeText({ verdict, label: row.component, evidence }) };
  }
  const text = causeText({ verdict, label: row.component, evidence: words });
  return { path: [root, row.component], text, ...(since === undefined ? {} : { since }) };
}
