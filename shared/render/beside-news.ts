import type { ManifestLink } from "../model/manifest-link.ts";
import { keyOf } from "../model/object.ts";
import type { Node, Report, RootNode } from "../model/report.ts";
import { millisecondsOf } from "../model/time.ts";
import { compareVerdicts, type Verdict, worst } from "../model/verdict.ts";
import { asOf, type Here } from "./beside.ts";
import { markOf } from "./marks.ts";
import { inert, short } from "./safe-label.ts";
import type { Say } from "./say.ts";
import { sinceOf } from "./since.ts";
import {
  andMore,
  asOfWords,
  namedVerdict,
  recoveredWords,
  sinceWords,
  unwellCount,
  unwellWords,
} from "./words-beside.ts";
import { causeWords } from "./words-blame.ts";
import { atPlace } from "./words-link.ts";
import { verdictWord } from "./words-tree.ts";

/** At most two characters on a file of the Explorer, with what they mean; nothing where all of its objects are well. */
export interface Badge {
  readonly text: string;
  readonly tooltip: string;
}

export function badgeOf(say: Say, links: readonly ManifestLink[], here: Here): Badge | undefined {
  const nodes = links.flatMap((link) => (link.state === "linked" && link.node !== undefined ? [link.node] : []));
  const unwell = nodes
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (unwell.length === 0) return undefined;
  const told = unwell
    .slice(0, mostTold)
    .map((node) => namedVerdict(say, short(node.label, 40), sinceWhen(say, node, here)));
  const words = andMore(say, told.join(", "), Math.max(0, unwell.length - mostTold));
  const marks = { bad: "✗", busy: "~", remark: "!", unknown: "?", good: "" };
  return {
    text: marks[markOf(worst(unwell.map(({ verdict }) => verdict)))],
    tooltip: atPlace(say, words, short(here.name, 40), asOf(here)),
  };
}

const mostTold = 3;

/** The status bar's item; nothing where no root is unwell. Its texts hold no icon but ours. */
export interface StatusBar {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly label: string;
}

export function statusBarOf(say: Say, report: Report | undefined, here: Here): StatusBar | undefined {
  const unwell = (report?.roots ?? [])
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [first] = unwell;
  if (first === undefined) return undefined;
  const label = unwellCount(say, unwell.length, inert(here.name, 30), asOf(here));
  const icons = { bad: "$(error)", busy: "$(sync)", remark: "$(warning)", unknown: "$(question)", good: "$(pass)" };
  const lines = unwell
    .slice(0, mostRoots)
    .map((root) => namedVerdict(say, short(root.label, 60), sinceWhen(say, root, here)));
  const roots = andMore(say, lines.join("\n"), Math.max(0, unwell.length - mostRoots));
  const tooltip = asOf(here) === "" ? roots : `${roots}\n${asOfWords(say, asOf(here))}`;
  return { text: `${icons[markOf(first.verdict)]} ${label}`, tooltip, label };
}

const mostRoots = 10;

/** Since when it is so, as a time of day: an age would be another one every minute. */
function sinceWhen(say: Say, node: Node, { timeOf }: Here): string {
  const since = millisecondsOf(sinceOf(node));
  return sinceWords(say, verdictWord(say, node.verdict), since === undefined ? "" : timeOf(since));
}

/**
 * What to tell of the way from one Report to the next: a root that has become unavailable or degraded, or healthy after it
 * was; the worst one, and how many more there are. Nothing of roots that were not there before.
 */
export function noticeOf(say: Say, before: Report, after: Report, here: Here): string | undefined {
  // Another object of the same name says nothing of the one before.
  const known = new Map(before.roots.map((root) => [whoIs(root), root.verdict]));
  const changed = after.roots
    .filter((root) => isNews(known.get(whoIs(root)), root.verdict))
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [first] = changed;
  return first === undefined ? undefined : andMore(say, noticeText(say, first, here), changed.length - 1);
}

function whoIs({ ref }: RootNode): string {
  return `${keyOf(ref)} ${ref.uid ?? ""}`;
}

function isNews(from: Verdict | undefined, to: Verdict): boolean {
  if (from === undefined || from === to) return false;
  return isBad(to) || (to === "healthy" && isBad(from));
}

function isBad(verdict: Verdict): boolean {
  return verdict === "unavailable" || verdict === "degraded";
}

function noticeText(say: Say, root: RootNode, here: Here): string {
  const [kind, name, place] = [inert(root.ref.kind, 40), inert(root.label, 60), inert(here.name, 40)];
  if (root.verdict === "healthy") return recoveredWords(say, kind, name, place);
  const cause = causeWords(root, { now: here.now, tells: "age" });
  return unwellWords(say, kind, name, verdictWord(say, root.verdict), place, inert(cause ?? "", 160));
}
