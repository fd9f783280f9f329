import { sanitizeLine } from "../../characters/sanitize.ts";
import { keyOf } from "../../model/object.ts";
import type { Gate, Report, ReportNode } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { truncateLine } from "../terminal/cells.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import { glyphsFor } from "../terminal/verdict-marks.ts";
import { formatSameChanges } from "../words/commands/watch.ts";
import { nodeKey, type TransitionSides, transitionLines } from "./transition-lines.ts";

/** A change that needs a line, and the others of the same moment that share this line. */
export interface WatchNews {
  readonly transition: Transition;
  /** Others of the kind that changed the same way. */
  readonly alike: readonly Transition[];
}

/** The most changes of one kind and direction that have lines of their own. */
const maxLinesOfDirection = 3;

/** The longest line of a log in columns: a message may have 32 KiB in Kubernetes, and more where no server validates it. */
const maxLogLineColumns = 1000;

/** The states of a recorded object whose change is news. */
const statesInNews: readonly string[] = ["replaced", "gone", "forbidden", "noSuchKind"];

/**
 * The changes that need a line of their own, in the order of the transitions. Omitted are:
 * - a new wording of what was reported before;
 * - what the line of another change implies: a created or deleted object is reported once, without its own changes;
 * - that the CR began to report a component which is still unhealthy;
 * - a failed request that the verdict does not need.
 *
 * Of many changes of one kind and direction, the first has a line that names the others.
 */
export function listNews(
  transitions: readonly Transition[],
  before: Report | undefined,
  after: Report,
): readonly WatchNews[] {
  const reported = collectReported(transitions);
  const unhealthyKeys = collectUnhealthyKeys(after.roots);
  const withOwnLine = transitions.filter(
    (transition) =>
      isNews(transition) &&
      !isImplied(transition, reported) &&
      !isHiddenComponentShown(transition, unhealthyKeys) &&
      (transition.what !== "completeness" || isFailureInNews(transition, before, after)),
  );
  const groups = [...Map.groupBy(withOwnLine, directionKey).values()];
  const news = groups.flatMap(foldGroup);
  return news.toSorted((a, b) => transitions.indexOf(a.transition) - transitions.indexOf(b.transition));
}

/** A line for each change of a small group, one line for all of a large one. */
function foldGroup(group: readonly Transition[]): readonly WatchNews[] {
  if (group.length <= maxLinesOfDirection) return group.map((transition) => ({ transition, alike: [] }));
  const [transition, ...alike] = group;
  return transition === undefined ? [] : [{ transition, alike }];
}

/** The keys of the unhealthy roots and components. */
function collectUnhealthyKeys(roots: readonly ReportNode[]): ReadonlySet<string> {
  const nodes = roots.flatMap((root) => [root, ...root.children]);
  return new Set(nodes.filter(({ verdict }) => verdict !== "healthy").map(({ ref }) => keyOf(ref)));
}

/**
 * Whether the finding that the CR hides a component ended, and the component is still unhealthy: the CR began to report the
 * component, which is no recovery.
 */
function isHiddenComponentShown(transition: Transition, unhealthyKeys: ReadonlySet<string>): boolean {
  if (transition.what !== "finding" || transition.type !== "hidden-offender") return false;
  return transition.to === null && unhealthyKeys.has(keyOf(transition.about));
}

/** A line for each change, none too long to read. `flaps` counts earlier reversals, where these are to be printed. */
export function formatNews(
  news: readonly WatchNews[],
  options: TextOptions,
  sides: TransitionSides & { readonly flaps?: (transition: Transition) => string },
): readonly string[] {
  const transitions = news.map(({ transition }) => ({ transition }));
  const lines = transitionLines(transitions, { ...options, width: 0 }, sides);
  return news.map(({ transition, alike }, index) => {
    const line = cutLogLine(lines[index] ?? "", options);
    const labels = alike.map(({ label }) => label);
    const others = sanitizeLine(formatSameChanges(transition.label, labels));
    const flaps = sides.flaps?.(transition) ?? "";
    const flapsClause = flaps === "" ? "" : `, ${flaps}`;
    return cutLogLine(`${line}${others}${flapsClause}`, options);
  });
}

/** A line of a log, cut at the longest readable length. */
export function cutLogLine(line: string, { ascii }: TextOptions): string {
  // Few lines are that long, and only cutting takes time.
  if (line.length <= maxLogLineColumns) return line;
  const { ellipsis } = glyphsFor(ascii === true);
  return truncateLine(line.slice(0, 2 * maxLogLineColumns), maxLogLineColumns, ellipsis);
}

/** Whether a healthy object below a component was read or not read: such objects are read while their component is unhealthy. */
export function isHealthyObjectBelowComponent({ what, from, to, path }: Transition): boolean {
  return what === "presence" && path.length > 2 && (from ?? to) === "healthy";
}

/** What the transitions of one moment report, and so need not report twice. */
interface ReportedChanges {
  /** The keys of objects that were created or deleted. A container has no key of its own. */
  readonly createdOrDeletedKeys: ReadonlySet<string>;
  /** The paths of objects that were created or deleted, with containers. */
  readonly createdOrDeletedPaths: readonly (readonly string[])[];
  /** The keys, with labels, of objects that have another verdict. */
  readonly nodesWithNewVerdict: ReadonlySet<string>;
  /** The paths of objects that are healthy now, below which nothing is read any more. */
  readonly recoveredPaths: readonly (readonly string[])[];
}

