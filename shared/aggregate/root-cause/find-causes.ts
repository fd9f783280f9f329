import { definedFields } from "../../model/defined-fields.ts";
import type { NextStep } from "../../model/next-step.ts";
import { isSameObject, type Ref } from "../../model/object.ts";
import type { Cause, RootNode } from "../../model/report.ts";
import { compareVerdicts, isSerious, type Verdict } from "../../model/verdict.ts";
import { firstOfEach } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type Candidate, isNodeEvidence } from "./candidates.ts";
import { isReplicaController } from "./cause-evidence.ts";
import { compareExplained, type ExplainedObject, explainCandidate } from "./explained-object.ts";
import { stepsOfTrail } from "./next-steps.ts";
import { ownCandidate } from "./own-cause.ts";
import { eventsAbout } from "./warning-events.ts";

/** A root before its causes are known, and the alerts, which `withAlerts` adds for every family. */
export type RootWithoutCauses = Omit<RootNode, "causes" | "since" | "alerts" | "impact">;

/**
 * The root with its causes, in the order of {@link compareExplained}. Where no candidate is as bad as the root, its own
 * worst condition is a cause too. Equal Pods of one workload are one cause, and so are two parts with the same object at
 * their end. `ownSteps`: the commands before those that describe the root, where the root itself is a cause.
 */
export function withCauses(
  root: RootWithoutCauses,
  candidates: readonly Candidate[],
  index: ObjectIndex,
  ownSteps: readonly NextStep[] = [],
): RootNode {
  return { ...root, causes: findCauses(root, candidates, index, ownSteps), alerts: [], impact: [] };
}

function findCauses(
  root: RootWithoutCauses,
  candidates: readonly Candidate[],
  index: ObjectIndex,
  ownSteps: readonly NextStep[],
): readonly Cause[] {
  const { verdict } = root;
  if (verdict === "healthy") return [];
  const counted = candidates
    .filter((each) => each.verdict !== "healthy" && (each.required || isSerious(verdict)))
    .map((each) => ({ ...each, verdict: atMost(each.verdict, verdict) }));
  const own = counted.some((each) => each.required && each.verdict === verdict)
    ? undefined
    : ownCandidate(root, ownSteps.length > 0 ? ownSteps : stepsOfTrail([root], root.ref, index));
  const explained = [...counted, ...(own === undefined ? [] : [own])]
    .flatMap((each, place) => explainCandidate(each, place, root.ref, index))
    .toSorted(compareExplained);
  const causes = grouped(explained).map((each) => causeOf(each, root, index));
  return causes.map((cause) => withCommandsOfOrigin(cause, causes, candidates));
}

/** The cause with the commands of the one that it follows from. */
function withCommandsOfOrigin(cause: Cause, causes: readonly Cause[], candidates: readonly Candidate[]): Cause {
  const origin = candidates.find(({ component }) => component === cause.component)?.consequenceOf;
  const first = origin === undefined ? undefined : causes.find(({ component }) => component === origin);
  return first === undefined ? cause : { ...cause, next: first.next };
}

/** The verdict, but never worse than the root's: a cause does not make the root worse than it is. */
function atMost(verdict: Verdict, root: Verdict): Verdict {
  return compareVerdicts(verdict, root) < 0 ? root : verdict;
}

/** The first of each group that is one cause, with the other components of its group. */
function grouped(all: readonly ExplainedObject[]): readonly (readonly [ExplainedObject, ...ExplainedObject[]])[] {
  const groups = new Map<string, [ExplainedObject, ...ExplainedObject[]]>();
  for (const each of all) {
    const group = groups.get(each.key);
    if (group === undefined) groups.set(each.key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

function causeOf(
  [found, ...others]: readonly [ExplainedObject, ...ExplainedObject[]],
  root: RootWithoutCauses,
  index: ObjectIndex,
): Cause {
  const { candidate, about, labels, clauses, since, next } = found;
  const { component, verdict } = candidate;
  const isOwn = component === root.label && isOwnObject(candidate, root.ref);
  const path = [root.label, ...(isOwn ? labels.slice(1) : labels)];
  const sharedBy = [...new Set(others.map((each) => each.candidate.component))].filter((each) => each !== component);
  return {
    component,
    label: labelOf(candidate),
    verdict,
    path,
    about,
    evidence: clauses,
    ...definedFields({ since }),
    ...(sharedBy.length > 0 && { sharedBy }),
    events: eventsAbout(found.refs, index),
    next: firstOfEach(next, ({ words }) => words.join(" ")),
    alerts: [],
  };
}

/** Whether the candidate is the root itself, or about it. */
function isOwnObject({ evidence }: Candidate, root: Ref): boolean {
  return isNodeEvidence(evidence) ? isSameObject(evidence.node.ref, root) : true;
}

/** A workload that is no component has its kind before its name. */
function labelOf({ component, evidence }: Candidate): string {
  if (!isNodeEvidence(evidence) || !isReplicaController(evidence.node) || evidence.node.role === "part")
    return component;
  return evidence.node.role === "root" ? component : `${evidence.node.ref.kind} ${component}`;
}
