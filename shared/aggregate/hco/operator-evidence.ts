import type { OperatorGap } from "../../model/finding/operator.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Snapshot, Source } from "../../model/snapshot.ts";
import { secondsBetween } from "../../model/time.ts";
import { toList, toText, valueAt, wholeNumber } from "../../parse/json-value.ts";
import { newestTime } from "../../parse/newest-time.ts";
import { podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { operatorLease, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import type { OperatorState } from "./operator.ts";

/**
 * The state with evidence of whether the operator runs. The sources are its Deployment, then its Pods, then its Lease.
 * The first that was read and is conclusive counts. Pods are in the snapshot where the Deployment does not show it or
 * something is unhealthy, a Lease where a file has it.
 */
export function withEvidence(
  state: HyperConvergedState,
  index: ObjectIndex,
  { takenAt, source }: Pick<Snapshot, "takenAt" | "source">,
): HyperConvergedState {
  const { operator, isRefused, object } = state;
  if (operator.running !== null || isRefused) return state;
  const { namespace = "" } = object.ref;
  const hasClock = (): boolean => source.kind === "cluster" || isAfter(takenAt, newestTime(index.objects));
  const seen = byPods(index, namespace) ?? (hasClock() ? byLease(index, namespace, takenAt) : undefined);
  return seen === undefined ? state : { ...state, operator: { ...operator, ...seen } };
}

/**
 * Whether a clock outside the input gave the time. Where the newest time inside counts instead, that may be the Lease's
 * own last renewal. However long ago that was, the Lease then looks fresh.
 */
function isAfter(takenAt: string, newest: string | undefined): boolean {
  return newest === undefined || (secondsBetween(newest, takenAt) ?? 0) > 0;
}

/**
 * The operator's state from its own Pods. Pods that have ended are ignored, for they do not describe their
 * replacements.
 */
function byPods(index: ObjectIndex, namespace: string): Partial<OperatorState> | undefined {
  const own = index
    .all(podKind, namespace)
    .filter(({ labels }) => labels.get(operatorPodLabel.name) === operatorPodLabel.value)
    .filter(({ status }) => !["Succeeded", "Failed"].includes(toText(valueAt(status, ["phase"]))));
  const ready = own.filter(isReady).length;
  // One that is ready is enough; none is only where each of them says so.
  if (ready === 0 && (own.length === 0 || own.some(({ status }) => status === undefined))) return undefined;
  return { running: ready > 0, ready, wanted: own.length, areItsPods: true };
}

function isReady({ status, deletedAt }: KubeObject): boolean {
  const said = toList(valueAt(status, ["conditions"])).find((each) => toText(valueAt(each, ["type"])) === "Ready");
  return deletedAt === undefined && toText(valueAt(said, ["status"])) === "True";
}

/**
 * The operator's state from its Lease. A leader that renewed the Lease within the Lease's own duration runs (client-go,
 * leaderelection.go). An expired Lease proves nothing: its holder may be starting.
 */
function byLease(index: ObjectIndex, namespace: string, takenAt: string): Partial<OperatorState> | undefined {
  const lookup = index.find({ ...operatorLease, namespace });
  if (lookup.outcome !== "found") return undefined;
  const { spec } = lookup.object;
  const age = secondsBetween(toText(valueAt(spec, ["renewTime"])), takenAt);
  const duration = wholeNumber(valueAt(spec, ["leaseDurationSeconds"])) ?? 0;
  const isHeld = toText(valueAt(spec, ["holderIdentity"])) !== "";
  return isHeld && age !== undefined && age <= duration ? { running: true } : undefined;
}

/**
 * What is missing to know whether the operator runs. Undefined where that is known. Undefined also for a HyperConverged
 * that its operator refuses, because that operator runs in another namespace (report.md, "No evidence is not good
 * evidence").
 */
export function operatorGap(state: HyperConvergedState, index: ObjectIndex, { kind }: Source): OperatorGap | undefined {
  const { operator, isRefused } = state;
  if (operator.running !== null || isRefused) return undefined;
  const { lookup } = operator;
  const isPlain = kind === "files" || kind === "buffer";
  if (isPlain && [...workloadKinds, replicaSets, podKind].every((each) => index.all(each).length === 0)) {
    return { outcome: "unread", cause: "", isGiven: true };
  }
  return { outcome: lookup.outcome, cause: lookup.outcome === "found" ? "" : (lookup.cause ?? "") };
}
