import { keyOf } from "../model/object.ts";
import type { Report } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { fitting } from "./frame-cells.ts";
import { glyphsFor } from "./marks.ts";
import { harmless } from "./safe.ts";
import type { TextOptions } from "./style.ts";
import { transitionLines } from "./transitions.ts";
import { alikeWords } from "./words-watch.ts";

/** Of what changed at one moment what somebody who reads on must hear, and how many others are told with it. */
export interface News {
  readonly transition: Transition;
  /** Others of the kind that went the same way. */
  readonly alike: readonly Transition[];
}

/** So many of one kind that went one way are told one by one. */
const mostSingle = 3;
/** Columns: a message may have 32 KiB in Kubernetes, and more in objects that nobody checks. */
const longest = 1000;

/**
 * What is news in a line of its own, in the order of the transitions: who came or went is told once, without all that came or
 * went with it; a question that nobody has to ask is none, and of many of one kind that went one way the first speaks for all.
 */
export function newsIn(transitions: readonly Transition[], before: Report | undefined, after: Report): readonly News[] {
  const moved = movedIn(transitions);
  const told = transitions.filter(
    (each) =>
      isNews(each) && !isImplied(each, moved) && (each.what !== "completeness" || isMissed(each, before, after)),
  );
  return [...Map.groupBy(told, wayOf).values()]
    .flatMap((way): readonly News[] =>
      way.length <= mostSingle
        ? way.map((transition) => ({ transition, alike: [] }))
        : way.slice(0, 1).map((transition) => ({ transition, alike: way.slice(1) })),
    )
    .toSorted((a, b) => transitions.indexOf(a.transition) - transitions.indexOf(b.transition));
}

/** A line for each, none longer than people read; `flaps` says how often it was otherwise, where that is to be told. */
export function newsLines(
  news: readonly News[],
  options: TextOptions,
  sides: { readonly before?: Report; readonly after: Report; readonly flaps?: (transition: Transition) => string },
): readonly string[] {
  const lines = transitionLines(
    news.map(({ transition }) => ({ transition })),
    { ...options, width: 0 },
    sides,
  );
  return lines.map((line, place) => {
    const { transition, alike = [] } = news[place] ?? {};
    const flaps = transition === undefined ? "" : (sides.flaps?.(transition) ?? "");
    const others = harmless(alikeWords(alike.map(({ label }) => label)));
    return shortLine(`${shortLine(line, options)}${others}${flaps === "" ? "" : `, ${flaps}`}`, options);
  });
}

/** A line of a log, cut where nobody reads it any more. */
export function shortLine(line: string, { ascii }: TextOptions): string {
  // Few are as long; it is the cutting that takes time.
  return line.length <= longest
    ? line
    : fitting(line.slice(0, 2 * longest), longest, glyphsFor(ascii === true).ellipsis);
}

/** Something below a component that is well: it is read only while its component is not. */
export function isOnlyRead({ what, from, to, path }: Transition): boolean {
  return what === "presence" && path.length > 2 && (from ?? to) === "healthy";
}

/** What goes without saying beside what is told anyway. */
interface Moved {
  /** Who came or went. */
  readonly keys: ReadonlySet<string>;
  readonly paths: readonly (readonly string[])[];
  /** Who is better or worse. */
  readonly judged: ReadonlySet<string>;
  /** Paths of those that are well now: nobody looks below them any more. */
  readonly recovered: readonly (readonly string[])[];
}

function movedIn(transitions: readonly Transition[]): Moved {
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

/** It goes without saying: what somebody who came or went says of himself, and what is below him. */
function isImplied(each: Transition, { keys, paths, judged, recovered }: Moved): boolean {
  const isOneSided = each.from === null || each.to === null;
  switch (each.what) {
    case "verdict":
    case "identity":
    case "completeness":
      return false;
    case "outcome":
      return each.to === "found" && judged.has(ownKey(each));
    case "presence":
      return isBelow(each, paths) || (each.to === null && isBelow(each, recovered));
    case "fact":
      return isBelow(each, paths) || (each.type === "ready" && judged.has(ownKey(each)));
    case "condition":
    case "version":
      return keys.has(keyOf(each.about)) || isBelow(each, paths) || (isOneSided && judged.has(ownKey(each)));
    default:
      return keys.has(keyOf(each.about)) || isBelow(each, paths);
  }
}

function isBelow({ path }: Transition, paths: readonly (readonly string[])[]): boolean {
  return paths.some((above) => above.length < path.length && above.every((label, place) => label === path[place]));
}

/** No container, which bears the name of its Pod. */
function isWhole({ about, label, path }: Transition): boolean {
  return about.kind !== "Pod" || label === about.name || path.length < 3;
}

/** The containers of a Pod bear its name. */
function ownKey({ about, label }: Transition): string {
  return `${keyOf(about)} ${label}`;
}

/** What is told by something else, or is only another word of what stays, is none. */
function isNews(each: Transition): boolean {
  switch (each.what) {
    case "presence":
      return !isOnlyRead(each);
    case "fact":
      return each.type === "restarts" || each.type === "ready";
    case "finding":
      return each.from !== each.to && each.type !== "related-object";
    case "related":
      return [each.from, each.to].some((state) => state !== null && told.includes(state));
    case "gate":
      return each.from === null || each.to === null || each.from.answer !== each.to.answer;
    case "version":
      return each.type === "observedVersion" || (each.from !== null && each.to !== null);
    default:
      return true;
  }
}

const told: readonly string[] = ["replaced", "gone", "forbidden", "noSuchKind"];

/** Somebody may not look, or could not, where the verdict needs it or he could before; that nothing is there is told of the thing. */
function isMissed(each: Transition, before: Report | undefined, after: Report): boolean {
  if (each.what !== "completeness") return false;
  const { about, from, to, type } = each;
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

/** Equal for all that went the same way. */
function wayOf(each: Transition): string {
  const { about, what, from, to, path } = each;
  const type = "type" in each ? each.type : "";
  const isOwn = path.length === 1 && what !== "finding";
  return JSON.stringify([what, type, what === "completeness" ? "" : about.kind, isOwn ? path : "", from, to]);
}
