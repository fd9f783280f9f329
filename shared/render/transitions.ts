import type { Finding } from "../model/finding.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Node, Report } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { sinceOf } from "../model/since.ts";
import { conditionMark, type Mark, markOf } from "./marks.ts";
import { harmless } from "./safe.ts";
import { marked, styleOf, type TextOptions } from "./style.ts";
import { truncate } from "./width.ts";
import { type Beside, changeWords, subjectWords } from "./words-change.ts";
import { describe } from "./words-finding.ts";

/** A transition, and when it was seen, RFC 3339 UTC, where that is to be told. */
export interface ToldTransition {
  readonly transition: Transition;
  readonly at?: string;
}

/** The Reports on both sides of the transitions: what they know of times, and of what could not be read. */
export interface Sides {
  readonly before?: Report;
  readonly after?: Report;
}

/**
 * A paragraph for each transition, one line where the width is unlimited: mark, time, whom it is about, from and to. Without
 * the Reports nothing that is not there any more is said to be gone.
 */
export function transitionLines(
  told: readonly ToldTransition[],
  options: TextOptions,
  sides: Sides = {},
): readonly string[] {
  const style = styleOf(options);
  const news = told.filter(({ transition }) => isTold(transition) && !isDetail(transition));
  return saidOf(news, sides).flatMap(({ mark, at, subject, words }) =>
    marked(mark, harmless(`${at === undefined ? "" : `${at} `}${subject}: ${words}`), style),
  );
}

/** The transitions that are news line by line, as harmless words of one line each, whatever there is to read now. */
export function transitionWords(
  told: readonly ToldTransition[],
): readonly (Said & { readonly told: ToldTransition })[] {
  return told
    .filter(({ transition }) => isTold(transition) && !isDetail(transition))
    .flatMap((each) =>
      saidOf([each], {}).map((said) => ({
        ...said,
        subject: harmless(said.subject),
        words: harmless(said.words),
        told: each,
      })),
    );
}

/** The same in groups, whom they are about above them; what somebody who is gone said before goes without saying. */
export function transitionGroups(
  transitions: readonly Transition[],
  options: TextOptions,
  sides: Sides,
): readonly (readonly string[])[] {
  const style = styleOf(options);
  const inside = { ...style, width: style.width - 2 };
  const lost = new Set(transitions.filter(isLost).map(({ about, label }) => nodeKey(about, label)));
  const told = transitions
    .filter(isTold)
    .filter(
      (each) =>
        each.to !== null || isLost(each) || !ofNode.has(each.what) || !lost.has(nodeKey(each.about, each.label)),
    );
  const said = saidOf(
    told.map((transition) => ({ transition })),
    sides,
  );
  const groups = Map.groupBy(
    said.filter(({ isNews }) => isNews),
    ({ subject }) => subject,
  );
  return Array.from(groups, ([subject, some]) => [
    style.palette.bold(truncate(style.clean(harmless(subject)), style.width, style.glyphs.ellipsis)),
    ...some.flatMap(({ mark, words }) => marked(mark, harmless(words), inside).map((line) => `  ${line}`)),
  ]);
}

/** That an entry of relatedObjects was written again is nothing to people: its operator does so all the time. */
function isTold({ what, from, to }: Transition): boolean {
  const isBeat = (state: unknown): boolean => state === "same" || state === "changed";
  return !(what === "related" && isBeat(from) && isBeat(to));
}

/** What two Reports are compared for, and what is no news line by line: its verdict or its restarts are. */
function isDetail(transition: Transition): boolean {
  if (transition.what === "finding") return transition.from === transition.to;
  return transition.what === "fact" && (transition.type === "waiting" || transition.type === "exitCode");
}

/** What a node says of itself. */
const ofNode: ReadonlySet<Transition["what"]> = new Set([
  "condition",
  "version",
  "verdict",
  "outcome",
  "gate",
  "upgrade",
]);

function isLost({ what, to }: Transition): boolean {
  return what === "presence" && to === null;
}

/** One transition in its words, as they came. */
export interface Said {
  readonly mark: Mark;
  readonly at: string | undefined;
  readonly subject: string;
  readonly words: string;
  /** False: it is well, and stands in one Report only because nobody looks below what is well. */
  readonly isNews: boolean;
}

function saidOf(told: readonly ToldTransition[], sides: Sides): readonly Said[] {
  const [before, after] = [sideOf(sides.before), sideOf(sides.after)];
  return told.map(({ transition, at }) => {
    const beside = besideOf(transition, before, after);
    const mark = markOfTransition(transition, beside, after);
    const isWell = transition.what === "presence" && (transition.to ?? transition.from) === "healthy";
    const isNews = !(isWell && beside.unseen === "unseen");
    return { mark, at, subject: subjectWords(transition), words: changeWords(transition, beside), isNews };
  });
}

