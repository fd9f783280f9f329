import { lastConditionOfType } from "../../model/condition.ts";
import { keyOf } from "../../model/object.ts";
import type { Contribution, ReportNode, RootCause } from "../../model/report.ts";
import { compareVerdicts, type Verdict } from "../../model/verdict.ts";
import { causeText, evidenceText } from "../core/words/cause.ts";
import { firstOfEach } from "../judgement/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isReplicaController, trailEvidence } from "./cause-evidence.ts";
import {
  type CauseTrail,
  compareTrails,
  deepestNode,
  isOver,
  isSerious,
  longestTrail,
  sinceOfTrail,
  trailsFrom,
} from "./cause-trails.ts";
import { eventsAbout } from "./warning-events.ts";

/**
 * The deepest unhealthy object below the worst required part. Undefined where no part makes the root unavailable or
 * degraded.
 * - The worst part has the worst verdict. Of equals one that reports Degraded comes before one that is only being
 *   deployed. Then the part with the better explanation below it counts, then the order of the parts.
 * - From there the trail leads to the deepest object by the rules of cause-trails.ts.
 * - `also` lists trails to objects of the same role and verdict, below parts that are unavailable or degraded. Each
 *   workload and each text counts once, at most a hundred. Messages alone are left out, because the parts show them.
 * - `since` is the age of the deepest trouble, else of the nearest one above it.
 *
 * Where the part itself was not read, `blamed` (from the root's own reasons) supplies its message.
 */
export function findRootCause(
  root: string,
  verdict: Verdict,
  parts: readonly ReportNode[],
  blamed: Readonly<Record<string, readonly Contribution[]>>,
  index: ObjectIndex,
): RootCause | undefined {
  const serious = parts.filter((part) => part.required && isSerious(part.verdict));
  const [worst] = serious.toSorted(compareParts);
  if (worst !== undefined) return causeOf(root, longestTrail(worst), serious.flatMap(trailsFrom), index);
  return isSerious(verdict) ? causeByReasons(root, verdict, parts, blamed, index) : undefined;
}

/** The root cause for a root without parts, from the objects below it. Undefined where nothing below is unhealthy. */
export function causeBelow(root: ReportNode, index: ObjectIndex): RootCause | undefined {
  const first = longestTrail(root);
  if (first.length < 2 || !isSerious(root.verdict)) return undefined;
  const cause = causeOf(root.label, first, trailsFrom(root), index);
  return { ...cause, path: cause.path.slice(1), ...alsoWithout(cause) };
}

function alsoWithout({ also }: RootCause): Pick<RootCause, "also"> {
  return also === undefined ? {} : { also: also.map((each) => ({ ...each, path: each.path.slice(1) })) };
}

function compareParts(a: ReportNode, b: ReportNode): number {
  const isDegraded = (part: ReportNode): number =>
    lastConditionOfType(part.conditions, "Degraded")?.status === "True" ? 0 : 1;
  const [one, other] = [longestTrail(a), longestTrail(b)];
  return compareVerdicts(a.verdict, b.verdict) || isDegraded(a) - isDegraded(b) || compareBelow(one, other);
}

/** Orders trails by what lies below their parts. A part with nothing below comes last. */
function compareBelow([, one, ...ones]: CauseTrail, [, other, ...others]: CauseTrail): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareTrails([one, ...ones], [other, ...others]);
}

function causeOf(root: string, trail: CauseTrail, trails: readonly CauseTrail[], index: ObjectIndex): RootCause {
  const end = deepestNode(trail);
  const events = eventsAbout(
    trail.map((node) => node.ref),
    index,
  );
  const equals = trails
    .filter((each) => deepestNode(each).role === end.role && deepestNode(each).verdict === end.verdict && !isOver(each))
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

/** Limit for `also`: users do not read more, and a selector may match thousands. */
const mostEquals = 100;

/**
 * The key of the workload nearest to the end of a trail. Pods and ReplicaSets that are parts themselves share one: the
 * root.
 */
function workloadOf(trail: CauseTrail): string {
  const [part] = trail;
  const workload = trail.findLast(isReplicaController);
  const isOfRoot = part.role === "pod" || part.role === "replicaset";
  return workload === undefined && isOfRoot ? "" : keyOf((workload ?? part).ref);
}

function told(root: string, trail: CauseTrail): Pick<RootCause, "path" | "text" | "since"> {
  const [part] = trail;
  const label = isReplicaController(part) && part.role !== "part" ? `${part.ref.kind} ${part.label}` : part.label;
  const since = sinceOfTrail(trail);
  return {
    path: [root, ...trail.map((node) => node.label)],
    text: causeText({ verdict: part.verdict, label, evidence: trailEvidence(trail) }),
    ...(since === undefined ? {} : { since }),
  };
}

/**
 * The root cause where the part could not be read. The root's reasons name the part, and its workloads may still be
 * visible.
 */
function causeByReasons(
  root: string,
  verdict: Verdict,
  parts: readonly ReportNode[],
  blamed: Readonly<Record<string, readonly Contribution[]>>,
  index: ObjectIndex,
): RootCause | undefined {
  // HCODegraded in Available is the operator's own reason and stands for the component that Degraded names.
  const down = blamed["Available"]?.filter((each) => each.reason !== "HCODegraded") ?? [];
  const [row] = [...down, ...(blamed["Degraded"] ?? [])];
  if (row === undefined) return undefined;
  // The operator's message is `CDI is degraded: ` and the component's own message, which may be empty.
  const all = [row, ...(blamed["Degraded"] ?? []), ...(blamed["Available"] ?? []), ...(blamed["Progressing"] ?? [])];
  const speaking = all.find((each) => each.component === row.component && !each.message.trimEnd().endsWith(":"));
  const { reason, message, since } = speaking ?? row;
  const words = evidenceText({ reason: message === "" ? reason : "", message });
  const part = parts.find((each) => each.label === row.component);
  const [, ...rest] = part === undefined ? [] : longestTrail(part);
  if (part !== undefined && rest.length > 0) {
    const cause = causeOf(root, [{ ...part, verdict }, ...rest], trailsFrom(part), index);
    const found = trailEvidence([{ ...part, verdict, outcome: "found" }, ...rest]);
    const evidence = speaking === undefined ? found : `${words}; ${found}`;
    return { ...cause, text: causeText({ verdict, label: row.component, evidence }) };
  }
  const text = causeText({ verdict, label: row.component, evidence: words });
  return { path: [root, row.component], text, ...(since === undefined ? {} : { since }) };
}
