import { sanitizeLine } from "../../characters/sanitize.ts";
import { keyOf } from "../../model/object.ts";
import type { Gate, Report, ReportNode } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { truncateLine } from "../terminal/cells.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import { glyphsFor } from "../terminal/verdict-marks.ts";
import { formatSameChanges } from "../words/commands/watch.ts";
import { type TransitionSides, transitionLines } from "./transition-lines.ts";

/** A change that needs a line, and the others of the same moment that share this line. */
export interface WatchNews {
  readonly transition: Transition;
  /** Others of the kind that changed the same way. */
  readonly alike: readonly Transition[];
}

/** The most changes of one kind and direction that have lines of their own. */
const maxSingle = 3;
/** Columns: a message may have 32 KiB in Kubernetes, and more in objects that no server validates. */
const maxLineLength = 1000;

/**
 * The changes that need a line of their own, in the order of the transitions. A created or deleted object is reported
 * once, without the changes that come with it. A failed request that the verdict does not need is omitted. Of many
 * changes of one kind and direction the first stands for all.
 */
export function newsIn(
  transitions: readonly Transition[],
  before: Report | undefined,
  after: Report,
): readonly WatchNews[] {
  const moved = reportedElsewhere(transitions);
  const unhealthy = unhealthyIn(after.roots);
  const announced = transitions.filter(
    (transition) =>
      isNews(transition) &&
      !isImplied(transition, moved) &&
      !isOnlyUnhidden(transition, unhealthy) &&
      (transition.what !== "completeness" || isMissed(transition, before, after)),
  );
  return [...Map.groupBy(announced, directionKey).values()]
    .flatMap((alike): readonly WatchNews[] =>
      alike.length <= maxSingle
        ? alike.map((transition) => ({ transition, alike: [] }))
        : alike.slice(0, 1).map((transition) => ({ transition, alike: alike.slice(1) })),
    )
    .toSorted((a, b) => transitions.indexOf(a.transition) - transitions.indexOf(b.transition));
}

/** The keys of the unhealthy roots and components. */
function unhealthyIn(roots: readonly ReportNode[]): ReadonlySet<string> {
  const nodes = roots.flatMap((root) => [root, ...root.children]);
  return new Set(nodes.filter(({ verdict }) => verdict !== "healthy").map(({ ref }) => keyOf(ref)));
}

/** Whether the CR only began to report a component that is still unhealthy. That is no recovery. */
function isOnlyUnhidden({ what, to, about, ...more }: Transition, unhealthy: ReadonlySet<string>): boolean {
  const isHiding = "type" in more && more.type === "hidden-offender";
  return what === "finding" && isHiding && to === null && unhealthy.has(keyOf(about));
}

/** A line for each, none too long to read; `flaps` counts earlier reversals, where these are to be printed. */
export function newsLines(
  news: readonly WatchNews[],
  options: TextOptions,
  sides: TransitionSides & { readonly flaps?: (transition: Transition) => string },
): readonly string[] {
  const lines = transitionLines(
    news.map(({ transition }) => ({ transition })),
    { ...options, width: 0 },
    sides,
  );
  return lines.map((line, index) => {
    const { transition, alike = [] } = news[index] ?? {};
    const flaps = transition === undefined ? "" : (sides.flaps?.(transition) ?? "");
    const labels = alike.map(({ label }) => label);
    const others = sanitizeLine(formatSameChanges(transition?.label ?? "", labels));
    return shortLine(`${shortLine(line, options)}${others}${flaps === "" ? "" : `, ${flaps}`}`, options);
  });
}

/** A line of a log, cut at the longest readable length. */
export function shortLine(line: string, { ascii }: TextOptions): string {
  // Few lines are that long, and only cutting takes time.
  return line.length <= maxLineLength
    ? line
    : truncateLine(line.slice(0, 2 * maxLineLength), maxLineLength, glyphsFor(ascii === true).ellipsis);
}

/**
 * Whether the transition is about something below a healthy component, which is read only while the component is
 * unhealthy.
 */
export function isOnlyRead({ what, from, to, path }: Transition): boolean {
  return what === "presence" && path.length > 2 && (from ?? to) === "healthy";
}

/** What other lines report, so that it needs no line of its own. */
interface ReportedElsewhere {
  /** Keys of created and deleted objects. */
  readonly keys: ReadonlySet<string>;
  readonly paths: readonly (readonly string[])[];
  /** Keys of objects with another verdict. */
  readonly judged: ReadonlySet<string>;
  /** Paths of the objects that are healthy now, so that nothing below them is read any more. */
  readonly recovered: readonly (readonly string[])[];
}