function collectReported(transitions: readonly Transition[]): ReportedChanges {
  const createdOrDeleted = transitions.filter(isCreationOrDeletion);
  const verdictChanges = transitions.filter(({ what }) => what === "verdict");
  return {
    createdOrDeletedKeys: new Set(createdOrDeleted.filter(isAboutObject).map(({ about }) => keyOf(about))),
    createdOrDeletedPaths: createdOrDeleted.map(({ path }) => path),
    nodesWithNewVerdict: new Set(verdictChanges.map(({ about, label }) => nodeKey(about, label))),
    recoveredPaths: verdictChanges.filter(({ to }) => to === "healthy").map(({ path }) => path),
  };
}

function isCreationOrDeletion({ what, from, to }: Transition): boolean {
  return what === "presence" || (what === "outcome" && (from === "found" || to === "found"));
}

/**
 * Whether another line implies the change: the creation or deletion of its object, or of one above that, or the new verdict
 * of its object.
 */
function isImplied(transition: Transition, reported: ReportedChanges): boolean {
  const isBelowCreatedOrDeleted = (): boolean => isBelow(transition, reported.createdOrDeletedPaths);
  const isOfCreatedOrDeleted = (): boolean => reported.createdOrDeletedKeys.has(keyOf(transition.about));
  const hasNewVerdict = (): boolean => reported.nodesWithNewVerdict.has(nodeKey(transition.about, transition.label));
  switch (transition.what) {
    case "verdict":
    case "identity":
    case "completeness":
      return false;
    case "outcome":
      return transition.to === "found" && hasNewVerdict();
    case "presence": {
      const isNoLongerRead = transition.to === null && isBelow(transition, reported.recoveredPaths);
      return isNoLongerRead || isBelowCreatedOrDeleted();
    }
    case "fact":
      return (transition.type === "ready" && hasNewVerdict()) || isBelowCreatedOrDeleted();
    case "condition":
    case "version": {
      const isNewOrGone = transition.from === null || transition.to === null;
      return isOfCreatedOrDeleted() || (isNewOrGone && hasNewVerdict()) || isBelowCreatedOrDeleted();
    }
    default:
      return isOfCreatedOrDeleted() || isBelowCreatedOrDeleted();
  }
}

/** Whether a transition is about something below one of the paths. */
function isBelow({ path }: Transition, paths: readonly (readonly string[])[]): boolean {
  return paths.some((above) => above.length < path.length && above.every((label, index) => label === path[index]));
}

/** Whether the transition is about an object and not a container, whose object is its Pod. */
function isAboutObject({ about, label, path }: Transition): boolean {
  return about.kind !== "Pod" || label === about.name || path.length < 3;
}

/** Whether a transition says more than a new wording of what was reported before. */
function isNews(transition: Transition): boolean {
  switch (transition.what) {
    case "presence":
      return !isHealthyObjectBelowComponent(transition);
    case "fact":
      return transition.type === "restarts" || transition.type === "ready";
    case "finding":
      return transition.from !== transition.to && transition.type !== "related-object";
    case "related":
      return [transition.from, transition.to].some((state) => state !== null && statesInNews.includes(state));
    case "gate":
      // The line names every finding that blocks, so another one is news.
      return transition.from === null || transition.to === null || gateKey(transition.from) !== gateKey(transition.to);
    case "version":
      return transition.type === "observedVersion" || (transition.from !== null && transition.to !== null);
    default:
      return true;
  }
}

/** Equal for gates with the same answer because of the same names. */
function gateKey({ answer, because }: Gate): string {
  return JSON.stringify([answer, ...because.toSorted()]);
}

/**
 * Whether the change of a failed request is news: one failure replaces another, or the verdict needs the request. That an
 * object is absent is reported as the object's own change.
 */
function isFailureInNews(
  { about, from, to, type }: Extract<Transition, { readonly what: "completeness" }>,
  before: Report | undefined,
  after: Report,
): boolean {
  const hasFailed = isFailure(to);
  const hadFailed = isFailure(from);
  if (hasFailed && hadFailed) return true;
  if (!hasFailed && !hadFailed) return false;
  const gaps = (hasFailed ? after : before)?.completeness.gaps ?? [];
  return gaps.some(
    ({ required, verb, kind, group, outcome }) =>
      required && verb === type && kind === about.kind && group === about.group && isFailure(outcome),
  );
}

function isFailure(outcome: string | null): boolean {
  return outcome === "forbidden" || outcome === "unread";
}

/** A key that is equal for all changes of one kind and direction. */
function directionKey(transition: Transition): string {
  const { about, what, from, to, path } = transition;
  const type = "type" in transition ? transition.type : "";
  const kind = what === "completeness" ? "" : about.kind;
  // What a root reports of itself is not folded with what another root reports.
  const rootPath = path.length === 1 && what !== "finding" ? path : "";
  return JSON.stringify([what, type, kind, rootPath, from, to]);
}
