import type { PermanentFinding } from "../../shared/model/finding/goal.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import type { WaitEnding, WaitGoal, WaitResult } from "../../shared/model/wait.ts";
import { nameGoal } from "../../shared/wait/blocking-findings.ts";
import { keyOfPermanent, listPermanentFindings } from "../../shared/wait/permanent-findings.ts";
import { isForbiddenToKnow, isUnreadObject } from "../../shared/wait/requested-objects.ts";

/** Seconds that an object may be gone. An object that is recreated was deleted before. */
const vanishedGraceSeconds = 20;

/** Milliseconds after which a lost login counts as permanent. */
const loginGraceMs = 60_000;

/** Since when a wait has seen what does not pass without intervention. Times are milliseconds since the wait began. */
export interface FailFastState {
  readonly loginLostSinceMs: number | undefined;
  /** Since when each permanent finding was seen, by {@link keyOfPermanent}. */
  readonly seenSinceMs: ReadonlyMap<string, number>;
}

/** The state before the first evaluation. */
export const nothingSeen: FailFastState = { loginLostSinceMs: undefined, seenSinceMs: new Map() };

/** The result of one evaluation. */
export interface FailFastInput {
  readonly report: Report;
  readonly waited: WaitResult;
  readonly goal: WaitGoal;
  /** Roots that existed before, by keyOf. */
  readonly foundBefore: ReadonlyMap<string, Ref>;
  readonly isLoginLost: boolean;
  /** Whether the connection was live. */
  readonly isSeen: boolean;
  /** Milliseconds since the wait began. */
  readonly elapsedMs: number;
  /** Milliseconds since the Report was computed. */
  readonly reportAgeMs: number;
}

/**
 * The state after an evaluation, and the ending where `--fail-fast` ends the wait. The first that applies ends it:
 * 1. the login was lost for {@link loginGraceMs};
 * 2. a finding that only a person can remove has lasted for its grace period;
 * 3. the user may not read the objects.
 */
export function nextFailFast(
  before: FailFastState,
  input: FailFastInput,
): { readonly state: FailFastState; readonly ending?: WaitEnding } {
  const { report, waited, goal, isSeen, elapsedMs } = input;
  const loginLostSinceMs = input.isLoginLost ? (before.loginLostSinceMs ?? elapsedMs) : undefined;
  const state = { ...before, loginLostSinceMs };
  if (loginLostSinceMs !== undefined && elapsedMs - loginLostSinceMs >= loginGraceMs)
    return { state, ending: { state: "unknown" } };
  if (!isSeen || waited.blocking.length === 0) return { state };
  const findings = [...listVanished(input), ...listPermanentFindings(report, goal, waited.blocking)];
  const findingsByKey = new Map(findings.map((finding) => [keyOfPermanent(finding), finding]));
  const seenSinceMs = new Map<string, number>();
  for (const key of findingsByKey.keys()) seenSinceMs.set(key, before.seenSinceMs.get(key) ?? elapsedMs);
  const next = { loginLostSinceMs, seenSinceMs };
  for (const [key, finding] of findingsByKey) {
    const lastingSeconds = measureDuration(finding, seenSinceMs.get(key) ?? elapsedMs, input);
    if (lastingSeconds >= finding.graceSeconds)
      return { state: next, ending: { state: "permanent", permanent: finding } };
  }
  const goalName = nameGoal(goal);
  const isUnknowable = !waited.isKnown && waited.blocking.some((finding) => isForbiddenToKnow(finding, goalName));
  return isUnknowable ? { state: next, ending: { state: "unknown" } } : { state: next };
}

/** How many seconds a finding has lasted: the longer of the cluster's own time and that of the wait. */
function measureDuration(
  { since }: PermanentFinding,
  seenSinceMs: number,
  { report, elapsedMs, reportAgeMs }: FailFastInput,
): number {
  const secondsInReport = secondsBetween(since, report.takenAt) ?? Number.NEGATIVE_INFINITY;
  const secondsInWait = (elapsedMs - seenSinceMs) / 1000;
  return Math.max(secondsInReport + reportAgeMs / 1000, secondsInWait);
}

/** Objects that existed and are deleted. Where a kind cannot be read any more, it is unknown which are. */
function listVanished({ waited: { blocking }, foundBefore }: FailFastInput): readonly PermanentFinding[] {
  return blocking.flatMap((finding): readonly PermanentFinding[] => {
    if (finding.code !== "missing-object") return [];
    const { kind, name } = finding.about;
    const isKindUnread = blocking.some((other) => isUnreadObject(other) && other.about.kind === kind);
    if (isKindUnread) return [];
    const vanished = [...foundBefore.values()].filter((ref) => ref.kind === kind && (name === "" || ref.name === name));
    return vanished.map((about) => ({ ...finding, about, wasFound: true, graceSeconds: vanishedGraceSeconds }));
  });
}
