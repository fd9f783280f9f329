import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { FindingOf } from "../../../model/finding/finding.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { hasLasted } from "../../core/object-health.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { type EventMessage, mergeRepeatedEvents, readEventMessages } from "../../snapshot/warning-events.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { findUpgradingCondition } from "../operator/upgrading-condition.ts";
import { isUpdateConflict } from "../own-verdict.ts";

/** The seconds after which an error is over. A failing reconcile is repeated after 1,000 s at most (controller-runtime). */
const maxRetrySeconds = 1200;

/** The number of update conflicts from which on an upgrade fails by them. Fewer may be a coincidence. */
const minConflicts = 4;

/** The versions of an upgrade, the error of its reconciles, how often it occurred, and when first and last. */
type FailingUpgrade = Pick<FindingOf<"upgrade-stuck">, "from" | "to" | "message" | "count" | "since" | "last">;

/**
 * The upgrade whose every reconcile fails, which no condition reports. Undefined without such an upgrade. It shows in good
 * conditions, an old version and errors in the events. Seen on plain Kubernetes with an upgrade from 1.18: every reconcile ends with `no matches for kind
 * SecurityContextConstraints`.
 */
export function findFailingUpgrade(
  state: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): FailingUpgrade | undefined {
  const from = state.version;
  const to = state.operator.version;
  if (from === undefined || to === undefined || !hasSilentUpgrade(state)) return undefined;
  const events = mergeRepeatedEvents(readEventMessages(index.all(eventKind, state.namespace)));
  const failure = events.find((event) => event.reason === "ReconcileError" && isLastingError(event, takenAt));
  if (failure === undefined) return undefined;
  const { message, count, first, last } = failure;
  // An event that was seen more than once, all at one time, has lost the time of its first occurrence.
  const isFirstTimeLost = count !== 1 && first === last;
  return { from, to, message, count, ...definedFields({ since: isFirstTimeLost ? undefined : first, last }) };
}

/** Whether an upgrade is due that no condition reports, so that only events show whether it fails. */
export function hasSilentUpgrade({ version, operator, conditions }: HyperConvergedState): boolean {
  if (version === undefined || operator.version === undefined || version === operator.version) return false;
  const isFailureReported = lastConditionOfType(conditions, "ReconcileComplete")?.status === "False";
  return findUpgradingCondition(conditions) === undefined && !isFailureReported;
}

/**
 * Whether the operator's loop still ends with an error. Events of other controllers do not count, nor old ones. An
 * update conflict opens many upgrades, and the next reconcile resolves it.
 */
function isLastingError({ about, message, count, last }: EventMessage, takenAt: string): boolean {
  if (!["HyperConverged", "ClusterServiceVersion", "Pod"].includes(about.kind)) return false;
  const isOver = last !== undefined && hasLasted(last, takenAt, maxRetrySeconds);
  const isPassingConflict = isUpdateConflict(message) && count < minConflicts;
  return !isOver && !isPassingConflict;
}
