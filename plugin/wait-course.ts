import { hopelessIn } from "../shared/aggregate/hopeless.ts";
import { waitedFor } from "../shared/aggregate/waiting.ts";
import type { Seen } from "../shared/io/watch/follow.ts";
import type { Link } from "../shared/io/watch/link.ts";
import { keyOf, type Ref } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import { secondsBetween } from "../shared/model/time.ts";
import type { Goal, Hopeless, Obstacle, Waited } from "../shared/model/waiting.ts";
import { hco } from "../shared/profiles/hco.ts";
import { exitCodes, timedOut } from "./exit-code.ts";
import type { Options } from "./options.ts";
import { refusalOf } from "./wait-refusals.ts";
import type { Ending, Missed, Standing } from "./wait-telling.ts";
import type { Asked } from "./wanted.ts";

/** What one look means: it goes on, it ends, or it should not have begun. */
interface Step {
  readonly standing: Standing;
  readonly ending?: { readonly how: Ending; readonly exitCode: number };
  /** Lines of an error: what was asked cannot be waited for. */
  readonly refusal?: string;
}

/** Milliseconds since the beginning; `hasSkipped`: what was seen before may be long ago. `old`: how old the look is. */
interface Time {
  readonly passed: number;
  readonly hasSkipped: boolean;
  readonly old: number;
}

/** Where a wait stands, from one look to the next. */
export interface Course {
  readonly step: (seen: Seen, time: Time) => Step;
  /** Nobody knows any more whether it is so: the time begins anew. */
  readonly doubt: () => void;
}

/** Milliseconds that the only look may take. */
export const firstLook = 30_000;
/** Milliseconds that may go unseen while it has to stay as it is: a connection that is cut comes back at once. */
const lenience = 10_000;
/** Seconds that something may be gone: what is made anew was deleted before. */
const vanishedGrace = 20;
/** Milliseconds after which a login that is lost is hopeless. */
const loginGrace = 60_000;

/**
 * Where a wait stands after each look. It is so only on a live connection; with `--stable-for` what is seen to be otherwise,
 * or is not seen for more than 10 s, begins the time anew.
 */
