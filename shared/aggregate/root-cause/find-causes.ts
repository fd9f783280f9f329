import { definedFields } from "../../model/defined-fields.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { isSameKind } from "../../model/kind.ts";
import type { NextStep } from "../../model/next-step.ts";
import { isSameObject, type Ref } from "../../model/object.ts";
import type { Cause, CauseEvent, RootNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { secondsBetween } from "../../model/time.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { recordAt } from "../../parse/json-value.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listEventsAbout } from "../snapshot/warning-events.ts";
import { listRefusingPolicySteps } from "./admission-policies.ts";
import { type Candidate, isNodeEvidence } from "./candidates.ts";
import { isReplicaController } from "./cause-evidence.ts";
import { findSharedNode } from "./common-ground.ts";
import { compareExplainedObjects, type ExplainedObject, explainCandidate } from "./explained-object.ts";
import { listTrailSteps } from "./next-steps.ts";
import { makeOwnCandidate } from "./own-cause.ts";

/** How long before the end of a guest an event may be about that end: the longest time between two tries to start a guest. */
const maxSecondsBeforeEnd = 300;

/** A root without what its whole tree decides: causes (addCauses), alerts (addAlerts), impact (addImpact). */
export type RootWithoutCauses = Omit<RootNode, "causes" | "since" | "alerts" | "impact">;

/**
 * Adds its causes to a root, in the order of {@link compareExplainedObjects}. If no candidate is as bad as the root, the worst
 * condition of the root is a cause too. Pods of one workload with the same fault are one cause. Parts that the same object
 * explains are one cause.
 *
 * @param ownSteps if the root itself is a cause, the commands before those that describe it
 */
