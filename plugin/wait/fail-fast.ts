import type { PermanentFinding } from "../../shared/model/finding/goal.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import type { WaitEnding, WaitGoal, WaitResult } from "../../shared/model/wait.ts";
import { goalName } from "../../shared/wait/blocking-findings.ts";
import { keyOfPermanent, permanentFindings } from "../../shared/wait/permanent-findings.ts";
import { isForbiddenToKnow, isUnreadObject } from "../../shared/wait/requested-objects.ts";

/** Seconds that an object may be gone. An object that is recreated was deleted before. */
const vanishedGraceSeconds = 20;
/** Milliseconds after which a lost login counts as permanent. */
const loginGraceMs = 60_000;

/** Since when a wait has seen what does not pass without intervention. Times are milliseconds since the wait began. */
export interface FailFastState {
  readonly loginLostSince: number | undefined;
  /** Since when each permanent finding was seen, by {@link keyOfPermanent}. */
  readonly seenSince: ReadonlyMap<string, number>;
}

/** The state before the first look. */
export const nothingPermanent: FailFastState = { loginLostSince: undefined, seenSince: new Map() };

/** One look. `isSeen`: at a live connection. */
export interface FailFastLook {
  readonly report: Report;
  readonly waited: WaitResult;
  readonly goal: WaitGoal;
  /** Roots that existed before, by keyOf. */
  readonly foundBefore: ReadonlyMap<string, Ref>;
  readonly isLoginLost: boolean;
  readonly isSeen: boolean;
  readonly elapsedMs: number;
  /** Since its Report was computed. */
  readonly reportAgeMs: number;
}

/**
 * What `--fail-fast` ends the wait with, once it has lasted: a finding that only a person can remove, or that the user
 * may not read the objects.
 */
export function nextFailFast(
  before: FailFastState,
  look: FailFastLook,
): { readonly state: FailFastState; readonly ending?: WaitEnding } {
  const { report, waited, goal, isSeen, elapsedMs } = look;
  const loginLostSince = look.isLoginLost ? (before.loginLostSince ?? elapsedMs) : undefined;
  const state = { ...before, loginLostSince };
  if (loginLostSince !== undefined && elapsedMs - loginLostSince >= loginGraceMs)
    return { state, ending: { state: "unknown" } };
  if (!isSeen || waited.blocking.length === 0) return { state };
  const found = [...vanishedObjects(look), ...permanentFindings(report, goal, waited.blocking)];
  const byKey = new Map(found.map((finding) => [keyOfPermanent(finding), finding]));
  const seenSince = new Map([...byKey.keys()].map((key) => [key, before.seenSince.get(key) ?? elapsedMs]));
  const next = { loginLostSince, seenSince };
  for (const [key, finding] of byKey) {
    const lastingSeconds = secondsOf(finding, seenSince.get(key) ?? elapsedMs, look);
    if (lastingSeconds >= finding.graceSeconds)
      return { state: next, ending: { state: "permanent", permanent: finding } };
  }
  const isUnknowable = !waited.isKnown && waited.blocking.some((one) => isForbiddenToKnow(one, goalName(goal)));
  return { state: next, ...(isUnknowable && { ending: { state: "unknown" } }) };
}

/** How long the finding has lasted: the longer of the cluster's own times and those of the wait. */
function secondsOf(
  { since }: PermanentFinding,
  firstSeen: number,
  { report, elapsedMs, reportAgeMs }: FailFastLook,
): number {
  const reported = secondsBetween(since, report.takenAt) ?? Number.NEGATIVE_INFINITY;
  return Math.max(reported + reportAgeMs / 1000, (elapsedMs - firstSeen) / 1000);
}

/** Objects that existed and are deleted. Where a kind is not readable any more, the plugin cannot tell. */
function vanishedObjects({ waited: { blocking }, foundBefore }: FailFastLook): readonly PermanentFinding[] {
  return blocking.flatMap((one): readonly PermanentFinding[] => {
    if (one.code !== "missing-object") return [];
    const { kind, name } = one.about;
    if (blocking.some((other) => isUnreadObject(other) && other.about.kind === kind)) return [];
    return [...foundBefore.values()]
      .filter((ref) => ref.kind === kind && (name === "" || ref.name === name))
      .map((about) => ({ ...one, about, wasFound: true, graceSeconds: vanishedGraceSeconds }));
  });
}