function reportedElsewhere(transitions: readonly Transition[]): ReportedElsewhere {
  const moved = transitions.filter(isMove);
  return {
    keys: new Set(moved.filter(isWhole).map(({ about }) => keyOf(about))),
    paths: moved.map(({ path }) => path),
    recovered: transitions.filter(({ what, to }) => what === "verdict" && to === "healthy").map(({ path }) => path),
    judged: new Set(transitions.filter(({ what }) => what === "verdict").map(ownKey)),
  };
}

function isMove({ what, from, to }: Transition): boolean {
  return what === "presence" || (what === "outcome" && (from === "found" || to === "found"));
}

/**
 * Whether another line implies the change. A created or deleted object implies its own reports and everything below it.
 */
function isImplied(
  transition: Transition,
  { keys: createdOrDeleted, paths, judged: verdictChanged, recovered }: ReportedElsewhere,
): boolean {
  const isOneSided = transition.from === null || transition.to === null;
  switch (transition.what) {
    case "verdict":
    case "identity":
    case "completeness":
      return false;
    case "outcome":
      return transition.to === "found" && verdictChanged.has(ownKey(transition));
    case "presence":
      return isBelow(transition, paths) || (transition.to === null && isBelow(transition, recovered));
    case "fact":
      return isBelow(transition, paths) || (transition.type === "ready" && verdictChanged.has(ownKey(transition)));
    case "condition":
    case "version":
      return (
        createdOrDeleted.has(keyOf(transition.about)) ||
        isBelow(transition, paths) ||
        (isOneSided && verdictChanged.has(ownKey(transition)))
      );
    default:
      return createdOrDeleted.has(keyOf(transition.about)) || isBelow(transition, paths);
  }
}

function isBelow({ path }: Transition, paths: readonly (readonly string[])[]): boolean {
  return paths.some((above) => above.length < path.length && above.every((label, index) => label === path[index]));
}

/** Whether the transition is about a whole object and not a container, which has the name of its Pod. */
function isWhole({ about, label, path }: Transition): boolean {
  return about.kind !== "Pod" || label === about.name || path.length < 3;
}

/** The key of an object. The containers of a Pod have its name, so the label is a part of the key. */
function ownKey({ about, label }: Transition): string {
  return `${keyOf(about)} ${label}`;
}

/** Whether a transition is news: no other one reports it, and it is not merely a new wording. */
function isNews(transition: Transition): boolean {
  switch (transition.what) {
    case "presence":
      return !isOnlyRead(transition);
    case "fact":
      return transition.type === "restarts" || transition.type === "ready";
    case "finding":
      return transition.from !== transition.to && transition.type !== "related-object";
    case "related":
      return [transition.from, transition.to].some((state) => state !== null && notableStates.includes(state));
    case "gate":
      // The line names every finding that blocks, so another one is news.
      return transition.from === null || transition.to === null || gateKey(transition.from) !== gateKey(transition.to);
    case "version":
      return transition.type === "observedVersion" || (transition.from !== null && transition.to !== null);
    default:
      return true;
  }
}

function gateKey({ answer, because }: Gate): string {
  return JSON.stringify([answer, ...because.toSorted()]);
}

const notableStates: readonly string[] = ["replaced", "gone", "forbidden", "noSuchKind"];

/**
 * Whether a failed reading is news: where the verdict needs the reading, or where one failure replaces another. That an
 * object is absent is reported as the object's own change.
 */
function isMissed(transition: Transition, before: Report | undefined, after: Report): boolean {
  if (transition.what !== "completeness") return false;
  const { about, from, to, type } = transition;
  const isRefused = (state: string | null): boolean => state === "forbidden" || state === "unread";
  if (!isRefused(from) && !isRefused(to)) return false;
  if (isRefused(from) && isRefused(to)) return true;
  const side = isRefused(to) ? after : before;
  return (
    side?.completeness.gaps.some(
      (gap) =>
        gap.required &&
        gap.verb === type &&
        gap.kind === about.kind &&
        gap.group === about.group &&
        isRefused(gap.outcome),
    ) === true
  );
}

/** A key that is equal for all changes of one kind and direction. */
function directionKey(transition: Transition): string {
  const { about, what, from, to, path } = transition;
  const type = "type" in transition ? transition.type : "";
  const isOwn = path.length === 1 && what !== "finding";
  return JSON.stringify([what, type, what === "completeness" ? "" : about.kind, isOwn ? path : "", from, to]);
}