/** One Report, made ready for questions. */
interface Side {
  readonly report: Report | undefined;
  readonly nodes: ReadonlyMap<string, Node>;
  /** What kinds of objects were seen below what. */
  readonly kinds: ReadonlySet<string>;
}

function sideOf(report: Report | undefined): Side {
  const nodes = new Map<string, Node>();
  const kinds = new Set<string>();
  add(report?.roots ?? [], []);
  return { report, nodes, kinds };

  function add(some: readonly Node[], above: readonly string[]): void {
    for (const node of some) {
      const key = nodeKey(node.ref, node.label);
      if (!nodes.has(key)) nodes.set(key, node);
      if (node.outcome === "found") kinds.add(kindKey(node.ref, above));
      add(node.children, [...above, node.label]);
    }
  }
}

function besideOf(transition: Transition, before: Side, after: Side): Beside {
  const { to } = transition;
  const side = to === null ? before : after;
  const other = to === null ? after : before;
  const finding = transition.what === "finding" ? (transition.finding ?? likeIn(side.report, transition)) : undefined;
  const since = sinceIn(transition, after);
  return {
    unseen: unseenIn(transition, other),
    ...(since !== undefined && { since }),
    ...(finding !== undefined && { sentence: describe(finding) }),
  };
}

/** The first of this code about it, where the transition was handed on without its evidence. */
function likeIn(
  report: Report | undefined,
  { about, type }: Extract<Transition, { what: "finding" }>,
): Finding | undefined {
  return report?.findings.find((each) => each.code === type && keyOf(each.about) === keyOf(about));
}

/** Whether a thing that stands in one Report only is known to be missing in the other. */
function unseenIn({ about, label, path, what }: Transition, { report, kinds, nodes }: Side): Beside["unseen"] {
  if (report === undefined) return "unseen";
  const isRefused = report.completeness.gaps.some(
    (gap) =>
      (gap.outcome === "forbidden" || gap.outcome === "unread") &&
      gap.kind === about.kind &&
      gap.group === about.group &&
      (gap.namespace === undefined || about.namespace === undefined || gap.namespace === about.namespace) &&
      (gap.name === undefined || gap.name === about.name),
  );
  if (isRefused) return "refused";
  // Roots are looked for in every report; what is below is looked at only where something is unwell.
  const isThere = nodes.has(nodeKey(about, label));
  if (isThere && what === "presence") return "elsewhere";
  return isThere ||
    what === "finding" ||
    what === "related" ||
    path.length === 1 ||
    kinds.has(kindKey(about, path.slice(0, -1)))
    ? "gone"
    : "unseen";
}

function sinceIn(transition: Transition, { nodes }: Side): string | undefined {
  const node = nodes.get(nodeKey(transition.about, transition.label));
  if (node === undefined) return undefined;
  if (transition.what === "condition") return node.conditions.find(({ type }) => type === transition.type)?.since;
  return transition.what === "verdict" || transition.what === "presence" ? sinceOf(node) : undefined;
}

function markOfTransition(transition: Transition, { unseen }: Beside, after: Side): Mark {
  const { what, to } = transition;
  switch (what) {
    case "presence":
    case "verdict":
      return to === null ? "remark" : markOf(transition.to ?? "unknown");
    case "condition": {
      const node = after.nodes.get(nodeKey(transition.about, transition.label));
      const condition = node?.conditions.find(({ type }) => type === transition.type);
      return condition === undefined ? "remark" : conditionMark(condition);
    }
    case "outcome":
    case "completeness":
      if (to === "forbidden" || to === "unread") return "unknown";
      return to === "found" || to === null ? "good" : "remark";
    case "gate":
      if (transition.to === null) return "unknown";
      return { yes: "good", no: "remark", unknown: "unknown" }[transition.to.answer] as Mark;
    case "upgrade":
      return transition.to?.running === true ? "busy" : transition.to?.running === false ? "good" : "unknown";
    case "root-cause":
      return to !== null ? "bad" : unseen === "refused" ? "unknown" : "good";
    case "finding":
      if (to === null) return unseen === "refused" ? "unknown" : "good";
      return to === "error" ? "bad" : "remark";
    case "related":
      return to === "same" ? "good" : to === "forbidden" || to === "unread" ? "unknown" : "remark";
    case "fact":
      return what === "fact" && transition.type === "waiting" && to === null ? "good" : "remark";
    case "identity":
    case "state":
    case "version":
      return "remark";
  }
}

/** The containers of a Pod bear its name. */
function nodeKey(ref: Ref, label: string): string {
  return `${keyOf(ref)} ${label}`;
}

function kindKey({ group, kind }: Ref, above: readonly string[]): string {
  return JSON.stringify([group, kind, ...above]);
}
