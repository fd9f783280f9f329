import { hopelessIn } from "../shared/aggregate/hopeless.ts";
import { waitedFor } from "../shared/aggregate/waiting.ts";
import type { Seen } from "../shared/io/watch/follow.ts";
import type { Link } from "../shared/io/watch/link.ts";
import type { Ref } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import { secondsBetween } from "../shared/model/time.ts";
import type { Goal, Hopeless, Obstacle, Waited } from "../shared/model/waiting.ts";
import { exitCodes, timedOut } from "./exit-code.ts";
import type { Options } from "./options.ts";
import { refusalOf } from "./wait-refusals.ts";
import type { Ending, Standing } from "./wait-telling.ts";
import type { Asked } from "./wanted.ts";

/** What one look means: it goes on, it ends, or it should not have begun. */
export interface Step {
  readonly standing: Standing;
  readonly ending?: { readonly how: Ending; readonly exitCode: number };
  /** Lines of an error: what was asked cannot be waited for. */
  readonly refusal?: string;
}

/** Milliseconds since the beginning; `hasSkipped`: what was seen before may be long ago. */
export interface Time {
  readonly passed: number;
  readonly hasSkipped: boolean;
}

/** Milliseconds that the only look may take. */
const firstLook = 30_000;
/** Milliseconds that may go unseen while it has to stay as it is: a connection that is cut comes back at once. */
const lenience = 10_000;
/** Milliseconds after which a login that is lost is hopeless. */
const loginGrace = 60_000;

/**
 * Where a wait stands after each look. It is so only on a live connection; with `--stable-for` what is seen to be otherwise,
 * or is not seen for more than 10 s, begins the time anew.
 */
export function courseOf(goal: Goal, { waiting, namespace }: Options, asked: Asked): (seen: Seen, time: Time) => Step {
  const { timeout, stableFor, failFast } = waiting;
  const met = new Map<string, Ref>();
  const hopeless = new Map<string, number>();
  let isBegun = false;
  let last: { readonly report: Report; readonly waited: Waited } | undefined;
  let soSince: number | undefined;
  let unseenSince: number | undefined;
  let loginSince: number | undefined;

  return (seen, time) => {
    const { link } = seen;
    const { passed } = time;
    if (seen.report === undefined || seen.snapshot === undefined) return blind(link, time);
    const waited = waitedFor(seen.report, goal, asked.wanted);
    const now = { report: seen.report, waited };
    if (!isBegun) {
      const refusal = refusalOf({ ...now, snapshot: seen.snapshot }, goal, asked, namespace);
      if (refusal !== undefined) return { standing: { passed, link, ...now }, refusal };
      isBegun = waited.obstacles.every(({ code }) => code !== "unread");
    }
    last = now;
    for (const { ref } of now.report.roots) met.set(`${ref.kind} ${ref.namespace} ${ref.name}`, ref);
    const isSeen = link.state === "live" && !time.hasSkipped;
    const standing = held(now, link, time, isSeen);
    if (standing.held !== undefined && isSeen && standing.held >= stableFor)
      return ending(standing, { state: "reached", what: subject(now.report) }, 0);
    return inVain(standing, now, isSeen) ?? over(standing);
  };

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
    const before = soSince;
    unseenSince = isSeen ? undefined : (unseenSince ?? passed);
    if (isSo && isSeen) soSince ??= passed;
    else if (!isSo || hasSkipped || passed - (unseenSince ?? passed) > lenience) soSince = undefined;
    return {
      ...{ passed, link, ...now },
      ...(soSince !== undefined && { held: passed - soSince }),
      ...(soSince === undefined && before !== undefined && stableFor > 0 && { broken: passed - before }),
    };
  }

  /** With `--fail-fast`: it cannot come by itself, or nobody here can know. */
  function inVain(standing: Standing, { report, waited }: NonNullable<typeof last>, isSeen: boolean): Step | undefined {
    const { passed, link } = standing;
    loginSince = link.state === "authRequired" ? (loginSince ?? passed) : undefined;
    if (!failFast) return undefined;
    if (loginSince !== undefined && passed - loginSince >= loginGrace) return unknown(standing);
    if (!isSeen || waited.obstacles.length === 0) return undefined;
    const found = [...waited.obstacles.flatMap(vanished), ...hopelessIn(report, goal, waited.obstacles)];
    const keys = new Map(found.map((one) => [`${one.label} ${one.reason}`, one]));
    for (const key of hopeless.keys()) if (!keys.has(key)) hopeless.delete(key);
    for (const key of keys.keys()) if (!hopeless.has(key)) hopeless.set(key, passed);
    for (const [key, one] of keys) {
      const lasted = Math.max(
        secondsBetween(one.since, report.takenAt) ?? 0,
        (passed - (hopeless.get(key) ?? passed)) / 1000,
      );
      if (lasted >= one.grace) return ending(standing, { state: "hopeless", hopeless: one }, exitCodes.degraded);
    }
    return !waited.isKnown && waited.obstacles.some(isForbidden) ? unknown(standing) : undefined;
  }

  /** It was there, and somebody has taken it away. */
  function vanished(one: Obstacle): readonly Hopeless[] {
    if (one.code !== "nothing-there") return [];
    const refs = [...met.values()].filter(
      ({ kind, name }) => one.name === undefined || (kind === one.kind && name === one.name),
    );
    return refs.map(({ kind, name }) => ({ label: `${kind} ${name}`, reason: "Vanished", message: "", grace: 0 }));
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
    if (met.size > 0) return [...met.values()];
    return (asked.wanted ?? []).flatMap(({ kind: { group, kind }, name }) =>
      name === undefined ? [] : [{ group, kind, name }],
    );
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
  return (
    (one.code === "unread" && one.outcome === "forbidden") || (one.code === "verdict" && one.reason === "Forbidden")
  );
}