export function courseOf(goal: Goal, { waiting, namespace }: Options, asked: Asked): Course {
  const { timeout, stableFor, failFast } = waiting;
  const met = new Map<string, Ref>();
  const hopeless = new Map<string, number>();
  let isBegun = false;
  let last: { readonly report: Report; readonly waited: Waited } | undefined;
  let soSince: number | undefined;
  let unseenSince: number | undefined;
  let loginSince: number | undefined;
  let doubted: number | undefined;

  return {
    step,
    doubt() {
      doubted = soSince;
      soSince = undefined;
    },
  };

  function step(seen: Seen, time: Time): Step {
    const { link } = seen;
    const { passed } = time;
    if (seen.report === undefined || seen.snapshot === undefined) return blind(link, time);
    // Of what is to be gone, what comes later does not count.
    if (goal.is !== "deleted" || !isBegun || asked.wanted !== undefined) meet(seen.report);
    const waited = waitedFor(seen.report, goal, asked.wanted, [...met.values()]);
    const now = { report: seen.report, waited };
    if (!isBegun) {
      const refusal = refusalOf({ ...now, snapshot: seen.snapshot }, goal, asked, namespace);
      if (refusal !== undefined) return { standing: { passed, link, ...now }, refusal };
      isBegun = waited.obstacles.every(({ code }) => code !== "unread");
    }
    last = now;
    const isSeen = link.state === "live" && !time.hasSkipped;
    const standing = held(now, link, time, isSeen);
    if (standing.held !== undefined && isSeen && standing.held >= stableFor)
      return ending(standing, { state: "reached", what: subject(now.report), never: never() }, 0);
    return inVain(standing, now, isSeen, time) ?? over(standing);
  }

  function meet({ roots }: Report): void {
    for (const { ref } of roots) met.set(keyOf(ref), ref);
  }

  /** Not all of it is known at this moment. */
  function blind(link: Link, time: Time): Step {
    const isDown = link.state === "unreachable" || link.state === "authRequired";
    // As any other command says it where no server answers in the beginning.
    if (last === undefined && isDown)
      return { standing: { passed: time.passed, link }, refusal: `error: ${link.cause ?? "no server answers"}` };
    const standing = last === undefined ? { passed: time.passed, link } : held(last, link, time, false);
    const isWaitedFor = last === undefined && timeout === 0 && time.passed < firstLook;
    return isWaitedFor ? { standing } : over(standing);
  }

  function held(
    now: { readonly report: Report; readonly waited: Waited },
    link: Link,
    time: Time,
    isSeen: boolean,
  ): Standing {
    const { passed, hasSkipped } = time;
    const isSo = now.waited.obstacles.length === 0;
    const before = doubted ?? soSince;
    const isUnanswered = doubted !== undefined;
    doubted = undefined;
    unseenSince = isSeen ? undefined : (unseenSince ?? passed);
    if (isSo && isSeen) soSince ??= passed;
    else if (!isSo || hasSkipped || passed - (unseenSince ?? passed) > lenience) soSince = undefined;
    return {
      ...{ passed, link, ...now },
      ...(soSince !== undefined && { held: passed - soSince }),
      ...((soSince === undefined || isUnanswered) &&
        before !== undefined &&
        stableFor > 0 && { broken: passed - before }),
      ...(isUnanswered && { isUnanswered }),
    };
  }

  /** With `--fail-fast`: it cannot come by itself, or nobody here can know. */
  function inVain(
    standing: Standing,
    { report, waited }: NonNullable<typeof last>,
    isSeen: boolean,
    { old }: Time,
  ): Step | undefined {
    const { passed, link } = standing;
    loginSince = link.state === "authRequired" ? (loginSince ?? passed) : undefined;
    if (!failFast) return undefined;
    if (loginSince !== undefined && passed - loginSince >= loginGrace) return unknown(standing);
    if (!isSeen || waited.obstacles.length === 0) return undefined;
    const found = [...vanished(waited.obstacles), ...hopelessIn(report, goal, waited.obstacles)];
    const keys = new Map(found.map((one) => [`${one.label} ${one.reason}`, one]));
    for (const key of hopeless.keys()) if (!keys.has(key)) hopeless.delete(key);
    for (const key of keys.keys()) if (!hopeless.has(key)) hopeless.set(key, passed);
    for (const [key, one] of keys) {
      const lasted = Math.max(
        (secondsBetween(one.since, report.takenAt) ?? Number.NEGATIVE_INFINITY) + old / 1000,
        (passed - (hopeless.get(key) ?? passed)) / 1000,
      );
      if (lasted >= one.grace) return ending(standing, { state: "hopeless", hopeless: one }, exitCodes.degraded);
    }
    return !waited.isKnown && waited.obstacles.some(isForbidden) ? unknown(standing) : undefined;
  }

  /** It was there, and somebody has taken it away; of what may not be read any more nobody knows that. */
  function vanished(obstacles: readonly Obstacle[]): readonly Hopeless[] {
    return obstacles.flatMap((one): readonly Hopeless[] => {
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

  function over(standing: Standing): Step {
    if (standing.passed < timeout) return { standing };
    const { waited, link } = standing;
    const isAnswered = link.state === "live" || link.state === "connecting";
    if (waited?.isKnown === false && isAnswered) return unknown(standing);
    return ending(standing, { state: "timed-out" }, timedOut);
  }

  /** What it was about: what is gone has no Report any more. */
  function subject({ roots }: Report): readonly Ref[] {
    if (goal.is !== "deleted") return roots.map(({ ref }) => ref);
    return [...met.values()];
  }

  /** What was named, or is meant where nothing is, and was not there at any time. */
  function never(): readonly Missed[] {
    const wanted = asked.wanted ?? [{ kind: hco.root }];
    return wanted.map(({ kind: { kind }, name }) => ({ kind, ...(name !== undefined && { name }) }));
  }
}

function ending(standing: Standing, how: Ending, exitCode: number): Step {
  return { standing, ending: { how, exitCode } };
}

function unknown(standing: Standing): Step {
  return ending(standing, { state: "unknown" }, exitCodes.unknown);
}

function isForbidden(one: Obstacle): boolean {
  if (one.code === "gate") return one.reason.code === "IncompleteReading" && one.reason.outcome === "forbidden";
  return (one.code === "unread" || one.code === "verdict") && one.outcome === "forbidden";
}