export function addCauses(
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
  const unhealthyCandidates = candidates
    .filter((each) => each.verdict !== "healthy" && (each.required || isSerious(verdict)))
    // A cause cannot be worse than its root.
    .map((each) => ({ ...each, verdict: compareVerdicts(each.verdict, verdict) < 0 ? verdict : each.verdict }));
  const countedCandidates: Candidate[] = [...unhealthyCandidates];
  if (!unhealthyCandidates.some((each) => each.required && each.verdict === verdict)) {
    const steps = ownSteps.length > 0 ? ownSteps : listTrailSteps([root], root.ref, index);
    const ownCandidate = makeOwnCandidate(root, steps);
    if (ownCandidate !== undefined) countedCandidates.push(ownCandidate);
  }
  const explainedObjects = countedCandidates
    .flatMap((candidate, candidateIndex) => explainCandidate(candidate, candidateIndex, root.ref, index))
    .toSorted(compareExplainedObjects);
  // Objects with one key are one cause. The first of them explains most.
  const groupedCauses = [...Map.groupBy(explainedObjects, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : makeCause(first, others, root, index),
  );
  const causes = addSharedNode(groupedCauses, unhealthyCandidates);
  return causes.map((cause) => useCommandsOfOrigin(cause, causes, candidates));
}

/** Adds to the first cause the node on which the pods of several workloads fail, because that node explains most. */
function addSharedNode(causes: readonly Cause[], candidates: readonly Candidate[]): readonly Cause[] {
  const parts = candidates.flatMap(({ evidence }) => (isNodeEvidence(evidence) ? [evidence.node] : []));
  const sharedNode = findSharedNode(parts);
  const [first, ...others] = causes;
  if (sharedNode === undefined || first === undefined) return causes;
  if (first.evidence.some(({ is }) => is === "common-ground")) return causes;
  return [{ ...first, evidence: [...first.evidence, sharedNode] }, ...others];
}

/** Gives a cause that is a consequence of another cause the commands of that cause, because it has to be resolved first. */
function useCommandsOfOrigin(cause: Cause, causes: readonly Cause[], candidates: readonly Candidate[]): Cause {
  const originName = candidates.find(({ component }) => component === cause.component)?.consequenceOf;
  const origin = originName === undefined ? undefined : causes.find(({ component }) => component === originName);
  return origin === undefined ? cause : { ...cause, next: origin.next };
}

/** Makes a cause of an object. The components of `others`, which have the same key, share the cause. */
function makeCause(
  first: ExplainedObject,
  others: readonly ExplainedObject[],
  root: RootWithoutCauses,
  index: ObjectIndex,
): Cause {
  const { candidate, about, labels, clauses, since, next } = first;
  const { component, verdict } = candidate;
  // The first label of a candidate that is the root itself is the root's.
  const isRoot = component === root.label && isAboutRoot(candidate, root.ref);
  const path = [root.label, ...(isRoot ? labels.slice(1) : labels)];
  const otherComponents = new Set(others.map((other) => other.candidate.component));
  otherComponents.delete(component);
  const sharedBy = otherComponents.size > 0 ? [...otherComponents] : undefined;
  const events = sortReasonsFirst(listCauseEvents(first, root.ref, index));
  const policySteps = listRefusingPolicySteps({ evidence: clauses, events });
  return {
    component,
    label: labelOf(candidate),
    verdict,
    path,
    about,
    evidence: clauses,
    ...definedFields({ since, sharedBy }),
    events,
    next: keepFirstOfEachKey([...policySteps, ...next], ({ words }) => words.join(" ")),
    alerts: [],
  };
}

/**
 * The events about the objects of a cause, those about its instance included. Unless the instance is the last of these objects,
 * only events about the end of its guest count: virt-handler writes the error of QEMU (kubevirt/kubevirt
 * pkg/virt-handler/vm.go, SyncFailed), which the exit code does not say. One that is older than the end by minutes is about
 * another run.
 */
function listCauseEvents({ refs, guestEnd }: ExplainedObject, root: Ref, index: ObjectIndex): readonly CauseEvent[] {
  const endedInstances = listEndedInstances(refs, index);
  const last = endedInstances.at(-1) ?? refs.at(-1);
  const isInstanceLast = last !== undefined && isSameKind(last, machineInstances);
  const instances = isSameKind(root, machineInstances) ? [root] : [];
  return listEventsAbout([...refs, ...endedInstances, ...instances], index, (event) => {
    if (!isSameKind(event.about, machineInstances)) return true;
    if (isInstanceLast) return true;
    if (guestEnd === undefined) return false;
    return guestEnd.at === undefined || (secondsBetween(event.last, guestEnd.at) ?? 0) <= maxSecondsBeforeEnd;
  });
}

/**
 * The instances that no longer exist of virtual machines that fail to start. An instance has the name of its machine, and
 * events about it say why it ended (kubevirt/kubevirt pkg/virt-handler/vm.go, SyncFailed).
 */
function listEndedInstances(refs: readonly Ref[], index: ObjectIndex): readonly Ref[] {
  return refs.flatMap((ref): readonly Ref[] => {
    if (!isSameKind(ref, virtualMachines)) return [];
    const { namespace, name } = ref;
    const instance = { group: ref.group, kind: machineInstances.kind, name, ...definedFields({ namespace }) };
    const hasFailed = recordAt(foundObject(index.find(ref))?.status, "startFailure") !== undefined;
    return hasFailed && index.find(instance).outcome !== "found" ? [instance] : [];
  });
}

/** Sorts events that only say that a guest ended behind all others (pkg/virt-handler/controller.go, VMICrashed). */
function sortReasonsFirst(events: readonly CauseEvent[]): readonly CauseEvent[] {
  return events.toSorted((a, b) => Number(a.reason === "Stopped") - Number(b.reason === "Stopped"));
}

/** Whether a candidate with the label of the root is the root. A part may have the same label. */
function isAboutRoot({ evidence }: Candidate, root: Ref): boolean {
  return !isNodeEvidence(evidence) || isSameObject(evidence.node.ref, root);
}

/** The label of a candidate: `CDI`. A workload that is neither the root nor a plain part has its kind first: `Deployment x`. */
function labelOf({ component, evidence }: Candidate): string {
  if (!isNodeEvidence(evidence)) return component;
  const { node } = evidence;
  const needsKind = isReplicaController(node) && node.role !== "part" && node.role !== "root";
  return needsKind ? `${node.ref.kind} ${component}` : component;
}
