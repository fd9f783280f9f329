import type { Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import type {
  UnmetRequirement,
  UnrecoverableProblem,
  WaitEnding,
  WaitGoal,
  WaitResult,
} from "../../shared/model/wait.ts";
import { unrecoverableProblems } from "../../shared/wait/unrecoverable.ts";

/** Seconds that an object may be gone. An object that is recreated was deleted before. */
const vanishedGrace = 20;
/** Milliseconds after which a lost login counts as permanent. */
const loginGrace = 60_000;

/**
 * Since when a wait has seen problems that do not pass without intervention. Times are milliseconds since the wait
 * began.
 */
export interface UnrecoverableCheck {
  readonly loginLostSince: number | undefined;
  /** Since when, by {@link keyOfProblem}. */
  readonly problemsSince: ReadonlyMap<string, number>;
}

/** The state before the first look. */
export const nothingUnrecoverable: UnrecoverableCheck = { loginLostSince: undefined, problemsSince: new Map() };

/**
 * One look. `isSeen`: at a live connection. `old`: milliseconds since its Report was computed. `met`: roots that
 * existed before.
 */
export interface UnrecoverableLook {
  readonly report: Report;
  readonly waited: WaitResult;
  readonly goal: WaitGoal;
  readonly met: ReadonlyMap<string, Ref>;
  readonly isLoginLost: boolean;
  readonly isSeen: boolean;
  readonly passed: number;
  readonly old: number;
}

/**
 * What `--fail-fast` ends the wait with, once it has lasted. That is a permanent problem, or that the user may not read
 * the objects.
 */
export function nextUnrecoverable(
  before: UnrecoverableCheck,
  look: UnrecoverableLook,
): { readonly state: UnrecoverableCheck; readonly ending?: WaitEnding } {
  const { report, waited, goal, isSeen, passed } = look;
  const loginLostSince = look.isLoginLost ? (before.loginLostSince ?? passed) : undefined;
  const state = { ...before, loginLostSince };
  if (loginLostSince !== undefined && passed - loginLostSince >= loginGrace)
    return { state, ending: { state: "unknown" } };
  if (!isSeen || waited.obstacles.length === 0) return { state };
  const found = [...vanished(waited.obstacles, look.met), ...unrecoverableProblems(report, goal, waited.obstacles)];
  const problems = new Map(found.map((problem) => [keyOfProblem(problem), problem]));
  const problemsSince = new Map([...problems.keys()].map((key) => [key, before.problemsSince.get(key) ?? passed]));
  const next = { loginLostSince, problemsSince };
  for (const [key, problem] of problems) {
    const isOver = secondsOf(problem, problemsSince.get(key) ?? passed, look) >= problem.grace;
    if (isOver) return { state: next, ending: { state: "hopeless", hopeless: problem } };
  }
  const isForbiddenToKnow = !waited.isKnown && waited.obstacles.some(isForbidden);
  return { state: next, ...(isForbiddenToKnow && { ending: { state: "unknown" } }) };
}

function keyOfProblem({ label, reason }: UnrecoverableProblem): string {
  return `${label} ${reason}`;
}

/** How long the problem has lasted: the longer of the cluster's own times and those of the wait. */
function secondsOf(
  { since }: UnrecoverableProblem,
  firstSeen: number,
  { report, passed, old }: UnrecoverableLook,
): number {
  const reported = secondsBetween(since, report.takenAt) ?? Number.NEGATIVE_INFINITY;
  return Math.max(reported + old / 1000, (passed - firstSeen) / 1000);
}

/** Objects that existed and are deleted. Where a kind is not readable any more, the plugin cannot tell. */
function vanished(
  obstacles: readonly UnmetRequirement[],
  met: ReadonlyMap<string, Ref>,
): readonly UnrecoverableProblem[] {
  return obstacles.flatMap((one): readonly UnrecoverableProblem[] => {
    if (one.code !== "nothing-there") return [];
    if (obstacles.some((other) => other.code === "unread" && other.kind === one.kind)) return [];
    const refs = [...met.values()].filter(
      ({ kind, name }) => kind === one.kind && (one.name === undefined || name === one.name),
    );
    return refs.map(({ kind, name }) => {
      return { label: `${kind} ${name}`, reason: "Vanished", message: "", grace: vanishedGrace };
    });
  });
}

function isForbidden(one: UnmetRequirement): boolean {
  if (one.code === "gate") return one.reason.code === "IncompleteReading" && one.reason.outcome === "forbidden";
  return (one.code === "unread" || one.code === "verdict") && one.outcome === "forbidden";
}
