import type { RolloutProgress } from "../model/cause/cause-evidence.ts";
import { definedFields } from "../model/defined-fields.ts";
import { hyperConvergedPods } from "../model/families.ts";
import { blockingNames } from "../model/finding/upgrade-answer.ts";
import {
  describeObject,
  listKinds,
  listOutdatedInstances,
  listPods,
  type NextStep,
  printKinds,
  printPermissions,
  showStored,
} from "../model/next-step.ts";
import { isSameObject, type Ref } from "../model/object.ts";
import type { GateFact } from "../model/upgrade-gate.ts";
import { operatorLease } from "../profiles/hco/profile.ts";
import { describeUnknown, type UpgradeSubject } from "./upgrade-subject.ts";

/** The commands beside the line about an upgrade: they show what blocks it first, or print what is not known. */
export function listGateSteps(subject: UpgradeSubject): readonly NextStep[] {
  switch (subject.gate.answer) {
    case "yes":
      return [];
    case "no":
      return stepsOfBlocking(subject);
    case "unknown":
      return stepsOfUnknown(subject);
  }
}

/**
 * The first that applies:
 * 1. a file lacks objects: the commands that print these, without those that other commands print already;
 * 2. the user may not read objects: the command that prints the required permissions;
 * 3. one object with a name is not known: its description;
 * 4. the list of each kind that is not known.
 */
function stepsOfUnknown(subject: UpgradeSubject): readonly NextStep[] {
  const { facts, root, printed = [] } = subject;
  const { objects, lacking } = describeUnknown(subject);
  const reasonsNotRead = facts.map(reasonNotRead);
  if (reasonsNotRead.includes("files") || reasonsNotRead.includes("buffer")) {
    const isPrinted = (object: Ref): boolean => printed.some((ref) => isSameObject(ref, object));
    return printKinds(lacking.filter((object) => !isPrinted(object)));
  }
  if (root !== undefined && reasonsNotRead.includes("forbidden")) return printPermissions(root.ref, root.ref);
  const [object] = objects;
  if (object === undefined || objects.length > 1 || object.name === "") return listKinds(objects);
  const description = describeObject(object);
  return description.length > 0 ? description : listKinds(objects);
}

/** The input that lacks an object, or the outcome of reading it: `files`, `forbidden`. Undefined for any other fact. */
function reasonNotRead(fact: GateFact): string | undefined {
  if ("notIn" in fact && fact.notIn !== undefined) return fact.notIn;
  return "outcome" in fact ? fact.outcome : undefined;
}

/** The command that shows the object which the line names first. */
function stepsOfBlocking({ gate, facts, root }: UpgradeSubject): readonly NextStep[] {
  const blocking = facts.filter(({ effect }) => effect === "blocks");
  const [firstName = ""] = blockingNames(gate);
  const fact = blocking.find((candidate) => hasName(candidate, firstName)) ?? blocking[0];
  if (fact === undefined || root === undefined) return [];
  switch (fact.code) {
    case "OperatorRollout":
      return stepsOfRollout(fact.rollout, root.ref);
    case "OutdatedVMIWorkloads":
      return listOutdatedInstances();
    // Another version than the stored one cannot be described.
    case "ConversionFailed":
      return showStored(fact.about, fact.readable);
    // A workload without counts may not exist. Its description would then fail.
    case "WorkloadDown":
      if (fact.ready === "" && fact.about.group === "apps") return listKinds([fact.about]);
      break;
    default:
  }
  return describeObject(fact.about.kind === "Webhook" ? root.ref : fact.about);
}

/** Whether a gate calls a fact by that name: its component, its object, its code or its kind. */
function hasName(fact: GateFact, gateName: string): boolean {
  return [fact.component, fact.about.name, fact.code, fact.about.kind].includes(gateName);
}

/**
 * What a rollout waits for, the first that is known: the Pod that holds the Lease, the Lease for which a new Pod waits, else
 * all Pods of the operator.
 */
function stepsOfRollout({ leadingPod, waitingPod }: RolloutProgress, { namespace }: Ref): readonly NextStep[] {
  const scope = definedFields({ namespace });
  if (leadingPod !== undefined) return describeObject({ group: "", kind: "Pod", ...scope, name: leadingPod });
  if (waitingPod !== undefined) return describeObject({ ...operatorLease, ...scope });
  return listPods(scope, `name=${hyperConvergedPods}`);
}
